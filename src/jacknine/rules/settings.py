"""The named settings of a game: what each may be, presets of them, and the values in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

Word = TypeVar("Word")

LONGEST_NUMBER = 9
"""Digits of a setting that is a number: more is never meant, and takes long to read."""


class SettingsError(ValueError):
    """A setting, preset or game that does not exist, a value that is not one of its values, or a contradiction."""


class Clash(NamedTuple):
    """Two settings of a game that contradict each other: one of them, the other, and what the first may be instead."""

    name: str
    other: str
    instead: str


class Contradiction(SettingsError):
    """Settings of a game, given by their values, that contradict each other."""

    def __init__(self, game: str, clash: Clash, values: Options) -> None:
        name, other, instead = clash
        self.game, self.clash, self.values = game, clash, values
        super().__init__(
            f"{game}: {name}={values[name]} does not go with {other}={values[other]}; choose {name}={instead}"
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """A named choice of a game.

    ``values`` lists the choices, the default first; where ``numbers`` is given any number of that range is allowed and
    ``values`` are suggestions. ``meaning`` is one English line, ``paragraph`` the place in ``docs/games/<game>.md``.
    ``also`` are other words for some of the values.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    paragraph: str
    numbers: range | None = None
    also: Mapping[str, str] = field(default_factory=dict)

    @property
    def default(self) -> str:
        return self.values[0]

    def parse(self, value: object) -> str:
        """The canonical text of a value: ``True``, ``on`` and ``yes`` are one, a number may be a number or its text.

        Raises:
            SettingsError: not a value of this setting; the message lists the values.
        """
        text = str(value).strip().lower()
        text = self.also.get(text, text)
        if text in self.values:
            return text
        for words in (("on", "true", "yes"), ("off", "false", "no")):
            if text in words:
                for word in words:
                    if word in self.values:
                        return word
        if self.numbers is not None and len(text) <= LONGEST_NUMBER and text.isdecimal() and int(text) in self.numbers:
            return str(int(text))
        raise SettingsError(f"{self.name}={text[:40]}: {self.name} is {self.choices()}")

    def choices(self) -> str:
        """The values in words, for messages."""
        listed = " | ".join(self.values)
        if self.numbers is None:
            return listed
        return f"a whole number from {self.numbers.start} to {self.numbers.stop - 1} (usually {listed})"


@dataclass(frozen=True, slots=True)
class Preset:
    """A named bundle of settings and where it comes from. ``values`` holds only what differs from the defaults."""

    name: str
    meaning: str
    values: Mapping[str, str]


class Options:
    """The settings in force, all of them, as texts; asked for by name.

    Asking for a name that the game does not have raises KeyError: a misspelt setting never passes for its default.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self._values[name] in ("on", "true", "yes")

    def number(self, name: str) -> int:
        """A setting that is a number."""
        return int(self._values[name])

    def pick(self, name: str, words: Mapping[str, Word]) -> Word:
        """The word of the vocabulary that a setting's value stands for."""
        return words[self._values[name]]

    def items(self) -> list[tuple[str, str]]:
        """All settings with their values, in the order of the game's list."""
        return list(self._values.items())
