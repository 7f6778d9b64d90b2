"""How much can be won against random cards at all: by exact play that sees every hand. A cheat, for measuring only.

It is the yardstick for players that see a view: the same deals, the same calls and the same random opponents as in
:mod:`jacknine.research.duel`. Run ``python -m jacknine.research.open_cards --game belote --pairs 100``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import mean

from jacknine.bots import Bot, player, random_player
from jacknine.game import Deal, Decision, Play, State, apply_legal, legal, start, view
from jacknine.research.duel import Estimate, deals, estimate, lead
from jacknine.rules.variant import Rules, SettingsError
from jacknine.solver.api import Position, Solver
from jacknine.variants import parse_line


def best_card(solver: Solver, state: State) -> Decision:
    """A card that loses no card point with all hands open; other decisions as they come."""
    deal = state.deal
    assert deal is not None and deal.contract is not None
    offered = legal(state)
    if len(offered) == 1 or not all(isinstance(decision, Play) for decision in offered):
        return offered[0]
    contract = deal.contract
    position = Position(
        state.rules,
        contract.key,
        deal.hands,
        leader=deal.leader,
        trick=deal.trick,
        taker=contract.taker,
        locked=contract.locked,
    )
    best = solver.solve(position, bonus=(0, 0), roem=False).best[0]
    return next(decision for decision in offered if isinstance(decision, Play) and decision.card == best)


def play_open(rules: Rules, solver: Solver, number: int, deal: Deal, side: int, caller: Bot) -> tuple[int, ...] | None:
    """The card points of a deal in which one side sees everything and the others play at random; None if thrown in."""
    state, _ = apply_legal(start(rules, number % rules.players), deal)
    while state.turn is not None:
        seen = view(state, state.turn)
        if seen.phase != "play":
            decision = caller.decide(seen, number)
        elif rules.side_of(state.turn) == side:
            decision = best_card(solver, state)
        else:
            decision = random_player.decide(seen, number)
        state, _ = apply_legal(state, decision)
    seen = view(state, None)
    return seen.points if seen.outcome is not None and seen.outcome.sheet is not None else None


def ceiling(rules: Rules, pairs: int, seed: int = 1) -> Estimate:
    """The card points that exact play with open cards wins over random cards, by the same calls of a hard player."""
    solver, caller = Solver(), player("hard", rules)
    leads: list[float] = []
    for number, deal in deals(rules, seed):
        if len(leads) == pairs:
            break
        tables = [play_open(rules, solver, number, deal, side, caller) for side in range(rules.sides)]
        if None not in tables:
            leads.append(mean(lead(points, side) for side, points in enumerate(tables) if points is not None))
    return estimate(leads)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints the figure, or one line about what is wrong and gives 2."""
    parser = argparse.ArgumentParser(prog="python -m jacknine.research.open_cards", description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="belote", help="a game with its settings, as in belote(preset=cafe)")
    parser.add_argument("--pairs", type=int, default=100, help="deals, each played once a side (at least 2)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals")
    given = parser.parse_args(arguments)
    try:
        rules = parse_line(given.game)
        if given.pairs < 2:
            raise ValueError(f"--pairs {given.pairs}: two pairs at least make an estimate")
        found = ceiling(rules, given.pairs, given.seed)
    except (SettingsError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(
        f"exact play with open cards against random, {rules.line}, calls by hard, {found.n} pairs\n"
        f"  card points  {found}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
