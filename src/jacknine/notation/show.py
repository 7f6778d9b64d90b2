"""A deal in print: hands in four suits, the auction, the tricks with winner and points, the score sheet.

For people at a terminal and for the golden files of the tests. It shows everything, hidden cards too: it is for deals
that are over, or for eyes that may see all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jacknine.cards import CardSet, card_text, cards_text
from jacknine.game.settle import shown_seats
from jacknine.game.state import DealState, State
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Sheet
from jacknine.rules.variant import Rules

DENOMINATIONS = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
    "N": "no trump",
    "A": "all trump",
    "U": "tops down",
    "B": "bottoms up",
}


def deal_text(state: State) -> str:
    """The deal on the table in print; empty before the first one."""
    deal = state.deal
    if deal is None:
        return ""
    rules = state.rules
    lines = [f"Deal {state.deal_number}, dealt by seat {deal.dealer}"]
    for seat, hand in enumerate(deal.dealt):
        lines.append(f"  seat {seat}   {CardSet(hand)!r}")
    lines += _before_play(deal)
    lines += _trick_lines(rules, deal)
    lines += _after_play(rules, deal)
    if deal.outcome is not None and deal.outcome.sheet is not None:
        lines += _sheet_lines(state, deal.outcome.sheet)
    return "\n".join(lines) + "\n"


def _before_play(deal: DealState) -> Iterator[str]:
    if deal.layout.turned:
        yield f"  turned   {card_text(deal.layout.turned[deal.status.turned])}"
    yield f"Auction: {', '.join(f'{seat} {call}' for seat, call in deal.calls)}"
    if deal.contract is not None:
        yield f"Contract: {_contract_text(deal.contract)}"
    elif deal.phase == "over":
        yield "Thrown in"
    if deal.swapped is not None:
        yield f"Seat {deal.swapped} changes the trump seven for {card_text(deal.layout.turned[0])}"
    if deal.laid_away:
        yield f"Laid away: {' '.join(cards_text(deal.laid_away))}"


def _contract_text(contract: Contract) -> str:
    parts = [DENOMINATIONS[contract.key], f"by seat {contract.taker}"]
    if contract.level:
        parts.insert(0, str(contract.level))
    if contract.goal != "points":
        parts.append(f"({contract.goal})")
    if contract.called == "ashkal":
        parts.append("(ashkal)")
    if contract.multiplier > 1:
        parts.append(f"x {contract.multiplier}")
    if contract.locked:
        parts.append("locked")
    if contract.for_match:
        parts.append("for the match")
    return " ".join(parts)


def _trick_lines(rules: Rules, deal: DealState) -> Iterator[str]:
    for number, trick in enumerate(deal.tricks, 1):
        if trick.cards:
            roem = f" and {trick.roem} roem" if trick.roem else ""
            cards = _cards_text(rules, deal, trick.leader, trick.cards)
            yield f"  {number:2}  {cards} seat {trick.winner} takes {trick.points}{roem}"
    if deal.trick:
        yield f"  {len(deal.tricks) + 1:2}  {_cards_text(rules, deal, deal.leader, deal.trick)}".rstrip()


def _cards_text(rules: Rules, deal: DealState, leader: int, cards: Sequence[int]) -> str:
    """Cards in the order played, with an exclamation mark where the pair was said."""
    texts = []
    for place, card in enumerate(cards):
        said = deal.belote_said[(leader + place) % rules.players] >> card & 1
        texts.append(card_text(card) + ("!" if said else " "))
    return f"seat {leader} leads {' '.join(texts)}"


def _after_play(rules: Rules, deal: DealState) -> Iterator[str]:
    if deal.claimed_by is not None:
        claimed = [trick for trick in deal.tricks if not trick.cards]
        points = sum(trick.points for trick in claimed)
        yield f"  seat {deal.claimed_by} claims the last {len(claimed)}, {points} points to seat {claimed[-1].winner}"
    for seat in shown_seats(rules, deal):
        for one in deal.found[seat]:
            yield f"Seat {seat} declares {' '.join(cards_text(one.cards))}, {one.points}"


def _sheet_lines(state: State, sheet: Sheet) -> Iterator[str]:
    sides = range(state.rules.sides)
    rows: dict[str, list[int]] = {}
    for line in sheet.lines:
        row = rows.setdefault(line.id.replace("_", " "), [0 for _ in sides])
        row[line.side] += line.points
    names = ["seats 0+2", "seats 1+3"] if state.rules.partners else [f"seat {side}" for side in sides]
    result = {True: "made", False: "failed", None: "not judged"}[sheet.made]
    yield f"Sheet ({result})".ljust(26) + "".join(f"{name:>11}" for name in names)
    for name, points in [*rows.items(), ("score", list(sheet.scores)), ("total", list(state.totals))]:
        yield f"  {name:24}" + "".join(f"{number:11}" for number in points)
    if any(sheet.held):
        yield f"  {'held over':24}" + "".join(f"{number:11}" for number in sheet.held)
    if state.over:
        wins = "win" if state.rules.partners else "wins"
        yield f"The match is over: {'a draw' if state.winner is None else f'{names[state.winner]} {wins}'}"
