"""What close calls bring: deals in which every close call was made once and the deal played to its end by hard players.

Deals are shuffled from a seed and called by the rules of :mod:`jacknine.bots.calls` alone, without any table; wherever
two or more calls are close, each is made in turn and the auction and the cards go on from there. A file has a line a
deal; it may be cut anywhere after a line and be gone on with.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from jacknine.bots import Bot, made
from jacknine.bots.calls import call_values
from jacknine.bots.calls.trained import close
from jacknine.bots.spec import Level, Spec
from jacknine.game import Decision, Speak, State, View, apply_legal, start, view
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.research.pairs import lead
from jacknine.research.workers import Workers, hired
from jacknine.rules.auction import parse_call
from jacknine.variants import parse_line

BANDS: Final = {"belote": 40.0, "coinche": 80.0, "klaverjas": 40.0, "bela": 40.0, "baloot": 8.0, "jass": 80.0}
"""By game, how far behind the best a call may be and still be close, in points of the score against the others'."""
BEFORE: Final = ("auction", "swap", "discard")
"""The phases before the cards are played."""
PLAYER: Final = made(Spec(Level(remembers=True)))
"""Who plays: ``hard`` without a table, so that a table is made the same whether there was one before or not."""


class SamplesError(ValueError):
    """A file of samples that is none, or of other deals; the message says which."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which deals: a rule set by its line, and a seed."""

    line: str
    seed: int

    @property
    def band(self) -> float:
        return BANDS[parse_line(self.line).variant]

    @property
    def name(self) -> str:
        """The rule set as the name of a file: ``coinche-contree`` for ``coinche(preset=contree)``."""
        return re.sub(r"\W+", "-", re.sub(r"\w+=", "", self.line)).rstrip("-")

    @property
    def header(self) -> str:
        """The first line of a file."""
        return json.dumps({"format": "jacknine calls 1", "game": self.line, "seed": self.seed, "band": self.band})


class Choice(NamedTuple):
    """A choice that was close: the deal, the calls before it, and the score against the others' that each call brought
    to the side that made it.
    """

    deal: int
    before: tuple[str, ...]
    scores: dict[str, float]


def dealt(order: Order, number: int) -> State:
    """The state in which the auction of a deal begins; the dealer rotates."""
    rules = parse_line(order.line)
    seed = hashlib.sha256(f"jacknine calls {order.seed}".encode()).digest()[:SEED_BYTES]
    state, _ = apply_legal(start(rules, number % rules.players), shuffled(rules, seed, number))
    return state


def try_calls(order: Order, number: int) -> list[Choice]:
    """The close choices of a deal, each call made once."""
    state, found, played = dealt(order, number), [], _Played()
    while state.turn is not None and (seen := view(state, state.turn)).phase in BEFORE:
        decision = PLAYER.decide(seen, 0)
        if isinstance(decision, Speak) and len(seen.legal) > 1:
            some = close(call_values(seen, 0.0), order.band)
            if len(some) > 1:
                scores = {str(call): played.score(state, Speak(state.turn, call)) for call in some}
                found.append(Choice(number, tuple(str(said.call) for said in seen.calls), scores))
        state, _ = apply_legal(state, decision)
    return found


class _Played:
    """A deal played to its end after different calls. How hard players play depends on what is played, who took it and
    who got the turned card, not on how high he bid, so their cards are kept.
    """

    def __init__(self) -> None:
        self._cards: dict[tuple[str, int, int | None], list[Decision]] = {}

    def score(self, state: State, first: Speak) -> float:
        """The score against the others' that a call brings its side when hard players go on."""
        state = followed(state, first, PLAYER)
        contract = view(state, None).contract
        if contract is None:
            return 0.0
        cards = self._cards.setdefault((contract.key, contract.taker, contract.card_to), [])
        for decision in cards:
            state, _ = apply_legal(state, decision)
        while state.turn is not None:
            cards.append(PLAYER.decide(view(state, state.turn), 0))
            state, _ = apply_legal(state, cards[-1])
        outcome = view(state, None).outcome
        assert outcome is not None and outcome.sheet is not None
        return lead(outcome.sheet.scores, state.rules.side_of(first.seat))


def followed(state: State, first: Speak, others: Bot) -> State:
    """The state before the first card, or the cards thrown in, when all go on like the others after a call."""
    state, _ = apply_legal(state, first)
    while state.turn is not None and (seen := view(state, state.turn)).phase in BEFORE:
        state, _ = apply_legal(state, others.decide(seen, 0))
    return state


def situation(order: Order, choice: Choice) -> View:
    """What the seat saw that had a choice."""
    state = dealt(order, choice.deal)
    said = list(choice.before)
    while True:
        assert state.turn is not None
        seen = view(state, state.turn)
        if not said and len(seen.legal) > 1:
            return seen
        state, _ = apply_legal(state, Speak(state.turn, parse_call(said.pop(0))))


def collect(order: Order, deals: int, path: Path, workers: Workers, tell: Callable[[int], None]) -> list[Choice]:
    """The choices of so many deals, kept in a file; deals that it has already are not played again.

    Raises:
        SamplesError: the file is no such file, or of other deals.
        NoWorkers: the workers cannot be had.
        OSError: the file cannot be read or written.
    """
    known = _known(order, path)
    tell(len(known))
    if len(known) < deals:
        with path.open("a", encoding="utf-8") as file, hired(workers, try_calls) as ask:
            for choices in ask(order, range(len(known), deals)):
                known.append(choices)
                file.write(json.dumps([[choice.before, choice.scores] for choice in choices]) + "\n")
                file.flush()
                tell(len(known))
    return [choice for choices in known[:deals] for choice in choices]


def _known(order: Order, path: Path) -> list[list[Choice]]:
    """What a file has; it is begun where there is none, and a last line that was not finished is cut off."""
    if not path.exists():
        path.write_text(order.header + "\n", encoding="utf-8")
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    head, *lines = whole.split("\n")[:-1] or [""]
    if head != order.header:
        raise SamplesError(f"{path} begins with {head[:80]!r}, not with {order.header}: choose another folder")
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return list(_read(path, lines))


def _read(path: Path, lines: list[str]) -> Iterator[list[Choice]]:
    for number, line in enumerate(lines):
        try:
            yield [Choice(number, tuple(before), scores) for before, scores in json.loads(line)]
        except (ValueError, TypeError):
            raise SamplesError(f"{path}:{number + 2}: {line[:40]!r} are no choices") from None
