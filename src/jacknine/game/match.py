"""Deals into a match: the engine's front door.

``start`` makes a match, ``apply`` takes it one action further. Everything is a value; the only chance is the action
:class:`~jacknine.game.actions.Deal`, which comes from outside.
"""

from __future__ import annotations

from jacknine.game.actions import Action, Deal
from jacknine.game.deal import advance, begin
from jacknine.game.events import Event
from jacknine.game.legal import why_not
from jacknine.game.reasons import IllegalAction
from jacknine.game.state import DealState, State
from jacknine.rules.scoring import Sheet
from jacknine.rules.variant import Match, Rules, after


def start(rules: Rules, dealer: int = 0, totals: tuple[int, ...] | None = None) -> State:
    """A match about to begin: the next action is the first deal.

    ``dealer`` is the seat that deals first, ``totals`` match points to begin with (one number a side).

    Raises:
        ValueError: no such seat, or not one total a side.
    """
    if not 0 <= dealer < rules.players:
        raise ValueError(f"there is no seat {dealer}: seats are 0 to {rules.players - 1}")
    none = (0,) * rules.sides
    if totals is not None and len(totals) != rules.sides:
        raise ValueError(f"totals are one number a side, {rules.sides} in all")
    return State(rules, dealer, totals or none, none, 0, None, (), False, None)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and what happened.

    Raises:
        IllegalAction: the rules do not allow it; its ``reason`` says why.
    """
    refused = why_not(state, action)
    if refused is not None:
        raise IllegalAction(refused)
    return apply_legal(state, action)


def apply_legal(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """As :func:`apply`, for an action taken from ``legal``: it is not checked again."""
    if isinstance(action, Deal):
        dealer = state.dealer if state.deal is None else _next_dealer(state.rules, state.deal)
        deal, events = begin(state.rules, dealer, state.totals, action)
        return state._replace(dealer=dealer, deal_number=state.deal_number + 1, deal=deal), tuple(events)
    assert state.deal is not None
    deal, events = advance(state.rules, state.totals, state.held, state.deal, action)
    if deal.phase != "over":
        return state._replace(deal=deal), tuple(events)
    state = _settle(state, deal)
    if state.over:
        events.append(Event("match_over"))
    return state, tuple(events)


def _next_dealer(rules: Rules, deal: DealState) -> int:
    thrown_in = deal.outcome is not None and deal.outcome.sheet is None
    stays = thrown_in and (rules.match.same_dealer_on_void or deal.status.same_dealer)
    return deal.dealer if stays else after(deal.dealer, rules.players)


def _settle(state: State, deal: DealState) -> State:
    """Write a finished deal into the match."""
    outcome = deal.outcome
    assert outcome is not None
    outcomes = (*state.outcomes, outcome)
    if outcome.sheet is None:
        return state._replace(deal=deal, outcomes=outcomes)
    totals = tuple(total + score for total, score in zip(state.totals, outcome.sheet.scores, strict=True))
    played = sum(1 for one in outcomes if one.sheet is not None)
    totals, over, winner = finished(state.rules.match, totals, outcome.sheet, played, tricks_by_side(state.rules, deal))
    held = (0,) * state.rules.sides if over else outcome.sheet.held
    return state._replace(totals=totals, held=held, deal=deal, outcomes=outcomes, over=over, winner=winner)


def tricks_by_side(rules: Rules, deal: DealState) -> tuple[int, ...]:
    """The number of tricks each side has taken."""
    won = [rules.side_of(trick.winner) for trick in deal.tricks]
    return tuple(won.count(side) for side in range(rules.sides))


def finished(
    match: Match, totals: tuple[int, ...], sheet: Sheet, deals: int, tricks: tuple[int, ...]
) -> tuple[tuple[int, ...], bool, int | None]:
    """The totals after a deal, whether the match is over, and the side that has won it (None: nobody yet, or a draw).

    ``totals`` include the deal's ``sheet``; ``deals`` counts the deals scored so far, ``tricks`` those of the deal,
    by side. The totals change only where points that are still held over go back at the end (docs/games/belote.md
    1.13 A5); if that makes the sides level, the match goes on and they stay held.
    """
    over, winner = _won(match, totals, sheet, deals, tricks)
    if not over or not any(sheet.held) or match.held_at_end == "drop":
        return totals, over, winner
    credited = tuple(total + points for total, points in zip(totals, sheet.held, strict=True))
    leaders = [side for side, total in enumerate(credited) if total == max(credited)]
    return (credited, True, leaders[0]) if len(leaders) == 1 else (totals, False, None)


def _won(
    match: Match, totals: tuple[int, ...], sheet: Sheet, deals: int, tricks: tuple[int, ...]
) -> tuple[bool, int | None]:
    if sheet.match_to is not None:
        return True, sheet.match_to
    if match.deals is not None:
        if deals < match.deals:
            return False, None
        candidates = list(range(len(totals)))
    else:
        assert match.target is not None
        needed = match.target + int(match.exceed)
        candidates = [
            side
            for side, total in enumerate(totals)
            if total >= needed and (match.finish_without_trick or tricks[side] or sum(tricks) == 0)
        ]
    if not candidates:
        return False, None
    best = max(totals[side] for side in candidates)
    leaders = [side for side in candidates if totals[side] == best]
    if match.both_over == "deal_winner" and len(candidates) > 1:
        most = max(sheet.scores[side] for side in candidates)
        winners = [side for side in candidates if sheet.scores[side] == most]
        leaders = winners if len(winners) == 1 else leaders
    if len(leaders) == 1:
        return True, leaders[0]
    return match.at_equal == "draw", None
