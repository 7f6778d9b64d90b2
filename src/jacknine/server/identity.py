"""Who is who: guests with a cookie and no account. Of the cookie's token only a hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from jacknine.server import store
from jacknine.server.codes import new_code, plain_code
from jacknine.server.prefs import Prefs
from jacknine.server.store import Store

COOKIE: Final = "jacknine"
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""
SEEN_MOST: Final = 20_000
"""For so many a cookie is not looked up again."""
NAME_LENGTH: Final = 24
LENT_LENGTH: Final = 8
LENT_SECONDS: Final = 600
"""How long a seat code is good."""
JOINERS: Final = "\u200c\u200d"
"""Signs without a look of their own that names in Arabic script need."""
SKIN_TONES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
TOWER: Final = re.compile(
    "([\u0300-\u036f\u20d0-\u20ff\u0610-\u061a\u064b-\u065f]{3})[\u0300-\u036f\u20d0-\u20ff\u0610-\u061a\u064b-\u065f]+"
)
"""More marks over one letter than any language writes."""
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
        self._seen: dict[bytes, tuple[float, Player]] = {}
        """Who has been asked for, by the hash of his token, and until when his session lasts. Whoever changes a player
        or ends a session has to say so (:meth:`overlook`): to ask each minute was a tenth of what full tables cost.
        """
        self._changes = 0
        """How often somebody has changed: what was read from the database before that is not kept."""

    async def known(self, token: str | None) -> Player | None:
        """The player whose cookie this is; None for a stranger.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        if not token:
            return None
        token_hash = hashed(token)
        seen = self._seen.get(token_hash)
        if seen is not None and time.time() < seen[0]:
            return seen[1]
        before = self._changes
        rows = await self._store.rows(
            sa.select(store.player, store.session.c.expires_at)
            .join(store.session, store.session.c.player_id == store.player.c.id)
            .where(store.session.c.token_hash == token_hash, store.session.c.expires_at > time.time())
        )
        if not rows:
            return None
        player = Player(rows[0].id, rows[0].name, msgspec.json.decode(rows[0].prefs, type=Prefs))
        if before == self._changes:
            self._seen[token_hash] = rows[0].expires_at, player
        if len(self._seen) > SEEN_MOST:
            del self._seen[next(iter(self._seen))]
        return player

    def overlook(self, player_id: int) -> None:
        """Ask the database again who a player is: he has changed, is gone, or has lost a session."""
        self._changes += 1
        self._seen = {token: seen for token, seen in self._seen.items() if seen[1].id != player_id}

    async def welcome(self, name: str, prefs: Prefs) -> tuple[Player, str]:
        """A new player and the token for his cookie.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        async with self._store.writing() as connection:
            row = {"name": name, "prefs": _text(prefs), "created_at": int(time.time() * 1000)}
            made = await connection.execute(sa.insert(store.player).returning(store.player.c.id), row)
            player = Player(made.scalar_one(), name, prefs)
            token = await open_session(connection, player.id)
        return player, token

    async def lend(self, player: Player, table_id: str) -> str:
        """A code with which the player can go on at a table in another device: once, and not for long.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        code = new_code(LENT_LENGTH)
        codes = store.seat_code
        async with self._store.writing() as connection:
            await connection.execute(
                sa.delete(codes).where((codes.c.player_id == player.id) | (codes.c.expires_at < time.time()))
            )
            values = {
                "code_hash": hashed(code),
                "player_id": player.id,
                "table_id": table_id,
                "expires_at": int(time.time()) + LENT_SECONDS,
            }
            await connection.execute(sa.insert(codes), values)
        return code

    async def redeem(self, code: str) -> tuple[str, str] | None:
        """A token for the player who got a code, and his table; None where the code is not good. It is used up.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        codes = store.seat_code
        async with self._store.writing() as connection:
            used = await connection.execute(
                sa.delete(codes)
                .where(codes.c.code_hash == hashed(code), codes.c.expires_at > time.time())
                .returning(codes.c.player_id, codes.c.table_id)
            )
            found = used.first()
            return None if found is None else (await open_session(connection, found.player_id), found.table_id)

    async def change(self, player: Player, name: str, alter: Callable[[Prefs], Prefs] = lambda prefs: prefs) -> Player:
        """Give a player another name, also where he sits, and preferences that ``alter`` makes of those he has: not of
        what the page he comes from has shown, which may be older.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        mine = store.player.c.id == player.id
        async with self._store.writing() as connection:
            kept = (await connection.execute(sa.select(store.player.c.prefs).where(mine))).scalar_one_or_none()
            prefs = alter(player.prefs if kept is None else msgspec.json.decode(kept, type=Prefs))
            await connection.execute(sa.update(store.player).where(mine).values(name=name, prefs=_text(prefs)))
            if name != player.name:
                await connection.execute(
                    sa.update(store.seat).where(store.seat.c.player_id == player.id).values(name=name)
                )
        self.overlook(player.id)
        return Player(player.id, name, prefs)

    async def renew(self, token: str) -> None:
        """Let a session last as long as a new one.

        Raises:
            StoreUnavailable: the database did not take it.
        """
        async with self._store.writing() as connection:
            await connection.execute(
                sa.update(store.session)
                .where(store.session.c.token_hash == hashed(token))
                .values(expires_at=int(time.time()) + COOKIE_SECONDS)
            )


def clean_name(text: str) -> str:
    """A name fit to be shown: no control signs, no marks that turn the line about or tower over it, single spaces, not
    too long, and no sign cut in two.
    """
    kept = "".join(
        " " if unicodedata.category(sign)[0] == "C" and sign not in JOINERS else sign
        for sign in unicodedata.normalize("NFC", text)
    )
    name = TOWER.sub(r"\1", " ".join(kept.split()))
    end = NAME_LENGTH
    while end < len(name) and end > 0 and (_joins(name[end]) or name[end - 1] == JOINERS[1]):
        end -= 1
    name = name[:end].strip()
    return name if any(_is_seen(sign) for sign in name) else ""


def _joins(sign: str) -> bool:
    """Whether a sign belongs to the one before it."""
    return unicodedata.category(sign)[0] == "M" or sign in JOINERS or sign in SKIN_TONES


def _is_seen(sign: str) -> bool:
    """Whether a sign leaves a mark by itself: a letter, a figure, a symbol, but none that is drawn as nothing."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANKS


def clean_code(text: str) -> str:
    """A seat code as it was given out, however it was typed."""
    return plain_code(text)[:LENT_LENGTH]


async def open_session(connection: AsyncConnection, player_id: int) -> str:
    """A token for one more browser of a player."""
    token = secrets.token_urlsafe(32)
    values = {
        "token_hash": hashed(token),
        "player_id": player_id,
        "expires_at": int(time.time()) + COOKIE_SECONDS,
    }
    await connection.execute(sa.insert(store.session), values)
    return token


def hashed(token: str) -> bytes:
    """What is stored of something secret."""
    return hashlib.sha256(token.encode()).digest()


def _text(prefs: Prefs) -> str:
    return msgspec.json.encode(prefs).decode()
