"""Learn: one page a game and one for all of them, for whoever has never played it.

What is counted or allowed comes from :mod:`jacknine.analysis.learn`; here it is put into words and in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from jacknine.analysis.learn.cases import CASES, Case, Worked, facts, worked
from jacknine.analysis.learn.family import STAKE
from jacknine.analysis.lessons.bonuses import given_orders
from jacknine.analysis.lessons.given import TrickGiven, Values
from jacknine.cards import cards_of, rank_letter
from jacknine.rules.variant import Rules
from jacknine.server.first_deals import FIRST
from jacknine.server.learn_compare import (
    CITIES,
    RIVALS,
    family,
    look_at,
    own_ways,
    positions,
    rivals,
    rivals_line,
    ways_of,
    ways_played,
)
from jacknine.server.learn_words import LANGUAGE, TERMS
from jacknine.server.prefs import Prefs
from jacknine.server.rules_page import KINDS, Told, of_hand
from jacknine.server.rules_words import Tongue
from jacknine.server.settings_form import games_of
from jacknine.server.templates import render
from jacknine.server.words import Words
from jacknine.variants import rules

MINUTES: Final[Mapping[str, int]] = {
    "belote": 30,
    "coinche": 45,
    "klaverjas": 75,
    "bela": 45,
    "baloot": 45,
    "jass": 75,
}
"""How long a match takes with cards in the hand, as far as one can say."""
ADVICE: Final[Mapping[str, str]] = {"mistakes": "mistake", "calls": "call", "plays": "play"}
"""The chapters of advice, and what their sentences are called."""
CHAPTERS: Final = ("glance", "rules", "cases", *ADVICE, "words", "sisters", "origin")


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example with its title and its story. ``look`` is where its position lies on a felt; ``settings``
    are those of a table by the same rules.
    """

    key: str
    title: str
    story: str
    kind: str
    worked: Worked
    told: Told | None
    look: str
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word of the table: as it is written, how it sounds, what it means."""

    text: str
    sound: str
    meaning: str


def index(words: Words, prefs: Prefs) -> str:
    """The page of all games."""
    return render(
        "learn_index.html",
        words,
        prefs=prefs,
        games=games_of(words),
        family=family(words),
        stake=int(STAKE),
    )


def page(words: Words, prefs: Prefs, game: str) -> str:
    """The page of a game.

    Raises:
        KeyError: there is no such game.
    """
    examples = CASES[game]
    tongue = Tongue(words, game, prefs.letters)
    known = facts(game, {})
    return render(
        "learn.html",
        words,
        prefs=prefs,
        tongue=tongue,
        game=game,
        chapters=CHAPTERS,
        idea=words.text(f"learn.idea.{game}", **known),
        glance=glance(words, game, known),
        ranks=given_orders(rules(game, {})),
        fewer=[int(name.partition("-")[2]) for name in FIRST if name.startswith(f"{game}-")],
        ways=ways_of(words, game),
        examples=[example(case, tongue) for case in examples],
        positions=positions(tongue) if game == "klaverjas" else (),
        cities=[words.text(f"preset.klaverjas.{city}") for city in CITIES],
        advice={chapter: advice(words, f"learn.{kind}.{game}", known) for chapter, kind in ADVICE.items()},
        terms=terms(words, game, known),
        spoken=LANGUAGE[game],
        rivals=rivals(words) if game in RIVALS else None,
        rivals_line=rivals_line(words),
        own_ways=own_ways(words, game),
        family=family(words, game),
        stake=int(STAKE),
    )


def glance(words: Words, game: str, known: Values) -> tuple[tuple[str, str], ...]:
    """What one must know before sitting down: how many, which cards, how long."""
    chosen = rules(game, {})
    lowest = min(int(rank) for card in cards_of(chosen.pack) if (rank := rank_letter(card)).isdigit())
    length = "points" if chosen.match.deals is None else "deals"
    return (
        (words.text("learn.players"), _players(words, game)),
        (words.text("learn.pack"), words.text("learn.pack.cards", rank=lowest, **known)),
        (words.text("learn.make"), words.text("learn.make.line", rank=lowest - 1)),
        (words.text("learn.length"), words.text(f"learn.length.{length}", minutes=MINUTES[game], **known)),
    )


def _players(words: Words, game: str) -> str:
    """For how many a game is, one after the other where it may be several."""
    counts = {chosen.players: chosen for chosen in ways_played(game)}
    return " · ".join(words.text(f"learn.players.{_seated(chosen)}", players=n) for n, chosen in counts.items())


def _seated(chosen: Rules) -> str:
    return "partners" if chosen.partners else "solo" if chosen.solo else "alone"


def example(case: Case, tongue: Tongue) -> Example:
    """A worked example in words."""
    answer = worked(tongue.game, case)
    name = f"{tongue.game}.{case.key}"
    return Example(
        key=case.key,
        title=tongue.words.text(f"learn.case.{name}", **answer.values),
        story=tongue.words.text(f"learn.story.{name}", **answer.values),
        kind=KINDS[type(answer.given)],
        worked=answer,
        told=of_hand(answer.given.hand, tongue) if isinstance(answer.given, TrickGiven) else None,
        look=look_at(answer.felt),
        settings={"game": tongue.game, **case.settings},
    )


def advice(words: Words, kind: str, known: Values) -> tuple[str, ...]:
    """The numbered sentences of one kind."""
    found: list[str] = []
    while words.has(f"{kind}.{len(found) + 1}"):
        found.append(words.text(f"{kind}.{len(found) + 1}", **known))
    return tuple(found)


def terms(words: Words, game: str, known: Values) -> tuple[Spoken, ...]:
    """The words of the table."""
    return tuple(
        Spoken(
            term.text,
            words.text(f"learn.sound.{game}.{term.key}"),
            words.text(f"learn.meaning.{game}.{term.key}", **known),
        )
        for term in TERMS[game]
    )
