"""What has just happened, in words: for screen readers, and for the sounds of the table.

Every line has an id that never comes twice in a match, so that a page that gets it again neither speaks nor rings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

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


def news_lines(sv: SeatView, words: Words) -> tuple[NewsLine, ...]:
    """The news of a view, oldest first."""
    called = sum(event.kind == "called" for event in sv.news)
    number = len(sv.view.calls) - called
    lines = []
    for event in sv.news:
        number += event.kind == "called"
        text = _news_text(sv, words, event)
        if text:
            mark = number if event.kind == "called" else f"{event.cards:x}"
            id = f"news-{sv.view.deal_number}-{event.kind}-{'' if event.seat is None else event.seat}-{mark}"
            lines.append(NewsLine(id, event.kind, text))
    return tuple(lines)


def _news_text(sv: SeatView, words: Words, event: Event) -> str:
    name = name_of(sv, words, event.seat) if event.seat is not None else ""
    match event.kind:
        case "called":
            return words.text("news.called", name=name, what=call_named(sv, words, event.call) if event.call else "")
        case "played" | "ekka" | "belote" | "rebelote" | "swapped":
            return _of_a_card(words, sv.game, event.kind, name, next(cards_of(event.cards)))
        case "contract":
            return _contract_text(sv, words, name)
        case "trick":
            return words.text("news.trick", name=name, n=event.points)
        case "roem":
            return words.text("news.roem", name=name, n=event.points)
        case "declarations":
            return words.text("news.declarations", name=name, what=declared_name(sv, words, event.cards, event.points))
        case "deal_over" | "match_over":
            sheet = sv.view.outcome.sheet if sv.view.outcome else None
            points = sv.view.totals if event.kind == "match_over" or sheet is None else sheet.scores
            return words.text(f"news.{event.kind}", score=score_told(sv, words, points))
        case _:
            return own(sv, words, "news", event.kind, **({"name": name} if name else {}))


@lru_cache(maxsize=1024)
def _of_a_card(words: Words, game: str, kind: str, name: str, card: int) -> str:
    """The same for all who read it until the trick has gone."""
    return words.first(f"news.{game}.{kind}", f"news.{kind}", name=name, card=words.card(card))


def _contract_text(sv: SeatView, words: Words, name: str) -> str:
    contract = sv.view.contract
    if contract is None:
        return ""
    what = contract_named(sv, words, contract)
    return words.text("news.contract" if contract.key in SUITS else "news.contract_plain", name=name, suit=what)
