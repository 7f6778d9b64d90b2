"""How long the page of a leaderboard takes with a million results: the median, and what 95 % are within.

The results are those of fifty thousand players over two hundred days in all games; the busiest day has ten thousand.
"""

import asyncio
import sqlite3
import tempfile
from datetime import date, timedelta
from pathlib import Path
from random import Random
from time import process_time

from bench.measure import Figure, show
from jacknine.server import daily_page
from jacknine.server.board import BEST, KINDS, period
from jacknine.server.days import LINES, ends_at
from jacknine.server.identity import Player
from jacknine.server.prefs import Prefs
from jacknine.server.service import DATABASE, Service, Visitor
from jacknine.server.words import Words

RESULTS = 1_000_000
PLAYERS = 50_000
DAYS = 200
BUSIEST = 10_000
TODAY = date(2026, 11, 30)
REQUESTS = 200


def results(chance: Random) -> list[tuple[int, int, int, int]]:
    """Results as days ago, number of the game, player, score: few players play every day, most now and then."""
    found = {(0, 0, player): chance.randrange(-900, 900) for player in chance.sample(range(1, PLAYERS + 1), BUSIEST)}
    games = len(LINES)
    while len(found) < RESULTS:
        draw = int(chance.random() * (DAYS * games - 1)) + 1
        # The square gives few players many results.
        found[draw // games, draw % games, 1 + int(PLAYERS * chance.random() ** 2)] = int(chance.random() * 1800) - 900
    return sorted((*key, score) for key, score in found.items())


def fill(path: Path) -> None:
    """Write the results and the boards that they make."""
    games = list(LINES)
    days = [TODAY - timedelta(days=at) for at in range(DAYS)]
    names = [(period("day", day), period("week", day)) for day in days]
    boards: dict[tuple[int, str, int], int] = {}
    best: dict[tuple[int, int], list[int]] = {}
    rows = results(Random(1))
    for at, game, player, score in rows:
        for name in names[at]:
            key = game, name, player
            boards[key] = boards.get(key, 0) + score
        best.setdefault((game, player), []).append(score)
    boards |= {(game, "all", player): sum(sorted(own)[-BEST:]) for (game, player), own in best.items()}
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA synchronous=OFF")
        people = ((number, f"Player {number}", "{}", 0) for number in range(1, PLAYERS + 1))
        file.executemany("INSERT INTO player (id, name, prefs, created_at) VALUES (?, ?, ?, ?)", people)
        file.executemany(
            "INSERT INTO daily_entry VALUES (?, ?, ?, 't', 'entered', ?)",
            ((names[at][0], games[game], player, score) for at, game, player, score in reversed(rows)),
        )
        file.executemany(
            "INSERT INTO board VALUES (?, ?, ?, ?)",
            ((games[game], name, player, points) for (game, name, player), points in sorted(boards.items())),
        )
        file.execute("ANALYZE")


async def timed(folder: Path) -> list[float]:
    """Milliseconds of processor time of whole pages, each for another player, board and game in turn."""
    service = Service(folder)
    service.daily.clock = lambda: ends_at(TODAY) - 1
    chance, taken = Random(2), []
    words = Words("en")
    for number in range(REQUESTS + 20):
        player = Player(chance.randrange(1, PLAYERS + 1), "Player", Prefs())
        visitor = Visitor(player, words, player.prefs)
        game = list(LINES)[number % len(LINES)] if number % 2 else next(iter(LINES))
        begun = process_time()
        await service.daily.settle()
        await daily_page.game_page(service.store, service.daily, service.marks, visitor, game, TODAY, KINDS[number % 3])
        taken.append(1000.0 * (process_time() - begun))
    await service.store.close()
    return taken[20:]


def figures(with_peers: bool) -> list[Figure]:
    """The median and the 95th percentile; there is no peer to compare with here."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Service(folder)
        fill(folder / DATABASE)
        taken = sorted(asyncio.run(timed(folder)))
    unit = "ms a page, a million results"
    return [
        Figure("leaderboard.median_ms", taken[len(taken) // 2], unit, len(taken), "make bench"),
        Figure("leaderboard.p95_ms", taken[int(len(taken) * 0.95)], unit, len(taken), "make bench"),
    ]


if __name__ == "__main__":
    show(figures(False))
