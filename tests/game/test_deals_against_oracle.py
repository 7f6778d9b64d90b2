"""Whole deals: the engine and the referee agree on every card that may be played, and on what the deal brings."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from jacknine.cards import card_text, cards_text
from jacknine.game import Declare, Discard, Play, Roem, State, apply_legal, legal, start
from jacknine.game.legal import legal_cards
from jacknine.game.state import KINGS_AND_QUEENS, DealState
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS
from tests import oracle
from tests.oracle import bela
from tests.play import random_deal
from tests.support import long_count
from tests.versus import tables, texts, trump_text


def some_start(rng: Random, chosen: Rules) -> State:
    """A match in which seat 0 will be eldest, as with the referee, somewhere on its way to the target."""
    target = chosen.match.target or 1_000
    near = [rng.randrange(target), *(max(target - rng.randint(1, most), 0) for most in (25, 200))]
    totals = tuple(rng.choice([0, *near]) if target > 1 else 0 for _ in range(chosen.sides))
    state = start(chosen, chosen.players - 1, totals)
    held = rng.choice([0, 81]) if chosen.variant in ("belote", "bela") else 0
    return state._replace(held=(held, *[0] * (chosen.sides - 1)))


def decide(rng: Random, state: State) -> Any:
    """A decision at random, in which everything that can be announced is; of Ekkas only some."""
    decisions = legal(state)
    for wanted in (Declare, Roem):
        for decision in decisions:
            if isinstance(decision, wanted):
                return decision
    choice = rng.choice(decisions)
    if isinstance(choice, Play):
        spoken = Play(choice.seat, choice.card, True)
        if spoken in decisions and (KINGS_AND_QUEENS >> choice.card & 1 or rng.getrandbits(1)):
            return spoken
    return choice


def played(rng: Random, state: State, settings: dict[str, object]) -> tuple[State, dict[str, Any], int]:
    """A deal at random, every choice of cards held against the referee's; the state after it, and the deal in words.

    The number tells how often the rules left less than the whole hand.
    """
    chosen = state.rules
    state, _ = apply_legal(state, random_deal(rng, chosen))
    given: dict[str, Any] = {
        "cards": [],
        "ekka": [],
        "discards": [],
        "before": list(state.totals),
        "held": sum(state.held),
    }
    narrowed = 0
    while not state.to_deal and not state.over:
        deal = state.deal
        assert deal is not None and deal.turn is not None
        choice = decide(rng, state)
        if isinstance(choice, Discard):
            given["discards"] = cards_text(choice.cards)
        if isinstance(choice, Play):
            assert set(cards_text(legal_cards(chosen, deal))) == allowed(deal, chosen, settings), (
                f"{chosen.line} {given}"
            )
            narrowed += legal_cards(chosen, deal) != deal.hands[deal.turn]
            given["cards"].append(card_text(choice.card))
            if choice.said and not deal.trick:
                given["ekka"].append(card_text(choice.card))
        state, _ = apply_legal(state, choice)
    deal = state.deal
    assert deal is not None
    given["calls"] = [str(said.call) for said in deal.calls]
    given["hands"] = {seat: cards_text(hand) for seat, hand in enumerate(deal.dealt)}
    if deal.layout.turned:
        turned = texts(deal.layout.turned)
        given["turned"] = turned if chosen.dealing.turned == "pile" else turned[0]
    if chosen.variant == "baloot":
        given["totals"] = given["before"]
    return state, given, narrowed


def allowed(deal: DealState, chosen: Rules, settings: dict[str, object]) -> set[str]:
    assert deal.contract is not None and deal.turn is not None
    return oracle.legal(
        chosen.variant,
        settings,
        trump=trump_text(deal.contract.key),
        trick=texts(deal.trick),
        hand=cards_text(deal.hands[deal.turn]),
        players=chosen.players,
        ekka=bool(deal.ekka),
        locked=deal.contract.locked,
    )


def match_winner(in_force: oracle.Rules, given: dict[str, Any], deal: DealState, stopped: bool) -> int | None:
    """The side that wins a match of bela in the middle of a deal, by eight in a row or by safe points."""
    assert deal.contract is not None and deal.outcome is not None and deal.outcome.sheet is not None
    holder = bela.belot_holder(in_force, given["hands"], deal.contract.key)
    if holder is not None:
        return holder % 2 if len(given["hands"]) == 4 else holder
    stop = bela.dosta(in_force, given) if in_force["match_end"] == "dosta" else None
    cards, side, safe = stop or (None, None, None)
    assert not stopped or (cards, safe) == (len(given["cards"]), list(deal.outcome.sheet.scores))
    return side


@pytest.mark.parametrize("game", VARIANTS)
def test_deals(game: str) -> None:
    rng, found = Random(21), Counter[str]()
    for chosen, settings in tables(rng, game, long_count(100, 10_000)):
        state, given, narrowed = played(rng, some_start(rng, chosen), settings)
        deal = state.deal
        assert deal is not None and deal.outcome is not None
        sheet = deal.outcome.sheet
        if sheet is None:
            found["thrown in"] += 1
            continue
        found["narrowed"] += narrowed
        asked = f"{chosen.line} {given}"
        stopped = any(line.id == "stopped" for line in sheet.lines)
        found["stopped" if stopped else "played out"] += 1
        if game == "bela":
            in_force = oracle.rules(game, settings)
            assert sheet.match_to == match_winner(in_force, given, deal, stopped), asked
            if sheet.match_to is not None:
                continue
        said = oracle.play_deal(game, settings, given)
        assert [trick.winner for trick in deal.tricks] == said["winners"], asked
        points = [0] * chosen.sides
        for seat, captured in enumerate(deal.captured):
            points[chosen.side_of(seat)] += captured
        assert points == said["card_points"], asked
        assert list(sheet.scores) == said["scores"], asked
        if game == "jass":
            assert sheet.match_to == (said["stopped_by"] if stopped else None), asked
    assert found["played out"] > 20 and found["narrowed"] > 500, found
    assert found["stopped"] > 2 or game not in ("bela", "jass"), found
