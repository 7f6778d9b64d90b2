"""What is said at the table, in the reader's words: calls, contracts, declarations, scores.

A game's own word comes before the common one. Knows views and words; nothing of pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jacknine.cards import SUITS, cards_of, rank_letter, suit_of
from jacknine.rules.auction import Call
from jacknine.rules.contract import NO_TRUMP, Contract
from jacknine.server.faces import side_label, sides_of
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words

MARKS: Final = {("baloot", NO_TRUMP): "sun"}
"""What is shown for a contract where a game has a mark of its own; otherwise the contract's key names the mark."""
ACCEPTING: Final = frozenset({"take", "play", "hokum"})
"""Calls that mean the turned suit when they name none."""
SUNS: Final = frozenset({"sun", "ashkal"})
LONGEST_RUN: Final = 5
"""From here on a game may have one name for longer runs too."""


def own(sv: SeatView, words: Words, kind: str, key: str, **values: str | int) -> str:
    """A text that a game may have a word of its own for: ``kind.game.key`` before ``kind.key``."""
    return words.first(f"{kind}.{sv.game}.{key}", f"{kind}.{key}", **values)


# --- calls and contracts ----------------------------------------------------------------------------------------------


def mark_of(game: str, key: str) -> str:
    """The name of the mark for what a contract is played in."""
    return MARKS.get((game, key), key)


def key_name(sv: SeatView, words: Words, key: str) -> str:
    """The name of what a contract is played in: a suit, no trump, tops-down."""
    return own(sv, words, "suit", key)


def key_called(sv: SeatView, call: Call) -> str:
    """What a call is for: the suit it names or accepts, no trump; empty where it is for nothing."""
    if call.key:
        return call.key
    if call.word in SUNS:
        return NO_TRUMP
    if call.word in ACCEPTING and sv.view.turned is not None:
        return SUITS[suit_of(sv.view.turned)]
    if call.word in ACCEPTING and sv.view.contract is not None:
        return sv.view.contract.key
    return ""


def mark_called(sv: SeatView, call: Call) -> str:
    """The mark that stands beside a call, empty where there is none."""
    return mark_of(sv.game, key_called(sv, call))


def call_named(sv: SeatView, words: Words, call: Call) -> str:
    """A call in the reader's own words, with the suit it names."""
    suit = key_name(sv, words, call.key) if call.key else ""
    if call.word == "name":
        return suit
    if call.word == "bid":
        return words.text("call.bid", level=call.level, suit=suit)
    text = own(sv, words, "call", call.word)
    if call.locked:
        return words.text("call.locked", call=text)
    return words.text("call.with_suit", call=text, suit=suit) if suit else text


def call_said(sv: SeatView, words: Words, call: Call) -> str:
    """A call as it is said at the table, in the words of its game; a suit shows as its mark beside it."""
    if call.word == "bid":
        return str(call.level)
    text = words.first(*(f"{kind}.{owner}{call.word}" for kind in ("said", "call") for owner in (f"{sv.game}.", "")))
    return words.text("call.locked", call=text) if call.locked else text


def contract_named(sv: SeatView, words: Words, contract: Contract) -> str:
    """What is played, in words: hearts, 120 hearts, capot, sun."""
    suit = key_name(sv, words, contract.key)
    if contract.goal != "points":
        return own(sv, words, "contract", contract.goal, suit=suit)
    if contract.level:
        return words.text("call.bid", level=contract.level, suit=suit)
    return own(sv, words, "contract", "suit", suit=suit) if contract.key in SUITS else suit


# --- declarations and scores ------------------------------------------------------------------------------------------


def declared_name(sv: SeatView, words: Words, cards: int, points: int) -> str:
    """A declaration by its name: tierce, four jacks."""
    held = list(cards_of(cards))
    rank = rank_letter(held[0])
    if len(held) == 4 and len({rank_letter(card) for card in held}) == 1:
        return words.first(f"four.{sv.game}.{rank}.{points}", f"four.{sv.game}.{rank}", f"four.{rank}", points=points)
    length = len(held)
    ids = [f"run.{sv.game}.{length}", f"run.{sv.game}.{min(length, LONGEST_RUN)}", f"run.{length}"]
    return words.first(*ids, suit=words.suit(SUITS[suit_of(held[0])]), points=points)


def score_told(sv: SeatView, words: Words, points: Sequence[int]) -> str:
    """The points of all sides in one line."""
    return " · ".join(
        words.text("score.side", name=side_label(sv, words, side), points=points[side]) for side in sides_of(sv)
    )
