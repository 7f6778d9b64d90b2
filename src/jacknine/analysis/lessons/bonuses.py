"""Orders, declarations and roem of a lesson: the tables, and hands in which the engine finds what is declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from jacknine.analysis.lessons.auctions import by_suit, who
from jacknine.analysis.lessons.given import (
    HandGiven,
    HandsGiven,
    Message,
    OrdersGiven,
    Ranking,
    Worth,
    WorthsGiven,
    message,
)
from jacknine.analysis.lessons.parts import Hands
from jacknine.cards import SUIT_MASKS, mask_of, parse_card, parse_cards
from jacknine.game.settle import camp_of, tally
from jacknine.game.setup import play_state
from jacknine.game.state import KINGS_AND_QUEENS, DealState
from jacknine.rules.contract import Contract
from jacknine.rules.declarations import FOURS, Declarations, Declared
from jacknine.rules.table import compile_table
from jacknine.rules.trick import points_of, roem_of
from jacknine.rules.variant import Denomination, Order, Rules

Key = TypeVar("Key")
Item = TypeVar("Item")

ROEM_RUNS: Final = ((3, "7S 8S 9S"), (4, "7S 8S 9S TS"))
"""A run of each length, to ask the engine for its roem."""


def _grouped(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, tuple[Item, ...]]:
    groups: dict[Key, tuple[Item, ...]] = {}
    for key, item in pairs:
        groups[key] = (*groups.get(key, ()), item)
    return groups


def given_orders(rules: Rules) -> OrdersGiven:
    """How cards rank and what they count in every denomination."""
    rows = _grouped(pair for denomination in rules.denominations for pair in _orders(denomination))
    totals = _grouped((card_total(rules, one.key), one.key) for one in rules.denominations)
    return OrdersGiven(
        tuple(Ranking(kind, keys, order.ranks, order.points) for (kind, order), keys in rows.items()),
        tuple((keys, total) for total, keys in totals.items()),
    )


def _orders(denomination: Denomination) -> list[tuple[tuple[str, Order], str]]:
    key = denomination.key
    if denomination.all_trump:
        return [(("every", denomination.trump_order), key)]
    if denomination.trump is None:
        return [(("every", denomination.plain_order), key)]
    return [(("trump", denomination.trump_order), key), (("plain", denomination.plain_order), key)]


def card_total(rules: Rules, key: str) -> int:
    """What the cards of the whole pack come to, last trick included."""
    return points_of(compile_table(rules, key), rules.pack) + rules.last_trick


def given_worths(rules: Rules) -> WorthsGiven:
    """What declarations, or roem, and the pair are worth."""
    if rules.roem is not None:
        return WorthsGiven((), _roem_worths(rules))
    columns = _grouped((_pays(rules, one), one.key) for one in rules.denominations)
    paid = [(rules.declarations_in(rules.denomination(keys[0])), pair) for (_, pair), keys in columns.items()]
    rows = [*_run_worths([one for one, _ in paid]), *_four_worths([one for one, _ in paid])]
    pairs = tuple(pair or None for _, pair in paid)
    if any(pairs):
        rows.append(Worth("pair", pairs))
    return WorthsGiven(tuple(columns.values()), tuple(rows))


def _pays(rules: Rules, denomination: Denomination) -> tuple[tuple[object, ...], int]:
    """What a denomination pays for declarations and for the pair."""
    declarations = rules.declarations_in(denomination)
    pair = rules.pair_points if denomination.belote_suits else 0
    return (*declarations.runs.items(), *declarations.fours.items()), pair


def _run_worths(paid: Sequence[Declarations]) -> list[Worth]:
    lengths = sorted({length for one in paid for length in one.runs})
    return [
        Worth("run", tuple(one.runs.get(length) for one in paid), length, length == lengths[-1]) for length in lengths
    ]


def _four_worths(paid: Sequence[Declarations]) -> list[Worth]:
    ranks = list(dict.fromkeys(rank for one in paid for rank in one.four_order if rank in one.fours))
    groups = _grouped((tuple(one.fours.get(rank) for one in paid), rank) for rank in ranks)
    rows = [Worth("four", points, ranks="".join(ranks)) for points, ranks in groups.items()]
    return sorted(rows, key=lambda row: [-(points or 0) for points in row.points[::-1]])


def _roem_worths(rules: Rules) -> tuple[Worth, ...]:
    """Each kind of roem, asked of the engine by a trick that holds it."""
    table = compile_table(rules, "H")
    rows = [Worth("run", (roem_of(table, parse_cards(cards.split())),), length) for length, cards in ROEM_RUNS]
    fours = _grouped((roem_of(table, cards), rank) for rank, cards in FOURS.items() if cards & ~rules.pack == 0)
    rows += [Worth("four", (points,), ranks="".join(ranks)[::-1]) for points, ranks in fours.items() if points]
    return (*rows, Worth("pair", (roem_of(table, parse_cards(["KH", "QH"])),)))


# --- hands ------------------------------------------------------------------------------------------------------------


def given_hands(rules: Rules, plan: Hands) -> HandsGiven:
    """What hands declare under the rules in force, and whose declarations count."""
    hands = [mask_of(parse_card(text) for text in texts.split()) for texts in plan.hands]
    hands += [0] * (rules.players - len(hands))
    contract = Contract(plan.key, plan.taker)
    state = play_state(rules, contract, hands, dealer=rules.players - 1)
    assert state.deal is not None
    denomination = rules.denomination(plan.key)
    declarations = rules.declarations_in(denomination)
    found = {seat: declarations.find(hand, denomination.trump) for seat, hand in enumerate(hands)}
    best = declarations.best_seat(
        found,
        denomination.trump,
        camp=lambda seat: camp_of(rules, contract, seat),
        eldest=0,
        taker=plan.taker,
        players=rules.players,
    )
    deal = state.deal._replace(
        announced=tuple(bool(found[seat]) for seat in range(rules.players)),
        found=tuple(found.values()),
        shown_seat=best,
        belote_said=tuple(_pairs(denomination, hand) for hand in hands),
    )
    counted = [
        best is not None and bool(found[seat]) and camp_of(rules, contract, seat) == camp_of(rules, contract, best)
        for seat in range(rules.players)
    ]
    given = [
        HandGiven(who(rules, seat), by_suit(hand), found[seat], counted[seat], deal.belote_said[seat])
        for seat, hand in enumerate(hands)
        if hand
    ]
    return HandsGiven(plan.key, tuple(given), _verdict(rules, deal, best, found, len(given)))


def _pairs(denomination: Denomination, hand: int) -> int:
    pairs = [KINGS_AND_QUEENS & SUIT_MASKS[suit] for suit in denomination.belote_suits]
    return sum(pair for pair in pairs if hand & pair == pair)


def _verdict(
    rules: Rules, deal: DealState, best: int | None, found: Mapping[int, tuple[Declared, ...]], hands: int
) -> tuple[Message, ...]:
    """Whose declarations count and for how much; then the pairs, which need no comparison."""
    nothing = (0,) * rules.sides
    counted = tally(rules, nothing, nothing, deal)
    said = []
    if best is not None:
        side = rules.side_of(best)
        if hands == 1:
            said.append(message("hands.sum", points=counted.declared[side]))
        else:
            said.append(message("hands.best", who=who(rules, best), points=counted.declared[side]))
    elif any(found.values()):
        said.append(message("hands.equal"))
    for seat, pair in enumerate(deal.belote_said):
        if pair:
            points = counted.belote[rules.side_of(seat)]
            said.append(message("hands.pair", points=points) if points else message("hands.absorbed"))
    return tuple(said) or (message("hands.none"),)
