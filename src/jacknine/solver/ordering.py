"""In which order cards are tried, and which need not be.

Good order is what makes the search fast: nine cut-offs in ten come with the first card. The ranks below are guesses at
what is promising; successes in the same situation (seat, card to beat, card) are counted and added.
"""

from __future__ import annotations

from typing import Final

from jacknine.solver.desk import BITS, CAMP, HANDS, HISTORY32, MARKED, MOVES, ROEM, VALUES
from jacknine.solver.moves import above, roem, suit_bits, top, worth
from jacknine.solver.positions import live_roem
from jacknine.solver.runtime import compiled, count, highest, inlined, load, load32, lowest, store

NOTHING: Final = 1 << 20
"""Worse than any value."""
REMEMBERED: Final = 1 << 20
"""The rank of the table's card: before all others."""


@compiled
def history_at(seat: int, best: int) -> int:
    """Where the successes of a seat's cards against a winning card are counted."""
    return HISTORY32 + (seat * (BITS + 1) + (lowest(best) if best else BITS)) * BITS


@compiled
def rank_lead(desk: int, bit: int, number: int, others: int, mates: int, mine: int) -> int:
    """How promising a lead is: best cards of long suits, then what the partner can take, then cheap ones."""
    rivals = others & suit_bits(number)
    if rivals < bit:
        return 60 + worth(desk, number) + 4 * count(mine & suit_bits(number))
    return 30 if top(rivals) & mates else 10 - worth(desk, number)


@compiled
def rank_reply(
    desk: int,
    bit: int,
    number: int,
    led: int,
    best: int,
    eligible: int,
    ours: bool,
    trump: int,
    foes: int,
    friends: int,
) -> int:
    """How promising a card to a trick is while others follow: points to a trick that is safe, else the cheapest card.

    ``foes`` and ``friends`` are the cards of the other and of the own camp's seats still to come.
    """
    winning = bit if (bit & eligible) > best else best
    suit = suit_bits(lowest(winning))
    points_of_it = worth(desk, number)
    if ours or winning == bit:
        beaten = (foes & suit) > winning or (suit != trump and foes & suit == 0 and foes & trump != 0)
        return 40 - points_of_it if beaten else 100 + points_of_it
    if friends and ((friends & suit) > winning or (friends & led == 0 and friends & trump != 0 and suit != trump)):
        return 20
    return 20 - points_of_it


@inlined
def order(
    desk: int, frame: int, legal: int, cards: int, place: int, seat: int, led: int, best: int, winner: int,
    on_table: int, remembered: int, players: int, camps: int, trump: int,
) -> int:  # fmt: skip
    """Write the legal cards into a frame, the most promising first, and say how many there are."""
    history = history_at(seat, best)
    camp = camps >> seat & 1
    ours = place != 0 and (camps >> winner & 1) == camp
    eligible = led | trump
    others = cards & ~load(desk, HANDS + seat)
    mates = load(desk, CAMP + camp)
    foes = 0
    friends = 0
    if place == 0:
        pass
    elif place < players - 1:
        later = seat
        for _ in range(place + 1, players):
            later += 1
            if later == players:
                later = 0
            if camps >> later & 1 == camp:
                friends |= cards & load(desk, HANDS + later)
            else:
                foes |= cards & load(desk, HANDS + later)
    size = 0
    rest = legal
    while rest:
        number = highest(rest)
        bit = 1 << number
        rest ^= bit
        if number == remembered:
            rank = REMEMBERED
        else:
            if place == 0:
                rank = rank_lead(desk, bit, number, others, mates, legal)
            elif place < players - 1:
                rank = rank_reply(desk, bit, number, led, best, eligible, ours, trump, foes, friends)
            else:
                # The last card: points to our own trick, the cheapest to theirs; winning it only where it is not ours.
                value = worth(desk, number)
                if load(desk, ROEM):
                    value += roem(desk, on_table | bit)
                wins = (bit & eligible) > best
                rank = 100 + value if ours or wins else 50 - 2 * value
                if wins:
                    rank += -4 if ours else 10
            rank = rank * 4 + load32(desk, history + number)
        packed = rank << 6 | number
        at = size
        size += 1
        while at > 0 and load(desk, frame + MOVES + at - 1) < packed:
            store(desk, frame + MOVES + at, load(desk, frame + MOVES + at - 1))
            at -= 1
        store(desk, frame + MOVES + at, packed)
    return size


@inlined
def nearly_done(
    desk: int, frame: int, bit: int, number: int, done: int, cards: int, others: int, best: int, on_table: int,
    maximise: bool, target: int,
) -> int:  # fmt: skip
    """The value that a neighbour already tried proves for a card, where that is enough to leave the card out.

    Two cards of a hand with no other card between them do the same for every trick, but for their points: their values
    differ by no more. NOTHING where no neighbour says enough.
    """
    suit = suit_bits(number)
    near = done & suit
    if near == 0:
        return NOTHING
    blocking = (others | best) & suit
    higher = blocking & above(bit)
    if higher:
        near &= (higher & -higher) - 1
    lower = blocking & (bit - 1)
    if lower:
        near &= above(top(lower))
    # Cards that can still be part of roem, or that a rule names, do more than their points say.
    near &= ~load(desk, MARKED)
    if near == 0 or bit & load(desk, MARKED):
        return NOTHING
    if load(desk, ROEM):
        live = live_roem(desk, cards | on_table)
        near &= ~live
        if live & bit:
            return NOTHING
    while near:
        other = lowest(near)
        near &= near - 1
        difference = abs(worth(desk, number) - worth(desk, other))
        if maximise:
            proved = load(desk, frame + VALUES + other) + difference
            if proved < target:
                return proved
        else:
            proved = load(desk, frame + VALUES + other) - difference
            if proved >= target:
                return proved
    return NOTHING
