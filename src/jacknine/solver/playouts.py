"""Whole deals played at random, legally, by the million: batches over numpy arrays.

>>> deals = random_deals(rules("belote"), 1000, seed=1)
>>> playouts(rules("belote"), "H", deals, leader=0, repeat=100, seed=1).points.mean()
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from jacknine.cards import cards_of
from jacknine.rules.variant import Rules
from jacknine.solver import desk as at
from jacknine.solver.api import Solver
from jacknine.solver.board import PARTNERS_BIT, THIRD_BIT
from jacknine.solver.desk import Ints
from jacknine.solver.exact import closed
from jacknine.solver.moves import final_bonus, follows, leads, points, relieves, suit_bits, won_after
from jacknine.solver.position import Position
from jacknine.solver.runtime import address, compiled, count, load, lowest, nth_bit, store

STATE = at.FRAMES
"""Where the generator of random numbers keeps its state, and after it the hands of the deal being played."""
HELD = at.FRAMES + 1


class Played(NamedTuple):
    """The results of a batch, one row a deal and one column a repetition.

    ``points`` are camp 0's card points with the last trick, ``difference`` is what camp 0 won more than camp 1, roem
    and the bonus for all tricks counted.
    """

    points: npt.NDArray[np.int16]
    difference: npt.NDArray[np.int16]


@compiled
def chosen(legal: int, chance: int, place: int) -> int:
    """A random card of a set: fifteen bits of a random number for each place of the trick."""
    return nth_bit(legal, ((chance >> 15 * place & 0x7FFF) * count(legal)) >> 15)


@compiled
def sweep(desk: int, winners: int) -> int:
    """The bonus for all tricks, half, when these seats have won them."""
    won = 0
    for seat in range(load(desk, at.PLAYERS)):
        if winners >> seat & 1:
            won = won_after(desk, won, seat)
    return final_bonus(desk, won)


@compiled
def play_out(desk: int, leader: int, tricks: int) -> tuple[int, int]:
    """Play the hands at HELD out at random: camp 0's points, and half the difference of the bonuses."""
    players = load(desk, at.PLAYERS)
    camps = load(desk, at.CAMPS)
    trump = load(desk, at.TRUMP)
    duty = load(desk, at.DUTY)
    has_roem = load(desk, at.ROEM)
    chance = load(desk, STATE)
    ours = 0
    extra = 0
    winners = 0
    cards = 0
    if duty & THIRD_BIT:
        for seat in range(players):
            cards |= load(desk, HELD + seat)
    for trick in range(tricks):
        # One random number a trick (xorshift).
        chance ^= chance << 13
        chance ^= (chance >> 7) & 0x01FFFFFFFFFFFFFF
        chance ^= chance << 17
        hand = load(desk, HELD + leader)
        best = chosen(leads(hand, trump, duty), chance, 0)
        relief = relieves(desk, best, cards, duty)
        store(desk, HELD + leader, hand ^ best)
        led = suit_bits(lowest(best))
        eligible = led | trump
        on_table = best
        winner = leader
        seat = leader
        for place in range(1, players):
            seat += 1
            if seat == players:
                seat = 0
            hand = load(desk, HELD + seat)
            partner = (camps >> winner ^ camps >> seat ^ 1) & 1 if duty & PARTNERS_BIT else 0
            legal = follows(desk, hand, led, best, partner, place, relief, trump, duty)
            card = chosen(legal, chance, place)
            store(desk, HELD + seat, hand ^ card)
            on_table |= card
            if (card & eligible) > best:
                best = card
                winner = seat
        cards &= ~on_table
        camp = camps >> winner & 1
        ours += points(desk, on_table) * (1 - camp)
        if has_roem:
            extra += closed(desk, on_table, camp, 0)
        winners |= 1 << winner
        leader = winner
        if trick == tricks - 1 and camp == 0:
            ours += load(desk, at.LAST)
    store(desk, STATE, chance)
    return ours, extra + (sweep(desk, winners) if load(desk, at.ANY_BONUS) else 0)


@compiled
def play_batch(
    memory: Ints, hands: Ints, leaders: Ints, seed: int, ours: npt.NDArray[np.int16], extra: npt.NDArray[np.int16]
) -> None:
    """Play every row of hands out as often as the results have columns."""
    desk = address(memory)
    store(desk, STATE, seed)
    for row in range(hands.shape[0]):
        tricks = count(hands[row, 0])
        for column in range(ours.shape[1]):
            for seat in range(hands.shape[1]):
                store(desk, HELD + seat, hands[row, seat])
            points_won, bonus = play_out(desk, leaders[row], tricks)
            ours[row, column] = points_won
            extra[row, column] = bonus


@compiled
def add_up(memory: Ints, hands: Ints, totals: Ints) -> None:
    """The card points of every deal."""
    for row in range(hands.shape[0]):
        totals[row] = 0
        for seat in range(hands.shape[1]):
            totals[row] += points(address(memory), hands[row, seat])


@compiled
def to_bits(cards: Ints, bit_of: Ints, bits: Ints) -> None:
    """Translate sets of cards into sets of the search's bits."""
    for row in range(cards.shape[0]):
        for seat in range(cards.shape[1]):
            rest = cards[row, seat]
            mask = 0
            while rest:
                mask |= 1 << bit_of[lowest(rest)]
                rest &= rest - 1
            bits[row, seat] = mask


def playouts(
    rules: Rules,
    key: str,
    deals: npt.NDArray[np.int64],
    leader: int | npt.NDArray[np.int64] = 0,
    *,
    repeat: int = 1,
    seed: int = 1,
    taker: int = 0,
) -> Played:
    """Play whole deals out at random, ``repeat`` times each.

    ``deals`` has a row for each deal and a column for each seat: the hands as masks of cards. The same seed gives the
    same results.

    Raises:
        PositionError: the first row is no position of this game.
    """
    deals = np.ascontiguousarray(deals, np.int64).reshape(-1, rules.players)
    leaders = np.broadcast_to(np.asarray(leader, np.int64), len(deals)).copy()
    first = Position(rules, key, tuple(map(int, deals[0])), int(leaders[0]), taker=taker)
    solver = Solver(table_bits=2)
    board = solver.place(first, bonus=first.bonus())
    bits = np.empty_like(deals)
    to_bits(deals, np.array(board.bit_of, np.int64), bits)
    ours = np.empty((len(deals), repeat), np.int16)
    extra = np.empty_like(ours)
    # Consecutive seeds should not give neighbouring sequences, and the state must not be 0.
    state = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(2)) | 1
    play_batch(solver.desk.memory, bits, leaders, state, ours, extra)
    totals = np.empty(len(deals), np.int64)
    add_up(solver.desk.memory, bits, totals)
    points_won = ours // np.int16(board.unit)
    bonus = extra * np.int16(2) // np.int16(board.unit)
    total = (totals // board.unit + rules.last_trick).astype(np.int16)
    return Played(points_won, 2 * points_won - total[:, None] + bonus)


def random_deals(rules: Rules, number: int, seed: int) -> npt.NDArray[np.int64]:
    """Random whole deals, a row of hands each: eight, nine or (with two or three seats) ten cards a hand."""
    pack = np.array(list(cards_of(rules.pack)), np.int64)
    size = rules.hand_size
    chance = np.random.default_rng(seed)
    order = chance.permuted(np.broadcast_to(pack, (number, len(pack))), axis=1)
    hands = (np.int64(1) << order[:, : size * rules.players]).reshape(number, rules.players, size)
    return np.asarray(hands.sum(axis=2), np.int64)
