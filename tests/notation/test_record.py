"""Records: what is written comes back, and nothing that does not agree is believed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jacknine.game import Deal, apply, legal, start
from jacknine.notation.fair import commitment, shuffled
from jacknine.notation.record import Game, RecordedDeal, RecordError, Seal, deals, record, replay
from jacknine.variants import VARIANTS, rules
from tests.play import Step, random_game
from tests.strategies import games_played
from tests.support import long_count

SEED, NONCE = bytes(range(16)), bytes(range(32))


def game_of(steps: list[Step], *, agreed: bool = False) -> Game:
    """The game that some steps are."""
    first = steps[0].before
    found: list[tuple[Deal, list[Any]]] = []
    for step in steps:
        if isinstance(step.action, Deal):
            found.append((step.action, []))
        else:
            found[-1][1].append(step.action)
    played = tuple(RecordedDeal(deal, tuple(actions)) for deal, actions in found)
    return Game(first.rules, first.dealer, first.totals, played, agreed)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_replayed_record_is_the_game(game: str) -> None:
    for seed in range(long_count(30, 5_000)):
        steps = random_game(seed, game, deals=3)
        played = game_of(steps, agreed=not steps[-1].after.over and seed % 2 == 0)
        lines = record(played).splitlines()
        assert replay(lines) == played
        assert list(deals(lines))[-1] == steps[-1].after


@given(games_played(), st.data())
def test_a_record_of_a_deal_under_way_is_one_too(steps: list[Step], data: st.DataObject) -> None:
    played = game_of(steps[: data.draw(st.integers(1, len(steps)))])
    assert replay(record(played).splitlines()) == played


def test_a_match_to_its_end() -> None:
    for game in VARIANTS:
        steps = random_game(4, game, deals=200)
        assert steps[-1].after.over
        played = game_of(steps)
        assert json.loads(record(played).splitlines()[-1])["end"] == "over"
        assert replay(record(played).splitlines()) == played


def sealed() -> Game:
    chosen = rules("klaverjas", {"trump_method": "gedraaid"})
    return Game(chosen, 2, (0, 0), (RecordedDeal(shuffled(chosen, SEED, 1), (), Seal(SEED, NONCE)),))


def test_a_sealed_deal_keeps_its_promise() -> None:
    line = json.loads(record(sealed()).splitlines()[1])
    assert line["commitment"] == commitment(NONCE, SEED)
    assert replay(record(sealed()).splitlines()) == sealed()


def lines() -> list[dict[str, Any]]:
    """A sound record: one deal of klaverjas, and an end by agreement."""
    chosen = rules("klaverjas")
    state = start(chosen, 3)
    played: list[Any] = []
    state, _ = apply(state, shuffled(chosen, SEED, 1))
    while not state.to_deal:
        action = legal(state)[0]
        played.append(action)
        state, _ = apply(state, action)
    deal = RecordedDeal(shuffled(chosen, SEED, 1), tuple(played), Seal(SEED, NONCE))
    return [json.loads(line) for line in record(Game(chosen, 3, (0, 0), (deal,), agreed=True)).splitlines()]


SOUND = lines()
SCORES = SOUND[1]["scores"]


def damaged(number: int, **changes: Any) -> list[str]:
    """The sound record with some fields of a line changed, or left out where the change is None."""
    copies = [dict(line) for line in SOUND]
    copies[number - 1] = {name: value for name, value in (copies[number - 1] | changes).items() if value is not None}
    return [json.dumps(line) for line in copies]


PLAYS = SOUND[1]["actions"]


def replaced(at: int, value: str) -> list[str]:
    """The actions of the sound record, one of them another."""
    return [*PLAYS[:at], value, *PLAYS[at + 1 :]]


DAMAGED: dict[str, tuple[list[str], int, str]] = {
    "empty": ([], 1, "the record is empty"),
    "not json": ([*damaged(1)[:1], damaged(2)[1][:-10]], 2, "no JSON"),
    "no object": (["[1]"], 1, "no JSON object"),
    "no record": (['{"id": "belote-legal-001"}'], 1, "this is no game record"),
    "format": (damaged(1, format=2), 1, "format 2 is not known here"),
    "unknown field": (damaged(1, rulez="belote"), 1, "'rulez' is no field"),
    "game": (damaged(1, rules="poker"), 1, "there is no game 'poker'"),
    "setting": (damaged(1, rules="klaverjas(city=utrecht)"), 1, "city is rotterdam | amsterdam"),
    "dealer": (damaged(1, dealer=4), 1, "there is no seat 4"),
    "dealer text": (damaged(1, dealer="3"), 1, 'dealer is "3", not a whole number'),
    "dealer beyond": (damaged(1, dealer=10**400), 1, "dealer is beyond"),
    "totals": (damaged(1, totals=[0]), 1, "one number a side"),
    "totals beyond": (damaged(1, totals=[0, 10**4000]), 1, "totals are beyond"),
    "totals text": (damaged(1, totals="0"), 1, "totals are"),
    "card twice": (damaged(2, cards=SOUND[1]["cards"].replace("7S", "8S")), 2, "not the pack"),
    "pile": (damaged(2, pile="6S"), 2, "this game turns no card from a pile"),
    "spaces": (damaged(2, cards=SOUND[1]["cards"].replace(" ", "  ", 1)), 2, "'' is no card"),
    "seat beyond": (damaged(2, actions=["9" * 5000 + " call pass"]), 2, "it does not begin with a seat"),
    "no card": (damaged(2, cards=SOUND[1]["cards"].replace("7S", "1S")), 2, "'1S' is no card"),
    "cards missing": (damaged(2, cards=None), 2, "cards is null, not a text"),
    "deal number": (damaged(2, deal=2), 2, "deal is 2, not 1"),
    "wrong dealer": (damaged(2, dealer=0), 2, "dealer is 0, not 3"),
    "commitment": (damaged(2, commitment="00" * 32), 2, "not those of the commitment"),
    "nonce": (damaged(2, nonce="00"), 2, "a nonce has 32 bytes"),
    "nonce missing": (damaged(2, nonce=None), 2, "nonce is null"),
    "seed": (damaged(2, seed="zz"), 2, "seed or nonce: non-hexadecimal"),
    "other seed": (
        damaged(2, seed="ff" * 16, commitment=commitment(NONCE, b"\xff" * 16)),
        2,
        "the cards are not those that the seed stands for",
    ),
    "no actions": (damaged(2, actions=None), 2, "actions are no list of texts"),
    "not a list": (damaged(2, actions="0 pass"), 2, "actions are no list of texts"),
    "no seat": (damaged(2, actions=replaced(4, "play 7S")), 2, "action 5, 'play 7S': it does not begin"),
    "no action": (damaged(2, actions=replaced(4, "0 jump")), 2, "action 5: 'jump' is no action"),
    "a deal inside": (damaged(2, actions=replaced(4, "0 deal 7S")), 2, "action 5, .* a line of its own"),
    "illegal": (damaged(2, actions=replaced(5, PLAYS[1])), 2, "action 6, .*: not your turn"),
    "seat": (damaged(2, actions=replaced(5, "9" + PLAYS[5][1:])), 2, "action 6, .*: no such seat"),
    "scores": (damaged(2, scores=[SCORES[0] + 1, SCORES[1]]), 2, "scores are .*, computed"),
    "scores too early": (damaged(2, actions=PLAYS[:-1]), 2, "scores are written too early"),
    "scores missing": (damaged(2, scores=None), 2, "scores are missing"),
    "totals wrong": (damaged(2, totals=[1, 2]), 2, "totals are .*, computed"),
    "end totals": (damaged(3, totals=[1, 2]), 3, "totals are .*, computed"),
    "end": (damaged(3, end="lost"), 3, "end is 'lost', not over or agreed"),
    "not over": (damaged(3, end="over", winner=0), 3, "the match is not over"),
    "after the end": ([*damaged(1), "{}"], 4, "the record goes on after its end"),
    "next deal too early": (
        [*damaged(2, actions=PLAYS[:-1], scores=None, totals=None)[:2], *damaged(2)[1:]],
        3,
        "the deal: deal running",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_record_says_where(name: str) -> None:
    text, line, reason = DAMAGED[name]
    with pytest.raises(RecordError, match=reason) as error:
        replay(text)
    assert error.value.line == line
    assert str(error.value).startswith(f"line {line}: ")


def test_the_end_of_a_match_may_not_be_missing() -> None:
    text = record(game_of(random_game(4, "belote", deals=200))).splitlines()
    with pytest.raises(RecordError, match="the line that ends the record is missing"):
        replay(text[:-1])
    other = json.loads(text[-1])
    other["winner"] = 1 - other["winner"]
    with pytest.raises(RecordError, match="winner are"):
        replay([*text[:-1], json.dumps(other)])
    agreed = {"end": "agreed", "totals": other["totals"]}
    with pytest.raises(RecordError, match="nobody had to agree"):
        replay([*text[:-1], json.dumps(agreed)])


def test_the_deals_before_the_damage_come_out() -> None:
    text = record(game_of(random_game(4, "belote", deals=3))).splitlines()
    reader = deals([*text[:2], "{"])
    assert next(reader).deal_number == 1
    with pytest.raises(RecordError, match="no JSON"):
        next(reader)


@given(st.integers(0, 2**32), st.data())
def test_any_damage_is_an_error_or_another_sound_record(seed: int, data: st.DataObject) -> None:
    text = "\n".join(damaged(1))
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters(codec="utf-8") | st.just("")) + text[at + 1 :]
    try:
        again = replay(changed.split("\n"))
    except RecordError:
        return
    assert replay(record(again).splitlines()) == again
