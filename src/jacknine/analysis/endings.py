"""The exact value of the last few tricks with all hands open, by plain alpha-beta over the kernels.

Small and slow on purpose: it answers for endings of up to :data:`TRICKS` tricks and knows no trick of the trade but a
table of positions between tricks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from jacknine.cards import cards_of
from jacknine.game.state import DealState
from jacknine.rules.table import ACES, OVER, TRUMPS, Table
from jacknine.rules.trick import beats, legal_follow, legal_lead, points_of, roem_of
from jacknine.rules.variant import Rules
from jacknine.solver.position import Position

TRICKS: Final = 5
"""The longest ending that is searched."""

_INFINITE: Final = 1 << 20
_Key = tuple[tuple[int, ...], int, int]


def difference(rules: Rules, deal: DealState, all_tricks: int = 0) -> int:
    """What side 0, or a lone taker, brings in more than all others together from here on, both playing for just that.

    Counted are card points, the last trick, roem and, for a side that takes every trick left, ``all_tricks``. The
    position is one between two tricks.

    Raises:
        ValueError: a card lies on the table, or more than :data:`TRICKS` tricks are left.
    """
    if deal.trick:
        raise ValueError("a trick is under way: endings begin with a lead")
    tricks = max(hand.bit_count() for hand in deal.hands)
    if tricks > TRICKS:
        raise ValueError(f"{tricks} tricks are left; endings have {TRICKS} at most")
    assert deal.contract is not None
    position = Position(rules, deal.contract.key, deal.hands, deal.leader, taker=deal.contract.taker)
    return _Search(rules, deal.table, all_tricks, position.groups).between(
        deal.hands, deal.leader, 0, -_INFINITE, _INFINITE
    )


@dataclass(slots=True)
class _Search:
    """One search. ``groups`` is a bit for each seat, one for those who take all tricks together, 1 for side 0; ``won``
    are the bits of those that have taken a trick.

    ``bounds`` keeps for positions between tricks what the value is at least and at most.
    """

    rules: Rules
    table: Table
    all_tricks: int
    groups: tuple[int, ...]
    bounds: dict[_Key, tuple[int, int]] = field(default_factory=dict)

    def between(self, hands: tuple[int, ...], leader: int, won: int, alpha: int, beta: int) -> int:
        if not any(hands):
            return 0 if won.bit_count() > 1 else self.all_tricks if won == 1 else -self.all_tricks
        key = (hands, leader, won)
        low, high = self.bounds.get(key, (-_INFINITE, _INFINITE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        value = self.within(hands, leader, (), 0, leader, won, alpha, beta)
        if value > alpha:
            low = value
        if value < beta:
            high = value
        self.bounds[key] = (low, high)
        return value

    def within(
        self,
        hands: tuple[int, ...],
        leader: int,
        trick: tuple[int, ...],
        best: int,
        best_seat: int,
        won: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value with some cards on the table; at least ``beta`` or at most ``alpha`` is all that is asked."""
        if len(trick) == self.rules.players:
            return self.close(hands, trick, best_seat, won, alpha, beta)
        seat = (leader + len(trick)) % self.rules.players
        ours = self.groups[seat] == 1
        result = -_INFINITE if ours else _INFINITE
        for card in cards_of(self.legal(hands, seat, trick, best, best_seat)):
            left = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
            takes = not trick or beats(self.table, card, best)
            top, holder = (card, seat) if takes else (best, best_seat)
            value = self.within(left, leader, (*trick, card), top, holder, won, alpha, beta)
            if ours:
                result = max(result, value)
                alpha = max(alpha, result)
            else:
                result = min(result, value)
                beta = min(beta, result)
            if alpha >= beta:
                break
        return result

    def legal(self, hands: tuple[int, ...], seat: int, trick: tuple[int, ...], best: int, best_seat: int) -> int:
        if not trick:
            return legal_lead(self.table, hands[seat])
        partner = int(self.rules.partners and (seat ^ best_seat) & 1 == 0)
        ekka = int(self.rules.ekka != "none" and self.is_ekka(hands, trick))
        return legal_follow(self.table, hands[seat], trick[0], best, partner, len(trick), ekka)

    def is_ekka(self, hands: tuple[int, ...], trick: tuple[int, ...]) -> bool:
        """Whether the lead is the highest card left of its plain suit; whoever may announce it does."""
        trumps, led = self.table[TRUMPS], trick[0]
        if trumps == 0 or (trumps | self.table[ACES]) >> led & 1:
            return False
        alive = sum(hands) | sum(1 << card for card in trick)
        return self.table[OVER + led] & alive == 0

    def close(
        self, hands: tuple[int, ...], trick: tuple[int, ...], winner: int, won: int, alpha: int, beta: int
    ) -> int:
        cards = sum(1 << card for card in trick)
        gain = points_of(self.table, cards) + roem_of(self.table, cards)
        if not any(hands):
            gain += self.rules.last_trick
        if self.groups[winner] != 1:
            gain = -gain
        return gain + self.between(hands, winner, won | self.groups[winner], alpha - gain, beta - gain)
