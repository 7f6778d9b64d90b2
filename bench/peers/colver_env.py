"""Random deals of contree through colver's `Env`, one Python call for every choice and every step."""

from random import Random

from colver import Env

from bench.measure import report


def play_deal(chance: Random) -> None:
    played = False
    while not played:  # dealt again when all pass
        env = Env.deal(dealer=chance.randrange(4), seed=chance.getrandbits(32))
        while not env.is_terminal():
            played = played or env.phase() != 0
            env.step(chance.choice(env.legal_actions()))
    env.rewards()


if __name__ == "__main__":
    report("colver", play_deal)
