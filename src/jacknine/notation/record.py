"""Game records: a whole game as JSON lines, and its replay, which trusts nothing that is written.

The first line names the rule set, every further line is a deal with all that was done in it, the last one tells how
the game ended. A replay plays every action again and computes every score again; the first thing that does not agree is
an error with its line. The form is described in docs/records.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from jacknine.cards import CardError, card_text, parse_card
from jacknine.game.actions import Deal, Decision
from jacknine.game.codec import CodecError, action_text, parse_action
from jacknine.game.match import apply, start
from jacknine.game.reasons import IllegalAction, Reason
from jacknine.game.state import State
from jacknine.notation.fair import commitment, opens, shuffled
from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.variants import parse_line

FORMAT: Final = 1
AGREED: Final = "agreed"
OVER: Final = "over"
LARGEST: Final = 1_000_000
"""No number in a record is larger."""


Wrong = Literal["damaged", "foreign", "illegal", "cards", "scores", "short"]
"""What is wrong with a record: a line cannot be read; it is none of ours; an action breaks the rules; the cards are not
those of the seed; the scores are not those of the rules; it ends too early.
"""


class RecordError(ValueError):
    """A record that cannot be: ``line`` (from 1) is where, ``reason`` what is wrong there.

    ``wrong`` says it to people who do not read English, as ``record.<wrong>`` of the table's catalogues; ``broken`` is
    the rule that an action breaks.
    """

    def __init__(self, line: int, reason: str, wrong: Wrong = "damaged", broken: Reason | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.wrong = wrong
        self.broken = broken


@dataclass(frozen=True, slots=True)
class Seal:
    """What a deal was shuffled from: the seed, and the nonce with which it was promised beforehand."""

    seed: bytes
    nonce: bytes


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal and what was decided in it, in order; ``seal`` if the cards came from a promised seed."""

    deal: Deal
    actions: tuple[Decision, ...] = ()
    seal: Seal | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played: rule set, first dealer, match points to begin with, deals.

    The last deal may be under way. ``agreed``: the seats ended the match before it was over.
    """

    rules: Rules
    dealer: int
    totals: tuple[int, ...]
    deals: tuple[RecordedDeal, ...]
    agreed: bool = False


# --- writing ----------------------------------------------------------------------------------------------------------


def record(game: Game) -> str:
    """The record of a game, with scores, one JSON object a line.

    Raises:
        IllegalAction: the game breaks the rules.
    """
    state = start(game.rules, game.dealer, game.totals)
    header = {"record": "jacknine", "format": FORMAT, "rules": game.rules.line, "dealer": game.dealer}
    lines: list[dict[str, Any]] = [header | {"totals": list(game.totals)}]
    for played in game.deals:
        state, _ = apply(state, played.deal)
        line = _deal_line(state, played)
        for action in played.actions:
            state, _ = apply(state, action)
        lines.append(line | _scores(state))
    if game.agreed:
        lines.append({"end": AGREED, "totals": list(state.totals)})
    elif state.over:
        lines.append({"end": OVER, "totals": list(state.totals), "winner": state.winner})
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _deal_line(state: State, played: RecordedDeal) -> dict[str, Any]:
    line: dict[str, Any] = {"deal": state.deal_number, "dealer": state.dealer, "cards": _cards_text(played.deal.cards)}
    if played.deal.pile:
        line["pile"] = _cards_text(played.deal.pile)
    if played.seal is not None:
        seed, nonce = played.seal.seed, played.seal.nonce
        line |= {"commitment": commitment(nonce, seed), "seed": seed.hex(), "nonce": nonce.hex()}
    return line | {"actions": [f"{action.seat} {action_text(action)}" for action in played.actions]}


def _cards_text(cards: Iterable[int]) -> str:
    return " ".join(map(card_text, cards))


def _scores(state: State) -> dict[str, Any]:
    """The scores of a deal that is over (null when it was thrown in) and the match points after it."""
    outcome = state.deal.outcome if state.deal is not None else None
    if outcome is None:
        return {}
    scores = None if outcome.sheet is None else list(outcome.sheet.scores)
    return {"scores": scores, "totals": list(state.totals)}


# --- reading ----------------------------------------------------------------------------------------------------------


def replay(lines: Iterable[str | bytes]) -> Game:
    """Play a record again and compare everything that is written in it: ``replay(record(game).splitlines())``.

    Raises:
        RecordError: the record is damaged, breaks the rules or gives other scores than they do; it names the place.
    """
    reader = _Reader()
    for _ in reader.read(lines):
        pass
    return reader.game()


def deals(lines: Iterable[str | bytes]) -> Iterator[State]:
    """The states after each deal of a record, as :func:`replay` reads it: the sound deals come before an error.

    Raises:
        RecordError: as :func:`replay`, once the deals before the place of the error are out.
    """
    yield from _Reader().read(lines)


@dataclass
class _Reader:
    """A record read so far."""

    line: int = 0
    state: State | None = None
    dealer: int = 0
    totals: tuple[int, ...] = ()
    played: list[RecordedDeal] = field(default_factory=list)
    ended: str = ""

    def game(self) -> Game:
        assert self.state is not None
        return Game(self.state.rules, self.dealer, self.totals, tuple(self.played), self.ended == AGREED)

    def read(self, lines: Iterable[str | bytes]) -> Iterator[State]:
        for line in lines:
            self.line += 1
            values = self._object(line)
            if self.state is None:
                self.state = self._header(values)
            elif self.ended:
                raise self._error("the record goes on after its end")
            elif "end" in values:
                self._end(self.state, values)
            else:
                self.state = self._deal(self.state, values)
                yield self.state
        if self.state is None:
            raise RecordError(1, "the record is empty", "short")
        if self.state.over and not self.ended:
            missing = "the match is over, but the line that ends the record is missing"
            raise RecordError(self.line + 1, missing, "short")

    def _error(self, reason: str, wrong: Wrong = "damaged", broken: Reason | None = None) -> RecordError:
        return RecordError(self.line, reason, wrong, broken)

    def _object(self, line: str | bytes) -> dict[str, Any]:
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._error(f"no JSON: {error}") from None
        if not isinstance(values, dict):
            raise self._error("no JSON object")
        return values

    def _known(self, values: dict[str, Any], names: str) -> None:
        unknown = [name for name in values if name not in names.split()]
        if unknown:
            raise self._error(f"{unknown[0]!r} is no field of this line; it may have {names}")

    def _whole(self, values: dict[str, Any], name: str) -> int:
        value = values.get(name)
        if type(value) is not int:
            raise self._error(f"{name} is {json.dumps(value)}, not a whole number")
        if abs(value) > LARGEST:
            raise self._error(f"{name} is beyond {LARGEST}")
        return value

    def _text(self, values: dict[str, Any], name: str) -> str:
        value = values.get(name)
        if not isinstance(value, str):
            raise self._error(f"{name} is {json.dumps(value)}, not a text")
        return value

    def _header(self, values: dict[str, Any]) -> State:
        if values.get("record") != "jacknine":
            raise self._error('this is no game record: it does not begin with {"record":"jacknine",...}', "foreign")
        if self._whole(values, "format") != FORMAT:
            raise self._error(f"format {values['format']} is not known here, only {FORMAT}", "foreign")
        self._known(values, "record format rules dealer totals")
        try:
            rules = parse_line(self._text(values, "rules"))
        except SettingsError as error:
            raise self._error(str(error), "foreign") from None
        self.dealer = self._whole(values, "dealer")
        totals = values.get("totals")
        if not isinstance(totals, list) or not all(type(total) is int for total in totals):
            raise self._error(f"totals are {json.dumps(totals)}, not whole numbers")
        if any(abs(total) > LARGEST for total in totals):
            raise self._error(f"totals are beyond {LARGEST}")
        self.totals = tuple(totals)
        try:
            return start(rules, self.dealer, self.totals)
        except ValueError as error:
            raise self._error(str(error)) from None

    def _deal(self, state: State, values: dict[str, Any]) -> State:
        self._known(values, "deal dealer cards pile commitment seed nonce actions scores totals")
        if "pile" in values and state.rules.dealing.turned != "pile":
            raise self._error("pile: this game turns no card from a pile")
        dealt = Deal(self._cards(values, "cards"), self._cards(values, "pile") if "pile" in values else ())
        try:
            state, _ = apply(state, dealt)
        except IllegalAction as error:
            raise self._error(f"the deal: {error}", "illegal", error.reason) from None
        for name, wanted in (("deal", state.deal_number), ("dealer", state.dealer)):
            if self._whole(values, name) != wanted:
                raise self._error(f"{name} is {values[name]}, not {wanted}")
        seal = self._seal(values, state, dealt)
        actions = []
        for number, text in enumerate(self._actions(values), 1):
            action = self._action(number, text)
            try:
                state, _ = apply(state, action)
            except IllegalAction as error:
                raise self._error(f"action {number}, {text!r}: {error}", "illegal", error.reason) from None
            actions.append(action)
        self._compare(values, _scores(state), "scores totals")
        self.played.append(RecordedDeal(dealt, tuple(actions), seal))
        return state

    def _cards(self, values: dict[str, Any], name: str) -> tuple[int, ...]:
        try:
            return tuple(map(parse_card, self._text(values, name).split(" ")))
        except CardError as error:
            raise self._error(f"{name}: {error}") from None

    def _actions(self, values: dict[str, Any]) -> list[str]:
        actions = values.get("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise self._error("actions are no list of texts")
        return actions

    def _action(self, number: int, text: str) -> Decision:
        seat, _, what = text.partition(" ")
        if not (seat.isascii() and seat.isdecimal() and len(seat) == 1):
            raise self._error(f"action {number}, {text!r}: it does not begin with a seat")
        try:
            action = parse_action(what, int(seat))
        except CodecError as error:
            raise self._error(f"action {number}: {error}") from None
        if isinstance(action, Deal):
            raise self._error(f"action {number}, {text!r}: a deal stands in a line of its own")
        return action

    def _seal(self, values: dict[str, Any], state: State, dealt: Deal) -> Seal | None:
        """The seed that was promised; the cards must be those that it stands for."""
        if not any(name in values for name in ("commitment", "seed", "nonce")):
            return None
        try:
            seal = Seal(bytes.fromhex(self._text(values, "seed")), bytes.fromhex(self._text(values, "nonce")))
            kept = opens(self._text(values, "commitment"), seal.nonce, seal.seed)
            wanted = shuffled(state.rules, seal.seed, state.deal_number)
        except RecordError:
            raise
        except ValueError as error:
            raise self._error(f"seed or nonce: {error}") from None
        if not kept:
            raise self._error("seed and nonce are not those of the commitment", "cards")
        if dealt != wanted:
            raise self._error("the cards are not those that the seed stands for", "cards")
        return seal

    def _end(self, state: State, values: dict[str, Any]) -> None:
        self._known(values, "end totals winner")
        self.ended = self._text(values, "end")
        if self.ended == OVER:
            if not state.over:
                raise self._error("the match is not over")
            self._compare(values, {"totals": list(state.totals), "winner": state.winner}, "totals winner")
        elif self.ended == AGREED:
            if state.over:
                raise self._error("the match was over, nobody had to agree")
            self._compare(values, {"totals": list(state.totals)}, "totals winner")
        else:
            raise self._error(f"end is {self.ended!r}, not {OVER} or {AGREED}")

    def _compare(self, values: dict[str, Any], computed: dict[str, Any], names: str) -> None:
        """Hold what is written against what was computed, the presence of a field too."""
        for name in names.split():
            if (name in values) != (name in computed):
                raise self._error(f"{name} {'are missing' if name in computed else 'are written too early'}")
            if name in computed and json.dumps(values[name]) != json.dumps(computed[name]):
                told = f"{name} are {json.dumps(values[name])}, computed {json.dumps(computed[name])}"
                raise self._error(told, "scores")
