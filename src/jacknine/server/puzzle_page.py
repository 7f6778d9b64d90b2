"""The pages of puzzles: what a seat sees at the moment, and after the answer what each card or call was worth."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from jacknine.analysis.puzzles import Puzzle, numbers_open, puzzles
from jacknine.cards import cards_of
from jacknine.game import Play, Reason, Speak, State, why_not
from jacknine.game.codec import parse_action
from jacknine.rules.auction import Call
from jacknine.server.archive import Moment
from jacknine.server.daily import Daily
from jacknine.server.daily_page import signed
from jacknine.server.faces import Face, face
from jacknine.server.hand import hand_of
from jacknine.server.middle import last_of, trick_of
from jacknine.server.prefs import Prefs
from jacknine.server.puzzles import standing
from jacknine.server.replay import PLAYERS, lines_of, seat_view_of
from jacknine.server.say import call_buttons
from jacknine.server.seats import seats_of
from jacknine.server.seatview import SeatView
from jacknine.server.service import Visitor
from jacknine.server.settings_form import games_of, rules_sentence
from jacknine.server.sheet import sheet_of
from jacknine.server.spoken import call_named
from jacknine.server.store import Store
from jacknine.server.templates import region, render
from jacknine.server.top_line import top_of
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
    """A card (``face``) or a call with what it is worth on average: a card beside the best one, a call as it is.
    ``ahead`` is in how many deals of a hundred a call brings its side more than the others.
    """

    face: Face | None
    label: str
    points: str
    ahead: int
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
    """A puzzle, with the seat's own cards to choose from, or with calls."""
    sv, _ = seen(puzzle, words)
    buttons, marks = call_buttons(sv, words, _calls(puzzle)) if puzzle.of_calls else ((), ())
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
        ask="call" if puzzle.of_calls else "ask" if sv.view.trick else "lead",
        buttons=buttons,
        marks=marks,
        line="",
        lines=lines_of([Moment(*one) for one in puzzle.moments()], -1, puzzle.seat, sv.names, words),
        rules=rules_sentence(sv.line, words),
    )


def answer_page(
    puzzle: Puzzle, game: str, number: int, action: str, words: Words, prefs: Prefs, following: int | None
) -> str:
    """What each card or call was worth, and why the best one was best."""
    worths = _worths(puzzle, action, words, prefs)
    best, second = worths[0], worths[1]
    values: dict[str, str | int] = {
        "better": best.label,
        "played": second.label,
        "gap": round(puzzle.worths[puzzle.order[0]] - puzzle.worths[puzzle.order[1]]),
        "worlds": puzzle.worlds,
    }
    if puzzle.of_calls:
        values |= {"ahead": best.ahead, "other": second.ahead, "more": best.points, "less": second.points}
    return render(
        "puzzle_answer.html",
        words,
        prefs=prefs,
        game=game,
        number=number,
        following=following,
        right=action == puzzle.best,
        sure=words.text("puzzle.sure_call" if puzzle.of_calls else "puzzle.sure", **values),
        why=words.text(f"puzzle.why.{puzzle.why}", **values),
        of_calls=puzzle.of_calls,
        worths=worths,
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


def _calls(puzzle: Puzzle) -> list[Call]:
    """The calls to choose from, in the order of the file, which is that of the auction."""
    actions = (parse_action(text, puzzle.seat) for text in puzzle.worths)
    return [action.call for action in actions if isinstance(action, Speak)]


def _worths(puzzle: Puzzle, mine: str, words: Words, prefs: Prefs) -> tuple[Worth, ...]:
    """The cards or calls, the best first."""
    sv, _ = seen(puzzle, words)
    order, found = puzzle.order, []
    for text in order:
        action = parse_action(text, puzzle.seat)
        best, own, worth = text == order[0], text == mine, puzzle.worths[text]
        if isinstance(action, Speak):
            label, ahead = call_named(sv, words, action.call), round(100 * puzzle.ahead[text])
            found.append(Worth(None, label, signed(round(worth)), ahead, best, own))
        elif isinstance(action, Play):
            shown, less = face(action.card, words, prefs.letters), worth - puzzle.worths[order[0]]
            found.append(Worth(shown, words.card(action.card), signed(round(less)), 0, best, own))
    return tuple(found)
