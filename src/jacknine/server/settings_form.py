"""The settings of a game as a form, and a rule set in one sentence, both made from the games' own lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from babel.dates import format_date

from jacknine.rules.settings import Contradiction, Setting, SettingsError
from jacknine.rules.variant import Variant
from jacknine.server.words import Words
from jacknine.variants import VARIANTS, options, split_line, variant

GAMES: Final = ("belote", "coinche", "klaverjas", "bela", "baloot", "jass")
"""The games, in the order of the pages."""
AT_HOME: Final = {"nl": "klaverjas", "hr": "bela", "de": "jass", "ar": "baloot"}
"""The game of a language's own country, which its readers come for."""
FIRST: Final = {"bela": "players"}
"""The setting that is asked before all others, where a game has one."""
PLAIN: Final = {
    "belote": ("target",),
    "coinche": ("target",),
    "klaverjas": ("match",),
    "bela": ("players", "target"),
    "baloot": ("target",),
    "jass": ("match", "target"),
}
"""The settings of each game that everybody knows; the others are folded away."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a setting with its words."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """A setting as a form field; the empty value leaves it to the preset and to the other settings."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class GameForm:
    """A game's tile on the home page. ``presets`` is empty where there is nothing to choose."""

    game: str
    title: str
    line: str
    first: Field | None
    presets: tuple[Choice, ...]
    plain: tuple[Field, ...]
    advanced: tuple[Field, ...]


def games_of(words: Words) -> list[str]:
    """The games as a page lists them: the reader's own before all others."""
    return sorted(GAMES, key=lambda name: name != AT_HOME.get(words.language))


def game_forms(words: Words) -> tuple[GameForm, ...]:
    """The tiles of the home page."""
    return tuple(_form(variant(name), words) for name in games_of(words))


def _form(game: Variant, words: Words) -> GameForm:
    presets = [Choice(preset.name, words.text(f"preset.{game.name}.{preset.name}")) for preset in game.presets]
    first = FIRST.get(game.name)
    plain = [name for name in PLAIN[game.name] if name != first and _is_open(game.setting(name))]
    return GameForm(
        game.name,
        words.text(f"game.{game.name}"),
        words.text(f"game.{game.name}.line"),
        _field(game, game.setting(first), words, "") if first is not None else None,
        tuple(presets) if len(presets) > 1 else (),
        tuple(_field(game, game.setting(name), words, _usual(game, name)) for name in plain),
        tuple(
            _field(game, setting, words, "setting.by_preset")
            for setting in game.settings
            if setting.name not in PLAIN[game.name] and _is_open(setting)
        ),
    )


def _is_open(setting: Setting) -> bool:
    """Whether there is anything to choose."""
    return len(setting.values) > 1


def _usual(game: Variant, name: str) -> str:
    """The words for leaving a setting alone, where what it then is depends on the preset or on other settings."""
    defaults = {setting.name: setting.default for setting in game.settings}
    depends = name in game.derive(defaults) or any(name in preset.values for preset in game.presets)
    return "setting.usual" if depends else ""


def _field(game: Variant, setting: Setting, words: Words, untouched: str) -> Field:
    """A setting as a field; ``untouched`` is the text of the empty value, if it has one."""
    choices = [Choice(value, value_text(game.name, setting.name, value, words)) for value in setting.values]
    if untouched:
        choices.insert(0, Choice("", words.text(untouched)))
    return Field(setting.name, words.text(f"setting.{game.name}.{setting.name}"), tuple(choices))


def value_text(game: str, setting: str, value: str, words: Words) -> str:
    """A value of a setting in words; a bare number is its own text."""
    ids = (f"value.{game}.{setting}.{value}", f"value.{value}")
    return words.first(*ids) if any(map(words.has, ids)) else value


@lru_cache(maxsize=1024)
def rules_sentence(line: str, words: Words, day: str = "") -> str:
    """A rule set in one sentence: the game, its preset, its length, and what else differs from the preset.

    ``day`` is that of a table of a day's deals, as ``2026-11-30``. No match ends there: the day is said instead.
    """
    name, given = split_line(line)
    if name not in VARIANTS:
        return line
    game = variant(name)
    try:
        in_force = dict(options(game, given).items())
    except SettingsError:
        return line
    preset = given.get("preset", game.presets[0].name)
    parts = [words.text(f"game.{name}"), words.text(f"preset.{name}.{preset}")]
    if day:
        dated = format_date(date.fromisoformat(day), "long", locale=words.language)
        return " · ".join((*parts, words.text("daily.title"), dated))
    parts += [_said(name, setting, in_force[setting], words) for setting in PLAIN[name]]
    parts += [
        _said(name, setting, value, words)
        for setting, value in given.items()
        if setting != "preset" and setting not in PLAIN[name]
    ]
    return " · ".join(parts)


def refused(error: SettingsError, words: Words) -> str:
    """Why settings are refused: a contradiction in words, anything else, which no form offers, as programs are told."""
    if not isinstance(error, Contradiction):
        return str(error)
    (name, other, instead), values = error.clash, error.values
    return words.text(
        "setting.clash",
        first=_said(error.game, name, values[name], words),
        second=_said(error.game, other, values[other], words),
        instead=_said(error.game, name, instead, words),
    )


def _said(game: str, setting: str, value: str, words: Words) -> str:
    label, text = words.text(f"setting.{game}.{setting}"), value_text(game, setting, value, words)
    return words.text("setting.said", label=label, value=text)
