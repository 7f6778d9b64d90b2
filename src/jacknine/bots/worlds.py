"""Deals that a seat cannot tell from the real one: drawn at random, each as likely as any other, or all of them.

What single cards say (who cannot hold which, who must) comes from :mod:`jacknine.bots.knowledge`; the cards not
placed by it fall into few classes, so the deals are counted exactly and drawn without trying. What whole hands say
(declarations shown or beaten, pairs said or not said, a suit that had to be held to be named) is asked of each deal
drawn: those that would have shown otherwise are thrown away, and what is left is still drawn evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from jacknine.bots.chance import Chance
from jacknine.bots.knowledge import Knowledge, played_by
from jacknine.cards import SUIT_MASKS, SUITS, cards_of
from jacknine.game import View
from jacknine.game.deal import eight_in_a_row
from jacknine.game.settle import camp_of
from jacknine.game.state import KINGS_AND_QUEENS
from jacknine.rules.auction import Naming
from jacknine.rules.contract import SUIT_KEYS
from jacknine.rules.declarations import Declared
from jacknine.rules.table import POINTS

World = tuple[int, ...]
"""The hands of all seats as masks, the viewer's own among them."""

_Check = Callable[[World], bool]

TRIES: Final = 40
"""How many deals are drawn, for each one wanted, before fewer are taken than were wanted."""


class _Class(NamedTuple):
    """Cards that the same places may hold: the places are positions in :attr:`Worlds.places`."""

    cards: tuple[int, ...]
    places: tuple[int, ...]


class Drawn(NamedTuple):
    """Deals that explain all that was seen; ``complete`` when they are all there are, each of them once."""

    worlds: list[World]
    complete: bool


class Declaring(NamedTuple):
    """Declarations by seat: all there are, those that count in the comparison, and those that won it."""

    found: list[tuple[Declared, ...]]
    said: dict[int, tuple[Declared, ...]]
    shown: list[tuple[Declared, ...]]


class Worlds:
    """The deals that a view allows, in card play."""

    def __init__(self, view: View, known: Knowledge) -> None:
        self.view = view
        self.known = known
        self.seats = [seat for seat in range(view.rules.players) if seat != view.seat]
        room = [view.counts[seat] - known.sure[seat].bit_count() for seat in self.seats]
        free = known.unseen & ~sum(known.sure[seat] for seat in self.seats)
        # The last place is out of play: stock, and cards that somebody else laid away.
        self.places = (*room, free.bit_count() - sum(room))
        self._classes = self._classify(free)
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}

    def _classify(self, free: int) -> list[_Class]:
        out = len(self.seats)
        barred = self._never_laid_away()
        by_places: dict[tuple[int, ...], list[int]] = {}
        for card in cards_of(free):
            places = [place for place, seat in enumerate(self.seats) if self.known.may[seat] >> card & 1]
            if self.places[out] and not barred >> card & 1:
                places.append(out)
            by_places.setdefault(tuple(places), []).append(card)
        # Cards with fewest places first keeps the number of ways to look at small.
        return [
            _Class(tuple(cards), places) for places, cards in sorted(by_places.items(), key=lambda one: len(one[0]))
        ]

    def _never_laid_away(self) -> int:
        """Cards that cannot be out of play: trumps, where the taker may not lay them away and everything else is dealt.

        Nobody holds so many trumps that he would have had to.
        """
        dealing = self.view.rules.dealing
        only_discards = self.places[-1] == dealing.discard and not self.view.laid_away
        return self.known.trumps if only_discards and dealing.discard_rule == "no_trump" else 0

    # --- counting and drawing -----------------------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """How many deals single cards allow; whole hands may forbid some of them."""
        return self._count(0, self.places)

    def _count(self, index: int, room: tuple[int, ...]) -> int:
        if index == len(self._classes):
            return int(not any(room))
        key = (index, room)
        if key not in self._ways:
            self._ways[key] = sum(ways for _, ways in self._splits(index, room))
        return self._ways[key]

    def _splits(self, index: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """How the cards of a class can be shared out among its places, each with the number of deals it leads to."""
        cards, places = self._classes[index]
        for split in _shares(len(cards), tuple(room[place] for place in places)):
            left, ways, rest = list(room), 1, len(cards)
            for place, number in zip(places, split, strict=True):
                left[place] -= number
                ways *= comb(rest, number)
                rest -= number
            ways *= self._count(index + 1, tuple(left))
            if ways:
                yield split, ways

    def draw(self, chance: Chance) -> World:
        """One of the deals that single cards allow, all equally likely."""
        held = [0] * len(self.places)
        room = self.places
        for index, (cards, places) in enumerate(self._classes):
            split = self._split_at(index, room, chance.below(self._count(index, room)))
            shuffled, first = list(cards), 0
            left = list(room)
            for place, number in zip(places, split, strict=True):
                left[place] -= number
                for i in range(first, first + number):
                    other = i + chance.below(len(shuffled) - i)
                    shuffled[i], shuffled[other] = shuffled[other], shuffled[i]
                    held[place] |= 1 << shuffled[i]
                first += number
            room = tuple(left)
        return self._world(held)

    def _split_at(self, index: int, room: tuple[int, ...], at: int) -> tuple[int, ...]:
        """The sharing out that the deal of that number has."""
        for split, ways in self._splits(index, room):
            if at < ways:
                return split
            at -= ways
        raise IndexError("there are fewer deals than that")

    def every(self) -> Iterator[World]:
        """All deals that single cards allow, each once."""
        for held in self._every(0, self.places):
            yield self._world(list(held))

    def _every(self, index: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == len(self._classes):
            yield (0,) * len(self.places)
            return
        cards, places = self._classes[index]
        for split, _ in self._splits(index, room):
            left = list(room)
            for place, number in zip(places, split, strict=True):
                left[place] -= number
            for rest in self._every(index + 1, tuple(left)):
                for shared in _dealt(cards, split):
                    held = list(rest)
                    for place, some in zip(places, shared, strict=True):
                        held[place] |= some
                    yield tuple(held)

    def _world(self, held: list[int]) -> World:
        hands = [0] * self.view.rules.players
        assert self.view.seat is not None
        hands[self.view.seat] = self.view.hand
        for place, seat in enumerate(self.seats):
            hands[seat] = held[place] | self.known.sure[seat]
        return tuple(hands)

    def drawn(self, number: int, chance: Chance, enumerate_up_to: int = 0) -> Drawn:
        """That many deals which explain everything, drawn evenly with replacement; or all of them, where they are no
        more than the greater of both numbers.

        Fewer come where hardly any deal explains everything. A view of a real game has at least one.
        """
        if self.count <= max(number, enumerate_up_to):
            return Drawn([world for world in self.every() if self.explains(world)], True)
        worlds: list[World] = []
        for _ in range(TRIES * number):
            world = self.draw(chance)
            if self.explains(world):
                worlds.append(world)
                if len(worlds) == number:
                    break
        return Drawn(worlds, False)

    # --- what whole hands say -----------------------------------------------------------------------------------------

    def explains(self, world: World) -> bool:
        """Whether the players of a deal would have shown what they have shown."""
        return all(check(world) for check in self._checks)

    @cached_property
    def _checks(self) -> list[_Check]:
        view = self.view
        assert view.contract is not None
        checks: list[_Check] = []
        denomination = view.rules.denomination(view.contract.key)
        if view.rules.declarations_in(denomination):
            checks.append(self._declarations_fit)
        said_at_once = not view.rules.belote_ask and view.rules.belote_said_with == "first"
        if len(denomination.belote_suits) > 1 and said_at_once:
            checks.append(self._pairs_fit)
        if isinstance(view.rules.auction, Naming) and view.rules.auction.must_hold:
            checks.append(self._names_fit)
        if view.rules.dealing.discard_rule == "no_points" and not view.laid_away:
            checks.append(self._discard_fits)
        return checks

    @cached_property
    def _fallen(self) -> tuple[int, ...]:
        return tuple(played_by(self.view, seat) for seat in range(self.view.rules.players))

    def begun_with(self, world: World) -> tuple[int, ...]:
        """The hands with which card play began."""
        return tuple(hand | fallen for hand, fallen in zip(world, self._fallen, strict=True))

    def declared(self, world: World) -> Declaring:
        """What the seats of a world have to declare, and what of it lies open after the first trick."""
        view, contract = self.view, self.view.contract
        assert contract is not None
        rules = view.rules
        denomination = rules.denomination(contract.key)
        declarations = rules.declarations_in(denomination)
        found = [declarations.find(hand, denomination.trump) for hand in self.begun_with(world)]
        manual = declarations.announce == "manual"
        said = {seat: some for seat, some in enumerate(found) if some and (view.announced[seat] or not manual)}
        best = declarations.best_seat(
            said,
            denomination.trump,
            camp=lambda seat: camp_of(rules, contract, seat),
            eldest=view.eldest,
            taker=contract.taker,
            players=rules.players,
        )
        camp = None if best is None else camp_of(rules, contract, best)
        shown = [said.get(seat, ()) if camp_of(rules, contract, seat) == camp else () for seat in range(rules.players)]
        return Declaring(found, said, shown)

    def _declarations_fit(self, world: World) -> bool:
        view = self.view
        assert view.contract is not None
        denomination = view.rules.denomination(view.contract.key)
        declarations = view.rules.declarations_in(denomination)
        declared = self.declared(world)
        if eight_in_a_row(declarations, denomination.trump, declared.found) is not None:
            return False
        if any(said and not some for said, some in zip(view.announced, declared.found, strict=True)):
            return False
        return not view.tricks or tuple(declared.shown) == view.declarations

    def _pairs_fit(self, world: World) -> bool:
        """With several pairs about, only how many a seat has said is told."""
        view = self.view
        assert view.contract is not None
        suits = view.rules.denomination(view.contract.key).belote_suits
        for seat, begun in enumerate(self.begun_with(world)):
            pairs = [KINGS_AND_QUEENS & SUIT_MASKS[suit] for suit in suits]
            said = sum(1 for pair in pairs if begun & pair == pair and self._fallen[seat] & pair)
            if said != view.belote[seat]:
                return False
        return True

    def _names_fit(self, world: World) -> bool:
        begun = self.begun_with(world)
        return all(
            begun[said.seat] & SUIT_MASKS[SUITS.index(said.call.key)]
            for said in self.view.calls
            if said.call.word == "name" and said.call.key in SUIT_KEYS
        )

    def _discard_fits(self, world: World) -> bool:
        """Cards with points are laid away only by one who has not enough others."""
        view, table = self.view, self.known.table
        assert view.contract is not None
        away = self.known.unseen & ~sum(world)
        if not any(table[POINTS + card] for card in cards_of(away)):
            return True
        held = self.begun_with(world)[view.contract.taker] | away
        return sum(1 for card in cards_of(held) if not table[POINTS + card]) < view.rules.dealing.discard


def _shares(cards: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The ways to share out so many cards among places with so much room."""
    if not room:
        if not cards:
            yield ()
        return
    for here in range(max(0, cards - sum(room[1:])), min(cards, room[0]) + 1):
        for rest in _shares(cards - here, room[1:]):
            yield (here, *rest)


def _dealt(cards: tuple[int, ...], split: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to deal cards out in shares of those sizes, as masks."""
    if not split:
        yield ()
        return
    for some in combinations(cards, split[0]):
        rest = tuple(card for card in cards if card not in some)
        for others in _dealt(rest, split[1:]):
            yield (sum(1 << card for card in some), *others)
