"""The search's desk: one block of memory with all it needs to know about a deal, and the table of positions.

A bit of the search is ``9 * place + strength``: the trump suit lies at the highest place, so that "does this card win"
is one comparison of integers, and a suit has nine bits whether or not sixes are played with. All hot functions get the
address of the desk and read it by the offsets below. Offsets of int64 fields have no mark; those of int32 and int16
blocks say so.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

WIDTH: Final = 9
SUIT: Final = (1 << WIDTH) - 1
BITS: Final = 4 * WIDTH
ALL: Final = (1 << BITS) - 1
MASKS: Final = 1 << WIDTH
"""How many sets of cards of one suit there are."""

# The rules, the same for every deal of a board.
PLAYERS: Final = 0
CAMPS: Final = 1
"""A bit for each seat: 0 if it plays for camp 0, which wants much, 1 for camp 1, which wants little."""
GROUPS: Final = 37
"""Three bits for each seat: the seats that share a number can take all tricks together. SPLIT_SHIFT + camp: a bit for
each camp, 1 where its seats do not share a number."""
SPLIT_SHIFT: Final = 12
TRUMP: Final = 2
DUTY: Final = 3
EXEMPT: Final = 4
ACES: Final = 5
LAST: Final = 6
"""Worth of the last trick."""
BONUS: Final = 7
"""BONUS + camp: half of what the camp gets for all tricks."""
ANY_BONUS: Final = 9
ROEM: Final = 10
FOUR: Final = 11
"""FOUR + strength of the trump among them: the four cards of a rank; FOUR_WORTH: what they are worth, half."""
FOUR_WORTH: Final = 20
PAIR: Final = 29
"""King and queen of trump where they are worth roem, and their worth."""
PAIR_WORTH: Final = 30
MARKED: Final = 31
"""Cards whose identity matters to a rule: they keep their place in a relative key."""
SAD_TRUMP: Final = 32
"""Where the differences of the highest place begin in the table of point differences."""
GUESS_FEATURES: Final = 33
"""Weights of the first guess beside those of cards: the lead, longest trump, short suits with trumps, a constant."""
STATIC_RUN: Final = 38
"""STATIC_RUN + 12 * place: the runs of three and four of a suit, up to the first 0."""
RUN_ROOM: Final = 12
RUN_THREE: Final = 86
"""Half the worth of a run of three, and of one of four."""
RUN_FOUR: Final = 87
RULES_END: Final = 88

# The deal.
HANDS: Final = 88
CAMP: Final = 92
"""CAMP + camp: the cards of a camp."""
ALIVE: Final = 94
"""Cards that can still be part of roem."""
PAIR_ALIVE: Final = 95
FOURS: Final = 96
"""How many fours of a kind can still fall; FOUR_ALIVE: their cards; FOUR_ALIVE_WORTH: half their worth."""
FOUR_ALIVE: Final = 97
FOUR_ALIVE_WORTH: Final = 106
RUNS: Final = 115
"""RUNS + place: how many runs of the suit can still fall; RUN, RUN_WORTH: which, and half their worth."""
RUN: Final = 119
RUN_WORTH: Final = 167

# The root: the position asked about.
PLACE: Final = 215
SEAT: Final = 216
LEFT: Final = 217
"""Cards in the hands; POINTS: points of all cards not yet in a finished trick; TRICKS: tricks to be finished."""
TRICKS: Final = 218
POINTS: Final = 219
WON: Final = 220
"""Who has won tricks: 0 nobody, 1, 2 or 4 that group alone, 3 more than one (always 3 where that is worth nothing)."""
LED: Final = 221
BEST: Final = 222
WINNER: Final = 223
ON_TABLE: Final = 224
RELIEF: Final = 225

# The run of the search.
GENERATION: Final = 226
TURN: Final = 227
NODES: Final = 228
LIMIT: Final = 229
STOP: Final = 230
"""Another thread may write 1 here: the search then gives up at once."""
ABORTED: Final = 231
TABLE_BITS: Final = 232
WINDOWS: Final = 233

# One frame for every card that can be on the search's stack.
FRAMES: Final = 240
FRAME: Final = 76
DEPTH: Final = 38
MOVES: Final = 24
"""Within a frame: the cards to try, and the values of those tried, by bit."""
VALUES: Final = 36
HISTORY32: Final = 2 * (FRAMES + FRAME * DEPTH)
HISTORY_SIZE: Final = 4 * (BITS + 1) * BITS
_SHORTS: Final = (HISTORY32 + HISTORY_SIZE) * 2
WORTH16: Final = _SHORTS
"""Points of each bit."""
WEIGHT16: Final = WORTH16 + 64
"""Weight of each bit in the first guess, times 16."""
OWNER16: Final = WEIGHT16 + 64
"""The seat that holds each bit, -1 where nobody does."""
SUM16: Final = OWNER16 + 64
"""Points of each set of a suit's cards, 512 a place; TRICK16: half the roem of such a set in one trick."""
TRICK16: Final = SUM16 + 4 * MASKS
RULES16_END: Final = TRICK16 + 4 * MASKS
LOWEST16: Final = RULES16_END
"""The lowest set of the suit's cards with the same owners in the same order."""
HOPE16: Final = LOWEST16 + 4 * MASKS
"""Half the most roem that a set of a suit's cards can still bring; LIVE16: its cards that can be part of any."""
LIVE16: Final = HOPE16 + 4 * MASKS
_SIZE: Final = (LIVE16 + 4 * MASKS) // 4 + 1

WAYS: Final = 4
GENERATIONS: Final = 64
DEFAULT_TABLE_BITS: Final = 16


class Desk:
    """The buffers of one thread: the desk itself and a table of ``2**table_bits`` positions of 16 bytes each."""

    def __init__(self, table_bits: int = DEFAULT_TABLE_BITS) -> None:
        self.memory: Ints = np.zeros(_SIZE, np.int64)
        self.shorts: npt.NDArray[np.int16] = self.memory.view(np.int16)
        # A bucket is one line of the processor's cache, so it has to begin where a line does.
        spare = np.zeros((2 << table_bits) + 8, np.int64)
        begin = -(spare.ctypes.data // 8) % 8
        self.table: Ints = spare[begin : begin + (2 << table_bits)]
        self.memory[TABLE_BITS] = table_bits
        self.board: Any = None
