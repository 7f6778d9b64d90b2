"""One deal as a fold over decisions: calls, discards, declarations, cards.

``begin`` lays the cards out; ``advance`` takes a decision that is known to be legal and gives the next state with the
news. Whether a decision is legal is asked in :mod:`jacknine.game.legal`; nothing here refuses.
"""

from __future__ import annotations

from typing import TypeVar

from jacknine.cards import SUIT_MASKS, SUITS, suit_of
from jacknine.game.actions import Claim, Deal, Decision, Declare, Discard, Play, Roem, Skip, Speak, Swap
from jacknine.game.events import Event
from jacknine.game.state import DealState, Outcome, Trick
from jacknine.rules.auction import Said, Seating
from jacknine.rules.contract import Contract
from jacknine.rules.dealing import complete, lay_out
from jacknine.rules.scoring import Sheet, Tally
from jacknine.rules.table import SUIT, TRUMPS, compile_table
from jacknine.rules.trick import beats, points_of, roem_of
from jacknine.rules.variant import Rules, after

KINGS_AND_QUEENS = sum(0b01100000 << (8 * suit) for suit in range(4))
SEVENS = sum(1 << (8 * suit) for suit in range(4))

Step = tuple[DealState, list[Event]]
Value = TypeVar("Value")


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
            step = _play(rules, deal, action)
        case Speak():
            step = _speak(rules, totals, deal, action)
        case Discard():
            step = _discard(rules, deal, action)
        case Swap() | Skip():
            step = _swap_or_skip(rules, deal, action)
        case Declare():
            announced = _with(deal.announced, action.seat, True)
            step = deal._replace(announced=announced), [Event("declared", action.seat)]
        case Roem():
            step = _call_roem(deal, action.seat)
        case Claim():
            step = _claim(rules, deal, action.seat)
    state, events = step
    if state.phase == "play" and not state.hands[state.leader] and not state.trick and not state.open_roem:
        return _finish(rules, totals, held, state, events)
    return step


# --- auction and what follows it --------------------------------------------------------------------------------------


def _speak(rules: Rules, totals: tuple[int, ...], deal: DealState, action: Speak) -> Step:
    calls = (*deal.calls, Said(action.seat, action.call))
    hands = deal.hands
    events = [Event("called", action.seat, call=action.call)]
    if (
        rules.dealing.talon_on_pass
        and action.call.word == "pass"
        and not deal.hands[action.seat] & deal.layout.talons[action.seat]
    ):
        hands = _with(hands, action.seat, hands[action.seat] | deal.layout.talons[action.seat])
        events.append(Event("picked_up", action.seat, deal.layout.talons[action.seat], only=action.seat))
    seating = _seating(rules, deal.eldest, deal.layout.turned, hands, totals)
    status = rules.auction.status(seating, calls)
    deal = deal._replace(calls=calls, hands=hands, status=status, turn=status.turn)
    if not status.over:
        return deal, events
    if status.void or status.contract is None:
        events.append(Event("thrown_in"))
        outcome = Outcome(deal.dealer, None, None)
        return deal._replace(phase="over", outcome=outcome), events
    return _fix_contract(rules, deal, status.contract, events)


def _fix_contract(rules: Rules, deal: DealState, contract: Contract, events: list[Event]) -> Step:
    hands = complete(rules.dealing, deal.layout, deal.hands, deal.eldest, contract.taker, contract.card_to)
    events.append(Event("contract", contract.taker))
    for seat, hand in enumerate(hands):
        if hand != deal.hands[seat]:
            events.append(Event("picked_up", seat, hand & ~deal.hands[seat], only=seat))
    deal = deal._replace(
        contract=contract,
        table=compile_table(rules, contract.key, contract.locked),
        hands=tuple(hands),
        dealt=tuple(hands),
    )
    swapper = _swapper(rules, deal, contract)
    if swapper is not None:
        return deal._replace(phase="swap", turn=swapper), events
    return _after_swap(rules, deal, contract, events)


def _swapper(rules: Rules, deal: DealState, contract: Contract) -> int | None:
    """The seat that may change its trump seven for the turned card (docs/games/bela.md 1.3)."""
    if not rules.dealing.seven_swap or SUITS[suit_of(deal.layout.turned[0])] != contract.key:
        return None
    seven = SEVENS & SUIT_MASKS[suit_of(deal.layout.turned[0])]
    return next((seat for seat, hand in enumerate(deal.layout.first) if hand & seven), None)


def _swap_or_skip(rules: Rules, deal: DealState, action: Swap | Skip) -> Step:
    if deal.phase == "play":
        return deal._replace(open_roem=0), []
    contract = deal.contract
    assert contract is not None
    events = []
    if isinstance(action, Swap):
        turned = 1 << deal.layout.turned[0]
        seven = SEVENS & SUIT_MASKS[suit_of(deal.layout.turned[0])]
        hands = _with(deal.hands, action.seat, deal.hands[action.seat] & ~seven | turned)
        deal = deal._replace(hands=hands, dealt=hands, swapped=action.seat)
        events.append(Event("swapped", action.seat, turned))
    return _after_swap(rules, deal, contract, events)


def _after_swap(rules: Rules, deal: DealState, contract: Contract, events: list[Event]) -> Step:
    if rules.dealing.discard:
        return deal._replace(phase="discard", turn=contract.taker), events
    return _begin_play(rules, deal, events)


def _discard(rules: Rules, deal: DealState, action: Discard) -> Step:
    hands = _with(deal.hands, action.seat, deal.hands[action.seat] & ~action.cards)
    points = points_of(deal.table, action.cards)
    deal = deal._replace(
        hands=hands,
        dealt=hands,
        laid_away=action.cards,
        captured=_with(deal.captured, action.seat, deal.captured[action.seat] + points),
    )
    return _begin_play(rules, deal, [Event("laid_away", action.seat, action.cards, only=action.seat)])


def _begin_play(rules: Rules, deal: DealState, events: list[Event]) -> Step:
    assert deal.contract is not None
    denomination = rules.denomination(deal.contract.key)
    declarations = denomination.declarations or rules.declarations
    deal = deal._replace(phase="play", turn=deal.eldest, leader=deal.eldest)
    if not declarations:
        return deal, events
    found = tuple(declarations.find(hand, denomination.trump) for hand in deal.dealt)
    automatic = declarations.announce == "auto"
    return deal._replace(found=found, announced=tuple(automatic and bool(one) for one in found)), events


# --- card play --------------------------------------------------------------------------------------------------------


def _play(rules: Rules, deal: DealState, action: Play) -> Step:
    seat, card = action.seat, action.card
    table = deal.table
    events = [Event("played", seat, 1 << card)]
    trick = (*deal.trick, card)
    best, best_seat, ekka = deal.best, deal.best_seat, deal.ekka
    if not deal.trick:
        best, best_seat = card, seat
        ekka = int(rules.ekka != "none" and is_ekka(deal, card) and (rules.ekka == "auto" or action.said))
        if ekka:
            events.append(Event("ekka", seat, 1 << card))
    elif beats(table, card, best):
        best, best_seat = card, seat
    hands = _with(deal.hands, seat, deal.hands[seat] ^ (1 << card))
    said, silent = deal.belote_said, deal.belote_silent
    if KINGS_AND_QUEENS >> card & 1:
        said, silent = _pair(rules, deal, action, events)
    if len(trick) < rules.players:
        following = after(seat, rules.players)
        deal = deal._replace(
            turn=following, hands=hands, trick=trick, best=best, best_seat=best_seat, ekka=ekka,
            open_roem=0, belote_said=said, belote_silent=silent,
        )  # fmt: skip
        return deal, events
    deal = deal._replace(hands=hands, belote_said=said, belote_silent=silent, open_roem=0)
    return _close_trick(rules, deal, trick, best_seat, events)


def _close_trick(rules: Rules, deal: DealState, trick: tuple[int, ...], winner: int, events: list[Event]) -> Step:
    table = deal.table
    cards = 0
    points = 0
    for card in trick:
        cards |= 1 << card
    points = points_of(table, cards)
    if not any(deal.hands):
        points += rules.last_trick
    roem = roem_of(table, cards) if rules.roem is not None else 0
    events.append(Event("trick", winner, cards, points))
    called = rules.roem is not None and not rules.roem.claim
    if roem and called:
        events.append(Event("roem", winner, cards, roem))
    tricks = (*deal.tricks, Trick(deal.leader, trick, winner, points, roem if called else 0))
    deal = deal._replace(
        turn=winner,
        leader=winner,
        trick=(),
        ekka=0,
        tricks=tricks,
        captured=_with(deal.captured, winner, deal.captured[winner] + points),
        roem=_with(deal.roem, winner, deal.roem[winner] + roem) if roem and called else deal.roem,
        open_roem=0 if called else roem,
    )
    if len(tricks) == 1:
        return _compare_declarations(rules, deal, events)
    return deal, events


def _compare_declarations(rules: Rules, deal: DealState, events: list[Event]) -> Step:
    """After the first trick: the side with the best declaration shows its declarations (docs/games/belote.md 1.8)."""
    contract = deal.contract
    if contract is None or not any(deal.announced):
        return deal, events
    denomination = rules.denomination(contract.key)
    declarations = denomination.declarations or rules.declarations
    hands = {seat: deal.found[seat] for seat in range(rules.players) if deal.announced[seat]}
    seat = declarations.best_seat(
        hands,
        denomination.trump,
        camp=lambda seat: camp_of(rules, contract, seat),
        eldest=deal.eldest,
        taker=contract.taker,
        players=rules.players,
    )
    deal = deal._replace(shown_seat=seat)
    for other in shown_seats(rules, deal):
        for one in deal.found[other]:
            events.append(Event("declarations", other, one.cards, one.points))
    return deal, events


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


def is_ekka(deal: DealState, card: int) -> bool:
    """Whether a lead is the highest card left of a plain suit, all higher ones fallen in earlier tricks
    (docs/games/baloot.md 2.3).
    """
    table = deal.table
    if table[TRUMPS] == 0 or table[TRUMPS] >> card & 1 or card & 7 == 7:
        return False
    fallen = 0
    for trick in deal.tricks:
        for other in trick.cards:
            fallen |= 1 << other
    higher = [other for other in range(32) if table[SUIT + card] >> other & 1 and beats(table, other, card)]
    return all(fallen >> other & 1 for other in higher)


def _pair(rules: Rules, deal: DealState, action: Play, events: list[Event]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The king or queen of a trump pair falls: said, or let go."""
    seat, card = action.seat, action.card
    assert deal.contract is not None
    said, silent = deal.belote_said, deal.belote_silent
    suit = suit_of(card)
    pair = KINGS_AND_QUEENS & SUIT_MASKS[suit]
    if suit not in rules.denomination(deal.contract.key).belote_suits or deal.dealt[seat] & pair != pair:
        return said, silent
    first = deal.hands[seat] & pair == pair
    spoken = not rules.belote_ask or action.said or bool(said[seat] & pair)
    if first and rules.belote_said_with == "second":
        return said, silent
    if not spoken:
        return said, _with(silent, seat, silent[seat] | pair)
    events.append(Event("belote" if first or rules.belote_said_with == "second" else "rebelote", seat, 1 << card))
    return _with(said, seat, said[seat] | 1 << card), silent


def pairs_said(deal: DealState, seat: int) -> int:
    """How many king-and-queen pairs a seat has said."""
    return sum(1 for suit in range(4) if deal.belote_said[seat] & SUIT_MASKS[suit])


def _call_roem(deal: DealState, seat: int) -> Step:
    last = deal.tricks[-1]
    cards = sum(1 << card for card in last.cards)
    deal = deal._replace(
        tricks=(*deal.tricks[:-1], last._replace(roem=deal.open_roem)),
        roem=_with(deal.roem, last.winner, deal.roem[last.winner] + deal.open_roem),
        open_roem=0,
    )
    return deal, [Event("roem", seat, cards, deal.roem[last.winner])]


def _claim(rules: Rules, deal: DealState, seat: int) -> Step:
    """All cards left go to the seat that claimed, with the last-trick bonus."""
    cards = 0
    for hand in deal.hands:
        cards |= hand
    points = points_of(deal.table, cards) + rules.last_trick
    left = deal.hands[seat].bit_count()
    rest = tuple(Trick(seat, (), seat, points if last else 0, 0) for last in [False] * (left - 1) + [True])
    deal = deal._replace(
        hands=(0,) * rules.players,
        captured=_with(deal.captured, seat, deal.captured[seat] + points),
        tricks=(*deal.tricks, *rest),
        claimed_by=seat,
        leader=seat,
        turn=seat,
    )
    return deal, [Event("claimed", seat, cards, points)]


# --- the end of a deal ------------------------------------------------------------------------------------------------


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
        belote[side] += pairs_said(deal, seat) * rules.pair_points
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
    )


def _finish(rules: Rules, totals: tuple[int, ...], held: tuple[int, ...], deal: DealState, events: list[Event]) -> Step:
    sheet: Sheet = rules.scoring.score(tally(rules, totals, held, deal))
    outcome = Outcome(deal.dealer, deal.contract, sheet)
    events.append(Event("deal_over"))
    return deal._replace(phase="over", turn=None, outcome=outcome), events


def _with(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
