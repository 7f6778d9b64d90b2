"""jass-kit at the table of a duel: Schieber where everything counts once, without declarations.

`python -m bench.peers.jass_kit_duel random`: the one agent that comes with it, legal and random.
"""

import sys

import numpy as np
from jass.agents.agent_random_schieber import AgentRandomSchieber
from jass.game.const import OBE_ABE, PUSH, UNE_UFE, card_strings
from jass.game.game_sim import GameSim
from jass.game.rule_schieber import RuleSchieber

from bench.peers.table import Told, serve

AGENTS = {"random": AgentRandomSchieber}
# Theirs are written suit first, as in D10.
CARDS: dict[str, int] = {text.replace("10", "T")[::-1]: number for number, text in enumerate(card_strings[:36])}
TEXTS: list[str] = list(CARDS)
CALLS = {**{suit: number for number, suit in enumerate("DHSC")}, "U": OBE_ABE, "B": UNE_UFE, "push": PUSH}


class Schieber:
    """Their simulator. Their seats are numbered against the turn."""

    def __init__(self, agent: str) -> None:
        self.agent = AGENTS[agent]()

    def deal(self, told: Told) -> None:
        self.agent._rng = np.random.default_rng(told.seed)
        hands = np.zeros([4, 36], np.int32)
        for seat, hand in enumerate(told.hands):
            hands[-seat % 4, [CARDS[card] for card in hand]] = 1
        self.sim = GameSim(rule=RuleSchieber())
        self.sim.init_from_cards(hands, dealer=-told.dealer % 4)

    def turn(self) -> int | None:
        return None if self.sim.is_done() else int(-self.sim.state.player % 4)

    def calling(self) -> bool:
        return bool(self.sim.state.trump == -1)

    def legal(self) -> list[str]:
        if self.calling():
            return [text for text in CALLS if text != "push" or self.sim.state.forehand == -1]
        valid = self.sim.rule.get_valid_cards_from_state(self.sim.state)
        return [TEXTS[number] for number in np.flatnonzero(valid)]

    def decide(self) -> str:
        seen = self.sim.get_observation()
        if self.calling():
            chosen = self.agent.action_trump(seen)
            return next(text for text, number in CALLS.items() if number == chosen)
        card: int = self.agent.action_play_card(seen)
        return TEXTS[card]

    def do(self, action: str) -> None:
        if self.calling():
            self.sim.action_trump(CALLS[action])
        else:
            self.sim.action_play_card(CARDS[action])

    def score(self) -> tuple[int, int]:
        # Their seats 0 and 2 are ours.
        ours, theirs = self.sim.state.points
        return int(ours), int(theirs)


if __name__ == "__main__":
    serve(Schieber(sys.argv[1]))
