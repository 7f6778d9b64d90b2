"""A first deal as it goes for somebody who follows the advice, and what he meets on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jacknine.bots import player
from jacknine.bots.hints import Hint
from jacknine.cards import SUITS, cards_of, parse_card, suit_of
from jacknine.game import Event, Play, State, Trick, View, apply_legal, start, view, why_not
from jacknine.game.state import DealState
from jacknine.notation.fair import shuffled
from jacknine.server.computers import seed_at
from jacknine.server.days import deal_secret
from jacknine.server.first_deals import LEVEL, SEAT, First
from jacknine.server.tutor import advice

WANTED: Final = ("calls", "leads", "jack", "ruffs", "follows", "must", "bonus", "pair", "last", "made")
"""What every first deal has to show: the newcomer calls, leads the first trick, wins one with the jack of trump and one
by trumping, has to follow suit and once more than that, says king and queen of trump where that counts; his side gets a
bonus beside the cards, wins the last trick and makes the contract.
"""
BONUSES: Final = frozenset({"declarations", "roem"})
"""Events that bring points beside those of the cards."""
FOLLOWING: Final = frozenset({"follow_suit", "follow_suit_or_trump"})


@dataclass(frozen=True, slots=True)
class Stop:
    """A decision of the newcomer: what he saw, what he was advised, and why other cards could not be played."""

    seen: View
    advised: Hint
    refused: frozenset[str]


@dataclass(frozen=True, slots=True)
class Course:
    """A first deal played to its end."""

    end: State
    stops: tuple[Stop, ...]
    events: tuple[Event, ...]


def course(first: First) -> Course:
    """How a first deal goes for who follows the advice."""
    rules = first.rules
    bot = player(LEVEL)
    state, events = apply_legal(start(rules, first.dealer), shuffled(rules, deal_secret(first.key, 1).seed, 1))
    stops: list[Stop] = []
    happened = [*events]
    decisions = 0
    while state.turn is not None:
        seen = view(state, state.turn)
        decision = None
        if state.turn == SEAT:
            stops.append(Stop(seen, advice(seen), _refused(state, seen)))
            decision = stops[-1].advised.decision
        else:
            decision = bot.decide(seen, seed_at(1, decisions, first.key))
        state, events = apply_legal(state, decision)
        happened += events
        decisions += 1
    return Course(state, tuple(stops), tuple(happened))


def _refused(state: State, seen: View) -> frozenset[str]:
    if seen.phase != "play":
        return frozenset()
    reasons = [why_not(state, Play(SEAT, card)) for card in cards_of(seen.hand & ~seen.legal_cards)]
    return frozenset(one.id for one in reasons if one is not None)


def met(played: Course) -> frozenset[str]:
    """Which of :data:`WANTED` came about."""
    deal, rules = played.end.deal, played.end.rules
    if deal is None or deal.contract is None or deal.outcome is None or deal.outcome.sheet is None:
        return frozenset()
    trump = rules.denomination(deal.contract.key).trump
    if trump is None:
        return frozenset()
    sheet, own = deal.outcome.sheet, rules.side_of(SEAT)
    refused = frozenset[str]().union(*(stop.refused for stop in played.stops))
    won = [trick for trick in deal.tricks if trick.winner == SEAT]
    laid = [_laid(deal, trick) for trick in won]
    gains = {rules.side_of(one.seat) for one in played.events if one.kind in BONUSES and one.seat is not None}
    pairs = {one.seat for one in played.events if one.kind == "belote"}
    found = {
        "calls": deal.contract.taker == SEAT,
        "leads": deal.tricks[0].leader == SEAT,
        "jack": parse_card(f"J{SUITS[trump]}") in laid,
        "ruffs": any(suit_of(card) == trump != suit_of(trick.cards[0]) for trick, card in zip(won, laid, strict=True)),
        "follows": bool(refused & FOLLOWING),
        "must": bool(refused - FOLLOWING),
        "bonus": own in gains or not (rules.declarations.runs or rules.roem),
        "pair": SEAT in pairs or not rules.pair_points,
        "last": rules.side_of(deal.tricks[-1].winner) == own,
        "made": sheet.made is not False and sheet.scores[own] == max(sheet.scores),
    }
    return frozenset(name for name in WANTED if found[name])


def _laid(deal: DealState, trick: Trick) -> int:
    """The newcomer's card in a trick."""
    return trick.cards[(SEAT - trick.leader) % len(trick.cards)]
