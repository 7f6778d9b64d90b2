"""The end of a deal: what each side brought in, and the sheet that comes of it."""

from __future__ import annotations

from jacknine.cards import SUIT_MASKS
from jacknine.game.events import Event
from jacknine.game.state import KINGS_AND_QUEENS, DealState, Outcome, Step
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Line, Sheet, Tally
from jacknine.rules.variant import Rules


def camp_of(rules: Rules, contract: Contract, seat: int) -> int:
    """Who stands with whom in this deal: the side, or with a lone taker 0 for him and 1 for all others."""
    return int(seat != contract.taker) if rules.solo else rules.side_of(seat)


def shown_seats(rules: Rules, deal: DealState) -> list[int]:
    """The seats whose declarations count and lie open."""
    if deal.shown_seat is None or deal.contract is None:
        return []
    camp = camp_of(rules, deal.contract, deal.shown_seat)
    return [
        seat for seat in range(rules.players) if deal.announced[seat] and camp_of(rules, deal.contract, seat) == camp
    ]


def pairs_said(deal: DealState, seat: int) -> int:
    """How many king-and-queen pairs a seat has said."""
    return sum(1 for suit in range(4) if deal.belote_said[seat] & SUIT_MASKS[suit])


def tally(rules: Rules, totals: tuple[int, ...], held: tuple[int, ...], deal: DealState) -> Tally:
    """What each side brought in, added up over its seats."""
    contract = deal.contract
    assert contract is not None
    shown = shown_seats(rules, deal)
    declared, beaten, belote, roem, cards, tricks = ([0] * rules.sides for _ in range(6))
    for seat in range(rules.players):
        side = rules.side_of(seat)
        cards[side] += deal.captured[seat]
        roem[side] += deal.roem[seat]
        belote[side] += (pairs_said(deal, seat) - _absorbed(rules, deal, seat, shown)) * rules.pair_points
        if deal.announced[seat]:
            (declared if seat in shown else beaten)[side] += sum(one.points for one in deal.found[seat])
    for trick in deal.tricks:
        tricks[rules.side_of(trick.winner)] += 1
    return Tally(
        taker=rules.side_of(contract.taker),
        cards=tuple(cards),
        tricks=tuple(tricks),
        declared=tuple(declared),
        beaten=tuple(beaten),
        belote=tuple(belote),
        roem=tuple(roem),
        held=held,
        contract=contract,
        taker_took_all=all(trick.winner == contract.taker for trick in deal.tricks),
        taker_is_eldest=contract.taker == deal.eldest,
        taker_held_ace=any(deal.dealt[contract.taker] >> (8 * suit + 7) & 1 for suit in range(4)),
        totals=totals,
        factor=rules.denomination(contract.key).factor,
        raiser_side=None if contract.raiser is None else rules.side_of(contract.raiser),
    )


def _absorbed(rules: Rules, deal: DealState, seat: int, shown: list[int]) -> int:
    """The pairs of a seat that one of its scoring declarations takes away (docs/games/baloot.md 2.4)."""
    if rules.pair_absorbed_from is None or seat not in shown or not deal.belote_said[seat]:
        return 0
    pairs = [KINGS_AND_QUEENS & SUIT_MASKS[suit] for suit in range(4) if deal.belote_said[seat] & SUIT_MASKS[suit]]
    large = [one for one in deal.found[seat] if one.points >= rules.pair_absorbed_from]
    return sum(
        any(one.cards & pair == pair or (one.kind == "four" and one.cards & pair) for one in large) for pair in pairs
    )


def _safe_points(rules: Rules, deal: DealState) -> list[Line]:
    """The points that no later trick can take away: tricks, and bonuses of sides with a trick (docs/games/bela.md
    1.6).
    """
    with_tricks = {rules.side_of(trick.winner) for trick in deal.tricks}
    lines = [Line("cards", rules.side_of(seat), points) for seat, points in enumerate(deal.captured) if points]
    for seat in range(rules.players):
        side = rules.side_of(seat)
        if side not in with_tricks:
            continue
        if seat in shown_seats(rules, deal):
            lines += [Line("declarations", side, one.points) for one in deal.found[seat]]
        if deal.belote_said[seat]:
            lines.append(Line("belote", side, pairs_said(deal, seat) * rules.pair_points))
    return lines


def safe_winner(rules: Rules, totals: tuple[int, ...], deal: DealState) -> int | None:
    """The side whose safe points reach the target, that of the last trick's winner first if several do."""
    lines = _safe_points(rules, deal)
    reached = [
        side
        for side, total in enumerate(totals)
        if total + sum(line.points for line in lines if line.side == side) >= (rules.match.target or 0)
    ]
    last = rules.side_of(deal.tricks[-1].winner)
    return last if last in reached else (reached[0] if reached else None)


def stop(rules: Rules, deal: DealState, events: list[Event], winner: int) -> Step:
    """The match stops in the middle of a deal: what is safe is written and nothing is judged."""
    lines = (*_safe_points(rules, deal), Line("stopped", winner, 0, len(deal.tricks)))
    scores = tuple(sum(line.points for line in lines if line.side == side) for side in range(rules.sides))
    return end(deal, Sheet(lines, scores, None, (0,) * rules.sides, match_to=winner), events)


def end(deal: DealState, sheet: Sheet, events: list[Event]) -> Step:
    events.append(Event("deal_over"))
    return deal._replace(phase="over", turn=None, outcome=Outcome(deal.dealer, deal.contract, sheet)), events


def finish(rules: Rules, totals: tuple[int, ...], held: tuple[int, ...], deal: DealState, events: list[Event]) -> Step:
    sheet: Sheet = rules.scoring.score(tally(rules, totals, held, deal))
    return end(deal, sheet, events)
