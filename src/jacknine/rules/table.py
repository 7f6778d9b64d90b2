"""The packed table: all that card play needs to know of a variant and a denomination, as one flat tuple of ints.

``compile_table`` turns the words of :mod:`jacknine.rules.variant` into numbers once; the kernels of
:mod:`jacknine.rules.trick` read nothing else. Offsets have names here and only here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from jacknine.cards import CARD_COUNT, SUIT_MASKS, cards_of, rank_letter, suit_of
from jacknine.rules.variant import Denomination, Order, Roem, Rules

Table = tuple[int, ...]

NEVER: Final = 0
UNLESS_PARTNER: Final = 1
ALWAYS: Final = 2
_DUTY: Final = {"never": NEVER, "unless_partner": UNLESS_PARTNER, "always": ALWAYS}

UNDER_FORCED: Final = 0
UNDER_FREE: Final = 1
UNDER_BANNED: Final = 2
UNDER_BANNED_UNLESS_ONLY_TRUMPS: Final = 3
_UNDER: Final = {
    "forced": UNDER_FORCED,
    "free": UNDER_FREE,
    "banned": UNDER_BANNED,
    "banned_unless_only_trumps": UNDER_BANNED_UNLESS_ONLY_TRUMPS,
}

PARTNER_FREE: Final = 0
PARTNER_NOT_IF_OVER: Final = 1
PARTNER_BANNED: Final = 2
_UNDER_PARTNER: Final = {"free": PARTNER_FREE, "not_if_over": PARTNER_NOT_IF_OVER, "banned": PARTNER_BANNED}

# The header.
TRUMPS: Final = 0
"""Mask of the trumps; 0 where no suit ruffs."""
BEAT_PLAIN: Final = 1
BEAT_TRUMP: Final = 2
TRUMP_IN: Final = 3
OVERTRUMP: Final = 4
UNDERTRUMP: Final = 5
UNDER_PARTNER: Final = 6
THIRD_HAND: Final = 7
"""1: the third hand trumps though its partner is winning, unless an ace or an ekka was led."""
EKKA_RELIEF: Final = 8
RUFF_FREELY: Final = 9
"""1: a trump may be played although the suit could be followed."""
EXEMPT: Final = 10
"""Mask of the trump that nobody has to play to a trump lead, or 0."""
LOCKED: Final = 11
"""1: nobody leads trump while he holds a plain card."""
ACES: Final = 12
ROEM_FOUR: Final = 13
"""Worth of four equal ranks whose bits stand in ROEM_FOUR_RANKS, in points; 0 switches roem off."""
ROEM_FOUR_JACKS: Final = 14
ROEM_FOUR_RANKS: Final = 15
ROEM_STUK: Final = 16
"""Mask of the king and queen of trump."""
HEADER: Final = 17

# Three blocks of CARD_COUNT ints.
OVER: Final = HEADER
"""OVER + c: mask of the cards of the same suit that beat card c."""
POINTS: Final = OVER + CARD_COUNT
SUIT: Final = POINTS + CARD_COUNT
"""SUIT + c: mask of all cards of the suit of c."""
TABLE_SIZE: Final = SUIT + CARD_COUNT


def order_of(denomination: Denomination, card: int) -> Order:
    """The order that ranks a card when a denomination is played."""
    return denomination.trump_order if denomination.is_trump(card) else denomination.plain_order


def strength(denomination: Denomination, card: int) -> int:
    """The place of a card in its own suit, the weakest 0."""
    ranks = order_of(denomination, card).ranks
    return len(ranks) - 1 - ranks.index(rank_letter(card))


@lru_cache(maxsize=512)
def compile_table(rules: Rules, key: str, locked: bool = False) -> Table:
    """The packed table of one denomination of a rule set.

    Raises:
        KeyError: the rule set has no such denomination.
    """
    denomination = rules.denomination(key)
    duties = denomination.duties
    trumps = SUIT_MASKS[denomination.trump] & rules.pack if denomination.trump is not None else 0
    top_trump = next((c for c in cards_of(trumps) if strength(denomination, c) == trumps.bit_count() - 1), None)
    table = [0] * TABLE_SIZE
    table[TRUMPS] = trumps
    table[BEAT_PLAIN] = _DUTY[duties.beat_plain]
    table[BEAT_TRUMP] = _DUTY[duties.beat_trump]
    table[TRUMP_IN] = _DUTY[duties.trump_in]
    table[OVERTRUMP] = _DUTY[duties.overtrump]
    table[UNDERTRUMP] = _UNDER[duties.undertrump]
    table[UNDER_PARTNER] = _UNDER_PARTNER[duties.under_partner]
    table[THIRD_HAND] = int(duties.third_hand)
    table[EKKA_RELIEF] = int(duties.ekka_relief)
    table[RUFF_FREELY] = int(duties.ruff_freely)
    table[EXEMPT] = 1 << top_trump if duties.exempt_top_trump and top_trump is not None else 0
    table[LOCKED] = int(locked)
    table[ACES] = sum(1 << (8 * suit + 7) for suit in range(4))
    _compile_roem(table, rules.roem, trumps)
    for card in cards_of(rules.pack):
        suit = SUIT_MASKS[suit_of(card)] & rules.pack
        own = strength(denomination, card)
        table[OVER + card] = sum(1 << other for other in cards_of(suit) if strength(denomination, other) > own)
        table[POINTS + card] = order_of(denomination, card).points_of(rank_letter(card))
        table[SUIT + card] = suit
    return tuple(table)


def _compile_roem(table: list[int], roem: Roem | None, trumps: int) -> None:
    if roem is None:
        return
    table[ROEM_FOUR] = roem.four
    table[ROEM_FOUR_JACKS] = roem.four_jacks
    table[ROEM_FOUR_RANKS] = sum(1 << card for card in range(8) if rank_letter(card) in roem.four_ranks)
    table[ROEM_STUK] = trumps & sum(0b01100000 << (8 * suit) for suit in range(4))
