"""What the deals of a day are made of: one secret gives every game its key, and a key all cards, dealers and players.

Pure: whoever has the secret finds the same deals, and whoever has not finds nothing.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from typing import Final

from jacknine.notation.fair import NONCE_BYTES, SEED_BYTES, commitment
from jacknine.server.log import Secret

SECRET_BYTES: Final = 32
LEVEL: Final = "hard"
"""The computer players of every day."""
LINES: Final = {
    "belote": "belote(target=10000)",
    "coinche": "coinche(target=10000)",
    "klaverjas": "klaverjas",
    "bela": "bela(target=10000)",
    "baloot": "baloot(target=10000)",
    "jass": "jass(target=10000,match_end=end_of_deal)",
}
"""The rules of each game's day. No match ends before its deals do."""
DAY_MS: Final = 24 * 3600 * 1000


def day_at(milliseconds: int) -> date:
    """The day of a moment, by universal time."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


def ends_at(day: date) -> int:
    """The moment in milliseconds since 1970 at which a day is over."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000) + DAY_MS


def is_over(day: str, milliseconds: int) -> bool:
    """Whether a day, as ``2026-11-30``, is over at a moment."""
    return milliseconds >= ends_at(date.fromisoformat(day))


def week_of(day: date) -> str:
    """The week of a day, as ``2026-W49``."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def week_begins(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def key_of(secret: bytes, day: date, game: str) -> bytes:
    """The key of a game's day: whoever has it knows all of the day's cards."""
    return blake2b(f"{day} {game}".encode(), key=secret, digest_size=16).digest()


def deal_secret(key: bytes, number: int) -> Secret:
    """What the deal of that number is shuffled from; the same for everybody."""
    nonce = blake2b(b"nonce %d" % number, key=key, digest_size=NONCE_BYTES).digest()
    seed = blake2b(b"seed %d" % number, key=key, digest_size=SEED_BYTES).digest()
    return Secret(nonce, seed, commitment(nonce, seed))


def first_dealer(key: bytes, players: int) -> int:
    """Who deals first."""
    return blake2b(b"dealer", key=key, digest_size=8).digest()[0] % players
