"""Positions that cannot be are refused, with the card or the hand named."""

from __future__ import annotations

from typing import Any

import pytest

from jacknine.rules.settings import SettingsError
from jacknine.solver.position import Position, PositionError, read_position
from jacknine.variants import rules

ENDING: dict[str, Any] = {
    "game": "belote",
    "hands": {"0": ["TS", "7D"], "1": ["9S", "TH"], "2": ["9H", "JH"], "3": ["7S", "8S"]},
    "trump": "C",
    "leader": 1,
}


def changed(**changes: Any) -> dict[str, Any]:
    return {**ENDING, **changes}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (changed(hands={**ENDING["hands"], "3": ["7S", "TS"]}), "TS is there twice"),
        (changed(hands={**ENDING["hands"], "3": ["7S", "7S"]}), "7S is there twice"),
        (changed(hands={**ENDING["hands"], "3": ["7S"]}), "seat 3 has 1 cards for the tricks left, seat 1 has 2"),
        (changed(hands={**ENDING["hands"], "3": ["7S", "6S"]}), "6S is not in the pack of belote"),
        (changed(hands={**ENDING["hands"], "3": ["7S", "1S"]}), "'1S' is no card"),
        (changed(hands={**ENDING["hands"], "3": [f"{r}D" for r in "89TJQKA"] + ["AC", "KC"]}), "too many"),
        (changed(hands={"0": ["7S"], "1": ["8S"], "2": ["9S"]}), "seat 3 has no hand"),
        (changed(hands={**ENDING["hands"], "4": ["7C"]}), "seat 4 does not exist"),
        (changed(trump="X"), "trump 'X' is not played in belote; choose one of S H D C"),
        (changed(trump="none"), "trump 'N' is not played"),
        (changed(leader=4), "leader 4 is no seat"),
        (changed(trick=["AS"]), "seat 1 has 3 cards for the tricks left, seat 2 has 2"),
        (changed(trick=["TH"]), "TH is there twice"),
        (changed(trick=["AS", "KS", "QS", "JS"]), "4 cards lie on the table"),
        (changed(hands={seat: [] for seat in "0123"}), "no cards are left"),
        ({"game": "belote"}, "hands is missing"),
    ],
)
def test_impossible_positions_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        read_position(given)


def test_unknown_games_and_settings_are_refused() -> None:
    with pytest.raises(SettingsError, match="there is no game 'whist'"):
        read_position(changed(game="whist"))
    with pytest.raises(SettingsError, match="no setting"):
        read_position(changed(settings={"undertrumping": "free"}))


def test_a_trick_under_way_moves_the_turn() -> None:
    position = read_position(
        changed(hands={**ENDING["hands"], "1": ["9S"], "2": ["9H"]}, trick=["TH", "JH"]),
    )
    assert position.turn == 3
    assert position.camps == (0, 1, 0, 1)


def test_a_lone_taker_is_a_camp_of_his_own() -> None:
    hands = tuple(1 << seat for seat in range(3))
    position = Position(rules("bela", {"players": 3}), "H", hands, taker=1)
    assert position.camps == (1, 0, 1)
    assert position.groups == (4, 1, 2)
    assert position.bonus() == (90, 90)


def test_the_bonus_for_all_tricks_is_the_settings() -> None:
    def bonus(game: str, key: str, taker: int = 0, **settings: object) -> tuple[int, int]:
        chosen = rules(game, settings)
        return Position(chosen, key, (1, 2, 4, 8), taker=taker).bonus()

    assert bonus("belote", "H") == (88, 88)
    assert bonus("belote", "H", preset="cafe") == (90, 90)
    assert bonus("belote", "H", taker=1, dedans_capot="162") == (0, 88)
    assert bonus("klaverjas", "H") == (100, 100)
    assert bonus("klaverjas", "H", pit_for="declarers") == (100, 0)
    assert bonus("coinche", "H", preset="contree") == (90, 90)
    assert bonus("coinche", "A", sa_ta="on", sa_ta_points="ffb2016") == (88, 88)
    assert bonus("baloot", "N") == (0, 0)
    assert bonus("jass", "U") == (100, 100)
    assert bonus("jass", "U", counter_match="double") == (100, 100 + 257)
