"""Perft: the number of ways to play so many cards, on fixed deals, for every game and every knob of its duties.

A file of tests/data/perft has deals (hands by seat, trump, leader) with counts by rule set and number of cards. Those
of the golden deals of klaverjas come from two other programs; the referee of tests/oracle counts the small ones too.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from jacknine.cards import parse_cards
from jacknine.game import Play, State, apply_legal
from jacknine.game.legal import legal_cards
from jacknine.game.setup import play_state
from jacknine.rules.contract import Contract
from jacknine.rules.settings import SettingsError
from jacknine.rules.table import LOCKED, TRUMPS, compile_table
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, parse_line, rules
from tests import oracle
from tests.support import DATA, LONG
from tests.versus import settings_of, trump_text

FOLDER = DATA / "perft"
QUICK = 300_000
"""Counts above this are only looked at in a long run."""

Known = dict[tuple[Any, ...], int]


def perft(state: State, depth: int, known: Known) -> int:
    """The number of ways to play so many cards."""
    deal = state.deal
    assert deal is not None
    if deal.phase != "play":
        return 0
    cards = legal_cards(state.rules, deal)
    if depth == 1:
        return cards.bit_count()
    key = (deal.hands, deal.trick, deal.leader, deal.ekka, depth)
    if key not in known:
        plays = [Play(deal.turn or 0, card) for card in range(36) if cards >> card & 1]
        known[key] = sum(perft(apply_legal(state, play)[0], depth - 1, known) for play in plays)
    return known[key]


def begin(chosen: Rules, deal: dict[str, Any]) -> State:
    hands = [parse_cards(hand.split()) for hand in deal["hands"]]
    contract = Contract(deal["trump"], 0)
    return play_state(chosen, contract, hands, dealer=len(hands) - 1, leader=deal["leader"])


def deals(game: str) -> list[dict[str, Any]]:
    path = FOLDER / f"{game}.json"
    assert path.exists(), f"{game} has no perft file"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def all_counts() -> Iterator[tuple[str, str, dict[str, Any], dict[str, int]]]:
    for game in VARIANTS:
        for deal in deals(game):
            for line, counts in deal["counts"].items():
                yield f"{deal['name']}: {line}", line, deal, counts


CASES = list(all_counts())
IDS = [case[0] for case in CASES]


@pytest.mark.parametrize(("_", "line", "deal", "counts"), CASES, ids=IDS)
def test_the_engine_counts(_: str, line: str, deal: dict[str, Any], counts: dict[str, int]) -> None:
    state, known = begin(parse_line(line), deal), Known()
    for depth, count in counts.items():
        if LONG or count <= QUICK:
            assert perft(state, int(depth), known) == count, depth


@pytest.mark.parametrize(("_", "line", "deal", "counts"), CASES, ids=IDS)
def test_the_referee_counts_alike(_: str, line: str, deal: dict[str, Any], counts: dict[str, int]) -> None:
    chosen = parse_line(line)
    hands = [hand.split() for hand in deal["hands"]]
    for depth, count in counts.items():
        if count <= (200_000 if LONG else 1_500):
            asked = (chosen.variant, settings_of(chosen), hands, trump_text(deal["trump"]), deal["leader"], int(depth))
            assert oracle.perft(*asked) == count, depth


@pytest.mark.parametrize("game", VARIANTS)
def test_every_knob_of_the_duties_changes_a_count(game: str) -> None:
    standard = rules(game)
    for setting in VARIANTS[game].settings:
        for value in setting.values:
            try:
                changed = rules(game, {setting.name: value})
            except SettingsError:
                continue
            if differ(changed, standard):
                assert told_apart(game, standard.line, changed.line), f"no deal tells {changed.line}"


def differ(one: Rules, other: Rules) -> bool:
    """Whether the duties differ in a contract that both rule sets play."""
    keys = {denomination.key for denomination in one.denominations} & {each.key for each in other.denominations}
    return any(duties(one, key) != duties(other, key) for key in keys)


def duties(chosen: Rules, key: str) -> tuple[int, ...]:
    return compile_table(chosen, key)[TRUMPS + 1 : LOCKED + 1]


def told_apart(game: str, one: str, other: str) -> bool:
    """Whether a deal of a game's file has different counts for two rule sets."""
    counts = [deal["counts"] for deal in deals(game)]
    return any(one in lines and other in lines and lines[one] != lines[other] for lines in counts)
