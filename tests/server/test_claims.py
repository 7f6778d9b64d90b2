"""A refused claim says nothing about cards that the claimer cannot see, however often he asks."""

from random import Random

import pytest

from jacknine.game import IllegalAction, view, why_not
from jacknine.game.actions import Claim
from jacknine.server.log import Position
from jacknine.server.orders import _check_claim
from jacknine.server.standing import rest_is_sure
from tests.server.support import LogBook


def endings() -> list[Position]:
    """Positions on lead with a few cards left, from random deals."""
    found = []
    for number in range(1, 60):
        book = LogBook("bela(players=2)", humans=(0, 1))
        book.deal(number)
        rng = Random(number)
        while not book.position.deal_over:
            state = book.position.state
            deal = state.deal
            assert deal is not None
            if deal.phase == "play" and not deal.trick and len(deal.tricks) >= 5:
                found.append(book.position)
            book.play(rng, 1)
    return found


def test_a_claim_is_judged_by_what_its_seat_knows() -> None:
    granted = hidden = 0
    for position in endings():
        seat = position.state.turn
        assert seat is not None
        sure = rest_is_sure(view(position.state, seat))
        true = why_not(position.state, Claim(seat)) is None
        assert true or not sure
        if sure:
            _check_claim(position, seat)
            granted += 1
            continue
        # True or not, the answer is the same: it could be told only from the other hands.
        hidden += true
        with pytest.raises(IllegalAction, match="claim not safe"):
            _check_claim(position, seat)
    assert granted and hidden
