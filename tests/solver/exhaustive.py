"""The reference: every line of play tried with the engine's own kernels, card by card, nothing cut off.

Slow and plain. Values are differences: what camp 0 takes in cards and bonuses, less what camp 1 takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from jacknine.cards import cards_of
from jacknine.rules.table import ACES, OVER, TRUMPS, Table, compile_table
from jacknine.rules.trick import beats, legal_follow, legal_lead, points_of, roem_of
from jacknine.rules.variant import Rules

Hands = tuple[int, ...]


@dataclass
class Exhaustive:
    """A question's rules; ``bonus`` is what each camp gets for all tricks."""

    rules: Rules
    key: str
    camps: tuple[int, ...]
    groups: tuple[int, ...]
    bonus: tuple[int, int] = (0, 0)
    roem: bool = True
    locked: bool = False
    known: dict[tuple[Hands, int, int], int] = field(default_factory=dict)
    table: Table = ()

    def __post_init__(self) -> None:
        self.table = compile_table(self.rules, self.key, self.locked)

    def value(self, hands: Hands, leader: int, trick: tuple[int, ...] = (), won: int = 0) -> int:
        """The best difference; ``won`` is the sum of the groups that have taken a trick."""
        if trick:
            return self._continue(hands, leader, trick, won)
        if not any(hands):
            return {1: self.bonus[0], 2: -self.bonus[1], 4: -self.bonus[1]}.get(won, 0)
        key = (hands, leader, won)
        if key not in self.known:
            self.known[key] = self._continue(hands, leader, (), won)
        return self.known[key]

    def card_values(self, hands: Hands, leader: int, trick: tuple[int, ...] = (), won: int = 0) -> dict[int, int]:
        """The difference after each legal card."""
        seat = (leader + len(trick)) % self.rules.players
        return {card: self._after(hands, leader, trick, won, seat, card) for card in self.legal(hands, leader, trick)}

    def legal(self, hands: Hands, leader: int, trick: tuple[int, ...]) -> list[int]:
        """The legal cards, by the engine's kernels."""
        seat = (leader + len(trick)) % self.rules.players
        if not trick:
            return list(cards_of(legal_lead(self.table, hands[seat])))
        best, winner = self.best(leader, trick)
        partner = int(self.rules.partners and (winner ^ seat) & 1 == 0)
        ekka = self._ekka(hands, trick)
        return list(cards_of(legal_follow(self.table, hands[seat], trick[0], best, partner, len(trick), ekka)))

    def best(self, leader: int, trick: tuple[int, ...]) -> tuple[int, int]:
        best, winner = trick[0], leader
        for place, card in enumerate(trick):
            if place and beats(self.table, card, best):
                best, winner = card, (leader + place) % self.rules.players
        return best, winner

    def _ekka(self, hands: Hands, trick: tuple[int, ...]) -> int:
        """Whether the lead was an announced ekka: no higher card of its plain suit was left when it was led."""
        if self.rules.ekka == "none" or not self.table[TRUMPS] or self.table[TRUMPS] >> trick[0] & 1:
            return 0
        left = sum(hands) | sum(1 << card for card in trick)
        return int(not left & self.table[OVER + trick[0]] and not self.table[ACES] >> trick[0] & 1)

    def _continue(self, hands: Hands, leader: int, trick: tuple[int, ...], won: int) -> int:
        values = self.card_values(hands, leader, trick, won).values()
        seat = (leader + len(trick)) % self.rules.players
        return max(values) if self.camps[seat] == 0 else min(values)

    def _after(self, hands: Hands, leader: int, trick: tuple[int, ...], won: int, seat: int, card: int) -> int:
        left = tuple(hand & ~(1 << card) if s == seat else hand for s, hand in enumerate(hands))
        laid = (*trick, card)
        if len(laid) < self.rules.players:
            return self._continue(left, leader, laid, won)
        cards = sum(1 << one for one in laid)
        winner = self.best(leader, laid)[1]
        worth = points_of(self.table, cards) + (roem_of(self.table, cards) if self.roem else 0)
        worth += 0 if any(left) else self.rules.last_trick
        camp = self.camps[winner]
        return (-worth if camp else worth) + self.value(left, winner, (), won | self.groups[winner])
