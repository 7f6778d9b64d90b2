"""Cards, seats and sides as a viewer sees them: letters and names of cards, the order of a hand, places round the felt.

Knows views and words; nothing of pages.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, permutations
from typing import Final, NamedTuple

from jacknine.cards import SUITS, card_text, cards_of, natural_rank, rank_letter, suit_of
from jacknine.game import View
from jacknine.rules.variant import Denomination, Rules
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words

LETTERS: Final = {
    "en": {"A": "A", "K": "K", "Q": "Q", "J": "J"},
    "fr": {"A": "A", "K": "R", "Q": "D", "J": "V"},
    "nl": {"A": "A", "K": "H", "Q": "V", "J": "B"},
    "de": {"A": "A", "K": "K", "Q": "D", "J": "B"},
    "hr": {"A": "A", "K": "K", "Q": "D", "J": "J"},
}
"""The corner letters of court cards by language, English ones elsewhere; numbers are the same everywhere."""

PLACES: Final = {
    ("counter_clockwise", 4): ("s", "e", "n", "w"),
    ("clockwise", 4): ("s", "w", "n", "e"),
    ("counter_clockwise", 3): ("s", "e", "w"),
    ("clockwise", 3): ("s", "w", "e"),
    ("counter_clockwise", 2): ("s", "n"),
    ("clockwise", 2): ("s", "n"),
}
"""Where the seats sit, seen from the viewer at the lower edge, in turn order."""

_RED: Final = frozenset({1, 2})
_SUIT_ORDER: Final = (0, 1, 3, 2)


class Face(NamedTuple):
    """One card on the page: its text (``KH``), what its corner prints, and its name."""

    text: str
    suit: str
    rank: str
    corner: str
    name: str


@lru_cache(maxsize=4096)
def face(card: int, words: Words, letters: str) -> Face:
    """How a card shows to a reader of these words who likes these corner letters (empty: their language's)."""
    corner = _corner(card, words, letters)
    return Face(card_text(card), SUITS[suit_of(card)], rank_letter(card), corner, words.card(card))


def court_letters(words: Words, letters: str = "") -> dict[str, str]:
    """What corners print for ace, king, queen and jack: the letters of the language chosen, or of the words'."""
    return LETTERS.get(letters or words.language, LETTERS["en"])


def _corner(card: int, words: Words, letters: str) -> str:
    rank = rank_letter(card)
    return "10" if rank == "T" else court_letters(words, letters).get(rank, rank)


def corners(cards: int, words: Words, letters: str) -> tuple[tuple[str, str], ...]:
    """Each suit of a set of cards with the corners of its cards, the highest first."""
    lines: dict[str, list[str]] = {}
    for card in high_to_low(cards):
        lines.setdefault(SUITS[suit_of(card)], []).append(_corner(card, words, letters))
    return tuple((suit, " ".join(line)) for suit, line in lines.items())


def place_of(rules: Rules, me: int | None, seat: int) -> str:
    """Where a seat sits on the felt: ``s``, ``e``, ``n`` or ``w``. A spectator looks from behind seat 0."""
    return PLACES[rules.direction, rules.players][(seat - (me or 0)) % rules.players]


def held_order(view: View) -> list[int]:
    """The viewer's cards as dealt, in the order he holds them: trumps first, then suits in alternating colours."""
    denomination = view.rules.denomination(view.contract.key) if view.contract else None
    return list(_sorted(view.dealt_hand | view.hand, denomination or view.rules.denominations[0], bool(denomination)))


@lru_cache(maxsize=4096)
def _sorted(hand: int, denomination: Denomination, fixed: bool) -> tuple[int, ...]:
    suits = sorted({suit_of(card) for card in cards_of(hand)}, key=_SUIT_ORDER.index)
    trump = denomination.trump if fixed else None
    order = min(permutations(suits), key=lambda some: (bool(trump in suits and some[0] != trump), _clashes(some)))

    def strength(card: int) -> tuple[int, int]:
        ranks = (denomination.trump_order if fixed and denomination.is_trump(card) else denomination.plain_order).ranks
        return order.index(suit_of(card)), ranks.index(rank_letter(card))

    return tuple(sorted(cards_of(hand), key=strength))


def _clashes(suits: tuple[int, ...]) -> int:
    """How many neighbours are of one colour."""
    return sum((left in _RED) == (right in _RED) for left, right in pairwise(suits))


def high_to_low(cards: int) -> list[int]:
    """The cards of a set by suits, each in its natural order, the highest first."""
    return sorted(cards_of(cards), key=lambda card: (suit_of(card), -natural_rank(card)))


class Laid(NamedTuple):
    """A card in a trick: at whose place it lies, and whether it is winning."""

    face: Face
    place: str
    best: bool


def laid(
    sv: SeatView, leader: int, cards: tuple[int, ...], best: int | None, words: Words, prefs: Prefs
) -> tuple[Laid, ...]:
    """The cards of a trick, in the order played."""
    rules = sv.view.rules
    seats = [(leader + step) % rules.players for step in range(len(cards))]
    return tuple(
        Laid(face(card, words, prefs.letters), place_of(rules, sv.me, seat), seat == best)
        for seat, card in zip(seats, cards, strict=True)
    )


def name_of(sv: SeatView, words: Words, seat: int) -> str:
    """What a seat is called to the viewer: himself *you*, others by name."""
    return words.text("seat.you") if seat == sv.me else sv.names[seat] or words.text("who.guest")


def sides_of(sv: SeatView) -> tuple[int, ...]:
    """The sides in the order of the score columns: the viewer's own first."""
    rules = sv.view.rules
    own = rules.side_of(sv.me or 0)
    return (own, *(side for side in range(rules.sides) if side != own))


def side_label(sv: SeatView, words: Words, side: int) -> str:
    """What a score column is called: us and them to a partner, else the players' names."""
    rules = sv.view.rules
    if sv.me is not None and rules.partners:
        return words.text("side.us" if side == rules.side_of(sv.me) else "side.them")
    return " · ".join(name_of(sv, words, seat) for seat in range(rules.players) if rules.side_of(seat) == side)
