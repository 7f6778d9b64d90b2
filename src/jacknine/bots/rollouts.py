"""What a card is worth when all go on by the rules of :mod:`jacknine.bots.play`, each by what it can see.

Exact values take for granted that everybody sees all cards. Where many cards lie out of play that is so far from the
truth that they say little; there a deal is played to its end by players who know as much as those at the table do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from jacknine.bots.knowledge import read
from jacknine.bots.play import values
from jacknine.bots.worlds import World
from jacknine.cards import SUIT_MASKS
from jacknine.game import View
from jacknine.game.state import KINGS_AND_QUEENS, Trick
from jacknine.rules.table import Table, compile_table
from jacknine.rules.trick import beats, legal_follow, legal_lead, points_of, roem_of
from jacknine.solver.position import Position

MANY: Final = 4
"""From so many hidden cards out of play on, deals are played out."""


def play_out_all(
    view: View,
    position: Position,
    worlds: Sequence[World],
    cards: Sequence[int],
    *,
    bonus: tuple[int, int],
    stopped: Callable[[], bool],
) -> list[list[int]]:
    """By world, what :func:`played_out` says of each card; fewer worlds when it is ``stopped``."""
    rows: list[list[int]] = []
    for world in worlds:
        if stopped():
            break
        rows.append([played_out(view, position, world, card, bonus) for card in cards])
    return rows


def played_out(view: View, position: Position, world: World, card: int, bonus: tuple[int, int]) -> int:
    """What camp 0 takes more than camp 1 from here on in a world when the seat on turn plays a card, as the solver
    counts it: roem, the last trick, and ``bonus`` for a camp that takes all tricks.
    """
    assert view.contract is not None and view.seat is not None
    rules, table = view.rules, compile_table(view.rules, view.contract.key, view.contract.locked)
    hands, seen = list(world), view
    difference, taken = 0, position.taken
    while True:
        seat = seen.turn
        assert seat is not None
        hands[seat] ^= 1 << card
        seen = _played(seen, table, seat, card, hands[seat])
        if len(seen.trick) == rules.players:
            cards = sum(1 << other for other in seen.trick)
            assert seen.best_seat is not None
            winner, over = seen.best_seat, not any(hands)
            points, roem = points_of(table, cards) + rules.last_trick * over, roem_of(table, cards)
            difference += (points + roem) * (1 if position.camps[winner] == 0 else -1)
            taken |= position.groups[winner]
            trick = Trick(seen.leader, seen.trick, winner, points, roem, seen.ekka)
            seen = seen._replace(
                turn=winner, leader=winner, trick=(), best_seat=None, ekka=False, tricks=(*seen.tricks, trick)
            )
            if over:
                break
        card = _next(seen, table, hands)
    swept = {1: bonus[0], 2: -bonus[1], 4: -bonus[1]}.get(taken, 0)
    return difference + swept


def _played(seen: View, table: Table, seat: int, card: int, left: int) -> View:
    """The view after a card: of the player who played it, until it is turned to another."""
    players = seen.rules.players
    best_seat = seat
    if seen.best_seat is not None and not beats(table, card, _best(seen)):
        best_seat = seen.best_seat
    belote = seen.belote
    pair = _pair(seen)
    if pair >> card & 1 and left & pair:
        belote = tuple(said + (other == seat) for other, said in enumerate(belote))
    return seen._replace(
        turn=(seat + 1) % players,
        counts=tuple(count - (other == seat) for other, count in enumerate(seen.counts)),
        trick=(*seen.trick, card),
        best_seat=best_seat,
        belote=belote,
    )


def _next(seen: View, table: Table, hands: list[int]) -> int:
    """The card that the seat on turn plays by the rules."""
    seat = seen.turn
    assert seat is not None
    hand = hands[seat]
    if seen.best_seat is None:
        legal = legal_lead(table, hand)
    else:
        partner = int(seen.rules.partners and (seen.best_seat ^ seat) & 1 == 0)
        place = len(seen.trick)
        legal = legal_follow(table, hand, seen.trick[0], _best(seen), partner, place, int(seen.ekka))
    if legal & (legal - 1) == 0:
        return legal.bit_length() - 1
    away = seen.laid_away if seat == seen.seat else 0
    worths = values(read(seen._replace(seat=seat, hand=hand, legal_cards=legal, laid_away=away), True))
    return max(worths, key=lambda card: worths[card])


def _best(seen: View) -> int:
    """The card that is winning the trick."""
    assert seen.best_seat is not None
    return seen.trick[(seen.best_seat - seen.leader) % seen.rules.players]


def _pair(seen: View) -> int:
    """King and queen of the one trump suit, where whoever holds both says so with the first."""
    assert seen.contract is not None
    suits = seen.rules.denomination(seen.contract.key).belote_suits
    return KINGS_AND_QUEENS & SUIT_MASKS[suits[0]] if len(suits) == 1 and seen.rules.belote_said_with == "first" else 0
