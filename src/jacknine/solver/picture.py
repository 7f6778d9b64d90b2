"""Hands and open deals as small pictures (SVG), which notebooks show by themselves.

Plain text in boxes: no fonts, no files, nothing to load. Knows cards and seats, no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from jacknine.cards import SUIT_MARKS, SUITS, CardSet, card_text, cards_of, natural_rank, rank_letter, suit_of

WIDTH: Final = 34
HEIGHT: Final = 46
STEP: Final = 38
LABEL: Final = 96
NOTE: Final = 16
COLOURS: Final = {"S": "#14171c", "H": "#be0019", "D": "#1549c2", "C": "#006b2d"}
BY_COLOUR: Final = "SHCD"
"""The order of the suits in a hand: neighbours look different."""


class Hand(CardSet):
    """A set of cards that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        ordered = in_order(self.mask)
        return _document(STEP * max(len(ordered), 1), HEIGHT, _row(ordered, 0, 0, {}), repr(self))


def in_order(cards: int) -> list[int]:
    """Cards as one holds them: by suit, the highest first."""
    return sorted(cards_of(cards), key=lambda card: (BY_COLOUR.index(SUITS[suit_of(card)]), -natural_rank(card)))


def deal_svg(
    hands: Sequence[int],
    labels: Sequence[str],
    table: Sequence[int] = (),
    notes: Mapping[int, str] | None = None,
    best: Iterable[int] = (),
) -> str:
    """A picture of open hands, a row for each with its label, and of the cards on the table. ``notes`` are written
    under cards, those of ``best`` in bold.
    """
    notes, best = notes or {}, frozenset(best)
    rows = [(label, in_order(hand)) for label, hand in zip(labels, hands, strict=True)]
    if table:
        rows.append(("on the table", list(table)))
    parts, y = [], 0
    for label, cards in rows:
        parts.append(f'<text x="0" y="{y + HEIGHT // 2 + 5}" font-size="14">{label}</text>')
        parts.append(_row(cards, LABEL, y, notes, best))
        y += HEIGHT + 8 + (NOTE if any(card in notes for card in cards) else 0)
    width = LABEL + STEP * max(len(cards) for _, cards in rows)
    said = "; ".join(f"{label}: {CardSet(sum(1 << card for card in cards))!r}" for label, cards in rows)
    return _document(width, y, "".join(parts), said)


def _row(cards: Sequence[int], x: int, y: int, notes: Mapping[int, str], best: frozenset[int] = frozenset()) -> str:
    parts = []
    for place, card in enumerate(cards):
        left, suit = x + STEP * place, SUITS[suit_of(card)]
        rank = "10" if rank_letter(card) == "T" else rank_letter(card)
        middle = left + WIDTH // 2
        parts.append(
            f'<rect x="{left + 1}" y="{y + 1}" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="4" fill="#fdfcf8" '
            f'stroke="#8a8f98"/><g fill="{COLOURS[suit]}" text-anchor="middle" font-size="18">'
            f'<text x="{middle}" y="{y + 20}">{rank}</text>'
            f'<text x="{middle}" y="{y + 39}">{SUIT_MARKS[suit]}</text></g>'
        )
        if card in notes:
            weight = ' font-weight="bold"' if card in best else ""
            parts.append(
                f'<text x="{middle}" y="{y + HEIGHT + 12}" text-anchor="middle" font-size="12"{weight} '
                f'data-card="{card_text(card)}">{notes[card]}</text>'
            )
    return "".join(parts)


def _document(width: int, height: int, body: str, said: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" fill="currentColor"><title>{said}</title>{body}</svg>'
    )
