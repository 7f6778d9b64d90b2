"""The bidding of Baloot (2.1, 2.2) and the raises (2.7), as the rule text says them.

Speakers 1 to 4 of the text are seats 0 to 3. Apart from ``baloot.py`` because it is the longest auction of the family.
"""

from dataclasses import dataclass, field

from .common import Answer, Auction, Given, Rules, hear, names_suit, rank_of, suit_of, turned_card

RAISES = {2: "double", 3: "triple", 4: "quadruple", 5: "gahwa"}
GAHWA = 5
LOW_RANKS = "789"


@dataclass
class Bidding(Auction):
    """Bidding under way. ``totals`` are the sides' match scores, which decide whether a Sun may be doubled."""

    totals: list[int] = field(default_factory=lambda: [0, 0])
    hands: dict[int, list[str]] | None = None
    stage: str = "bids"
    round: int = 1
    opened: bool = False  # has anybody in this round said anything but pass
    hokum_by: int | None = None
    hokum_suit: str = ""
    sun_by: int | None = None
    ashkal: bool = False
    asked: list[int] = field(default_factory=list)  # who still has to answer

    def say(self, call: str) -> bool:
        """Bid, answer a Sun, confirm a Hokum, or raise, by the stage the auction is in."""
        stages = {"bids": self._bid, "answers": self._answer_sun, "confirm": self._confirm, "raises": self._raise}
        return stages[self.stage](call)

    # --- the two rounds

    def _bid(self, call: str) -> bool:
        assert self.turn is not None
        if call == "pass":
            return self._next()
        if call == "kawesh":
            return self._kawesh()
        if call == "sun":
            return self._sun(self.turn, card_to=self.turn)
        if call == "ashkal":
            return self._may_ashkal() and self._sun(self.turn, card_to=(self.turn + 2) % 4, ashkal=True)
        return self._hokum(call)

    def _next(self) -> bool:
        """The next speaker, the next round, or the end of the bids."""
        assert self.turn is not None
        if self.turn < 3:
            self.turn += 1
            return True
        if self.hokum_by is not None:
            return self._hokum_stands()
        if self.round == 2:
            return self.throw_in()
        self.round, self.turn = 2, 0
        return True

    def _hokum(self, call: str) -> bool:
        assert self.turn is not None and self.turned is not None
        turned_suit = suit_of(self.turned)
        word, _, suit = call.partition(":")
        if word != "hokum" or self.hokum_by is not None:
            return False
        if self.round == 1 and suit:
            return False
        if self.round == 2 and (not names_suit(suit) or suit == turned_suit):
            return False
        self.hokum_by, self.hokum_suit = self.turn, suit or turned_suit
        return self._next()

    def _may_ashkal(self) -> bool:
        """Ashkal: third and fourth speaker, under the settings of 2.2; a standing Hokum does not bar it."""
        assert self.turn is not None and self.turned is not None
        if self.turn < 2 or (self.round == 2 and self.rules["ashkal_round2"] == "off"):
            return False
        if rank_of(self.turned) == "A" and self.rules["ashkal_on_ace"] == "off":
            return False
        return self.hokum_by is None or self.rules["ashkal_after_passes"] == "off"

    def _kawesh(self) -> bool:
        """Five low cards: the deal is cancelled before a purchase. Judged only when the hands are known."""
        assert self.turn is not None
        if self.rules["kawesh"] == "off" or self.hokum_by is not None:
            return False
        if self.hands is not None and any(rank_of(card) not in LOW_RANKS for card in self.hands[self.turn]):
            return False
        return self.throw_in()

    # --- Sun over Sun, Hokum confirmed

    def _sun(self, seat: int, card_to: int, ashkal: bool = False) -> bool:
        """A Sun stands; the earlier speakers who have priority are asked one after the other."""
        self.sun_by, self.card_to, self.ashkal = seat, card_to, ashkal
        self.asked = [earlier for earlier in range(seat) if self._has_priority(earlier, seat)]
        return self._ask("answers") if self.asked else self._sun_stands()

    def _has_priority(self, earlier: int, seat: int) -> bool:
        assert self.turned is not None
        if self.rules["sun_priority"] == "off" or (self.round == 2 and self.rules["sun_priority_round2"] == "off"):
            return False
        if self.rules["sun_priority"] == "ace_only" and rank_of(self.turned) != "A":
            return False
        return self.rules["sun_priority_over_partner"] == "on" or (seat - earlier) % 2 == 1

    def _ask(self, stage: str) -> bool:
        self.stage, self.turn = stage, self.asked.pop(0)
        return True

    def _answer_sun(self, call: str) -> bool:
        """An earlier speaker takes the Sun over or passes; the first to say Sun is the buyer."""
        if call == "sun":
            self.sun_by = self.card_to = self.turn
            self.ashkal = False
            return self._sun_stands()
        if call != "pass":
            return False
        return self._ask("answers") if self.asked else self._sun_stands()

    def _sun_stands(self) -> bool:
        assert self.sun_by is not None
        buyer = self.sun_by
        if self.ashkal and self.rules["ashkal_buyer"] == "partner":
            buyer = (buyer + 2) % 4
        return self._bought(buyer, "none")

    def _hokum_stands(self) -> bool:
        assert self.hokum_by is not None
        if self.rules["hokum_confirm"] == "on":
            self.stage, self.turn = "confirm", self.hokum_by
            return True
        return self._buy_hokum()

    def _buy_hokum(self) -> bool:
        assert self.hokum_by is not None
        self.card_to = self.hokum_by
        return self._bought(self.hokum_by, self.hokum_suit)

    def _confirm(self, call: str) -> bool:
        """The Hokum bidder is asked again: ``hokum`` keeps it, ``sun`` turns it into Sun."""
        assert self.hokum_by is not None
        if call == "sun":
            return self._sun(self.hokum_by, card_to=self.hokum_by)
        return call == "hokum" and self._buy_hokum()

    # --- raises

    def _bought(self, buyer: int, trump: str) -> bool:
        """The purchase; with doubling on the opponents may then double."""
        self.taker, self.trump = buyer, trump
        if self.rules["doubling"] == "off" or (trump == "none" and not self._sun_may_be_doubled(buyer)):
            return self.close()
        self.asked = self._raisers()
        return self._ask("raises")

    def _sun_may_be_doubled(self, buyer: int) -> bool:
        """Only by a side at 100 or less while the other is above 100."""
        return self.totals[buyer % 2] > 100 >= self.totals[1 - buyer % 2]

    def _raisers(self) -> list[int]:
        """Who may make the next raise: the opponents for double and quadruple, the buyer for triple and gahwa."""
        assert self.taker is not None
        if self.multiplier % 2 == 1:
            return [(self.taker + 1) % 4, (self.taker + 3) % 4]
        return [self.taker]

    def _raise(self, call: str) -> bool:
        if call == "pass":
            return self._ask("raises") if self.asked else self.close()
        word, _, manner = call.partition(":")
        level = self.multiplier + 1
        if word != RAISES[level] or not self._manner_allowed(level, manner):
            return False
        self.multiplier = level
        self.extra["locked"] = manner == "locked"
        if level == GAHWA or self.trump == "none":
            return self.close()
        self.asked = self._raisers()
        return self._ask("raises")

    def _manner_allowed(self, level: int, manner: str) -> bool:
        """``open`` or ``locked`` is named with the double and the quadruple only."""
        if manner == "":
            return True
        lockable = self.trump != "none" and level in (2, 4)
        return manner in ("open", "locked") and lockable and self.rules["locked"] == "raiser_chooses"


def auction(rules: Rules, given: Given) -> Answer:
    """The bidding. Optional ``totals`` (match scores per side) and ``hands`` (the first five cards of each seat)."""
    talk = Bidding(rules, turned_card(given), totals=list(given.get("totals", [0, 0])), hands=given.get("hands"))
    return hear(talk, given["calls"])
