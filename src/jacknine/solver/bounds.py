"""What a position is worth at least and at most, without searching it."""

from __future__ import annotations

from jacknine.solver.board import (
    LOCKED_BIT,
    MASTERS_RELIEVE_BIT,
    PARTNERS_BIT,
    PARTNERS_SHIFT,
    RUFF_FREELY_BIT,
    THIRD_BIT,
    TRUMP_IN_BIT,
)
from jacknine.solver.desk import (
    ANY_BONUS,
    BITS,
    BONUS,
    CAMP,
    CAMPS,
    DUTY,
    GROUPS,
    HANDS,
    LAST,
    MASKS,
    PLAYERS,
    ROEM,
    SPLIT_SHIFT,
    SUIT,
    SUM16,
    TRUMP,
    WIDTH,
)
from jacknine.solver.moves import better_than, fewest
from jacknine.solver.positions import hope
from jacknine.solver.runtime import compiled, count, inlined, load, load16

EVERYTHING = 1 << 30
"""What :func:`cashed` says when the leader takes every trick left."""


@compiled
def trump_points(desk: int, cards: int) -> int:
    """The points of a set of cards of the highest place."""
    return load16(desk, SUM16 + 3 * MASKS + (cards >> 3 * WIDTH))


@inlined
def cashed(desk: int, cards: int, leader: int, tricks: int) -> int:
    """The points of cards with which the leader can take tricks one after the other: his top trumps, then the best
    cards of plain suits, as long as nobody who still has a trump can or must ruff them.
    """
    trump = load(desk, TRUMP)
    duty = load(desk, DUTY)
    if cards & trump == 0:
        return cashed_without_trumps(desk, cards, leader, tricks)
    if duty & LOCKED_BIT:
        return 0
    players = load(desk, PLAYERS)
    camps = load(desk, CAMPS)
    hand = cards & load(desk, HANDS + leader)
    others = cards & ~hand
    trumps = hand & trump
    tops = better_than(trumps, others & trump)
    rounds = count(tops)
    # What the top trumps leave in other hands: how many rounds of each plain suit nobody ruffs, whether the other camp
    # has a trump left, whether a friend has, and how often a friend who need not ruff can play something else.
    first = WIDTH
    second = WIDTH
    third = WIDTH
    foes = False
    friends = False
    patience = BITS
    seat = leader
    for _ in range(1, players):
        seat += 1
        if seat == players:
            seat = 0
        theirs = cards & load(desk, HANDS + seat)
        if count(theirs & trump) <= rounds:
            continue
        foe = ((camps >> seat) ^ (camps >> leader)) & 1
        if foe:
            foes = True
        else:
            friends = True
        if foe and duty & RUFF_FREELY_BIT:
            first = second = third = 0
        elif foe or has_to_ruff(duty):
            first = min(first, count(theirs & SUIT))
            second = min(second, count(theirs >> WIDTH & SUIT))
            third = min(third, count(theirs >> 2 * WIDTH & SUIT))
        else:
            patience = min(patience, count(theirs & ~trump))
    plain = 0
    taken = 0
    for place in range(3):
        mine = hand >> (WIDTH * place) & SUIT
        rest = others >> (WIDTH * place) & SUIT
        if mine <= rest:
            continue
        limit = first if place == 0 else (second if place == 1 else third)
        best = fewest(better_than(mine, rest), limit)
        taken += count(best)
        plain += load16(desk, SUM16 + MASKS * place + best)
    if foes and taken > patience:
        # A friend with nothing but trumps would have to take the lead, and might lose it.
        taken = 0
        plain = 0
    taken += rounds
    # With the other camp's trumps drawn, lower ones take tricks too; a friend may win one of those, but only the last.
    if not foes and trumps != tops and (not friends or count(trumps) - rounds <= 1):
        taken += count(trumps) - rounds
        tops = trumps
    if taken == tricks:
        return EVERYTHING
    return trump_points(desk, tops) + plain


@compiled
def longest_suit(desk: int, cards: int, place: int, but: int) -> int:
    """The most cards of a suit that any seat but one holds."""
    most = 0
    for seat in range(load(desk, PLAYERS)):
        if seat != but:
            most = max(most, count(cards & load(desk, HANDS + seat) & SUIT << WIDTH * place))
    return most


@compiled
def winners(desk: int, cards: int, place: int, seat: int) -> int:
    """The cards of a suit that a seat can take tricks with one after the other when nobody ruffs: the best ones, and
    all when these leave the others none.
    """
    mine = (cards & load(desk, HANDS + seat)) >> (WIDTH * place) & SUIT
    rest = (cards & ~load(desk, HANDS + seat)) >> (WIDTH * place) & SUIT
    if mine <= rest:
        return 0
    best = better_than(mine, rest)
    if best != mine and longest_suit(desk, cards, place, seat) <= count(best):
        return mine
    return best


@compiled
def cashed_without_trumps(desk: int, cards: int, leader: int, tricks: int) -> int:
    """The same where no trump is left: then the leader can also go over to a friend who has the best card of a suit."""
    camps = load(desk, CAMPS)
    friend = -1
    for seat in range(load(desk, PLAYERS)):
        if seat != leader and ((camps >> seat) ^ (camps >> leader)) & 1 == 0:
            friend = seat
    taken = 0
    worth = 0
    his = 0
    his_worth = 0
    way_over = False
    for place in range(4):
        best = winners(desk, cards, place, leader)
        if best:
            taken += count(best)
            worth += load16(desk, SUM16 + MASKS * place + best)
        elif friend >= 0:
            best = winners(desk, cards, place, friend)
            if best:
                his += count(best)
                his_worth += load16(desk, SUM16 + MASKS * place + best)
                way_over = way_over or (cards & load(desk, HANDS + leader)) >> (WIDTH * place) & SUIT != 0
    if way_over:
        # What the friend has to throw away meanwhile falls to tricks of his own camp.
        taken += his
        worth += his_worth
    return EVERYTHING if taken >= tricks else worth


@compiled
def has_to_ruff(duty: int) -> bool:
    """Whether a void seat of the leader's camp that has trumps must ruff his winning card."""
    if duty & PARTNERS_BIT == 0:
        return duty & TRUMP_IN_BIT != 0
    return duty & TRUMP_IN_BIT << PARTNERS_SHIFT != 0 or (duty & THIRD_BIT != 0 and duty & MASTERS_RELIEVE_BIT == 0)


@inlined
def bounds(desk: int, cards: int, leader: int, tricks: int, total: int, won: int) -> tuple[int, int]:
    """Lower and upper bound of the value at the start of a trick; ``total`` are the points of the cards."""
    total += load(desk, LAST)
    trumps = cards & load(desk, TRUMP)
    sure_ours = 0
    sure_theirs = 0
    if trumps:
        ours = trumps & load(desk, CAMP)
        theirs = trumps & load(desk, CAMP + 1)
        if ours > theirs:
            sure_ours = trump_points(desk, better_than(ours, theirs))
        else:
            sure_theirs = trump_points(desk, better_than(theirs, ours))
    cash = cashed(desk, cards, leader, tricks)
    camp = load(desk, CAMPS) >> leader & 1
    if cash == EVERYTHING:
        return _everything(desk, cards, camp, load(desk, GROUPS) >> (3 * leader) & 7, total, won)
    if camp:
        sure_theirs = max(sure_theirs, cash)
    else:
        sure_ours = max(sure_ours, cash)
    low = sure_ours
    high = total - sure_theirs
    if load(desk, ANY_BONUS):
        # A bonus below nought is a loss that the camp would rather avoid, and may be made to take.
        if won <= 1:
            ours = load(desk, BONUS)
            if ours < 0:
                low += ours
            elif sure_theirs == 0:
                high += ours
        if won != 1 and won != 3:
            theirs = load(desk, BONUS + 1)
            if theirs < 0:
                high -= theirs
            elif sure_ours == 0:
                low -= theirs
    if load(desk, ROEM):
        most = hope(desk, cards)
        low -= most
        high += most
    return low, high


@compiled
def _everything(desk: int, cards: int, camp: int, group: int, total: int, won: int) -> tuple[int, int]:
    """The bounds when the leader, of a camp and a group, can take every trick left."""
    most = hope(desk, cards) if load(desk, ROEM) else 0
    # Two seats that take all tricks between them have not always taken all: a friend may have had to help.
    split = load(desk, GROUPS) >> (SPLIT_SHIFT + camp) & 1
    if camp:
        if split:
            bonus = load(desk, BONUS + 1) if won != 1 and won != 3 else 0
            return -max(bonus, 0) - most, max(-bonus, 0)
        bonus = load(desk, BONUS + 1) if won == 0 or won == group else 0
        return min(-bonus, 0) - most, -bonus
    bonus = load(desk, BONUS) if won <= 1 else 0
    return total + (min(bonus, 0) if split else bonus), total + max(bonus, 0) + most
