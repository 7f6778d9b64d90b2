"""Card play: a card falls, a trick is taken, words go with cards."""

from __future__ import annotations

from jacknine.cards import SUIT_MASKS, suit_of
from jacknine.game.actions import Play
from jacknine.game.claim import every_line_wins
from jacknine.game.events import Event
from jacknine.game.settle import camp_of, pairs_to_say, shown_seats
from jacknine.game.state import KINGS_AND_QUEENS, DealState, Step, Trick, replaced
from jacknine.rules.table import POINTS, SUIT, TRUMPS
from jacknine.rules.trick import beats, points_of, roem_of
from jacknine.rules.variant import Rules, after


def lay_card(rules: Rules, deal: DealState, action: Play) -> Step:
    """A card falls, with its word."""
    seat, card = action.seat, action.card
    events = [Event("played", seat, 1 << card)]
    trick = (*deal.trick, card)
    best, best_seat, ekka = deal.best, deal.best_seat, deal.ekka
    if not deal.trick:
        best, best_seat = card, seat
        if rules.ekka != "none" and (rules.ekka == "auto" or action.said) and is_ekka(deal, card):
            ekka = 1
            events.append(Event("ekka", seat, 1 << card))
    elif beats(deal.table, card, best):
        best, best_seat = card, seat
    hands = replaced(deal.hands, seat, deal.hands[seat] ^ (1 << card))
    said, silent = deal.belote_said, deal.belote_silent
    if KINGS_AND_QUEENS >> card & 1:
        said, silent = _pair(rules, deal, action, events)
    deal = deal._replace(
        turn=after(seat, rules.players),
        hands=hands,
        trick=trick,
        best=best,
        best_seat=best_seat,
        ekka=ekka,
        open_roem=0,
        belote_said=said,
        belote_silent=silent,
    )
    return deal, events


def take_trick(rules: Rules, deal: DealState, events: list[Event]) -> Step:
    """The trick is complete and goes to whoever is winning it."""
    winner, cards = deal.best_seat, 0
    points = 0 if any(deal.hands) else rules.last_trick
    for card in deal.trick:
        cards |= 1 << card
        points += deal.table[POINTS + card]
    events.append(Event("trick", winner, cards, points))
    roem = roem_of(deal.table, cards) if rules.roem is not None else 0
    written = roem if rules.roem is not None and not rules.roem.claim else 0
    if written:
        events.append(Event("roem", winner, cards, written))
    deal = deal._replace(
        turn=winner,
        leader=winner,
        trick=(),
        ekka=0,
        tricks=(*deal.tricks, Trick(deal.leader, deal.trick, winner, points, written, bool(deal.ekka))),
        captured=replaced(deal.captured, winner, deal.captured[winner] + points),
        roem=replaced(deal.roem, winner, deal.roem[winner] + written) if written else deal.roem,
        open_roem=roem - written,
    )
    if len(deal.tricks) == 1 and any(deal.announced):
        return _compare_declarations(rules, deal, events)
    return deal, events


def _compare_declarations(rules: Rules, deal: DealState, events: list[Event]) -> Step:
    """After the first trick: the side with the best declaration shows its declarations (docs/games/belote.md 1.8)."""
    contract = deal.contract
    assert contract is not None
    denomination = rules.denomination(contract.key)
    declarations = rules.declarations_in(denomination)
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
        return said, replaced(silent, seat, silent[seat] | pair)
    events.append(Event("belote" if first or rules.belote_said_with == "second" else "rebelote", seat, 1 << card))
    return replaced(said, seat, said[seat] | 1 << card), silent


def call_roem(deal: DealState, seat: int) -> Step:
    last = deal.tricks[-1]
    cards = sum(1 << card for card in last.cards)
    deal = deal._replace(
        tricks=(*deal.tricks[:-1], last._replace(roem=deal.open_roem)),
        roem=replaced(deal.roem, last.winner, deal.roem[last.winner] + deal.open_roem),
        open_roem=0,
    )
    return deal, [Event("roem", seat, cards, deal.tricks[-1].roem)]


def claim_rest(rules: Rules, deal: DealState, seat: int) -> Step:
    """All cards left go to the seat that claimed them, if its claim was true.

    A false claim gets this far only where it is punished: then every card point of the deal goes to the next seat's
    side (docs/games/baloot.md 2.7).
    """
    left = deal.hands[seat].bit_count()
    cards = 0
    for hand in deal.hands:
        cards |= hand
    points = points_of(deal.table, cards) + rules.last_trick
    winner = seat if every_line_wins(rules, deal) else after(seat, rules.players)
    captured = replaced(deal.captured, winner, deal.captured[winner] + points)
    if winner != seat:
        total = sum(captured)
        captured = tuple(total if other == winner else 0 for other in range(rules.players))
    rest = tuple(Trick(seat, (), winner, points if last else 0, 0) for last in [False] * (left - 1) + [True])
    deal = deal._replace(
        turn=winner,
        leader=winner,
        hands=(0,) * rules.players,
        captured=captured,
        tricks=(*deal.tricks, *rest),
        claimed_by=seat,
    )
    events = [Event("claimed" if winner == seat else "false_claim", seat, cards, points)]
    return _all_said(rules, deal, events, first_trick=len(deal.tricks) == len(rest))


def _all_said(rules: Rules, deal: DealState, events: list[Event], first_trick: bool) -> Step:
    """After a claim what could still have been said counts as said: pairs, and in the first trick declarations."""
    pairs = pairs_to_say(rules, deal)
    for seat, (whole, said) in enumerate(zip(pairs, deal.belote_said, strict=True)):
        for suit in range(4):
            pair = whole & SUIT_MASKS[suit]
            if pair and not pair & said:
                events.append(Event("belote", seat, pair))
    deal = deal._replace(belote_said=pairs)
    if not first_trick or not any(deal.found):
        return deal, events
    return _compare_declarations(rules, deal._replace(announced=tuple(map(bool, deal.found))), events)
