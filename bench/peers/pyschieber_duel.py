"""pyschieber at the table of a duel: Schieber without declarations, its own factors and no bonus for all tricks.

`python -m bench.peers.pyschieber_duel challenge`: the player, `challenge` or `greedy`.
"""

import random
import sys
from typing import Any

from pyschieber.card import Card
from pyschieber.game import Game
from pyschieber.player.challenge_player.challenge_player import ChallengePlayer
from pyschieber.player.greedy_player.greedy_player import GreedyPlayer
from pyschieber.rules.stich_rules import allowed_cards, stich_rules
from pyschieber.stich import PlayedCard
from pyschieber.suit import Suit
from pyschieber.team import Team
from pyschieber.trumpf import Trumpf

from bench.peers.table import Told, serve

PLAYERS = {"challenge": ChallengePlayer, "greedy": GreedyPlayer}
# Roses and acorns count once, as the red suits do; shields and bells twice.
SUITS = {"H": Suit.ROSE, "D": Suit.ACORN, "S": Suit.BELL, "C": Suit.SHIELD}
CARDS = {rank + suit: (SUITS[suit], value) for suit in SUITS for value, rank in enumerate("6789TJQKA", 6)}
CALLS = {"U": Trumpf.OBE_ABE, "B": Trumpf.UNDE_UFE, "push": Trumpf.SCHIEBEN}
CALLS |= {text: Trumpf[suit.name] for text, suit in SUITS.items()}


def text_of(card: Any) -> str:
    return next(text for text, place in CARDS.items() if place == (card.suit, card.value))


class Schieber:
    """Their `Game`, taken step by step."""

    def __init__(self, player: str) -> None:
        self.kind = PLAYERS[player]

    def deal(self, told: Told) -> None:
        random.seed(told.seed)
        players = [self.kind(name=str(seat)) for seat in range(4)]
        for seat, player in enumerate(players):
            player.id = seat
            for card in told.hands[seat]:
                player.set_card(Card(*CARDS[card]))
        self.game = Game(teams=[Team(players[0::2]), Team(players[1::2])])
        self.players = self.game.players
        self.forehand = self.leader = (told.dealer + 1) % 4

    def turn(self) -> int | None:
        if self.calling():
            return (self.forehand + 2) % 4 if self.game.geschoben else self.forehand
        return (self.leader + len(self.game.cards_on_table)) % 4 if len(self.game.stiche) < 9 else None

    def calling(self) -> bool:
        return self.game.trumpf is None

    def legal(self) -> list[str]:
        if self.calling():
            return [text for text in CALLS if text != "push" or not self.game.geschoben]
        lying = [played.card for played in self.game.cards_on_table]
        return [text_of(card) for card in allowed_cards(self.player.cards, lying, self.game.trumpf)]

    @property
    def player(self) -> Any:
        return self.players[self.turn() or 0]

    def decide(self) -> str:
        if self.calling():
            chosen = next(self.player.choose_trumpf(geschoben=self.game.geschoben))
            return next(text for text, trumpf in CALLS.items() if trumpf == chosen)
        return text_of(next(self.player.choose_card(state=self.game.get_status())))

    def do(self, action: str) -> None:
        game = self.game
        if self.calling():
            game.geschoben = game.geschoben or action == "push"
            game.trumpf = None if action == "push" else CALLS[action]
            return
        player, card = self.player, Card(*CARDS[action])
        player.cards.remove(card)
        # Players are told of a card before it lies on the table, and of the first one after the trick before is gone.
        game.move_made(player.id, card)
        game.cards_on_table = [*game.cards_on_table, PlayedCard(player=player, card=card)]
        if len(game.cards_on_table) == 4:
            trick = stich_rules[game.trumpf](played_cards=game.cards_on_table)
            game.count_points(trick, last=len(game.stiche) == 8)
            self.leader = self.players.index(trick.player)
            game.stiche.append(trick)
            game.stich_over_information()
            game.cards_on_table = []

    def score(self) -> tuple[int, int]:
        ours, theirs = (team.points for team in self.game.teams)
        return ours, theirs


if __name__ == "__main__":
    serve(Schieber(sys.argv[1]))
