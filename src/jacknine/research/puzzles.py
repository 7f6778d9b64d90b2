"""Finds puzzles: deals are played by the simple players, and wherever one card is clearly best in many deals that fit
what its seat has seen, and a simple player may miss it, there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from jacknine.analysis.puzzles import Puzzle, written
from jacknine.analysis.review import Why, trick_with, why_better
from jacknine.bots import Bot, player
from jacknine.bots.chance import Chance
from jacknine.bots.knowledge import read
from jacknine.bots.search import position_of_view
from jacknine.bots.worlds import World, Worlds
from jacknine.cards import card_text
from jacknine.game import Decision, Play, State, View, apply_legal, start, view
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.rules.variant import Rules
from jacknine.solver.api import Solver
from jacknine.solver.position import position_of
from jacknine.solver.worlds import value_worlds

LEVELS: Final = ("easy", "normal", "hard")
TRIES: Final = 12
"""How often each level is asked."""
FIRST_LOOK: Final = 12
WORLDS: Final = 80
"""Deals that are looked at."""
FEWEST_LEFT, MOST_LEFT = 3, 6
"""Tricks that may be left: before, too much is open; later, there is nothing to find."""
GAP: Final = 8.0
"""By how many points a card has to be better than any other, on average."""
SURE: Final = 4.0
"""And by how many standard errors of that."""
NODES: Final = 4_000_000


def worths(solver: Solver, seen: View, number: int, seed: int) -> tuple[dict[int, list[float]], list[World]]:
    """By card, what the camp of the seat on turn takes more than the other in each of so many deals; and those."""
    drawn = Worlds(seen, read(seen, True)).drawn(number, Chance(seed, seen)).worlds
    if not drawn:
        return {}, []
    position = position_of_view(seen, drawn[0])
    valued = value_worlds(solver, position, drawn, bonus=position.bonus(), nodes=NODES)
    sign = 1.0 if position.camps[position.turn] == 0 else -1.0
    found = {card: [sign * row[at] for row in valued.differences] for at, card in enumerate(valued.cards)}
    return found, drawn[: len(valued.differences)]


def clear(found: Mapping[Any, list[float]], gap: float, sure: float) -> bool:
    """Whether one choice is better than any other by so many points and so many standard errors."""
    best = max(found, key=lambda choice: mean(found[choice]))
    for choice, values in found.items():
        if choice == best:
            continue
        gaps = [one - other for one, other in zip(found[best], values, strict=True)]
        if mean(gaps) < gap or mean(gaps) < sure * stdev(gaps) / len(gaps) ** 0.5:
            return False
    return True


def find(solver: Solver, rules: Rules, seed: int) -> Iterator[Puzzle | None]:
    """Deals without end, each with the first puzzle in it, or None."""
    chance = Random(seed)
    players = {level: player(level) for level in LEVELS}
    while True:
        dealt = chance.randbytes(SEED_BYTES)
        dealer = chance.randrange(rules.players)
        levels = [players[chance.choice(LEVELS[1:])] for _ in range(rules.players)]
        state, _ = apply_legal(start(rules, dealer), shuffled(rules, dealt, 1))
        actions: list[Decision] = []
        while state.turn is not None:
            found = _look(solver, state, players)
            if found is not None:
                values, wrong, why = found
                yield Puzzle(rules.line, dealt, dealer, written(actions), state.turn, values, WORLDS, wrong, why)
                break
            actions.append(levels[state.turn].decide(view(state, state.turn), chance.getrandbits(32)))
            state, _ = apply_legal(state, actions[-1])
        else:
            yield None


def _look(
    solver: Solver, state: State, players: dict[str, Bot]
) -> tuple[dict[str, float], dict[str, float], Why] | None:
    """The worth of the cards, how often each level misses the best, and why it is best; None where it is no puzzle."""
    deal = state.deal
    assert deal is not None
    assert state.turn is not None
    if deal.phase != "play" or not FEWEST_LEFT <= deal.hands[state.turn].bit_count() <= MOST_LEFT:
        return None
    seen = view(state, state.turn)
    if seen.legal_cards.bit_count() < 3 or not all(isinstance(one, Play) for one in seen.legal):
        return None
    first, _ = worths(solver, seen, FIRST_LOOK, 1)
    if not first or len(next(iter(first.values()))) < FIRST_LOOK or not clear(first, GAP, 1.5):
        return None
    found, drawn = worths(solver, seen, WORLDS, 2)
    if len(drawn) < WORLDS or not clear(found, GAP, SURE):
        return None
    values = {card: mean(some) for card, some in found.items()}
    order = sorted(values, key=lambda card: -values[card])
    best = order[0]
    wrong = {
        level: missed(bot, seen, lambda one: isinstance(one, Play) and one.card == best)
        for level, bot in players.items()
    }
    if wrong["easy"] < 0.4 and wrong["normal"] < 0.3 and not wrong["hard"]:
        return None
    return (
        {f"play {card_text(card)}": worth for card, worth in values.items()},
        wrong,
        _why(solver, state, drawn, order[0], order[1]),
    )


def missed(bot: Bot, seen: View, right: Callable[[Decision], bool]) -> float:
    """In what share of tries a player decides otherwise than right."""
    return round(sum(not right(bot.decide(seen, seed)) for seed in range(TRIES)) / TRIES, 2)


def _why(solver: Solver, state: State, drawn: list[World], best: int, second: int) -> Why:
    """The reason that holds in most of the deals."""
    deal = state.deal
    assert deal is not None
    reasons: Counter[Why] = Counter()
    for world in drawn[:20]:
        other = state._replace(deal=deal._replace(hands=world))
        with_best, with_second = trick_with(solver, other, best), trick_with(solver, other, second)
        if with_best is not None and with_second is not None:
            reasons[why_better(position_of(other), second, best, with_second, with_best)] += 1
    return max(reasons, key=lambda why: reasons[why]) if reasons else "later"
