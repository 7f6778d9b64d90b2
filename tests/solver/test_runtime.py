"""Compiled code on disk: found again by other processes, and never older than its sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from jacknine.rules import kernel
from jacknine.solver import runtime
from tests.support import ROOT

SOLVE = """
from jacknine.solver.api import read_position, solve
print(solve(read_position({
    "game": "klaverjas", "trump": "H", "leader": 2,
    "hands": [["TS", "JC", "7D"], ["9S", "TH", "KD"], ["9H", "JH", "AC"], ["7S", "8S", "QH"]],
})).value)
"""


def run(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, check=True, text=True
    )
    return done.stdout


def test_two_fresh_processes_solve_with_what_is_on_disk() -> None:
    """A cached function that calls itself would crash the second one."""
    assert len({run(SOLVE) for _ in range(2)}) == 1


def test_interpreted_and_compiled_search_agree() -> None:
    assert run(SOLVE, NUMBA_DISABLE_JIT="1") == run(SOLVE)


def test_a_changed_kernel_gives_a_new_folder(tmp_path: Path) -> None:
    copy = tmp_path / "src"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__", "web", "locale"))
    told = "from jacknine.solver import runtime; print(runtime.cache_folder().name)"
    before = run(told, PYTHONPATH=str(copy))
    assert before == runtime.cache_folder().name + "\n"
    assert run(told, PYTHONPATH=str(copy)) == before
    trick = copy / "jacknine" / "rules" / "trick.py"
    trick.write_text(trick.read_text(encoding="utf-8").replace("total + (50 if", "total + (40 if"), encoding="utf-8")
    after = run(told, PYTHONPATH=str(copy))
    assert after != before


def test_every_kernel_and_every_solver_source_is_in_the_fingerprint() -> None:
    sources = {path.name for path in runtime.compiled_sources()}
    assert {"trick.py", "table.py", "exact.py", "positions.py", "moves.py"} <= sources
    assert {function.__module__ for function in kernel.KERNELS} == set(runtime.KERNEL_MODULES)


def test_the_cache_home_can_be_chosen() -> None:
    told = "from jacknine.solver import runtime; print(runtime.cache_home())"
    assert run(told, JACKNINE_CACHE="/some/where") == "/some/where\n"
    assert run(told, JACKNINE_CACHE="", XDG_CACHE_HOME="/else") == "/else/jacknine\n"


def test_other_users_of_numba_keep_their_cache_folder() -> None:
    told = "import numba; before = numba.config.CACHE_DIR; from jacknine.solver import exact; "
    assert run(told + "print(numba.config.CACHE_DIR == before)") == "True\n"
