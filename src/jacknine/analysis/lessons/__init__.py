"""The rules of each game as a lesson, under the settings really in force.

What is said, in which order, and which examples stand beside it is data, one file a game. What the examples show (which
cards may be played and why not the others, who speaks, what is declared, what is written) is asked of the engine each
time, so a lesson cannot say anything else than the table does. Knows no words: sentences are ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jacknine.analysis.lessons.auctions import given_auction
from jacknine.analysis.lessons.baloot import BALOOT
from jacknine.analysis.lessons.bela import BELA
from jacknine.analysis.lessons.belote import BELOTE
from jacknine.analysis.lessons.bonuses import given_hands, given_orders, given_worths
from jacknine.analysis.lessons.coinche import COINCHE
from jacknine.analysis.lessons.facts import facts_of
from jacknine.analysis.lessons.given import (
    Idle,
    Lesson,
    PartGiven,
    Ruled,
    SectionGiven,
    Sentence,
    Values,
)
from jacknine.analysis.lessons.jass import JASS
from jacknine.analysis.lessons.klaverjas import KLAVERJAS
from jacknine.analysis.lessons.parts import (
    Auction,
    Away,
    By,
    Hands,
    Orders,
    Part,
    Rest,
    Say,
    Score,
    Section,
    Trick,
    When,
    Worths,
)
from jacknine.analysis.lessons.scores import given_score
from jacknine.analysis.lessons.tricks import given_away, given_rest, given_trick
from jacknine.rules.settings import Options
from jacknine.rules.variant import Rules
from jacknine.variants import options, rules, variant

PLANS: Final[Mapping[str, tuple[Section, ...]]] = {
    "belote": BELOTE,
    "coinche": COINCHE,
    "klaverjas": KLAVERJAS,
    "bela": BELA,
    "baloot": BALOOT,
    "jass": JASS,
}
"""The lesson of every game, by its name."""


def lesson(game: str, settings: Mapping[str, object]) -> Lesson:
    """The rules of a game under the given settings (``preset`` among them), with every example answered.

    Raises:
        SettingsError: an unknown game, setting, preset or value, or settings that contradict each other.
    """
    chosen = rules(game, settings)
    in_force = options(variant(game), settings)
    facts = facts_of(chosen, in_force)
    sections = []
    idle: list[Idle] = []
    for section in PLANS[game]:
        parts: list[PartGiven] = []
        for part in section.parts:
            missing = _missing(part.when, in_force)
            if missing is None:
                parts.append(_given(part, chosen, in_force, facts))
            elif isinstance(part, By):
                idle.append(Idle(Ruled(part.setting, in_force[part.setting]), *missing))
        sections.append(SectionGiven(section.key, tuple(parts)))
    return Lesson(game, chosen.line, tuple(sections), tuple(idle), facts)


def _missing(when: When, in_force: Options) -> tuple[str, tuple[str, ...]] | None:
    """The first condition that the settings do not fulfil."""
    for setting, wanted in when.items():
        values = (wanted,) if isinstance(wanted, str) else wanted
        if in_force[setting] not in values:
            return setting, values
    return None


def _given(part: Part, chosen: Rules, in_force: Options, facts: Values) -> PartGiven:
    match part:
        case Say():
            return Sentence(part.key.format_map(facts))
        case By():
            return Ruled(part.setting, in_force[part.setting])
        case Orders():
            return given_orders(chosen)
        case Worths():
            return given_worths(chosen)
        case Trick():
            return given_trick(chosen, part)
        case Away():
            return given_away(chosen, part)
        case Auction():
            return given_auction(chosen, part)
        case Hands():
            return given_hands(chosen, part)
        case Rest():
            return given_rest(chosen, part)
        case Score():
            return given_score(chosen, part)
