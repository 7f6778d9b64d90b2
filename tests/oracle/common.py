"""What every game of the referee needs: cards as text, tricks, sides, settings, the frame of an auction and a match.

The referee judges the engine, so this package must know nothing of ``jacknine``: it is written from the rule texts
alone and prefers plain words to speed. A card is two letters, rank then suit (``"TH"`` is the ten of hearts); a
contract is a suit letter, ``"none"`` (no trump) or ``"all"`` (every suit is trump). Seats are numbered in turn order
from eldest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Card = str
Rules = dict[str, str]
Given = Mapping[str, Any]
Answer = dict[str, Any]

SUITS = "SHDC"
NATURAL_ORDER = "789TJQKA"
PLAIN_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
LAST_TRICK = 10
PACK = [rank + suit for suit in SUITS for rank in NATURAL_ORDER]


class Meld(NamedTuple):
    """A declaration: its cards in natural order and what it is worth."""

    cards: tuple[Card, ...]
    points: int

    @property
    def is_four(self) -> bool:
        """True for four of a kind, False for a run in one suit."""
        return rank_of(self.cards[0]) == rank_of(self.cards[1])

    @property
    def top(self) -> int:
        """Height of the best card in natural order: the seven is 0, the ace 7."""
        return natural_height(self.cards[-1])


# --- cards and tricks -------------------------------------------------------------------------------------------------


def rank_of(card: Card) -> str:
    """The rank letter of a card."""
    return card[0]


def suit_of(card: Card) -> str:
    """The suit letter of a card."""
    return card[1]


def natural_height(card: Card) -> int:
    """Height in the order of runs, 7 8 9 10 J Q K A."""
    return NATURAL_ORDER.index(rank_of(card))


def trump_height(card: Card) -> int:
    """Height among trumps, 7 8 Q K 10 A 9 J."""
    return TRUMP_ORDER.index(rank_of(card))


def plain_height(card: Card) -> int:
    """Height in a plain suit, 7 8 9 J Q K 10 A."""
    return PLAIN_ORDER.index(rank_of(card))


def names_suit(call: str) -> bool:
    """Is this call the letter of a suit?"""
    return len(call) == 1 and call in SUITS


def of_suit(cards: Iterable[Card], suit: str) -> set[Card]:
    """The cards of one suit."""
    return {card for card in cards if suit_of(card) == suit}


def winner(trump: str, trick: Sequence[Card]) -> int:
    """Index of the winning card: the highest trump if there is one, else the highest card of the suit led."""
    ruffs = [card for card in trick if suit_of(card) == trump]
    if ruffs:
        return trick.index(max(ruffs, key=trump_height))
    height = trump_height if trump == "all" else plain_height
    return trick.index(max(of_suit(trick, suit_of(trick[0])), key=height))


def partner_wins(trump: str, trick: Sequence[Card], players: int) -> bool:
    """Does the partner of the seat to act hold the trick? Only four players have partners, two seats apart."""
    return players == 4 and bool(trick) and len(trick) - winner(trump, trick) == 2


def trumps_over(trump: str, trick: Sequence[Card], cards: Iterable[Card]) -> set[Card]:
    """Those trumps among ``cards`` that are higher than every trump on the table."""
    lying = of_suit(trick, trump)
    return {card for card in of_suit(cards, trump) if all(trump_height(card) > trump_height(t) for t in lying)}


def card_points(trump: str, card: Card) -> int:
    """The usual value of a card: trump values in the trump suit (everywhere in all trumps), else plain values."""
    values = TRUMP_POINTS if trump in ("all", suit_of(card)) else PLAIN_POINTS
    return values[rank_of(card)]


# --- runs and fours ---------------------------------------------------------------------------------------------------


def longest_runs(cards: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Every run of three or more cards in one suit, each taken at its longest, in natural order."""
    runs: list[tuple[Card, ...]] = []
    held = set(cards)
    for suit in SUITS:
        run: list[Card] = []
        for rank in NATURAL_ORDER:
            if rank + suit in held:
                run.append(rank + suit)
                continue
            runs.append(tuple(run))
            run = []
        runs.append(tuple(run))
    return [run for run in runs if len(run) >= 3]


def fours(cards: Iterable[Card], ranks: str) -> list[tuple[Card, ...]]:
    """Every four of a kind among the ranks named."""
    held = set(cards)
    quads = [tuple(rank + suit for suit in SUITS) for rank in ranks]
    return [quad for quad in quads if held.issuperset(quad)]


def subsets(items: Sequence[tuple[Card, ...]]) -> Iterator[list[tuple[Card, ...]]]:
    """Every choice of some of the items, the empty choice included."""
    if not items:
        yield []
        return
    for rest in subsets(items[1:]):
        yield rest
        yield [items[0], *rest]


# --- settings ---------------------------------------------------------------------------------------------------------

ANY_NUMBER = "any number"
_SAME_WORD = {"true": "on", "yes": "on", "false": "off", "no": "off"}


def as_text(value: object) -> str:
    """One spelling for each setting value: on, off, none, a number's digits, or the word itself."""
    text = str(value).lower()
    return _SAME_WORD.get(text, text)


def read_settings(
    table: Mapping[str, Sequence[str]], presets: Mapping[str, Mapping[str, str]], given: Mapping[str, object]
) -> Rules:
    """The settings in force: the table's first values, then the preset's, then what is given.

    Raises ValueError for an unknown preset, setting or value.
    """
    asked = {name: as_text(value) for name, value in given.items()}
    preset = asked.pop("preset", next(iter(presets)))
    if preset not in presets:
        raise ValueError(f"no preset {preset!r}")
    chosen = {**presets[preset], **asked}
    for name, value in chosen.items():
        values = table.get(name)
        if values is None:
            raise ValueError(f"no setting {name!r}")
        if value not in values and not (ANY_NUMBER in values and value.isdigit()):
            raise ValueError(f"{name} cannot be {value!r}")
    return {name: chosen.get(name, values[0]) for name, values in table.items()}


# --- auction ----------------------------------------------------------------------------------------------------------


@dataclass
class Auction:
    """An auction under way; each game says in ``say`` what a call does and whether it is allowed."""

    rules: Rules
    turned: str | None = None
    turn: int | None = 0
    over: bool = False
    void: bool = False
    taker: int | None = None
    trump: str | None = None
    value: int | None = None
    multiplier: int = 1
    card_to: int | None = None
    extra: Answer = field(default_factory=dict)

    def say(self, call: str) -> bool:
        """Take a call of the seat in turn; False, with nothing changed, if it is not allowed."""
        raise NotImplementedError

    def buy(self, taker: int, trump: str) -> bool:
        """Close the auction with a taker."""
        self.taker, self.trump = taker, trump
        return self.close()

    def throw_in(self) -> bool:
        """Close the auction without a taker: the cards are dealt again."""
        self.void = True
        return self.close()

    def close(self) -> bool:
        """End the auction."""
        self.over, self.turn = True, None
        return True


def turned_card(given: Given) -> Card:
    """The turned card of a case. Raises ValueError where none was told."""
    turned = given.get("turned")
    if not isinstance(turned, str):
        raise ValueError("this auction needs its turned card")
    return turned


def hear(auction: Auction, calls: Sequence[str]) -> Answer:
    """Run the calls; ``legal`` is the verdict on the last one. Raises ValueError if an earlier one is not allowed."""
    legal: bool | None = None
    for number, call in enumerate(calls):
        if legal is False:
            raise ValueError(f"call {number} ({calls[number - 1]}) is not allowed")
        legal = not auction.over and auction.say(call)
    return {
        "legal": legal,
        "over": auction.over,
        "void": auction.void,
        "turn": auction.turn,
        "taker": auction.taker,
        "trump": auction.trump,
        "value": auction.value,
        "multiplier": auction.multiplier,
        "card_to": auction.card_to,
        **auction.extra,
    }


# --- play, match ------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A deal played to the end: the winner of each trick; per seat tricks, card points (last trick included), roem."""

    winners: list[int]
    tricks: list[int]
    points: list[int]
    roem: list[int]


LegalNow = Callable[[Sequence[Card], set[Card], set[Card]], set[Card]]


def sides(per_seat: Sequence[int]) -> list[int]:
    """Per-side sums of per-seat numbers: seats 0 and 2 against 1 and 3, with fewer players each seat alone."""
    return [per_seat[0] + per_seat[2], per_seat[1] + per_seat[3]] if len(per_seat) == 4 else list(per_seat)


def play_out(
    hands: Mapping[int, Sequence[Card]],
    cards: Sequence[Card],
    trump: str,
    legal_now: LegalNow,
    points_of: Callable[[Card], int],
    roem_of: Callable[[Sequence[Card]], int] = lambda trick: 0,
) -> Played:
    """Lay the cards one after another, eldest leading. ``legal_now(trick, hand, gone)`` judges each of them.

    Raises ValueError for a card that is not held or not allowed, or when the deal is not played out.
    """
    players = len(hands)
    left = {seat: set(held) for seat, held in hands.items()}
    played = Played([], [0] * players, [0] * players, [0] * players)
    gone: set[Card] = set()
    leader, trick = 0, list[Card]()
    for card in cards:
        seat = (leader + len(trick)) % players
        if card not in left[seat] or card not in legal_now(trick, left[seat], gone):
            raise ValueError(f"seat {seat} may not play {card} to {trick} from {sorted(left[seat])}")
        left[seat].remove(card)
        trick.append(card)
        if len(trick) < players:
            continue
        leader = (leader + winner(trump, trick)) % players
        played.winners.append(leader)
        played.tricks[leader] += 1
        played.points[leader] += sum(points_of(laid) for laid in trick)
        played.roem[leader] += roem_of(trick)
        gone.update(trick)
        trick = []
    if trick or any(left.values()):
        raise ValueError("the deal is not played out")
    played.points[leader] += LAST_TRICK
    return played


def sweeper(tricks: Sequence[int]) -> int | None:
    """The side that took every trick, or None."""
    takers = [side for side, count in enumerate(tricks) if count]
    return takers[0] if len(takers) == 1 else None


def add(*rows: Sequence[int]) -> list[int]:
    """Numbers per side added up."""
    return [sum(column) for column in zip(*rows, strict=True)]


def race(totals: Sequence[int], reached: Sequence[bool]) -> Answer:
    """End of a match: once a side has reached the target the higher total wins; equal totals ask for one more deal."""
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    if not any(reached) or len(leaders) > 1:
        return {"over": False, "winner": None}
    return {"over": True, "winner": leaders[0]}
