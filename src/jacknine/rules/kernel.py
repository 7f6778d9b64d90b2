"""The mark of the few functions that the solver compiles as they stand.

A kernel is plain Python over ints and tuples of ints: no exceptions, no strings, nothing that relies on overflow. The
engine calls it as it is; the solver registers every function of :data:`KERNELS` with its compiler, so that a rule is
written once. This module imports nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

KERNELS: list[Callable[..., Any]] = []


def kernel(function: Function) -> Function:
    """Put a function on the list of kernels and leave it as it is."""
    KERNELS.append(function)
    return function
