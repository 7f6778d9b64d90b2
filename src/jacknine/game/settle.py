"""The end of a deal: what each side brought in, and the sheet that comes of it."""

from __future__ import annotations

from dataclasses import replace

from jacknine.cards import SUIT_MASKS
from jacknine.game.events import Event
from jacknine.game.state import KINGS_AND_QUEENS, DealState, Outcome, Step
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Line, RunningScoring, Sheet, Tally
from jacknine.rules.variant import Gain, Rules


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


def pairs_to_say(rules: Rules, deal: DealState) -> tuple[int, ...]:
    """The kings and queens of trump, by seat, that were said or can still be said: all pairs but those let go."""
    assert deal.contract is not None
    pairs = [KINGS_AND_QUEENS & SUIT_MASKS[suit] for suit in rules.denomination(deal.contract.key).belote_suits]
    return tuple(
        sum(pair for pair in pairs if hand & pair == pair and not silent & pair)
        for hand, silent in zip(deal.dealt, deal.belote_silent, strict=True)
    )


def falsely_claimed(deal: DealState) -> bool:
    """Whether the rest was claimed by a seat that could not be sure of it, and went to others."""
    return deal.claimed_by is not None and deal.tricks[-1].winner != deal.claimed_by


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
        first=rules.side_of(deal.eldest),
        taker_held_ace=any(deal.dealt[contract.taker] >> (8 * suit + 7) & 1 for suit in range(4)),
        totals=totals,
        finished=not any(deal.hands) and not deal.trick and not falsely_claimed(deal),
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


# --- a match that stops in the middle of a deal -----------------------------------------------------------------------


def stop(rules: Rules, totals: tuple[int, ...], held: tuple[int, ...], deal: DealState, events: list[Event]) -> Step:
    """The deal as it is, or over, if a side stands at the target (docs/games/bela.md 1.6, docs/games/jass.md 1.9)."""
    first_trick = len(deal.tricks) == 1 and not deal.trick
    groups = (
        rules.match.stop_order if first_trick else (tuple(gain for group in rules.match.stop_order for gain in group),)
    )
    sheet = _arrival(rules, deal, tally(rules, totals, held, deal), groups)
    if sheet is None:
        return deal, events
    if first_trick and rules.match.show_pair:
        shown = deal._replace(belote_said=pairs_to_say(rules, deal))
        other = _arrival(rules, shown, tally(rules, totals, held, shown), groups)
        if other is not None and other.match_to != sheet.match_to:
            seat = next(seat for seat, pair in enumerate(shown.belote_said) if pair)
            events.append(Event("belote", seat, shown.belote_said[seat]))
            return end(shown, other, events)
    return end(deal, sheet, events)


def _arrival(rules: Rules, deal: DealState, now: Tally, groups: tuple[tuple[Gain, ...], ...]) -> Sheet | None:
    """The sheet with which a side comes to the target first, when points count group after group."""
    assert isinstance(rules.scoring, RunningScoring)
    target = (rules.match.target or 0) + int(rules.match.exceed)
    nothing = (0,) * now.sides
    counted = replace(now, cards=nothing, declared=nothing, belote=nothing)
    for group in groups:
        counted = replace(counted, **{gain: getattr(now, gain) for gain in group})
        sheet = rules.scoring.running(counted)
        there = [side for side, score in enumerate(sheet.scores) if now.totals[side] + score >= target]
        if there:
            last = rules.side_of(deal.leader)
            winner = last if last in there else there[0]
            stopped = Line("stopped", winner, 0, len(deal.tricks))
            return replace(sheet, lines=(*sheet.lines, stopped), match_to=winner)
    return None


def end(deal: DealState, sheet: Sheet, events: list[Event]) -> Step:
    events.append(Event("deal_over"))
    return deal._replace(phase="over", turn=None, outcome=Outcome(deal.dealer, deal.contract, sheet)), events


def finish(rules: Rules, totals: tuple[int, ...], held: tuple[int, ...], deal: DealState, events: list[Event]) -> Step:
    sheet: Sheet = rules.scoring.score(tally(rules, totals, held, deal))
    return end(deal, sheet, events)
