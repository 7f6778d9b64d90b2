"""Shuffles that anybody can do again, and the promise that a shuffle was not changed.

A seed serves one deal. Before the deal the table shows the commitment to it; when the deal is over, nonce and seed are
shown, and whoever likes recomputes both. Where seeds come from is not known here: chance belongs to the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from jacknine.cards import PILE, cards_of
from jacknine.game.actions import Deal
from jacknine.rules.variant import Rules

NONCE_BYTES: Final = 32
SEED_BYTES: Final = 16
"""The least a seed must have; more is allowed."""


def shuffled(rules: Rules, seed: bytes, deal_number: int) -> Deal:
    """The deal that a seed stands for: the pack shuffled, and the pile of low cards where a suit is turned from it.

    ``deal_number`` counts the deals of the match from 1, so that one seed never gives two deals alike.

    Raises:
        ValueError: the seed is shorter than :data:`SEED_BYTES`, or the deal number negative.
    """
    _check_seed(seed)
    if deal_number < 0:
        raise ValueError(f"deal number {deal_number} is negative")
    stream = _bytes(seed, deal_number)
    cards = _shuffle(cards_of(rules.pack), stream)
    pile = _shuffle(PILE, stream) if rules.dealing.turned == "pile" else ()
    return Deal(cards, pile)


def commitment(nonce: bytes, seed: bytes) -> str:
    """The promise shown before a deal: SHA-256 over nonce and seed, one after the other, in hexadecimal.

    Raises:
        ValueError: the nonce is not :data:`NONCE_BYTES` long, or the seed too short.
    """
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, this one {len(nonce)}")
    _check_seed(seed)
    return hashlib.sha256(nonce + seed).hexdigest()


def opens(promise: str, nonce: bytes, seed: bytes) -> bool:
    """Whether nonce and seed are those that a commitment promised.

    Raises:
        ValueError: nonce or seed have a wrong length.
    """
    return promise == commitment(nonce, seed)


def _check_seed(seed: bytes) -> None:
    if len(seed) < SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes or more, this one {len(seed)}")


def _bytes(seed: bytes, deal_number: int) -> Iterator[int]:
    """Endless even bytes: SHA-256 of the seed, the deal number and a counter, eight bytes each, big end first."""
    counter = 0
    while True:
        yield from hashlib.sha256(seed + deal_number.to_bytes(8, "big") + counter.to_bytes(8, "big")).digest()
        counter += 1


def _shuffle(cards: Iterable[int], stream: Iterator[int]) -> tuple[int, ...]:
    """The cards in an order of which each is as likely as any other: every place, last first, draws from those left."""
    left = list(cards)
    for last in range(len(left) - 1, 0, -1):
        drawn = _below(last + 1, stream)
        left[last], left[drawn] = left[drawn], left[last]
    return tuple(left)


def _below(limit: int, stream: Iterator[int]) -> int:
    """An even choice of a number below a limit of at most 256: bytes of the uneven rest are thrown away."""
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit
