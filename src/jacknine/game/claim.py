"""Whether the seat on lead takes every trick that is left, however it and the others play."""

from __future__ import annotations

from jacknine.cards import cards_of
from jacknine.game.state import DealState
from jacknine.rules.table import OVER, TRUMPS, Table
from jacknine.rules.trick import beats, legal_follow, legal_lead
from jacknine.rules.variant import Rules

SEARCHED_TRICKS = 5
"""With more tricks left a claim holds only if no card of another hand beats any card of the claimer's: the search
would be long.
"""

Hands = tuple[int, ...]


def every_line_wins(rules: Rules, deal: DealState) -> bool:
    """Whether the leader wins all tricks left in every line of legal play (docs/games/bela.md 1.9,
    docs/games/baloot.md 2.7).
    """
    leader = deal.leader
    table = deal.table
    others = sum(hand for seat, hand in enumerate(deal.hands) if seat != leader)
    if not any(others & _beaters(table, card) for card in cards_of(deal.hands[leader])):
        return True
    if deal.hands[leader].bit_count() > SEARCHED_TRICKS:
        return False
    return _wins_all(rules, table, leader, deal.hands, {})


def _beaters(table: Table, card: int) -> int:
    """The cards that could take a lead of this card."""
    trumps = table[TRUMPS]
    return table[OVER + card] | (0 if trumps >> card & 1 else trumps)


def _wins_all(rules: Rules, table: Table, leader: int, hands: Hands, known: dict[Hands, bool]) -> bool:
    if not hands[leader]:
        return True
    if hands not in known:
        known[hands] = all(
            _lead_wins(rules, table, leader, hands, known, card, ())
            for card in cards_of(legal_lead(table, hands[leader]))
        )
    return known[hands]


def _lead_wins(
    rules: Rules, table: Table, leader: int, hands: Hands, known: dict[Hands, bool], led: int, replies: tuple[int, ...]
) -> bool:
    """Whether a lead wins whatever the seats that have not played yet answer, and everything after it too."""
    place = len(replies) + 1
    if place == rules.players:
        left = list(hands)
        for step, card in enumerate((led, *replies)):
            left[(leader + step) % rules.players] ^= 1 << card
        return _wins_all(rules, table, leader, tuple(left), known)
    seat = (leader + place) % rules.players
    partner = int(rules.partners and place == 2)
    for card in cards_of(legal_follow(table, hands[seat], led, led, partner, place, 0)):
        if beats(table, card, led) or not _lead_wins(rules, table, leader, hands, known, led, (*replies, card)):
            return False
    return True
