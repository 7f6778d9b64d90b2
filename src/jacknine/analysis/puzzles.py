"""Puzzles: moments of deals in which one card or one call is clearly best for what its seat can see. Reads those that
are shipped.

A puzzle is kept as the deal that leads to it, so that everything shown of it comes from the engine. What makes it one
is found by :mod:`jacknine.research.puzzles` and :mod:`jacknine.research.puzzle_calls`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

from jacknine.game import Decision, Event, State, apply, start
from jacknine.game.codec import action_text, parse_action
from jacknine.notation.fair import shuffled
from jacknine.variants import parse_line

FOLDER: Final = files("jacknine.analysis") / "puzzle_files"
CARD: Final = "play "
"""How the action of playing a card begins; lines of files leave it out."""
GRADES: Final = (1, 2, 3)
"""Easy players miss it; normal ones too; even hard ones."""
CallWhy = Literal["takes", "leaves", "pushes", "doubles"]
"""What the best call does: it makes a contract of one's own, leaves it to others or to the partner, or doubles."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A moment, its answer, and how sure that is.

    The deal is that of ``seed``, ``dealer`` deals, and ``actions`` have been done. ``worths`` are, by
    the texts of all actions to choose from, what the seat's camp takes more than the other from here on (of calls: what
    it scores more), on average over ``worlds`` deals that fit what the seat has seen. ``missed`` is, by level, the
    share of tries in which a computer player chooses another than the best. ``why`` names the reason as in
    :data:`jacknine.analysis.review.Why` or :data:`CallWhy`. ``ahead`` is, by call, the share of the deals in which it
    brings its side more than the others.
    """

    line: str
    seed: bytes
    dealer: int
    actions: tuple[str, ...]
    seat: int
    worths: Mapping[str, float]
    worlds: int
    missed: Mapping[str, float]
    why: str
    ahead: Mapping[str, float] = field(default_factory=dict)

    @property
    def order(self) -> list[str]:
        """The actions to choose from, the best first."""
        return sorted(self.worths, key=lambda action: -self.worths[action])

    @property
    def best(self) -> str:
        return self.order[0]

    @property
    def of_calls(self) -> bool:
        return bool(self.ahead)

    @property
    def grade(self) -> int:
        """1 to 3: see :data:`GRADES`."""
        if self.missed["hard"] >= 0.5:
            return 3
        return 2 if self.missed["normal"] >= 0.5 else 1

    def moments(self) -> list[tuple[State, tuple[Event, ...]]]:
        """The deal up to here, each state with the news before it.

        Raises:
            IllegalAction, CodecError: the deal is not one that the rules allow.
        """
        rules = parse_line(self.line)
        state, news = apply(start(rules, self.dealer), shuffled(rules, self.seed, 1))
        found = [(state, news)]
        for text in self.actions:
            seat, _, what = text.partition(" ")
            state, news = apply(state, parse_action(what, int(seat)))
            found.append((state, news))
        return found


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle as a line of its file."""
    values: dict[str, Any] = {
        "rules": puzzle.line,
        "seed": puzzle.seed.hex(),
        "dealer": puzzle.dealer,
        "actions": puzzle.actions,
        "seat": puzzle.seat,
        "worths": {action.removeprefix(CARD): round(worth, 1) for action, worth in puzzle.worths.items()},
        "worlds": puzzle.worlds,
        "missed": puzzle.missed,
        "why": puzzle.why,
    }
    if puzzle.of_calls:
        values["ahead"] = puzzle.ahead
    return json.dumps(values, separators=(",", ":"))


def read_puzzle(text: str) -> Puzzle:
    """The puzzle of a line.

    Raises:
        ValueError: it is none.
    """
    try:
        values = json.loads(text)
        return Puzzle(
            values["rules"],
            bytes.fromhex(values["seed"]),
            values["dealer"],
            tuple(values["actions"]),
            values["seat"],
            {action if " " in action else CARD + action: worth for action, worth in values["worths"].items()},
            values["worlds"],
            values["missed"],
            values["why"],
            values.get("ahead", {}),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no puzzle: {error!r}") from None


@lru_cache(maxsize=16)
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that are shipped, of cards and of calls in turn; none where there is no such game."""
    kinds = [_read(FOLDER / f"{game}{kind}.jsonl") for kind in ("", "-calls")]
    # Each kind is spread evenly over all days.
    placed = [((at + 0.5) / len(some), puzzle) for some in kinds for at, puzzle in enumerate(some)]
    return tuple(puzzle for _, puzzle in sorted(placed, key=lambda one: one[0]))


def _read(file: Traversable) -> list[Puzzle]:
    if not file.is_file():
        return []
    return [read_puzzle(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def number_of(day: date, game: str) -> int:
    """Which puzzle of a game is that of a day, from 1: all come in turn."""
    return (day.toordinal() + len(game)) % len(puzzles(game)) + 1


def numbers_open(day: date, game: str) -> tuple[int, ...]:
    """The puzzles of a game that may be looked at: that of the day, then those of the days before, as far as half of
    all. The others have a day to come, and wait for it.
    """
    return tuple(number_of(day - timedelta(days=back), game) for back in range((len(puzzles(game)) + 1) // 2))


def written(actions: Sequence[Decision]) -> tuple[str, ...]:
    """The actions of a deal as a puzzle keeps them."""
    return tuple(f"{action.seat} {action_text(action)}" for action in actions)
