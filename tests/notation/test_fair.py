"""Shuffles that anybody can do again, and commitments."""

import hashlib
from collections import Counter

import pytest

from jacknine.cards import PILE
from jacknine.game import apply, start
from jacknine.notation.fair import NONCE_BYTES, commitment, opens, shuffled
from jacknine.variants import rules
from tests.support import long_count

SEED = bytes(range(16))
NONCE = bytes(range(NONCE_BYTES))
FIRST_EIGHT = (4, 3, 15, 28, 25, 5, 14, 0)
FIRST_TURNED = (49, 46, 44, 48)


def test_a_deal_can_be_dealt_again_by_hand() -> None:
    """The shuffle as a stranger would write it after the docstring."""
    cards = list(range(32))
    stream = b"".join(
        hashlib.sha256(SEED + (7).to_bytes(8, "big") + counter.to_bytes(8, "big")).digest() for counter in range(8)
    )
    at = 0
    for place in range(31, 0, -1):
        while stream[at] >= 256 // (place + 1) * (place + 1):
            at += 1
        drawn = stream[at] % (place + 1)
        at += 1
        cards[place], cards[drawn] = cards[drawn], cards[place]
    assert shuffled(rules("belote"), SEED, 7).cards == tuple(cards)


def test_the_shuffle_never_changes() -> None:
    """Old records must replay: these orders are for ever."""
    assert shuffled(rules("belote"), SEED, 1).cards[:8] == FIRST_EIGHT
    turned = shuffled(rules("klaverjas", {"trump_method": "gedraaid"}), SEED, 1)
    assert turned.cards[:8] == FIRST_EIGHT
    assert sorted(turned.pile) == sorted(PILE) and turned.pile[:4] == FIRST_TURNED


def test_a_shuffled_deal_can_be_dealt() -> None:
    for game, settings in (("belote", {}), ("klaverjas", {"trump_method": "gedraaid"})):
        chosen = rules(game, settings)
        state, _ = apply(start(chosen), shuffled(chosen, SEED, 1))
        assert state.deal is not None


def test_every_card_comes_to_every_place_alike() -> None:
    deals = long_count(2_000, 100_000)
    seen = Counter(
        (place, card) for deal in range(deals) for place, card in enumerate(shuffled(rules("belote"), SEED, deal).cards)
    )
    expected = deals / 32
    chi_squared = sum((seen[place, card] - expected) ** 2 / expected for place in range(32) for card in range(32))
    # 31 x 31 degrees of freedom: mean 961, deviation 44.
    assert 961 - 5 * 44 < chi_squared < 961 + 5 * 44


def test_a_commitment_is_plain_sha256_and_opens_only_with_its_own() -> None:
    promise = commitment(NONCE, SEED)
    assert promise == hashlib.sha256(NONCE + SEED).hexdigest()
    assert opens(promise, NONCE, SEED)
    assert not opens(promise, NONCE, SEED[::-1])
    assert not opens(promise, NONCE[::-1], SEED)
    # A byte that moves from the nonce to the seed does not pass.
    with pytest.raises(ValueError, match="nonce has 32 bytes"):
        opens(promise, NONCE[:-1], NONCE[-1:] + SEED)


def test_short_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes or more, this one 15"):
        shuffled(rules("belote"), SEED[1:], 1)
    with pytest.raises(ValueError, match="negative"):
        shuffled(rules("belote"), SEED, -1)
