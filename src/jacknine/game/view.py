"""What a seat, or a spectator, may know: the only face of a game that bots, browsers, logs and files ever get.

Law: change the cards a seat cannot see in any way that its history allows, and its view is equal.
"""

from __future__ import annotations

from typing import NamedTuple

from jacknine.game.actions import Decision
from jacknine.game.legal import legal, legal_cards
from jacknine.game.settle import pairs_said, shown_seats
from jacknine.game.state import DealState, Outcome, Phase, State, Trick
from jacknine.rules.auction import Call, Said
from jacknine.rules.contract import Contract
from jacknine.rules.declarations import Declared
from jacknine.rules.variant import Rules, after


class View(NamedTuple):
    """One seat's knowledge (``seat`` None: a spectator's). Seats are absolute, masks are sets of cards.

    Before the first deal ``phase`` is None and there are no cards. ``hand`` is the viewer's own hand, ``dealt_hand``
    that with which he began to play, ``counts`` the number of cards of every seat. ``turned`` is the card lying face
    up, ``stock`` cards lying open beside it; ``swapped`` is the seat whose trump seven lies there now, and
    ``swapped_for`` the card it got. ``tricks`` are all finished tricks and ``trick`` the one in progress
    from ``leader``; ``best_seat`` is winning it. ``legal`` are the viewer's decisions when it is his turn, and
    ``legal_cards`` his cards among them as a mask; ``anytime`` are calls he may make while it is another's turn.
    ``own_declarations`` are what the viewer has to declare, ``declarations`` what lies open, by seat. ``belote``
    counts the pairs said by each seat. ``points`` are card points taken so far and ``roem`` roem, a side. ``hands``
    are all hands as dealt, once the deal is over and only then.
    """

    rules: Rules
    seat: int | None
    dealer: int
    deal_number: int
    totals: tuple[int, ...]
    held: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    match_over: bool
    winner: int | None
    phase: Phase | None
    turn: int | None
    eldest: int
    hand: int
    dealt_hand: int
    counts: tuple[int, ...]
    turned: int | None
    stock: int
    calls: tuple[Said, ...]
    standing: Contract | None
    contract: Contract | None
    leader: int
    trick: tuple[int, ...]
    best_seat: int | None
    ekka: bool
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    roem: tuple[int, ...]
    open_roem: bool
    own_declarations: tuple[Declared, ...]
    announced: tuple[bool, ...]
    declarations: tuple[tuple[Declared, ...], ...]
    belote: tuple[int, ...]
    laid_away: int
    swapped: int | None
    swapped_for: int | None
    claimed_by: int | None
    legal: tuple[Decision, ...]
    legal_cards: int
    anytime: tuple[Call, ...]
    hands: tuple[int, ...] | None
    outcome: Outcome | None

    @property
    def my_turn(self) -> bool:
        return self.turn is not None and self.turn == self.seat


def view(state: State, seat: int | None) -> View:
    """What a seat may know of a state; ``seat`` None for a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    return seen_from(seat, view_of_all(state), state)


def view_of_all(state: State) -> View:
    """What everybody may know of a state, which is a spectator's view."""
    rules, deal = state.rules, state.deal
    if deal is None:
        return _before_first_deal(state)
    over = deal.phase == "over"
    return View(
        rules=rules,
        seat=None,
        dealer=deal.dealer,
        deal_number=state.deal_number,
        totals=state.totals,
        held=state.held,
        outcomes=state.outcomes,
        match_over=state.over,
        winner=state.winner,
        phase=deal.phase,
        turn=deal.turn,
        eldest=deal.eldest,
        hand=0,
        dealt_hand=0,
        counts=tuple(hand.bit_count() for hand in deal.hands),
        turned=_turned(deal),
        stock=deal.layout.stock if rules.dealing.stock_open else 0,
        calls=deal.calls,
        standing=deal.status.contract,
        contract=deal.contract,
        leader=deal.leader,
        trick=deal.trick,
        best_seat=deal.best_seat if deal.trick else None,
        ekka=bool(deal.ekka),
        tricks=deal.tricks,
        points=_by_side(rules, _public_captured(rules, deal, None)),
        roem=_by_side(rules, deal.roem),
        open_roem=bool(deal.open_roem),
        own_declarations=(),
        announced=deal.announced if _announced_aloud(rules, deal) else (False,) * rules.players,
        declarations=_open_declarations(rules, deal),
        belote=tuple(pairs_said(deal, other) for other in range(rules.players)),
        laid_away=deal.laid_away if over else 0,
        swapped=deal.swapped,
        swapped_for=None if deal.swapped is None else deal.layout.turned[0],
        claimed_by=deal.claimed_by,
        legal=(),
        legal_cards=0,
        anytime=(),
        hands=deal.dealt if over else None,
        outcome=deal.outcome,
    )


def seen_from(seat: int | None, public: View, state: State) -> View:
    """What a seat may know of a state, of which this is what everybody may know: its own hand and choices besides.

    Raises:
        ValueError: there is no such seat.
    """
    rules, deal = state.rules, state.deal
    if seat is None:
        return public
    if not 0 <= seat < rules.players:
        raise ValueError(f"there is no seat {seat}: seats are 0 to {rules.players - 1}")
    if deal is None:
        return public._replace(seat=seat)
    mine, looked = deal.turn == seat, _looked(rules, deal, seat)
    holds = deal.contract is not None and deal.contract.taker == seat
    return public._replace(
        seat=seat,
        hand=deal.hands[seat] if looked else 0,
        dealt_hand=deal.dealt[seat] if looked else 0,
        points=_by_side(rules, _public_captured(rules, deal, seat)) if holds else public.points,
        own_declarations=deal.found[seat],
        laid_away=deal.laid_away if holds else public.laid_away,
        legal=legal(state) if mine else (),
        legal_cards=legal_cards(rules, deal) if mine else 0,
        anytime=tuple(said.call for said in deal.status.anytime if said.seat == seat),
    )


def _before_first_deal(state: State) -> View:
    rules = state.rules
    none = (0,) * rules.players
    nothing = (0,) * rules.sides
    return View(
        rules=rules, seat=None, dealer=state.dealer, deal_number=0, totals=state.totals, held=state.held,
        outcomes=(), match_over=False, winner=None, phase=None, turn=None, eldest=after(state.dealer, rules.players),
        hand=0, dealt_hand=0, counts=none, turned=None, stock=0, calls=(), standing=None, contract=None, leader=0,
        trick=(), best_seat=None, ekka=False, tricks=(), points=nothing, roem=nothing, open_roem=False,
        own_declarations=(), announced=(False,) * rules.players, declarations=((),) * rules.players, belote=none,
        laid_away=0, swapped=None, swapped_for=None, claimed_by=None, legal=(), legal_cards=0, anytime=(),
        hands=None, outcome=None,
    )  # fmt: skip


def _looked(rules: Rules, deal: DealState, seat: int) -> bool:
    """Whether a seat has looked at its cards yet: where they lie covered, only when its turn to call has come."""
    if not rules.dealing.covered or deal.contract is not None or deal.phase == "over":
        return True
    return deal.turn == seat or any(said.seat == seat for said in deal.calls)


def _turned(deal: DealState) -> int | None:
    """The card that lies face up: the turned one until somebody takes it, or what was put in its place."""
    if not deal.layout.turned:
        return None
    if deal.swapped is not None:
        return deal.layout.turned[0] & ~7
    return deal.layout.turned[deal.status.turned]


def _public_captured(rules: Rules, deal: DealState, seat: int | None) -> tuple[int, ...]:
    """Card points taken in tricks; what the taker laid away counts only for eyes that have seen it."""
    points = [0] * rules.players
    for trick in deal.tricks:
        points[trick.winner] += trick.points
    if deal.contract is not None and (deal.phase == "over" or seat == deal.contract.taker):
        return deal.captured
    return tuple(points)


def _announced_aloud(rules: Rules, deal: DealState) -> bool:
    """Whether it can be known who has declared: where each seat announces by itself."""
    if deal.contract is None:
        return False
    declarations = rules.declarations_in(rules.denomination(deal.contract.key))
    return declarations.announce == "manual"


def _open_declarations(rules: Rules, deal: DealState) -> tuple[tuple[Declared, ...], ...]:
    shown = shown_seats(rules, deal)
    return tuple(deal.found[seat] if seat in shown else () for seat in range(rules.players))


def _by_side(rules: Rules, values: tuple[int, ...]) -> tuple[int, ...]:
    sides = [0] * rules.sides
    for seat, value in enumerate(values):
        sides[rules.side_of(seat)] += value
    return tuple(sides)
