"""Plain search over open hands: the value of an ending, and the count of play sequences (perft).

No cleverness that could hide a mistake: every legal card is tried; endings are only remembered between tricks.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from . import baloot, bela, belote, coinche, common, jass, klaverjas
from .common import PACK, Answer, Card, Given, Meld, Rules

MAX_TRICKS = 5
Table = tuple[frozenset[Card], ...]


class Game(Protocol):
    """What each game's module offers."""

    def rules(self, settings: Mapping[str, object]) -> Rules: ...

    def legal(
        self,
        rules: Rules,
        trump: str,
        trick: Sequence[Card],
        hand: Sequence[Card],
        players: int = 4,
        ekka: bool = False,
        locked: bool = False,
    ) -> set[Card]: ...

    def points(self, rules: Rules, trump: str, card: Card) -> int: ...

    def auction(self, rules: Rules, given: Given) -> Answer: ...

    def deal_score(self, rules: Rules, given: Given) -> Answer: ...

    def match(self, rules: Rules, given: Given) -> Answer: ...

    def play_deal(self, rules: Rules, given: Given) -> Answer: ...


class MeldGame(Game, Protocol):
    """A game with declarations from the hand."""

    def melds(self, rules: Rules, hand: Sequence[Card], trump: str) -> list[Meld]: ...

    def meld_compare(
        self, rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, taker: int = 0
    ) -> tuple[int | None, list[int]]: ...


MELD_GAMES: dict[str, MeldGame] = {"belote": belote, "coinche": coinche, "bela": bela, "baloot": baloot, "jass": jass}
GAMES: dict[str, Game] = {**MELD_GAMES, "klaverjas": klaverjas}


def winner(game: str, trump: str, trick: Sequence[Card]) -> int:
    """Index of the winning card; jass has orders of its own."""
    return jass.winner(trump, trick) if game == "jass" else common.winner(trump, trick)


def last_trick(game: str) -> int:
    """What the last trick is worth."""
    return jass.LAST_TRICK if game == "jass" else common.LAST_TRICK


def moves(
    game: str, rules: Rules, trump: str, trick: Sequence[Card], table: Table, seat: int, pack: Iterable[Card] = PACK
) -> set[Card]:
    """Legal cards in an open position; a card of the pack in no hand and not on the table was played in an earlier
    trick.
    """
    ekka = False
    if game == "baloot" and trick and rules["ekka"] == "auto":
        gone = set(pack).difference(trick, *table)
        ekka = baloot.is_ekka(trump, trick[0], gone)
    return GAMES[game].legal(rules, trump, trick, sorted(table[seat]), len(table), ekka)


def without(table: Table, seat: int, card: Card) -> Table:
    """The hands after one card is played."""
    return tuple(hand - {card} if s == seat else hand for s, hand in enumerate(table))


def count_sequences(game: str, rules: Rules, table: Table, trump: str, leader: int, depth: int) -> int:
    """Number of legal ways to play ``depth`` cards from the start of a trick."""

    # Cards that no hand began with have not been played: they are out of the game.
    pack = [card for hand in table for card in hand]

    def count(table: Table, leader: int, trick: tuple[Card, ...], left: int) -> int:
        if left == 0:
            return 1
        seat = (leader + len(trick)) % len(table)
        total = 0
        for card in moves(game, rules, trump, trick, table, seat, pack):
            laid = (*trick, card)
            rest = without(table, seat, card)
            if len(laid) == len(table):
                total += count(rest, (leader + winner(game, trump, laid)) % len(table), (), left - 1)
            else:
                total += count(rest, leader, laid, left - 1)
        return total

    return count(table, leader, (), depth)


class Ending:
    """Minimax for side 0 against the rest, on the difference of their points.

    Side 0 is seats 0 and 2 of four, seat 0 of two, the taker of three.
    """

    def __init__(self, game: str, rules: Rules, trump: str, all_tricks: int, taker: int) -> None:
        self.game, self.rules, self.trump, self.all_tricks, self.taker = game, rules, trump, all_tricks, taker
        self.known: dict[tuple[Table, int, frozenset[int]], int] = {}

    def is_ours(self, seat: int, players: int) -> bool:
        """Does the seat play for side 0?"""
        return seat % 2 == 0 if players == 4 else seat == (self.taker if players == 3 else 0)

    def sweeper(self, seat: int, players: int) -> int:
        """Who takes all tricks together with this seat: a side, and of three players each alone (bela 1.4)."""
        if players == 3 and self.rules["three_pair_stiglja"] == "off":
            return seat
        return 0 if self.is_ours(seat, players) else 1

    def at_trick(self, table: Table, leader: int, winners: frozenset[int]) -> int:
        """Best difference from the start of a trick; ``winners`` tells who has won one already."""
        if not any(table):
            mine = winners == {self.sweeper(self.taker if len(table) == 3 else 0, len(table))}
            return (self.all_tricks if mine else -self.all_tricks) if len(winners) == 1 else 0
        key = (table, leader, winners)
        if key not in self.known:
            self.known[key] = self.in_trick(table, leader, (), winners)
        return self.known[key]

    def in_trick(self, table: Table, leader: int, trick: tuple[Card, ...], winners: frozenset[int]) -> int:
        """Best difference with some cards of a trick on the table."""
        players = len(table)
        if len(trick) == players:
            seat = (leader + winner(self.game, self.trump, trick)) % players
            ours = self.is_ours(seat, players)
            gain = self.worth(trick, last=not any(table))
            return (gain if ours else -gain) + self.at_trick(table, seat, winners | {self.sweeper(seat, players)})
        seat = (leader + len(trick)) % players
        values = [
            self.in_trick(without(table, seat, card), leader, (*trick, card), winners)
            for card in moves(self.game, self.rules, self.trump, trick, table, seat)
        ]
        return max(values) if self.is_ours(seat, players) else min(values)

    def worth(self, trick: Sequence[Card], last: bool) -> int:
        """Card points of a trick, and those of the last one."""
        total = sum(GAMES[self.game].points(self.rules, self.trump, card) for card in trick)
        return total + (last_trick(self.game) if last else 0)


def solve_ending(game: str, rules: Rules, given: Given) -> Answer:
    """Value of an ending: side 0's points with best play, and the difference between the sides.

    With ``all_tricks`` its winner's points include that bonus. Roem is left out: both play for card points.
    ValueError beyond five tricks.
    """
    hands: Mapping[int, Sequence[Card]] = given["hands"]
    table = tuple(frozenset(hands[seat]) for seat in sorted(hands))
    if len(table[0]) > MAX_TRICKS:
        raise ValueError(f"only endings up to {MAX_TRICKS} tricks")
    bonus = int(given.get("all_tricks", 0))
    ending = Ending(game, rules, given["trump"], bonus, given.get("taker", 0))
    difference = ending.at_trick(table, given["leader"], frozenset())
    cards = last_trick(game) + sum(GAMES[game].points(rules, given["trump"], card) for hand in table for card in hand)
    swept = bool(bonus) and difference in (cards + bonus, -cards - bonus)
    value = max(difference, 0) if swept else (cards + difference) // 2
    return {"value": value, "difference": difference}
