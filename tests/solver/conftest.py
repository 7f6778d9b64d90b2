"""The solver is compiled once for all of these tests, and may take its time on a busy machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from jacknine.solver.api import warm
from tests.support import LONG

HERE = Path(__file__).parent
PATIENCE = 7200 if LONG else 900
"""Seconds: compiling takes ten on a free machine, and happens in whichever test comes first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PATIENCE))


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    warm()
