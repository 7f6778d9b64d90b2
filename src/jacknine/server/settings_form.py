"""The settings of a game as a form, and a rule set in one sentence, both made from the games' own lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jacknine.rules.variant import Setting, SettingsError, Variant
from jacknine.server.words import Words
from jacknine.variants import VARIANTS, options, split_line, variant

GAMES: Final = ("belote", "klaverjas")
"""The games of the home page, in its order."""
PLAIN: Final = {"belote": ("target",), "klaverjas": ("match",)}
"""The settings of each game that everybody knows; the others are folded away."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a setting with its words."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """A setting as a form field; the empty value leaves it to the preset."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class GameForm:
    """A game's tile on the home page."""

    game: str
    title: str
    line: str
    presets: tuple[Choice, ...]
    plain: tuple[Field, ...]
    advanced: tuple[Field, ...]


def game_forms(words: Words) -> tuple[GameForm, ...]:
    """The tiles of the home page."""
    return tuple(_form(variant(name), words) for name in GAMES)


def _form(game: Variant, words: Words) -> GameForm:
    fields = [_field(game, setting, words) for setting in game.settings]
    return GameForm(
        game.name,
        words.text(f"game.{game.name}"),
        words.text(f"game.{game.name}.line"),
        tuple(Choice(preset.name, words.text(f"preset.{game.name}.{preset.name}")) for preset in game.presets),
        tuple(field for field in fields if field.name in PLAIN[game.name]),
        tuple(field for field in fields if field.name not in PLAIN[game.name]),
    )


def _field(game: Variant, setting: Setting, words: Words) -> Field:
    choices = [Choice(value, value_text(game.name, setting.name, value, words)) for value in setting.values]
    return Field(
        setting.name,
        words.text(f"setting.{game.name}.{setting.name}"),
        (Choice("", words.text("setting.by_preset")), *choices),
    )


def value_text(game: str, setting: str, value: str, words: Words) -> str:
    """A value of a setting in words; a bare number is its own text."""
    ids = (f"value.{game}.{setting}.{value}", f"value.{value}")
    return words.first(*ids) if any(map(words.has, ids)) else value


def rules_sentence(line: str, words: Words) -> str:
    """A rule set in one sentence: the game, its preset, its length, and what else differs from the preset."""
    name, given = split_line(line)
    if name not in VARIANTS or name not in GAMES:
        return line
    game = variant(name)
    try:
        in_force = dict(options(game, given).items())
    except SettingsError:
        return line
    preset = given.get("preset", game.presets[0].name)
    parts = [words.text(f"game.{name}"), words.text(f"preset.{name}.{preset}")]
    parts += [_said(name, setting, in_force[setting], words) for setting in PLAIN[name]]
    parts += [
        _said(name, setting, value, words)
        for setting, value in given.items()
        if setting != "preset" and setting not in PLAIN[name]
    ]
    return " · ".join(parts)


def _said(game: str, setting: str, value: str, words: Words) -> str:
    label, text = words.text(f"setting.{game}.{setting}"), value_text(game, setting, value, words)
    return words.text("setting.said", label=label, value=text)
