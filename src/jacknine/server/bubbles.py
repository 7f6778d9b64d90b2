"""What a seat has just said, as it shows beside the seat."""

from __future__ import annotations

from typing import NamedTuple

from jacknine.game import Event
from jacknine.rules.auction import Said
from jacknine.server.faces import corners
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.spoken import call_said, declared_name, mark_called, own
from jacknine.server.words import Words


class Spoken(NamedTuple):
    """Words with the mark of a suit."""

    text: str
    mark: str = ""


class Bubble(NamedTuple):
    """What a seat has said: words, a suit's mark, the cards it shows as corners by suit.

    ``earlier`` are its other calls of the auction. ``passing``: it goes by itself after a while.
    """

    id: str
    text: str
    mark: str = ""
    cards: tuple[tuple[str, str], ...] = ()
    earlier: tuple[Spoken, ...] = ()
    passing: bool = True


def bubbles_of(sv: SeatView, words: Words, prefs: Prefs) -> dict[int, Bubble]:
    """The bubbles by seat: the calls of the auction until the first card lies, then the latest words."""
    view = sv.view
    bubbles: dict[int, Bubble] = {}
    if view.phase in ("auction", "swap", "discard") or (view.phase == "play" and not view.tricks and not view.trick):
        for seat in range(view.rules.players):
            calls = [(number, said) for number, said in enumerate(view.calls) if said.seat == seat]
            if calls:
                bubbles[seat] = _called(sv, words, calls)
    for event in sv.news:
        if event.seat is None:
            continue
        match event.kind:
            case "belote" | "rebelote" | "ekka" | "belot" | "claimed" | "false_claim":
                bubbles[event.seat] = Bubble(f"{event.kind}-{event.cards:x}", own(sv, words, "said", event.kind))
            case "swapped":
                shown = _shown(sv, words, prefs, event)
                bubbles[event.seat] = Bubble("swapped", words.text("said.swapped"), cards=shown)
            case "declared":
                bubbles[event.seat] = Bubble("declared", own(sv, words, "said", "declared"))
            case "declarations":
                text = declared_name(sv, words, event.cards, event.points)
                cards = _shown(sv, words, prefs, event)
                earlier = bubbles.get(event.seat)
                if earlier is not None and earlier.cards:
                    text, cards = f"{earlier.text} · {text}", (*earlier.cards, *cards)
                bubbles[event.seat] = Bubble(f"declarations-{len(cards)}", text, cards=cards)
            case "roem":
                text = words.text("said.roem", points=event.points)
                bubbles[event.seat] = Bubble(f"roem-{event.cards:x}", text)
            case _:
                pass
    return bubbles


def _shown(sv: SeatView, words: Words, prefs: Prefs, event: Event) -> tuple[tuple[str, str], ...]:
    """The cards that somebody else lays open."""
    return corners(event.cards, words, prefs.letters) if event.seat != sv.me else ()


def _called(sv: SeatView, words: Words, calls: list[tuple[int, Said]]) -> Bubble:
    """The latest call of a seat, with the bids it made before."""
    bids = [said for _, said in calls[:-1] if said.call.word != "pass"]
    earlier = tuple(Spoken(call_said(sv, words, said.call), mark_called(sv, said.call)) for said in bids)
    number, last = calls[-1]
    text, mark = call_said(sv, words, last.call), mark_called(sv, last.call)
    return Bubble(f"call-{number}", text, mark, earlier=earlier, passing=False)
