"""Which cards may be played, and what a trick is worth, on the search's bits.

The same rules as :mod:`jacknine.rules.trick`, read from a word of duties instead of the table: here a suit's cards lie
in order of strength, so beating is comparing. That is worth a factor of several, and the tests hold both texts equal.
"""

from __future__ import annotations

from jacknine.solver.board import (
    BANNED,
    BANNED_BESIDE_PLAIN,
    BEAT_PLAIN_BIT,
    BEAT_TRUMP_BIT,
    EKKA_RELIEF_BIT,
    FORCED,
    FREE,
    LOCKED_BIT,
    MASTERS_RELIEVE_BIT,
    OVERTRUMP_BIT,
    PARTNERS_SHIFT,
    RUFF_FREELY_BIT,
    THIRD_BIT,
    TRUMP_IN_BIT,
    UNDER_PARTNER_SHIFT,
    UNDER_SHIFT,
)
from jacknine.solver.desk import (
    ACES,
    BONUS,
    CAMPS,
    EXEMPT,
    FOUR,
    FOUR_WORTH,
    GROUPS,
    HANDS,
    LAST,
    MASKS,
    PLAYERS,
    ROEM,
    SUIT,
    SUM16,
    TRICK16,
    WIDTH,
    WORTH16,
)
from jacknine.solver.runtime import compiled, count, highest, inlined, load, load16, lowest


@compiled
def suit_bits(bit_number: int) -> int:
    """All bits of the suit of a bit, given by its number."""
    # The factor divides by nine for numbers below 36: a shift instead of a division.
    return SUIT << ((bit_number * 57 >> 9) * WIDTH)


@compiled
def above(bit: int) -> int:
    """All bits higher than a single bit."""
    return ~(bit | (bit - 1))


@compiled
def leads(hand: int, trump: int, duty: int) -> int:
    """The cards that may be led."""
    if duty & LOCKED_BIT and hand & ~trump:
        return hand & ~trump
    return hand


@inlined
def follows(
    desk: int, hand: int, led: int, best: int, partner: int, place: int, relief: int, trump: int, duty: int
) -> int:
    """The cards that may be played to a trick whose suit is ``led`` and whose winning card is ``best``.

    ``partner`` is 1 when the partner's card is winning, ``place`` the number of cards on the table, ``relief`` 1 when
    the lead frees the third hand.
    """
    own = hand & led
    owed = duty >> (PARTNERS_SHIFT * partner)
    if own:
        if led == trump:
            if own == load(desk, EXEMPT):
                return hand
            over = own & above(best)
            return over if over and owed & BEAT_TRUMP_BIT else own
        if duty & RUFF_FREELY_BIT:
            mine = hand & trump
            return own | (mine & above(best) if best & trump else mine)
        if owed & BEAT_PLAIN_BIT and best & trump == 0:
            over = own & above(best)
            return over if over else own
        return own
    mine = hand & trump
    if mine == 0 or led == trump:
        return hand
    if duty & THIRD_BIT and place == 2 and (partner or duty & EKKA_RELIEF_BIT):
        if relief:
            return hand
        if partner:
            return mine
    over = mine & above(best)
    if owed & TRUMP_IN_BIT:
        if best & trump == 0:
            return mine
        if over and owed & OVERTRUMP_BIT:
            return over
        under = duty >> UNDER_SHIFT & 3
        if under == FORCED:
            return mine
        if under == FREE:
            return hand
        return hand & ~trump if hand & ~trump else mine
    if best & trump == 0:
        return hand
    rest = hand & ~trump
    kept = over | rest
    if duty >> UNDER_SHIFT & 3 == BANNED_BESIDE_PLAIN:
        return kept if rest else hand
    spared = duty >> UNDER_PARTNER_SHIFT & 3
    if spared == BANNED:
        return kept if kept else hand
    return hand if spared == FREE or over == 0 else kept


@compiled
def relieves(desk: int, card: int, others: int, duty: int) -> int:
    """1 when a lead frees the third hand: an ace, or the best card left of its suit where that is announced."""
    if duty & THIRD_BIT == 0:
        return 0
    if duty & MASTERS_RELIEVE_BIT:
        return 1 if others & suit_bits(lowest(card)) & above(card) == 0 else 0
    return 1 if load(desk, ACES) & card else 0


@compiled
def points(desk: int, cards: int) -> int:
    """The points of a set of cards."""
    return (
        load16(desk, SUM16 + (cards & SUIT))
        + load16(desk, SUM16 + MASKS + (cards >> WIDTH & SUIT))
        + load16(desk, SUM16 + 2 * MASKS + (cards >> 2 * WIDTH & SUIT))
        + load16(desk, SUM16 + 3 * MASKS + (cards >> 3 * WIDTH))
    )


@compiled
def roem(desk: int, trick: int) -> int:
    """Half the roem of the cards of one trick."""
    trumps = trick >> 3 * WIDTH
    worth = (
        load16(desk, TRICK16 + (trick & SUIT))
        + load16(desk, TRICK16 + MASKS + (trick >> WIDTH & SUIT))
        + load16(desk, TRICK16 + 2 * MASKS + (trick >> 2 * WIDTH & SUIT))
        + load16(desk, TRICK16 + 3 * MASKS + trumps)
    )
    if trumps and trick == load(desk, FOUR + lowest(trumps)):
        worth += load(desk, FOUR_WORTH + lowest(trumps))
    return worth


@compiled
def won_after(desk: int, won: int, winner: int) -> int:
    """Who has won tricks, after a seat has won one more."""
    group = load(desk, GROUPS) >> (3 * winner) & 7
    return group if won == 0 or won == group else 3


@compiled
def final_bonus(desk: int, won: int) -> int:
    """What all tricks are worth to who has won them, when none is left."""
    if won == 1:
        return load(desk, BONUS)
    return -load(desk, BONUS + 1) if won == 2 or won == 4 else 0


@compiled
def last_trick(desk: int, cards: int, leader: int, won: int, trump: int) -> int:
    """The value of a position in which every hand holds one card."""
    players = load(desk, PLAYERS)
    best = cards & load(desk, HANDS + leader)
    eligible = suit_bits(lowest(best)) | trump
    winner = leader
    seat = leader
    for _ in range(1, players):
        seat += 1
        if seat == players:
            seat = 0
        card = cards & load(desk, HANDS + seat)
        if (card & eligible) > best:
            best = card
            winner = seat
    bonus = roem(desk, cards) if load(desk, ROEM) else 0
    sweep = final_bonus(desk, won_after(desk, won, winner)) if won != 3 else 0
    if load(desk, CAMPS) >> winner & 1:
        return sweep - bonus
    return points(desk, cards) + load(desk, LAST) + bonus + sweep


@compiled
def worth(desk: int, bit_number: int) -> int:
    """The points of one card."""
    return load16(desk, WORTH16 + bit_number)


@compiled
def top(mask: int) -> int:
    """The highest bit of a set that is not empty."""
    return 1 << highest(mask)


@compiled
def better_than(mask: int, others: int) -> int:
    """The bits of a set that lie above all bits of another."""
    return mask & ~((2 << highest(others)) - 1) if others else mask


@compiled
def fewest(mask: int, limit: int) -> int:
    """A set cut down to that many bits, the lowest ones going first."""
    while count(mask) > limit:
        mask &= mask - 1
    return mask
