"""Card play set up by hand: for puzzles, positions on paper, cases of the rules and the solver.

A match comes to card play by a deal and an auction. Here somebody says what lies on the table, and gets the state that
the engine would be in; or says who is to hold what, and gets the order of the pack that brings it about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jacknine.cards import cards_of, cards_text
from jacknine.game.actions import Deal
from jacknine.game.reasons import Reason, reason
from jacknine.game.state import DealState, State, Trick
from jacknine.rules.auction import Status
from jacknine.rules.contract import Contract
from jacknine.rules.dealing import Layout, complete, lay_out
from jacknine.rules.declarations import Declared
from jacknine.rules.table import compile_table
from jacknine.rules.trick import points_of
from jacknine.rules.variant import Rules, after


class SetupError(ValueError):
    """Cards, seats or a contract that cannot be together on one table; ``reason`` says it to people."""

    def __init__(self, text: str, why: Reason) -> None:
        super().__init__(text)
        self.reason = why


def play_state(
    rules: Rules,
    contract: Contract,
    hands: Sequence[int],
    *,
    dealer: int,
    leader: int | None = None,
    taken: Sequence[Trick] = (),
    away: int = 0,
    turned: int | None = None,
    swapped: int | None = None,
    totals: tuple[int, ...] | None = None,
    held: tuple[int, ...] | None = None,
) -> State:
    """The state in which a seat is about to lead and no card lies on the table.

    ``hands`` are masks by seat. ``leader`` leads; unless given it is the seat that leads to the first trick. ``taken``
    are tricks that were won before, of which only winner, points and roem are known (``cards`` empty); declarations
    are then a thing of the past. ``away`` are cards that the taker laid away, ``turned`` is the card that was turned up
    and that nobody took, ``swapped`` the seat that changed its trump seven for it. Cards named nowhere are out of play.

    Raises:
        SetupError: a card is in two places or not in the pack, a seat does not exist, a seven is changed for no turned
            card, or the game is not played in such a contract.
    """
    _check_seats(rules, contract, hands, dealer=dealer, leader=leader, swapped=swapped)
    if swapped is not None and (turned is None or not rules.dealing.seven_swap):
        raise SetupError("a seven is changed for a turned card, and only in games that allow it", reason("swap"))
    eldest = after(dealer, rules.players)
    leader = rules.first_leader(eldest, contract.taker) if leader is None else leader
    table = compile_table(rules, contract.key, contract.locked)
    captured, roem = [0] * rules.players, [0] * rules.players
    captured[contract.taker] += points_of(table, away)
    for trick in taken:
        captured[trick.winner] += trick.points
        roem[trick.winner] += trick.roem
    found, announced = _declarations(rules, contract, hands) if not taken else _no_declarations(rules)
    lies = 0 if turned is None else 1 << (turned if swapped is None else turned & ~7)
    _check_cards(rules, (*hands, away, lies))
    out = rules.pack & ~(sum(hands) | away | lies)
    none = (0,) * rules.players
    deal = DealState(
        phase="play",
        dealer=dealer,
        eldest=eldest,
        turn=leader,
        layout=Layout(tuple(hands), none, () if turned is None else (turned,), (), 0, out),
        calls=(),
        status=Status(None, contract=contract),
        contract=contract,
        table=table,
        hands=tuple(hands),
        dealt=tuple(hands),
        laid_away=away,
        leader=leader,
        trick=(),
        best=0,
        best_seat=leader,
        ekka=0,
        tricks=tuple(taken),
        captured=tuple(captured),
        roem=tuple(roem),
        open_roem=0,
        found=found,
        announced=announced,
        shown_seat=None,
        belote_said=none,
        belote_silent=none,
        swapped=swapped,
        claimed_by=None,
        outcome=None,
    )
    nothing = (0,) * rules.sides
    return State(rules, dealer, totals or nothing, held or nothing, 1, deal, (), False, None)


def deck_for(
    rules: Rules,
    hands: Sequence[int],
    *,
    dealer: int,
    taker: int,
    card_to: int | None = None,
    turned: int | None = None,
    pile: Sequence[int] = (),
) -> Deal:
    """The deal that brings every seat the given cards once trump is fixed.

    ``hands`` are masks by seat, what the taker will lay away included; ``card_to`` is the seat that will get the
    ``turned`` card, which is then among its cards. Which of its cards a seat sees before the auction is left open:
    the lowest come first, and before them a seven that may be changed for the turned card.

    Raises:
        SetupError: the hands are not of the size that this game deals, or a card is in two places.
    """
    whole = list(cards_of(rules.pack))
    layout = lay_out(rules.dealing, rules.players, after(dealer, rules.players), range(len(whole)), pile)
    places = complete(rules.dealing, layout, layout.first, after(dealer, rules.players), taker, card_to)
    up = layout.turned[0] if rules.dealing.turned == "card" else None
    if (up is None) != (turned is None):
        raise SetupError("this game turns no card" if up is None else "the turned card is missing", reason("swap"))
    order = dict.fromkeys(range(len(whole)), -1)
    if up is not None and turned is not None:
        order[up] = turned
    seven = turned & ~7 if turned is not None and rules.dealing.seven_swap else None
    left = set(whole) - {turned}
    for seat, hand in enumerate(hands):
        free = [place for place in cards_of(places[seat]) if order[place] < 0]
        cards = [card for card in cards_of(hand) if card != turned or seat != card_to]
        cards.sort(key=lambda card: card != seven)
        if hand.bit_count() != places[seat].bit_count():
            sizes = places[seat].bit_count(), hand.bit_count()
            raise SetupError(f"seat {seat} gets {sizes[0]} cards, not {sizes[1]}", reason("sizes", sizes=sizes[1]))
        if len(free) != len(cards):
            raise SetupError(f"seat {seat} gets the turned card and does not hold it", reason("swap"))
        if not left.issuperset(cards):
            held = " ".join(cards_text(hand))
            raise SetupError(f"seat {seat} holds a card that is elsewhere: {held}", reason("place", cards=held))
        left -= set(cards)
        order.update(zip(free, cards, strict=True))
    order.update(zip([place for place in order if order[place] < 0], sorted(left), strict=True))
    return Deal(tuple(order[place] for place in range(len(whole))), tuple(pile))


def _check_seats(rules: Rules, contract: Contract, hands: Sequence[int], **seats: int | None) -> None:
    seats |= {"taker": contract.taker, "raiser": contract.raiser, "card_to": contract.card_to}
    for name, seat in seats.items():
        if seat is not None and not 0 <= seat < rules.players:
            told = f"there is no seat {seat} for the {name}: seats are 0 to {rules.players - 1}"
            raise SetupError(told, reason("seats", seats=rules.players, last=rules.players - 1))
    if len(hands) != rules.players:
        told = f"{len(hands)} hands for {rules.players} seats"
        raise SetupError(told, reason("seats", seats=rules.players, last=rules.players - 1))
    if contract.key not in [denomination.key for denomination in rules.denominations]:
        keys = " ".join(denomination.key for denomination in rules.denominations)
        told = f"{rules.line} has no contract {contract.key!r}; it has {keys}"
        raise SetupError(told, reason("contract", part=contract.key, values=keys))


def _check_cards(rules: Rules, places: Iterable[int]) -> None:
    seen = 0
    for cards in places:
        wrong = cards & (seen | ~rules.pack)
        if wrong:
            named = " ".join(cards_text(wrong))
            raise SetupError(f"{named}: in two places, or not in the pack", reason("place", cards=named))
        seen |= cards


def _declarations(
    rules: Rules, contract: Contract, hands: Sequence[int]
) -> tuple[tuple[tuple[Declared, ...], ...], tuple[bool, ...]]:
    denomination = rules.denomination(contract.key)
    declarations = rules.declarations_in(denomination)
    if not declarations:
        return _no_declarations(rules)
    found = tuple(declarations.find(hand, denomination.trump) for hand in hands)
    return found, tuple(declarations.announce == "auto" and bool(one) for one in found)


def _no_declarations(rules: Rules) -> tuple[tuple[tuple[Declared, ...], ...], tuple[bool, ...]]:
    return ((),) * rules.players, (False,) * rules.players
