"""What a hand is worth before the play: the lead in card points to expect with it, by the seat that holds it.

The numbers are regressions of the points that hard players made on the cards they held. They turned out nearly the same
in every game of the family, by the place a card has in its suit; so games differ here only in one number each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, pi, sqrt
from typing import Final

from jacknine.cards import SUIT_MASKS, cards_of, rank_letter
from jacknine.game import View
from jacknine.game.state import KINGS_AND_QUEENS
from jacknine.rules.contract import Contract
from jacknine.rules.table import order_of
from jacknine.rules.variant import Denomination, Rules


@dataclass(frozen=True, slots=True)
class Scale:
    """What each card adds to its side's lead, by its place from the top: trumps, cards of the other suits, and each
    plain suit of which one holds nothing.
    """

    trumps: tuple[float, ...]
    plain: tuple[float, ...]
    void: float = 0.0

    def weigh(self, denomination: Denomination, hand: int) -> float:
        """The sum over a hand."""
        total = 0.0
        for card in cards_of(hand):
            worth = self.trumps if denomination.is_trump(card) else self.plain
            place = order_of(denomination, card).ranks.index(rank_letter(card))
            total += worth[min(place, len(worth) - 1)]
        if denomination.trump is not None:
            plain = [mask for suit, mask in enumerate(SUIT_MASKS) if suit != denomination.trump]
            total += self.void * sum(1 for mask in plain if not mask & hand)
        return total

    def above_average(self, rules: Rules, denomination: Denomination, hand: int) -> float:
        """How much a hand is better than the average hand of as many cards."""
        share = hand.bit_count() / rules.pack.bit_count()
        return self.weigh(denomination, hand) - share * self.weigh(denomination, rules.pack)


TAKER: Final = Scale((58, 34, 22, 20, 15, 14, 13), (19, 8, 2, 0), void=6)
"""The hand of the seat that makes a suit trump."""
PARTNER: Final = Scale((31, 26, 17, 12, 11, 9), (21, 9, 2, 0), void=10)
"""The hand of its partner."""
AGAINST: Final = Scale((55, 21, 12, 9, 5, 4, 2), (19, 8, 1, 0), void=10)
"""The hand of an opponent, who lowers the taker's lead by it."""
NO_TRUMP: Final = Scale((), (32, 14, 3, 0))
ALL_TRUMP: Final = Scale((29, 13, 3, 0), ())

EDGE: Final = {("belote", 4): -11.0, ("baloot", 4): -8.0, ("bela", 3): -51.0}
"""The lead to expect with an average hand, in card points, where it is far from level."""
SPREAD: Final = {4: 60.0, 3: 48.0, 2: 41.0}
"""By players, the standard deviation of the lead when one's own hand is known and promises no lead."""
FARTHEST: Final = 170.0
"""The lead that no hand goes beyond: the nearer to it, the surer."""
PAIRS: Final = tuple(KINGS_AND_QUEENS & suit for suit in SUIT_MASKS)
"""The king and queen of each suit."""
DECLARED: Final = 0.7
"""How much of a declaration counts on average: sometimes the others have a better one."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The lead that a taker's side may expect in a deal, in card points: its mean and its standard deviation."""

    lead: float
    spread: float

    def reaches(self, needed: float = 0.0) -> float:
        """The chance that the lead is more than needed."""
        return 0.5 * (1.0 + erf((self.lead - needed) / self.spread / sqrt(2.0)))

    def gained(self, needed: float = 0.0) -> float:
        """The lead where it is more than needed, times the chance of that."""
        distance = (self.lead - needed) / self.spread
        return self.lead * self.reaches(needed) + self.spread * exp(-distance * distance / 2.0) / sqrt(2.0 * pi)

    def balance(self, total: float) -> float:
        """The score to expect against the others' where a taker without a lead loses the whole deal."""
        return self.gained() - total * (1.0 - self.reaches())

    def moved(self, lead: float) -> Forecast:
        """The same with so much more lead."""
        return Forecast(self.lead + lead, self.spread)


def foreseen(rules: Rules, lead: float) -> Forecast:
    """The forecast with a mean lead."""
    share = lead / FARTHEST
    return Forecast(lead, SPREAD[rules.players] * sqrt(max(0.1, 1.0 - share * share)))


def scale_of(denomination: Denomination, suited: Scale) -> Scale:
    """The scale for a denomination, ``suited`` where a suit is trump."""
    if denomination.all_trump:
        return ALL_TRUMP
    return NO_TRUMP if denomination.trump is None else suited


def forecast(rules: Rules, key: str, hand: int, point: float = 1.0) -> Forecast:
    """What the holder of a hand may expect if he plays a denomination, ``point`` being what a point of declarations is
    worth in card points.
    """
    denomination = rules.denomination(key)
    lead = EDGE.get((rules.variant, rules.players), 0.0)
    lead += scale_of(denomination, TAKER).above_average(rules, denomination, hand)
    return foreseen(rules, lead + point * bonuses(rules, denomination, hand))


def bonuses(rules: Rules, denomination: Denomination, hand: int) -> float:
    """The points that pairs and declarations in a hand should bring."""
    pairs = sum(1 for suit in denomination.belote_suits if hand & PAIRS[suit] == PAIRS[suit])
    declarations = rules.declarations_in(denomination)
    declared = sum(one.points for one in declarations.find(hand, denomination.trump)) if declarations else 0
    return pairs * rules.pair_points + DECLARED * declared


TAKEN: Final = 30.0
"""The lead to expect with the hand of a seat that has taken."""


def judged(view: View, contract: Contract, taken: float = TAKEN) -> Forecast:
    """The lead of a contract as a seat sees it from its own hand, ``taken`` being what its taker has shown."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    if seat == contract.taker:
        return forecast(rules, contract.key, view.hand)
    denomination = rules.denomination(contract.key)
    ours = rules.side_of(seat) == rules.side_of(contract.taker)
    scale = scale_of(denomination, PARTNER if ours else AGAINST)
    better = scale.above_average(rules, denomination, view.hand)
    return foreseen(rules, taken + (better if ours else -better))


@lru_cache(maxsize=256)
def in_play(rules: Rules, key: str) -> float:
    """The card points of a deal that a denomination is played in: on average, where not all cards are dealt."""
    denomination = rules.denomination(key)
    points = sum(order_of(denomination, card).points_of(rank_letter(card)) for card in cards_of(rules.pack))
    dealing = rules.dealing
    each = sum(dealing.packets) + dealing.talon + dealing.rest
    dealt = min(each * rules.players + dealing.caller_extra, rules.pack.bit_count())
    return points * dealt / rules.pack.bit_count() + rules.last_trick
