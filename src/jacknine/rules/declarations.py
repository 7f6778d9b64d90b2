"""Declarations from the hand: finding them, and deciding whose count.

A declaration is a run in one suit or four cards of a rank. What each is worth, how they are compared and whether a card
may serve twice are data. See docs/games/belote.md 1.8, docs/games/bela.md 1.5, docs/games/baloot.md 2.4,
docs/games/jass.md 1.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from jacknine.cards import CARD_COUNT, cards_of, mask_of, natural_rank, rank_letter, suit_of


class Declared(NamedTuple):
    """One declaration: its cards (a mask), its points, and its kind."""

    cards: int
    points: int
    kind: Literal["run", "four"]

    @property
    def length(self) -> int:
        return self.cards.bit_count()

    @property
    def top(self) -> int:
        """The highest card in natural order."""
        return max(cards_of(self.cards), key=natural_rank)

    @property
    def bottom(self) -> int:
        """The lowest card in natural order."""
        return min(cards_of(self.cards), key=natural_rank)


FOURS = {rank: mask_of(card for card in range(CARD_COUNT) if rank_letter(card) == rank) for rank in "6789TJQKA"}
"""The four cards of each rank."""


@dataclass(frozen=True, slots=True)
class Declarations:
    """Which declarations a game knows and how they are compared.

    runs: points by length, the longest entry standing for "or more"; empty: the game has none. fours: points by rank.
    four_order: ranks from best to worst among fours of equal points. compare: ``fours_first`` (any four beats any
    run, the longer run beats the shorter), ``fours_then_value`` (the same, but runs by points) or ``points_first``
    (points; between a four and a run of equal points ``four_or_run`` decides, ``rank`` looking at the top card
    alone; between runs of equal points the longer comes first with longer_first). Then the run with the higher top
    card is better; low_is_high: the one with the lower bottom card. trump_breaks_ties: of equal runs the one in trump
    is better. tie: what is still equal goes to the seat that speaks first from eldest, to nobody, or to the first
    seat counted from the taker. card_reuse: a card may serve in a run and in a four. split_runs: a run may be cut
    where that pays more. best_split: which use of a hand is taken, the dearest or the one with the best single
    declaration. limit: the most one hand may declare. announce: by the table, or by each seat before its own first
    card. eight_wins: a run of eight wins the match.
    """

    runs: Mapping[int, int] = field(default_factory=dict)
    fours: Mapping[str, int] = field(default_factory=dict)
    four_order: str = "AKQJT987"
    compare: Literal["fours_first", "fours_then_value", "points_first"] = "fours_first"
    four_or_run: Literal["four", "run", "rank"] = "four"
    longer_first: bool = False
    low_is_high: bool = False
    trump_breaks_ties: bool = False
    tie: Literal["eldest", "nobody", "taker"] = "eldest"
    card_reuse: bool = False
    split_runs: bool = False
    best_split: Literal["dearest", "best_single"] = "dearest"
    limit: int | None = None
    announce: Literal["auto", "manual"] = "auto"
    eight_wins: Literal["never", "trump", "any"] = "never"

    def __hash__(self) -> int:
        return hash((*self.runs.items(), *self.fours.items(), self.compare, self.four_order, self.best_split))

    def __bool__(self) -> bool:
        """Whether anything can be declared at all."""
        return bool(self.runs or self.fours)

    def find(self, hand: int, trump: int | None) -> tuple[Declared, ...]:
        """What a hand declares, best first, each card used as the game allows. ``trump`` is a suit or None."""
        if not (_has_run(hand) or _has_four(hand)):
            return ()
        return _find(self, hand, trump)

    def key(self, declared: Declared, trump: int | None) -> tuple[int, ...]:
        """How a declaration compares: the greater key is the better one, equal keys are a tie."""
        top = -natural_rank(declared.bottom) if self.low_is_high else natural_rank(declared.top)
        if declared.kind == "four":
            rank = -self.four_order.index(rank_letter(declared.top))
            if self.compare != "points_first":
                return (1, declared.points, rank, 0)
            ahead = int(self.four_or_run == "four")
            return (declared.points, ahead, 0, top if self.four_or_run == "rank" else rank, 0)
        in_trump = int(self.trump_breaks_ties and suit_of(declared.top) == trump)
        if self.compare == "points_first":
            length = declared.length if self.longer_first else 0
            return (declared.points, int(self.four_or_run == "run"), length, top, in_trump)
        return (0, declared.length if self.compare == "fours_first" else declared.points, top, in_trump)

    def best_seat(
        self,
        hands: Mapping[int, Sequence[Declared]],
        trump: int | None,
        *,
        camp: Callable[[int], int],
        eldest: int,
        taker: int,
        players: int,
    ) -> int | None:
        """The seat whose side's declarations count; None when nobody declares or equals cancel each other.

        ``camp`` tells which seats stand together: equals within one camp are no tie.
        """
        best: dict[int, tuple[int, ...]] = {
            seat: max(self.key(one, trump) for one in found) for seat, found in hands.items() if found
        }
        seats = [seat for seat, key in best.items() if key == max(best.values())]
        if not seats or (self.tie == "nobody" and len({camp(seat) for seat in seats}) > 1):
            return None
        first = taker if self.tie == "taker" else eldest
        return min(seats, key=lambda seat: (seat - first) % players)

    def _run(self, cards: Sequence[int]) -> Declared:
        return Declared(mask_of(cards), self.runs[min(len(cards), max(self.runs))], "run")

    def _fours(self, hand: int) -> list[Declared]:
        return [
            Declared(FOURS[rank], points, "four")
            for rank, points in self.fours.items()
            if hand & FOURS[rank] == FOURS[rank]
        ]

    def _cuts(self, run: Sequence[int]) -> Iterator[list[Declared]]:
        """The ways to declare one unbroken run: whole, or cut into parts where the game allows it."""
        shortest = min(self.runs)
        if len(run) < shortest:
            yield []
            return
        yield [self._run(run)]
        if self.split_runs:
            for size in range(shortest, len(run)):
                for rest in self._cuts(run[size:]):
                    yield [self._run(run[:size]), *rest]


def _has_run(hand: int) -> bool:
    """Whether three cards in a row lie in a hand: most hands have none, and this is quick."""
    if hand & hand >> 1 & hand >> 2 & 0x3F3F3F3F:
        return True
    return any(hand >> (32 + suit) & 1 and hand >> (8 * suit) & 3 == 3 for suit in range(4))


def _has_four(hand: int) -> bool:
    """Whether four cards of a rank lie in a hand."""
    return bool(hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFF) or hand >> 32 == 0xF


def _unbroken_runs(hand: int) -> list[list[int]]:
    """The cards of a hand as unbroken sequences, in natural order."""
    runs: list[list[int]] = []
    for card in sorted(cards_of(hand), key=lambda card: (suit_of(card), natural_rank(card))):
        last = runs[-1][-1] if runs else None
        if last is not None and suit_of(last) == suit_of(card) and natural_rank(card) == natural_rank(last) + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


@lru_cache(maxsize=8192)
def _find(rules: Declarations, hand: int, trump: int | None) -> tuple[Declared, ...]:
    def ranked(chosen: Iterable[Declared]) -> list[Declared]:
        return sorted(chosen, key=lambda one: rules.key(one, trump), reverse=True)

    def worth(chosen: Iterable[Declared]) -> tuple[list[tuple[int, ...]], int, list[tuple[int, ...]]]:
        order = ranked(chosen)
        keys = [rules.key(one, trump) for one in order]
        total = sum(one.points for one in order[: rules.limit])
        return (keys[:1] if rules.best_split == "best_single" else [], total, keys)

    fours = rules._fours(hand)
    uses = [fours] if rules.card_reuse else [list(u) for n in range(len(fours) + 1) for u in combinations(fours, n)]
    options = []
    for used in uses:
        rest = hand if rules.card_reuse else hand & ~sum(four.cards for four in used)
        chosen = list(used)
        for run in _unbroken_runs(rest) if rules.runs else ():
            chosen += max(list(rules._cuts(run)), key=worth)
        options.append(chosen)
    return tuple(ranked(max(options, key=worth))[: rules.limit])
