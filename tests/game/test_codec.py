"""Actions as numbers and texts: every number has its action and back, and none ever changes its meaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jacknine.cards import PACK_32, PACK_36, PILE, cards_of, parse_card, parse_cards
from jacknine.game import Action, Claim, Deal, Declare, Discard, Play, Roem, Skip, Speak, Swap
from jacknine.game.codec import (
    DEALS,
    DECISION_COUNT,
    CodecError,
    action_text,
    from_int,
    parse_action,
    to_int,
)
from jacknine.rules.auction import Call

packs = st.sampled_from([PACK_32, PACK_36]).flatmap(lambda pack: st.permutations(list(cards_of(pack))))
deals = st.one_of(
    packs.map(lambda cards: Deal(tuple(cards))),
    st.tuples(st.permutations(range(32)), st.permutations(PILE)).map(lambda both: Deal(tuple(both[0]), tuple(both[1]))),
)


@pytest.mark.parametrize("seat", range(4))
def test_every_number_of_a_decision_is_one_action_and_one_text(seat: int) -> None:
    actions = [from_int(number, seat) for number in range(DECISION_COUNT)]
    assert [to_int(action) for action in actions] == list(range(DECISION_COUNT))
    assert [parse_action(action_text(action), seat) for action in actions] == actions
    assert len(set(map(action_text, actions))) == DECISION_COUNT


@given(deals)
def test_deals_round_trip(deal: Deal) -> None:
    assert from_int(to_int(deal), 0) == deal
    assert parse_action(action_text(deal), 0) == deal


def test_deals_are_counted_by_their_rank() -> None:
    first = tuple(range(32))
    assert to_int(Deal(first)) == DEALS
    assert to_int(Deal((*first[:-2], 31, 30))) == DEALS + 1
    assert to_int(Deal((*first[:-3], 30, 29, 31))) == DEALS + 2


@pytest.mark.parametrize(
    ("text", "number", "action"),
    [
        ("play 7S", 0, Play(1, 0)),
        ("play AC", 31, Play(1, 31)),
        ("play 6C", 35, Play(1, 35)),
        ("play KH!", 36 + 14, Play(1, 14, True)),
        ("declare", 72, Declare(1)),
        ("swap", 73, Swap(1)),
        ("roem", 74, Roem(1)),
        ("skip", 75, Skip(1)),
        ("claim", 76, Claim(1)),
        ("discard 7S 8S", 77, Discard(1, 0b11)),
        ("discard 6D 6C", 706, Discard(1, 1 << 34 | 1 << 35)),
        ("call pass", 707, Speak(1, Call("pass"))),
        ("call take", 708, Speak(1, Call("take"))),
        ("call S", 711, Speak(1, Call("name", "S"))),
        ("call 80S", 719, Speak(1, Call("bid", "S", 80))),
        ("call 160A", 772, Speak(1, Call("bid", "A", 160))),
        ("call capot:H", 774, Speak(1, Call("capot", "H"))),
        ("call quadruple:locked", 801, Speak(1, Call("quadruple", locked=True))),
        ("call kawesh", 802, Speak(1, Call("kawesh"))),
    ],
)
def test_numbers_keep_their_meaning(text: str, number: int, action: Action) -> None:
    """A change here breaks every file of numbers ever written: CODEC_VERSION has to move."""
    assert action_text(action) == text
    assert to_int(action) == number
    assert from_int(number, 1) == action


def test_laid_away_cards_are_read_in_any_order() -> None:
    assert parse_action("discard 8H 7S", 2) == Discard(2, parse_cards(["7S", "8H"]))
    assert parse_action("  play   KH ", 3) == Play(3, parse_card("KH"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no action"),
        ("play", "is no action"),
        ("play KH QH", "is no action"),
        ("play 1H", "'1H' is no card"),
        ("play KH!!", "'KH!' is no card"),
        ("call 80Z", "'80Z' is no call"),
        ("call", "is no action"),
        ("discard 7S 7S", "7S is there twice"),
        ("deal 7S 7S", "7S is there twice"),
        ("deal 7S / 6S 6S", "6S is there twice"),
        ("swap 7S", "is no action"),
        ("Declare", "is no action"),
    ],
)
def test_wrong_texts_are_told(text: str, message: str) -> None:
    with pytest.raises(CodecError, match=message):
        parse_action(text, 0)


@pytest.mark.parametrize("number", [-1, DECISION_COUNT, DEALS - 1, 1 << 200])
def test_wrong_numbers_are_told(number: int) -> None:
    with pytest.raises(CodecError, match=f"no action has the number {number}"):
        from_int(number, 0)


@pytest.mark.parametrize(
    "action",
    [
        Discard(0, 0b111),
        Discard(0, 0),
        Speak(0, Call("bid", "H", 85)),
        Deal(tuple(range(31))),
        Deal((*range(31), 30)),
        Deal(tuple(range(32)), (32, 33)),
        Deal(tuple(range(36)), PILE),
    ],
)
def test_what_has_no_number_is_told(action: Action) -> None:
    with pytest.raises(CodecError, match="number"):
        to_int(action)


@given(st.text(max_size=20))
def test_any_text_is_an_action_or_an_error(text: str) -> None:
    try:
        action = parse_action(text, 0)
    except CodecError:
        return
    assert parse_action(action_text(action), 0) == action
