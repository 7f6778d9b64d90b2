"""The exact solver and the playouts: time and nodes a deal, playouts a second, and the same against another engine.

Times are processor time of one thread. Nodes (card decisions) do not depend on the machine: they are the solver's
signature, and a change that moves them says so. Belote and klaverjas are solved on the kept file of deals.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from time import thread_time

import numpy as np

from bench.measure import Figure
from bench.peer import COLVER, PeerMissing, install, output, python
from jacknine.cards import cards_of
from jacknine.rules.variant import Rules
from jacknine.solver.api import Budget, Position, Solver, warm
from jacknine.solver.playouts import playouts, random_deals
from jacknine.variants import parse_line

DEALS = 300
GAMES = {
    "belote": ("belote", "S", DEALS),
    "klaverjas": ("klaverjas", "S", DEALS),
    "klaverjas-amsterdam": ("klaverjas(preset=amsterdam)", "S", DEALS),
    "coinche-no-trump": ("coinche(sa_ta=on)", "N", DEALS),
    "coinche-all-trump": ("coinche(sa_ta=on)", "A", DEALS),
    "bela": ("bela", "H", DEALS),
    "bela-3": ("bela(players=3)", "H", DEALS),
    "bela-2": ("bela(players=2)", "H", DEALS),
    "baloot-hokum": ("baloot", "H", DEALS),
    "baloot-sun": ("baloot", "N", DEALS),
    "jass-trump": ("jass", "H", 5),
    "jass-tops-down": ("jass", "U", 40),
    "jass-bottoms-up": ("jass", "B", 40),
}
PLAYOUTS = ("belote", "klaverjas", "bela", "baloot", "jass")
KEPT = Path(__file__).parent.parent / "tests" / "data" / "solver" / "deals-300.txt"
PEER_ROUNDS, PEER_DEALS = 5, 30
BIG_TABLE = 20
"""Bits of the table for 36 cards, whose deals need more than a megabyte."""
PATIENCE = Budget(nodes=50_000_000)


def kept_deals(rules: Rules) -> list[Position]:
    """The kept file of deals with spades as trump (its form: tests/data/solver/SOURCE.md)."""
    orders = ["789JQKTA"] * 3 + ["78QKTA9J"]
    deals = []
    for line in KEPT.read_text(encoding="ascii").splitlines():
        words = [int(word) for word in line.split()]
        hands = []
        for mask in words[1:5]:
            bits = list(cards_of(mask))
            suits = [(1, 2, 3, 0)[bit >> 3] for bit in bits]
            ranks = ["789TJQKA".index(orders[bit >> 3][bit & 7]) for bit in bits]
            hands.append(sum(1 << 8 * suit + rank for suit, rank in zip(suits, ranks, strict=True)))
        deals.append(Position(rules, "S", tuple(hands), words[5]))
    return deals


def deals_of(line: str, key: str, count: int) -> list[Position]:
    """The deals that a game is measured on."""
    rules = parse_line(line)
    if key == "S":
        return kept_deals(rules)[:count]
    chance = Random(42)
    rows = random_deals(rules, count, seed=42)
    return [Position(rules, key, tuple(map(int, row)), chance.randrange(rules.players)) for row in rows]


def timed(solver: Solver, position: Position, *, cards: bool) -> tuple[float, int, bool]:
    """Milliseconds, nodes, and whether the answer came within the patience we have."""
    start = thread_time()
    solution = solver.solve(position, cards=cards, budget=PATIENCE)
    return (thread_time() - start) * 1_000, solution.nodes, solution.exact


def solving(command: str) -> list[Figure]:
    """Time and nodes of a whole deal in every game."""
    figures = []
    for name, (line, key, count) in GAMES.items():
        solver = Solver(BIG_TABLE if line == "jass" else 16)
        deals = deals_of(line, key, count)
        timed(solver, deals[0], cards=True)
        values = [timed(solver, deal, cards=False) for deal in deals]
        roots = [timed(solver, deal, cards=True) for deal in deals]
        times = [ms for ms, _, _ in values]
        n = len(deals)
        figures += [
            Figure(f"solver.{name}.mean_ms", fmean(times), "ms/deal", n, command),
            Figure(f"solver.{name}.p95_ms", quantiles(times, n=20)[-1], "ms/deal", n, command),
            Figure(f"solver.{name}.nodes", fmean(nodes for _, nodes, _ in values), "nodes/deal", n, command),
            Figure(f"solver.{name}.root_ms", fmean(ms for ms, _, _ in roots), "ms/deal", n, command),
        ]
        unfinished = sum(not exact for _, _, exact in values)
        if unfinished:
            figures.append(Figure(f"solver.{name}.unfinished", unfinished, "deals", n, command))
    return figures


def playing(command: str) -> list[Figure]:
    """Random whole deals a second."""
    figures = []
    for game in PLAYOUTS:
        rate, n = playout_rate(game)
        figures.append(Figure(f"playouts.{game}.per_s", rate, "deals/s", n, command))
    return figures


def playout_rate(game: str) -> tuple[float, int]:
    rules = parse_line(game)
    deals, repeat = random_deals(rules, 1_000, seed=1), 1_000
    playouts(rules, "H", deals[:1])
    start = thread_time()
    playouts(rules, "H", deals, repeat=repeat, seed=2)
    return len(deals) * repeat / (thread_time() - start), len(deals) * repeat


def against_colver(command: str) -> list[Figure]:
    """Our time and theirs on the same contree deals, turn by turn, for the value alone and for every card."""
    rules, solver = parse_line("coinche(preset=contree)"), Solver()
    theirs, values, roots, rates = 0.0, 0.0, 0.0, []
    try:
        install(COLVER.name)
        for seed in range(PEER_ROUNDS):
            told = output(
                [python(COLVER.name), "-m", "bench.peers.colver_solver", str(PEER_DEALS), str(seed)]
            ).splitlines()
            for one in map(json.loads, told[:-1]):
                theirs += one["seconds"] * 1_000
                position = Position(rules, one["trump"], tuple(one["hands"]), one["leader"])
                timed(solver, position, cards=False) if not values else None
                values += timed(solver, position, cards=False)[0]
                roots += timed(solver, position, cards=True)[0]
            rates.append(playout_rate("coinche")[0] / json.loads(told[-1])["rollouts_per_s"])
    except PeerMissing:
        return []
    n = PEER_ROUNDS * PEER_DEALS
    return [
        Figure("peer.colver.solve.mean_ms", theirs / n, "ms/deal", n, command),
        Figure("peer.colver.solve.ratio", theirs / values, "value over all cards of theirs", n, command),
        Figure("peer.colver.root.ratio", theirs / roots, "all cards over theirs", n, command),
        Figure("peer.colver.playouts.ratio", float(np.median(rates)), "coinche over theirs", PEER_ROUNDS, command),
    ]


def figures(with_peers: bool) -> list[Figure]:
    """All figures of the solver."""
    command = "make bench PEERS=1" if with_peers else "make bench"
    warm()
    found = solving(command) + playing(command)
    return found + against_colver(command) if with_peers else found
