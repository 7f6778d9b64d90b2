"""What the next deal of a table is shuffled from: chance, or where everybody gets the same the table's own key."""

from __future__ import annotations

import secrets

from jacknine.notation.fair import NONCE_BYTES, SEED_BYTES, commitment
from jacknine.server.days import deal_secret
from jacknine.server.log import Secret
from jacknine.server.store import GameRow


def next_secret(row: GameRow, number: int) -> Secret:
    """The secret of a table's deal of that number."""
    if row.terms.daily or (row.terms.first and number == 1):
        return deal_secret(row.bot_key, number)
    nonce, seed = secrets.token_bytes(NONCE_BYTES), secrets.token_bytes(SEED_BYTES)
    return Secret(nonce, seed, commitment(nonce, seed))
