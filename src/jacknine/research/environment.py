"""The games as environments of PettingZoo, the interface that programs learning to play in turn are written for.

Needs ``jacknine[research]``. The engine knows nothing of it: this is one seat after another asked for a number.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from jacknine.game import State, View, apply, start, view
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.notation.show import deal_text
from jacknine.research.encoding import AMOUNTS, VERSION, Actions, layout, observation
from jacknine.research.pairs import lead
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line

Observation = dict[str, npt.NDArray[Any]]


def environment(rules: str | Rules, *, match: bool = False) -> Any:
    """An environment for a rule set or its line, as in ``environment("coinche(preset=contree)")``.

    An episode is one deal, or with ``match`` a whole match. At the end of a deal every seat is rewarded with the
    score of its side less the mean of the other sides' scores.

    Raises:
        SettingsError: the line names no rule set.
    """
    return OrderEnforcingWrapper(Environment(parse_line(rules) if isinstance(rules, str) else rules, match))


class Environment(AECEnv):  # type: ignore[misc]
    """One table. ``game`` is the state of the engine, which sees all cards; ``view`` is what a seat may know."""

    render_mode = "ansi"

    def __init__(self, rules: Rules, match: bool) -> None:
        self.metadata = {"name": f"jacknine_{rules.variant}_v{VERSION}", "render_modes": ["ansi"]}
        self.rules, self.match = rules, match
        self.actions, self.layout = Actions(rules), layout(rules)
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.players)]
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._chance = Random()

    def _space(self) -> Dict:
        low = np.zeros(max(part.stop for part in self.layout.values()), np.float32)
        high = np.ones_like(low)
        for name in AMOUNTS:
            low[self.layout[name]], high[self.layout[name]] = -np.inf, np.inf
        mask = Box(0, 1, (len(self.actions),), np.int8)
        return Dict({"observation": Box(low, high, dtype=np.float32), "action_mask": mask})

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. A seed settles dealer and cards, and those of all episodes until another is given."""
        if seed is not None:
            self._chance = Random(seed)
        self.game: State = start(self.rules, self._chance.randrange(self.rules.players))
        self._deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Take the decision of that number for the seat on turn.

        Raises:
            IllegalAction: the rules do not allow it now; its ``reason`` says why.
            ValueError: no decision has that number.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"it is the turn of {agent}"
        decision = self.actions.decision(int(action), self.possible_agents.index(agent))
        self.game, _ = apply(self.game, decision)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self._brought(), strict=True))
        self._accumulate_rewards()
        if self.game.to_deal and self.match:
            self._deal()
        elif self.game.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def observe(self, agent: str) -> Observation:
        """What a seat may know, and what it may do: nothing unless it is on turn."""
        seen = self.view(agent)
        return {"observation": observation(seen), "action_mask": self.actions.mask(seen.legal)}

    def view(self, agent: str) -> View:
        """What a seat may know, as computer players take it."""
        return view(self.game, self.possible_agents.index(agent))

    def render(self) -> str:
        """The deal in print with all hands open, for people who look on."""
        return deal_text(self.game)

    def close(self) -> None:
        """There is nothing to give back."""

    def _deal(self) -> None:
        deal = shuffled(self.rules, self._chance.randbytes(SEED_BYTES), self.game.deal_number + 1)
        self.game, _ = apply(self.game, deal)

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.game.turn or 0]

    def _brought(self) -> list[float]:
        """What the last decision brought to every seat: nothing until the deal is over."""
        deal, rules = self.game.deal, self.rules
        seats = [rules.side_of(seat) for seat in range(rules.players)]
        if deal is None or deal.outcome is None or deal.outcome.sheet is None:
            return [0.0 for _ in seats]
        return [lead(deal.outcome.sheet.scores, side) for side in seats]
