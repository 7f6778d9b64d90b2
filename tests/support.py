"""What several tests need: how many examples to run, where things lie, which Chromium to drive."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
LONG = os.environ.get("JACKNINE_LONG") == "1"


def long_count(ci: int, full: int) -> int:
    """How often a test repeats: `ci` times under `make test`, `full` times under `make test-long`."""
    return full if LONG else ci


def chromium() -> str:
    """The path of the Chromium that browser tests drive.

    Raises FileNotFoundError when the machine has none; `make test` sees to it that it has.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise FileNotFoundError("no Chromium on PATH; run tools/chromium.sh")
