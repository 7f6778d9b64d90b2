"""Whole contree deals solved by colver, one JSON object a line, and how fast it plays out.

Runs in the peers' environment: ``python -m bench.peers.colver_solver DEALS SEED``. Cards are numbered as jacknine
numbers them; ``points`` are those of seats 0 and 2 after each card, 252 for all tricks.
"""

import json
import sys
from random import Random
from time import process_time

from colver import Env

RANKS = "789JQKTA"
OURS = "789TJQKA"
ROLLOUTS = 100_000


def card(number: int) -> int:
    """Our number of a card of theirs."""
    return number & 24 | OURS.index(RANKS[number & 7])


def solved(chance: Random) -> dict[str, object]:
    """A random deal, bid for 80 by the leader, with the points after each of his cards and the time it took."""
    cards = chance.sample(range(32), 32)
    hands = [cards[8 * seat : 8 * seat + 8] for seat in range(4)]
    trump, dealer = chance.randrange(4), chance.randrange(4)
    env = Env.deal_with_hands(dealer, hands)
    for action in (1 + trump, 0, 0, 0):
        env.step(action)
    start = process_time()
    told = env.solve_scores()
    seconds = process_time() - start
    return {
        "hands": [sum(1 << card(one) for one in hand) for hand in hands],
        "trump": "SHDC"[trump],
        "leader": (dealer + 1) % 4,
        "points": {card(one): points for one, points in told["scores"]},
        "seconds": seconds,
    }


if __name__ == "__main__":
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    source = Random(seed)
    for _ in range(count):
        print(json.dumps(solved(source)))
    env = Env.deal_with_hands(3, [list(range(8 * seat, 8 * seat + 8)) for seat in range(4)])
    for action in (1, 0, 0, 0):
        env.step(action)
    start = process_time()
    env.rollout(ROLLOUTS)
    print(json.dumps({"rollouts_per_s": ROLLOUTS / (process_time() - start)}))
