"""Tricks of a lesson, answered by the engine: what may be played, laid away or claimed, why not, and who wins."""

from __future__ import annotations

from typing import Final

from jacknine.analysis.lessons.given import CardChoice, HandGiven, HandsGiven, Message, TrickGiven, message
from jacknine.analysis.lessons.parts import Away, Rest, Trick
from jacknine.cards import SUITS, card_text, cards_of, mask_of, parse_card, suit_of
from jacknine.game import Claim, Discard, Play, State, why_not
from jacknine.game.legal import discardable
from jacknine.game.match import apply_legal
from jacknine.game.setup import play_state
from jacknine.game.state import DealState
from jacknine.game.state import Trick as Taken
from jacknine.rules.contract import Contract
from jacknine.rules.table import SUIT, TRUMPS
from jacknine.rules.trick import points_of
from jacknine.rules.variant import Rules

PLAYERS: Final = ("first", "second", "third", "fourth")
"""Names of players by the order in which they play."""


def given_trick(rules: Rules, plan: Trick) -> TrickGiven:
    """A trick under the rules in force."""
    table = [parse_card(text) for text in plan.table.split()]
    hand = mask_of(parse_card(text) for text in plan.hand.split())
    state = _laid(rules, plan, table, hand)
    deal = state.deal
    assert deal is not None
    if not plan.hand:
        return _whole(plan.key, table, deal)
    me = deal.turn
    assert me is not None
    choices = tuple(_choice(state, me, card) for card in _sorted(rules, plan.key, hand))
    return TrickGiven(
        key=plan.key,
        table=tuple((_relation(rules, me, seat), card) for seat, card in enumerate(table)),
        best=deal.best_seat if table else None,
        hand=choices,
        seen=_seen(rules, deal, me),
        verdict=(_verdict(choices),),
    )


def _laid(rules: Rules, plan: Trick, table: list[int], hand: int) -> State:
    """The state in which the hand is to play. Every other seat keeps a card that is in nobody's way."""
    fallen = [parse_card(text) for text in plan.fallen.split()]
    spare = cards_of(rules.pack & ~(mask_of([*table, *fallen]) | hand))
    hands = [1 << next(spare) for _ in range(rules.players)]
    for seat, card in enumerate(table):
        hands[seat] |= 1 << card
    if hand:
        hands[len(table)] = hand
    taken = [Taken(0, tuple(fallen), 0, 0, 0)] if fallen else []
    contract = Contract(plan.key, 0, locked=plan.locked)
    state = play_state(rules, contract, hands, dealer=rules.players - 1, leader=0, taken=taken)
    for seat, card in enumerate(table):
        aloud = Play(seat, card, said=True)
        said = rules.ekka == "manual" and why_not(state, aloud) is None
        state, _ = apply_legal(state, aloud if said else Play(seat, card))
    return state


def _sorted(rules: Rules, key: str, hand: int) -> list[int]:
    """Trumps first, then suit by suit, each from the highest card down."""
    denomination = rules.denomination(key)

    def place(card: int) -> tuple[bool, int, int]:
        trump = denomination.is_trump(card)
        ranks = (denomination.trump_order if trump else denomination.plain_order).ranks
        return not trump, suit_of(card), ranks.index(card_text(card)[0])

    return sorted(cards_of(hand), key=place)


def _relation(rules: Rules, me: int, seat: int) -> str:
    """Who a player is to the one who is to play."""
    if seat == me:
        return "me"
    return "partner" if rules.side_of(seat) == rules.side_of(me) else "opponent"


def _seen(rules: Rules, deal: DealState, me: int) -> tuple[Message, ...]:
    """What the player sees: what was led, whether he can follow, and who is winning."""
    if not deal.trick:
        return (message("seen.lead"),)
    led = deal.trick[0]
    kind = "trump" if deal.table[TRUMPS] >> led & 1 else "suit"
    holds = "holds" if deal.hands[me] & deal.table[SUIT + led] else "void"
    seen = [
        message(f"seen.{holds}.{kind}", suit=SUITS[suit_of(led)]),
        message(f"seen.{_relation(rules, me, deal.best_seat)}", card=card_text(deal.best)),
    ]
    return (*seen, message("seen.ekka")) if deal.ekka else tuple(seen)


def _choice(state: State, me: int, card: int) -> CardChoice:
    refused = why_not(state, Play(me, card))
    if refused is not None:
        return CardChoice(card, False, (Message(f"reason.{refused.id}", refused.values),))
    after, _ = apply_legal(state, Play(me, card))
    return CardChoice(card, True, _consequence(state.rules, me, after))


def _consequence(rules: Rules, me: int, after: State) -> tuple[Message, ...]:
    """What comes of a card: who wins the trick, or who is ahead in it."""
    deal = after.deal
    assert deal is not None
    if deal.trick:
        return (message(f"now.{_relation(rules, me, deal.best_seat)}"),)
    taken = deal.tricks[-1]
    won = message(f"then.{_relation(rules, me, taken.winner)}", n=taken.points)
    roem = taken.roem + deal.open_roem
    return (won, message("then.roem", points=roem)) if roem else (won,)


def _verdict(choices: tuple[CardChoice, ...]) -> Message:
    if all(choice.allowed for choice in choices):
        return message("may.any")
    return message("may.only", cards=" ".join(card_text(choice.card) for choice in choices if choice.allowed))


def _whole(key: str, table: list[int], deal: DealState) -> TrickGiven:
    """A whole trick: who wins it, and what it is worth."""
    taken = deal.tricks[-1]
    roem = taken.roem + deal.open_roem
    verdict = [message("then.card", card=card_text(table[taken.winner]), n=taken.points)]
    if roem:
        verdict.append(message("then.roem", points=roem))
    players = tuple(zip(PLAYERS, table, strict=False))
    return TrickGiven(key, players, taken.winner, (), (), tuple(verdict))


def given_away(rules: Rules, plan: Away) -> TrickGiven:
    """Which cards a caller may lay away under the rules in force."""
    hand = mask_of(parse_card(text) for text in plan.hand.split())
    state = play_state(rules, Contract(plan.key, 0), [hand, *[0] * (rules.players - 1)], dealer=rules.players - 1)
    assert state.deal is not None
    deal = state.deal._replace(phase="discard", turn=0)
    state = state._replace(deal=deal)
    allowed = discardable(rules, deal, 0)
    choices = []
    for card in _sorted(rules, plan.key, hand):
        beside = next(other for other in cards_of(allowed) if other != card)
        refused = why_not(state, Discard(0, 1 << card | 1 << beside))
        if refused is None:
            choices.append(CardChoice(card, True, (message("then.away", n=points_of(deal.table, 1 << card)),)))
        else:
            choices.append(CardChoice(card, False, (Message(f"reason.{refused.id}", refused.values),)))
    free = " ".join(card_text(choice.card) for choice in choices if choice.allowed)
    verdict = message("may.away_any") if allowed == hand else message("may.away_only", cards=free)
    return TrickGiven(plan.key, (), None, tuple(choices), (message("seen.away"),), (verdict,))


def given_rest(rules: Rules, plan: Rest) -> HandsGiven:
    """Whether the first seat may claim the tricks that are left under the rules in force."""
    hands = [mask_of(parse_card(text) for text in texts.split()) for texts in plan.hands[: rules.players]]
    # One trick is over, so that this is not the time to declare.
    before = [Taken(0, (), 0, 0, 0)]
    state = play_state(rules, Contract(plan.key, 0), hands, dealer=rules.players - 1, leader=0, taken=before)
    refused = why_not(state, Claim(0))
    if refused is not None:
        verdict = Message(f"reason.{refused.id}", refused.values)
    else:
        _, events = apply_legal(state, Claim(0))
        verdict = message("claim.true" if any(event.kind == "claimed" for event in events) else "claim.false")
    whose = [_relation(rules, 0, seat) for seat in range(rules.players)]
    return HandsGiven(
        plan.key,
        tuple(
            HandGiven(who, tuple(_sorted(rules, plan.key, hand)), (), False, hand if who == "me" else 0)
            for who, hand in zip(whose, hands, strict=True)
        ),
        (verdict,),
    )
