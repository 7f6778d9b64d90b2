"""Cards, seats and sides as a viewer sees them: letters and names of cards, the order of a hand, places round the felt.

Knows views and words; nothing of pages.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise, permutations
from typing import Final, NamedTuple

from markupsafe import escape

from jacknine.cards import SUIT_MASKS, SUITS, card_text, cards_of, natural_rank, rank_letter, suit_of
from jacknine.game import View
from jacknine.rules.variant import Rules
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import ANYBODY, SeatView
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

PLACE_SIGNS: Final = "\x01\x02\x03\x04"
NAME_SIGNS: Final = "\x05\x06\x07\x08"
SIDE_SIGNS: Final = "\x0e\x0f\x10\x11"
OWNER_SIGNS: Final = "\x12\x13\x14\x15"
"""What stands, in what is made once for all who sit at a table, for the place and the name of a seat, and for what a
side is called and whose it is (:func:`for_one`). No name, text or template holds such signs.
"""

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
    if me is not None and me < 0:
        return PLACE_SIGNS[seat]
    return PLACES[rules.direction, rules.players][(seat - (me or 0)) % rules.players]


def held_order(view: View) -> list[int]:
    """The viewer's cards as dealt, in the order he holds them: trumps first, then suits in alternating colours."""
    return list(_sorted(view.dealt_hand | view.hand, view.rules, view.contract.key if view.contract else ""))


@lru_cache(maxsize=4096)
def _sorted(hand: int, rules: Rules, key: str) -> tuple[int, ...]:
    fixed = bool(key)
    denomination = rules.denomination(key) if fixed else rules.denominations[0]
    suits = tuple(suit for suit in _SUIT_ORDER if hand & SUIT_MASKS[suit])
    order = _suit_order(suits, denomination.trump if fixed else None)

    def strength(card: int) -> tuple[int, int]:
        ranks = (denomination.trump_order if fixed and denomination.is_trump(card) else denomination.plain_order).ranks
        return order.index(suit_of(card)), ranks.index(rank_letter(card))

    return tuple(sorted(cards_of(hand), key=strength))


@cache
def _suit_order(suits: tuple[int, ...], trump: int | None) -> tuple[int, ...]:
    """Trumps first, colours in turn as far as that goes."""
    return min(permutations(suits), key=lambda some: (bool(trump in suits and some[0] != trump), _clashes(some)))


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
    if sv.me is not None and sv.me < 0:
        return NAME_SIGNS[seat]
    return words.text("seat.you") if seat == sv.me else sv.names[seat] or words.text("who.guest")


def sides_of(sv: SeatView) -> tuple[int, ...]:
    """The sides in the order of the score columns: the viewer's own first."""
    rules = sv.view.rules
    own = rules.side_of(sv.me or 0)
    return (own, *(side for side in range(rules.sides) if side != own))


def side_label(sv: SeatView, words: Words, side: int) -> str:
    """What a score column is called: us and them to a partner, else the players' names."""
    rules = sv.view.rules
    if sv.me == ANYBODY:
        return SIDE_SIGNS[side]
    if sv.me is not None and rules.partners:
        return words.text("side.us" if side == rules.side_of(sv.me) else "side.them")
    return " · ".join(name_of(sv, words, seat) for seat in range(rules.players) if rules.side_of(seat) == side)


def owner_of(sv: SeatView, side: int) -> str:
    """Whose a side is to the viewer: ``ours`` or ``theirs``."""
    if sv.me == ANYBODY:
        return OWNER_SIGNS[side]
    return "ours" if sv.me is not None and side == sv.view.rules.side_of(sv.me) else "theirs"


def for_one(sv: SeatView, words: Words, html: str) -> str:
    """What was made for all who sit at a table (:data:`jacknine.server.seatview.ANYBODY`), as one of them sees it."""
    if sv.me is not None:
        for sign, text in _signs(sv.view.rules, sv.me, sv.names, words):
            if sign in html:
                html = html.replace(sign, text)
    return html


@lru_cache(maxsize=4096)
def _signs(rules: Rules, me: int, names: tuple[str, ...], words: Words) -> tuple[tuple[str, str], ...]:
    """What one who sits at a table reads for each sign."""
    us, you = rules.side_of(me), words.text("seat.you")
    texts: list[tuple[str, str]] = []
    for seat, name in enumerate(names):
        texts.append((PLACE_SIGNS[seat], place_of(rules, me, seat)))
        texts.append((NAME_SIGNS[seat], you if seat == me else name or words.text("who.guest")))
    for side in range(rules.sides):
        texts.append((SIDE_SIGNS[side], words.text("side.us" if side == us else "side.them")))
        texts.append((OWNER_SIGNS[side], "ours" if side == us else "theirs"))
    return tuple((sign, words.read(escape(text))) for sign, text in texts)
