"""Worked examples of each game: what the sides brought in, or who is to play, and under which settings.

Each is a plan of :mod:`jacknine.analysis.lessons.parts`. The engine makes the score sheet or says what may be played,
and the numbers that the story beside it needs come from the same plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from jacknine.analysis.learn.felt import felt_line
from jacknine.analysis.lessons.auctions import given_auction
from jacknine.analysis.lessons.facts import facts_of
from jacknine.analysis.lessons.given import AuctionGiven, ScoreGiven, TrickGiven, Values
from jacknine.analysis.lessons.parts import Auction, Score, Trick
from jacknine.analysis.lessons.scores import given_score
from jacknine.analysis.lessons.tricks import given_trick
from jacknine.rules.variant import Rules
from jacknine.variants import options, rules, variant


@dataclass(frozen=True, slots=True)
class Case:
    """An example by its name, and the settings that differ from those a game begins with."""

    key: str
    plan: Score | Trick | Auction
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worked:
    """An example with the engine's answer. ``values`` are the numbers of its story, ``felt`` the line of the position
    where it is one.
    """

    case: Case
    given: ScoreGiven | TrickGiven | AuctionGiven
    values: Values
    felt: str = ""


CAFE: Final = {"preset": "cafe"}

CASES: Final[Mapping[str, tuple[Case, ...]]] = {
    "belote": (
        Case("made", Score((94, 68), (5, 3), (20, 0), pairs=(1, 0))),
        Case("failed", Score((52, 110), (3, 5), pairs=(1, 0))),
        Case("saved", Score((66, 96), (3, 5), (20, 0), pairs=(1, 0))),
        Case("level", Score((81, 81), (4, 4))),
        Case("cafe", Score((81, 81), (4, 4)), CAFE),
        Case("capot", Score((162, 0), (8, 0))),
    ),
    "coinche": (
        Case("higher", Auction("80H 90S", "90H 100H")),
        Case("made", Score((112, 50), (6, 2), key="S", bid="90")),
        Case("coinched", Score((112, 50), (6, 2), key="S", bid="90", times=2, raiser=1)),
        Case("failed", Score((78, 84), (4, 4), key="S", bid="90")),
        Case("floor", Score((81, 81), (4, 4), bid="80")),
        Case("belote", Score((62, 100), (3, 5), pairs=(1, 0), bid="80")),
        Case("capot", Score((162, 0), (8, 0), bid="capot")),
    ),
    "klaverjas": (
        Case("made", Score((98, 64), (5, 3), roem=(40, 20))),
        Case("nat", Score((76, 86), (4, 4), roem=(20, 50))),
        Case("half", Score((81, 81), (4, 4))),
        Case("pit", Score((162, 0), (8, 0), roem=(20, 0))),
    ),
    "bela": (
        Case("iber", Trick("H", "8S", "7S TS AD")),
        Case("lifted", Trick("H", "8S 7H", "AS 7S KD")),
        Case("pass", Score((72, 90), (4, 4), (20, 0))),
        Case("fall", Score((71, 91), (4, 4), (20, 0))),
        Case("others", Score((92, 70), (5, 3), (0, 50))),
        Case("all", Score((162, 0), (8, 0))),
        Case("two", Score((61, 60), (6, 4)), {"players": "2"}),
        Case("three", Score((60, 71, 31), (4, 4, 2)), {"players": "3"}),
    ),
    "baloot": (
        Case("hokum", Score((100, 62), (5, 3))),
        Case("lost", Score((64, 98), (3, 5))),
        Case("level", Score((85, 77), (4, 4))),
        Case("pair", Score((100, 62), (5, 3), pairs=(1, 0))),
        Case("sun", Score((85, 45), (5, 3), (4, 0), key="N")),
        Case("four", Score((85, 45), (5, 3), (40, 0), key="N")),
        Case("all", Score((162, 0), (8, 0))),
        Case("third", Trick("S", "KD 7D", "8S JS TC")),
        Case("ekka", Trick("S", "KD 7D", "8S JS TC", fallen="AD TD")),
    ),
    "jass": (
        Case("red", Score((96, 61), (5, 4), (20, 0), pairs=(1, 0))),
        Case("black", Score((88, 69), (5, 4), (0, 50), key="C")),
        Case("tops", Score((104, 53), (6, 3), key="U")),
        Case("match", Score((157, 0), (9, 0), (50, 0), key="B")),
        Case("ruff", Trick("D", "6C", "KC 7C 8D AS")),
        Case("puur", Trick("D", "7D", "JD KS 6C")),
    ),
}
"""The examples of every game in the order in which they are read."""

POSITIONS: Final = (
    Case("ace", Trick("H", "TC AC 7C", "9H 8H KS TD")),
    Case("ruffed", Trick("H", "KC 8C QH", "9H 8H KS TD")),
    Case("lower", Trick("H", "KC 8C QH", "8H KS TD")),
    Case("partner", Trick("H", "AS KH 8S", "AH 7H TC QD")),
)
"""Tricks of klaverjassen on which the two cities are asked."""


def facts(game: str, settings: Mapping[str, str]) -> Values:
    """The numbers of a game that any of its sentences may use."""
    return facts_of(rules(game, settings), options(variant(game), settings))


def worked(game: str, case: Case) -> Worked:
    """An example, answered by the engine."""
    chosen = rules(game, case.settings)
    known = facts(game, case.settings)
    match case.plan:
        case Score() as plan:
            score = given_score(chosen, plan)
            return Worked(case, score, {**known, **_figures(chosen, plan, score)})
        case Trick() as plan:
            return Worked(case, given_trick(chosen, plan), known, felt_line(chosen, plan))
        case Auction() as plan:
            return Worked(case, given_auction(chosen, plan), known)


def _figures(chosen: Rules, plan: Score, score: ScoreGiven) -> Values:
    """What a story tells of a score: the first side's figures, the next one's, and both together."""
    nothing = (0,) * chosen.sides
    bonuses = [sum(pair) for pair in zip(plan.declared or nothing, plan.roem or nothing, strict=True)]
    sums = [
        cards + bonus + chosen.pair_points * pairs
        for cards, bonus, pairs in zip(plan.cards, bonuses, plan.pairs or nothing, strict=True)
    ]
    bid = next((row.points[0] for row in score.brought if row.id == "bid"), None)
    return {
        "mine": plan.cards[0],
        "theirs": plan.cards[1],
        "bonus": bonuses[0],
        "their_bonus": bonuses[1],
        "mine_all": sums[0],
        "all": sum(sums),
        "need": sum(sums) // 2 + 1,
        "their_score": score.scores[1],
        "bid": bid or 0,
        "factor": chosen.denomination(plan.key).factor,
    }
