"""The laws notice what they are there for: a state that breaks one is told by its name."""

from typing import Any

import pytest

from jacknine.game import State
from jacknine.game.invariants import BrokenInvariant, check
from jacknine.rules.scoring import Line
from jacknine.variants import VARIANTS
from tests.play import random_game


def middle() -> State:
    """A state in the middle of card play, two tricks done and a card on the table."""
    for step in random_game(1, "belote"):
        deal = step.after.deal
        if deal is not None and len(deal.tricks) == 2 and len(deal.trick) == 1:
            return step.after
    raise AssertionError("no such state")


def end() -> State:
    return random_game(1, "belote")[-1].after


def changed(state: State, **changes: Any) -> State:
    assert state.deal is not None
    return state._replace(deal=state.deal._replace(**changes))


def broken() -> list[tuple[str, State]]:
    state = middle()
    deal = state.deal
    assert deal is not None and deal.turn is not None
    hands = list(deal.hands)
    low = hands[0] & -hands[0]
    lost = (hands[0] ^ low, *hands[1:])
    doubled = (hands[0], hands[1] | low, *hands[2:])
    moved = (hands[0] ^ low, hands[1] | low, *hands[2:])
    first, second = deal.tricks
    over = end()
    assert over.deal is not None
    sheet = over.outcomes[-1].sheet
    assert sheet is not None
    padded = sheet.__class__((*sheet.lines, Line("cards", 0, 1)), sheet.scores, sheet.made, sheet.held)
    return [
        ("cards", changed(state, hands=lost)),
        ("cards", changed(state, hands=doubled)),
        ("cards", changed(state, layout=deal.layout._replace(stock=1 << 33))),
        ("hands", changed(state, hands=moved)),
        ("hands", changed(state, dealt=moved)),
        ("tricks", changed(state, tricks=(first._replace(winner=(first.winner + 1) % 4), second))),
        ("tricks", changed(state, tricks=(first._replace(points=first.points + 1), second))),
        ("tricks", changed(state, tricks=(first._replace(roem=20), second))),
        ("tricks", changed(state, captured=(deal.captured[0] + 1, *deal.captured[1:]))),
        ("turn", changed(state, turn=(deal.turn + 1) % 4)),
        ("turn", changed(state, turn=None)),
        ("turn", changed(over, turn=0)),
        ("sheet", over._replace(outcomes=(over.outcomes[-1]._replace(sheet=padded),))),
    ]


@pytest.mark.parametrize(("law", "state"), broken())
def test_a_broken_law_is_told(law: str, state: State) -> None:
    with pytest.raises(BrokenInvariant, match=f"^{law}: ") as error:
        check(state)
    assert error.value.law == law


def test_sound_states_pass() -> None:
    check(middle())
    check(end())
    for game in VARIANTS:
        check(random_game(0, game)[0].before)
