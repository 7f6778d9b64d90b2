"""What the end of a deal is worth to a seat: the score that its sheet would give, as a function of the cards to come.

A sheet is a step and a ramp: one point more may be the contract. So deals are compared by the score, which the game's
own scoring writes here for every outcome that is asked about, and not by card points. Two things soften it. Exact
values take for granted that everybody sees all cards from here on, so the outcome is taken to be spread around the
value. And where the score cannot change any more, card points still count a little.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Final, NamedTuple

from jacknine.bots.worlds import World, Worlds
from jacknine.cards import SUIT_MASKS
from jacknine.game.state import KINGS_AND_QUEENS
from jacknine.rules.scoring import Tally
from jacknine.rules.scoring.game_points import GamePointScoring
from jacknine.rules.trick import points_of
from jacknine.solver.position import Position

ALL_TRICKS: Final = 90
"""What all tricks are worth in card points, where a sheet counts game points."""
LEAN: Final = 0.15
"""How much of the average slope of the score is paid for card points as such."""
LEAST: Final = 0.05
"""The slope that is taken where the score is decided whatever happens: points are still better than none."""
SPREAD: Final = 4.0
"""The standard deviation that each trick but the last adds to the outcome, in card points of difference."""
STEPS: Final = tuple(NormalDist().inv_cdf((step + 0.5) / 7) for step in range(7))
"""Where a spread outcome is looked at: the middles of seven equal parts of the normal distribution."""


class _Extras(NamedTuple):
    """What a world adds to the cards still to be played: by side, but for the points laid away by the taker."""

    laid_away: int
    declared: tuple[int, ...]
    beaten: tuple[int, ...]
    belote: tuple[int, ...]


class Stakes:
    """The score of a deal by what camp 0 takes more than camp 1 from here on, seen from the seat on turn.

    ``bonus`` is what each camp gets for all tricks in the differences that are asked about.
    """

    def __init__(self, worlds: Worlds, position: Position) -> None:
        view = worlds.view
        assert view.contract is not None and view.seat is not None
        self.worlds, self.position = worlds, position
        self.view, self.rules, self.contract = view, view.rules, view.contract
        self.bonus = (ALL_TRICKS, ALL_TRICKS) if isinstance(self.rules.scoring, GamePointScoring) else position.bonus()
        self.mine = 1 if position.camps[view.seat] == 0 else -1
        self.total = position.total
        self.spread = SPREAD * (view.hand.bit_count() - 1)
        self._known: dict[tuple[_Extras, int], float] = {}
        self._spread: dict[tuple[_Extras, int], float] = {}

    def scores(self, world: World, differences: list[int]) -> list[float]:
        """The worth of outcomes in a world, one for each difference: the score less the others'."""
        extras = self._extras(world)
        return [self._worth(extras, difference) for difference in differences]

    def _worth(self, extras: _Extras, difference: int) -> float:
        key = (extras, difference)
        if key not in self._spread:
            outcomes = [round(difference + step * self.spread) for step in STEPS] if self.spread else [difference]
            mean = sum(self._score(extras, outcome) for outcome in outcomes) / len(outcomes)
            slope = (self._score(extras, self.total) - self._score(extras, -self.total)) / (2 * self.total)
            self._spread[key] = self.mine * (mean + LEAN * max(abs(slope), LEAST) * difference)
        return self._spread[key]

    def _score(self, extras: _Extras, difference: int) -> float:
        """Camp 0's score less the others'."""
        key = (extras, difference)
        if key not in self._known:
            scores = self.rules.scoring.score(self._tally(extras, difference)).scores
            first = 0 if len(scores) == 2 else self.contract.taker
            self._known[key] = scores[first] - (sum(scores) - scores[first]) / (len(scores) - 1)
        return self._known[key]

    def _tally(self, extras: _Extras, difference: int) -> Tally:
        rules, view = self.rules, self.view
        first = 0 if rules.sides == 2 else self.contract.taker
        others = [side for side in range(rules.sides) if side != first]
        swept = self._swept(difference)
        ours = max(0, min(self.total, (self.total + difference) // 2))
        cards, roem, tricks = list(view.points), list(view.roem), [1] * rules.sides
        cards[rules.side_of(self.contract.taker)] += extras.laid_away
        cards[first] += ours
        for place, side in enumerate(others):
            cards[side] += (self.total - ours + place) // len(others)
        over = abs(difference) - self.total - (self.bonus[swept] if swept is not None else 0)
        if over > 0 and rules.roem is not None:
            roem[first if difference > 0 else others[0]] += over
        if swept is not None:
            tricks = [int((side == first) == (swept == 0)) for side in range(rules.sides)]
        return Tally(
            taker=rules.side_of(self.contract.taker),
            cards=tuple(cards),
            tricks=tuple(tricks),
            declared=extras.declared,
            beaten=extras.beaten,
            belote=extras.belote,
            roem=tuple(roem),
            held=view.held,
            contract=self.contract,
            taker_is_eldest=self.contract.taker == view.eldest,
            first=rules.side_of(view.eldest),
            totals=view.totals,
            factor=rules.denomination(self.contract.key).factor,
            raiser_side=None if self.contract.raiser is None else rules.side_of(self.contract.raiser),
        )

    def _swept(self, difference: int) -> int | None:
        """The camp that has taken all tricks when it ends with this difference."""
        camp = 0 if difference > 0 else 1
        if self.position.taken not in ((0, 1) if camp == 0 else (0, 2, 4)):
            return None
        return camp if 2 * (abs(difference) - self.total) > self.bonus[camp] else None

    # --- what a world adds --------------------------------------------------------------------------------------------

    def _extras(self, world: World) -> _Extras:
        rules, view = self.rules, self.view
        away = 0
        if (
            rules.dealing.discard
            and view.seat != self.contract.taker
            and self.worlds.places[-1] == rules.dealing.discard
        ):
            away = points_of(self.worlds.known.table, self.worlds.known.unseen & ~sum(world))
        declared, beaten, belote = ([0] * rules.sides for _ in range(3))
        if rules.declarations_in(rules.denomination(self.contract.key)):
            found = self.worlds.declared(world)
            for seat, some in found.said.items():
                points = sum(one.points for one in some)
                (declared if found.shown[seat] else beaten)[rules.side_of(seat)] += points
        for seat in range(rules.players):
            belote[rules.side_of(seat)] += rules.pair_points * self._pairs(world, seat)
        return _Extras(away, tuple(declared), tuple(beaten), tuple(belote))

    def _pairs(self, world: World, seat: int) -> int:
        """The pairs that a seat of a world has said or will say."""
        suits = self.rules.denomination(self.contract.key).belote_suits
        pairs = [KINGS_AND_QUEENS & SUIT_MASKS[suit] for suit in suits]
        if self.rules.belote_ask:
            return self.view.belote[seat] + sum(1 for pair in pairs if world[seat] & pair == pair)
        begun = self.worlds.begun_with(world)[seat]
        return sum(1 for pair in pairs if begun & pair == pair)
