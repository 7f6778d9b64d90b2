"""Which card to play: for every legal card, what this trick should bring and what the cards kept are worth.

One way of thinking for all games of the family. Keeping a ten from the ace, dressing a partner's trick, drawing trumps
to make aces safe, saving a trump for the end: none of these is a rule here; each comes out of the sum. What weighs how
much is in :data:`PRICES`, found by playing every legal card of many positions to the end and comparing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from jacknine.bots.knowledge import Knowledge
from jacknine.cards import SUIT_MASKS, cards_of, suit_of
from jacknine.rules.table import OVER, POINTS, RUFF_FREELY, SUIT
from jacknine.rules.trick import beats, roem_of


@dataclass(frozen=True, slots=True)
class Prices:
    """What things are worth, in card points of this trick.

    ``trumps`` is a trump kept, by the number of unseen trumps above it (the last entry: that many or more),
    ``trump_fades`` what it loses towards the end of the deal, for the best trump and the others, ``trump_points``
    each card point on it. ``master`` is a plain card that nothing beats, as far as it will not be trumped, and
    ``master_points`` each point on it. ``second`` is a plain card with one higher card out, bare or guarded by a
    lower one, and ``second_points`` each point on it. ``lead`` is winning the trick oneself, with ``lead_grows``
    towards the end, and ``lead_master`` for each master to go on with. ``ruff`` is each trump (two at most) for each
    empty plain suit. ``draw`` is an opponent's trump drawn by leading trump, more for each master
    (``draw_for_master``), and ``draw_partner`` a partner's.
    """

    trumps: tuple[float, ...] = (43.0, 35.0, 21.5, 19.0)
    trump_fades: tuple[float, float] = (8.0, 14.0)
    trump_points: float = 1.1
    master: float = 11.0
    master_points: float = 0.9
    second: tuple[float, float] = (3.0, 4.0)
    second_points: tuple[float, float] = (0.4, 0.7)
    lead: float = 1.0
    lead_grows: float = 5.0
    lead_master: float = 8.0
    ruff: float = 0.8
    draw: float = 16.0
    draw_for_master: float = 5.0
    draw_partner: float = -12.0


PRICES = Prices()

OVERTAKEN = 0.5
"""The chance that a seat which can beat our card can also beat the unknown card that has beaten it before."""
ROEM_HELD = 0.3
"""The chance that a seat holding a card that makes roem plays it."""


def values(known: Knowledge, prices: Prices = PRICES) -> dict[int, float]:
    """What each legal card is worth: only the differences between them mean something."""
    outlook = _Outlook(known, prices)
    return {card: outlook.value(card) for card in cards_of(known.legal)}


class _Outlook:
    """The sums for one decision; what all cards share is computed once."""

    def __init__(self, known: Knowledge, prices: Prices) -> None:
        self.known = known
        self.prices = prices
        self.table = known.table
        self.trumps = known.trumps
        self.others = [seat for seat in range(known.rules.players) if seat != known.seat]
        self.foes = [seat for seat in self.others if known.camp(seat) != known.camp(known.seat)]
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
        return total + self._kept(known.hand ^ 1 << card, takes[known.seat]) + self._drawn(card)

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
        known, table, prices = self.known, self.table, self.prices
        late = 1.0 - hand.bit_count() / 7
        total = masters = 0.0
        for card in cards_of(hand):
            above = (table[OVER + card] & known.unseen).bit_count()
            points = table[POINTS + card]
            if self.trumps >> card & 1:
                total += prices.trumps[min(above, len(prices.trumps) - 1)] + points * prices.trump_points
                total -= prices.trump_fades[above > 0] * late
            elif above == 0:
                safe = self._safe[suit_of(card)]
                masters += safe
                total += safe * (prices.master + points * prices.master_points)
            elif above == 1:
                guarded = bool(table[SUIT + card] & hand & ~table[OVER + card] & ~(1 << card))
                total += prices.second[guarded] + points * prices.second_points[guarded]
        total += leads * (prices.lead + prices.lead_grows * late + prices.lead_master * masters)
        empty = sum(1 for suit in SUIT_MASKS if not suit & (hand | self.trumps))
        return total + prices.ruff * empty * min(2, (hand & self.trumps).bit_count())

    def _drawn(self, card: int) -> float:
        """What leading a trump does to the trumps of the others."""
        known, prices = self.known, self.prices
        if known.trick or not self.trumps >> card & 1:
            return 0.0
        masters = sum(
            self._safe[suit_of(other)]
            for other in cards_of(known.hand & ~self.trumps)
            if not self.table[OVER + other] & known.unseen
        )
        total = 0.0
        for seat in self.others:
            drawn = min(1.0, self._trumps_of[seat])
            foe = seat in self.foes
            total += drawn * (prices.draw + prices.draw_for_master * masters if foe else prices.draw_partner)
        return total

    @cached_property
    def _trumps_of(self) -> dict[int, float]:
        return {seat: self.known.expected(seat, self.trumps) for seat in self.others}

    @cached_property
    def _safe(self) -> list[float]:
        """By suit, the chance that no opponent can trump it."""
        safe = []
        for suit in SUIT_MASKS:
            chance = 1.0
            for seat in self.foes:
                chance *= 1.0 - self.known.lacks(seat, suit) * min(1.0, self._trumps_of[seat])
            safe.append(chance)
        return safe
