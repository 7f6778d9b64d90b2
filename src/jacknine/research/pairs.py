"""A pair: one deal played once a side, the two players changing places in between. Luck of the cards falls out.

Where everybody plays alone, the first player sits on each seat in turn. Chance is drawn from a stream of its own for
every deal, seat and part of the game (calls, cards): whatever one player draws never shifts another's luck nor the
cards, and whichever process plays a pair, it plays it the same. Knows nothing of files and processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Final, NamedTuple, Protocol, runtime_checkable

from jacknine.bots import LEVELS, Bot, SpecError, made, player, random_player, read_spec
from jacknine.bots.search import SearchPlayer, can_search
from jacknine.game import Deal, Decision, State, View, apply_legal, start, view
from jacknine.research.frozen import Numbered
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line

OPEN_CARDS: Final = "open-cards"


class IllegalDecision(RuntimeError):
    """A player decided what it may not; the message names it, the deal and the decision."""


@runtime_checkable
class Cheat(Protocol):
    """A player that is shown everything. There is one, for measuring: :mod:`jacknine.research.open_cards`."""

    def decide_open(self, state: State, seed: int) -> Decision:
        """The decision of the seat on turn."""
        ...


class Played(NamedTuple):
    """A deal that was played: card points and score of every side, or nothing if it was thrown in."""

    cards: tuple[int, ...]
    score: tuple[int, ...]


class Clock(NamedTuple):
    """Processor time that went into the decisions of a player."""

    seconds: float = 0.0
    decisions: int = 0

    def __add__(self, other: object) -> Clock:
        assert isinstance(other, Clock)
        return Clock(self.seconds + other.seconds, self.decisions + other.decisions)

    @property
    def milliseconds(self) -> float:
        """A decision, on average."""
        return 1000.0 * self.seconds / max(1, self.decisions)


class Pair(NamedTuple):
    """What a pair showed: the first player's points less those of the others (their mean, where they are several).

    None where the deal was thrown in and only cards were to be compared. ``clocks`` are those of both players.
    """

    lead: tuple[float, float] | None
    clocks: tuple[Clock, Clock]


@dataclass(frozen=True, slots=True)
class Match:
    """Who meets whom: names of players, the line of the rule set, the player that makes all calls and discards (empty:
    each makes its own), and a seed for the players' chance.
    """

    first: str
    second: str
    line: str
    caller: str = ""
    seed: int = 1


def names() -> tuple[str, ...]:
    """The players that can meet, weakest first; the last one sees all cards."""
    return ("random", *LEVELS, OPEN_CARDS)


@lru_cache(maxsize=64)
def contestant(name: str, line: str) -> Bot | Cheat:
    """A player for a rule set: one of :func:`names`, or the one that a TOML file specifies.

    Raises:
        ValueError: there is no such player, and the message names them; or the file cannot be read or specifies none.
        ModuleNotFoundError: it looks ahead, and the solver is not installed.
    """
    if name == "random":
        return random_player
    if name == OPEN_CARDS:
        from jacknine.research.open_cards import OpenCards

        return OpenCards(parse_line(line))
    if name.endswith(".toml"):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SpecError(f"{name}: {getattr(error, 'strerror', None) or 'it is no text'}") from None
        return _able(made(read_spec(text, name)))
    if name not in LEVELS:
        raise ValueError(f"there is no player {name!r}; the players are {', '.join(names())}, or a file NAME.toml")
    return _able(player(name))


def _able(found: Bot) -> Bot:
    """The same player, if it can look ahead where it should: it would be measured for what it is not."""
    if isinstance(found, SearchPlayer) and not can_search():
        raise ModuleNotFoundError("players that look ahead need the solver", name="numba")
    return found


def stream(seed: int, deal: int, seat: int, part: str) -> int:
    """The seed of one seat's chance in one part of one deal."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{deal}/{seat}/{part}".encode()).digest()[:8], "big")


def lead(points: Sequence[int], side: int) -> float:
    """A side's points less those of the others, their mean where they are several."""
    return points[side] - fmean(number for other, number in enumerate(points) if other != side)


class Chair:
    """A player with a stopwatch; calls and discards may be left to another one, that all chairs share."""

    def __init__(self, name: str, line: str, caller: str = "") -> None:
        self.player = contestant(name, line)
        self.caller = contestant(caller, line) if caller else None
        self.clock = Clock()

    def decide(self, state: State, seen: View, seed: int) -> Decision:
        """The decision of the seat on turn."""
        if self.caller is not None and seen.phase != "play":
            return asked(self.caller, state, seen, seed)
        begun = process_time()
        decision = asked(self.player, state, seen, seed)
        self.clock += Clock(process_time() - begun, 1)
        return decision


def asked(contestant: Bot | Cheat, state: State, seen: View, seed: int) -> Decision:
    """What a player decides; an honest one is shown its view alone.

    Raises:
        IllegalDecision: it may not.
    """
    decision = contestant.decide_open(state, seed) if isinstance(contestant, Cheat) else contestant.decide(seen, seed)
    if decision not in seen.legal:
        raise IllegalDecision(f"a {type(contestant).__name__} may not: {decision}, deal {seen.deal_number}")
    return decision


def play_deal(rules: Rules, number: int, dealer: int, deal: Deal, chairs: Sequence[Chair], seed: int) -> Played | None:
    """One deal with a player in every seat; None where it was thrown in."""
    seeds = [{part: stream(seed, number, seat, part) for part in ("calls", "cards")} for seat in range(rules.players)]
    state, _ = apply_legal(start(rules, dealer), deal)
    while state.turn is not None:
        seat = state.turn
        seen = view(state, seat)
        part = "cards" if seen.phase == "play" else "calls"
        state, _ = apply_legal(state, chairs[seat].decide(state, seen, seeds[seat][part]))
    seen = view(state, None)
    if seen.outcome is None or seen.outcome.sheet is None:
        return None
    return Played(seen.points, seen.outcome.sheet.scores)


def play_pair(match: Match, numbered: Numbered) -> Pair:
    """One deal, the first player sitting on each side in turn.

    With a caller, only cards are compared and a deal that is thrown in shows nothing; without one it counts nothing.

    Raises:
        IllegalDecision: a player broke the rules.
    """
    rules = parse_line(match.line)
    first, second = (Chair(name, match.line, match.caller) for name in (match.first, match.second))
    tables = []
    for side in range(rules.sides):
        chairs = [first if rules.side_of(seat) == side else second for seat in range(rules.players)]
        tables.append(play_deal(rules, numbered.number, numbered.dealer, numbered.deal, chairs, match.seed))
    clocks = first.clock, second.clock
    if match.caller and None in tables:
        return Pair(None, clocks)
    cards = fmean(lead(table.cards, side) if table else 0.0 for side, table in enumerate(tables))
    score = fmean(lead(table.score, side) if table else 0.0 for side, table in enumerate(tables))
    return Pair((cards, score), clocks)
