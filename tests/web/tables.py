"""Tables to look at without a server: games played by chance, seen from a seat."""

from collections.abc import Callable, Mapping
from random import Random

from jacknine.game import Action, Event, Play, State, apply, legal, start, view, visible_to, why_not
from jacknine.game.reasons import Reason
from jacknine.notation.fair import shuffled
from jacknine.server.seatview import SeatView
from jacknine.variants import rules

NAMES = ("Amira", "Bashir-ud-Din Ahmad", "Chloé", "Dirk")


class Game:
    """A match played by chance; the same seed plays the same match."""

    def __init__(self, game: str, settings: Mapping[str, object], seed: int, takes: float = 0.5) -> None:
        self.rules = rules(game, settings)
        self.chance = Random(seed)
        self.takes = takes
        self.state: State = start(self.rules, seed % self.rules.players)
        self.events: list[Event] = []

    def step(self) -> None:
        """One action further: the deal when it is due, else a legal decision."""
        if self.state.to_deal:
            seed = self.chance.randbytes(16)
            action: Action = shuffled(self.rules, seed, self.state.deal_number + 1)
            self.events = []
        else:
            choices = legal(self.state)
            passes = [one for one in choices if str(getattr(one, "call", "")) == "pass"]
            others = [one for one in choices if one not in passes]
            passing = bool(passes) and (not others or self.chance.random() > self.takes)
            action = self.chance.choice(passes if passing else others)
        self.state, events = apply(self.state, action)
        self.events = [*self.events, *events][-8:]

    def until(self, reached: Callable[[State], bool], limit: int = 4000) -> "Game":
        """Play on to the first moment that satisfies."""
        for _ in range(limit):
            if reached(self.state):
                return self
            self.step()
        raise AssertionError("the match never came to that")

    def seen(self, me: int | None = 0, **changes: object) -> SeatView:
        """The table as a seat sees it."""
        return seat_view(self.state, me, tuple(self.events), **changes)


def reasons(state: State, me: int | None) -> dict[int, Reason]:
    """Why the cards of the seat on turn that may not be played may not."""
    if me is None or state.deal is None or state.turn != me or state.deal.phase != "play":
        return {}
    refused = {card: why_not(state, Play(me, card)) for card in range(36) if state.deal.hands[me] >> card & 1}
    return {card: reason for card, reason in refused.items() if reason is not None}


def seat_view(state: State, me: int | None, events: tuple[Event, ...] = (), **changes: object) -> SeatView:
    """A view of a table at which seat 0 is a person."""
    players = state.rules.players
    over = state.deal is not None and state.deal.phase == "over"
    given: dict[str, object] = {
        "code": "K7QX2M",
        "seq": 17,
        "me": me,
        "view": view(state, me),
        "names": NAMES[:players],
        "kinds": tuple("human" if seat == (me or 0) else "computer" for seat in range(players)),
        "present": (True,) * players,
        "reasons": reasons(state, me),
        "news": visible_to(events, me),
        "commitment": "5f" * 32,
        "revealed": ("a1" * 32, "b2" * 16) if over else None,
        "host": True,
        "level": "normal",
        "pace": "normal",
        "game": state.rules.variant,
        "line": state.rules.line,
        "ready": tuple(seat for seat in range(players) if seat != me),
        "end_votes": (),
        "ended": False,
        "rematch": None,
    }
    return SeatView(**(given | changes))  # type: ignore[arg-type]
