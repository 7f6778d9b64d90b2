"""Which cards a taker lays away."""

from __future__ import annotations

from jacknine.bots.strength import DECLARED, PAIRS, TAKER, scale_of
from jacknine.cards import cards_of
from jacknine.game import Discard, View
from jacknine.rules.table import POINTS, compile_table


def lay_away(view: View) -> Discard:
    """The discard that leaves the best hand: strength kept, points brought home, declarations and pairs unbroken."""
    assert view.contract is not None
    rules = view.rules
    denomination = rules.denomination(view.contract.key)
    scale = scale_of(denomination, TAKER)
    table = compile_table(rules, denomination.key)
    declarations = rules.declarations_in(denomination)
    found = declarations.find(view.hand, denomination.trump) if declarations else ()
    pairs = [PAIRS[suit] for suit in denomination.belote_suits]

    def worth(discard: Discard) -> float:
        kept = view.hand & ~discard.cards
        total = scale.weigh(denomination, kept) + sum(table[POINTS + card] for card in cards_of(discard.cards))
        total += DECLARED * sum(one.points for one in found if not one.cards & discard.cards)
        return total + rules.pair_points * sum(1 for pair in pairs if kept & pair == pair)

    return max((choice for choice in view.legal if isinstance(choice, Discard)), key=worth)
