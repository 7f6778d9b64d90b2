"""Players that look ahead compile the solver once, in whichever test comes first: that may take its time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import LONG

HERE = Path(__file__).parent
PATIENCE = 7200 if LONG else 900
"""Seconds: compiling takes fifteen on a free machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PATIENCE))
