"""Conformance: the engine agrees with every case, wrong answers are noticed, and lines that are no case are told."""

import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jacknine.analysis.cases import Case, CaseError, parse, read
from jacknine.analysis.conformance import judge
from tests.support import DATA

FILES = sorted((DATA / "cases").glob("*.jsonl"))


def cases(path: Path) -> list[Case]:
    found = []
    for number, case in read(path.read_bytes().split(b"\n")):
        assert isinstance(case, Case), (path, number, case)
        found.append(case)
    return found


ALL = [case for path in FILES for case in cases(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_agrees_with_every_case(path: Path) -> None:
    verdicts = [judge(case) for case in cases(path)]
    assert len(verdicts) > 100
    assert not [(v.case.id, v.case.expect, v.got) for v in verdicts if v.differing]
    assert not [v.skipped for v in verdicts if v.skipped and v.case.kind != "solver"]


def other(name: str, value: Any) -> Any:
    """A value unlike another of its kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 0
    if isinstance(value, list):
        return value[:-1] if value else [{"cards": ["7S"], "points": 1} if name == "melds" else "AC"]
    return "S" if value != "S" else "H"


def test_every_wrong_answer_is_noticed() -> None:
    for case in ALL:
        skipped = judge(case).skipped
        for name, value in case.expect.items():
            expect = case.expect | {name: other(name, value)}
            wrong = Case(case.id, case.game, case.settings, case.kind, case.given, expect)
            assert skipped or judge(wrong).differing == (name,), wrong


def test_cards_and_declarations_are_compared_without_their_order() -> None:
    for case in ALL:
        expect = {name: value[::-1] if name in ("legal", "melds") and isinstance(value, list) else value
                  for name, value in case.expect.items()}  # fmt: skip
        assert not judge(Case(case.id, case.game, case.settings, case.kind, case.given, expect)).differing


LEGAL: dict[str, Any] = {
    "id": "x",
    "game": "belote",
    "kind": "legal",
    "given": {"trump": "H", "trick": ["8S"], "hand": ["7S", "AH"]},
    "expect": {"legal": ["7S"]},
}
TRICK = LEGAL | {
    "kind": "trick",
    "given": {"trump": "H", "trick": ["7S", "8S", "9S", "TS"]},
    "expect": {"winner": 3},
}
LONG = [rank + "S" for rank in "789TJQKA"] + ["7H"]
MELDS = LEGAL | {"kind": "melds", "given": {"hand": ["7S", "8S", "9S"]}, "expect": {"points": 20}}
COMPARE = LEGAL | {"kind": "meld_compare", "given": {"hands": {"1": ["7S", "8S", "9S"]}}, "expect": {"side": 1}}
AUCTION = LEGAL | {"kind": "auction", "given": {"turned": "7S", "calls": ["pass", "take"]}, "expect": {"over": True}}
SCORE = LEGAL | {
    "kind": "deal_score",
    "given": {"taker": 0, "card_points": [90, 72], "tricks": [4, 4]},
    "expect": {"made": True},
}
MATCH = LEGAL | {
    "kind": "match",
    "given": {"target": 501, "before": [490, 300], "deal": [90, 72]},
    "expect": {"over": True},
}
SOLVER = LEGAL | {
    "kind": "solver",
    "given": {"trump": "H", "leader": 0, "hands": {"0": ["7S"], "1": ["8S"], "2": ["9S"], "3": ["TS"]}},
    "expect": {"value": 0},
}


def judged(case: dict[str, Any], given: dict[str, Any] | None = None, **changes: Any) -> Any:
    whole = case | changes
    return judge(parse(json.dumps(whole | {"given": whole["given"] | (given or {})}).encode()))


def test_the_models_of_the_tests_below_are_sound() -> None:
    for case in (LEGAL, TRICK, MELDS, COMPARE, AUCTION, SCORE, SOLVER):
        assert not judged(case).differing


@pytest.mark.parametrize(
    ("case", "given", "changes", "message"),
    [
        (LEGAL, {}, {"id": 5}, "id is missing or no text"),
        (LEGAL, {}, {"kind": "taste"}, "there is no kind 'taste'; the kinds are legal, trick"),
        (LEGAL, {}, {"expect": []}, "expect is missing or no object"),
        (LEGAL, {}, {"expect": {}}, "nothing is asked"),
        (LEGAL, {}, {"expect": {"legl": ["7S"]}}, "expect has no 'legl'; it may have legal"),
        (LEGAL, {}, {"expect": {"legal": "7S"}}, 'legal is "7S", not a list'),
        (LEGAL, {}, {"expect": {"legal": ["1S"]}}, "legal: '1S' is no card"),
        (LEGAL, {}, {"colour": "red"}, "the case has no 'colour'"),
        (LEGAL, {}, {"settings": []}, "settings are no object"),
        (LEGAL, {}, {"settings": {"undertrump": "maybe"}}, r"undertrump=maybe: undertrump is forced \| free \| banned"),
        (LEGAL, {}, {"settings": {"under": "free"}}, "belote has no setting 'under'"),
        (LEGAL, {"color": 1}, {}, "given has no 'color'"),
        (LEGAL, {"hand": ["7S", "7S"]}, {}, "hand: 7S is there twice"),
        (LEGAL, {"hand": "7S"}, {}, 'hand is "7S", not a list'),
        (LEGAL, {"hand": [7]}, {}, r"hand is \[7\], not a list of texts"),
        (LEGAL, {"hand": ["8S"]}, {}, "8S: in two places"),
        (LEGAL, {"hand": ["6S"]}, {}, "hand: 6S is not in the pack"),
        (LEGAL, {"trick": ["6S"]}, {}, "6S: in two places, or not in the pack"),
        (LEGAL, {"hand": LONG}, {}, "hand has 9 cards: nobody holds more than 8"),
        (LEGAL, {"trick": ["8S", "9S", "TS", "JS"]}, {}, "nobody is left to play"),
        (LEGAL, {"trump": "X"}, {}, "trump is 'X', not one of S, H, D, C, "),
        (LEGAL, {"trump": "none"}, {}, "belote has no contract 'N'"),
        (LEGAL, {"players": 3}, {}, "players is 3, and belote is not played so"),
        (LEGAL, {"players": 3}, {"settings": {"players": 4}}, "players is 3 in what is given and 4 in the settings"),
        (LEGAL, {"locked": 1}, {}, "locked is 1, not true or false"),
        (TRICK, {"trick": ["7S"]}, {}, "trick has 1 cards, not 4"),
        (AUCTION, {"calls": ["jump"]}, {}, "'jump' is no call"),
        (AUCTION, {"turned": 7}, {}, "turned is 7, not a text"),
        (AUCTION, {"turned": "6H"}, {}, "turned is 6H, which is not in the pack"),
        (MELDS, {"hand": ["6S", "7S", "8S"]}, {}, "hand: 6S is not in the pack"),
        (COMPARE, {"hands": {"1": ["6S", "7S", "8S"]}}, {}, "hand of seat 1: 6S is not in the pack"),
        (SCORE, {"card_points": [90]}, {}, "not 2 whole numbers, one a side|not a list"),
        (SCORE, {"card_points": [90, True]}, {}, "not 2 whole numbers, one a side"),
        (SCORE, {"card_points": [90, 10**9]}, {}, "card_points is 1000000000, not one of -1000000 to 1000000"),
        (SCORE, {"taker": 2}, {}, "taker is 2, not one of 0 to 1"),
        (SCORE, {"bid": 95}, {"game": "coinche"}, "coinche has no bid 95 with trump H"),
        (SCORE, {"bid": 80}, {"game": "baloot"}, "baloot has no bids"),
        (SCORE, {"bid": 80}, {}, "belote has no bids"),
        (SCORE, {"contract": "bid"}, {"game": "baloot"}, "contract is 'bid', not hokum or sun"),
        (SCORE, {"contract": "hokum"}, {}, "belote has no hokum and no sun"),
        (SCORE, {}, {"game": "coinche"}, "bid is missing"),
        (SCORE, {"multiplier": 0}, {}, "multiplier is 0: under these settings it is 1$"),
        (SCORE, {"multiplier": 2}, {"game": "bela"}, "multiplier is 2: under these settings it is 1$"),
        (
            SCORE,
            {"multiplier": 3, "bid": 80},
            {"game": "coinche"},
            "multiplier is 3: under these settings it is 1 or 2 or 4",
        ),
        (
            SCORE,
            {"multiplier": 3, "contract": "sun"},
            {"game": "baloot", "settings": {"doubling": "on"}},
            "it is 1 or 2$",
        ),
        (SCORE, {"tricks": [4, 3]}, {}, "tricks are 4 and 3: a deal has 8"),
        (SCORE, {"tricks": [9, -1]}, {}, "tricks are 9 and -1: a deal has 8"),
        (
            SCORE,
            {"card_points": [90, 90]},
            {},
            "card_points are 90 and 90: the cards and the last trick are 162 together",
        ),
        (SCORE, {"card_points": [172, -10]}, {}, "the cards and the last trick are 162 together"),
        (SCORE, {"tricks": [0, 8]}, {}, "side 0 has won no trick, so it has 0"),
        (
            SCORE,
            {"card_points": [82, 70, 10], "tricks": [6, 4, 0], "players": 3},
            {"game": "bela"},
            "side 2 has won no trick, so it has 0",
        ),
        (SCORE, {"contract": "sun"}, {"game": "baloot"}, "the cards and the last trick are 130 together"),
        (SCORE, {}, {"game": "jass"}, "tricks are 4 and 4: a deal has 9"),
        (SCORE, {"belote": [20, 20]}, {}, "belote is 20 and 20: the sides can have 0 or 20 together"),
        (
            SCORE,
            {"belote": [40, 0], "bid": 80, "trump": "none"},
            {"game": "coinche", "settings": {"sa_ta": "on"}},
            "the sides can have 0 together",
        ),
        (SCORE, {"belote": [20, 0]}, {"game": "klaverjas"}, "the sides can have 0 together"),
        (SCORE, {"roem": [20, 0]}, {}, "roem is 20 and 0: it comes in tens, 0 to 0 a trick won"),
        (SCORE, {"roem": [0, 25]}, {"game": "klaverjas"}, "it comes in tens, 0 to 200 a trick won"),
        (SCORE, {"roem": [-20, 0]}, {"game": "klaverjas"}, "it comes in tens, 0 to 200 a trick won"),
        (SCORE, {"melds": [-20, 0]}, {}, "melds is -20, not one of 0 to 2000"),
        (SCORE, {"held": -1}, {}, "held is -1, not one of 0 to 10000"),
        (MATCH, {"target": 0}, {}, "target is 0, not one of 1 to 10000"),
        (SOLVER, {"all_tricks": 10**6}, {}, "all_tricks is 1000000, not one of 0 to 10000"),
        (SOLVER, {"leader": 4}, {}, "leader is 4, not one of 0 to 3"),
        (SOLVER, {"hands": {"4": ["7S"]}}, {}, "hands has no seat '4'"),
        (SOLVER, {"hands": {"0": ["7S"], "1": ["7S"]}}, {}, "hand of seat 1: 7S is in another hand too"),
        (SOLVER, {"hands": {"0": ["7S"]}}, {}, "hands are of different sizes"),
    ],
)
def test_what_is_no_case_is_told(
    case: dict[str, Any], given: dict[str, Any], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(CaseError, match=message):
        judged(case, given, **changes)


def test_points_held_over_count_only_where_points_hang() -> None:
    for game, settings, scores in (
        ("bela", {"tie": "hang"}, [171, 72]),
        ("bela", {"tie": "fall"}, [90, 72]),
        ("belote", {"preset": "cafe"}, [171, 72]),
    ):
        assert not judged(SCORE, {"held": 81}, game=game, settings=settings, expect={"scores": scores}).differing


def test_players_may_be_given_as_text() -> None:
    given = {"players": "2", "trick": ["8S"]}
    assert not judged(LEGAL, given, game="bela", settings={"players": 2}).differing


@pytest.mark.parametrize("words", ["kontra rekontra", "double surcoinche", "coinche surcoinche"])
def test_who_doubles_may_use_the_words_of_other_games(words: str) -> None:
    calls = ["H", "pass", *words.split()]
    expect = {"legal": True, "over": True, "trump": "H", "multiplier": 4}
    assert not judged(AUCTION, {"calls": calls}, game="bela", settings={"kontra": "on"}, expect=expect).differing


def test_a_missing_value_is_told() -> None:
    for case in (LEGAL, TRICK, AUCTION, SCORE, SOLVER):
        for name in case["given"]:
            if (case, name) != (SCORE, "taker"):
                left = {key: value for key, value in case["given"].items() if key != name}
                with pytest.raises(CaseError, match=f"{name} is missing"):
                    judged(case | {"given": left})


def test_lines_are_numbered_and_ids_unique() -> None:
    line = json.dumps(LEGAL).encode()
    found = list(read([b"", line, b"[]", b"{", line, b'"\xff"']))
    assert [number for number, _ in found] == [2, 3, 4, 5, 6]
    told = [str(error) for _, error in found[1:]]
    assert told[0] == "no JSON object"
    assert told[1].startswith("no JSON: ")
    assert told[2] == "the id 'x' is that of line 2"
    assert told[3].startswith("no JSON: ")


def test_what_the_engine_cannot_answer_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(LEGAL, game="poker").skipped == "the engine does not play poker"
    long = next(case for case in ALL if case.kind == "solver" and len(case.given["hands"]["0"]) == 8)
    # As if the solver's packages were not installed.
    monkeypatch.delitem(sys.modules, "jacknine.solver.api", raising=False)
    monkeypatch.delattr("jacknine.solver.api", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert judge(long).skipped == "more than 5 tricks, and the exact solver needs numpy"


def test_what_the_engine_refuses_is_a_mismatch() -> None:
    refused = judged(AUCTION, {"calls": ["take", "take", "pass"]})
    assert refused.differing == ("over",)
    assert refused.got == {"refused": "call 2, take, is not allowed"}
    deal = deepcopy(next(case for case in ALL if case.kind == "deal" and case.game == "belote"))
    deal.given["cards"][0], deal.given["cards"][1] = deal.given["cards"][1], deal.given["cards"][0]
    assert "not in hand" in judge(deal).got["refused"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.sampled_from(["7S", "AH", "H", "pass", "80H"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("0123"), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from([case for case in ALL if case.kind != "solver"]), JSON, st.data())
def test_any_value_gets_an_answer_or_a_reason(case: Case, value: Any, data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(["given", "expect"]))
    values: dict[str, Any] = dict(getattr(case, part))
    values[data.draw(st.sampled_from(sorted(values)))] = value
    given, expect = (values, case.expect) if part == "given" else (case.given, values)
    try:
        judge(Case(case.id, case.game, case.settings, case.kind, given, expect))
    except CaseError:
        return
