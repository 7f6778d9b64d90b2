"""Golden playthroughs: two whole deals of every game in print, to be read by people and to notice any change.

The decisions come from a fixed stream of numbers, so that they are neither clever nor all alike. `make golden` writes
the files anew; read the difference.
"""

import re
from collections.abc import Callable
from hashlib import sha256

import pytest

from jacknine.game import State, apply, legal, start
from jacknine.notation.fair import shuffled
from jacknine.notation.show import deal_text
from jacknine.variants import VARIANTS, parse_line, rules

EXTRA = (
    "belote(announce=manual)",
    "coinche(sa_ta=on)",
    "klaverjas(trump_method=gedraaid,roem_call=claim)",
    "bela(players=2,two_seven_swap=on)",
    "bela(players=3)",
)
LINES = [rules(game, {"preset": preset.name}).line for game in VARIANTS for preset in VARIANTS[game].presets]


def playthrough(line: str) -> str:
    """Two deals with a contract, played by numbers."""
    state = start(parse_line(line))
    told = [f"{line}\n"]
    number = 0
    while len(told) < 3:
        if state.to_deal:
            number += 1
            state, _ = apply(state, shuffled(state.rules, sha256(line.encode()).digest(), number))
        state = played(state, sha256(f"{line} {number}".encode()).digest() * 4)
        assert state.deal is not None
        if state.deal.contract is not None:
            told.append(deal_text(state))
    return "\n".join(told)


def played(state: State, numbers: bytes) -> State:
    for number in numbers:
        if state.to_deal or state.over:
            return state
        actions = legal(state)
        state, _ = apply(state, actions[number % len(actions)])
    raise AssertionError("the deal never ends")


@pytest.mark.parametrize("line", [*LINES, *EXTRA])
def test_playthrough(line: str, golden: Callable[[str, str], None]) -> None:
    name = re.sub("[(,=]", "-", line.removesuffix(")"))
    golden(f"{name}.txt", playthrough(line))
