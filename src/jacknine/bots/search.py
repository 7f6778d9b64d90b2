"""Players that look ahead: exact play in deals that may be the real one, averaged card by card.

Deals come from :mod:`jacknine.bots.worlds`, their values from the exact solver, what a value means for the score from
:mod:`jacknine.bots.stakes`. Budgets are counts, so a decision is the same on every machine. Looking at deals one by
one takes it for granted that they can be told apart later; near ties are therefore left to the rules of
:mod:`jacknine.bots.play`, which know nothing of the kind. Without the solver the player plays as ``hard``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.util import find_spec
from operator import mul, sub
from typing import TYPE_CHECKING, Final, NamedTuple

from jacknine.bots.bot import Bot, choices
from jacknine.bots.chance import Chance
from jacknine.bots.inference import Calls, Plays
from jacknine.bots.knowledge import Knowledge, read
from jacknine.bots.play import values as rule_values
from jacknine.bots.rollouts import MANY, value_by_play
from jacknine.bots.spec import Budget
from jacknine.bots.stakes import Stakes
from jacknine.bots.worlds import Drawn, World, Worlds
from jacknine.game import Decision, Play, View
from jacknine.rules.table import RUFF_FREELY
from jacknine.solver.position import Position, tamed

if TYPE_CHECKING:
    from jacknine.solver.api import Solver

BATCH: Final = 6
"""How many deals are looked at before it is asked again whether more are needed."""
FEWEST: Final = 3
"""Fewer deals than this say less than the rules do, unless they are all there are."""
FEWEST_TO_TELL: Final = 5.0
"""Before so many deals have been looked at that count alike, or as much as that many, no card is given up."""
UNRULY: Final = 6
"""With more tricks than this left, deals in which one may ruff at any time are looked at as if one might not while one
can follow: they would take twenty times as long. With a trick more than UNRULY + 2 they are left to the rules."""
RULES_WEIGH: Final = 0.005
"""What a point of the rules' opinion is worth beside one of the search's, so that ties are broken by sense."""


POOL: Final = 4
WIDE: Final = 2
"""From how many times as many deals the likely ones are taken, by the calls and by the plays."""


class _Weighed(NamedTuple):
    """A deal and what it counts."""

    world: World
    weight: float


@lru_cache(maxsize=1)
def can_search() -> bool:
    """Whether the solver is installed."""
    return find_spec("numba") is not None


@dataclass(slots=True)
class Findings:
    """What a search has found: by card, its worth in each deal looked at, fewer of them for cards given up; how likely
    each deal is, up to a factor.
    """

    worths: dict[int, list[float]] = field(default_factory=dict)
    weights: list[float] = field(default_factory=list)
    nodes: int = 0
    complete: bool = False
    """Every deal there is was looked at."""

    @property
    def enough(self) -> bool:
        """Whether there is anything to go by."""
        return bool(self.worths) and (self.complete or len(self.weights) >= FEWEST)

    @property
    def alive(self) -> list[int]:
        """The cards that were looked at in all deals."""
        return [card for card, some in self.worths.items() if len(some) == len(self.weights)]

    def means(self) -> dict[int, float]:
        return {card: self._mean(self.worths[card]) for card in self.alive}

    def behind(self, clear: float) -> list[int]:
        """The cards in the race that are clearly worse than the best one."""
        means = self.means()
        best = max(means, key=lambda card: means[card])
        return [card for card in means if card != best and self._clearly(best, card, clear)]

    def _mean(self, values: list[float]) -> float:
        return float(sum(map(mul, self.weights, values)) / sum(self.weights))

    def _worth_of_weights(self) -> float:
        """How many deals that count alike would say as much as those looked at."""
        squares = sum(weight * weight for weight in self.weights)
        return sum(self.weights) ** 2 / squares if squares else 0.0

    def _clearly(self, best: int, card: int, clear: float) -> bool:
        """Whether the gap between two cards is more than so many of its standard errors."""
        if self._worth_of_weights() < FEWEST_TO_TELL:
            return False
        gaps = list(map(sub, self.worths[best], self.worths[card]))
        mean = self._mean(gaps)
        spread = sum((weight * (gap - mean)) ** 2 for weight, gap in zip(self.weights, gaps, strict=True))
        return bool(mean > clear * (spread**0.5 / sum(self.weights) + 1e-9))


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """A player that searches for its cards and leaves all other decisions to ``rest``."""

    budget: Budget
    rest: Bot

    def decide(self, view: View, seed: int) -> Decision:
        """See :meth:`jacknine.bots.Bot.decide`."""
        choices(view)
        if not self.has_to_search(view):
            return self.rest.decide(view, seed)
        from jacknine.solver.api import thread_solver

        return self.search(thread_solver(), view, seed)

    def has_to_search(self, view: View) -> bool:
        """Whether a decision takes time: there are several cards to choose from, and nothing to do before."""
        plays = all(isinstance(decision, Play) for decision in view.legal)
        return plays and view.legal_cards.bit_count() > 1 and can_search()

    def search(self, solver: Solver, view: View, seed: int, seconds: float | None = None) -> Decision:
        """The same decision with a solver of the caller's; a worse one when it takes longer than ``seconds``."""
        from jacknine.solver.api import Budget, Clock

        with Clock(solver.desk, Budget(seconds=seconds)):
            card = self.card(solver, view, seed)
        if card is None:
            return self.rest.decide(view, seed)
        plays = [play for play in view.legal if isinstance(play, Play) and play.card == card]
        return max(plays, key=lambda play: play.said)

    def card(self, solver: Solver, view: View, seed: int) -> int | None:
        """The card to play; None when not enough deals could be looked at within the budget."""
        worths = self.worths(solver, view, seed)
        return max(worths, key=lambda card: worths[card]) if worths else None

    def worths(self, solver: Solver, view: View, seed: int) -> dict[int, float] | None:
        """What the cards still in the race are worth: the score of the deal less the others'; None: see :meth:`card`.

        The rules of the simple players break ties.
        """
        known = read(view, True)
        if known.table[RUFF_FREELY] and known.tricks_left > UNRULY + 2:
            return None
        found = look(solver, view, known, self.budget, Chance(seed, view))
        if not found.enough:
            return None
        opinion = rule_values(known)
        means = found.means()
        scale = RULES_WEIGH * max(1e-3, max(means.values()) - min(means.values())) / 20.0
        return {card: worth + scale * opinion[card] for card, worth in means.items()}


def get_ready(solver: Solver) -> None:
    """Load, or compile, what a first decision would otherwise wait for."""
    from jacknine.solver.worlds import value_worlds
    from jacknine.variants import rules

    ending = Position(rules("klaverjas"), "S", tuple(0b11 << 2 * seat for seat in range(4)))
    value_worlds(solver, ending, [ending.hands], bonus=(0, 0))


def think(solver: Solver, player: SearchPlayer, view: View, seed: int, seconds: float) -> Decision:
    """A decision within so many seconds, as a worker of :class:`jacknine.solver.pool.Pool` is asked for it."""
    return player.search(solver, view, seed, seconds)


def look(solver: Solver, view: View, known: Knowledge, budget: Budget, chance: Chance) -> Findings:
    """Value the legal cards in deals that explain everything, until one is clearly best or the budget is spent."""
    from jacknine.solver.worlds import value_worlds

    worlds = Worlds(view, known)
    by_play = bool(budget.playouts) and worlds.places[-1] >= MANY
    if by_play:
        budget = replace(budget, worlds=budget.playouts)
    drawn = worlds.drawn(budget.worlds * (POOL if budget.infers else 1), chance, budget.every)
    found = Findings(complete=drawn.complete)
    queue = _queue(worlds, drawn, budget, chance)
    if not queue:
        return found
    # A budget of nodes is the same budget only where nothing is remembered from before.
    solver.forget()
    position = position_of_view(view, queue[0].world)
    stakes = Stakes(worlds, position)
    cards = view.legal_cards
    for first in range(0, len(queue), BATCH):
        batch = [one.world for one in queue[first : first + BATCH]]
        if by_play:
            valued = value_by_play(view, position, batch, bonus=stakes.bonus, cards=cards, stopped=solver.stopped)
        else:
            nodes = budget.nodes - found.nodes
            valued = value_worlds(solver, position, batch, bonus=stakes.bonus, cards=cards, nodes=nodes)
        found.nodes += valued.nodes
        for one, row in zip(queue[first:], valued.differences, strict=False):
            found.weights.append(one.weight)
            for card, worth in zip(valued.cards, stakes.scores(one.world, row), strict=True):
                found.worths.setdefault(card, []).append(worth)
        if len(valued.differences) < len(batch):
            found.complete = False
            break
        for card in found.behind(budget.clear):
            cards &= ~(1 << card)
        if cards.bit_count() == 1:
            break
    return found


def _queue(worlds: Worlds, drawn: Drawn, budget: Budget, chance: Chance) -> list[_Weighed]:
    """The deals to look at, in random order, with what each counts.

    Where they are all there are, each counts as much as what was called and played makes it likely. Otherwise likely
    ones are taken from among many: by the calls first, which are quickly weighed.
    """
    if not budget.infers:
        return _shuffled([_Weighed(world, 1.0) for world in drawn.worlds], chance)
    calls, plays = Calls(worlds.view), Plays(worlds)
    weighed = [_Weighed(world, calls.weight(worlds, world)) for world in drawn.worlds]
    if not drawn.complete:
        weighed = _likely(weighed, WIDE * budget.worlds, chance)
    weighed = [_Weighed(world, weight * plays.weight(world)) for world, weight in weighed]
    if not drawn.complete:
        weighed = _likely(weighed, budget.worlds, chance)
    return _shuffled(weighed, chance)


def likely_hands(view: View, number: int, seed: int) -> list[World]:
    """So many deals that a view in card play allows, each drawn about as often as what was called and played makes it
    likely.
    """
    worlds = Worlds(view, read(view, True))
    chance = Chance(seed, view)
    calls, plays = Calls(view), Plays(worlds)
    drawn = worlds.drawn(number * POOL, chance).worlds
    weighed = [_Weighed(world, calls.weight(worlds, world) * plays.weight(world)) for world in drawn]
    return [one.world for one in _likely(weighed, number, chance) for _ in range(round(one.weight))] if weighed else []


def _likely(weighed: list[_Weighed], number: int, chance: Chance) -> list[_Weighed]:
    """Deals taken about as often as they are likely, so often in all: evenly spaced marks on a line along which each
    deal has a piece as long as it counts. One that gets several marks is there once and counts as often.
    """
    step = sum(one.weight for one in weighed) / number
    mark, end = step * (chance.below(1 << 20) / (1 << 20)), 0.0
    taken: list[_Weighed] = []
    for world, weight in weighed:
        end += weight
        marks = 0
        while mark < end:
            marks += 1
            mark += step
        if marks:
            taken.append(_Weighed(world, float(marks)))
    return taken


def position_of_view(view: View, world: World) -> Position:
    """The open position that a view is in a world."""
    contract = view.contract
    assert contract is not None
    rules = view.rules
    if view.hand.bit_count() > UNRULY and rules.denomination(contract.key).duties.ruff_freely:
        rules = tamed(rules)
    position = Position(
        rules, contract.key, world, view.leader, view.trick, taker=contract.taker, locked=contract.locked
    )
    return replace(position, taken=sum({position.groups[trick.winner] for trick in view.tricks}))


def _shuffled(worlds: list[_Weighed], chance: Chance) -> list[_Weighed]:
    order = list(worlds)
    for i in range(len(order) - 1, 0, -1):
        other = chance.below(i + 1)
        order[i], order[other] = order[other], order[i]
    return order
