"""The players people meet at the table, from easy to expert."""

from __future__ import annotations

from dataclasses import dataclass

from jacknine.bots.bot import Bot, choices
from jacknine.bots.calls import call
from jacknine.bots.chance import Chance
from jacknine.bots.discards import lay_away
from jacknine.bots.knowledge import read
from jacknine.bots.play import values
from jacknine.bots.search import SearchPlayer
from jacknine.bots.spec import Level, Spec, shipped
from jacknine.cards import cards_of
from jacknine.game import Decision, Declare, Play, Roem, Speak, Swap, View


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
            return Speak(view.seat, call(view, self.level.boldness, self.level.trained))
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


def made(spec: Spec) -> Bot:
    """The computer player of a specification."""
    simple = SimplePlayer(spec.rules)
    return simple if spec.search is None else SearchPlayer(spec.search, simple)


def player(level: str) -> Bot:
    """The computer player of a level, for any rule set.

    Raises:
        SpecError: there is no such level; the message names the levels.
    """
    return made(shipped(level))
