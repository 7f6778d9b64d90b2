"""The players people meet at the table: easy, normal and hard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jacknine.bots.bot import Bot, choices
from jacknine.bots.calls import call
from jacknine.bots.chance import Chance
from jacknine.bots.discards import lay_away
from jacknine.bots.knowledge import read
from jacknine.bots.play import values
from jacknine.cards import cards_of
from jacknine.game import Decision, Declare, Play, Roem, Speak, Swap, View
from jacknine.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Level:
    """What sets a player apart.

    ``remembers``: it knows every card that fell and concludes who can hold what. ``slips`` in a hundred of its cards
    are any card. ``boldness`` is what it takes its hand for beyond its worth, in card points.
    """

    remembers: bool = False
    slips: int = 0
    boldness: float = 0.0


_LEVELS: Final = {
    "easy": Level(slips=25, boldness=25.0),
    "normal": Level(slips=8),
    "hard": Level(remembers=True),
}
LEVELS: Final = tuple(_LEVELS)
"""The names of the levels, weakest first."""


@dataclass(frozen=True, slots=True)
class SimplePlayer:
    """A player that weighs every choice once, without looking ahead into the tricks to come."""

    level: Level

    def decide(self, view: View, seed: int) -> Decision:
        """See :meth:`jacknine.bots.Bot.decide`."""
        legal = choices(view)
        assert view.seat is not None
        if len(legal) == 1:
            return legal[0]
        if view.phase == "auction":
            return Speak(view.seat, call(view, self.level.boldness))
        if view.phase == "discard":
            return lay_away(view)
        # What scores for nothing is always taken: a swap, a declaration, roem.
        free = next((decision for decision in legal if isinstance(decision, Swap | Declare | Roem)), None)
        return free or self._play(view, Chance(seed, view))

    def _play(self, view: View, chance: Chance) -> Decision:
        """A card, with its word if there is one to say."""
        cards = list(cards_of(view.legal_cards))
        if chance.below(100) < self.level.slips:
            card = cards[chance.below(len(cards))]
        elif len(cards) == 1:
            card = cards[0]
        else:
            worth = values(read(view, self.level.remembers))
            card = max(cards, key=lambda card: worth[card])
        return max((play for play in view.legal if isinstance(play, Play) and play.card == card), key=lambda p: p.said)


def player(level: str, rules: Rules) -> Bot:
    """The computer player of a level for a rule set.

    Raises:
        ValueError: there is no such level; the message names the levels.
    """
    try:
        return SimplePlayer(_LEVELS[level])
    except KeyError:
        raise ValueError(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}") from None
