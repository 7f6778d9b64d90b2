"""The score sheet: what a deal brought and how the match stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from jacknine.game import Outcome
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Sheet
from jacknine.rules.scoring.bid import BidScoring
from jacknine.server.faces import name_of, side_label, sides_of
from jacknine.server.lines import Row, rows_of
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.settings_form import rules_sentence
from jacknine.server.spoken import (
    call_named,
    contract_named,
    declared_name,
    key_name,
    mark_called,
    mark_of,
    own,
    score_told,
)
from jacknine.server.standing import declared, pairs
from jacknine.server.words import Words, isolated

GRAPH_WIDTH: Final = 320
GRAPH_HEIGHT: Final = 96
_EDGE: Final = 8
JUDGEMENTS: Final = frozenset(
    {"failed", "held", "doubled", "doubled_lost", "held_won", "beaten_declarations", "factor", "stopped"}
)
"""Lines that say what the contract made of the points; the lines before them are what was brought in."""


class DealLine(NamedTuple):
    """A finished deal in the list of the match; ``result`` names how it ended."""

    number: int
    taker: str
    mark: str
    contract: str
    result: str
    result_text: str
    scores: tuple[int, ...]


class Graph(NamedTuple):
    """The totals after each deal as points of a picture, a line a column; ``target`` is the height to reach."""

    lines: tuple[str, ...]
    target: float | None
    text: str


class Result(NamedTuple):
    """The end of the match: ``outcome`` is won, lost, drawn or ended."""

    outcome: str
    text: str


class ScoreSheet(NamedTuple):
    """Everything on the sheet; columns are the sides, the viewer's own first."""

    columns: tuple[str, ...]
    over: bool
    title: str
    verdict: str
    rows: tuple[Row, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    deals: tuple[DealLine, ...]
    graph: Graph | None
    result: Result | None
    calls: tuple[tuple[str, str, str], ...]
    announced: tuple[tuple[str, str], ...]
    rules: str


def sheet_of(sv: SeatView, words: Words, prefs: Prefs) -> ScoreSheet:
    """The sheet of the match as the viewer sees it now."""
    view = sv.view
    columns = sides_of(sv)
    over = view.phase == "over" and view.outcome is not None
    sheet = view.outcome.sheet if over and view.outcome is not None else None
    return ScoreSheet(
        columns=tuple(side_label(sv, words, side) for side in columns),
        over=over,
        title=words.text("sheet.deal", number=view.deal_number) if over else words.text("sheet.title"),
        verdict=_verdict(sv, words, view.outcome) if over and view.outcome is not None else "",
        rows=rows_of(sv, words, prefs, sheet) if sheet is not None else (),
        scores=tuple(sheet.scores[side] for side in columns) if sheet is not None else (),
        totals=tuple(view.totals[side] for side in columns),
        deals=tuple(_deal_line(sv, words, number, outcome) for number, outcome in enumerate(view.outcomes, 1)),
        graph=_graph(sv, words),
        result=match_result(sv, words),
        calls=_calls(sv, words),
        announced=_announced(sv, words),
        rules=rules_sentence(sv.line, words, sv.room.daily),
    )


# --- what the deal came to --------------------------------------------------------------------------------------------


def result_of(sheet: Sheet) -> str:
    """How a deal ended, as one word: made, failed, held, counted, stopped, belot."""
    if sheet.made is not None:
        return "made" if sheet.made else "failed"
    ids = {line.id for line in sheet.lines}
    return next((id for id in ("held", "stopped", "belot") if id in ids), "counted")


def _verdict(sv: SeatView, words: Words, outcome: Outcome) -> str:
    contract, sheet = outcome.contract, outcome.sheet
    if contract is None or sheet is None:
        return words.text("verdict.thrown_in")
    result = result_of(sheet)
    played = contract_named(sv, words, contract)
    if contract.multiplier > 1:
        played = f"{played} {isolated(f'×{contract.multiplier}')}"
    values: dict[str, str | int] = {"name": name_of(sv, words, contract.taker), "suit": played}
    if sheet.match_to is not None:
        values["side"] = side_label(sv, words, sheet.match_to)
    brought = _brought_in(sv, contract, sheet)
    if brought is None:
        return own(sv, words, "verdict", f"{result}_plain", **values)
    taker = sv.view.rules.side_of(contract.taker)
    values |= {"own": brought[taker], "others": sum(brought) - brought[taker]}
    return own(sv, words, "verdict", result, **values)


def _brought_in(sv: SeatView, contract: Contract, sheet: Sheet) -> tuple[int, ...] | None:
    """What each side had when the contract was judged; None where the sheet does not tell it in these terms."""
    view, scoring = sv.view, sv.view.rules.scoring
    if contract.for_match or contract.goal != "points" or result_of(sheet) in ("stopped", "belot"):
        return None
    if sheet.made is None and result_of(sheet) == "counted":
        return sheet.scores
    if isinstance(scoring, BidScoring):
        if contract.key in scoring.scaled_from:
            return None
        bonuses = zip(declared(view), pairs(view), strict=True)
        counted = [melds * scoring.declarations_count + pair * scoring.belote_counts for melds, pair in bonuses]
        return tuple(map(sum, zip(view.points, counted, strict=True)))
    before = [line for line in sheet.lines if line.id not in JUDGEMENTS]
    if not any(line.id == "cards" for line in before):
        return None
    return tuple(sum(line.points for line in before if line.side == side) for side in range(view.rules.sides))


# --- the match --------------------------------------------------------------------------------------------------------


def _deal_line(sv: SeatView, words: Words, number: int, outcome: Outcome) -> DealLine:
    columns = sides_of(sv)
    contract, sheet = outcome.contract, outcome.sheet
    if contract is None or sheet is None:
        return DealLine(number, "", "", "", "void", words.text("mark.void"), (0,) * len(columns))
    result = result_of(sheet)
    return DealLine(
        number,
        name_of(sv, words, contract.taker),
        mark_of(sv.game, contract.key),
        key_name(sv, words, contract.key),
        result,
        own(sv, words, "mark", result) if result != "counted" else "",
        tuple(sheet.scores[side] for side in columns),
    )


def _graph(sv: SeatView, words: Words) -> Graph | None:
    """The course of the match, once there are two deals to join by a line."""
    view = sv.view
    scored = [outcome.sheet.scores for outcome in view.outcomes if outcome.sheet is not None]
    if len(scored) < 2:
        return None
    last = view.totals
    start = tuple(total - sum(scores[side] for scores in scored) for side, total in enumerate(last))
    courses = []
    for side in sides_of(sv):
        course = [start[side]]
        for scores in scored:
            course.append(course[-1] + scores[side])
        courses.append(course)
    target = None if sv.room.deals else view.rules.match.target
    top = max(target or 0, 1, *(max(course) for course in courses))
    low = min(0, *(min(course) for course in courses))

    def height(points: float) -> float:
        return round(GRAPH_HEIGHT - _EDGE - (GRAPH_HEIGHT - 2 * _EDGE) * (points - low) / (top - low), 1)

    def line(course: Sequence[int]) -> str:
        step = (GRAPH_WIDTH - 2 * _EDGE) / (len(course) - 1)
        return " ".join(f"{round(_EDGE + place * step, 1)},{height(points)}" for place, points in enumerate(course))

    text = words.text("sheet.graph", score=score_told(sv, words, last))
    return Graph(tuple(map(line, courses)), height(target) if target else None, text)


def match_result(sv: SeatView, words: Words) -> Result | None:
    """How the match ended; None while it goes on."""
    view = sv.view
    if not view.match_over and not sv.ended:
        return None
    mine = view.rules.side_of(sv.me or 0)
    if sv.room.daily and sv.ended:
        return Result("ended", words.text("result.day", score=score_told(sv, words, view.totals)))
    if sv.room.position and sv.ended:
        return Result("ended", words.text("result.position", score=score_told(sv, words, view.totals)))
    if sv.ended and not view.match_over:
        return Result("ended", words.text("result.ended", score=score_told(sv, words, view.totals)))
    if view.winner is None:
        return Result("drawn", words.text("result.drawn", ours=view.totals[mine]))
    theirs = max(total for side, total in enumerate(view.totals) if side != view.winner)
    values: dict[str, str | int] = {"ours": view.totals[view.winner], "theirs": theirs}
    if sv.me is not None and view.winner == mine:
        return Result("won", words.text("result.won", **values))
    if sv.me is not None and view.rules.partners:
        return Result("lost", words.text("result.lost", **values))
    winner = words.text("result.winner", name=side_label(sv, words, view.winner), **values)
    return Result("lost" if sv.me is not None else "won", winner)


def _announced(sv: SeatView, words: Words) -> tuple[tuple[str, str], ...]:
    """What lies open of declarations, and the pairs said so far: who, and what."""
    view = sv.view
    told = []
    for seat, found in enumerate(view.declarations):
        what = [declared_name(sv, words, one.cards, one.points) for one in found]
        what += [own(sv, words, "said", "belote")] * bool(view.belote[seat])
        if what:
            told.append((name_of(sv, words, seat), " · ".join(what)))
    return tuple(told)


def _calls(sv: SeatView, words: Words) -> tuple[tuple[str, str, str], ...]:
    """The auction so far: name, call, mark."""
    return tuple(
        (name_of(sv, words, seat), call_named(sv, words, call), mark_called(sv, call)) for seat, call in sv.view.calls
    )
