"""What has just happened, in words: for screen readers, and for the sounds of the table.

Every line has an id that never comes twice in a match, so that a page that gets it again neither speaks nor rings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from jacknine.cards import SUITS, cards_of
from jacknine.game import Event
from jacknine.server.faces import name_of
from jacknine.server.seatview import SeatView
from jacknine.server.spoken import call_named, contract_named, declared_name, own, score_told
from jacknine.server.words import Words


class NewsLine(NamedTuple):
    """One piece of news: ``kind`` is that of its event."""

    id: str
    kind: str
    text: str


def news_lines(
    sv: SeatView, words: Words, fresh: tuple[Event, ...] | None = None, counted: tuple[int, ...] = ()
) -> tuple[NewsLine, ...]:
    """Who has come or gone, by seat, since comings were as often as they are ``counted``, and in words the last events
    of a view, oldest first: those that are ``fresh``, else all.
    """
    lines = [] if sv.comings == counted else _comings(sv, words, counted)
    fresh = sv.news if fresh is None else fresh
    deal, number = sv.view.deal_number, len(sv.view.calls) - sum(event.kind == "called" for event in fresh)
    for event in fresh:
        name = name_of(sv, words, event.seat) if event.seat is not None else ""
        if event.kind in OF_CARDS:
            lines.append(_of_cards(words, sv.game, deal, event, name))
            continue
        number += event.kind == "called"
        text = _news_text(sv, words, event, name)
        if text:
            mark = f"{number}" if event.kind == "called" else f"{event.cards:x}"
            lines.append(NewsLine(_id(deal, event, mark), event.kind, text))
    return tuple(lines)


def unheard(heard: tuple[Event, ...], news: tuple[Event, ...]) -> tuple[Event, ...]:
    """The news after the last of the very events that somebody has heard: another that is equal is news."""
    known = set(map(id, heard))
    place = len(news)
    while place and id(news[place - 1]) not in known:
        place -= 1
    return news[place:]


def _id(deal: int, event: Event, mark: str) -> str:
    return f"news-{deal}-{event.kind}-{'' if event.seat is None else event.seat}-{mark}"


def _comings(sv: SeatView, words: Words, counted: tuple[int, ...]) -> list[NewsLine]:
    before = counted or (0,) * len(sv.comings)
    times = enumerate(zip(sv.comings, before, strict=True))
    return [_of_seat(sv, words, seat) for seat, (now, told) in times if now != told and seat != sv.me]


def _of_seat(sv: SeatView, words: Words, seat: int) -> NewsLine:
    """How it stands with somebody who has come or gone."""
    what = "room.again" if sv.present[seat] else "room.absent"
    what = words.text("seat.stand_in" if sv.kinds[seat] == "stand_in" else what)
    text = words.text("news.called", name=name_of(sv, words, seat), what=what)
    return NewsLine(f"news-coming-{sv.room.people[seat]}-{sv.comings[seat]}", "coming", text)


OF_CARDS: Final = frozenset({"played", "ekka", "belote", "rebelote", "swapped", "trick", "roem"})
"""Kinds of news that are the same for all who read them, but for what they call whose news it is."""


@lru_cache(maxsize=1024)
def _of_cards(words: Words, game: str, deal: int, event: Event, name: str) -> NewsLine:
    if event.kind in ("trick", "roem"):
        text = words.text(f"news.{event.kind}", name=name, n=event.points)
    else:
        ids = f"news.{game}.{event.kind}", f"news.{event.kind}"
        text = words.first(*ids, name=name, card=words.card(next(cards_of(event.cards))))
    return NewsLine(_id(deal, event, f"{event.cards:x}"), event.kind, text)


def _news_text(sv: SeatView, words: Words, event: Event, name: str) -> str:
    match event.kind:
        case "called":
            return words.text("news.called", name=name, what=call_named(sv, words, event.call) if event.call else "")
        case "contract":
            return _contract_text(sv, words, name)
        case "declarations":
            return words.text("news.declarations", name=name, what=declared_name(sv, words, event.cards, event.points))
        case "deal_over" | "match_over":
            sheet = sv.view.outcome.sheet if sv.view.outcome else None
            points = sv.view.totals if event.kind == "match_over" or sheet is None else sheet.scores
            return words.text(f"news.{event.kind}", score=score_told(sv, words, points))
        case _:
            return own(sv, words, "news", event.kind, **({"name": name} if name else {}))


def _contract_text(sv: SeatView, words: Words, name: str) -> str:
    contract = sv.view.contract
    if contract is None:
        return ""
    what = contract_named(sv, words, contract)
    return words.text("news.contract" if contract.key in SUITS else "news.contract_plain", name=name, suit=what)
