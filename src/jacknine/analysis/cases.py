"""Conformance cases on paper: small questions about the rules with their answers, one JSON object a line.

The form is that of docs/conformance.md. Here lines are read and checked, so that whoever answers the questions finds
cards, seats and numbers where he expects them; what the answers are is not known here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from jacknine.cards import CardError, cards_text, mask_of, parse_card
from jacknine.rules.contract import ALL_TRUMP, BOTTOMS_UP, NO_TRUMP, SUIT_KEYS, TOPS_DOWN

Json = dict[str, Any]


class CaseError(ValueError):
    """A line that is no case."""


KINDS: Final = {
    "legal": ("trump trick hand ekka locked", "legal"),
    "trick": ("trump trick last", "winner points roem"),
    "melds": ("hand trump", "points melds"),
    "meld_compare": ("hands trump taker", "side points"),
    "auction": ("calls turned", "legal over void turn taker trump value multiplier card_to"),
    "deal_score": (
        "card_points tricks melds beaten_melds belote roem taker trump bid multiplier contract held",
        "scores made held",
    ),
    "match": ("target before deal tricks", "over winner"),
    "solver": ("hands trump leader taker all_tricks", "value"),
    "deal": ("hands turned calls cards", "winners card_points scores"),
}
"""Each kind of case with what may be given, the number of players apart, and what may be expected."""

LARGEST: Final = 1_000_000
"""No number in a case is larger."""

_KEYS: Final = ("id", "game", "settings", "kind", "given", "expect", "source", "note")
_TRUMPS: Final = {
    **{key: key for key in (*SUIT_KEYS, TOPS_DOWN, BOTTOMS_UP)},
    "none": NO_TRUMP,
    "all": ALL_TRUMP,
}
TRUMP_TEXTS: Final = {key: text for text, key in _TRUMPS.items()}
"""Keys of contracts as cases write them."""


class Given:
    """Values out of a case, asked for by name and kind.

    Every method raises CaseError when the value is missing or is not what it should be; the message names it.
    """

    def __init__(self, values: Json) -> None:
        self._values = values

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def _value(self, name: str, kind: type, what: str) -> Any:
        if name not in self._values:
            raise CaseError(f"{name} is missing")
        value = self._values[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise CaseError(f"{name} is {json.dumps(value)}, not {what}")
        return value

    def whole(self, name: str, default: int | None = None, *, least: int = -LARGEST, most: int = LARGEST) -> int:
        """A whole number."""
        if default is not None and name not in self:
            return default
        value: int = self._value(name, int, "a whole number")
        if not least <= value <= most:
            raise CaseError(f"{name} is {value}, not one of {least} to {most}")
        return value

    def whole_or_word(self, name: str) -> int | str:
        """A whole number or a text."""
        return self.word(name) if isinstance(self._values.get(name), str) else self.whole(name)

    def flag(self, name: str) -> bool:
        """True or false; false when it is not given."""
        return name in self and bool(self._value(name, bool, "true or false"))

    def words(self, name: str) -> list[str]:
        """A list of texts."""
        values: list[Any] = self._value(name, list, "a list")
        if not all(isinstance(value, str) for value in values):
            raise CaseError(f"{name} is {json.dumps(values)}, not a list of texts")
        return values

    def objects(self, name: str) -> list[Json]:
        """A list of objects."""
        values: list[Any] = self._value(name, list, "a list")
        if not all(isinstance(value, dict) for value in values):
            raise CaseError(f"{name} is {json.dumps(values)}, not a list of objects")
        return values

    def word(self, name: str) -> str:
        """A text."""
        value: str = self._value(name, str, "a text")
        return value

    def cards(self, name: str) -> list[int]:
        """Cards in the order given, none of them twice."""
        try:
            cards = [parse_card(text) for text in self.words(name)]
            mask_of(cards)
        except CardError as error:
            raise CaseError(f"{name}: {error}") from None
        return cards

    def card(self, name: str) -> int:
        """One card."""
        return Given({name: [self.word(name)]}).cards(name)[0]

    def hands(self, players: int) -> list[int]:
        """The hands by seat as masks, nothing for a seat that is not named."""
        named: Json = self._value("hands", dict, "hands by seat")
        hands = [0] * players
        for seat, texts in named.items():
            if seat not in map(str, range(players)):
                raise CaseError(f"hands has no seat {seat!r}: seats are 0 to {players - 1}")
            name = f"hand of seat {seat}"
            hand = mask_of(Given({name: texts}).cards(name))
            if hand & sum(hands):
                raise CaseError(f"{name}: {' '.join(cards_text(hand & sum(hands)))} is in another hand too")
            hands[int(seat)] = hand
        return hands

    def sides(
        self, name: str, sides: int, *, optional: bool = True, least: int = -LARGEST, most: int = LARGEST
    ) -> tuple[int, ...]:
        """A whole number for each side; zeros when it is optional and not given."""
        if optional and name not in self:
            return (0,) * sides
        values: list[Any] = self._value(name, list, "a list")
        if len(values) != sides or not all(type(value) is int for value in values):
            raise CaseError(f"{name} is {json.dumps(values)}, not {sides} whole numbers, one a side")
        return tuple(Given({name: value}).whole(name, least=least, most=most) for value in values)

    def seat(self, name: str, players: int, default: int | None = None) -> int:
        """A seat (or a side)."""
        return self.whole(name, default, least=0, most=players - 1)

    def trump(self) -> str:
        """The key of the contract that ``trump`` means."""
        text = self.word("trump")
        if text not in _TRUMPS:
            raise CaseError(f"trump is {text!r}, not one of {', '.join(_TRUMPS)}")
        return _TRUMPS[text]


@dataclass(frozen=True, slots=True)
class Case:
    """One question: the rule set it is asked under, what is given and what the answer must be."""

    id: str
    game: str
    settings: Json
    kind: str
    given: Json
    expect: Json


def read(lines: Iterable[bytes]) -> Iterator[tuple[int, Case | CaseError]]:
    """The cases of a file with their line numbers, and an error in the place of each line that is none.

    Empty lines are passed over.
    """
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = parse(line)
            if case.id in seen:
                raise CaseError(f"the id {case.id!r} is that of line {seen[case.id]}")
        except CaseError as error:
            yield number, error
        else:
            seen[case.id] = number
            yield number, case


def parse(line: bytes) -> Case:
    """The case that a line holds.

    Raises:
        CaseError: the line is no JSON object, or not one of the form of a case.
    """
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CaseError(f"no JSON: {error}") from None
    if not isinstance(values, dict):
        raise CaseError("no JSON object")
    _known("the case", values, _KEYS)
    for name in ("id", "game", "kind"):
        if not isinstance(values.get(name), str):
            raise CaseError(f"{name} is missing or no text")
    for name in ("given", "expect"):
        if not isinstance(values.get(name), dict):
            raise CaseError(f"{name} is missing or no object")
    settings = values.get("settings", {})
    if not isinstance(settings, dict):
        raise CaseError("settings are no object")
    kind = values["kind"]
    if kind not in KINDS:
        raise CaseError(f"there is no kind {kind!r}; the kinds are {', '.join(KINDS)}")
    given, expect = KINDS[kind]
    _known("given", values["given"], [*given.split(), "players"])
    _known("expect", values["expect"], expect.split())
    if not values["expect"]:
        raise CaseError("expect is empty: nothing is asked")
    return Case(values["id"], values["game"], settings, kind, values["given"], values["expect"])


def _known(where: str, values: Json, names: Iterable[str]) -> None:
    unknown = [name for name in values if name not in names]
    if unknown:
        raise CaseError(f"{where} has no {unknown[0]!r}; it may have {', '.join(names)}")
