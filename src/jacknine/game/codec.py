"""Actions as numbers and as texts, both ways.

A text says what is done, not who does it: ``call 80H``, ``play KH!``. A number says the same, so that policies, data
sets and logs can hold it; the seat always stands beside it. Numbers never change their meaning: what is added later
gets new ones, and :data:`CODEC_VERSION` moves only if that promise has to be broken.

* 0..35: a card played without a word, 36..71: with a word
* 72..76: declare, swap, roem, skip, claim
* 77..706: two cards laid away, low < high of the 36, as 77 + high * (high - 1) / 2 + low
* 707..814: calls, in the order of :data:`CALLS`
* from 1024: deals. First the orders of 32 cards by their rank among all orders, then those of 32 cards with a pile
  (rank of the pack times 20! plus rank of the pile), then those of 36 cards
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Final, assert_never

from jacknine.cards import CARD_COUNT, PILE, CardError, card_text, cards_of, cards_text, mask_of, parse_card
from jacknine.game.actions import Action, Claim, Deal, Declare, Discard, Play, Roem, Skip, Speak, Swap
from jacknine.rules.auction import Call, CallError, parse_call
from jacknine.rules.contract import DENOMINATION_KEYS

CODEC_VERSION: Final = 1

_SAID: Final = 36
_BARE: Final = 72
_Bare = type[Declare] | type[Swap] | type[Roem] | type[Skip] | type[Claim]
_BARE_ACTIONS: Final[dict[str, _Bare]] = {"declare": Declare, "swap": Swap, "roem": Roem, "skip": Skip, "claim": Claim}
_BARE_WORDS: Final = {action: word for word, action in _BARE_ACTIONS.items()}
_BARE_LIST: Final = tuple(_BARE_WORDS)
_PAIRS: Final = _BARE + len(_BARE_LIST)
_CALLS: Final = _PAIRS + CARD_COUNT * (CARD_COUNT - 1) // 2

CALLS: Final = (
    *(Call(word) for word in ("pass", "take", "play", "push")),
    *(Call("name", key) for key in DENOMINATION_KEYS),
    *(Call("bid", key, level) for level in range(80, 170, 10) for key in DENOMINATION_KEYS[:6]),
    *(Call("capot", key) for key in DENOMINATION_KEYS[:6]),
    *(Call("generale", key) for key in DENOMINATION_KEYS[:6]),
    *(Call(word) for word in ("coinche", "surcoinche", "kontra", "rekontra")),
    *(Call(word) for word in ("hokum", "sun", "ashkal")),
    *(Call("hokum", key) for key in DENOMINATION_KEYS[:4]),
    *(Call(word) for word in ("double", "triple", "quadruple", "gahwa")),
    *(Call(word, locked=True) for word in ("double", "quadruple")),
    Call("kawesh"),
    *(Call("bid", key, level) for level in (170, 180) for key in DENOMINATION_KEYS[:6]),
)
"""Every call that has a number, in the order of the numbers. New calls go to the end."""

DECISION_COUNT: Final = _CALLS + len(CALLS)
"""One more than the greatest number of a decision. Deals begin further up, at :data:`DEALS`."""
DEALS: Final = 1024

_PAIR_MASKS: Final = tuple(1 << low | 1 << high for high in range(CARD_COUNT) for low in range(high))
_CALL_NUMBERS: Final = {call: _CALLS + index for index, call in enumerate(CALLS)}
_PACK_32: Final = tuple(range(32))
_PACK_36: Final = tuple(range(36))
_WITH_PILE: Final = DEALS + factorial(32)
_OF_36: Final = _WITH_PILE + factorial(32) * factorial(len(PILE))
_END: Final = _OF_36 + factorial(36)


class CodecError(ValueError):
    """A text or a number that is no action, or an action that has no number."""


# --- text -----------------------------------------------------------------------------------------------------------


def action_text(action: Action) -> str:
    """An action in text, without its seat: ``call take``, ``play KH``, ``discard 7S 8H``, ``deal 7S 9H ...``."""
    match action:
        case Play():
            return f"play {card_text(action.card)}{'!' if action.said else ''}"
        case Speak():
            return f"call {action.call}"
        case Discard():
            return " ".join(["discard", *cards_text(action.cards)])
        case Deal():
            cards = ["deal", *map(card_text, action.cards)]
            return " ".join([*cards, "/", *map(card_text, action.pile)] if action.pile else cards)
        case Declare() | Swap() | Roem() | Skip() | Claim():
            return _BARE_WORDS[type(action)]
        case _:
            assert_never(action)


def parse_action(text: str, seat: int) -> Action:
    """The action that a text means when a seat says it; for a deal the seat does not matter.

    Raises:
        CodecError: the text is no action; the message says what is wrong with it.
    """
    word, *rest = text.split() or [""]
    try:
        if word == "play" and len(rest) == 1:
            return Play(seat, parse_card(rest[0].removesuffix("!")), rest[0].endswith("!"))
        if word == "call" and len(rest) == 1:
            return Speak(seat, parse_call(rest[0]))
        if word == "discard" and rest:
            return Discard(seat, mask_of(map(parse_card, rest)))
        if word == "deal" and rest:
            return _parse_deal(rest)
    except (CardError, CallError) as error:
        raise CodecError(f"{text!r}: {error}") from None
    if word in _BARE_ACTIONS and not rest:
        return _BARE_ACTIONS[word](seat)
    raise CodecError(
        f"{text!r} is no action: write play CARD, play CARD!, call CALL, discard CARDS, deal CARDS, "
        f"{', '.join(_BARE_ACTIONS)}"
    )


def _parse_deal(texts: list[str]) -> Deal:
    at = texts.index("/") if "/" in texts else len(texts)
    cards, pile = ([parse_card(text) for text in part] for part in (texts[:at], texts[at + 1 :]))
    mask_of(cards)
    mask_of(pile)
    return Deal(tuple(cards), tuple(pile))


# --- numbers --------------------------------------------------------------------------------------------------------


def to_int(action: Action) -> int:
    """The number of an action.

    Raises:
        CodecError: it has none: a call that no game knows, other than two cards laid away, a deal that is no whole
            pack.
    """
    match action:
        case Play():
            return action.card + (_SAID if action.said else 0)
        case Declare() | Swap() | Roem() | Skip() | Claim():
            return _BARE + _BARE_LIST.index(type(action))
        case Discard():
            if action.cards.bit_count() != 2:
                raise CodecError(f"only two cards laid away have a number, not {action.cards.bit_count()}")
            low, high = cards_of(action.cards)
            return _PAIRS + high * (high - 1) // 2 + low
        case Speak():
            if action.call not in _CALL_NUMBERS:
                raise CodecError(f"the call {action.call} has no number")
            return _CALL_NUMBERS[action.call]
        case Deal():
            return _deal_number(action)
        case _:
            assert_never(action)


def from_int(number: int, seat: int) -> Action:
    """The action of a number when a seat does it; for a deal the seat does not matter.

    Raises:
        CodecError: no action has that number.
    """
    if 0 <= number < _BARE:
        return Play(seat, number % _SAID, number >= _SAID)
    if _BARE <= number < _PAIRS:
        return _BARE_LIST[number - _BARE](seat)
    if _PAIRS <= number < _CALLS:
        return Discard(seat, _PAIR_MASKS[number - _PAIRS])
    if _CALLS <= number < DECISION_COUNT:
        return Speak(seat, CALLS[number - _CALLS])
    if DEALS <= number < _WITH_PILE:
        return Deal(_order(number - DEALS, _PACK_32))
    if _WITH_PILE <= number < _OF_36:
        pack, pile = divmod(number - _WITH_PILE, factorial(len(PILE)))
        return Deal(_order(pack, _PACK_32), _order(pile, PILE))
    if _OF_36 <= number < _END:
        return Deal(_order(number - _OF_36, _PACK_36))
    raise CodecError(f"no action has the number {number}")


def _deal_number(deal: Deal) -> int:
    cards = sorted(deal.cards)
    if cards == list(_PACK_36) and not deal.pile:
        return _OF_36 + _rank(deal.cards)
    if cards == list(_PACK_32) and not deal.pile:
        return DEALS + _rank(deal.cards)
    if cards == list(_PACK_32) and sorted(deal.pile) == list(PILE):
        return _WITH_PILE + _rank(deal.cards) * factorial(len(PILE)) + _rank(deal.pile)
    raise CodecError("only a deal of the whole pack, and of the whole pile if any, has a number")


def _rank(order: Sequence[int]) -> int:
    """The place of an order among all orders of the same cards, the sorted one 0."""
    left = sorted(order)
    number = 0
    for card in order:
        index = left.index(card)
        number = number * len(left) + index
        del left[index]
    return number


def _order(number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """The order of the given sorted cards that has this place among all their orders."""
    indexes = []
    for size in range(1, len(cards) + 1):
        number, index = divmod(number, size)
        indexes.append(index)
    left = list(cards)
    return tuple(left.pop(index) for index in reversed(indexes))
