"""How long a decision of the strongest simple player takes, in every game: on average, and the longest one."""

from time import process_time

from bench.measure import Figure
from jacknine.bots import LEVELS, player
from jacknine.game import apply_legal, start, view
from jacknine.research.frozen import deal_path, read_deals
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line

GAMES = {
    "belote": "belote",
    "coinche": "coinche",
    "klaverjas": "klaverjas",
    "bela2": "bela(players=2)",
    "bela3": "bela(players=3)",
    "bela4": "bela",
    "baloot": "baloot",
    "jass": "jass",
}
DEALS = 40


def timed(rules: Rules, count: int) -> list[float]:
    """Milliseconds of processor time of every decision in some deals."""
    bot = player(LEVELS[-1])
    taken: list[float] = []
    for number, dealer, deal in read_deals(deal_path("dev", rules), rules)[:count]:
        state, _ = apply_legal(start(rules, dealer), deal)
        while state.turn is not None:
            seen = view(state, state.turn)
            begun = process_time()
            decision = bot.decide(seen, number)
            taken.append(1000.0 * (process_time() - begun))
            state, _ = apply_legal(state, decision)
    return taken


def figures(with_peers: bool) -> list[Figure]:
    """Two figures a game; there is no peer to compare with here."""
    found = []
    for game, line in GAMES.items():
        taken = timed(parse_line(line), DEALS)
        name = f"bots.{LEVELS[-1]}.{game}"
        found.append(Figure(f"{name}.ms", sum(taken) / len(taken), "ms a decision", len(taken), "make bench"))
        found.append(Figure(f"{name}.longest_ms", max(taken), "ms", len(taken), "make bench"))
    return found
