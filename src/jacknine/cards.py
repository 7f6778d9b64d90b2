"""Cards as small integers, and sets of cards as integer masks.

The whole house agrees on one numbering, so a hand is one ``int`` everywhere: in the engine, in the solver, on disk
and on the wire (as text). This module knows nothing of trumps, points or turns.

A card is ``8 * suit + rank``: suits are spades, hearts, diamonds, clubs (``S H D C`` = 0..3), ranks are ``7 8 9 T J Q
K A`` (0..7). The four sixes of the 36-card pack are 32..35; the fives down to the twos, which only ever lie on the
table as a turned card, are 36..51.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "789TJQKA"
LOW_RANKS: Final = "65432"
SUIT_MARKS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

CARD_COUNT: Final = 36
"""Number of cards that can be played: 32, or 36 with the sixes."""

PACK_32: Final = (1 << 32) - 1
PACK_36: Final = (1 << 36) - 1
PILE: Final = tuple(range(32, 52))
"""The twenty cards 6..2, from which a suit may be turned (docs/games/klaverjas.md 1.7 D1)."""

SUIT_MASKS: Final = tuple(0xFF << (8 * suit) | 1 << (32 + suit) for suit in range(4))


class CardError(ValueError):
    """A text that names no card, or a set that names one twice."""


def suit_of(card: int) -> int:
    """The suit of a card, 0..3."""
    return card >> 3 if card < 32 else (card - 32) & 3


def rank_letter(card: int) -> str:
    """The rank of a card as its letter, ``7 8 9 T J Q K A`` or ``6 5 4 3 2``."""
    return RANKS[card & 7] if card < 32 else LOW_RANKS[(card - 32) >> 2]


def natural_rank(card: int) -> int:
    """The place of a card in the natural order of its suit (six -1, seven 0 ... ace 7), as sequences count it."""
    return card & 7 if card < 32 else -1 - ((card - 32) >> 2)


def card_text(card: int) -> str:
    """A card in text, rank then suit: ``TH`` is the ten of hearts."""
    return rank_letter(card) + SUITS[suit_of(card)]


_BY_TEXT: Final = {card_text(card): card for card in range(52)}


def parse_card(text: str) -> int:
    """The card that a text names.

    Raises:
        CardError: the text names no card.
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise CardError(f"{text!r} is no card: write rank then suit, as in TH (ranks {RANKS}, suits {SUITS})") from None


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The set of the given cards.

    Raises:
        CardError: a card is given twice.
    """
    mask = 0
    for card in cards:
        if mask >> card & 1:
            raise CardError(f"{card_text(card)} is there twice")
        mask |= 1 << card
    return mask


def parse_cards(texts: Iterable[str]) -> int:
    """The set of the cards named by texts, as in ``["TH", "7S"]``.

    Raises:
        CardError: a text names no card, or a card is named twice.
    """
    return mask_of(parse_card(text) for text in texts)


def cards_text(mask: int) -> list[str]:
    """The texts of the cards of a set, lowest number first."""
    return [card_text(card) for card in cards_of(mask)]


class CardSet:
    """A set of cards that prints itself, for people: ``♠ A K · ♥ T · ♦ – · ♣ 9 7``.

    >>> CardSet(parse_cards(["AS", "KS", "TH", "9C"]))
    ♠ A K  ♥ T  ♦ –  ♣ 9
    """

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def __repr__(self) -> str:
        parts = []
        for suit, letter in enumerate(SUITS):
            held = sorted(cards_of(self.mask & SUIT_MASKS[suit]), key=natural_rank, reverse=True)
            parts.append(f"{SUIT_MARKS[letter]} {' '.join(map(rank_letter, held)) or '–'}")
        return "  ".join(parts)

    def __iter__(self) -> Iterator[int]:
        return cards_of(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: int) -> bool:
        return bool(self.mask >> card & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and other.mask == self.mask

    def __hash__(self) -> int:
        return hash(self.mask)
