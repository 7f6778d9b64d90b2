"""The pages of puzzles: what a seat sees at the moment, and after the answer what each card was worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from jacknine.analysis.puzzles import Puzzle, numbers_open, puzzles
from jacknine.cards import cards_of
from jacknine.game import Play, Reason, State, why_not
from jacknine.server.archive import Moment
from jacknine.server.daily import Daily
from jacknine.server.daily_page import signed
from jacknine.server.faces import Face, face
from jacknine.server.felt import last_of, seats_of, top_of, trick_of
from jacknine.server.hand import hand_of
from jacknine.server.prefs import Prefs
from jacknine.server.puzzles import standing
from jacknine.server.replay import PLAYERS, lines_of, seat_view_of
from jacknine.server.seatview import SeatView
from jacknine.server.service import Visitor
from jacknine.server.settings_form import games_of, rules_sentence
from jacknine.server.sheet import sheet_of
from jacknine.server.store import Store
from jacknine.server.templates import region, render
from jacknine.server.words import Words


@dataclass(frozen=True, slots=True)
class Offer:
    """A game's puzzle of the day, and the days' before. ``state`` is ``new``, ``right`` or ``wrong``."""

    game: str
    number: int
    earlier: tuple[int, ...]
    grade: int
    state: str
    streak: int


@dataclass(frozen=True, slots=True)
class Worth:
    """A card with what it is worth on average."""

    face: Face
    points: str
    best: bool
    mine: bool


async def overview(opened: Store, daily: Daily, visitor: Visitor) -> str:
    """The puzzles of today."""
    today = daily.today
    offers = []
    for game in games_of(visitor.words):
        if not puzzles(game):
            continue
        number, *rest = numbers_open(today, game)
        earlier = tuple(rest)
        now = await standing(opened, visitor.player_id, game, today)
        state = "new" if now.today is None else "right" if now.today else "wrong"
        offers.append(Offer(game, number, earlier, puzzles(game)[number - 1].grade, state, now.streak))
    return render("puzzles.html", visitor.words, prefs=visitor.prefs, offers=offers)


def page(puzzle: Puzzle, game: str, number: int, words: Words, prefs: Prefs, notice: str = "") -> str:
    """A puzzle, with the seat's own cards to choose from."""
    sv, _ = seen(puzzle, words)
    models = {
        "top": top_of(sv, words),
        "seats": seats_of(sv, words, prefs),
        "trick": trick_of(sv, words, prefs),
        "last-trick": last_of(sv, words, prefs),
        "sheet": sheet_of(sv, words, prefs),
        "hand": hand_of(sv, words, prefs),
    }
    pieces = {piece: region(piece, words, sv, model) for piece, model in models.items()}
    return render(
        "puzzle.html",
        words,
        kind="puzzle",
        prefs=prefs,
        sv=sv,
        pieces=pieces,
        address=f"/puzzles/{game}/{number}",
        number=number,
        grade=puzzle.grade,
        notice=notice,
        line="",
        lines=lines_of([Moment(*one) for one in puzzle.moments()], -1, puzzle.seat, sv.names, words),
        rules=rules_sentence(sv.line, words),
    )


def answer_page(
    puzzle: Puzzle, game: str, number: int, card: int, words: Words, prefs: Prefs, following: int | None
) -> str:
    """What each card was worth, and why the best one was best."""
    order = sorted(puzzle.worths, key=lambda one: -puzzle.worths[one])
    best, second = order[0], order[1]
    values: dict[str, str | int] = {
        "better": words.card(best),
        "played": words.card(second),
        "gap": round(puzzle.worths[best] - puzzle.worths[second]),
        "worlds": puzzle.worlds,
    }
    return render(
        "puzzle_answer.html",
        words,
        prefs=prefs,
        game=game,
        number=number,
        following=following,
        right=card == best,
        sure=words.text("puzzle.sure", **values),
        why=words.text(f"puzzle.why.{puzzle.why}", **values),
        worths=_worths(puzzle, order, card, words, prefs),
        missed=[(level, round(100 * share)) for level, share in puzzle.missed.items()],
    )


def seen(puzzle: Puzzle, words: Words) -> tuple[SeatView, State]:
    """The moment of a puzzle as its seat sees it."""
    state, news = puzzle.moments()[-1]
    names = tuple(words.text(PLAYERS[seat]) for seat in range(state.rules.players))
    sv = seat_view_of(state, puzzle.seat, names, frozenset(range(len(names))) - {puzzle.seat}, news, "")
    return replace(sv, reasons=_reasons(state, sv)), state


def _reasons(state: State, sv: SeatView) -> dict[int, Reason]:
    view = sv.view
    refused = {card: why_not(state, Play(view.seat or 0, card)) for card in cards_of(view.hand & ~view.legal_cards)}
    return {card: reason for card, reason in refused.items() if reason is not None}


def _worths(puzzle: Puzzle, order: Sequence[int], mine: int, words: Words, prefs: Prefs) -> tuple[Worth, ...]:
    top = puzzle.worths[order[0]]
    return tuple(
        Worth(
            face(card, words, prefs.letters),
            signed(round(puzzle.worths[card] - top)),
            card == order[0],
            card == mine,
        )
        for card in order
    )
