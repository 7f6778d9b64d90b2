"""From questions of "at least so much?" to exact values: of a position, of each of its cards, of many deals.

The root stands on the desk (:data:`~jacknine.solver.desk.PLACE` and the fields after it). Windows begin at a guess,
move away from it in steps that double, and halve what is left once both sides have been seen.
"""

from __future__ import annotations

import numpy as np

from jacknine.solver import desk as at
from jacknine.solver.board import PARTNERS_BIT
from jacknine.solver.deal import lay_out
from jacknine.solver.desk import Bytes, Ints
from jacknine.solver.exact import closed, search
from jacknine.solver.moves import (
    final_bonus,
    follows,
    leads,
    points,
    relieves,
    suit_bits,
    won_after,
)
from jacknine.solver.positions import hope
from jacknine.solver.runtime import address, compiled, count, highest, load, load16, lowest, store

FIRST_STEP = 8
NO_GUESS = -(1 << 40)


@compiled
def extremes(desk: int) -> tuple[int, int]:
    """The least and the most that the root can be worth."""
    most = hope(desk, load(desk, at.LEFT) | load(desk, at.ON_TABLE)) if load(desk, at.ROEM) else 0
    total = load(desk, at.POINTS) + load(desk, at.LAST)
    ours = load(desk, at.BONUS)
    theirs = load(desk, at.BONUS + 1)
    return min(ours, 0) - max(theirs, 0) - most, total + max(ours, 0) - min(theirs, 0) + most


@compiled
def first_guess(desk: int) -> int:
    """The guess of a linear model: half of all points, and what the cards left say against it."""
    cards = load(desk, at.LEFT) | load(desk, at.ON_TABLE)
    camps = load(desk, at.CAMPS)
    total = 0
    ours = cards & load(desk, at.CAMP)
    for bit in range(at.BITS):
        if cards >> bit & 1:
            weight = load16(desk, at.WEIGHT16 + bit)
            total += weight if ours >> bit & 1 else -weight
    lead = load(desk, at.GUESS_FEATURES)
    total += -lead if camps >> load(desk, at.SEAT) & 1 else lead
    longest_ours = 0
    longest_theirs = 0
    short = 0
    for seat in range(load(desk, at.PLAYERS)):
        hand = cards & load(desk, at.HANDS + seat)
        trumps = count(hand >> 3 * at.WIDTH)
        missing = 0
        for place in range(3):
            missing += (2 - min(2, count(hand >> (at.WIDTH * place) & at.SUIT))) * min(2, trumps)
        if camps >> seat & 1:
            longest_theirs = max(longest_theirs, trumps)
            short -= missing
        else:
            longest_ours = max(longest_ours, trumps)
            short += missing
    total += load(desk, at.GUESS_FEATURES + 1) * (longest_ours - longest_theirs)
    total += load(desk, at.GUESS_FEATURES + 2) * short + load(desk, at.GUESS_FEATURES + 3)
    return (load(desk, at.POINTS) + load(desk, at.LAST) >> 1) + (total >> 4)


@compiled
def narrow(desk: int, table: int, apart: int, low: int, high: int, guess: int, once: bool) -> tuple[int, int]:
    """Bring the bounds of the root together, or with ``once`` only ask whether it is worth at least ``guess``.

    They stay apart when the search was stopped.
    """
    store(desk, at.ABORTED, 0)
    step = FIRST_STEP
    fell = False
    rose = False
    target = min(max(guess, low + 1), high)
    while low < high:
        store(desk, at.WINDOWS, load(desk, at.WINDOWS) + 1)
        bound = search(
            desk, table, apart, load(desk, at.PLACE), load(desk, at.SEAT), load(desk, at.LEFT), load(desk, at.TRICKS),
            load(desk, at.POINTS), load(desk, at.WON), target, load(desk, at.LED), load(desk, at.BEST),
            load(desk, at.WINNER), load(desk, at.ON_TABLE), load(desk, at.RELIEF),
        )  # fmt: skip
        if load(desk, at.ABORTED):
            break
        if bound < target:
            high = bound
            fell = True
            target = bound + 1 - step
        else:
            low = bound
            rose = True
            target = bound + step
        if once:
            break
        step *= 2
        if fell and rose:
            target = (low + high + 1) >> 1
        target = min(max(target, low + 1), high)
    return low, high


@compiled
def legal_at_root(desk: int) -> int:
    """The cards that may be played at the root."""
    hand = load(desk, at.LEFT) & load(desk, at.HANDS + load(desk, at.SEAT))
    duty = load(desk, at.DUTY)
    if load(desk, at.PLACE) == 0:
        return leads(hand, load(desk, at.TRUMP), duty)
    camps = load(desk, at.CAMPS)
    same = (camps >> load(desk, at.WINNER) ^ camps >> load(desk, at.SEAT) ^ 1) & 1
    return follows(
        desk, hand, load(desk, at.LED), load(desk, at.BEST), same if duty & PARTNERS_BIT else 0, load(desk, at.PLACE),
        load(desk, at.RELIEF), load(desk, at.TRUMP), duty,
    )  # fmt: skip


@compiled
def play(desk: int, bit: int) -> int:
    """Play a card at the root; what it brings camp 0 at once."""
    seat = load(desk, at.SEAT)
    cards = load(desk, at.LEFT)
    if load(desk, at.PLACE) == 0:
        store(desk, at.RELIEF, relieves(desk, bit, cards, load(desk, at.DUTY)))
        store(desk, at.LED, suit_bits(lowest(bit)))
        store(desk, at.BEST, bit)
        store(desk, at.WINNER, seat)
        store(desk, at.ON_TABLE, bit)
    else:
        if (bit & (load(desk, at.LED) | load(desk, at.TRUMP))) > load(desk, at.BEST):
            store(desk, at.BEST, bit)
            store(desk, at.WINNER, seat)
        store(desk, at.ON_TABLE, load(desk, at.ON_TABLE) | bit)
    store(desk, at.LEFT, cards ^ bit)
    place = load(desk, at.PLACE) + 1
    if place < load(desk, at.PLAYERS):
        store(desk, at.PLACE, place)
        store(desk, at.SEAT, seat + 1 if seat + 1 < load(desk, at.PLAYERS) else 0)
        return 0
    return _close(desk)


@compiled
def _close(desk: int) -> int:
    winner = load(desk, at.WINNER)
    camp = load(desk, at.CAMPS) >> winner & 1
    on_table = load(desk, at.ON_TABLE)
    total = points(desk, on_table)
    tricks = load(desk, at.TRICKS)
    gain = closed(desk, on_table, camp, total + (load(desk, at.LAST) if tricks == 1 else 0))
    if load(desk, at.ANY_BONUS):
        store(desk, at.WON, won_after(desk, load(desk, at.WON), winner))
    store(desk, at.POINTS, load(desk, at.POINTS) - total)
    store(desk, at.TRICKS, tricks - 1)
    store(desk, at.PLACE, 0)
    store(desk, at.SEAT, winner)
    store(desk, at.LED, 0)
    store(desk, at.BEST, 0)
    store(desk, at.ON_TABLE, 0)
    store(desk, at.RELIEF, 0)
    return gain if tricks > 1 else gain + final_bonus(desk, load(desk, at.WON))


# --- what Python calls ------------------------------------------------------------------------------------------------


@compiled
def begin(memory: Ints, table: Ints) -> None:
    """Prepare the deal whose rules, hands and root have been written into the memory of a desk."""
    lay_out(address(memory), address(table))


@compiled
def legal_cards(memory: Ints) -> int:
    """The legal cards of the root."""
    return legal_at_root(address(memory))


@compiled
def roem_left(memory: Ints) -> int:
    """The most roem that can still fall at the root, half."""
    desk = address(memory)
    return hope(desk, load(desk, at.LEFT) | load(desk, at.ON_TABLE))


@compiled
def play_card(memory: Ints, bit: int) -> int:
    """Play a card at the root; what it brings camp 0 at once."""
    return play(address(memory), bit)


@compiled
def after_card(desk: int, table: int, apart: int, bit: int, guess: int, once: bool) -> tuple[int, int]:
    """Bounds of the root's value when a card is played there, or none with ``bit`` 0. It stays played."""
    gain = play(desk, bit) if bit else 0
    low = 0
    high = 0
    if load(desk, at.TRICKS):
        low, high = extremes(desk)
        low, high = narrow(desk, table, apart, low, high, guess - gain, once)
    return low + gain, high + gain


@compiled
def ask(
    memory: Ints, table: Ints, differences: Bytes, cards: int, guess: int, once: bool, lows: Ints, highs: Ints
) -> None:
    """Bounds of the value of the root, written at index 0, or of each of the given legal cards, written at its bit.

    A card takes its neighbour's value for its first guess, and all share one table. ``once``: see :func:`narrow`.
    """
    desk = address(memory)
    saved = np.empty(at.RELIEF + 1 - at.PLACE, np.int64)
    for i in range(saved.size):
        saved[i] = load(desk, at.PLACE + i)
    if guess == NO_GUESS:
        guess = first_guess(desk)
    rest = cards
    while True:
        number = highest(rest) if rest else 0
        bit = rest & 1 << number
        rest ^= bit
        low, high = after_card(desk, address(table), address(differences), bit, guess, once)
        lows[number] = low
        highs[number] = high
        guess = (low + high + 1) >> 1
        for i in range(saved.size):
            store(desk, at.PLACE + i, saved[i])
        if rest == 0:
            break


@compiled
def ask_deals(
    memory: Ints, table: Ints, differences: Bytes, hands: Ints, leaders: Ints, won: int, values: Ints, nodes: Ints
) -> None:
    """The values of many whole deals, one row of ``hands`` each; ``nodes`` are the decisions that each took."""
    desk = address(memory)
    for i in range(leaders.size):
        everything = 0
        for seat in range(load(desk, at.PLAYERS)):
            store(desk, at.HANDS + seat, hands[i, seat])
            everything |= hands[i, seat]
        store(desk, at.PLACE, 0)
        store(desk, at.SEAT, leaders[i])
        store(desk, at.LEFT, everything)
        store(desk, at.TRICKS, count(hands[i, 0]))
        store(desk, at.POINTS, points(desk, everything))
        store(desk, at.WON, won)
        store(desk, at.NODES, 0)
        lay_out(desk, address(table))
        low, high = extremes(desk)
        low, high = narrow(desk, address(table), address(differences), low, high, first_guess(desk), False)
        values[i] = low if low == high else NO_GUESS
        nodes[i] = load(desk, at.NODES)
