"""Which card to play: for every legal card, what this trick should bring and what the cards kept are worth.

One way of thinking for all games of the family. Keeping a ten from the ace, dressing a partner's trick, drawing trumps
as the taker, saving a trump for the end: none of these is a rule here; each comes out of the sum. What weighs how
much is in :class:`Prices`, found by playing every legal card of many positions to the end and comparing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from jacknine.bots.knowledge import Knowledge
from jacknine.cards import SUIT_MASKS, cards_of, suit_of
from jacknine.rules.table import OVER, POINTS, RUFF_FREELY, SUIT
from jacknine.rules.trick import beats, roem_of


@dataclass(frozen=True, slots=True)
class Prices:
    """What things are worth, in card points of this trick.

    ``trump`` is a trump kept, ``trump_point`` each card point on it, ``over_trump`` each higher trump that opponents
    are expected to hold (two at most) and ``top_trump`` the chance that they hold none. ``master`` is a plain card
    kept, as far as no opponent can beat or trump it. ``second`` is a plain card that one higher card beats, and
    ``guarded_point`` each point on it while a lower card of its suit is kept with it. ``lead`` is winning the trick
    oneself, ``late_lead`` that at the end of the deal, ``lead_to_master`` for each master to go on with.
    ``draw`` is an opponent's trump drawn by leading trump, ``draw_for_master`` the same for each master; on the
    taker's side ``draw_as_taker`` is winning the trick that draws, and ``draw_partner`` a partner's trump lost in it.
    """

    trump: float
    trump_point: float
    over_trump: float
    top_trump: float
    master: float
    second: float
    guarded_point: float
    lead: float
    late_lead: float
    lead_to_master: float
    draw: float
    draw_for_master: float
    draw_as_taker: float
    draw_partner: float = 0.0


WITH_PARTNER: Final = Prices(
    trump=28.0,
    trump_point=1.0,
    over_trump=-6.5,
    top_trump=14.0,
    master=22.5,
    second=1.5,
    guarded_point=0.8,
    lead=-1.5,
    late_lead=11.0,
    lead_to_master=7.0,
    draw=9.0,
    draw_for_master=2.8,
    draw_as_taker=13.0,
    draw_partner=-13.0,
)
ALONE: Final = Prices(
    trump=36.5,
    trump_point=0.8,
    over_trump=-10.0,
    top_trump=27.0,
    master=49.0,
    second=0.5,
    guarded_point=1.1,
    lead=35.0,
    late_lead=13.5,
    lead_to_master=7.0,
    draw=9.5,
    draw_for_master=4.8,
    draw_as_taker=-5.5,
)
"""With nobody to hand the lead back, being on lead is worth far more."""

OVERTAKEN: Final = 0.5
"""The chance that a seat which can beat our card can also beat the unknown card that has beaten it before."""
ROEM_HELD: Final = 0.3
"""The chance that a seat holding a card that makes roem plays it."""


def values(known: Knowledge) -> dict[int, float]:
    """What each legal card is worth: only the differences between them mean something."""
    outlook = _Outlook(known, WITH_PARTNER if known.rules.partners else ALONE)
    return {card: outlook.value(card) for card in cards_of(known.legal)}


class _Outlook:
    """The sums for one decision; what all cards share is computed once."""

    def __init__(self, known: Knowledge, prices: Prices) -> None:
        self.known = known
        self.prices = prices
        self.table = known.table
        self.trumps = known.trumps
        self.foes = [seat for seat in range(known.rules.players) if known.camp(seat) != known.camp(known.seat)]
        self.lying = sum(self.table[POINTS + card] for card in known.trick)
        if known.tricks_left == 1:
            self.lying += known.rules.last_trick

    def value(self, card: int) -> float:
        """The points expected of this trick if we play a card, and the worth of the hand we keep."""
        known = self.known
        takes = self._takes(card)
        led = known.trick[0] if known.trick else card
        points = self.lying + self.table[POINTS + card] + self._roem(card)
        points += sum(self._given(seat, led) for seat in known.after)
        total = points * sum(chance * self._stake(seat) for seat, chance in enumerate(takes))
        if known.tricks_left == 1:
            return total
        wins = sum(chance for seat, chance in enumerate(takes) if seat not in self.foes)
        return total + self._kept(known.hand ^ 1 << card, takes[known.seat]) + self._drawn(card, wins)

    # --- this trick ---------------------------------------------------------------------------------------------------

    def _stake(self, seat: int) -> float:
        """What a point in this seat's tricks means to us: 1 if ours, -1 if against us, 0 with an ally of its own."""
        if self.known.rules.side_of(seat) == self.known.rules.side_of(self.known.seat):
            return 1.0
        return -1.0 if seat in self.foes else 0.0

    def _takes(self, card: int) -> list[float]:
        """The chance of every seat to take the trick when we play a card."""
        known = self.known
        best, winner = known.best, known.best_seat
        if best is None or winner is None or beats(self.table, card, best):
            best, winner = card, known.seat
        takes = [0.0] * known.rules.players
        takes[winner] = 1.0
        for seat in known.after:
            chance = self._beats(seat, best, known.trick[0] if known.trick else card)
            for other in range(known.rules.players):
                if takes[other] and known.camp(other) != known.camp(seat):
                    part = takes[other] * chance * (1.0 if other == winner else OVERTAKEN)
                    takes[other] -= part
                    takes[seat] += part
        return takes

    def _beats(self, seat: int, best: int, led: int) -> float:
        """The chance that a seat holds a card that takes the trick from the best one, and may play it."""
        known, table = self.known, self.table
        suit = table[SUIT + led]
        over = 1.0 - known.lacks(seat, table[OVER + best] & suit)
        if suit & self.trumps:
            return over
        higher = table[OVER + best] if self.trumps >> best & 1 else self.trumps
        ruffs = 1.0 - known.lacks(seat, higher)
        if not table[RUFF_FREELY]:
            ruffs *= known.lacks(seat, suit)
        return over + ruffs - over * ruffs

    def _given(self, seat: int, led: int) -> float:
        """The points a seat that has still to play is expected to put in the trick: its average card of the suit."""
        held = points = 0.0
        odds = self.known.odds[seat]
        for card in cards_of(self.table[SUIT + led] & self.known.unseen):
            held += odds[card]
            points += odds[card] * self.table[POINTS + card]
        return points / held if held > 0.5 else self._average_unseen

    @cached_property
    def _average_unseen(self) -> float:
        unseen = [self.table[POINTS + card] for card in cards_of(self.known.unseen)]
        return sum(unseen) / len(unseen) if unseen else 0.0

    def _roem(self, card: int) -> float:
        """The roem that lies in the trick with this card, and what the seats after us may add."""
        known, table = self.known, self.table
        if known.rules.roem is None:
            return 0.0
        cards = sum(1 << other for other in known.trick) | 1 << card
        lying = roem_of(table, cards)
        suits = table[SUIT + card] | table[SUIT + (known.trick[0] if known.trick else card)]
        expected = float(lying)
        for seat in known.after:
            for other in cards_of(known.unseen & suits):
                chance = known.odds[seat][other]
                if chance:
                    expected += ROEM_HELD * chance * (roem_of(table, cards | 1 << other) - lying)
        return expected

    # --- the hand that is kept ----------------------------------------------------------------------------------------

    def _kept(self, hand: int, leads: float) -> float:
        """What a hand will still bring, ``leads`` being the chance that we lead it to the next trick."""
        table, prices = self.table, self.prices
        total = masters = 0.0
        for card in cards_of(hand):
            points = table[POINTS + card]
            unbeaten, above = self._rivals[card]
            if self.trumps >> card & 1:
                total += prices.trump + points * prices.trump_point
                total += prices.over_trump * min(above, 2.0) + prices.top_trump * unbeaten
                continue
            master = self._master(card)
            masters += master
            guarded = bool(table[SUIT + card] & hand & ~table[OVER + card] & ~(1 << card))
            second = (1.0 - unbeaten) * max(0.0, 1.5 - above)
            total += prices.master * master
            total += second * (points * prices.guarded_point if guarded else prices.second)
        late = 1.0 - hand.bit_count() / 7
        return total + leads * (prices.lead + prices.late_lead * late + prices.lead_to_master * masters)

    def _drawn(self, card: int, wins: float) -> float:
        """What leading a trump does to the trumps of the others, ``wins`` being the chance that we take the trick."""
        known, prices = self.known, self.prices
        if known.trick or not self.trumps >> card & 1:
            return 0.0
        masters = sum(self._master(other) for other in cards_of(known.hand & ~self.trumps))
        drawn = {seat: min(1.0, held) for seat, held in self._trumps_of.items()}
        total = sum(drawn[seat] for seat in self.foes) * (prices.draw + prices.draw_for_master * masters)
        if known.camp(known.contract.taker) == known.camp(known.seat):
            partners = sum(chance for seat, chance in drawn.items() if seat not in self.foes)
            total += prices.draw_as_taker * wins + prices.draw_partner * partners
        return total

    def _master(self, card: int) -> float:
        """The chance that no opponent can beat or trump a plain card of our hand."""
        return self._rivals[card][0] * self._unruffed[suit_of(card)]

    @cached_property
    def _rivals(self) -> dict[int, tuple[float, float]]:
        """By card of our hand, the chance that no opponent has a higher one of its suit, and how many to expect."""
        rivals = {}
        for card in cards_of(self.known.hand):
            higher = self.table[OVER + card]
            unbeaten, above = 1.0, 0.0
            for seat in self.foes:
                unbeaten *= self.known.lacks(seat, higher)
                above += self.known.expected(seat, higher)
            rivals[card] = unbeaten, above
        return rivals

    @cached_property
    def _trumps_of(self) -> dict[int, float]:
        others = (seat for seat in range(self.known.rules.players) if seat != self.known.seat)
        return {seat: self.known.expected(seat, self.trumps) for seat in others}

    @cached_property
    def _unruffed(self) -> list[float]:
        """By suit, the chance that no opponent can trump it."""
        safe = []
        for suit in SUIT_MASKS:
            chance = 1.0
            for seat in self.foes:
                chance *= 1.0 - self.known.lacks(seat, suit) * min(1.0, self._trumps_of[seat])
            safe.append(chance)
        return safe
