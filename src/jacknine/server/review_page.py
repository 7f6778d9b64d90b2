"""The review of a finished deal as a page: the curve, the cards that cost most, every call and card with all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jacknine.analysis.review import Advice, Choice, Review
from jacknine.game import State
from jacknine.rules.scoring.counted import CountedScoring
from jacknine.server.archive import Moment, Played
from jacknine.server.digits import with_minus
from jacknine.server.faces import Face, face, name_of
from jacknine.server.prefs import Prefs
from jacknine.server.replay import names_at, seat_view_of
from jacknine.server.review_calls import Expert, calls_of, experts_of, worst_of
from jacknine.server.reviews import Kept, Progress
from jacknine.server.seatview import SeatView
from jacknine.server.templates import render
from jacknine.server.words import Words

WIDTH: Final = 320
HEIGHT: Final = 110
EDGE: Final = 10


@dataclass(frozen=True, slots=True)
class Value:
    """A card with what it is worth to the camp of whoever held it, and whether it was played, or as good as any."""

    face: Face
    worth: str
    played: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision: when, by whom, what it cost (empty: not known), all cards."""

    at: int
    name: str
    face: Face
    cost: str
    values: tuple[Value, ...]
    expert: Expert | None


@dataclass(frozen=True, slots=True)
class Told:
    """One of the costliest cards in words."""

    at: int
    title: str
    why: str
    played: Face
    better: Face
    cost: int


@dataclass(frozen=True, slots=True)
class Dot:
    """Where one of the costliest cards lies on the curve."""

    at: int
    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Curve:
    """The deal as a line from its first card to its last: above ``level`` the viewer's camp is ahead."""

    line: str
    level: float
    dots: tuple[Dot, ...]
    text: str


def page(
    played: Played,
    number: int,
    course: list[Moment],
    kept: Kept,
    progress: Progress | None,
    me: int | None,
    words: Words,
    prefs: Prefs,
) -> str:
    """The page of a review; ``progress`` is that of an expert's part, if it is on its way."""
    review, names = kept.review, names_at(played, words)
    sv = seat_view_of(course[-1].state, me, names, frozenset(), (), played.code)
    # Whose side of the curve is up: the viewer's own, seat 0's for everybody else.
    up = 1 if not review.camps or review.camps[me or 0] == 0 else -1
    told = tuple(_told(sv, course, one, words, prefs) for one in review.worst)
    mine = None if me is None else kept.expert.get(me)
    experts = experts_of(course, names, me, mine or (), words, prefs)
    calls = calls_of(course, names, me, review.calls, experts, words)
    return render(
        "review.html",
        words,
        prefs=prefs,
        game=played.game.rules.variant,
        address=f"/r/{played.code}/{number}",
        number=number,
        table=table_of(played, me),
        told=told,
        curve=_curve(sv, review, course, told, up, words),
        calls=calls,
        worst_call=worst_of(calls, words),
        vague=any(lead.worth[0] in "≈?" for call in calls for lead in call.leads),
        tricks=_tricks(sv, course, review.choices, experts, words, prefs),
        unknown=review.unknown,
        notes=_notes(course[-1].state),
        falls=not isinstance(course[-1].state.rules.scoring, CountedScoring),
        stood=_stood(sv, review, words),
        has_expert=bool(experts),
        asks_expert=me is not None and mine is None,
        progress=progress,
    )


def waiting(played: Played, number: int, progress: Progress | None, me: int | None, words: Words, prefs: Prefs) -> str:
    """The page while there is no review yet: how far it is, or the button that asks for it."""
    return render(
        "review_wait.html",
        words,
        prefs=prefs,
        game=played.game.rules.variant,
        address=f"/r/{played.code}/{number}",
        number=number,
        table=table_of(played, me),
        progress=progress,
    )


def table_of(played: Played, me: int | None) -> str:
    """Where the table of a deal is, for those who sit there; empty for everybody else."""
    return f"/t/{played.code}" if me is not None else ""


def _told(sv: SeatView, course: list[Moment], advice: Advice, words: Words, prefs: Prefs) -> Told:
    choice = advice.choice
    played, better = face(choice.card, words, prefs.letters), face(advice.better, words, prefs.letters)
    trick = _trick_number(course, choice.at)
    name = name_of(sv, words, choice.seat)
    values: dict[str, str | int] = {
        "played": played.name, "better": better.name, "points": advice.points[0], "other": advice.points[1],
    }  # fmt: skip
    return Told(
        choice.at,
        words.text("review.cost", trick=trick, name=name, points=choice.cost),
        words.text(f"review.why.{advice.why}", **values),
        played,
        better,
        choice.cost,
    )


def _trick_number(course: list[Moment], at: int) -> int:
    deal = course[at].state.deal
    return 1 if deal is None else len(deal.tricks) + 1


def _notes(state: State) -> tuple[str, ...]:
    """What is to be said of the worths of contracts under these rules, as the ends of message ids."""
    rules = state.rules
    declared = [rules.declarations, *(one.declarations for one in rules.denominations if one.declarations)]
    manual = rules.belote_ask or any(one.announce == "manual" for one in declared)
    said = {"for_points": rules.roem is not None, "announced": manual}
    return tuple(note for note, holds in said.items() if holds)


def _curve(
    sv: SeatView, review: Review, course: list[Moment], told: Sequence[Told], up: int, words: Words
) -> Curve | None:
    if len(review.curve) < 2:
        return None
    first, last = review.curve[0][0], review.curve[-1][0]
    heights = [up * value for _, value in review.curve]
    top, low = max(0, *heights), min(0, *heights)
    span = max(1, top - low)

    def x(at: int) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * (at - first) / max(1, last - first), 1)

    def y(value: int) -> float:
        return round(EDGE + (HEIGHT - 2 * EDGE) * (top - value) / span, 1)

    # A value holds until the next card that costs something.
    steps: list[str] = []
    before = heights[0]
    for (at, _), height in zip(review.curve, heights, strict=True):
        steps += [f"{x(at)},{y(before)}", f"{x(at)},{y(height)}"]
        before = height
    after = {at: height for (at, _), height in zip(review.curve, heights, strict=True)}
    dots = tuple(Dot(one.at, x(one.at + 1), y(after[one.at + 1]), one.title) for one in told if one.at + 1 in after)
    above = (seat for seat, camp in enumerate(review.camps) if (camp == 0) == (up == 1))
    side = " · ".join(name_of(sv, words, seat) for seat in above)
    text = words.text("review.curve", side=side, first=_signed(heights[0]), last=_signed(heights[-1]))
    return Curve(" ".join(steps), y(0), dots, text)


def _tricks(
    sv: SeatView,
    course: list[Moment],
    choices: Sequence[Choice],
    experts: dict[int, Expert],
    words: Words,
    prefs: Prefs,
) -> tuple[tuple[int, tuple[Decided, ...]], ...]:
    """The decisions, trick by trick."""
    tricks: dict[int, list[Decided]] = {}
    for choice in choices:
        order = sorted(choice.values.items(), key=lambda one: (-one[1][0], one[0]))
        values = tuple(
            Value(face(card, words, prefs.letters), _range(*bounds), card == choice.card, card in choice.best)
            for card, bounds in order
        )
        cost = str(choice.cost) if choice.exact else ""
        decided = Decided(
            choice.at,
            name_of(sv, words, choice.seat),
            face(choice.card, words, prefs.letters),
            cost,
            values,
            experts.get(choice.at),
        )
        tricks.setdefault(_trick_number(course, choice.at), []).append(decided)
    return tuple((number, tuple(found)) for number, found in tricks.items())


def _range(low: int, high: int) -> str:
    return _signed(low) if low == high else f"{_signed(low)} … {_signed(high)}"


def _signed(points: int) -> str:
    return with_minus(f"{points:+d}")


def _stood(sv: SeatView, review: Review, words: Words) -> str:
    contract = sv.view.contract
    if review.stood is None or contract is None:
        return ""
    made, of = review.stood.made, review.stood.of
    share = round(100 * made / of)
    if contract.taker == sv.me:
        return words.text("review.stood_you", made=made, of=of, share=share)
    return words.text("review.stood", name=name_of(sv, words, contract.taker), made=made, of=of, share=share)
