"""The making of the environment says little, and what went wrong."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT

PIP = """#!/bin/sh
case "$*" in *--version) exit 0;; esac
echo "WARNING: something about caches" >&2
case "$*" in *bad.txt) echo "ERROR: hashes do not match" >&2; exit 1;; esac
"""


def make(folder: Path, lock: str) -> "subprocess.CompletedProcess[str]":
    """Make an environment in which pip only talks."""
    (folder / "tools").mkdir()
    (folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "venv.sh", folder / "tools")
    pip = folder / ".venv" / "bin" / "python"
    pip.write_text(PIP)
    pip.chmod(0o755)
    command = [str(folder / "tools" / "venv.sh"), lock]
    known = {"PATH": "/usr/bin:/bin", "PYTHON": sys.executable}
    return subprocess.run(command, env=known, capture_output=True, text=True)


def test_an_installation_that_succeeds_says_one_line(tmp_path: Path) -> None:
    made = make(tmp_path, "run")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "jacknine: installing (run) into .venv\n"
    assert (tmp_path / ".venv" / "run.stamp").exists()


def test_one_that_fails_says_what_pip_said(tmp_path: Path) -> None:
    made = make(tmp_path, "bad")
    assert made.returncode != 0 and not (tmp_path / ".venv" / "bad.stamp").exists()
    assert "ERROR: hashes do not match" in made.stderr and "jacknine: pip could not install" in made.stderr
