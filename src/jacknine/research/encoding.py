"""Views and decisions as numbers, for programs that learn: what an environment shows and what it takes.

An observation is made of a seat's :class:`~jacknine.game.View` and nothing else, and tells all of it. It is seen from
that seat: place 0 is the seat itself, 1 the one after it; side 0 is its own. Knows views, not environments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import Final

import numpy as np
import numpy.typing as npt

from jacknine.cards import PILE, SUIT_MASKS, cards_of, mask_of
from jacknine.game import Deal, Decision, Declare, Discard, Play, Roem, Skip, Speak, Swap, View, start, view
from jacknine.game.codec import action_text, from_int, to_int
from jacknine.game.state import KINGS_AND_QUEENS
from jacknine.rules.auction import Call
from jacknine.rules.variant import Rules

VERSION: Final = 1
"""Moves when an observation, a number of a decision or a reward changes its meaning."""
PHASES: Final = ("auction", "swap", "discard", "play", "over")
AMOUNTS: Final = ("deal", "calls", "level", "multiplier", "belote", "points", "roem", "totals", "held")
"""The parts of an observation that may be more than 1; all others lie between 0 and 1."""


class Actions:
    """The decisions that can ever be taken under some rules, numbered from 0 in the order of the codec's numbers.

    Claims and calls out of turn are not among them.
    """

    def __init__(self, rules: Rules) -> None:
        self._codes = tuple(sorted({to_int(decision) for decision in _possible(rules)}))
        self._numbers = {code: number for number, code in enumerate(self._codes)}

    def __len__(self) -> int:
        return len(self._codes)

    def number(self, decision: Decision) -> int:
        """The number of a decision, whoever takes it."""
        return self._numbers[to_int(decision)]

    def decision(self, number: int, seat: int) -> Decision:
        """The decision of a number when a seat takes it.

        Raises:
            ValueError: there is no such number.
        """
        if not 0 <= number < len(self._codes):
            raise ValueError(f"there is no action {number}: they are 0 to {len(self._codes) - 1}")
        decision = from_int(self._codes[number], seat)
        assert not isinstance(decision, Deal)
        return decision

    def text(self, number: int) -> str:
        """What a number means, as ``play KH``."""
        return action_text(self.decision(number, 0))

    def mask(self, decisions: Iterable[Decision]) -> npt.NDArray[np.int8]:
        """1 for each of the given decisions, 0 for all others."""
        mask = np.zeros(len(self._codes), np.int8)
        mask[[self.number(decision) for decision in decisions]] = 1
        return mask


def _possible(rules: Rules) -> Iterator[Decision]:
    """What a seat may have to decide at one time or another."""
    yield from (Speak(0, call) for call in rules.auction.calls())
    yield from (Play(0, card) for card in cards_of(rules.pack))
    words = rules.pack if rules.ekka == "manual" else 0
    if rules.belote_ask:
        pairs = {suit for denomination in rules.denominations for suit in denomination.belote_suits}
        words |= sum(KINGS_AND_QUEENS & SUIT_MASKS[suit] for suit in pairs)
    yield from (Play(0, card, True) for card in cards_of(words))
    if any((found := rules.declarations_in(one)) and found.announce == "manual" for one in rules.denominations):
        yield Declare(0)
    if rules.roem is not None and rules.roem.claim:
        yield from (Roem(0), Skip(0))
    if rules.dealing.seven_swap:
        yield from (Swap(0), Skip(0))
    if rules.dealing.discard:
        for cards in combinations(cards_of(rules.pack), rules.dealing.discard):
            yield Discard(0, mask_of(cards))


def observation(seen: View) -> npt.NDArray[np.float32]:
    """A view as a row of numbers, always of the same length under the same rules."""
    return np.array([number for _, numbers in _parts(seen) for number in numbers], np.float32)


@lru_cache(maxsize=64)
def layout(rules: Rules) -> dict[str, slice]:
    """Where each part of an observation stands."""
    places, at = {}, 0
    for name, numbers in _parts(view(start(rules), 0)):
        places[name] = slice(at, at + len(numbers))
        at += len(numbers)
    return places


@lru_cache(maxsize=64)
def _call_places(rules: Rules) -> dict[Call, int]:
    return {call: place for place, call in enumerate(rules.auction.calls())}


def _parts(seen: View) -> Iterator[tuple[str, Sequence[float]]]:
    """The parts of an observation with their names; docs/guide/environment.md says what each means."""
    rules, me = seen.rules, seen.seat
    assert me is not None, "a spectator has no place at the table"
    players, pack = rules.players, range(rules.pack.bit_length())
    seats = [(me + place) % players for place in range(players)]
    sides = list(dict.fromkeys(rules.side_of(seat) for seat in seats))

    def cards(*masks: int) -> list[int]:
        return [mask >> card & 1 for mask in masks for card in pack]

    def hundreds(values: Sequence[int]) -> list[float]:
        return [values[side] / 100 for side in sides]

    yield "phase", _one_of(PHASES, seen.phase)
    yield "turn", _one_of(seats, seen.turn)
    yield "dealer", _one_of(seats, seen.dealer)
    yield "deal", [seen.deal_number / 10]
    yield "hand", cards(seen.hand)
    yield "dealt_hand", cards(seen.dealt_hand)
    if rules.dealing.turned != "none":
        yield "turned", _one_of([*pack, *(PILE if rules.dealing.turned == "pile" else ())], seen.turned)
    if rules.dealing.stock_open:
        yield "stock", cards(seen.stock)
    yield "calls", _calls(seen, me)
    contract = seen.contract or seen.standing
    yield "denomination", _one_of([one.key for one in rules.denominations], contract and contract.key)
    yield "taker", _one_of(seats, contract and contract.taker)
    yield "level", [contract.level / 100 if contract else 0]
    yield "multiplier", [contract.multiplier if contract else 0]
    yield "locked", [contract is not None and contract.locked]
    if rules.dealing.seven_swap:
        yield "swapped", _one_of(seats, seen.swapped)
        yield "swapped_for", _one_of(pack, seen.swapped_for)
    if rules.dealing.discard:
        yield "laid_away", cards(seen.laid_away)
    yield "trick", _fallen(seen, me, [(seen.leader, seen.trick, 1)])
    hand = rules.hand_size
    yield "played", _fallen(seen, me, [(one.leader, one.cards, at / hand) for at, one in enumerate(seen.tricks, 1)])
    if rules.ekka != "none":
        said = [*(trick.ekka for trick in seen.tricks), seen.ekka, *(False for _ in range(hand))]
        yield "ekka", said[:hand]
    yield "announced", [seen.announced[seat] for seat in seats]
    yield "declarations", cards(*(reduce(or_, (one.cards for one in seen.declarations[seat]), 0) for seat in seats))
    yield "belote", [seen.belote[seat] for seat in seats]
    yield "points", hundreds(seen.points)
    yield "roem", hundreds(seen.roem)
    yield "open_roem", [seen.open_roem]
    yield "totals", hundreds(seen.totals)
    yield "held", hundreds(seen.held)


def _one_of(values: Iterable[object], value: object) -> list[int]:
    """1 where the value stands among the values; 0 everywhere for None."""
    return [int(one == value) for one in values]


def _calls(seen: View, me: int) -> list[int]:
    """How often each place has made each call."""
    places = _call_places(seen.rules)
    made = [0] * (seen.rules.players * len(places))
    for seat, call in seen.calls:
        made[(seat - me) % seen.rules.players * len(places) + places[call]] += 1
    return made


def _fallen(seen: View, me: int, tricks: Iterable[tuple[int, Sequence[int], float]]) -> list[float]:
    """What each place has played in the given tricks: its cards have the number that stands with the trick."""
    players, pack = seen.rules.players, seen.rules.pack.bit_length()
    fallen = [0.0] * (players * pack)
    for leader, cards, number in tricks:
        for at, card in enumerate(cards):
            fallen[(leader + at - me) % players * pack + card] = number
    return fallen
