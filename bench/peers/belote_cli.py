"""Random deals of classic belote through the public functions of belote-cli: deal, call, play, score."""

from random import Random

from belote.deck import CARD_SUITS
from belote.game import Phase, legal_cards, new_game, place_bid, play_card, start_round
from belote.scoring import apply_round_score, score_round

from bench.measure import report


def play_deal(chance: Random) -> None:
    state = new_game()
    while state.phase is not Phase.PLAYING:  # dealt again when all pass
        state = start_round(state, chance)
        while state.phase is Phase.BIDDING:
            turned = state.up_card.suit
            suits = [turned] if state.bidding_round == 1 else [suit for suit in CARD_SUITS if suit is not turned]
            state = place_bid(state, chance.choice([None, *suits]))
    while state.phase is Phase.PLAYING:
        state = play_card(state, chance.choice(legal_cards(state, state.turn)))
    apply_round_score(state, score_round(state))


if __name__ == "__main__":
    report("belote-cli", play_deal)
