"""The exact search: is a position worth at least so much?

One loop with its own stack, for two reasons. A compiled function that calls itself crashes when another process loads
it from the cache (Numba), and what a position needs lives in registers and one frame instead of argument lists. A value
counts from here on, for camp 0, which wants much; camp 1 wants little. Bounds returned are fail-soft: the answer to
"at least ``target``?" is the best bound found, on the side of the target that it proves.
"""

from __future__ import annotations

from typing import Final

from jacknine.solver.board import PARTNERS_BIT, THIRD_BIT
from jacknine.solver.bounds import bounds
from jacknine.solver.desk import (
    ABORTED,
    ANY_BONUS,
    CAMPS,
    DUTY,
    FRAME,
    FRAMES,
    HANDS,
    LAST,
    LIMIT,
    MOVES,
    NODES,
    PLAYERS,
    ROEM,
    STOP,
    TRUMP,
    VALUES,
)
from jacknine.solver.moves import (
    final_bonus,
    follows,
    last_trick,
    leads,
    points,
    relieves,
    roem,
    suit_bits,
    won_after,
    worth,
)
from jacknine.solver.ordering import NOTHING, history_at, nearly_done, order
from jacknine.solver.positions import keep, key_of, look_up
from jacknine.solver.runtime import compiled, load, load32, lowest, store, store32

# What the loop does next.
ENTER: Final = 0
CHOOSE: Final = 1
LEAVE: Final = 2

# A frame: the position a card is chosen in, and how far the choice has come; MOVES and VALUES follow.
CARDS: Final = 0
PLACE: Final = 1
SEAT: Final = 2
TRICKS: Final = 3
TOTAL: Final = 4
WON: Final = 5
TARGET: Final = 6
LED: Final = 7
BEST: Final = 8
WINNER: Final = 9
ON_TABLE: Final = 10
RELIEF: Final = 11
VALUE: Final = 12
"""The best value so far, and the card that has it."""
CHOICE: Final = 13
DONE: Final = 14
"""Cards whose values are settled."""
SIZE: Final = 15
NEXT: Final = 16
KEY: Final = 17
LOW: Final = 18
HIGH: Final = 19
GAIN: Final = 20
"""What the trick just closed was worth, and the card that closed or continued it."""
CARD: Final = 21


@compiled
def closed(desk: int, on_table: int, camp: int, total: int) -> int:
    """What a full trick brings camp 0: ``total`` are its points."""
    bonus = roem(desk, on_table) if load(desk, ROEM) else 0
    return -bonus if camp else total + bonus


@compiled
def search(
    desk: int, table: int, apart: int, place: int, seat: int, cards: int, tricks: int, total: int, won: int,
    target: int, led: int, best: int, winner: int, on_table: int, relief: int,
) -> int:  # fmt: skip
    """A bound that answers "is the position worth at least ``target``?"; 0 and ABORTED when the limit of nodes is met.

    ``place`` is the number of cards on the table, ``cards`` those in the hands, ``tricks`` the tricks still to be
    finished, ``total`` the points of all cards in them.
    """
    players = load(desk, PLAYERS)
    camps = load(desk, CAMPS)
    trump = load(desk, TRUMP)
    duty = load(desk, DUTY)
    bonuses = load(desk, ANY_BONUS)
    last = load(desk, LAST)
    limit = load(desk, LIMIT)
    nodes = load(desk, NODES)
    last_place = players - 1
    root = FRAMES
    frame = root
    step = ENTER
    result = 0
    value = 0
    choice = 0
    done = 0
    size = 0
    following = 0
    maximise = True
    while True:
        if step == ENTER:
            remembered = -1
            step = CHOOSE
            if place == 0:
                if tricks == 1:
                    nodes += players
                    result = last_trick(desk, cards, seat, won, trump)
                    step = LEAVE
                else:
                    low, high = bounds(desk, cards, seat, tricks, total, won)
                    if low >= target:
                        result = low
                        step = LEAVE
                    elif high < target:
                        result = high
                        step = LEAVE
                    else:
                        key = key_of(desk, cards, seat, won)
                        low, high, remembered = look_up(desk, table, apart, cards, key, total, low, high, -1)
                        if low >= target:
                            result = low
                            step = LEAVE
                        elif high < target:
                            result = high
                            step = LEAVE
                        else:
                            store(desk, frame + KEY, key)
                            store(desk, frame + LOW, low)
                            store(desk, frame + HIGH, high)
                            if nodes >= limit or load(desk, STOP):
                                store(desk, ABORTED, 1)
                                break
            if step == CHOOSE:
                nodes += 1
                hand = cards & load(desk, HANDS + seat)
                maximise = camps >> seat & 1 == 0
                if place == 0:
                    legal = leads(hand, trump, duty)
                else:
                    partner = (camps >> winner ^ camps >> seat ^ 1) & 1 if duty & PARTNERS_BIT else 0
                    legal = follows(desk, hand, led, best, partner, place, relief, trump, duty)
                if legal & (legal - 1) == 0:
                    store(desk, frame + MOVES, lowest(legal))
                    size = 1
                else:
                    size = order(
                        desk, frame, legal, cards, place, seat, led, best, winner, on_table, remembered, players, camps,
                        trump,
                    )  # fmt: skip
                value = -NOTHING if maximise else NOTHING
                choice = 0
                done = 0
                if place == last_place and size > 1:
                    # Every card closes the trick: what the table knows of the positions behind may answer at once.
                    on_table_points = points(desk, on_table)
                    for i in range(size):
                        number = load(desk, frame + MOVES + i) & 63
                        bit = 1 << number
                        taker = seat if (bit & (led | trump)) > best else winner
                        camp = camps >> taker & 1
                        trick_points = on_table_points + worth(desk, number)
                        gain = closed(desk, on_table | bit, camp, trick_points)
                        then = won_after(desk, won, taker) if bonuses else 3
                        rest = cards ^ bit
                        if tricks == 2:
                            nodes += players
                            low = last_trick(desk, rest, taker, then, trump)
                            high = low
                        else:
                            low, high = bounds(desk, rest, taker, tricks - 1, total - trick_points, then)
                            low, high, _ = look_up(
                                desk, table, apart, rest, key_of(desk, rest, taker, then), total - trick_points, low,
                                high, 0,
                            )  # fmt: skip
                        low += gain
                        high += gain
                        if maximise:
                            if low >= target:
                                result = low
                                step = LEAVE
                                break
                            if high < target:
                                if high > value:
                                    value = high
                                    choice = number
                                store(desk, frame + VALUES + number, high)
                                done |= bit
                        else:
                            if high < target:
                                result = high
                                step = LEAVE
                                break
                            if low >= target:
                                if low < value:
                                    value = low
                                    choice = number
                                store(desk, frame + VALUES + number, low)
                                done |= bit
                if step == CHOOSE:
                    store(desk, frame + CARDS, cards)
                    store(desk, frame + PLACE, place)
                    store(desk, frame + SEAT, seat)
                    store(desk, frame + TRICKS, tricks)
                    store(desk, frame + TOTAL, total)
                    store(desk, frame + WON, won)
                    store(desk, frame + TARGET, target)
                    store(desk, frame + LED, led)
                    store(desk, frame + BEST, best)
                    store(desk, frame + WINNER, winner)
                    store(desk, frame + ON_TABLE, on_table)
                    store(desk, frame + RELIEF, relief)
                    store(desk, frame + SIZE, size)
                    following = 0
        elif step == LEAVE:
            # Hand the result to the card that led here.
            if frame == root:
                break
            frame -= FRAME
            cards = load(desk, frame + CARDS)
            place = load(desk, frame + PLACE)
            seat = load(desk, frame + SEAT)
            tricks = load(desk, frame + TRICKS)
            total = load(desk, frame + TOTAL)
            won = load(desk, frame + WON)
            target = load(desk, frame + TARGET)
            led = load(desk, frame + LED)
            best = load(desk, frame + BEST)
            winner = load(desk, frame + WINNER)
            on_table = load(desk, frame + ON_TABLE)
            relief = load(desk, frame + RELIEF)
            value = load(desk, frame + VALUE)
            choice = load(desk, frame + CHOICE)
            done = load(desk, frame + DONE)
            size = load(desk, frame + SIZE)
            following = load(desk, frame + NEXT)
            number = load(desk, frame + CARD)
            maximise = camps >> seat & 1 == 0
            result += load(desk, frame + GAIN)
            store(desk, frame + VALUES + number, result)
            done |= 1 << number
            if maximise:
                better = result > value
                enough = result >= target
            else:
                better = result < value
                enough = result < target
            if better:
                value = result
                choice = number
            if enough:
                if size > 1:
                    history = history_at(seat, best) + number
                    store32(desk, history, load32(desk, history) + tricks * tricks)
                result = value
                if place == 0:
                    low = load(desk, frame + LOW)
                    high = load(desk, frame + HIGH)
                    if value < target:
                        high = min(high, value)
                        result = high
                    else:
                        low = max(low, value)
                        result = low
                    keep(desk, table, cards, load(desk, frame + KEY), low, high, choice)
                continue
            step = CHOOSE
        if step == CHOOSE:
            number = -1
            while following < size:
                number = load(desk, frame + MOVES + following) & 63
                following += 1
                bit = 1 << number
                if done & bit == 0:
                    # Under the third-hand rule a lead also says whether better cards of its suit are left.
                    if done == 0 or (place == 0 and duty & THIRD_BIT):
                        break
                    proved = nearly_done(
                        desk, frame, bit, number, done, cards, cards & ~load(desk, HANDS + seat), best, on_table,
                        maximise, target,
                    )  # fmt: skip
                    if proved == NOTHING:
                        break
                    if (maximise and proved > value) or (not maximise and proved < value):
                        value = proved
                        choice = number
                    store(desk, frame + VALUES + number, proved)
                    done |= bit
                number = -1
            if number < 0:
                # No card is left: the value is what the best of them has shown.
                result = value
                if place == 0:
                    low = load(desk, frame + LOW)
                    high = load(desk, frame + HIGH)
                    if value < target:
                        high = min(high, value)
                        result = high
                    else:
                        low = max(low, value)
                        result = low
                    keep(desk, table, cards, load(desk, frame + KEY), low, high, choice)
                step = LEAVE
                continue
            store(desk, frame + VALUE, value)
            store(desk, frame + CHOICE, choice)
            store(desk, frame + DONE, done)
            store(desk, frame + NEXT, following)
            store(desk, frame + CARD, number)
            bit = 1 << number
            gain = 0
            if place == 0:
                relief = relieves(desk, bit, cards, duty)
                led = suit_bits(number)
                best = bit
                winner = seat
                on_table = bit
            else:
                if (bit & (led | trump)) > best:
                    winner = seat
                    best = bit
                on_table |= bit
            cards ^= bit
            if place < last_place:
                place += 1
                seat += 1
                if seat == players:
                    seat = 0
            else:
                camp = camps >> winner & 1
                trick_points = points(desk, on_table)
                gain = closed(desk, on_table, camp, trick_points + (last if tricks == 1 else 0))
                won = won_after(desk, won, winner) if bonuses else 3
                total -= trick_points
                target -= gain
                tricks -= 1
                seat = winner
                place = 0
                led = 0
                best = 0
                on_table = 0
                if tricks == 0:
                    # Only when the root lies within the last trick.
                    store(desk, frame + GAIN, gain)
                    result = final_bonus(desk, won)
                    frame += FRAME
                    step = LEAVE
                    continue
            store(desk, frame + GAIN, gain)
            frame += FRAME
            step = ENTER
    store(desk, NODES, nodes)
    return result
