"""The rules of card play as the search's data.

A :class:`Board` is made from the packed table of a denomination, the very one that the engine's kernels read, so every
game and setting is only other numbers here. Values are half points of difference: what camp 0 takes in cards, plus half
of what it gets in bonuses, less half of what the others get.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from jacknine.cards import cards_of, suit_of
from jacknine.rules.table import (
    ACES as ACE_CARDS,
)
from jacknine.rules.table import (
    BEAT_PLAIN,
    BEAT_TRUMP,
    EKKA_RELIEF,
    EXEMPT,
    LOCKED,
    OVER,
    OVERTRUMP,
    POINTS,
    ROEM_FOUR,
    ROEM_STUK,
    RUFF_FREELY,
    SUIT,
    THIRD_HAND,
    TRUMP_IN,
    TRUMPS,
    Table,
    compile_table,
)
from jacknine.rules.trick import bound, points_of, roem_of
from jacknine.rules.variant import Duties, Rules
from jacknine.solver import desk, guess

# The word of duties: four bits for a hand whose partner is not winning, the same four for one whose partner is.
BEAT_PLAIN_BIT: Final = 1
BEAT_TRUMP_BIT: Final = 2
TRUMP_IN_BIT: Final = 4
OVERTRUMP_BIT: Final = 8
PARTNERS_SHIFT: Final = 4
UNDER_SHIFT: Final = 8
UNDER_PARTNER_SHIFT: Final = 10
# What those two are, in two bits each.
FORCED: Final = 0
FREE: Final = 1
BANNED: Final = 2
NOT_IF_OVER: Final = 3
BANNED_BESIDE_PLAIN: Final = 3
_UNDER: Final = {
    "forced": FORCED,
    "free": FREE,
    "banned": BANNED,
    "banned_unless_only_trumps": BANNED_BESIDE_PLAIN,
}
_UNDER_PARTNER: Final = {"free": FREE, "not_if_over": NOT_IF_OVER, "banned": BANNED}
THIRD_BIT: Final = 1 << 12
EKKA_RELIEF_BIT: Final = 1 << 13
RUFF_FREELY_BIT: Final = 1 << 14
LOCKED_BIT: Final = 1 << 15
PARTNERS_BIT: Final = 1 << 16
"""Seats play in partnerships: only then can a partner be winning."""
MASTERS_RELIEVE_BIT: Final = 1 << 17
"""The best card left of a plain suit is an ekka, not only the ace."""
RISING_BIT: Final = 1 << 18
"""No duty: in a plain suit no card is worth more than a better one."""


@dataclass(frozen=True, eq=False)
class Board:
    """One denomination of a rule set, with the camps and bonuses of a question.

    ``camps`` is 0 or 1 for each seat, ``groups`` 1, 2 or 4: seats of one number can take all tricks together (3: with
    nobody).
    ``bit_of`` maps a card to its bit of the search and ``card_of`` back; ``unit`` is the value of one card point (2
    where a bonus is odd, so that half of it is whole). ``bonus`` is what each camp gets for all tricks. ``memory`` and
    ``shorts`` are the beginning of a desk's blocks, ``differences`` the sums of point differences between any two sets
    of a suit's cards.
    """

    table: Table
    players: int
    camps: tuple[int, ...]
    groups: tuple[int, ...]
    unit: int
    last_trick: int
    bonus: tuple[int, int]
    counts_roem: bool
    bit_of: tuple[int, ...]
    card_of: tuple[int, ...]
    memory: npt.NDArray[np.int64]
    shorts: npt.NDArray[np.int16]
    differences: npt.NDArray[np.uint8]

    def bits(self, cards: int) -> int:
        """A set of cards as a set of the search's bits."""
        mask = 0
        for card in cards_of(cards):
            mask |= 1 << self.bit_of[card]
        return mask

    def cards(self, bits: int) -> int:
        """A set of the search's bits as a set of cards."""
        mask = 0
        for bit in cards_of(bits):
            mask |= 1 << self.card_of[bit]
        return mask


@lru_cache(maxsize=256)
def make_board(
    rules: Rules,
    key: str,
    *,
    camps: tuple[int, ...],
    groups: tuple[int, ...],
    bonus: tuple[int, int] = (0, 0),
    roem: bool = True,
    locked: bool = False,
) -> Board:
    """The board of a denomination.

    Raises:
        KeyError: the rule set has no such denomination.
    """
    table = compile_table(rules, key, locked)
    bit_of, card_of = _places(table, rules.pack)
    roem = roem and table[ROEM_FOUR] != 0 and rules.players == 4
    quads = [quad for quad in (0x01010101 << rank for rank in range(8)) if roem and roem_of(table, quad)]
    halves = [*bonus, *(roem_of(table, quad) for quad in quads)]
    unit = 2 if any(number % 2 for number in halves) else 1
    memory = np.zeros(desk.RULES_END, np.int64)
    shorts = np.zeros(desk.RULES16_END - desk.WORTH16, np.int16)
    board = Board(
        table=table,
        players=rules.players,
        camps=camps,
        groups=groups,
        unit=unit,
        last_trick=rules.last_trick,
        bonus=bonus,
        counts_roem=roem,
        bit_of=bit_of,
        card_of=card_of,
        memory=memory,
        shorts=shorts,
        differences=_differences(*(_worths(table, card_of, place, unit) for place in (0, 3))),
    )
    _fill_memory(board, rules, key)
    _fill_shorts(board, rules)
    for quad in quads:
        mask = board.bits(quad)
        strength = (mask >> 27).bit_length() - 1
        memory[desk.FOUR + strength] = mask
        memory[desk.FOUR_WORTH + strength] = roem_of(table, quad) * unit // 2
    return board


def _places(table: Table, pack: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where each card lies: its suit's place (trumps highest), and its strength within the suit."""
    suits = sorted(range(4), key=lambda suit: bool(table[TRUMPS] >> (8 * suit) & 1))
    bit_of, card_of = [-1] * 36, [-1] * desk.BITS
    for card in cards_of(pack):
        weaker = table[SUIT + card].bit_count() - 1 - table[OVER + card].bit_count()
        bit = desk.WIDTH * suits.index(suit_of(card)) + weaker
        bit_of[card], card_of[bit] = bit, card
    return tuple(bit_of), tuple(card_of)


def _worths(table: Table, card_of: tuple[int, ...], place: int, unit: int) -> tuple[int, ...]:
    """Points of the cards of one place, the weakest first."""
    cards = card_of[desk.WIDTH * place : desk.WIDTH * (place + 1)]
    return tuple(table[POINTS + card] * unit for card in cards if card >= 0)


@lru_cache(maxsize=32)
def _differences(plain: tuple[int, ...], top: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """For any two sets of a suit, the points by which their best cards differ, their second best, and so on, added up;
    for a plain suit, and for the highest place.
    """
    blocks = []
    for worths in dict.fromkeys((plain, top)):
        sets = 1 << len(worths)
        descending = np.zeros((sets, len(worths)), np.int16)
        for mask in range(sets):
            held = [worths[i] for i in range(len(worths) - 1, -1, -1) if mask >> i & 1]
            descending[mask, : len(held)] = held
        block = np.zeros((desk.MASKS, desk.MASKS), np.int32)
        for column in descending.T:
            block[:sets, :sets] += np.abs(column[:, None] - column[None, :])
        # Sets of unequal size are never compared, so their sums may be cut off.
        blocks.append(np.minimum(block, 255).astype(np.uint8).reshape(-1))
    return np.concatenate(blocks)


def _duty_word(rules: Rules, table: Table, duties: Duties) -> int:
    word = 0
    for partner in (0, 1):
        for bit, knob in (
            (BEAT_PLAIN_BIT, BEAT_PLAIN),
            (BEAT_TRUMP_BIT, BEAT_TRUMP),
            (TRUMP_IN_BIT, TRUMP_IN),
            (OVERTRUMP_BIT, OVERTRUMP),
        ):
            if bound(table[knob], partner):
                word |= bit << (PARTNERS_SHIFT * partner)
    word |= _UNDER[duties.undertrump] << UNDER_SHIFT
    word |= _UNDER_PARTNER[duties.under_partner] << UNDER_PARTNER_SHIFT
    for flag, on in (
        (THIRD_BIT, table[THIRD_HAND]),
        (EKKA_RELIEF_BIT, table[EKKA_RELIEF]),
        (RUFF_FREELY_BIT, table[RUFF_FREELY]),
        (LOCKED_BIT, table[LOCKED]),
        (PARTNERS_BIT, rules.partners),
        # A leader who may announce an ekka loses nothing by it: it only frees his partner.
        (MASTERS_RELIEVE_BIT, rules.ekka != "none"),
    ):
        word |= flag if on else 0
    return word


def _rises(board: Board) -> bool:
    plain = _worths(board.table, board.card_of, 0, board.unit)
    return plain == tuple(sorted(plain))


def _fill_memory(board: Board, rules: Rules, key: str) -> None:
    table, unit, memory = board.table, board.unit, board.memory
    duty = _duty_word(rules, table, rules.denomination(key).duties)
    memory[desk.PLAYERS] = rules.players
    memory[desk.CAMPS] = sum(camp << seat for seat, camp in enumerate(board.camps))
    memory[desk.GROUPS] = sum(group << 3 * seat for seat, group in enumerate(board.groups))
    for camp in (0, 1):
        groups = {group for group, own in zip(board.groups, board.camps, strict=True) if own == camp}
        memory[desk.GROUPS] |= (len(groups) > 1) << desk.SPLIT_SHIFT + camp
    memory[desk.TRUMP] = desk.SUIT << 3 * desk.WIDTH if table[TRUMPS] else 0
    memory[desk.DUTY] = duty | (RISING_BIT if _rises(board) else 0)
    memory[desk.EXEMPT] = board.bits(table[EXEMPT])
    memory[desk.ACES] = board.bits(table[ACE_CARDS] & rules.pack)
    memory[desk.LAST] = rules.last_trick * unit
    for camp, points in enumerate(board.bonus):
        memory[desk.BONUS + camp] = points * unit // 2
    memory[desk.ANY_BONUS] = int(any(board.bonus))
    memory[desk.ROEM] = int(board.counts_roem)
    if board.counts_roem:
        _fill_runs(board)
    if board.counts_roem and table[ROEM_STUK]:
        memory[desk.PAIR] = board.bits(table[ROEM_STUK])
        memory[desk.PAIR_WORTH] = roem_of(table, table[ROEM_STUK]) * unit // 2
    marked = memory[desk.EXEMPT]
    if duty & THIRD_BIT and not duty & MASTERS_RELIEVE_BIT:
        marked |= memory[desk.ACES]
    memory[desk.MARKED] = marked
    two_kinds = board.differences.size > desk.MASKS * desk.MASKS
    memory[desk.SAD_TRUMP] = desk.MASKS * desk.MASKS if two_kinds else 0


def _fill_runs(board: Board) -> None:
    """The runs of three and four neighbours in natural order, as sets of each place."""
    for place in range(4):
        suit = suit_of(board.card_of[desk.WIDTH * place])
        runs = [(1 << length) - 1 << first for length in (3, 4) for first in range(9 - length)]
        for i, run in enumerate(runs):
            mask = board.bits(run << (8 * suit)) >> (desk.WIDTH * place)
            board.memory[desk.STATIC_RUN + desk.RUN_ROOM * place + i] = mask
    plain = 8 * suit_of(board.card_of[0])
    board.memory[desk.RUN_THREE] = roem_of(board.table, 0b111 << plain) * board.unit // 2
    board.memory[desk.RUN_FOUR] = roem_of(board.table, 0b1111 << plain) * board.unit // 2


def _fill_shorts(board: Board, rules: Rules) -> None:
    def block(offset: int) -> int:
        return offset - desk.WORTH16

    for bit, card in enumerate(board.card_of):
        if card >= 0:
            board.shorts[block(desk.WORTH16) + bit] = board.table[POINTS + card] * board.unit
    for place in range(4):
        size = sum(board.card_of[desk.WIDTH * place + i] >= 0 for i in range(desk.WIDTH))
        for mask in range(1 << size):
            at = desk.MASKS * place + mask
            cards = board.cards(mask << (desk.WIDTH * place))
            board.shorts[block(desk.SUM16) + at] = points_of(board.table, cards) * board.unit
            if board.counts_roem and 2 <= mask.bit_count() <= 4:
                board.shorts[block(desk.TRICK16) + at] = roem_of(board.table, cards) * board.unit // 2
    weights, features = guess.weights(board.table, rules.players, board.unit)
    board.memory[desk.GUESS_FEATURES : desk.GUESS_FEATURES + len(features)] = features
    board.shorts[block(desk.WEIGHT16) : block(desk.WEIGHT16) + desk.BITS] = weights
