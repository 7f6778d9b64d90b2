"""The kernels of card play: what is legal, what beats what, what a trick is worth.

Plain Python over ints and one packed table (:mod:`jacknine.rules.table`); the solver compiles these same functions.
``hand`` and results are masks of cards, ``led`` and ``best`` are cards. See docs/games/belote.md 1.6,
docs/games/klaverjas.md 1.3 and 1.4, docs/games/bela.md 1.7, docs/games/baloot.md 2.3, docs/games/jass.md 1.6.
"""

from __future__ import annotations

from jacknine.rules.kernel import kernel
from jacknine.rules.table import (
    ACES,
    ALWAYS,
    BEAT_PLAIN,
    BEAT_TRUMP,
    EKKA_RELIEF,
    EXEMPT,
    LOCKED,
    OVER,
    OVERTRUMP,
    PARTNER_BANNED,
    PARTNER_FREE,
    POINTS,
    ROEM_FOUR,
    ROEM_FOUR_JACKS,
    ROEM_FOUR_RANKS,
    ROEM_STUK,
    RUFF_FREELY,
    SUIT,
    THIRD_HAND,
    TRUMP_IN,
    TRUMPS,
    UNDER_BANNED_UNLESS_ONLY_TRUMPS,
    UNDER_FORCED,
    UNDER_FREE,
    UNDER_PARTNER,
    UNDERTRUMP,
    UNLESS_PARTNER,
    Table,
)


@kernel
def beats(table: Table, card: int, best: int) -> bool:
    """Whether a card takes the trick over from the best card so far."""
    if (table[OVER + best] >> card) & 1:
        return True
    return ((table[TRUMPS] >> card) & 1) == 1 and ((table[TRUMPS] >> best) & 1) == 0


@kernel
def bound(duty: int, partner: int) -> bool:
    """Whether a duty binds, ``partner`` being 1 when the partner's card is winning."""
    return duty == ALWAYS or (duty == UNLESS_PARTNER and partner == 0)


@kernel
def legal_lead(table: Table, hand: int) -> int:
    """The cards that may be led: all, but no trump in locked play while a plain card is held."""
    plain = hand & ~table[TRUMPS]
    return plain if table[LOCKED] == 1 and plain != 0 else hand


@kernel
def legal_follow(table: Table, hand: int, led: int, best: int, partner: int, place: int, ekka: int) -> int:
    """The cards that may be played to a trick.

    ``led`` is the first card, ``best`` the one winning, ``partner`` 1 when the player's partner is winning, ``place``
    the number of cards on the table, ``ekka`` 1 when the led card was an announced Ekka.
    """
    trumps = table[TRUMPS]
    own = hand & table[SUIT + led]
    trump_led = (trumps >> led) & 1
    if own != 0:
        if trump_led == 1:
            if own == table[EXEMPT]:
                return hand
            over = own & table[OVER + best]
            return over if over != 0 and bound(table[BEAT_TRUMP], partner) else own
        if table[RUFF_FREELY] == 1:
            return own | ruffs_over(table, hand, best)
        if (trumps >> best) & 1 == 0 and bound(table[BEAT_PLAIN], partner):
            over = own & table[OVER + best]
            return over if over != 0 else own
        return own
    mine = hand & trumps
    if mine == 0 or trump_led == 1:
        return hand
    if place == 2 and table[THIRD_HAND] == 1 and (partner == 1 or table[EKKA_RELIEF] == 1):
        if ekka == 1 or (table[ACES] >> led) & 1 == 1:
            return hand
        if partner == 1:
            return mine
    if bound(table[TRUMP_IN], partner):
        return ruffs_owed(table, hand, best, partner)
    return ruffs_spared(table, hand, best)


@kernel
def ruffs_owed(table: Table, hand: int, best: int, partner: int) -> int:
    """The cards for a hand that is void and has to trump."""
    trumps = table[TRUMPS]
    mine = hand & trumps
    if (trumps >> best) & 1 == 0:
        return mine
    over = mine & table[OVER + best]
    if over != 0 and bound(table[OVERTRUMP], partner):
        return over
    under = table[UNDERTRUMP]
    if under == UNDER_FORCED:
        return mine
    if under == UNDER_FREE:
        return hand
    rest = hand & ~trumps
    return rest if rest != 0 else mine


@kernel
def ruffs_spared(table: Table, hand: int, best: int) -> int:
    """The cards for a hand that is void and need not trump: all, but for a ban on going under a trump that lies
    there.
    """
    trumps = table[TRUMPS]
    if (trumps >> best) & 1 == 0:
        return hand
    rest = hand & ~trumps
    over = hand & trumps & table[OVER + best]
    kept = over | rest
    if table[UNDERTRUMP] == UNDER_BANNED_UNLESS_ONLY_TRUMPS:
        return kept if rest != 0 else hand
    if table[UNDER_PARTNER] == PARTNER_BANNED:
        return kept if kept != 0 else hand
    return hand if table[UNDER_PARTNER] == PARTNER_FREE or over == 0 else kept


@kernel
def ruffs_over(table: Table, hand: int, best: int) -> int:
    """The trumps of a hand that could follow suit and trumps instead: any, or only those above one that lies there."""
    mine = hand & table[TRUMPS]
    return mine if (table[TRUMPS] >> best) & 1 == 0 else mine & table[OVER + best]


@kernel
def points_of(table: Table, cards: int) -> int:
    """The card points of a set of cards, without any last-trick bonus."""
    total = 0
    card = 0
    while cards != 0:
        if cards & 1:
            total += table[POINTS + card]
        cards >>= 1
        card += 1
    return total


@kernel
def roem_of(table: Table, cards: int) -> int:
    """The roem of the four cards of one trick (docs/games/klaverjas.md 1.4)."""
    if table[ROEM_FOUR] == 0:
        return 0
    total = 20 if table[ROEM_STUK] != 0 and cards & table[ROEM_STUK] == table[ROEM_STUK] else 0
    for suit in range(4):
        run = (cards >> (8 * suit)) & 0xFF
        if run & (run >> 1) & (run >> 2) != 0:
            return total + (50 if run & (run >> 1) & (run >> 2) & (run >> 3) != 0 else 20)
    alike = cards & (cards >> 8) & (cards >> 16) & (cards >> 24) & 0xFF
    if alike & table[ROEM_FOUR_RANKS] != 0:
        return table[ROEM_FOUR_JACKS] if alike == 16 else table[ROEM_FOUR]
    return total
