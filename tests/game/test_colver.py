"""An outside referee: colver plays contree; our engine must offer the same calls and cards and write the same score.

Needs the peers' environment (`make bench PEERS=1` makes it); where that is missing the test says so and is skipped.
"""

import json
import subprocess
from typing import Any

import pytest

from bench.peer import COLVER, python
from jacknine.cards import mask_of, parse_card
from jacknine.game import Deal, Decision, Play, Speak, State, apply, legal, start
from jacknine.rules.auction import parse_call
from jacknine.variants import parse_line
from tests.support import ROOT, long_count

CONTREE = parse_line("coinche(preset=contree,target=10000)")
PACKETS = (3, 3, 2)


def told(deals: int) -> list[dict[str, Any]]:
    """Deals as colver plays them."""
    command = [str(python(COLVER.name)), "-m", "bench.peers.colver_positions", str(deals), "7"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def dealt(deal: dict[str, Any]) -> State:
    """The same hands on our table: the pack is stacked so that the packets give them."""
    state = start(CONTREE, dealer=deal["dealer"])
    hands = [[parse_card(card) for card in hand] for hand in deal["hands"]]
    order = [(deal["dealer"] + step) % 4 for step in range(1, 5)]
    cards: list[int] = []
    at = 0
    for packet in PACKETS:
        for seat in order:
            cards += hands[seat][at : at + packet]
        at += packet
    state, _ = apply(state, Deal(tuple(cards)))
    assert state.deal is not None and state.deal.hands == tuple(mask_of(hand) for hand in hands)
    return state


def text_of(decision: Decision) -> str:
    """A decision in colver's words."""
    if isinstance(decision, Speak):
        return str(decision.call)
    assert isinstance(decision, Play)
    return "".join(("789TJQKA"[decision.card & 7], "SHDC"[decision.card >> 3]))


@pytest.mark.slow
def test_contree_is_played_and_scored_as_colver_does() -> None:
    if not python(COLVER.name).exists():
        pytest.skip("no peers' environment: make bench PEERS=1 makes it")
    positions = 0
    for deal in told(long_count(60, 1000)):
        state = dealt(deal)
        for step in deal["steps"]:
            if state.deal is not None and state.turn != step["seat"]:
                # After a coinche colver asks the coincher's partner too, who may only pass; we skip him.
                assert step["legal"] == ["pass"]
                continue
            ours = sorted(text_of(one) for one in legal(state))
            assert ours == step["legal"], (deal, step)
            positions += 1
            seat = step["seat"]
            did = step["did"]
            playing = state.deal is not None and state.deal.phase == "play"
            state, _ = apply(state, Play(seat, parse_card(did)) if playing else Speak(seat, parse_call(did)))
        assert state.deal is not None and state.deal.outcome is not None
        sheet = state.deal.outcome.sheet
        if sheet is not None:
            assert list(sheet.scores) == deal["scores"], deal
    assert positions > long_count(600, 10_000)
