"""What has just happened, in words: for screen readers, and for the sounds of the table.

Every line has an id that never comes twice in a match, so that a page that gets it again neither speaks nor rings.
"""

from __future__ import annotations

from dataclasses import dataclass

from jacknine.cards import SUITS, cards_of, rank_letter, suit_of
from jacknine.game import Event
from jacknine.rules.auction import Call
from jacknine.server.faces import name_of, side_label, sides_of
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words


@dataclass(frozen=True, slots=True)
class NewsLine:
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
            card = words.card(next(cards_of(event.cards)))
            return words.text(f"news.{event.kind}", name=name, card=card)
        case "contract":
            contract = sv.view.contract
            return words.text("news.contract", name=name, suit=words.suit(contract.key)) if contract else ""
        case "trick":
            return words.text("news.trick", name=name, n=event.points)
        case "roem":
            return words.text("news.roem", name=name, n=event.points)
        case "declarations":
            return words.text("news.declarations", name=name, what=declared_name(sv, words, event.cards, event.points))
        case "deal_over" | "match_over":
            ours, theirs = (*sides_of(sv), 0)[:2]
            sheet = sv.view.outcome.sheet if sv.view.outcome else None
            points = sv.view.totals if event.kind == "match_over" or sheet is None else sheet.scores
            us, them = side_label(sv, words, ours), side_label(sv, words, theirs)
            return words.text(f"news.{event.kind}", us=us, ours=points[ours], them=them, theirs=points[theirs])
        case _:
            return words.text(f"news.{event.kind}", name=name) if name else words.text(f"news.{event.kind}")


def call_named(sv: SeatView, words: Words, call: Call) -> str:
    """A call in the reader's own words."""
    if call.word == "name":
        return words.suit(call.key)
    return words.first(f"call.{sv.game}.{call.word}", f"call.{call.word}")


def suit_called(sv: SeatView, call: Call) -> str:
    """The suit that a call means, empty where it means none."""
    if call.key:
        return call.key
    if call.word in ("take", "play") and sv.view.turned is not None:
        return SUITS[suit_of(sv.view.turned)]
    if call.word in ("take", "play") and sv.view.contract is not None:
        return sv.view.contract.key
    return ""


def declared_name(sv: SeatView, words: Words, cards: int, points: int) -> str:
    """A declaration by its name: tierce, four jacks."""
    held = list(cards_of(cards))
    if len(held) == 4 and len({rank_letter(card) for card in held}) == 1:
        return words.text(f"four.{rank_letter(held[0])}", points=points)
    length = min(len(held), 5)
    suit = words.suit(SUITS[suit_of(held[0])])
    return words.first(f"run.{sv.game}.{length}", f"run.{length}", suit=suit, points=points)
