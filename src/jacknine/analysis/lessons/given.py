"""What a reader gets: a lesson with every example answered, as messages, cards and numbers without any words.

Messages are ids with parameters, as :class:`~jacknine.game.reasons.Reason` has them: parameters called ``card`` are
cards, ``suit`` keys of contracts, ``who`` names of players or sides in the lesson; all others are shown as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jacknine.rules.auction import Call
from jacknine.rules.declarations import Declared

Values = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be said in the reader's language."""

    id: str
    values: Values


def message(id: str, **values: str | int) -> Message:
    """A message, written shortly."""
    return Message(id, values)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the lesson itself."""

    key: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """The sentence of a setting in force."""

    setting: str
    value: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """A row of ranks from high to low with their points. ``kind``: of the trump suit, of the others, or of every suit;
    ``keys`` are the denominations in which that holds.
    """

    kind: str
    keys: tuple[str, ...]
    ranks: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OrdersGiven:
    """All rankings, and what the cards of a whole pack come to with the last trick, by denominations."""

    rows: tuple[Ranking, ...]
    totals: tuple[tuple[tuple[str, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What one kind of bonus is worth, a number a column, None where it does not exist.

    ``kind`` is run, four or pair; ``length`` the cards of a run, ``more``: or of a longer one; ``ranks`` those of the
    fours.
    """

    kind: str
    points: tuple[int | None, ...]
    length: int = 0
    more: bool = False
    ranks: str = ""


@dataclass(frozen=True, slots=True)
class WorthsGiven:
    """A table of bonuses; a column for each group of denominations that pays them alike."""

    columns: tuple[tuple[str, ...], ...]
    rows: tuple[Worth, ...]


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card of the hand: whether it may be played, and why not or what comes of it."""

    card: int
    allowed: bool
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class TrickGiven:
    """A trick: its cards in the order played with their players, the winning one (its place), and the hand that is to
    play, if any.
    """

    key: str
    table: tuple[tuple[str, int], ...]
    best: int | None
    hand: tuple[CardChoice, ...]
    seen: tuple[Message, ...]
    verdict: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class CallChoice:
    """A call that one might think of, and why it may not be made now."""

    call: Call
    refused: Message | None


@dataclass(frozen=True, slots=True)
class AuctionGiven:
    """An auction: the cards turned up and the cards of the next to speak where they matter, the calls with their
    speakers, what might be said next, and how things stand.
    """

    turned: tuple[int, ...]
    hand: tuple[int, ...]
    calls: tuple[tuple[str, Call], ...]
    asked: tuple[CallChoice, ...]
    verdict: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class HandGiven:
    """A hand with what it declares; ``counts``: its declarations are written. ``lit`` are cards that matter besides:
    the king and queen of trump that belong together, or all of a hand that claims the rest.
    """

    who: str
    cards: tuple[int, ...]
    found: tuple[Declared, ...]
    counts: bool
    lit: int

    def state(self, card: int) -> str:
        """What a card is good for: it ``counts``, it is in a ``beaten`` declaration, or it is at ``rest``."""
        declared = any(one.cards >> card & 1 for one in self.found)
        if self.lit >> card & 1 or (declared and self.counts):
            return "counts"
        return "beaten" if declared else "rest"

    def parts(self, one: Declared) -> tuple[int, ...]:
        """The cards of one declaration, in the order of the hand."""
        return tuple(card for card in self.cards if one.cards >> card & 1)


@dataclass(frozen=True, slots=True)
class HandsGiven:
    """Hands, and what the table says of them."""

    key: str
    hands: tuple[HandGiven, ...]
    verdict: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a score: what it is for, a number a side, None where it does not touch a side. ``figure`` is what the
    line speaks of besides.
    """

    id: str
    points: tuple[int | None, ...]
    figure: int = 0


@dataclass(frozen=True, slots=True)
class ScoreGiven:
    """A scored deal: who the columns are, what was brought in, what is written for it, and how the contract ended."""

    key: str
    columns: tuple[str, ...]
    brought: tuple[Row, ...]
    written: tuple[Row, ...]
    scores: tuple[int, ...]
    held: tuple[int, ...]
    verdict: tuple[Message, ...]


PartGiven = Sentence | Ruled | OrdersGiven | WorthsGiven | TrickGiven | AuctionGiven | HandsGiven | ScoreGiven


@dataclass(frozen=True, slots=True)
class SectionGiven:
    key: str
    parts: tuple[PartGiven, ...]


@dataclass(frozen=True, slots=True)
class Idle:
    """A setting that changes nothing here, because another setting has not one of ``values``."""

    ruled: Ruled
    setting: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The rules of a game under the settings in force. ``facts`` are the numbers that sentences may use."""

    game: str
    line: str
    sections: tuple[SectionGiven, ...]
    idle: tuple[Idle, ...]
    facts: Values
