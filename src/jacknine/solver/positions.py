"""The table of positions: what is known of a position, and what that says about its relatives.

An entry is two int64. The first holds key, generation and lower bound, the second the cards, the best card and the
upper bound; a bound has 16 bits, which no sum of points and roem fills. Four entries make a bucket, one line of the
processor's cache.

An entry is found by the relative form of the cards, so it may speak of other cards than those asked about, card for
card of equal rank and owner. Then its bounds are widened by the points in which the two differ: no line of play can
gain or lose more. Top trumps of one camp fall to that camp in every line, so their difference moves the bounds exactly.
"""

from __future__ import annotations

from jacknine.solver.desk import (
    ALIVE,
    CAMP,
    FOUR_ALIVE,
    FOUR_ALIVE_WORTH,
    FOURS,
    GENERATION,
    GENERATIONS,
    HOPE16,
    LIVE16,
    LOWEST16,
    MASKS,
    ROEM,
    SAD_TRUMP,
    SUIT,
    SUM16,
    TABLE_BITS,
    TRUMP,
    TURN,
    WAYS,
    WIDTH,
)
from jacknine.solver.moves import better_than, points
from jacknine.solver.runtime import compiled, count, highest, load, load8, load16, lowest, spread, store

CARDS_SHIFT = 24
MOVE_SHIFT = 16


@compiled
def key_of(desk: int, cards: int, leader: int, won: int) -> int:
    """The key of a position at the start of a trick, shifted to where an entry holds it, with the generation."""
    relative = (
        load16(desk, LOWEST16 + (cards & SUIT))
        | load16(desk, LOWEST16 + MASKS + (cards >> WIDTH & SUIT)) << WIDTH
        | load16(desk, LOWEST16 + 2 * MASKS + (cards >> 2 * WIDTH & SUIT)) << 2 * WIDTH
        | load16(desk, LOWEST16 + 3 * MASKS + (cards >> 3 * WIDTH)) << 3 * WIDTH
    )
    # 36 bits of cards, two of the leader, three of who has won; then six of the generation and sixteen of a bound.
    return (relative << 5 | leader << 3 | won) << 22 | load(desk, GENERATION) << 16


@compiled
def bound_of(word: int) -> int:
    """The bound in the lowest sixteen bits of a word."""
    return ((word & 0xFFFF) ^ 0x8000) - 0x8000


@compiled
def bucket(desk: int, key: int) -> int:
    """Where the four entries of a key begin."""
    return (spread(key, load(desk, TABLE_BITS)) & ~(WAYS - 1)) * 2


@compiled
def top_trumps(desk: int, cards: int) -> int:
    """The trumps of one camp above all trumps of the other: that camp takes them in every line."""
    trumps = cards & load(desk, TRUMP)
    ours = trumps & load(desk, CAMP)
    theirs = trumps & load(desk, CAMP + 1)
    return better_than(ours, theirs) if ours > theirs else better_than(theirs, ours)


@compiled
def hope(desk: int, cards: int) -> int:
    """The most roem that a set of cards can still bring, half."""
    if cards & load(desk, ALIVE) == 0:
        return 0
    most = (
        load16(desk, HOPE16 + (cards & SUIT))
        + load16(desk, HOPE16 + MASKS + (cards >> WIDTH & SUIT))
        + load16(desk, HOPE16 + 2 * MASKS + (cards >> 2 * WIDTH & SUIT))
        + load16(desk, HOPE16 + 3 * MASKS + (cards >> 3 * WIDTH))
    )
    for i in range(load(desk, FOURS)):
        four = load(desk, FOUR_ALIVE + i)
        if cards & four == four:
            most += load(desk, FOUR_ALIVE_WORTH + i)
    return most


@compiled
def live_roem(desk: int, cards: int) -> int:
    """The cards that can still be part of roem while a set of cards is left."""
    if cards & load(desk, ALIVE) == 0:
        return 0
    live = (
        load16(desk, LIVE16 + (cards & SUIT))
        | load16(desk, LIVE16 + MASKS + (cards >> WIDTH & SUIT)) << WIDTH
        | load16(desk, LIVE16 + 2 * MASKS + (cards >> 2 * WIDTH & SUIT)) << 2 * WIDTH
        | load16(desk, LIVE16 + 3 * MASKS + (cards >> 3 * WIDTH)) << 3 * WIDTH
    )
    for i in range(load(desk, FOURS)):
        four = load(desk, FOUR_ALIVE + i)
        if cards & four == four:
            live |= four
    return live


@compiled
def same_roem(desk: int, place: int, one: int, other: int) -> bool:
    """Whether two relatives of a suit have the same live roem at the same ranks from the top."""
    live = load16(desk, LIVE16 + MASKS * place + one)
    if live != load16(desk, LIVE16 + MASKS * place + other):
        return False
    while live:
        bit = lowest(live)
        live &= live - 1
        if count(one >> bit) != count(other >> bit):
            return False
    return True


@compiled
def roem_apart(desk: int, one: int, other: int) -> int:
    """How far apart roem can bring two relatives, half."""
    if (one | other) & load(desk, ALIVE) == 0:
        return 0
    apart = 0
    different = one ^ other
    for place in range(4):
        if different >> (WIDTH * place) & SUIT:
            first = one >> (WIDTH * place) & SUIT
            second = other >> (WIDTH * place) & SUIT
            if not same_roem(desk, place, first, second):
                apart += load16(desk, HOPE16 + MASKS * place + first) + load16(desk, HOPE16 + MASKS * place + second)
    for i in range(load(desk, FOURS)):
        four = load(desk, FOUR_ALIVE + i)
        worth = load(desk, FOUR_ALIVE_WORTH + i)
        if one & four == four:
            apart += worth
        if other & four == four:
            apart += worth
    return apart


@compiled
def translated(known: int, move: int, cards: int) -> int:
    """The card that stands, in another set of cards, where a relative's best card stood; -1 if there is none."""
    suit = SUIT << ((move * 57 >> 9) * WIDTH)
    left = count(known & suit & ~((2 << move) - 1))
    mine = cards & suit
    while left and mine:
        mine ^= 1 << highest(mine)
        left -= 1
    return highest(mine) if mine else -1


@compiled
def look_up(
    desk: int, table: int, apart: int, cards: int, key: int, total: int, low: int, high: int, move: int
) -> tuple[int, int, int]:
    """Bounds and best card of a position: those given, made narrower by what the table knows.

    ``total`` are the points of the cards, ``apart`` the address of the point differences. A ``move`` of 0 or more is
    kept as it is (the best card is not wanted).
    """
    entry = bucket(desk, key)
    wanted = key >> 16
    mine = top_trumps(desk, cards)
    rest = cards & ~mine
    mine_worth = load16(desk, SUM16 + 3 * MASKS + (mine >> 3 * WIDTH))
    for i in range(WAYS):
        first = load(table, entry + 2 * i)
        if first >> 16 != wanted:
            continue
        second = load(table, entry + 2 * i + 1)
        known = second >> CARDS_SHIFT
        lower = bound_of(first)
        upper = bound_of(second)
        if known == cards:
            low = max(low, lower)
            high = min(high, upper)
            move = second >> MOVE_SHIFT & 63
            continue
        theirs = top_trumps(desk, known)
        other = known & ~theirs
        shift = mine_worth - load16(desk, SUM16 + 3 * MASKS + (theirs >> 3 * WIDTH))
        # Sum of all point differences, and of the signed ones: half the sum and half the difference of these two are
        # what this position can gain and lose against its relative.
        every = (
            load8(apart, (other & SUIT) << WIDTH | rest & SUIT)
            + load8(apart, (other >> WIDTH & SUIT) << WIDTH | rest >> WIDTH & SUIT)
            + load8(apart, (other >> 2 * WIDTH & SUIT) << WIDTH | rest >> 2 * WIDTH & SUIT)
            + load8(apart, load(desk, SAD_TRUMP) + (other >> 3 * WIDTH << WIDTH | rest >> 3 * WIDTH))
        )
        signed = total - points(desk, known) - shift
        gain = (every + signed) >> 1
        loss = (every - signed) >> 1
        if mine & load(desk, CAMP):
            lower += shift
            upper += shift
        if load(desk, ROEM):
            wide = roem_apart(desk, known, cards)
            gain += wide
            loss += wide
        low = max(low, lower - loss)
        high = min(high, upper + gain)
        if move == -1:
            move = translated(known, second >> MOVE_SHIFT & 63, cards)
    return low, high, move


@compiled
def keep(desk: int, table: int, cards: int, key: int, low: int, high: int, move: int) -> None:
    """Write a position into its bucket: over itself, an earlier deal's entry, or the one with fewest cards."""
    entry = bucket(desk, key)
    chosen = -1
    for i in range(WAYS):
        first = load(table, entry + 2 * i)
        if first >> 16 & (GENERATIONS - 1) != load(desk, GENERATION):
            if chosen < 0:
                chosen = i
            continue
        if first >> 16 == key >> 16 and load(table, entry + 2 * i + 1) >> CARDS_SHIFT == cards:
            chosen = i
            break
    if chosen < 0:
        turn = load(desk, TURN) + 1
        store(desk, TURN, turn)
        fewest = 99
        for j in range(WAYS):
            i = (j + turn) & (WAYS - 1)
            size = count(load(table, entry + 2 * i + 1) >> CARDS_SHIFT)
            if size < fewest:
                fewest = size
                chosen = i
    store(table, entry + 2 * chosen, key | (low & 0xFFFF))
    store(table, entry + 2 * chosen + 1, cards << CARDS_SHIFT | move << MOVE_SHIFT | (high & 0xFFFF))
