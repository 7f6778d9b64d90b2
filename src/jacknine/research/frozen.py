"""Frozen deals: the same cards in every measurement, this year and next, whoever measures.

A deal file does not hold cards. It names a seed of the fair shuffle, which deals the same cards on any machine, and a
digest of every hundred deals; reading shuffles them again and compares. So ten thousand deals are a few kilobytes, and
if the shuffle should ever change, the file says so instead of changing with it. Knows cards, not players.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from jacknine.game import Deal
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.rules.variant import Rules

FOLDER: Final = Path(__file__).parent / "deals"
SETS: Final = {"dev": 1_000, "test": 10_000}
"""The sets that come with every game and how many deals each has: one to develop with, one to publish with."""
BLOCK: Final = 100
"""How many deals a digest covers."""

_HEADER: Final = re.compile(r"jacknine deals 1 game=([a-z]+) cards=(\d+) count=(\d+) seed=([0-9a-f]{32,})")
_LINE: Final = re.compile(r"(\d+) ([0-9a-f]{16})")


class DealFileError(ValueError):
    """A deal file that cannot be used; the message names the file and the line."""


class Numbered(NamedTuple):
    """A deal with its number in the file and the seat that deals it."""

    number: int
    dealer: int
    deal: Deal


def deal_path(name: str, rules: Rules) -> Path:
    """The file of a set that comes with a game, or else the path that the name is."""
    return FOLDER / f"{rules.variant}-{name}.txt" if name in SETS else Path(name)


def read_deals(path: Path, rules: Rules) -> list[Numbered]:
    """All deals of a file, for the given rules. The dealer rotates.

    Raises:
        DealFileError: the file cannot be read, is damaged, or has other cards than the game.
    """
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DealFileError(f"{path}: {getattr(error, 'strerror', None) or 'it is no deal file'}") from None
    count, seed = _header(path, lines[0] if lines else "", rules)
    firsts = range(0, count, BLOCK)
    found: list[Numbered] = []
    for number, (first, line) in enumerate(zip(firsts, lines[1:], strict=False), 2):
        match = _LINE.fullmatch(line)
        if match is None or int(match[1]) != first:
            raise DealFileError(f"{path}:{number}: the digest of the deals from {first} on is wanted, not {line!r}")
        block = [shuffled(rules, seed, deal) for deal in range(first, min(first + BLOCK, count))]
        if digest(block) != match[2]:
            raise DealFileError(f"{path}:{number}: the deals from {first} on are not those that were frozen")
        found += (Numbered(first + at, (first + at) % rules.players, deal) for at, deal in enumerate(block))
    if len(lines) != 1 + len(firsts):
        at = min(len(lines), 1 + len(firsts)) + 1
        raise DealFileError(f"{path}:{at}: {count} deals have {len(firsts)} lines of digests, not {len(lines) - 1}")
    return found


def _header(path: Path, line: str, rules: Rules) -> tuple[int, bytes]:
    match = _HEADER.fullmatch(line)
    if match is None or not int(match[3]) or len(match[4]) % 2:
        raise DealFileError(f"{path}:1: a deal file begins with its game, cards, count and seed, not {line[:60]!r}")
    cards, wanted = int(match[2]), rules.pack.bit_count()
    if cards != wanted:
        raise DealFileError(f"{path}:1: these deals have {cards} cards, {rules.line} is played with {wanted}")
    return int(match[3]), bytes.fromhex(match[4])


def digest(deals: Iterable[Deal]) -> str:
    """What stands for some deals in a file."""
    return hashlib.sha256(b"".join(bytes(deal.cards) for deal in deals)).hexdigest()[:16]


def frozen(rules: Rules, seed: bytes, count: int) -> Iterator[str]:
    """The lines of a new deal file.

    Raises:
        ValueError: the seed is too short.
    """
    cards = rules.pack.bit_count()
    yield f"jacknine deals 1 game={rules.variant} cards={cards} count={count} seed={seed.hex()}"
    for first in range(0, count, BLOCK):
        yield f"{first} {digest(shuffled(rules, seed, deal) for deal in range(first, min(first + BLOCK, count)))}"


def seed_of(game: str, name: str) -> bytes:
    """The seed of a set that comes with a game: made of their names, so that nobody chose it for its luck."""
    return hashlib.sha256(f"jacknine {game} {name}".encode()).digest()[:SEED_BYTES]
