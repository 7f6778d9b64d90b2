"""Reading a view during card play: what fell, who can hold what, and how likely.

All of it follows from the packed table and the rules of the game in play; no game is named. What a seat shows by the
cards it plays is found by asking the kernel itself: had it held that other card, would this one have been legal?
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from jacknine.cards import CARD_COUNT, SUIT_MASKS, cards_of
from jacknine.game import View
from jacknine.game.settle import camp_of
from jacknine.game.state import KINGS_AND_QUEENS
from jacknine.rules.contract import Contract
from jacknine.rules.table import TRUMPS, Table, compile_table
from jacknine.rules.trick import beats, legal_follow, legal_lead
from jacknine.rules.variant import Rules

TAKER_TRUMPS = 2.0
"""How much likelier an unseen trump lies with the taker than with another seat of as many cards."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat on turn knows.

    ``best`` is the winning card of the trick and ``best_seat`` who played it, both None on lead; ``after`` are the
    seats still to play to this trick. ``unseen`` are the cards of the pack that may be in other hands or out of play.
    ``may`` are, by seat, the cards it can hold and ``sure`` those it must hold; ``odds`` is, by seat and card, the
    chance that it does. The seat's own entries are empty.
    """

    rules: Rules
    table: Table
    contract: Contract
    seat: int
    hand: int
    legal: int
    trick: tuple[int, ...]
    best: int | None
    best_seat: int | None
    after: tuple[int, ...]
    tricks_left: int
    unseen: int
    may: tuple[int, ...]
    sure: tuple[int, ...]
    odds: tuple[tuple[float, ...], ...]

    @property
    def trumps(self) -> int:
        return self.table[TRUMPS]

    def camp(self, seat: int) -> int:
        """Who stands together in this deal: sides, or a lone taker (0) against all others (1)."""
        return camp_of(self.rules, self.contract, seat)

    def lacks(self, seat: int, cards: int) -> float:
        """The chance that a seat holds none of some cards."""
        odds = self.odds[seat]
        chance = 1.0
        for card in cards_of(cards & self.unseen):
            chance *= 1.0 - odds[card]
        return chance

    def expected(self, seat: int, cards: int) -> float:
        """How many of some cards a seat is expected to hold."""
        odds = self.odds[seat]
        return sum(odds[card] for card in cards_of(cards & self.unseen))


def read(view: View, remembers: bool) -> Knowledge:
    """What the seat on turn can know in card play.

    A seat that remembers knows every card that fell and draws conclusions; another sees the table, its own hand and
    the last trick.
    """
    assert view.seat is not None and view.contract is not None
    rules, contract = view.rules, view.contract
    table = compile_table(rules, contract.key, contract.locked)
    tricks = view.tricks if remembers else view.tricks[-1:]
    fallen = sum(1 << card for card in view.trick)
    for trick in tricks:
        fallen |= sum(1 << card for card in trick.cards)
    unseen = rules.pack & ~(view.hand | fallen | view.laid_away | _out_of_play(view))
    others = [seat for seat in range(rules.players) if seat != view.seat]
    may = [unseen if seat in others else 0 for seat in range(rules.players)]
    sure = [0] * rules.players
    if remembers:
        for seat, denied in enumerate(_denied(view, table)):
            may[seat] &= ~denied
        for seat in others:
            sure[seat] = _certain(view, seat) & may[seat]
        _settle(view, unseen, may, sure)
    return Knowledge(
        rules=rules,
        table=table,
        contract=contract,
        seat=view.seat,
        hand=view.hand,
        legal=view.legal_cards,
        trick=view.trick,
        best=best_card(view),
        best_seat=view.best_seat,
        after=tuple((view.seat + step) % rules.players for step in range(1, rules.players - len(view.trick))),
        tricks_left=view.hand.bit_count(),
        unseen=unseen,
        may=tuple(may),
        sure=tuple(sure),
        odds=_odds(view, table[TRUMPS], unseen, may, sure),
    )


def _out_of_play(view: View) -> int:
    """Cards that lie open and are in no hand: an open stock, a turned card that nobody took."""
    out = view.stock
    taken = view.contract is not None and view.contract.card_to is not None
    if view.turned is not None and (not taken or view.swapped is not None):
        out |= 1 << view.turned
    return out


def best_card(view: View) -> int | None:
    """The winning card of the trick in progress."""
    return None if view.best_seat is None else view.trick[(view.best_seat - view.leader) % view.rules.players]


def legal_from(view: View, table: Table, seat: int, hand: int) -> int:
    """The cards that a seat could play now from a hand, as a mask."""
    best = best_card(view)
    if best is None or view.best_seat is None:
        return legal_lead(table, hand)
    partner = int(view.rules.partners and (view.best_seat ^ seat) & 1 == 0)
    return legal_follow(table, hand, view.trick[0], best, partner, len(view.trick), int(view.ekka))


# --- what cannot be, and what must be ---------------------------------------------------------------------------------


def _denied(view: View, table: Table) -> list[int]:
    """By seat, the cards it cannot hold, as its plays have shown."""
    rules = view.rules
    denied = [0] * rules.players
    for leader, cards, ekka in (
        *((t.leader, t.cards, t.ekka) for t in view.tricks),
        (view.leader, view.trick, view.ekka),
    ):
        best, best_seat = -1, leader
        for place, card in enumerate(cards):
            seat = (leader + place) % rules.players
            if place == 0:
                denied[seat] |= _denied_by_lead(table, rules.pack, card)
                best = card
                continue
            partner = int(rules.partners and (best_seat ^ seat) & 1 == 0)
            denied[seat] |= _denied_by_follow(table, rules.pack, card, cards[0], best, partner, place, int(ekka))
            if beats(table, card, best):
                best, best_seat = card, seat
    if not rules.belote_ask and rules.belote_said_with == "first":
        for seat, other in _halved_pairs(view):
            denied[seat] |= 0 if view.belote[seat] else other
    if view.swapped_for is not None:
        for seat in range(rules.players):
            denied[seat] |= 0 if seat == view.swapped else 1 << view.swapped_for
    return denied


@lru_cache(maxsize=4096)
def _denied_by_lead(table: Table, pack: int, card: int) -> int:
    """The cards that would have made a lead illegal."""
    return sum(1 << other for other in cards_of(pack) if not legal_lead(table, 1 << card | 1 << other) >> card & 1)


@lru_cache(maxsize=65536)
def _denied_by_follow(
    table: Table, pack: int, card: int, led: int, best: int, partner: int, place: int, ekka: int
) -> int:
    """The cards that would have made a play illegal.

    A hand of two is enough to ask about: a duty that one more card brings is still there in a larger hand.
    """
    return sum(
        1 << other
        for other in cards_of(pack)
        if not legal_follow(table, 1 << card | 1 << other, led, best, partner, place, ekka) >> card & 1
    )


def trump_pair(view: View) -> int:
    """King and queen of the one trump suit as a mask, 0 where there is none."""
    suits = view.rules.denomination(view.contract.key).belote_suits if view.contract is not None else ()
    return KINGS_AND_QUEENS & SUIT_MASKS[suits[0]] if len(suits) == 1 else 0


def _halved_pairs(view: View) -> list[tuple[int, int]]:
    """Seats that have played one card of the king and queen of trump, with the other card as a mask."""
    pair = trump_pair(view)
    halved = []
    for seat in range(view.rules.players):
        left = pair & ~played_by(view, seat)
        if left.bit_count() == 1:
            halved.append((seat, left))
    return halved


def played_by(view: View, seat: int) -> int:
    """All cards a seat has played in this deal."""
    cards = 0
    for leader, trick in (*((trick.leader, trick.cards) for trick in view.tricks), (view.leader, view.trick)):
        place = (seat - leader) % view.rules.players
        if place < len(trick):
            cards |= 1 << trick[place]
    return cards


def _laid_away_from(view: View, seat: int) -> bool:
    """Whether a seat has laid cards away before play."""
    return bool(view.rules.dealing.discard) and view.contract is not None and view.contract.taker == seat


def _certain(view: View, seat: int) -> int:
    """Cards a seat is known to have held: a turned card it took, declarations shown, the other half of a pair said."""
    cards = 0
    if view.contract is not None and view.contract.card_to == seat and view.turned is not None:
        cards |= 1 << view.turned
    if view.swapped == seat and view.swapped_for is not None and not _laid_away_from(view, seat):
        cards |= 1 << view.swapped_for
    for declared in view.declarations[seat]:
        cards |= declared.cards
    if view.belote[seat]:
        cards |= sum(other for halved, other in _halved_pairs(view) if halved == seat)
    return cards


def _settle(view: View, unseen: int, may: list[int], sure: list[int]) -> None:
    """Follow what is certain to its end: a card with one possible holder, a hand with no more cards than it needs."""
    seats = [seat for seat in range(view.rules.players) if seat != view.seat]
    all_held = sum(view.counts[seat] for seat in seats) == unseen.bit_count()
    settled = False
    while not settled:
        before = (*may, *sure)
        for seat in seats:
            elsewhere = 0
            for other in seats:
                if other != seat:
                    may[other] &= ~sure[seat]
                    elsewhere |= may[other]
            if all_held:
                sure[seat] |= may[seat] & ~elsewhere
            if may[seat].bit_count() == view.counts[seat]:
                sure[seat] = may[seat]
            elif sure[seat].bit_count() == view.counts[seat]:
                may[seat] = sure[seat]
        settled = before == (*may, *sure)


def _odds(view: View, trumps: int, unseen: int, may: list[int], sure: list[int]) -> tuple[tuple[float, ...], ...]:
    """The chance, by seat and card, that a seat holds a card: in proportion to the places its hand has for it."""
    assert view.contract is not None
    seats = [seat for seat in range(view.rules.players) if seat != view.seat]
    odds = [[0.0] * CARD_COUNT for _ in range(view.rules.players)]
    places = [view.counts[seat] - sure[seat].bit_count() for seat in range(view.rules.players)]
    nowhere = unseen.bit_count() - sum(view.counts[seat] for seat in seats)
    for card in cards_of(unseen):
        holder = next((seat for seat in seats if sure[seat] >> card & 1), None)
        if holder is not None:
            odds[holder][card] = 1.0
            continue
        weights = {seat: float(places[seat]) for seat in seats if may[seat] >> card & 1}
        if trumps >> card & 1 and view.contract.taker in weights:
            weights[view.contract.taker] *= TAKER_TRUMPS
        total = sum(weights.values()) + nowhere
        for seat, weight in weights.items():
            odds[seat][card] = weight / total if total else 0.0
    return tuple(map(tuple, odds))
