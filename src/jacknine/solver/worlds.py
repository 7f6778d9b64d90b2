"""Every legal card of one decision, in many deals that it may be: exact values by the batch.

The deals share the trick on the table, who leads and the hand of the seat on turn; only the other hands differ. One
call of compiled code answers for all of them, so that endings of a few microseconds are not lost in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from jacknine.cards import cards_of
from jacknine.solver import desk as at
from jacknine.solver.api import NO_LIMIT, Solver
from jacknine.solver.deal import lay_out
from jacknine.solver.desk import Bytes, Ints
from jacknine.solver.drive import after_card, first_guess, legal_cards, play
from jacknine.solver.position import Position
from jacknine.solver.runtime import address, compiled, highest, load, store

ROOT: Final = at.RELIEF + 1 - at.PLACE
"""How many fields of a desk tell where a search begins."""
UNKNOWN: Final = -(1 << 40)


class Valued(NamedTuple):
    """What the cards are worth in each deal.

    ``cards`` are the cards asked about. ``differences`` has a row for each deal that was finished, in the order given:
    by card, what camp 0 takes more than camp 1 from here on, roem and the bonus for all tricks counted. Fewer rows
    than deals: the nodes ran out, or somebody stopped the search. ``nodes`` are all card decisions looked at.
    """

    cards: tuple[int, ...]
    differences: list[list[int]]
    nodes: int


@compiled
def ask_worlds(
    memory: Ints, table: Ints, differences: Bytes, hands: Ints, root: Ints, trick: Ints, cards: int, limit: int,
    values: Ints, nodes: Ints,
) -> None:  # fmt: skip
    """Values of each of the given legal cards in every row of hands, cards on the table still in them.

    The rows after one that could not be finished are left alone; that one has UNKNOWN for its first value.
    """
    desk = address(memory)
    saved = np.empty(ROOT, np.int64)
    spent = 0
    for i in range(hands.shape[0]):
        for j in range(ROOT):
            store(desk, at.PLACE + j, root[j])
        left = 0
        for seat in range(hands.shape[1]):
            store(desk, at.HANDS + seat, hands[i, seat])
            left |= hands[i, seat]
        store(desk, at.LEFT, left)
        store(desk, at.NODES, 0)
        store(desk, at.LIMIT, limit - spent)
        lay_out(desk, address(table))
        for j in range(trick.size):
            play(desk, trick[j])
        for j in range(ROOT):
            saved[j] = load(desk, at.PLACE + j)
        guess = first_guess(desk)
        rest = cards
        column = 0
        while rest:
            number = highest(rest)
            rest ^= 1 << number
            low, high = after_card(desk, address(table), address(differences), 1 << number, guess, False)
            for j in range(ROOT):
                store(desk, at.PLACE + j, saved[j])
            if low != high:
                values[i, 0] = UNKNOWN
                nodes[0] = spent + load(desk, at.NODES)
                return
            values[i, column] = low
            guess = low
            column += 1
        spent += load(desk, at.NODES)
    nodes[0] = spent


def value_worlds(
    solver: Solver,
    position: Position,
    worlds: Sequence[tuple[int, ...]],
    *,
    bonus: tuple[int, int],
    cards: int | None = None,
    nodes: int | None = None,
) -> Valued:
    """The differences of all legal cards, or those given, in each of the worlds: hands by seat, as held now.

    ``position`` is the decision with the hands of any one of them. ``bonus`` is what each camp gets for all tricks.
    The caller may stop the search from another thread (:data:`~jacknine.solver.desk.STOP`); it clears the mark itself.
    """
    board = solver.place(position, bonus=bonus)
    memory = solver.desk.memory
    legal = legal_cards(memory) if cards is None else board.bits(cards)
    players = position.rules.players
    laid = {(position.leader + place) % players: 1 << card for place, card in enumerate(position.trick)}
    rows = [[board.bits(hand | laid.get(seat, 0)) for seat, hand in enumerate(world)] for world in worlds]
    trick = np.array([1 << board.bit_of[card] for card in position.trick], np.int64)
    # The root before the trick was begun, as place() writes it.
    root = np.zeros(ROOT, np.int64)
    root[at.SEAT - at.PLACE] = position.leader
    root[at.TRICKS - at.PLACE] = rows[0][0].bit_count()
    root[at.POINTS - at.PLACE] = (position.total - position.rules.last_trick) * board.unit
    root[at.WON - at.PLACE] = (position.taken if position.taken in (0, 1, 2, 4) else 3) if any(board.bonus) else 3
    values = np.full((len(rows), legal.bit_count()), UNKNOWN, np.int64)
    spent = np.zeros(1, np.int64)
    limit = NO_LIMIT if nodes is None else nodes
    ask_worlds(
        memory, solver.desk.table, board.differences, np.array(rows, np.int64), root, trick, legal, limit, values, spent
    )
    finished = int((values[:, 0] != UNKNOWN).sum())
    asked = tuple(board.card_of[bit] for bit in sorted(cards_of(legal), reverse=True))
    outward = 2 * values[:finished] // board.unit - position.total
    return Valued(asked, outward.tolist(), int(spent[0]))
