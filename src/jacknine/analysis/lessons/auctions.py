"""Auctions of a lesson, answered by the engine: what may be said next, and what an auction ends in."""

from __future__ import annotations

from jacknine.analysis.lessons.given import AuctionGiven, CallChoice, Message, message
from jacknine.analysis.lessons.parts import Auction
from jacknine.analysis.lessons.tricks import PLAYERS
from jacknine.cards import PILE, cards_of, natural_rank, parse_card, suit_of
from jacknine.game import Deal, Speak, State, apply, start, why_not
from jacknine.game.state import DealState
from jacknine.rules.auction import parse_call
from jacknine.rules.contract import Contract
from jacknine.rules.dealing import lay_out
from jacknine.rules.variant import Rules


def who(rules: Rules, seat: int) -> str:
    """A player by his place from eldest on; the last one deals."""
    return "dealer" if seat == rules.players - 1 else PLAYERS[seat]


def given_auction(rules: Rules, plan: Auction) -> AuctionGiven:
    """An auction under the rules in force.

    Raises:
        IllegalAction: the rules do not allow one of the planned calls.
    """
    state = start(rules, rules.players - 1, plan.totals or None)
    deal = _deal(rules, plan)
    state, _ = apply(state, deal)
    for text in plan.calls.split():
        seat = _speaker(state)
        if seat is None:
            break
        state, _ = apply(state, Speak(seat, parse_call(text)))
    now = state.deal
    assert now is not None
    seat = _speaker(state)
    turned = tuple(parse_card(text) for text in plan.turned.split()[: now.status.turned + 1])
    return AuctionGiven(
        turned=turned if rules.dealing.turned != "none" else (),
        hand=by_suit(now.hands[seat]) if seat in plan.hands and seat is not None else (),
        calls=tuple((who(rules, said.seat), said.call) for said in now.calls),
        asked=_asked(state, seat, plan) if seat is not None else (),
        verdict=_verdict(state, now, deal),
    )


def _speaker(state: State) -> int | None:
    """Who is to speak, None when the auction is over."""
    assert state.deal is not None
    return state.deal.turn if state.deal.phase == "auction" else None


def _deal(rules: Rules, plan: Auction) -> Deal:
    """A deal that gives the named cards to their seats and turns up the named card; the others fall as they may."""
    size = rules.pack.bit_count()
    turned = [parse_card(text) for text in plan.turned.split()]
    pile = (*turned, *(card for card in PILE if card not in turned)) if rules.dealing.turned == "pile" else ()
    layout = lay_out(rules.dealing, rules.players, 0, range(size), pile)
    order: dict[int, int] = {}
    if rules.dealing.turned == "card":
        order[layout.turned[0]] = turned[0]
    for seat, texts in plan.hands.items():
        order.update(zip(cards_of(layout.first[seat]), map(parse_card, texts.split()), strict=True))
    rest = sorted(set(cards_of(rules.pack)) - set(order.values()), key=lambda card: card * 13 % 37)
    order.update(zip([place for place in range(size) if place not in order], rest, strict=True))
    return Deal(tuple(order[place] for place in range(size)), pile)


def by_suit(hand: int) -> tuple[int, ...]:
    """A hand suit by suit, each from the highest card down."""
    return tuple(sorted(cards_of(hand), key=lambda card: (suit_of(card), -natural_rank(card))))


def _asked(state: State, seat: int, plan: Auction) -> tuple[CallChoice, ...]:
    choices = []
    for text in plan.ask.split():
        call = parse_call(text)
        refused = why_not(state, Speak(seat, call))
        choices.append(CallChoice(call, None if refused is None else Message(f"reason.{refused.id}", refused.values)))
    return tuple(choices)


def _verdict(state: State, deal: DealState, dealt: Deal) -> tuple[Message, ...]:
    """Who is to speak, or what was decided."""
    if deal.phase == "auction":
        assert deal.turn is not None
        early = [
            message("bid.anytime", who=who(state.rules, said.seat), call=str(said.call)) for said in deal.status.anytime
        ]
        return (message("bid.turn", who=who(state.rules, deal.turn)), *early)
    if deal.contract is None:
        again, _ = apply(state, dealt)
        return (message("bid.void.same" if again.dealer == state.dealer else "bid.void.next"),)
    return _contract(state.rules, deal, deal.contract)


def _contract(rules: Rules, deal: DealState, contract: Contract) -> tuple[Message, ...]:
    taker = who(rules, contract.taker)
    kind = contract.goal if contract.goal != "points" else "level" if contract.level else "suit"
    found = [message(f"bid.plays.{kind}", who=taker, suit=contract.key, level=contract.level)]
    if contract.for_match:
        found.append(message("bid.for_match"))
    elif contract.multiplier > 1:
        found.append(message("bid.times", times=contract.multiplier))
    if contract.locked:
        found.append(message("bid.locked"))
    if contract.card_to not in (None, contract.taker):
        found.append(message("bid.card_to", who=who(rules, contract.card_to or 0)))
    leader = rules.first_leader(deal.eldest, contract.taker)
    return (*found, message("bid.leads", who=who(rules, leader)))
