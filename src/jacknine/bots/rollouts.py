"""What a card is worth when all go on by the rules of :mod:`jacknine.bots.play`, each by what it can see.

Exact values take for granted that everybody sees all cards. Where many cards lie out of play that is so far from the
truth that they say little; there a deal is played to its end by players who know as much as those at the table do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from jacknine.bots.knowledge import best_card, legal_from, read, trump_pair
from jacknine.bots.play import values
from jacknine.bots.worlds import World
from jacknine.cards import cards_of
from jacknine.game import View
from jacknine.game.state import Trick
from jacknine.rules.table import Table, compile_table
from jacknine.rules.trick import beats, points_of, roem_of
from jacknine.solver.position import Position

if TYPE_CHECKING:
    from jacknine.solver.worlds import Valued

MANY: Final = 4
"""From so many hidden cards out of play on, deals are played out."""


def value_by_play(
    view: View,
    position: Position,
    worlds: Sequence[World],
    *,
    bonus: tuple[int, int],
    cards: int,
    stopped: Callable[[], bool],
) -> Valued:
    """What :func:`played_out` says of the cards in each of the worlds; of fewer worlds when it is ``stopped``."""
    from jacknine.solver.worlds import Valued

    asked, rows = tuple(cards_of(cards)), list[list[int]]()
    for world in worlds:
        if stopped():
            break
        rows.append([played_out(view, position, world, card, bonus) for card in asked])
    return Valued(asked, rows, 0)


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
    best, belote = best_card(seen), seen.belote
    best_seat = seat if best is None or beats(table, card, best) else seen.best_seat
    # Whoever holds both cards of the pair says so with the first, where that is the custom.
    pair = trump_pair(seen) if seen.rules.belote_said_with == "first" else 0
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
    legal = legal_from(seen, table, seat, hand)
    if legal & (legal - 1) == 0:
        return legal.bit_length() - 1
    away = seen.laid_away if seat == seen.seat else 0
    worths = values(read(seen._replace(seat=seat, hand=hand, legal_cards=legal, laid_away=away), True))
    return max(worths, key=lambda card: worths[card])
