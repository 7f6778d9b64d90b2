"""The only module that imports Numba: what compiles, where the compiled code is kept, and access to raw memory.

Two traps are fenced here. Numba keeps compiled code on disk and does not notice when a function called from another
file has changed, so the folder is named after everything that is compiled (:func:`fingerprint`). And compiled code
that hands numpy arrays from function to function counts references with every call, which costs the search half of
its time; so hot functions get addresses, and read and write through the small functions below. Nothing checks those
bounds: whoever calls sees to it that the buffers live and are large enough.

With ``NUMBA_DISABLE_JIT=1`` everything runs interpreted, slowly, which is how the search is debugged and covered.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import llvmlite.binding
import numba
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, register_jitable

from jacknine.rules import kernel, table, trick

Function = TypeVar("Function", bound=Callable[..., Any])

MULTIPLIER: Final = -7046029254386353131
"""An odd number near 2^64 / golden ratio: it spreads the bits of a key."""


# --- where compiled code is kept ------------------------------------------------------------------------------------


def fingerprint(sources: Iterable[Path]) -> str:
    """A short name for the content of source files, in order of their names."""
    digest = hashlib.sha256()
    for source in sorted(sources, key=lambda path: path.name):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_sources() -> list[Path]:
    """Every file whose functions or constants end up in compiled code."""
    kernels = {sys.modules[function.__module__].__file__ for function in kernel.KERNELS}
    named = [Path(name) for name in {*kernels, table.__file__} if name is not None]
    return [*named, *Path(__file__).parent.glob("*.py")]


def cache_home() -> Path:
    """The folder for compiled code of any version: ``JACKNINE_CACHE``, or the user's cache folder."""
    chosen = os.environ.get("JACKNINE_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "jacknine"


def cache_folder() -> Path:
    """The folder for the code compiled from the sources as they are now."""
    return cache_home() / f"solver-{fingerprint(compiled_sources())}"


_FOLDER: Final = str(cache_folder())
_config: Final[Any] = numba.config


def is_compiled() -> bool:
    """Whether this machine keeps code compiled from the sources as they are now."""
    return any(Path(_FOLDER).rglob("*.nbc"))


def compiled(function: Function) -> Function:
    """Compile a function of ints and arrays, once per machine, and let other threads run meanwhile."""
    return _compile(function, inline=False)


def inlined(function: Function) -> Function:
    """Compile a function into each of its callers: for those of the innermost loop, whose arguments would go over the
    stack. Together that is a tenth of the search's time.
    """
    return _compile(function, inline=True)


def _compile(function: Function, *, inline: bool) -> Function:
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _FOLDER
    try:
        made: Any = njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(function)
    finally:
        _config.CACHE_DIR = before
    return cast(Function, made)


for _kernel in kernel.KERNELS:
    register_jitable(_kernel)

KERNEL_MODULES: Final = (trick.__name__,)
"""The modules whose kernels compiled code may call."""


# --- bits and memory ------------------------------------------------------------------------------------------------

_INT64: Final = ir.IntType(64)


def _machine(signature: Any, build: Callable[..., Any], twin: Function) -> Function:
    """A function that is one or two machine instructions; ``twin`` is the same in Python, for interpreted runs."""
    if _config.DISABLE_JIT:
        return twin

    def codegen(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        made = build(builder, *arguments)
        return context.get_dummy_value() if made is None else made

    # Intrinsics have to name as many arguments as they take.
    typings: dict[int, Callable[..., Any]] = {
        1: lambda _, a: (signature, codegen),
        2: lambda _, a, b: (signature, codegen),
        3: lambda _, a, b, c: (signature, codegen),
    }
    made: Any = intrinsic(typings[len(signature.args)])
    return cast(Function, made)


def _unary(build: Callable[..., Any], twin: Callable[[int], int]) -> Callable[[int], int]:
    return _machine(types.int64(types.int64), build, twin)


def _load(bits: int, signed: bool) -> Callable[[int, int], int]:
    kind = getattr(ctypes, f"c_{'' if signed else 'u'}int{bits}")

    def build(builder: Any, base: Any, index: Any) -> Any:
        pointer = builder.inttoptr(base, ir.IntType(bits).as_pointer())
        value = builder.load(builder.gep(pointer, [index]))
        if bits == 64:
            return value
        return builder.sext(value, _INT64) if signed else builder.zext(value, _INT64)

    def twin(base: int, index: int) -> int:
        return int(kind.from_address(base + index * (bits // 8)).value)

    return _machine(types.int64(types.int64, types.int64), build, twin)


def _store(bits: int) -> Callable[[int, int, int], None]:
    kind = getattr(ctypes, f"c_int{bits}")

    def build(builder: Any, base: Any, index: Any, value: Any) -> None:
        pointer = builder.inttoptr(base, ir.IntType(bits).as_pointer())
        builder.store(value if bits == 64 else builder.trunc(value, ir.IntType(bits)), builder.gep(pointer, [index]))

    def twin(base: int, index: int, value: int) -> None:
        kind.from_address(base + index * (bits // 8)).value = int(value)

    return _machine(types.void(types.int64, types.int64, types.int64), build, twin)


def _false() -> Any:
    return ir.Constant(ir.IntType(1), 0)


def _spread(builder: Any, key: Any, bits: Any) -> Any:
    mixed = builder.mul(key, ir.Constant(_INT64, MULTIPLIER))
    return builder.lshr(mixed, builder.sub(ir.Constant(_INT64, 64), bits))


count = _unary(lambda builder, x: builder.ctpop(x), lambda x: int(x).bit_count())
"""How many bits are set."""
lowest = _unary(lambda builder, x: builder.cttz(x, _false()), lambda x: (int(x) & -int(x)).bit_length() - 1)
"""The number of the lowest set bit of a value that is not 0."""
highest = _unary(
    lambda builder, x: builder.sub(ir.Constant(_INT64, 63), builder.ctlz(x, _false())),
    lambda x: int(x).bit_length() - 1,
)
"""The number of the highest set bit of a value that is not 0."""
spread: Callable[[int, int], int] = _machine(
    types.int64(types.int64, types.int64),
    _spread,
    lambda key, bits: (int(key) * MULTIPLIER & (1 << 64) - 1) >> (64 - int(bits)),
)
"""A hash of a key, that many bits wide."""

load = _load(64, signed=True)
"""``load(address, index)``: one int64 of a buffer. The others read int32, int16 and uint8."""
load32 = _load(32, signed=True)
load16 = _load(16, signed=True)
load8 = _load(8, signed=False)
store = _store(64)
"""``store(address, index, value)``: write one int64 into a buffer."""
store32 = _store(32)
store16 = _store(16)


def _nth_bit() -> Callable[[int, int], int]:
    """One instruction where the processor has it, else the loop."""

    def loop(mask: int, number: int) -> int:
        for _ in range(number):
            mask &= mask - 1
        return mask & -mask

    def build(builder: Any, mask: Any, number: Any) -> Any:
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(_INT64, [_INT64] * 2))
        return builder.call(deposit, [builder.shl(ir.Constant(_INT64, 1), number), mask])

    if llvmlite.binding.get_host_cpu_features().get("bmi2"):
        return _machine(types.int64(types.int64, types.int64), build, loop)
    return compiled(loop)


nth_bit = _nth_bit()
"""``nth_bit(mask, number)``: the set bit of a mask that has so many set bits below it."""


def _address() -> Callable[[Any], int]:
    if _config.DISABLE_JIT:
        return lambda array: int(array.ctypes.data)

    def typing(_: Any, array: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.ptrtoint(made.data, _INT64)

        return types.int64(array), codegen

    made: Any = intrinsic(typing)
    return cast(Callable[[Any], int], made)


address = _address()
"""Where an array's first item lies."""
