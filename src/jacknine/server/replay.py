"""The replay of a finished deal, and a position to look at: the table's own pieces with all hands open.

Everything shown is of a deal that is over, or was written into a line by whoever shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jacknine.cards import cards_of
from jacknine.game import Event, State, view, visible_to
from jacknine.notation.position import PositionError, position_text
from jacknine.server.archive import Moment, Played
from jacknine.server.faces import Face, face, held_order, name_of
from jacknine.server.middle import last_of, trick_of
from jacknine.server.news import news_lines
from jacknine.server.prefs import Prefs
from jacknine.server.seats import seats_of
from jacknine.server.seatview import SeatView
from jacknine.server.settings_form import rules_sentence
from jacknine.server.sheet import sheet_of
from jacknine.server.templates import region, render
from jacknine.server.top_line import top_of
from jacknine.server.words import Words

PLAYERS: Final = ("player.0", "player.1", "player.2", "player.3")
"""What the seats are called where nobody's name is known."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card of an open hand; ``gone``: played before, ``new``: by the last action."""

    face: Face
    gone: bool
    new: bool


@dataclass(frozen=True, slots=True)
class OpenHand:
    """All cards of a seat, in places that do not change; ``turn``: it acts next."""

    name: str
    cards: tuple[OpenCard, ...]
    turn: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A way through the deal: its icon and words, and the moment it leads to, None at the end of the way."""

    id: str
    label: str
    to: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what happened: the moment after it, its words, whether a trick ended with it."""

    at: int
    text: str
    trick: bool
    now: bool


def seat_view_of(
    state: State, me: int | None, names: tuple[str, ...], computers: frozenset[int], news: tuple[Event, ...], code: str
) -> SeatView:
    """A moment as the table would show it to a seat, nothing left to do."""
    seats = range(state.rules.players)
    return SeatView(
        code=code,
        seq=0,
        me=me,
        view=view(state, me),
        names=names,
        kinds=tuple("computer" if seat in computers else "human" for seat in seats),
        present=(True,) * len(seats),
        reasons={},
        news=visible_to(news, me),
        commitment="",
        revealed=None,
        host=False,
        level="",
        pace="normal",
        game=state.rules.variant,
        line=state.rules.line,
        ready=tuple(seats),
        end_votes=(),
        ended=False,
        rematch=code,
    )


def names_at(played: Played, words: Words) -> tuple[str, ...]:
    """The names of the seats, numbers where there are none."""
    return tuple(name or words.text(PLAYERS[seat]) for seat, name in enumerate(played.names))


def page(played: Played, number: int, course: list[Moment], at: int, me: int | None, words: Words, prefs: Prefs) -> str:
    """The page of a deal at a moment; ``course`` are all its moments."""
    at = min(max(at, 0), len(course) - 1)
    moment = course[at]
    names = names_at(played, words)
    computers = frozenset(seat for seat, player in enumerate(played.players) if player is None and played.level)
    sv = seat_view_of(moment.state, me, names, computers, moment.news, played.code)
    return render(
        "replay.html",
        words,
        kind="open-felt",
        prefs=prefs,
        sv=sv,
        pieces=pieces(sv, moment.state, words, prefs, _played_last(course, at)),
        address=f"/r/{played.code}/{number}",
        at=at,
        of=len(course) - 1,
        number=number,
        deals=len(played.befores),
        steps=_steps(course, at, words),
        said=" · ".join(line.text for line in news_lines(sv, words)),
        lines=lines_of(course, at, me, names, words),
        line=line_of(moment.state),
        can_go_on=moment.state.turn is not None and all(deal.seal is not None for deal in played.game.deals[:number]),
        seats=[(seat, name_of(sv, words, seat)) for seat in range(len(names))],
        seat=me if me is not None else moment.state.turn or 0,
        rules=rules_sentence(sv.line, words),
    )


def position_page(state: State, line: str, words: Words, prefs: Prefs) -> str:
    """The page of a position that a line describes, and the way to play on from it."""
    names = tuple(words.text(PLAYERS[seat]) for seat in range(state.rules.players))
    sv = seat_view_of(state, None, names, frozenset(), (), "")
    return render(
        "position.html",
        words,
        kind="open-felt",
        prefs=prefs,
        sv=sv,
        pieces=pieces(sv, state, words, prefs, 0),
        line=line,
        rules=rules_sentence(sv.line, words),
        seats=tuple(enumerate(names)),
        turn=state.turn,
    )


def line_of(state: State) -> str:
    """The line of a moment of card play, empty at any other."""
    try:
        return position_text(state)
    except PositionError:
        return ""


def pieces(sv: SeatView, state: State, words: Words, prefs: Prefs, new: int) -> dict[str, str]:
    """The parts of the felt, and the hands."""
    models = {
        "top": top_of(sv, words),
        "seats": seats_of(sv, words, prefs),
        "trick": trick_of(sv, words, prefs),
        "last-trick": last_of(sv, words, prefs),
        "sheet": sheet_of(sv, words, prefs),
        "hands": open_hands(sv, state, words, prefs, new),
    }
    return {piece: region(piece, words, sv, model) for piece, model in models.items()}


def open_hands(sv: SeatView, state: State, words: Words, prefs: Prefs, new: int) -> tuple[OpenHand, ...]:
    """The hands of all seats, the viewer's own first; ``new`` is a card just played, as a mask."""
    deal = state.deal
    if deal is None:
        return ()
    players = state.rules.players
    hands = []
    for step in range(players):
        seat = ((sv.me or 0) + step) % players
        seen = view(state, seat)
        fallen = sum(1 << card for trick in deal.tricks for place, card in enumerate(trick.cards)
                     if (trick.leader + place) % players == seat)  # fmt: skip
        fallen |= sum(1 << card for place, card in enumerate(deal.trick) if (deal.leader + place) % players == seat)
        # A seat that has not looked at its cards yet has them all the same; a claim leaves cards in the hand.
        order = held_order(seen) if seen.dealt_hand | seen.hand else list(cards_of(deal.hands[seat]))
        cards = tuple(
            OpenCard(face(card, words, prefs.letters), bool(fallen >> card & 1), bool(new >> card & 1))
            for card in order
        )
        hands.append(OpenHand(name_of(sv, words, seat), cards, seat == state.turn))
    return tuple(hands)


def _played_last(course: list[Moment], at: int) -> int:
    return sum(event.cards for event in course[at].news if event.kind == "played")


def _tricks(moment: Moment) -> int:
    return 0 if moment.state.deal is None else len(moment.state.deal.tricks)


def _steps(course: list[Moment], at: int, words: Words) -> tuple[Step, ...]:
    """Ways through the deal: to its ends, by one action, and from trick to trick."""
    last = len(course) - 1
    ends = [0, *(one for one in range(1, last + 1) if _tricks(course[one]) > _tricks(course[one - 1])), last]
    before = max((one for one in ends if one < at), default=None)
    after = min((one for one in ends if one > at), default=None)
    ways = {
        "first": 0 if at else None,
        "trick-back": before,
        "back": at - 1 if at else None,
        "forward": at + 1 if at < last else None,
        "trick-forward": after,
        "last": last if at < last else None,
    }
    return tuple(Step(id, words.text(f"replay.{id}"), to) for id, to in ways.items())


def lines_of(
    course: Sequence[Moment], at: int, me: int | None, names: tuple[str, ...], words: Words
) -> tuple[Line, ...]:
    """Everything that happened, in order, as a seat heard of it; ``at`` is the moment that is shown."""
    lines = []
    for place, moment in enumerate(course[1:], 1):
        sv = seat_view_of(moment.state, me, names, frozenset(), moment.news, "")
        text = " · ".join(line.text for line in news_lines(sv, words))
        if text:
            lines.append(Line(place, text, _tricks(moment) > _tricks(course[place - 1]), place == at))
    return tuple(lines)
