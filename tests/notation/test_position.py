"""Positions in one line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jacknine.game import State, legal
from jacknine.notation import position
from jacknine.notation.position import PositionError, parse_position, position_text
from jacknine.variants import VARIANTS
from tests.play import Step, random_game
from tests.strategies import games_played
from tests.support import ROOT, long_count

ELSEWHERE = ("layout", "calls", "status")
"""What a position does not tell: how the cards and the contract came about."""


def same(one: State, other: State) -> None:
    """Hold two states of card play to be the same in everything a position tells."""
    assert one.deal is not None and other.deal is not None
    for name in one.deal._fields:
        if name not in ELSEWHERE:
            assert getattr(one.deal, name) == getattr(other.deal, name), name
    assert (one.rules, one.totals, one.held) == (other.rules, other.totals, other.held)
    assert set(legal(one)) == set(legal(other))


@pytest.mark.parametrize("game", VARIANTS)
def test_a_position_comes_back(game: str) -> None:
    for seed in range(long_count(25, 2_000)):
        for step in random_game(seed, game):
            state = step.after
            if state.deal is not None and state.deal.phase == "play" and state.deal.claimed_by is None:
                line = position_text(state)
                same(parse_position(line), state)
                assert position_text(parse_position(line)) == line


PUZZLES = [
    "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 "
    "taken=0:40,1:31+20 trick=AH",
    "belote dealer=3 contract=H taker=1 hands=AK.-.7.-/-.J9.-.8/T9.-.-.A/-.Q.KT.- leader=2 "
    "taken=0:21,1:14,2:12,1:4,0:14",
    "bela(players=3) dealer=2 contract=S taker=0 hands=J9.-.-.-/A.T.-.-/Q.-.7.- away=7S8H totals=100,0,20",
    "coinche dealer=1 contract=C taker=3 level=90 multiplier=2 raiser=2 hands=A.-.-.-/K.-.-.-/Q.-.-.-/J.-.-.-",
    "bela(players=2,two_seven_swap=on) dealer=0 contract=H taker=1 hands=-.A.-.-/-.Q.-.- turned=QH swapped=1",
]


@pytest.mark.parametrize("line", PUZZLES)
def test_a_puzzle_comes_back(line: str) -> None:
    assert position_text(parse_position(line)) == line


def test_the_documented_lines_are_positions() -> None:
    texts = (position.__doc__ or "") + (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    documented = re.findall(r"^ *(\w+(?:\([^ ]*\))? dealer=.*)$", texts, re.MULTILINE)
    assert len(documented) == 2
    for line in documented:
        assert position_text(parse_position(line)) == line


def test_what_was_taken_counts() -> None:
    state = parse_position(PUZZLES[0])
    assert state.deal is not None
    assert state.deal.captured == (40, 31, 0, 0) and state.deal.roem == (0, 20, 0, 0)
    assert state.turn == 3
    with_discard = parse_position(PUZZLES[2])
    assert with_discard.deal is not None and with_discard.deal.laid_away.bit_count() == 2


def test_only_card_play_has_a_line() -> None:
    steps = random_game(1, "belote")
    for step in steps:
        if step.before.deal is None or step.before.deal.phase != "play":
            with pytest.raises(PositionError, match="only a state of card play"):
                position_text(step.before)


SOUND = "belote dealer=3 contract=H taker=1 hands=AK.-.7.-/-.J9.-.8/T9.-.-.A/-.Q.KT.-"


WRONG = [
    ("", "is no rule set"),
    ("poker dealer=3", "there is no game 'poker'"),
    (SOUND + " colour=red", "'colour=red' is no word of a position"),
    (SOUND + " leader", "'leader' is no word of a position"),
    (SOUND + " dealer=2", "dealer is there twice"),
    ("belote dealer=3 contract=H taker=1", "hands is missing"),
    (SOUND.replace("dealer=3", "dealer=4"), "no seat 4 for the dealer"),
    (SOUND.replace("dealer=3", "dealer=x"), "'x' is no number"),
    (SOUND.replace("taker=1", "taker=7"), "no seat 7 for the taker"),
    (SOUND.replace("contract=H", "contract=N"), "no contract 'N'"),
    (SOUND.replace("AK.-.7.-", "AK.-.7"), "write four suits"),
    (SOUND.replace("AK.-.7.-", "AK.-.7.1"), "'1C' is no card"),
    (SOUND.replace("AK.-.7.-", "AK.-.K.-"), "KD: in two places"),
    (SOUND.replace("AK.-.7.-", "AK.-.-.-"), "not of one size"),
    (SOUND.replace("/-.Q.KT.-", ""), "4 seats"),
    (SOUND + " leader=5", "a leader among them"),
    (SOUND + " trick=AH,KH", "2 cards|1 cards|not of one size"),
    (SOUND + " trick=A", "trick=A: that is no trick"),
    (SOUND + " tricks=AHKH", "2 cards"),
    (SOUND + " trick=JH", "JH is in two places"),
    (SOUND + " taken=5:10", "write the winner's seat"),
    (SOUND + " taken=1:99999", "write the winner's seat"),
    (SOUND + " swapped=7", "no seat 7 for the swapped"),
    (SOUND + " swapped=1", "a seven is changed for a turned card"),
    ("belote dealer=0 contract=S taker=0 hands=-.-.-.-/-.-.-.-/-.-.-.-/-.-.-.-", "no card is left"),
    (SOUND + " raiser=4", "no seat 4 for the raiser"),
    (SOUND + " taken=1", "write the winner's seat"),
    (SOUND + " totals=1,999999999", "totals=1,999999999: each is 0 to 100000"),
    (SOUND + " held=100001,0", "held=100001,0: each is 0 to 100000"),
    (SOUND + " multiplier=999999999", "multiplier=999999999: under these settings it is 1$"),
    (SOUND.replace("belote", "coinche") + " multiplier=3", "multiplier=3: under these settings it is 1 or 2 or 4"),
    (SOUND.replace("belote", "coinche") + " level=85", "level=85: under these settings it is 0 or 80 or 90 or"),
    (SOUND.replace("belote", "coinche") + " goal=capot level=80", "level=80: under these settings it is 0 or 250"),
    (SOUND.replace("belote", "coinche") + " goal=generale", "goal=generale: under these settings it is points"),
    (SOUND + " level=80", "level=80: under these settings it is 0"),
    (SOUND + " taken=1:152", "taken=1:152: the cards that are gone have 65 points"),
    (SOUND + " taken=1:10+20", "roem comes in tens, 0 to 0 a trick"),
    (SOUND + " taken=1:0,1:0,1:0,1:0,1:0,1:0,1:0,1:0", "the cards that are gone make 5 tricks"),
    (SOUND + " totals=1", "one number a side, 2 in all"),
    (SOUND + " level=1,2", "one number is wanted"),
    (SOUND + " goal=win", "points or capot or generale"),
    (SOUND + " locked=no", "it is yes, or not there"),
    (SOUND + " away=AS", "AS: in two places"),
    (SOUND + " declared=0", "declared: nothing to declare"),
    (SOUND + " declared=2", "declared=2: there was nothing to declare"),
    ("belote dealer=3 contract=H taker=1 hands=A.-.-.-/K.-.-.-/Q.-.7.-/J.-.-.- trick=TD8D", "not of one size"),
    ("belote dealer=3 contract=H taker=1 hands=-.-.-.-/-.7.-.-/K.-.-.-/Q.-.-.- trick=AS", None),
    ("belote dealer=3 contract=H taker=1 hands=-.-.-.-/7.-.-.-/K.-.-.-/Q.-.-.- trick=AS8D", "not of one size"),
    ("belote dealer=3 contract=H taker=1 hands=7.-.-.-/K.-.-.-/Q.-.9.-/J.-.8.- trick=AS8H", "AS8H: follow suit"),
    ("belote dealer=3 contract=H taker=1 hands=-.-.-.-/-.-.-.-/-.-.-.-/-.-.-.- tricks=ASKSQSJS", "no card is left"),
    ("belote dealer=3 contract=H taker=1 hands=K.-.-.-/QT.-.-.-/J9.-.-.-/87.-.-.- trick=AS!", "nothing to say"),
]
"""Lines that are wrong, with part of what is said of them; None where they are right after all."""


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_wrong_lines_are_told(line: str, message: str | None) -> None:
    if message is None:
        parse_position(line)
        return
    with pytest.raises(PositionError, match=message):
        parse_position(line)


@given(games_played(), st.data())
def test_any_damage_is_an_error_or_another_position(steps: list[Step], data: st.DataObject) -> None:
    states = [step.after for step in steps if step.after.deal is not None and step.after.deal.phase == "play"]
    if not states:
        return
    line = position_text(data.draw(st.sampled_from(states)))
    at = data.draw(st.integers(0, len(line) - 1))
    changed = line[:at] + data.draw(st.characters(codec="utf-8") | st.just("")) + line[at + 1 :]
    try:
        state = parse_position(changed)
    except PositionError:
        return
    same(parse_position(position_text(state)), state)


def test_an_ekka_said_in_a_finished_trick_is_kept() -> None:
    line = (
        "baloot(ekka=manual) dealer=0 contract=S taker=2 card_to=2 called=hokum hands=-.-.8.-/T.-.-.-/9.-.-.-/K.-.-.- "
        "tricks=AD9DAHTD,TH8HKH7H,QH9HJH8S,7DKDQDAC,JSAS7SQS,9CJC7CKC,TC!QCJD8C"
    )
    assert position_text(parse_position(line)) == line
