"""A table in print, for one seat: what it sees, what has happened, and what it types. Knows views, never states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from jacknine.cards import (
    SUIT_MARKS,
    SUIT_MASKS,
    SUITS,
    CardError,
    card_text,
    cards_of,
    mask_of,
    natural_rank,
    parse_card,
    suit_of,
)
from jacknine.game import Claim, Decision, Declare, Discard, Event, Play, Roem, Skip, Speak, Swap, View
from jacknine.notation.show import DENOMINATIONS
from jacknine.rules.auction import Call, CallError, parse_call
from jacknine.rules.contract import Contract

WORDS: Final[dict[type[Decision], str]] = {
    Swap: "swap",
    Declare: "declare",
    Roem: "roem",
    Skip: "skip",
    Claim: "claim",
}
"""What is typed for a decision that is no call and no card."""
HELP: Final = (
    "a card as in KH or 10d, or its number; with ! to say what goes with it, as in KH!; a call as it is shown; cards "
    "to lay away with spaces between them; claim for all tricks that are left; hint; quit"
)

_ISOLATES: Final = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


class Unreadable(ValueError):
    """What was typed is nothing; the message says what can be."""


def bare(text: str) -> str:
    """A page's words without the signs that keep them in order there and mean nothing to a terminal."""
    return text.translate(_ISOLATES)


def mark(card: int) -> str:
    """A card as people write it: ``K♥``, ``10♠``."""
    rank = card_text(card)[0]
    return ("10" if rank == "T" else rank) + SUIT_MARKS[SUITS[suit_of(card)]]


def marks(cards: int) -> str:
    """A set of cards, by suit, the highest first."""
    return " ".join(mark(card) for card in in_order(cards))


def in_order(cards: int) -> list[int]:
    """The cards of a set as a hand is sorted."""
    return [card for suit in SUIT_MASKS for card in sorted(cards_of(cards & suit), key=natural_rank, reverse=True)]


def call_mark(call: Call) -> str:
    """A call as it is shown and typed, and what its letter stands for where it is no suit."""
    text = str(call)
    return f"{text} ({DENOMINATIONS[call.key]})" if call.key and call.word == "name" else text


def names_of(seat: int, players: int) -> list[str]:
    """What the seats are called by the one that plays here."""
    others = {4: ("next", "partner", "previous"), 3: ("next", "previous"), 2: ("opponent",)}[players]
    return [("you", *others)[(other - seat) % players] for other in range(players)]


def contract_text(contract: Contract, names: Sequence[str]) -> str:
    """A contract in words."""
    level = f"{contract.level} in " if contract.level else ""
    goal = f", {contract.goal}" if contract.goal != "points" else ""
    stake = f", x{contract.multiplier}" if contract.multiplier > 1 else ""
    return f"{level}{DENOMINATIONS[contract.key]} by {names[contract.taker]}{goal}{stake}"


def seen_text(view: View, names: Sequence[str]) -> Iterator[str]:
    """What lies before a seat that is to decide, line by line."""
    if view.phase == "auction" and view.turned is not None:
        yield f"  turned: {mark(view.turned)}"
    if view.contract is not None:
        yield f"  {contract_text(view.contract, names)}; points {points_text(view, names)}"
    if view.trick:
        lying = [f"{names[(view.leader + at) % view.rules.players]} {mark(card)}" for at, card in enumerate(view.trick)]
        yield f"  on the table: {', '.join(lying)}"
    if view.phase == "play":
        may = [f"{number}:{mark(card)}" for number, card in enumerate(in_order(view.legal_cards), 1)]
        barred = view.hand & ~view.legal_cards
        yield f"  you may play: {'  '.join(may)}{f'   (not now: {marks(barred)})' if barred else ''}"
    else:
        yield f"  your hand: {marks(view.hand)}"
    words = offered(view)
    if words:
        yield f"  you may {'say' if view.phase == 'auction' else 'also say'}: {'  '.join(words)}"
    if view.phase == "discard":
        yield f"  lay away {view.rules.dealing.discard} cards"


def points_text(view: View, names: Sequence[str]) -> str:
    """The card points so far, ours first."""
    assert view.seat is not None
    mine = view.rules.side_of(view.seat)
    if len(view.points) == 2:
        return f"{view.points[mine]} for us, {view.points[1 - mine]} for them"
    return ", ".join(f"{names[side]} {points}" for side, points in enumerate(view.points))


def offered(view: View) -> list[str]:
    """What can be typed besides plain cards; of the bids the lowest for each suit, and the highest."""
    words = []
    bids = [one for one in view.legal if isinstance(one, Speak) and one.call.word == "bid"]
    hidden = [one for one in bids[:-1] if one.call.level > bids[0].call.level]
    for one in view.legal:
        if one in hidden:
            if one == hidden[-1]:
                words.append("...")
        elif isinstance(one, Speak):
            words.append(call_mark(one.call))
        elif isinstance(one, Play) and one.said:
            words.append(f"{card_text(one.card)}!")
        elif type(one) in WORDS:
            words.append(WORDS[type(one)])
    return words


def typed(text: str, view: View) -> Decision:
    """The decision that a line stands for, allowed or not.

    Raises:
        Unreadable: it stands for nothing.
    """
    seat = view.seat
    assert seat is not None
    line = text.strip()
    word = next((kind for kind, name in WORDS.items() if name == line.lower()), None)
    if word is not None:
        made: Decision = word(seat)  # type: ignore[call-arg]
        return made
    try:
        if view.phase == "auction":
            return Speak(seat, _call(line))
        if view.phase == "discard":
            return Discard(seat, mask_of(card_of(one) for one in line.split()))
        said = line.endswith("!")
        cards = in_order(view.legal_cards)
        plain = line.rstrip("!").strip()
        if plain.isdecimal() and 1 <= int(plain) <= len(cards):
            return Play(seat, cards[int(plain) - 1], said)
        return Play(seat, card_of(plain), said)
    except (CardError, CallError):
        raise Unreadable(f"{line!r} is nothing to do here. Type {HELP}.") from None


def card_of(text: str) -> int:
    """The card of a text in either case, with the suit's letter or mark and 10 or T for the ten.

    Raises:
        CardError: it is no card.
    """
    plain = text.upper().replace("10", "T")
    for letter, sign in SUIT_MARKS.items():
        plain = plain.replace(sign, letter)
    return parse_card(plain)


def _call(text: str) -> Call:
    """A call in any case: words are small, the letters of suits large."""
    small = text.lower()
    for one in (small, text.upper(), small[:-1] + small[-1:].upper()):
        try:
            return parse_call(one)
        except CallError:
            continue
    raise CallError(text)


def news(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """What has just happened, in lines; events that say nothing new are left out."""
    for event in events:
        who = names[event.seat] if event.seat is not None else ""
        cards = marks(event.cards)
        match event.kind:
            case "dealt":
                yield f"  your cards: {cards}"
            case "called" if event.call is not None:
                yield f"{who}: {call_mark(event.call)}"
            case "played":
                yield f"{who}: {cards}"
            case "trick":
                yield f"  trick to {who}, {event.points} points"
            case "thrown_in":
                yield "  thrown in: nobody wants to play"
            case "declarations":
                yield f"  {who}: {cards}, {event.points}"
            case "picked_up" | "swapped" | "laid_away" | "claimed" | "belot":
                yield f"  {who} {event.kind.replace('_', ' ')}: {cards}"
            case "declared" | "ekka" | "belote" | "rebelote":
                yield f"  {who}: {event.kind}"
            case "roem":
                yield f"  {who}: roem {event.points}"
            case "false_claim":
                yield f"  {who} claimed what was not sure"
            case _:
                pass


def sheet_text(view: View, names: Sequence[str]) -> Iterator[str]:
    """The score sheet of a deal that is over, and the match."""
    outcome = view.outcome
    assert view.seat is not None
    if outcome is None or outcome.sheet is None:
        return
    mine = view.rules.side_of(view.seat)
    pair = view.rules.partners
    sides = [mine, *(side for side in range(view.rules.sides) if side != mine)]
    titles = ["us", "them"] if pair else [names[side] for side in sides]
    yield " " * 26 + "".join(f"{title:>10}" for title in titles)
    rows: dict[str, list[int]] = {}
    for line in outcome.sheet.lines:
        rows.setdefault(line.id.replace("_", " "), [0] * view.rules.sides)[line.side] += line.points
    for name, points in [*rows.items(), ("score", list(outcome.sheet.scores)), ("match", list(view.totals))]:
        yield f"  {name:24}" + "".join(f"{points[side]:10}" for side in sides)
