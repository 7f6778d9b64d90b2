"""Contree against an engine that shares nothing with ours: every card of whole deals."""

from __future__ import annotations

import json

import pytest

from bench.peer import COLVER, PeerMissing, output, python
from jacknine.solver.api import Position, Solver
from jacknine.variants import rules
from tests.support import long_count

TOTAL, ALL_TRICKS = 162, 90


@pytest.mark.slow
def test_contree_deals_equal_colver() -> None:
    if not python(COLVER.name).exists():
        pytest.skip("colver is not installed; `make bench PEERS=1` installs it")
    count = long_count(15, 300)
    try:
        told = output([python(COLVER.name), "-m", "bench.peers.colver_solver", str(count), "2026"]).splitlines()[:-1]
    except PeerMissing as reason:
        pytest.skip(f"colver does not run here: {reason}")
    solver, contree = Solver(), rules("coinche", {"preset": "contree"})
    for one in map(json.loads, told):
        position = Position(contree, one["trump"], tuple(one["hands"]), one["leader"])
        found = solver.solve(position, bonus=(ALL_TRICKS, ALL_TRICKS)).cards
        assert {str(card): _points(bounds.low) for card, bounds in found.items()} == one["points"]
    assert len(told) == count


def _points(difference: int) -> int:
    """Side 0's points as colver tells them: 252 for all tricks, 0 without any."""
    if abs(difference) == TOTAL + ALL_TRICKS:
        return max(difference, 0)
    return (difference + TOTAL) // 2
