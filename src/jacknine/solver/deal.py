"""What holds for a whole deal: who owns what, which roem can still fall, and the relative form of every suit.

A position of a deal is the set of cards left, for their owners never change. Two positions in which the same owners
follow one another in every suit have the same legal cards and the same winners, so they share an entry of the table;
:data:`~jacknine.solver.desk.LOWEST16` gives, for each set of a suit's cards, the lowest set that is equal so.
"""

from __future__ import annotations

from jacknine.solver.desk import (
    ALIVE,
    BITS,
    CAMP,
    CAMPS,
    FOUR,
    FOUR_ALIVE,
    FOUR_ALIVE_WORTH,
    FOUR_WORTH,
    FOURS,
    GENERATION,
    GENERATIONS,
    HANDS,
    HISTORY32,
    HISTORY_SIZE,
    HOPE16,
    LIVE16,
    LOWEST16,
    MARKED,
    MASKS,
    OWNER16,
    PAIR,
    PAIR_ALIVE,
    PAIR_WORTH,
    PLAYERS,
    ROEM,
    RUN,
    RUN_FOUR,
    RUN_ROOM,
    RUN_THREE,
    RUN_WORTH,
    RUNS,
    STATIC_RUN,
    SUIT,
    TABLE_BITS,
    WIDTH,
)
from jacknine.solver.runtime import compiled, count, highest, load, load16, lowest, store, store16, store32


@compiled
def lay_out(desk: int, table: int) -> None:
    """Prepare a deal whose hands stand on the desk, cards on the table still counted to their players' hands."""
    _own(desk)
    if load(desk, ROEM):
        _find_roem(desk)
    for place in range(4):
        _relative_forms(desk, place)
    for i in range(HISTORY_SIZE):
        store32(desk, HISTORY32 + i, 0)
    # Entries of earlier deals are told apart by their generation; when the numbers are used up the table is cleared.
    generation = load(desk, GENERATION) + 1
    if generation == GENERATIONS:
        generation = 1
        for i in range(2 << load(desk, TABLE_BITS)):
            store(table, i, 0)
    store(desk, GENERATION, generation)


@compiled
def _own(desk: int) -> None:
    store(desk, CAMP, 0)
    store(desk, CAMP + 1, 0)
    for bit in range(BITS):
        store16(desk, OWNER16 + bit, -1)
    for seat in range(load(desk, PLAYERS)):
        hand = load(desk, HANDS + seat)
        camp = CAMP + (load(desk, CAMPS) >> seat & 1)
        store(desk, camp, load(desk, camp) | hand)
        while hand:
            store16(desk, OWNER16 + lowest(hand), seat)
            hand &= hand - 1


@compiled
def _may_fall(desk: int, cards: int) -> bool:
    """Whether cards can fall in one trick: all are in play, and in different hands."""
    seen = 0
    while cards:
        owner = load16(desk, OWNER16 + lowest(cards))
        if owner < 0 or seen >> owner & 1:
            return False
        seen |= 1 << owner
        cards &= cards - 1
    return True


@compiled
def _find_roem(desk: int) -> None:
    alive = 0
    for place in range(4):
        found = 0
        for i in range(RUN_ROOM):
            run = load(desk, STATIC_RUN + RUN_ROOM * place + i)
            if run == 0:
                break
            if _may_fall(desk, run << (WIDTH * place)):
                store(desk, RUN + RUN_ROOM * place + found, run)
                store(
                    desk, RUN_WORTH + RUN_ROOM * place + found, load(desk, RUN_THREE if count(run) == 3 else RUN_FOUR)
                )
                found += 1
                alive |= run << (WIDTH * place)
        store(desk, RUNS + place, found)
    pair = load(desk, PAIR)
    if pair and not _may_fall(desk, pair):
        pair = 0
    store(desk, PAIR_ALIVE, pair)
    found = 0
    for i in range(WIDTH):
        four = load(desk, FOUR + i)
        if four and _may_fall(desk, four):
            store(desk, FOUR_ALIVE + found, four)
            store(desk, FOUR_ALIVE_WORTH + found, load(desk, FOUR_WORTH + i))
            found += 1
            alive |= four
    store(desk, FOURS, found)
    store(desk, ALIVE, alive | pair)
    for place in range(4):
        _hopes(desk, place)


@compiled
def _sets(desk: int, place: int) -> int:
    """One more than the greatest set of a suit's cards that are in play."""
    size = WIDTH
    while size and load16(desk, OWNER16 + WIDTH * place + size - 1) < 0:
        size -= 1
    return 1 << size


@compiled
def _hopes(desk: int, place: int) -> None:
    """For each set of a suit's cards: the most roem that runs and the pair can bring, and the cards that matter."""
    hope = HOPE16 + MASKS * place
    live = LIVE16 + MASKS * place
    runs = load(desk, RUNS + place)
    pair = load(desk, PAIR_ALIVE) >> (WIDTH * place) & SUIT
    store16(desk, hope, 0)
    store16(desk, live, 0)
    sets = _sets(desk, place)
    for mask in range(1, sets):
        low = mask & -mask
        most = load16(desk, hope + (mask ^ low))
        cards = 0
        for i in range(runs):
            run = load(desk, RUN + RUN_ROOM * place + i)
            if run & mask == run:
                cards |= run
                if run & low:
                    most = max(most, load(desk, RUN_WORTH + RUN_ROOM * place + i) + load16(desk, hope + (mask & ~run)))
        if pair and mask & pair == pair:
            cards |= pair
        store16(desk, hope + mask, most)
        store16(desk, live + mask, cards)
    if pair:
        for mask in range(1, sets):
            if mask & pair == pair:
                store16(desk, hope + mask, load16(desk, hope + mask) + load(desk, PAIR_WORTH))


@compiled
def _relative_forms(desk: int, place: int) -> None:
    lowest_form = LOWEST16 + MASKS * place
    marked = load(desk, MARKED) >> (WIDTH * place) & SUIT
    store16(desk, lowest_form, 0)
    for mask in range(1, _sets(desk, place)):
        top = highest(mask)
        owner = load16(desk, OWNER16 + WIDTH * place + top)
        if owner < 0:
            store16(desk, lowest_form + mask, 0)
            continue
        form = load16(desk, lowest_form + (mask & ~(1 << top)))
        if marked >> top & 1:
            # A card whose identity matters keeps its place, so that positions with and without it differ.
            store16(desk, lowest_form + mask, form | 1 << top)
            continue
        free = load(desk, HANDS + owner) >> (WIDTH * place) & SUIT
        if form:
            free &= ~((2 << highest(form)) - 1)
        store16(desk, lowest_form + mask, form | (free & -free))
