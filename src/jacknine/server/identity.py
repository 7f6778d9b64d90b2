"""Who is who: guests with a cookie and no account. Of the cookie's token only a hash is kept."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from typing import Final

import msgspec
import sqlalchemy as sa

from jacknine.server import store
from jacknine.server.prefs import Prefs
from jacknine.server.store import Store

COOKIE: Final = "jacknine"
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""
NAME_LENGTH: Final = 24
JOINERS: Final = "\u200c\u200d"
"""Signs without a look of their own that names in Arabic script need."""
BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing."""


class Player(msgspec.Struct, frozen=True):
    """A person. ``name`` is empty until he has given one."""

    id: int
    name: str
    prefs: Prefs


class Identity:
    """The people this server knows."""

    def __init__(self, opened: Store) -> None:
        self._store = opened

    async def known(self, token: str | None) -> Player | None:
        """The player whose cookie this is; None for a stranger.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        if not token:
            return None
        rows = await self._store.rows(
            sa.select(store.player)
            .join(store.session, store.session.c.player_id == store.player.c.id)
            .where(store.session.c.token_hash == _hash(token), store.session.c.expires_at > time.time())
        )
        if not rows:
            return None
        return Player(rows[0].id, rows[0].name, msgspec.json.decode(rows[0].prefs, type=Prefs))

    async def welcome(self, name: str, prefs: Prefs) -> tuple[Player, str]:
        """A new player and the token for his cookie.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        token = secrets.token_urlsafe(32)
        now = time.time()
        async with self._store.writing() as connection:
            row = {"name": name, "prefs": _text(prefs), "created_at": int(now * 1000)}
            made = await connection.execute(sa.insert(store.player).returning(store.player.c.id), row)
            player = Player(made.scalar_one(), name, prefs)
            session = {
                "token_hash": _hash(token),
                "player_id": player.id,
                "expires_at": int(now) + COOKIE_SECONDS,
            }
            await connection.execute(sa.insert(store.session), session)
        return player, token

    async def change(self, player: Player, name: str, prefs: Prefs) -> Player:
        """Give a player another name, also where he sits, and other preferences.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        async with self._store.writing() as connection:
            await connection.execute(
                sa.update(store.player).where(store.player.c.id == player.id).values(name=name, prefs=_text(prefs))
            )
            if name != player.name:
                await connection.execute(
                    sa.update(store.seat).where(store.seat.c.player_id == player.id).values(name=name)
                )
        return Player(player.id, name, prefs)

    async def renew(self, token: str) -> None:
        """Let a session last as long as a new one.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        async with self._store.writing() as connection:
            await connection.execute(
                sa.update(store.session)
                .where(store.session.c.token_hash == _hash(token))
                .values(expires_at=int(time.time()) + COOKIE_SECONDS)
            )


def clean_name(text: str) -> str:
    """A name fit to be shown: no control signs, no marks that turn the line about, single spaces, not too long."""
    kept = "".join(
        " " if unicodedata.category(sign)[0] == "C" and sign not in JOINERS else sign
        for sign in unicodedata.normalize("NFC", text)
    )
    name = " ".join(kept.split())[:NAME_LENGTH].strip()
    return name if any(_is_seen(sign) for sign in name) else ""


def _is_seen(sign: str) -> bool:
    """Whether a sign leaves a mark by itself: a letter, a figure, a symbol, but none that is drawn as nothing."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANKS


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _text(prefs: Prefs) -> str:
    return msgspec.json.encode(prefs).decode()
