"""The choices of a player as a form shows them: in a table's menu and on his own page. Knows no table."""

from __future__ import annotations

from typing import Final, NamedTuple

from jacknine.server.digits import DIGITS, OFFERED_FIRST
from jacknine.server.faces import LETTERS, court_letters
from jacknine.server.prefs import PACES, Prefs
from jacknine.server.words import Words, languages

SWITCHES: Final = ("false", "true")
VALUES: Final[dict[str, tuple[str, ...]]] = {
    "deck": ("four", "two"),
    "index": ("normal", "big"),
    "letters": ("", *LETTERS),
    "digits": tuple(DIGITS),
    "tap": ("one", "two"),
    "forced": SWITCHES,
    "pace": PACES,
    "motion": SWITCHES,
    "sound": SWITCHES,
    "vibration": SWITCHES,
    "title": SWITCHES,
    "notify": SWITCHES,
    "scheme": ("auto", "light", "dark"),
    "hints": SWITCHES,
}
"""What may be chosen beside the language, in the order in which it is shown."""


class Option(NamedTuple):
    value: str
    text: str
    chosen: bool


class Choice(NamedTuple):
    """A preference: the field's name, what it is called, what it may be."""

    name: str
    label: str
    options: tuple[Option, ...]


class Language(NamedTuple):
    """A language, by its own name."""

    id: str
    name: str
    dir: str
    chosen: bool


def choices(words: Words, prefs: Prefs) -> tuple[Choice, ...]:
    """Every preference but the language, with what is in force now."""
    made = []
    for name, values in VALUES.items():
        now = getattr(prefs, name)
        chosen = str(now).lower() if isinstance(now, bool) else now
        first = OFFERED_FIRST.get(words.language) if name == "digits" else None
        offered = sorted(values, key=lambda value: value != first)
        options = tuple(Option(value, _text(words, name, value), value == chosen) for value in offered)
        made.append(Choice(name, words.text(f"pref.{name}"), options))
    return tuple(made)


def tongues(words: Words) -> tuple[Language, ...]:
    """The languages to choose from."""
    spoken = [Words(language) for language in languages()]
    return tuple(
        Language(one.language, one.text("language.name"), one.dir, one.language == words.language) for one in spoken
    )


def _text(words: Words, name: str, value: str) -> str:
    if name == "letters":
        letters = " ".join(court_letters(words, value).values())
        return letters if value else words.text("letters.page", letters=letters)
    if name == "digits":
        return DIGITS[value][1:4]
    return words.text(f"switch.{value}" if value in SWITCHES else f"{name}.{value}")
