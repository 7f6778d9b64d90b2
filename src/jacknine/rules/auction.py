"""Auctions: who speaks, what may be said, and the contract it ends in.

An auction is a pure reading of the calls made so far: :meth:`Auction.status` folds them and says whose turn it is,
what he may say, or what was decided. Here are the words all auctions share and the auction in which the first to
accept a suit plays it; auctions with a ladder of bids are in modules beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from jacknine.cards import SUIT_MASKS, SUITS, suit_of
from jacknine.rules.contract import SUIT_KEYS, Contract


class CallError(ValueError):
    """A text that is no call."""


class Call(NamedTuple):
    """Something said in the auction.

    ``word`` is what kind of call; ``key`` the denomination it names; ``level`` the points of a bid; ``locked`` is
    said with a raise that bars leading trump.
    """

    word: str
    key: str = ""
    level: int = 0
    locked: bool = False

    def __str__(self) -> str:
        if self.word == "name":
            return self.key
        if self.word == "bid":
            return f"{self.level}{self.key}"
        text = f"{self.word}:{self.key}" if self.key else self.word
        return f"{text}:locked" if self.locked else text


PASS = Call("pass")
TAKE = Call("take")
PLAIN_WORDS = frozenset(
    [
        "pass",
        "take",
        "play",
        "push",
        "coinche",
        "surcoinche",
        "kontra",
        "rekontra",
        "hokum",
        "sun",
        "ashkal",
        "double",
        "triple",
        "quadruple",
        "gahwa",
        "kawesh",
    ]
)
KEYED_WORDS = frozenset({"capot", "generale", "hokum"})
LOCKABLE_WORDS = frozenset({"double", "quadruple"})


def parse_call(text: str) -> Call:
    """The call that a text means: ``pass``, ``take``, ``H``, ``80H``, ``capot:H``, ``hokum:H``, ``double:locked`` ...

    Raises:
        CallError: the text is no call.
    """
    if text in PLAIN_WORDS:
        return Call(text)
    if text in ("S", "H", "D", "C", "N", "A", "U", "B"):
        return Call("name", text)
    word, _, rest = text.partition(":")
    if word in LOCKABLE_WORDS and rest in ("locked", "open"):
        return Call(word, locked=rest == "locked")
    if word in KEYED_WORDS and rest in ("S", "H", "D", "C", "N", "A"):
        return Call(word, rest)
    if text[:-1].isdecimal() and len(text) <= 5 and text[-1] in ("S", "H", "D", "C", "N", "A"):
        return Call("bid", text[-1], int(text[:-1]))
    raise CallError(f"{text!r} is no call")


class Said(NamedTuple):
    """A call and the seat that made it."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class Seating:
    """What an auction may look at besides the calls.

    ``turned`` are the cards turned up, in order (usually one; a pile may go on). ``hands`` are the cards each seat
    holds, or None where they are not known and any call that a hand could justify is allowed. ``totals`` are the
    match points a side.
    """

    players: int
    eldest: int
    partners: bool = True
    turned: tuple[int, ...] = ()
    hands: tuple[int, ...] | None = None
    totals: tuple[int, ...] = ()

    def seat(self, place: int) -> int:
        """The seat that sits ``place`` places after eldest."""
        return (self.eldest + place) % self.players

    def place(self, seat: int) -> int:
        """How many places after eldest a seat sits: 0 for eldest itself."""
        return (seat - self.eldest) % self.players

    def side(self, seat: int) -> int:
        return seat & 1 if self.partners else seat

    def from_seat(self, seat: int) -> list[int]:
        """All seats in turn order, beginning after the given one and ending with it."""
        return [(seat + step) % self.players for step in range(1, self.players + 1)]

    def holds_suit(self, seat: int, suit: int) -> bool:
        return self.hands is None or bool(self.hands[seat] & SUIT_MASKS[suit])


@dataclass(frozen=True, slots=True)
class Status:
    """Where an auction stands.

    ``turn`` is the seat to speak, None when it is over; ``legal`` are its calls. ``contract`` is what stands so far,
    and what was decided once it is over; ``void``: over without a contract, the cards are thrown in. ``turned`` is
    the index of the card that is offered. ``anytime`` are calls that seats may make out of turn. ``same_dealer``:
    after cards thrown in like this the same seat deals again. ``settled``: trump is fixed and the hands are made up,
    only doubling is left.
    """

    turn: int | None
    legal: tuple[Call, ...] = ()
    contract: Contract | None = None
    void: bool = False
    turned: int = 0
    anytime: tuple[Said, ...] = ()
    same_dealer: bool = False
    settled: bool = False

    @property
    def over(self) -> bool:
        return self.turn is None


class Auction(Protocol):
    """What the engine asks of every auction."""

    def status(self, seating: Seating, calls: Sequence[Said]) -> Status:
        """Where the auction stands after the given calls, all of them legal when they were made."""
        ...

    def calls(self) -> tuple[Call, ...]:
        """Every call that may ever be made, each once."""
        ...

    def multipliers(self, contract: Contract) -> tuple[int, ...]:
        """What the stake of a contract can be multiplied by once everybody has spoken, 1 first."""
        ...


@dataclass(frozen=True, slots=True)
class Raises:
    """Doubling after a contract is found: the other side first, then in answer to each other.

    ``steps`` are the words with what each makes of the stake, in order. Both members of a side may speak, in turn
    order. ``lockable`` are the words that may be said "locked"; ``for_match`` the word that stakes the match. Any
    seat that has something to say says it or passes; a step that everybody passes ends the auction.
    """

    steps: tuple[tuple[str, int], ...]
    lockable: frozenset[str] = frozenset()
    for_match: str = ""
    after_pickup: bool = False
    """The hands are made up before anybody speaks (otherwise when the auction is over)."""
    taker_answers: bool = False
    """On the taker's side only he himself speaks."""

    def status(self, seating: Seating, contract: Contract, calls: Sequence[Said], turned: int = 0) -> Status:
        """The rest of the auction after the contract was found; ``calls`` are those made since then."""
        side = seating.side(contract.taker)
        waiting = [seat for seat in seating.from_seat(contract.taker) if seating.side(seat) != side]
        step = 0
        for seat, call in calls:
            waiting.remove(seat)
            if call.word == "pass":
                continue
            contract = replace(
                contract,
                multiplier=self.steps[step][1],
                raiser=seat,
                locked=call.locked,
                for_match=call.word == self.for_match,
            )
            step += 1
            waiting = [other for other in seating.from_seat(seat) if seating.side(other) != seating.side(seat)]
            if self.taker_answers and contract.taker in waiting:
                waiting = [contract.taker]
        if not waiting or step == len(self.steps):
            return Status(None, contract=contract, turned=turned)
        word = self.steps[step][0]
        legal = [PASS, Call(word)]
        if word in self.lockable:
            legal.append(Call(word, locked=True))
        return Status(waiting[0], tuple(legal), contract, turned=turned, settled=self.after_pickup)

    def calls(self) -> tuple[Call, ...]:
        """Every call that may ever be made."""
        words = [Call(word) for word, _ in self.steps]
        return (PASS, *words, *(call._replace(locked=True) for call in words if call.word in self.lockable))


def multipliers_of(raises: Raises | None) -> tuple[int, ...]:
    """What doubling can make of a stake."""
    return (1, *(factor for _, factor in raises.steps)) if raises is not None else (1,)


@dataclass(frozen=True, slots=True)
class Offer:
    """One round of an auction in which a suit is accepted or named.

    ``what`` may be said: the turned suit, one of the other three, or any key of the auction. ``speakers`` are places
    counted from eldest; the one at place ``must`` may not pass.
    """

    what: Literal["turned", "others", "any"]
    speakers: tuple[int, ...]
    must: int | None = None


@dataclass(frozen=True, slots=True)
class Naming:
    """The auction that the first acceptance ends.

    ``offers`` are its rounds. When all of them pass, ``all_pass`` says what happens: the cards are thrown in, the
    seat at place ``obliged`` plays the turned suit, it names any suit, or another card is turned. ``accept`` is the
    word for accepting a turned suit, ``decline`` the word for leaving it to the next. ``must_hold``: nobody names a
    suit of which he holds no card.
    """

    offers: tuple[Offer, ...]
    all_pass: Literal["void", "turned", "any", "redraw"] = "void"
    obliged: int = 0
    accept: str = "take"
    decline: str = "pass"
    keys: tuple[str, ...] = SUIT_KEYS
    must_hold: bool = False
    turned_to_taker: bool = False
    raises: Raises | None = None

    def status(self, seating: Seating, calls: Sequence[Said]) -> Status:
        turns = self._turns(seating)
        for index, (seat, call) in enumerate(calls):
            offer_index, _, turned = turns[min(index, len(turns) - 1)]
            if call.word != self.decline:
                contract = self._contract(seating, seat, call, turned)
                if self.raises is None:
                    return Status(None, contract=contract, turned=turned)
                return self.raises.status(seating, contract, calls[index + 1 :], turned)
        if len(calls) < len(turns):
            offer_index, place, turned = turns[len(calls)]
            seat = seating.seat(place)
            return Status(seat, self._legal(seating, seat, place, self.offers[offer_index], turned), turned=turned)
        turned = turns[-1][2]
        seat = seating.seat(self.obliged)
        if self.all_pass == "void":
            return Status(None, void=True, turned=turned)
        if self.all_pass == "any":
            return Status(seat, self._names(seating, seat, "any", turned), turned=turned)
        contract = self._contract(seating, seat, Call(self.accept), turned)
        if self.raises is None:
            return Status(None, contract=contract, turned=turned)
        return self.raises.status(seating, contract, calls[len(turns) :], turned)

    def calls(self) -> tuple[Call, ...]:
        offers = [*self.offers, *([Offer("any", (), self.obliged)] if self.all_pass == "any" else [])]
        calls = [Call(self.decline)] if any(set(offer.speakers) - {offer.must} for offer in offers) else []
        calls += [Call(self.accept)] if any(offer.what == "turned" for offer in offers) else []
        calls += [Call("name", key) for key in self.keys] if any(offer.what != "turned" for offer in offers) else []
        return tuple(dict.fromkeys([*calls, *(self.raises.calls() if self.raises is not None else ())]))

    def multipliers(self, contract: Contract) -> tuple[int, ...]:
        return multipliers_of(self.raises)

    def _turns(self, seating: Seating) -> list[tuple[int, int, int]]:
        """Every turn to speak if all pass: the offer, the place and the turned card."""
        rounds = range(len(seating.turned)) if self.all_pass == "redraw" else range(1)
        return [
            (offer_index, place, turned)
            for turned in rounds
            for offer_index, offer in enumerate(self.offers)
            for place in offer.speakers
        ]

    def _legal(self, seating: Seating, seat: int, place: int, offer: Offer, turned: int) -> tuple[Call, ...]:
        names = self._names(seating, seat, offer.what, turned)
        return names if offer.must == place else (Call(self.decline), *names)

    def _names(self, seating: Seating, seat: int, what: str, turned: int) -> tuple[Call, ...]:
        if what == "turned":
            return (Call(self.accept),)
        refused = SUITS[suit_of(seating.turned[turned])] if what == "others" else ""
        named = tuple(Call("name", key) for key in self.keys if key != refused)
        if not self.must_hold:
            return named
        return tuple(c for c in named if c.key not in SUIT_KEYS or seating.holds_suit(seat, SUITS.index(c.key)))

    def _contract(self, seating: Seating, seat: int, call: Call, turned: int) -> Contract:
        key = call.key or SUITS[suit_of(seating.turned[turned])]
        return Contract(key, seat, card_to=seat if self.turned_to_taker else None, called=call.word)
