"""Random deals of contree as colver plays them, one JSON object a line: what may be done at every step, and the score.

Runs in the peers' environment: ``python -m bench.peers.colver_positions DEALS SEED``.
"""

import json
import sys
from random import Random

from colver import Env

CARD_TEXTS = [rank + suit for suit in "SHDC" for rank in "789JQKTA"]
CALL_TEXTS = ["pass", *(f"{value}{suit}" for value in range(80, 170, 10) for suit in "SHDC")]
CALL_TEXTS += [f"capot:{suit}" for suit in "SHDC"] + ["coinche", "surcoinche"]


def deal(chance: Random) -> dict[str, object]:
    """One random deal: dealer, hands, steps with the legal actions before each, and what both sides score."""
    dealer = chance.randrange(4)
    env = Env.deal(dealer=dealer, seed=chance.getrandbits(32))
    hands = [[CARD_TEXTS[card] for card in hand] for hand in env.get_hands()]
    steps = []
    while not env.is_terminal():
        texts = CALL_TEXTS if env.phase() == 0 else CARD_TEXTS
        legal = env.legal_actions()
        # Passing three times in four keeps auctions short enough to reach the play.
        action = 0 if env.phase() == 0 and 0 in legal and chance.random() < 0.6 else chance.choice(legal)
        steps.append({"seat": env.current_player(), "legal": sorted(texts[one] for one in legal), "did": texts[action]})
        env.step(action)
    return {"dealer": dealer, "hands": hands, "steps": steps, "scores": list(env.rewards())}


if __name__ == "__main__":
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    source = Random(seed)
    for _ in range(count):
        print(json.dumps(deal(source)))
