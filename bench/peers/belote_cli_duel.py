"""belote-cli at the table of a duel: classic belote in the four suits, without coinche.

`python -m bench.peers.belote_cli_duel hard`: the level. Its players look into their partner's hand.
"""

import sys
from dataclasses import replace
from random import Random

from belote.ai import AIPlayer, Difficulty
from belote.deck import Card, Rank, Suit
from belote.game import GameState, Phase, Seat, legal_cards, new_game, place_bid, play_card, reset_round_fields
from belote.scoring import score_round

from bench.peers.table import Told, serve

SUITS = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
RANKS = {
    "7": Rank.SEVEN,
    "8": Rank.EIGHT,
    "9": Rank.NINE,
    "T": Rank.TEN,
    "J": Rank.JACK,
    "Q": Rank.QUEEN,
    "K": Rank.KING,
    "A": Rank.ACE,
}
CARDS = {rank + suit: Card(rank=RANKS[rank], suit=SUITS[suit]) for rank in RANKS for suit in SUITS}
TEXTS = {card: text for text, card in CARDS.items()}


class Player(AIPlayer):  # type: ignore[misc]
    """Theirs, held to the four suits."""

    def _special_bid(self, hand: tuple[Card, ...], state: GameState) -> None:
        return None


class Belote:
    """Their game of one round."""

    def __init__(self, level: str) -> None:
        self.level = Difficulty[level.upper()]

    def deal(self, told: Told) -> None:
        self.players = [Player(Seat(seat), self.level, Random(4 * told.seed + seat)) for seat in range(4)]
        hands = tuple(tuple(CARDS[card] for card in hand) for hand in told.hands)
        eldest = Seat((told.dealer + 1) % 4)
        self.state = replace(
            reset_round_fields(new_game()),
            hands=hands,
            initial_hands=hands,
            dealer=Seat(told.dealer),
            leader=eldest,
            turn=eldest,
            phase=Phase.BIDDING,
            up_card=CARDS[told.turned],
            remaining_cards=tuple(CARDS[card] for card in told.rest),
            bidding_round=1,
            belote_holders={},
        )

    def turn(self) -> int | None:
        if self.state.phase is Phase.BIDDING:
            return int(self.state.current_bidder.value)
        return int(self.state.turn.value) if self.state.phase is Phase.PLAYING else None

    def calling(self) -> bool:
        return self.state.phase is Phase.BIDDING

    def legal(self) -> list[str]:
        if self.calling():
            turned = self.state.up_card.suit
            named = [text for text, suit in SUITS.items() if suit is not turned]
            return ["pass", *(["take"] if self.state.bidding_round == 1 else named)]
        return [TEXTS[card] for card in legal_cards(self.state, self.state.turn)]

    def decide(self) -> str:
        player = self.players[self.turn() or 0]
        player.update_memory(self.state)
        if not self.calling():
            return TEXTS[player.decide_card(self.state)]
        bid = player.decide_bid(self.state)
        if bid is None:
            return "pass"
        return "take" if self.state.bidding_round == 1 else next(text for text, suit in SUITS.items() if suit is bid)

    def do(self, action: str) -> None:
        if not self.calling():
            self.state = play_card(self.state, CARDS[action])
        elif action == "pass":
            self.state = place_bid(self.state, None)
        else:
            self.state = place_bid(self.state, self.state.up_card.suit if action == "take" else SUITS[action])

    def score(self) -> tuple[int, int]:
        if self.state.phase is not Phase.SCORING:
            return 0, 0
        written = score_round(self.state)
        taker, others = written.credit_taker_pts, written.credit_defender_pts
        return (taker, others) if written.taker_team == 0 else (others, taker)


if __name__ == "__main__":
    serve(Belote(sys.argv[1]))
