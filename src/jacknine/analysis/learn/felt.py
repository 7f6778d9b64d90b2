"""A trick of a lesson as a whole position, so that it can be laid on a felt."""

from __future__ import annotations

from jacknine.analysis.lessons.parts import Trick
from jacknine.cards import cards_of, mask_of, parse_card
from jacknine.game import Play, apply
from jacknine.game.setup import play_state
from jacknine.notation.position import position_text
from jacknine.rules.contract import Contract
from jacknine.rules.table import SUIT, TRUMPS, compile_table
from jacknine.rules.variant import Rules


def felt_line(rules: Rules, plan: Trick) -> str:
    """The line of a trick in progress, empty where its earlier tricks are not known.

    The other seats are filled up from the suits that are neither led nor trump: so nobody who did not follow could
    have.

    Raises:
        IllegalAction: a card of the trick was not allowed.
    """
    if plan.fallen or not plan.table:
        return ""
    table = [parse_card(text) for text in plan.table.split()]
    hand = mask_of(parse_card(text) for text in plan.hand.split())
    compiled = compile_table(rules, plan.key)
    spare = cards_of(rules.pack & ~(compiled[SUIT + table[0]] | compiled[TRUMPS] | mask_of(table) | hand))
    hands = []
    for seat in range(rules.players):
        held = hand if seat == len(table) else mask_of(table[seat : seat + 1])
        while held.bit_count() < hand.bit_count():
            held |= 1 << next(spare)
        hands.append(held)
    state = play_state(rules, Contract(plan.key, 0), hands, dealer=rules.players - 1, leader=0)
    for seat, card in enumerate(table):
        state, _ = apply(state, Play(seat, card))
    return position_text(state)
