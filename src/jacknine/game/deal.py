"""One deal as a fold over decisions: calls, discards, declarations, cards.

``begin`` lays the cards out; ``advance`` takes a decision that is known to be legal and gives the next state with the
news. Whether a decision is legal is asked in :mod:`jacknine.game.legal`; nothing here refuses.
"""

from __future__ import annotations

from collections.abc import Sequence

from jacknine.cards import SUITS, suit_of
from jacknine.game.actions import Claim, Deal, Decision, Declare, Discard, Play, Roem, Skip, Speak, Swap
from jacknine.game.events import Event
from jacknine.game.settle import end, finish, stop
from jacknine.game.state import DealState, Outcome, Step, replaced, trump_seven
from jacknine.game.tricks import call_roem, claim_rest, lay_card, take_trick
from jacknine.rules.auction import Said, Seating
from jacknine.rules.contract import Contract
from jacknine.rules.dealing import complete, lay_out
from jacknine.rules.declarations import Declarations, Declared
from jacknine.rules.scoring import SheetWriter
from jacknine.rules.table import compile_table
from jacknine.rules.trick import points_of
from jacknine.rules.variant import Rules, after


def begin(rules: Rules, dealer: int, totals: tuple[int, ...], deal: Deal) -> Step:
    """The deal just dealt, and eldest to speak."""
    players = rules.players
    eldest = after(dealer, players)
    layout = lay_out(rules.dealing, players, eldest, deal.cards, deal.pile)
    none = (0,) * players
    state = DealState(
        phase="auction",
        dealer=dealer,
        eldest=eldest,
        turn=eldest,
        layout=layout,
        calls=(),
        status=rules.auction.status(_seating(rules, eldest, layout.turned, layout.first, totals), ()),
        contract=None,
        table=(),
        hands=layout.first,
        dealt=layout.first,
        laid_away=0,
        leader=eldest,
        trick=(),
        best=0,
        best_seat=eldest,
        ekka=0,
        tricks=(),
        captured=none,
        roem=none,
        open_roem=0,
        found=((),) * players,
        announced=(False,) * players,
        shown_seat=None,
        belote_said=none,
        belote_silent=none,
        swapped=None,
        claimed_by=None,
        outcome=None,
    )
    state = state._replace(turn=state.status.turn)
    events = [Event("dealt", seat, layout.first[seat], only=seat) for seat in range(players)]
    return state, events


def _seating(
    rules: Rules, eldest: int, turned: tuple[int, ...], hands: tuple[int, ...], totals: tuple[int, ...]
) -> Seating:
    return Seating(rules.players, eldest, rules.partners, turned, hands, totals)


def advance(rules: Rules, totals: tuple[int, ...], held: tuple[int, ...], deal: DealState, action: Decision) -> Step:
    """The deal after a legal decision, and the news."""
    match action:
        case Play():
            step = lay_card(rules, deal, action)
        case Speak():
            step = _speak(rules, totals, deal, action)
        case Discard():
            step = _discard(rules, deal, action)
        case Swap() | Skip():
            step = _swap_or_skip(rules, deal, action)
        case Declare():
            announced = replaced(deal.announced, action.seat, True)
            step = deal._replace(announced=announced), [Event("declared", action.seat)]
        case Roem():
            step = call_roem(deal, action.seat)
        case Claim():
            step = claim_rest(rules, deal, action.seat)
    state, events = step
    stops = bool(rules.match.stop_order)
    if stops and (state.captured, state.belote_said) != (deal.captured, deal.belote_said) and state.phase == "play":
        state, events = stop(rules, totals, held, state, events)
    if len(state.trick) == rules.players and state.phase == "play":
        state, events = take_trick(rules, state, events)
        if stops:
            state, events = stop(rules, totals, held, state, events)
    if state.phase == "play" and not state.hands[state.leader] and not state.trick and not state.open_roem:
        return finish(rules, totals, held, state, events)
    return state, events


def _speak(rules: Rules, totals: tuple[int, ...], deal: DealState, action: Speak) -> Step:
    calls = (*deal.calls, Said(action.seat, action.call))
    hands = deal.hands
    events = [Event("called", action.seat, call=action.call)]
    if (
        rules.dealing.talon_on_pass
        and action.call.word == "pass"
        and not deal.hands[action.seat] & deal.layout.talons[action.seat]
    ):
        hands = replaced(hands, action.seat, hands[action.seat] | deal.layout.talons[action.seat])
        events.append(Event("picked_up", action.seat, deal.layout.talons[action.seat], only=action.seat))
    seating = _seating(rules, deal.eldest, deal.layout.turned, hands, totals)
    status = rules.auction.status(seating, calls)
    deal = deal._replace(calls=calls, hands=hands, status=status, turn=status.turn)
    if status.settled and deal.contract is None and status.contract is not None:
        return _make_up_hands(rules, deal, status.contract, events), events
    if not status.over:
        return deal, events
    if status.void or status.contract is None:
        events.append(Event("thrown_in"))
        outcome = Outcome(deal.dealer, None, None)
        return deal._replace(phase="over", outcome=outcome), events
    return _fix_contract(rules, deal, status.contract, events)


def _make_up_hands(rules: Rules, deal: DealState, contract: Contract, events: list[Event]) -> DealState:
    """Trump is fixed: the talons are picked up and the rest is dealt."""
    hands = complete(rules.dealing, deal.layout, deal.hands, deal.eldest, contract.taker, contract.card_to)
    events.append(Event("contract", contract.taker))
    for seat, hand in enumerate(hands):
        if hand != deal.hands[seat]:
            events.append(Event("picked_up", seat, hand & ~deal.hands[seat], only=seat))
    return deal._replace(contract=contract, hands=tuple(hands), dealt=tuple(hands))


def _fix_contract(rules: Rules, deal: DealState, contract: Contract, events: list[Event]) -> Step:
    if deal.contract is None:
        deal = _make_up_hands(rules, deal, contract, events)
    deal = deal._replace(contract=contract, table=compile_table(rules, contract.key, contract.locked))
    # Every seat is asked in turn, so that to be asked does not tell who has the seven (docs/games/bela.md 1.3).
    if rules.dealing.seven_swap and SUITS[suit_of(deal.layout.turned[0])] == contract.key:
        return deal._replace(phase="swap", turn=deal.eldest), events
    return _after_swap(rules, deal, contract, events)


def _swap_or_skip(rules: Rules, deal: DealState, action: Swap | Skip) -> Step:
    if deal.phase == "play":
        return deal._replace(open_roem=0), []
    contract = deal.contract
    assert contract is not None
    events = []
    if isinstance(action, Swap):
        turned, seven = 1 << deal.layout.turned[0], trump_seven(deal)
        hands = replaced(deal.hands, action.seat, deal.hands[action.seat] & ~seven | turned)
        deal = deal._replace(hands=hands, dealt=hands, swapped=action.seat)
        events.append(Event("swapped", action.seat, turned))
    elif (following := (action.seat + 1) % rules.players) != deal.eldest:
        return deal._replace(turn=following), events
    return _after_swap(rules, deal, contract, events)


def _after_swap(rules: Rules, deal: DealState, contract: Contract, events: list[Event]) -> Step:
    if rules.dealing.discard:
        return deal._replace(phase="discard", turn=contract.taker), events
    return _begin_play(rules, deal, events)


def _discard(rules: Rules, deal: DealState, action: Discard) -> Step:
    hands = replaced(deal.hands, action.seat, deal.hands[action.seat] & ~action.cards)
    points = points_of(deal.table, action.cards)
    deal = deal._replace(
        hands=hands,
        dealt=hands,
        laid_away=action.cards,
        captured=replaced(deal.captured, action.seat, deal.captured[action.seat] + points),
    )
    return _begin_play(rules, deal, [Event("laid_away", action.seat, action.cards, only=action.seat)])


def _begin_play(rules: Rules, deal: DealState, events: list[Event]) -> Step:
    assert deal.contract is not None
    denomination = rules.denomination(deal.contract.key)
    declarations = rules.declarations_in(denomination)
    leader = rules.first_leader(deal.eldest, deal.contract.taker)
    deal = deal._replace(phase="play", turn=leader, leader=leader, best_seat=leader)
    if not declarations:
        return deal, events
    found = tuple(declarations.find(hand, denomination.trump) for hand in deal.dealt)
    automatic = declarations.announce == "auto"
    deal = deal._replace(found=found, announced=tuple(automatic and bool(one) for one in found))
    holder = eight_in_a_row(declarations, denomination.trump, found)
    if holder is None:
        return deal, events
    side = rules.side_of(holder)
    events.append(Event("belot", holder, deal.dealt[holder]))
    writer = SheetWriter(rules.sides)
    writer.add("belot", side, rules.match.target or 0, 8)
    return end(deal, writer.sheet(None, match_to=side), events)


def eight_in_a_row(declarations: Declarations, trump: int | None, found: Sequence[tuple[Declared, ...]]) -> int | None:
    """The seat whose eight cards in a row win the match (docs/games/bela.md 1.5)."""
    if declarations.eight_wins == "never":
        return None
    for seat, declared in enumerate(found):
        for one in declared:
            if one.length == 8 and (declarations.eight_wins == "any" or suit_of(one.top) == trump):
                return seat
    return None
