"""The engine's answers to conformance cases, held against the expected ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jacknine.analysis import answers, deals
from jacknine.analysis.cases import Case, CaseError, Given, Json
from jacknine.cards import cards_text, mask_of
from jacknine.game.setup import SetupError
from jacknine.rules.auction import CallError
from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, rules, variant

_ANSWERS: Mapping[str, Callable[[Rules, Given], Json]] = {
    "legal": answers.legal,
    "trick": answers.trick,
    "melds": answers.melds,
    "meld_compare": answers.meld_compare,
    "auction": answers.auction,
    "deal_score": answers.deal_score,
    "match": answers.match,
    "solver": answers.solver,
    "deal": deals.deal,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine said to a case: its answers to what was asked, which of them differ, or why it was skipped."""

    case: Case
    got: Mapping[str, Any]
    differing: tuple[str, ...] = ()
    skipped: str = ""


def judge(case: Case) -> Verdict:
    """Ask the engine a case.

    Raises:
        CaseError: what is given makes no sense: no such setting, card, seat or call, or a number of cards that the
            game does not have.
    """
    if case.game not in VARIANTS:
        return Verdict(case, {}, skipped=f"the engine does not play {case.game}")
    try:
        said = _ANSWERS[case.kind](_rules(case), Given(case.given))
    except (SettingsError, SetupError, CallError) as error:
        raise CaseError(str(error)) from None
    except answers.Skipped as reason:
        return Verdict(case, {}, skipped=str(reason))
    except answers.Refused as reason:
        return Verdict(case, {"refused": str(reason)}, tuple(case.expect))
    differing = tuple(name for name in case.expect if not _equal(case.expect, name, said[name]))
    return Verdict(case, {name: said[name] for name in case.expect}, differing)


def _rules(case: Case) -> Rules:
    """The rule set of a case; the number of players may stand in what is given, and where a game has but one."""
    settings = dict(case.settings)
    if "players" in case.given:
        given = Given(case.given).whole_or_word("players")
        if str(settings.setdefault("players", given)) != str(given):
            raise CaseError(f"players is {given} in what is given and {settings['players']} in the settings")
    if "players" in [setting.name for setting in variant(case.game).settings]:
        return rules(case.game, settings)
    players = settings.pop("players", None)
    chosen = rules(case.game, settings)
    if players is not None and str(players) != str(chosen.players):
        raise CaseError(f"players is {players}, and {case.game} is not played so")
    return chosen


def _equal(expect: Json, name: str, got: Any) -> bool:
    """Whether an answer is the expected one; cards and declarations are compared without their order."""
    expected = expect[name]
    if name == "legal" and isinstance(got, list):
        return cards_text(mask_of(Given(expect).cards(name))) == got
    if name == "melds":
        return sorted(map(_meld, Given(expect).objects(name))) == sorted(map(_meld, got))
    return type(expected) is type(got) and bool(expected == got)


def _meld(meld: Json) -> tuple[int, int]:
    given = Given(meld)
    return given.whole("points"), mask_of(given.cards("cards"))
