"""How likely a deal makes what was called and played: better hands call, and good players play sensible cards.

A call or a card is taken for a choice between what was on offer, by what each would have promised to the hand as our
own rules see it, and not for a proof: whoever thinks differently must not be taken for somebody who cannot exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from jacknine.bots.calls.words import key_called
from jacknine.bots.knowledge import legal_from, read
from jacknine.bots.play import values
from jacknine.bots.strength import EDGE, TAKER, scale_of
from jacknine.bots.worlds import World, Worlds
from jacknine.cards import CARD_COUNT, SUIT_MASKS, cards_of
from jacknine.game import View
from jacknine.rules.auction import PASS, Call, Seating
from jacknine.rules.ladder import Ladder
from jacknine.rules.table import Table
from jacknine.rules.trick import beats
from jacknine.rules.variant import Rules

NEEDED: Final = {"belote": 15.0, "coinche": 5.0, "klaverjas": 0.0, "bela": 15.0, "baloot": 25.0, "jass": 40.0}
"""The lead, in card points, at which calling and not calling are as likely."""
A_LEVEL: Final = 20.0
"""How much more lead each ten points of a bid speak of."""
DOUBT: Final = 18.0
"""The lead that makes a call nearly three times as likely; the hand that was called on is not quite known."""
FLOOR: Final = 0.05
"""Nothing that was said is less likely than this."""
TRUST: Final = 0.7
"""How much of the evidence of calls is believed, as an exponent."""
PLAYS_TRUST: Final = 0.6
"""The same for cards."""
SENSE: Final = 4.0
"""By how much a card must seem better, in the rules' card points, to be played nearly three times as often."""


class _Heard(NamedTuple):
    """A call as a choice: what was called (None: nothing), the lead needed for each thing on offer, and whether
    nothing could be called.
    """

    seat: int
    key: str | None
    needed: dict[str, float]
    free: bool


class Calls:
    """The evidence of one auction, heard by one seat."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules
        self.heard = [one for one in _heard(view) if one.seat != view.seat]

    def weight(self, worlds: Worlds, world: World) -> float:
        """How likely the hands of a world make the calls, up to a factor."""
        if not self.heard:
            return 1.0
        begun = worlds.begun_with(world)
        weight = 1.0
        for seat, key, needed, free in self.heard:
            pull = {name: exp((self._lead(name, begun[seat]) - lead) / DOUBT) for name, lead in needed.items()}
            chance = (1.0 if key is None else pull[key]) / (free + sum(pull.values()))
            weight *= max(FLOOR, chance)
        return float(weight**TRUST)

    def _lead(self, key: str, hand: int) -> float:
        """The lead that a hand promises as taker: :func:`jacknine.bots.strength.forecast`, made quick."""
        lead, cards, void, plain = _weights(self.rules, key)
        for card in cards_of(hand):
            lead += cards[card]
        return min(150.0, lead + void * sum(1 for mask in plain if not mask & hand))


class _Past(NamedTuple):
    """A card that another seat has played: the view it had, but for its hand; that card and those it played later."""

    view: View
    card: int
    since: int


class Plays:
    """The evidence of the cards that other seats have played, read by the rules of :mod:`jacknine.bots.play`."""

    def __init__(self, worlds: Worlds) -> None:
        self.table = worlds.known.table
        self.past = _past(worlds.view, self.table)
        self._chances: dict[tuple[int, int], float] = {}

    def weight(self, world: World) -> float:
        """How likely the hands of a world make the cards, up to a factor."""
        weight = 1.0
        for number, past in enumerate(self.past):
            assert past.view.seat is not None
            key = (number, world[past.view.seat] | past.since)
            if key not in self._chances:
                self._chances[key] = self._chance(past, key[1])
            weight *= self._chances[key]
        return float(weight**PLAYS_TRUST)

    def _chance(self, past: _Past, hand: int) -> float:
        """How likely the card was from a hand."""
        view = past.view
        assert view.seat is not None
        legal = legal_from(view, self.table, view.seat, hand)
        if legal.bit_count() == 1:
            return 1.0
        worths = values(read(view._replace(hand=hand, legal_cards=legal), True))
        most = max(worths.values())
        pull = {card: exp((worth - most) / SENSE) for card, worth in worths.items()}
        return max(FLOOR, pull[past.card] / sum(pull.values()))


def _past(view: View, table: Table) -> list[_Past]:
    """The cards of the other seats, in order."""
    players = view.rules.players
    tricks = [*((trick.leader, trick.cards, trick.ekka) for trick in view.tricks), (view.leader, view.trick, view.ekka)]
    left = list(view.counts)
    since = [0] * players
    past: list[_Past] = []
    for number in range(len(tricks) - 1, -1, -1):
        leader, cards, ekka = tricks[number]
        for place in range(len(cards) - 1, -1, -1):
            seat = (leader + place) % players
            left[seat] += 1
            since[seat] |= 1 << cards[place]
            if seat == view.seat:
                continue
            best = 0
            for later in range(1, place):
                if beats(table, cards[later], cards[best]):
                    best = later
            then = view._replace(
                seat=seat,
                counts=tuple(left),
                leader=leader,
                trick=cards[:place],
                best_seat=(leader + best) % players if place else None,
                ekka=ekka,
                tricks=view.tricks[:number],
                declarations=view.declarations if number else ((),) * players,
                laid_away=0,
            )
            past.append(_Past(then, cards[place], since[seat]))
    return past


@lru_cache(maxsize=256)
def _weights(rules: Rules, key: str) -> tuple[float, tuple[float, ...], float, tuple[int, ...]]:
    denomination = rules.denomination(key)
    scale = scale_of(denomination, TAKER)
    cards = [0.0] * CARD_COUNT
    for card in cards_of(rules.pack):
        cards[card] = scale.weigh(denomination, 1 << card)
    plain = tuple(mask for suit, mask in enumerate(SUIT_MASKS) if suit != denomination.trump)
    void = scale.void if denomination.trump is not None else 0.0
    for card in cards_of(rules.pack):
        # A single card was weighed with the voids of all other plain suits.
        cards[card] -= void * sum(1 for mask in plain if not mask >> card & 1)
    average = sum(cards[card] for card in cards_of(rules.pack)) / rules.pack.bit_count()
    lead = EDGE.get((rules.variant, rules.players), 0.0) - rules.hand_size * average
    return lead, tuple(cards), void, plain


def _heard(view: View) -> list[_Heard]:
    """The calls as choices, doubling left out."""
    rules = view.rules
    if rules.dealing.turned == "pile":
        return []
    # A seven in place of the turned card is of the same suit.
    turned = () if view.turned is None else (view.turned,)
    seating = Seating(rules.players, view.eldest, rules.partners, turned, None, view.totals)
    heard: list[_Heard] = []
    named: set[tuple[int, str]] = set()
    declines = (PASS, Call("push"))
    for place, (seat, call) in enumerate(view.calls):
        offered = rules.auction.status(seating, view.calls[:place]).legal
        needed = _needed(view, offered)
        key = key_called(view, call)
        if key in needed:
            needed |= _needed(view, [call])
        said = (rules.side_of(seat), key or "")
        # What a side says again is support and speaks of other cards; who has no choice says nothing by it.
        if call in declines if key is None else key in needed and said not in named:
            heard.append(_Heard(seat, key, needed, any(decline in offered for decline in declines)))
        named.add(said)
    return heard


def _needed(view: View, offered: Sequence[Call]) -> dict[str, float]:
    """The lead that each denomination on offer needs, at its lowest level."""
    lowest = view.rules.auction.lowest if isinstance(view.rules.auction, Ladder) else 0
    needed: dict[str, float] = {}
    for call in offered:
        key = key_called(view, call)
        if key is not None and call.word not in ("capot", "generale"):
            lead = NEEDED.get(view.rules.variant, 0.0) + A_LEVEL * max(0, call.level - lowest) / 10
            needed[key] = min(lead, needed.get(key, lead))
    return needed
