"""colver at the table of a duel: contree, bids by its strategy `improved`.

`python -m bench.peers.colver_duel isdd` plays cards by its search over 20 sampled worlds; `oracle_dd` sees all hands.
"""

import sys

from colver import Agent, Env

from bench.peers.colver_positions import CALL_TEXTS, CARD_TEXTS
from bench.peers.table import Told, serve

BID = '[bid]\nstrategy = "improved"\n\n'
PLAYS = {
    "isdd": '[play]\nmethod = "isdd"\ntime_ms = 0\ndeterminizations = 20\nparallel = false\n\n'
    '[worlds]\nsource = "uniform"\nfallback = "uniform"\n',
    "oracle_dd": '[play]\nmethod = "oracle_dd"\n',
}


class Contree:
    """Its `Env` with a player of one kind in every seat; each sees every action."""

    def __init__(self, play: str) -> None:
        self.spec = BID + PLAYS[play]

    def deal(self, told: Told) -> None:
        self.env = Env.deal_with_hands(told.dealer, [[CARD_TEXTS.index(card) for card in hand] for hand in told.hands])
        self.agents = [Agent(self.spec, seat=seat, seed=4 * told.seed + seat) for seat in range(4)]
        for agent in self.agents:
            agent.init_deal(self.env)

    def turn(self) -> int | None:
        return None if self.env.is_terminal() else self.env.current_player()

    def calling(self) -> bool:
        return bool(self.env.phase() == 0)

    def texts(self) -> list[str]:
        return CALL_TEXTS if self.calling() else CARD_TEXTS

    def legal(self) -> list[str]:
        return [self.texts()[action] for action in self.env.legal_actions()]

    def decide(self) -> str:
        action: int = self.agents[self.env.current_player()].decide(self.env)["action"]
        return self.texts()[action]

    def do(self, action: str) -> None:
        number = self.texts().index(action)
        for agent in self.agents:
            agent.observe(self.env, number)
        self.env.step(number)

    def score(self) -> tuple[int, int]:
        ours, theirs = self.env.rewards()
        return ours, theirs


if __name__ == "__main__":
    serve(Contree(sys.argv[1]))
