"""The rules of a game as a page: the lesson of :mod:`jacknine.analysis.lessons` in the reader's words.

Whatever on it could be wrong comes from the engine; here it is put in order for the template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from jacknine.analysis.lessons import lesson
from jacknine.analysis.lessons.given import (
    AuctionGiven,
    CardChoice,
    HandsGiven,
    Idle,
    Lesson,
    OrdersGiven,
    PartGiven,
    Ruled,
    ScoreGiven,
    Sentence,
    TrickGiven,
    WorthsGiven,
)
from jacknine.rules.settings import Options, Setting
from jacknine.rules.variant import Variant
from jacknine.server.prefs import Prefs
from jacknine.server.rules_words import Tongue
from jacknine.server.settings_form import FIRST, Choice, rules_sentence, value_text
from jacknine.server.templates import render
from jacknine.server.words import Words
from jacknine.variants import options, split_line, variant

BESIDES: Final = frozenset({"game", "level", "pace", "name"})
"""What the form of a game's tile sends besides settings."""
KINDS: Final[Mapping[type[PartGiven], str]] = {
    Sentence: "say",
    Ruled: "ruled",
    OrdersGiven: "orders",
    WorthsGiven: "worths",
    TrickGiven: "trick",
    AuctionGiven: "auction",
    HandsGiven: "hands",
    ScoreGiven: "score",
}


def rules_address(line: str, **changes: str) -> str:
    """The address of the rules that a line names, with some settings changed."""
    game, settings = split_line(line)
    query = urlencode(settings | changes)
    return f"/rules/{game}?{query}" if query else f"/rules/{game}"


def chosen(query: Mapping[str, str]) -> dict[str, str]:
    """The settings of an address; empty ones are left to the preset."""
    return {name: value for name, value in query.items() if value and name not in BESIDES}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the lesson, and what the template does with it."""

    kind: str
    given: PartGiven


@dataclass(frozen=True, slots=True)
class Way:
    """Another way to play the same game, and where its rules are."""

    address: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Cards of a hand that share what is said of them."""

    cards: tuple[int, ...]
    allowed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """All that is said of a hand: the sentences, and by card the place of its sentence."""

    outcomes: tuple[Outcome, ...]
    place: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Unused:
    """A setting without effect: its sentence, and the choice with which it would have one."""

    text: str
    only: str


@dataclass(frozen=True, slots=True)
class Knob:
    """A setting as it is, to be changed: its name, what it decides, its choices and the one in force."""

    name: str
    label: str
    meaning: str
    choices: tuple[Choice, ...]
    value: str


def page(words: Words, prefs: Prefs, game: str, query: Mapping[str, str]) -> str:
    """The rules of a game under the settings of an address.

    Raises:
        SettingsError: there is no such game, setting or value, or the settings contradict each other.
    """
    settings = chosen(query)
    told = lesson(game, settings)
    tongue = Tongue(words, game, prefs.letters)
    played = variant(game)
    in_force = options(played, settings)
    preset = settings.get("preset", played.presets[0].name)
    return render(
        "rules.html",
        words,
        prefs=prefs,
        tongue=tongue,
        lesson=told,
        line=rules_sentence(told.line, words),
        chapters=chapters(told, tongue),
        of_hand=lambda hand: of_hand(hand, tongue),
        unused=[unused(idle, told, tongue) for idle in told.idle],
        ways=ways(played, told.line, preset, in_force, words),
        preset=preset,
        knobs=knobs(played, in_force, tongue),
    )


def ways(game: Variant, line: str, preset: str, in_force: Options, words: Words) -> tuple[Way, ...]:
    """The rule sets of a game; where there is only one, the choices of its first setting."""
    first = FIRST.get(game.name)
    if len(game.presets) > 1 or first is None:
        return tuple(
            Way(
                rules_address(game.name, preset=one.name),
                words.text(f"preset.{game.name}.{one.name}"),
                one.name == preset,
            )
            for one in game.presets
        )
    return tuple(
        Way(
            rules_address(line, **{first: value}),
            words.text(
                "setting.said",
                label=words.text(f"setting.{game.name}.{first}"),
                value=value_text(game.name, first, value, words),
            ),
            value == in_force[first],
        )
        for value in game.setting(first).values
    )


def chapters(told: Lesson, tongue: Tongue) -> tuple[Chapter, ...]:
    """The chapters of the page with their titles."""
    return tuple(
        Chapter(
            section.key,
            tongue.own("section", section.key),
            tuple(Part(KINDS[type(part)], part) for part in section.parts),
        )
        for section in told.sections
    )


def of_hand(hand: Sequence[CardChoice], tongue: Tongue) -> Told:
    """What is said of the cards of a hand, those with the same sentence together, the allowed ones first."""
    groups: dict[tuple[bool, str], tuple[int, ...]] = {}
    for choice in sorted(hand, key=lambda choice: not choice.allowed):
        key = choice.allowed, tongue.say(choice.messages)
        groups[key] = (*groups.get(key, ()), choice.card)
    found = tuple(Outcome(cards, allowed, text) for (allowed, text), cards in groups.items())
    return Told(found, {card: place for place, outcome in enumerate(found) for card in outcome.cards})


def unused(idle: Idle, told: Lesson, tongue: Tongue) -> Unused:
    """A setting without effect in words."""
    words = tongue.words
    value = tongue.any_of(value_text(told.game, idle.setting, value, words) for value in idle.values)
    label = words.text(f"setting.{told.game}.{idle.setting}")
    return Unused(tongue.ruled(idle.ruled, told.facts), words.text("rules.only", label=label, value=value))


def knobs(game: Variant, in_force: Options, tongue: Tongue) -> tuple[Knob, ...]:
    """Every setting of the game with its names and its meaning."""
    return tuple(_knob(game.name, setting, in_force[setting.name], tongue) for setting in game.settings)


def _knob(game: str, setting: Setting, value: str, tongue: Tongue) -> Knob:
    values = setting.values if value in setting.values else (value, *setting.values)
    return Knob(
        setting.name,
        tongue.words.text(f"setting.{game}.{setting.name}"),
        tongue.meaning(setting.name),
        tuple(Choice(one, value_text(game, setting.name, one, tongue.words)) for one in values),
        value,
    )
