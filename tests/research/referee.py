"""A peer for tests: our own engine and one of our players at the other end of a duel, with faults on demand.

`python -m tests.research.referee hard`: the level. `crash` ends in an error, `rogue` does what is not allowed,
`elsewhere` asks a seat that is not on turn, and `missing` a module that is not there.
"""

import sys

from bench.duel import decision_of, text_of
from bench.peers.table import Told, serve
from jacknine.bots import player
from jacknine.cards import parse_cards
from jacknine.game import Decision, State, apply, start, view
from jacknine.game.setup import deck_for
from jacknine.variants import parse_line

RULES = parse_line("klaverjas")


class Klaverjas:
    """Rotterdam rules."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.player = player(kind if kind in ("easy", "hard") else "hard")

    def deal(self, told: Told) -> None:
        if self.kind == "crash":
            raise OverflowError("too many cards")
        hands = [parse_cards(hand) for hand in told.hands]
        deal = deck_for(RULES, hands, dealer=told.dealer, taker=(told.dealer + 1) % 4)
        self.state: State = apply(start(RULES, told.dealer), deal)[0]

    def turn(self) -> int | None:
        seat = self.state.turn
        return (seat + 1) % 4 if seat is not None and self.kind == "elsewhere" else seat

    def calling(self) -> bool:
        return self.state.deal is not None and self.state.deal.phase == "auction"

    def options(self) -> tuple[Decision, ...]:
        return view(self.state, self.state.turn).legal

    def legal(self) -> list[str]:
        return [text_of(one) for one in self.options()]

    def decide(self) -> str:
        return "7X" if self.kind == "rogue" else text_of(self.player.decide(view(self.state, self.state.turn), 1))

    def do(self, action: str) -> None:
        assert self.state.turn is not None
        self.state, _ = apply(self.state, decision_of(self.state, self.state.turn, action))

    def score(self) -> tuple[int, int]:
        sheet = self.state.outcomes[-1].sheet
        ours, theirs = sheet.scores if sheet else (0, 0)
        return ours, theirs


if __name__ == "__main__":
    if sys.argv[1] == "missing":
        import nowhere_to_be_found  # type: ignore[import-not-found]  # noqa: F401
    serve(Klaverjas(sys.argv[1]))
