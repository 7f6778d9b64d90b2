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


def bubble_of(seat: int, sv: SeatView, words: Words, prefs: Prefs) -> Bubble | None:
    """What shows beside a seat: its calls of the auction until the first card lies, then its latest words."""
    view = sv.view
    bubble: Bubble | None = None
    if view.phase in ("auction", "swap", "discard") or (view.phase == "play" and not view.tricks and not view.trick):
        calls = [(number, said) for number, said in enumerate(view.calls) if said.seat == seat]
        if calls:
            bubble = _called(sv, words, calls)
    for event in sv.news:
        if event.seat != seat:
            continue
        match event.kind:
            case "belote" | "rebelote" | "ekka" | "belot" | "claimed" | "false_claim":
                bubble = Bubble(f"{event.kind}-{event.cards:x}", own(sv, words, "said", event.kind))
            case "swapped":
                bubble = Bubble("swapped", words.text("said.swapped"), cards=_shown(sv, words, prefs, event))
            case "declared":
                bubble = Bubble("declared", own(sv, words, "said", "declared"))
            case "declarations":
                text = declared_name(sv, words, event.cards, event.points)
                cards = _shown(sv, words, prefs, event)
                if bubble is not None and bubble.cards:
                    text, cards = f"{bubble.text} · {text}", (*bubble.cards, *cards)
                bubble = Bubble(f"declarations-{len(cards)}", text, cards=cards)
            case "roem":
                bubble = Bubble(f"roem-{event.cards:x}", words.text("said.roem", points=event.points))
            case _:
                pass
    return bubble


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
