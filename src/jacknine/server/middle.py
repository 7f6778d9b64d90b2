"""The middle of a felt: the trick in progress, what was turned, and the last trick to look at again."""

from __future__ import annotations

from typing import NamedTuple

from jacknine.server.faces import Face, Laid, corners, face, laid, name_of, place_of
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words


class Middle(NamedTuple):
    """The middle: the trick in progress, or the finished one while it is read, or the turned card.

    ``aside`` is a turned card that nobody took; ``stock`` are cards out of play that lie open, their corners by suit.
    """

    laid: tuple[Laid, ...]
    number: int
    won_by: str
    turned: Face | None
    aside: Face | None
    stock: tuple[tuple[str, str], ...]


class LastTrick(NamedTuple):
    """The last finished trick, to look at again; nothing lies there before there is one."""

    laid: tuple[Laid, ...]
    text: str


def last_of(sv: SeatView, words: Words, prefs: Prefs) -> LastTrick:
    last = sv.view.tricks[-1] if sv.view.tricks and sv.view.tricks[-1].cards else None
    if last is None:
        return LastTrick((), "")
    text = words.text("trick.won", name=name_of(sv, words, last.winner), n=last.points)
    return LastTrick(laid(sv, last.leader, last.cards, last.winner, words, prefs), text)


def trick_of(sv: SeatView, words: Words, prefs: Prefs) -> Middle:
    view = sv.view
    lying: tuple[Laid, ...] = ()
    number, won_by = 0, ""
    if view.trick:
        lying, number = laid(sv, view.leader, view.trick, view.best_seat, words, prefs), len(view.tricks) + 1
    elif view.tricks and view.tricks[-1].cards and view.phase in ("play", "over"):
        last = view.tricks[-1]
        lying, number = laid(sv, last.leader, last.cards, last.winner, words, prefs), len(view.tricks)
        won_by = place_of(view.rules, sv.me, last.winner)
    dealing = view.rules.dealing
    turned = face(view.turned, words, prefs.letters) if view.turned is not None else None
    middle = turned if view.phase in ("auction", "swap") else None
    stays = dealing.turned == "card" and not dealing.turned_to_taker and view.phase in ("discard", "play", "over")
    return Middle(
        laid=lying,
        number=number,
        won_by=won_by,
        turned=middle,
        aside=turned if stays else None,
        stock=corners(view.stock, words, prefs.letters),
    )
