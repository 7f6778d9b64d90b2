"""The viewer's hand: his cards in their order, which of them may go now, and why the others may not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from jacknine.game import Discard, Play, Reason, View
from jacknine.game.codec import action_text
from jacknine.server.faces import Face, face, held_order, name_of
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words

Use = Literal["play", "ask", "pick"]


class Held(NamedTuple):
    """A card of the hand. ``state`` is ``open``, ``dim`` or ``rest`` (nothing may be done with cards now); ``reason``
    says why it is ``dim``, and the prompt why all are at rest. ``use``: a tap plays the card, asks what goes with it,
    or picks it to be laid away.
    """

    face: Face
    action: str
    state: str
    reason: str
    last: bool
    use: Use


@dataclass(frozen=True, slots=True)
class Hand:
    """``count`` cards now, ``dealt`` when card play began; ``covered`` are rows of cards that lie face down still."""

    rows: tuple[tuple[Held, ...], ...]
    count: int
    dealt: int
    covered: tuple[int, ...]


def hand_of(sv: SeatView, words: Words, prefs: Prefs) -> Hand:
    """The viewer's hand in two rows, which stand side by side where there is room. A card never changes its row."""
    view = sv.view
    order = held_order(view)
    half = (len(order) + 1) // 2
    rows = [[card for card in row if view.hand >> card & 1] for row in (order[:half], order[half:])]
    final = [card for row in rows for card in row][-1:]
    picking = view.my_turn and view.phase == "discard"
    allowed = to_lay_away(view) if picking else view.legal_cards
    asked = {action.card for action in view.legal if isinstance(action, Play) and action.said}
    waiting = not (picking or (view.my_turn and view.phase == "play"))
    names = {} if waiting else {seat: name_of(sv, words, seat) for seat in range(view.rules.players)}

    def held(card: int) -> Held:
        state, why = "open", ""
        if waiting:
            state = "rest"
        elif not allowed >> card & 1:
            reason = lay_away(sv) if picking else sv.reasons.get(card)
            state, why = "dim", words.reason(reason, names) if reason is not None else ""
        use: Use = "pick" if picking else "ask" if card in asked else "play"
        return _held(card, words, prefs.letters, state, why, card in final, use)

    count = view.counts[sv.me] if sv.me is not None else 0
    return Hand(
        tuple(tuple(held(card) for card in row) for row in rows),
        count=count,
        dealt=max(len(order), count),
        covered=() if view.hand or not count else ((count + 1) // 2, count // 2),
    )


@lru_cache(maxsize=4096)
def _held(card: int, words: Words, letters: str, state: str, why: str, last: bool, use: Use) -> Held:
    # The words of the codec leave out who plays a card.
    return Held(face(card, words, letters), action_text(Play(0, card)), state, why, last, use)


def to_lay_away(view: View) -> int:
    """The cards that the viewer may lay away now, as a mask."""
    cards = 0
    for action in view.legal:
        if isinstance(action, Discard):
            cards |= action.cards
    return cards


def lay_away(sv: SeatView) -> Reason:
    """What the taker may lay away."""
    dealing = sv.view.rules.dealing
    return Reason(f"lay_away_{dealing.discard_rule}", {"count": dealing.discard})
