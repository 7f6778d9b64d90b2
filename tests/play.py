"""Games played at random: rule sets with any settings, deals, and decisions, all from one number."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from jacknine.game import Action, Claim, Deal, Event, Speak, State, apply, legal, start, why_not
from jacknine.notation.fair import shuffled
from jacknine.rules.settings import Setting, SettingsError
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, rules

CLAIMS = 0.1
"""How often a seat on lead looks whether it may claim."""


@dataclass(frozen=True)
class Step:
    """One action of a game: the state before it, what was done, the state after it and what happened."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


def random_value(rng: Random, setting: Setting) -> str:
    if setting.numbers is not None and rng.random() < 0.3:
        return str(rng.choice(setting.numbers))
    return rng.choice(setting.values)


def random_rules(rng: Random, game: str) -> Rules:
    """A rule set of a game: a preset, with every setting changed or left at random."""
    variant = VARIANTS[game]
    while True:
        settings = {"preset": rng.choice(variant.presets).name}
        changed = rng.random()
        for setting in variant.settings:
            if rng.random() < changed:
                settings[setting.name] = random_value(rng, setting)
        try:
            return rules(game, settings)
        except SettingsError:
            continue  # settings that contradict each other


def random_deal(rng: Random, chosen: Rules) -> Deal:
    return shuffled(chosen, rng.randbytes(16), 1)


def random_action(rng: Random, state: State) -> Action:
    """Any action that is allowed: the deal, a decision of the seat on turn, or what others may do out of turn."""
    if state.to_deal:
        return random_deal(rng, state.rules)
    assert state.deal is not None and state.turn is not None
    if state.deal.phase == "play" and not state.deal.trick and rng.random() < CLAIMS:
        claim = Claim(state.turn)
        if why_not(state, claim) is None:
            return claim
    return rng.choice([*legal(state), *(Speak(*said) for said in state.deal.status.anytime)])


def play(rng: Random, state: State, deals: int = 1) -> Iterator[Step]:
    """The steps of some deals at random, fewer when the match is over before."""
    while not state.over:
        if state.to_deal:
            if deals == 0:
                return
            deals -= 1
        action = random_action(rng, state)
        after, events = apply(state, action)
        yield Step(state, action, after, events)
        state = after


def random_start(rng: Random, chosen: Rules) -> State:
    """A match about to begin, often near its end, so that ends of matches come up."""
    target = chosen.match.target
    totals = None
    if target is not None and rng.random() < 0.5:
        totals = tuple(rng.randrange(target) for _ in range(chosen.sides))
    return start(chosen, rng.randrange(chosen.players), totals)


def random_game(seed: int, game: str, deals: int = 1) -> list[Step]:
    """The steps of a game under any settings; the same number gives the same game."""
    rng = Random(seed)
    return list(play(rng, random_start(rng, random_rules(rng, game)), deals))
