"""The score sheet: what a deal brought, line by line with the cards behind each line, and how the match stands.

The lines are those of the deal's own sheet. Where the cards allow it a line is told in parts, card points apart from
the last trick and each declaration by its name; the parts always add up to the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jacknine.cards import SUITS, cards_of
from jacknine.game import Outcome, Trick
from jacknine.rules.scoring import Line, Sheet
from jacknine.server.faces import Face, Laid, face, laid, name_of, side_label, sides_of
from jacknine.server.news import call_named, declared_name, suit_called
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.settings_form import rules_sentence
from jacknine.server.words import Words

GRAPH_WIDTH: Final = 320
GRAPH_HEIGHT: Final = 96
_EDGE: Final = 8
KING_AND_QUEEN: Final = 0b01100000
"""The pair of the first suit."""
JUDGEMENTS: Final = frozenset(
    {"failed", "held", "doubled", "doubled_lost", "held_won", "beaten_declarations", "factor"}
)
"""Lines that say what the contract made of the points; the lines before them are what was brought in."""


@dataclass(frozen=True, slots=True)
class Behind:
    """Cards that explain a line, with who brought them in."""

    caption: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sheet. ``points`` go by column, None where the line does not touch a side."""

    id: str
    label: str
    why: str
    points: tuple[int | None, ...]
    behind: tuple[Behind, ...] = ()


@dataclass(frozen=True, slots=True)
class DealLine:
    """A finished deal in the list of the match. ``mark``: made, failed, held or void."""

    number: int
    taker: str
    suit: str
    suit_name: str
    mark: str
    mark_text: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """The totals after each deal as points of a picture, a line a column; ``target`` is the height to reach."""

    lines: tuple[str, ...]
    target: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """The end of the match: ``outcome`` is won, lost, drawn or ended."""

    outcome: str
    text: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
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
    last: tuple[Laid, ...]
    last_text: str
    rules: str


def sheet_of(sv: SeatView, words: Words, prefs: Prefs) -> ScoreSheet:
    """The sheet of the match as the viewer sees it now."""
    view = sv.view
    columns = sides_of(sv)
    over = view.phase == "over" and view.outcome is not None
    sheet = view.outcome.sheet if over and view.outcome is not None else None
    last = view.tricks[-1] if view.tricks and view.tricks[-1].cards else None
    return ScoreSheet(
        columns=tuple(side_label(sv, words, side) for side in columns),
        over=over,
        title=words.text("sheet.deal", number=view.deal_number) if over else words.text("sheet.title"),
        verdict=_verdict(sv, words, view.outcome) if over and view.outcome is not None else "",
        rows=_rows(sv, words, prefs, sheet) if sheet is not None else (),
        scores=tuple(sheet.scores[side] for side in columns) if sheet is not None else (),
        totals=tuple(view.totals[side] for side in columns),
        deals=tuple(_deal_line(sv, words, number, outcome) for number, outcome in enumerate(view.outcomes, 1)),
        graph=_graph(sv, words),
        result=_result(sv, words),
        calls=_calls(sv, words),
        last=laid(sv, last.leader, last.cards, last.winner, words, prefs) if last else (),
        last_text=words.text("trick.won", name=name_of(sv, words, last.winner), n=last.points) if last else "",
        rules=rules_sentence(sv.line, words),
    )


# --- what the deal came to --------------------------------------------------------------------------------------------


def _brought_in(sheet: Sheet, sides: int) -> tuple[int, ...]:
    """What each side had when the contract was judged."""
    before = [line for line in sheet.lines if line.id not in JUDGEMENTS]
    return tuple(sum(line.points for line in before if line.side == side) for side in range(sides))


def _verdict(sv: SeatView, words: Words, outcome: Outcome) -> str:
    contract, sheet = outcome.contract, outcome.sheet
    if contract is None or sheet is None:
        return words.text("verdict.thrown_in")
    taker = sv.view.rules.side_of(contract.taker)
    brought = _brought_in(sheet, sv.view.rules.sides)
    word = {True: "made", False: "failed", None: "held"}[sheet.made]
    return words.first(
        f"verdict.{sv.game}.{word}",
        f"verdict.{word}",
        name=name_of(sv, words, contract.taker),
        suit=words.suit(contract.key),
        own=brought[taker],
        others=sum(brought) - brought[taker],
    )


def _rows(sv: SeatView, words: Words, prefs: Prefs, sheet: Sheet) -> tuple[Row, ...]:
    """The lines in their order, both sides' in one row, some of them told in parts."""
    rows: list[Row] = []
    ids = list(dict.fromkeys(line.id for line in sheet.lines))
    for id in ids:
        lines = [line for line in sheet.lines if line.id == id]
        parts = _PARTS.get(id, _whole)(sv, words, prefs, lines)
        rows += parts if _adds_up(sv, parts, lines) else _whole(sv, words, prefs, lines)
    return tuple(rows)


def _adds_up(sv: SeatView, rows: Sequence[Row], lines: Sequence[Line]) -> bool:
    return all(
        sum(row.points[column] or 0 for row in rows) == sum(line.points for line in lines if line.side == side)
        for column, side in enumerate(sides_of(sv))
    )


def _row(
    sv: SeatView, words: Words, id: str, points: dict[int, int], behind: Sequence[Behind] = (), label: str = ""
) -> Row:
    """A row with its words; ``points`` by side."""
    contract = sv.view.contract
    values: dict[str, str | int] = {"name": name_of(sv, words, contract.taker) if contract else ""}
    return Row(
        id=id,
        label=label or words.first(f"sheet.{sv.game}.{id}", f"sheet.{id}", **values),
        why=words.first(f"why.{sv.game}.{id}", f"why.{id}", **values),
        points=tuple(points.get(side) for side in sides_of(sv)),
        behind=tuple(behind),
    )


def _whole(sv: SeatView, words: Words, prefs: Prefs, lines: Sequence[Line]) -> list[Row]:
    return [_row(sv, words, lines[0].id, {line.side: line.points for line in lines})]


def _tricks(sv: SeatView, words: Words, prefs: Prefs, tricks: Sequence[tuple[int, Trick]]) -> list[Behind]:
    return [
        Behind(
            words.text("sheet.trick", number=number, name=name_of(sv, words, trick.winner), n=trick.points),
            tuple(face(card, words, prefs.letters) for card in trick.cards),
        )
        for number, trick in tricks
    ]


def _cards(sv: SeatView, words: Words, prefs: Prefs, lines: Sequence[Line]) -> list[Row]:
    """Card points, and the bonus of the last trick apart from them."""
    tricks = list(enumerate(sv.view.tricks, 1))
    if not tricks:
        return _whole(sv, words, prefs, lines)
    winner, bonus = sv.view.rules.side_of(tricks[-1][1].winner), sv.view.rules.last_trick
    points = {line.side: line.points - (bonus if line.side == winner else 0) for line in lines}
    return [
        _row(sv, words, "cards", points, _tricks(sv, words, prefs, tricks)),
        _row(sv, words, "last_trick", {winner: bonus}, _tricks(sv, words, prefs, tricks[-1:])),
    ]


def _declarations(sv: SeatView, words: Words, prefs: Prefs, lines: Sequence[Line]) -> list[Row]:
    """Each declaration by its name, with its cards."""
    rows = []
    for seat, found in enumerate(sv.view.declarations):
        for one in found:
            cards = tuple(face(card, words, prefs.letters) for card in sorted(cards_of(one.cards), reverse=True))
            behind = [Behind(name_of(sv, words, seat), cards)]
            label = declared_name(sv, words, one.cards, one.points)
            side = sv.view.rules.side_of(seat)
            rows.append(_row(sv, words, "declarations", {side: one.points}, behind, label))
    return rows


def _belote(sv: SeatView, words: Words, prefs: Prefs, lines: Sequence[Line]) -> list[Row]:
    """The pair, with its two cards."""
    view = sv.view
    if view.contract is None or view.contract.key not in SUITS:
        return _whole(sv, words, prefs, lines)
    pair = KING_AND_QUEEN << 8 * SUITS.index(view.contract.key)
    cards = tuple(face(card, words, prefs.letters) for card in sorted(cards_of(pair), reverse=True))
    behind = [Behind(name_of(sv, words, seat), cards) for seat in range(view.rules.players) if view.belote[seat]]
    return [_row(sv, words, "belote", {line.side: line.points for line in lines}, behind)]


def _roem(sv: SeatView, words: Words, prefs: Prefs, lines: Sequence[Line]) -> list[Row]:
    """The roem of each trick, with its cards."""
    return [
        _row(
            sv,
            words,
            "roem",
            {sv.view.rules.side_of(trick.winner): trick.roem},
            _tricks(sv, words, prefs, [(number, trick)]),
            words.text("sheet.roem_of", number=number),
        )
        for number, trick in enumerate(sv.view.tricks, 1)
        if trick.roem
    ]


_PARTS = {"cards": _cards, "declarations": _declarations, "belote": _belote, "roem": _roem}


# --- the match --------------------------------------------------------------------------------------------------------


def _deal_line(sv: SeatView, words: Words, number: int, outcome: Outcome) -> DealLine:
    columns = sides_of(sv)
    if outcome.contract is None or outcome.sheet is None:
        return DealLine(number, "", "", "", "void", words.text("mark.void"), (0,) * len(columns))
    mark = {True: "made", False: "failed", None: "held"}[outcome.sheet.made]
    contract = outcome.contract
    return DealLine(
        number,
        name_of(sv, words, contract.taker),
        contract.key,
        words.suit(contract.key),
        mark,
        words.first(f"mark.{sv.game}.{mark}", f"mark.{mark}"),
        tuple(outcome.sheet.scores[side] for side in columns),
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
    target = view.rules.match.target
    top = max(target or 0, 1, *(max(course) for course in courses))
    low = min(0, *(min(course) for course in courses))

    def height(points: float) -> float:
        return round(GRAPH_HEIGHT - _EDGE - (GRAPH_HEIGHT - 2 * _EDGE) * (points - low) / (top - low), 1)

    def line(course: Sequence[int]) -> str:
        step = (GRAPH_WIDTH - 2 * _EDGE) / (len(course) - 1)
        return " ".join(f"{round(_EDGE + place * step, 1)},{height(points)}" for place, points in enumerate(course))

    us, them = (*sides_of(sv), 0)[:2]
    text = words.text(
        "sheet.graph",
        us=side_label(sv, words, us),
        ours=last[us],
        them=side_label(sv, words, them),
        theirs=last[them],
    )
    return Graph(tuple(map(line, courses)), height(target) if target else None, text)


def _result(sv: SeatView, words: Words) -> Result | None:
    view = sv.view
    if not view.match_over and not sv.ended:
        return None
    columns = sides_of(sv)
    values: dict[str, str | int] = {"ours": view.totals[columns[0]], "theirs": view.totals[columns[-1]]}
    if sv.ended and not view.match_over:
        return Result("ended", words.text("result.ended", **values))
    if view.winner is None:
        return Result("drawn", words.text("result.drawn", **values))
    if sv.me is None:
        return Result("won", words.text("result.winner", name=side_label(sv, words, view.winner), **values))
    outcome = "won" if view.winner == view.rules.side_of(sv.me) else "lost"
    return Result(outcome, words.text(f"result.{outcome}", **values))


def _calls(sv: SeatView, words: Words) -> tuple[tuple[str, str, str], ...]:
    """The auction so far: name, call, suit."""
    return tuple(
        (name_of(sv, words, seat), call_named(sv, words, call), suit_called(sv, call)) for seat, call in sv.view.calls
    )
