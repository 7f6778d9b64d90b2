"""What a player has chosen for himself: it follows him from table to table and must not touch the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

Code = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{0,8}\Z")]
Game = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,16}\Z")]
Pace = Literal["slow", "normal", "fast", "instant"]

PACES: tuple[Pace, ...] = ("slow", "normal", "fast", "instant")
"""How quickly computer players act, slowest first."""


class Prefs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player's own settings.

    ``language`` is a catalogue's name, empty: what the browser asks for. ``deck``: four colours of suits, or two.
    ``letters``: the language of the letters on court cards, empty: that of the page. ``digits``: of the
    numbers on pages; those on cards are western always. ``tap``: whether a card is played
    by one press or lifted by a first. ``pace`` is proposed for new tables. ``index``: how large corners are.
    ``scheme``: dark or light, or as the device is set. ``forced``: the only card that may be played goes by itself.
    ``title`` and ``notify``: it is said in the window's title, or by the device, that it is his turn. ``hints``: games
    that are new to him are explained; ``explained`` are those that were.
    """

    language: Code = ""
    deck: Literal["four", "two"] = "four"
    letters: Code = ""
    digits: Literal["western", "arabic", "urdu", "devanagari"] = "western"
    tap: Literal["one", "two"] = "one"
    pace: Pace = "normal"
    sound: bool = True
    motion: bool = True
    index: Literal["normal", "big"] = "normal"
    scheme: Literal["auto", "light", "dark"] = "auto"
    forced: bool = False
    vibration: bool = True
    title: bool = True
    notify: bool = False
    hints: bool = True
    explained: tuple[Game, ...] = ()


def changed(prefs: Prefs, form: Mapping[str, str]) -> Prefs:
    """Preferences with what a form gives in the place of what they were.

    Raises:
        msgspec.ValidationError: the form names something else, or a value that is none.
    """
    return msgspec.convert(msgspec.to_builtins(prefs) | form, Prefs, strict=False)


def told_about(game: str) -> Callable[[Prefs], Prefs]:
    """What notes in preferences that a game has been explained."""

    def note(prefs: Prefs) -> Prefs:
        return prefs if game in prefs.explained else replace(prefs, explained=(*prefs.explained, game))

    return note
