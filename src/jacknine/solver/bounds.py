"""What a position is worth at least and at most, without searching it."""

from __future__ import annotations

from jacknine.solver.board import (
    BEAT_PLAIN_BIT,
    LOCKED_BIT,
    MASTERS_RELIEVE_BIT,
    PARTNERS_BIT,
    PARTNERS_SHIFT,
    RISING_BIT,
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
    OWNER16,
    PLAYERS,
    ROEM,
    SPLIT_SHIFT,
    SUIT,
    SUM16,
    TRUMP,
    WIDTH,
)
from jacknine.solver.moves import better_than, fewest, top
from jacknine.solver.positions import hope
from jacknine.solver.runtime import compiled, count, highest, inlined, load, load16, lowest

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
        return cashed_without_trumps(desk, cards, leader, tricks, True)
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


@inlined
def highest_points(desk: int, suit: int, place: int, rounds: int) -> int:
    """The points of the best cards of a suit's cards, so many of them."""
    return load16(desk, SUM16 + MASKS * place + fewest(suit, rounds))


@inlined
def forced_points(desk: int, suit: int, place: int, rounds: int) -> int:
    """The points that a hand cannot keep back while so many rounds of a suit are played."""
    if count(suit) > rounds and load(desk, DUTY) & RISING_BIT == 0:
        return 0
    while count(suit) > rounds:
        suit ^= top(suit)
    return load16(desk, SUM16 + MASKS * place + suit)


@compiled
def cashed_without_trumps(desk: int, cards: int, leader: int, tricks: int, with_friend: bool) -> int:
    """The same where no trump is left: then the leader can also go over to a friend who has the best cards of a suit.

    All that falls in those tricks is counted: of the own camp the best cards, of the others what they have to give.
    """
    camps = load(desk, CAMPS)
    hand = cards & load(desk, HANDS + leader)
    friend = 0
    foe = 0
    other_foe = 0
    for seat in range(load(desk, PLAYERS)):
        if seat != leader:
            if ((camps >> seat) ^ (camps >> leader)) & 1 == 0:
                friend = cards & load(desk, HANDS + seat)
            elif foe == 0:
                foe = cards & load(desk, HANDS + seat)
            else:
                other_foe = cards & load(desk, HANDS + seat)
    # How many rounds of each suit, four bits a place: what the leader alone has, and what both have together.
    alone = 0
    together = 0
    taken = 0
    taken_by_both = 0
    way_over = False
    for place in range(4):
        mine = hand >> (WIDTH * place) & SUIT
        his = friend >> (WIDTH * place) & SUIT
        theirs = foe >> (WIDTH * place) & SUIT
        others = other_foe >> (WIDTH * place) & SUIT
        rounds = 0
        rest = mine
        if mine > his | theirs | others:
            best = better_than(mine, his | theirs | others)
            rounds = count(best)
            rest ^= best
            # The best ones, and all when these leave the others none.
            if rest and max(count(theirs), count(others), count(his)) <= rounds:
                rounds = count(mine)
                rest = 0
            alone |= rounds << 4 * place
            taken += rounds
        if his > rest | theirs | others and count(his) > rounds:
            # The friend follows with his lowest cards, and has the lead once the leader plays what he has left.
            tops = count(better_than(his, rest | theirs | others))
            if max(count(theirs), count(others), count(mine)) <= rounds + tops:
                tops = BITS
            rounds += min(tops, count(his) - rounds)
            way_over = way_over or rest != 0
        together |= rounds << 4 * place
        taken_by_both += rounds
    if way_over and with_friend:
        # What the friend has to throw away meanwhile falls to tricks of his own camp.
        taken = taken_by_both
        alone = together
    if taken >= tricks:
        return EVERYTHING
    worth = 0
    for place in range(4):
        rounds = alone >> 4 * place & 15
        if rounds:
            worth += highest_points(desk, hand >> (WIDTH * place) & SUIT, place, rounds)
            worth += highest_points(desk, friend >> (WIDTH * place) & SUIT, place, rounds)
            worth += forced_points(desk, foe >> (WIDTH * place) & SUIT, place, rounds)
            worth += forced_points(desk, other_foe >> (WIDTH * place) & SUIT, place, rounds)
    return worth


@compiled
def given_up(desk: int, cards: int, leader: int, tricks: int) -> int:
    """The points that the other camp gets when it wins the first trick whatever is led: what its winner can cash then.

    Nought where the leader can keep the lead, or where trumps are left that are not all in one hand of theirs.
    """
    camps = load(desk, CAMPS)
    hand = cards & load(desk, HANDS + leader)
    theirs = cards & load(desk, CAMP + (camps >> leader & 1 ^ 1))
    trumps = cards & load(desk, TRUMP)
    if trumps:
        # One seat of theirs has all trumps left: it wins what it can ruff, and what it has the best card of.
        seat = load16(desk, OWNER16 + highest(trumps))
        his = cards & load(desk, HANDS + seat)
        if theirs & trumps == 0 or trumps & ~his:
            return 0
        for place in range(3):
            suit = SUIT << WIDTH * place
            if hand & suit and his & suit and his & suit < cards & ~his & suit:
                return 0
        cash: int = cashed(desk, cards, seat, tricks)
        return cash
    winners = 0
    for place in range(4):
        suit = SUIT << WIDTH * place
        if hand & suit:
            if theirs & suit <= cards & ~theirs & suit:
                return 0
            winners |= 1 << load16(desk, OWNER16 + highest(theirs & suit))
    # Before its winner's friend, who may have to beat a low lead with what he would go over to.
    with_friend = load(desk, DUTY) & BEAT_PLAIN_BIT == 0
    least = EVERYTHING
    while winners:
        least = min(least, cashed_without_trumps(desk, cards, lowest(winners), tricks, with_friend))
        winners &= winners - 1
    return least


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
    if cash == 0:
        given = min(given_up(desk, cards, leader, tricks), total)
        if camp:
            sure_ours = max(sure_ours, given)
        else:
            sure_theirs = max(sure_theirs, given)
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
