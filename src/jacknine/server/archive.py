"""Games as they were played, read from the tables' logs and from records that players brought along.

Only deals that are over are in them: this is the one way by which replays, records and reviews get at open cards, so
none of them can show a card of a running deal.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Final

import msgspec
import sqlalchemy as sa

from jacknine.game import Deal, Event, State, apply, apply_legal, start
from jacknine.game.codec import parse_action
from jacknine.notation.fair import shuffled
from jacknine.notation.record import Game, RecordedDeal, RecordError, Seal, record, replay
from jacknine.server import store
from jacknine.server.codes import new_code
from jacknine.server.days import is_over
from jacknine.server.log import TABLE_WORDS, DamagedLog, Entry, Secret
from jacknine.server.making import CODE_LENGTH, now
from jacknine.server.room import Terms
from jacknine.server.store import GameRow, Store
from jacknine.server.tables import NoSuchTable
from jacknine.variants import parse_line

KEPT: Final = 200
"""Games that stay in memory."""


class Sealed(NoSuchTable):
    """The cards are those of a day that is not over."""


class NoSuchDeal(NoSuchTable):
    """There is no such deal, or it is not over."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game with its finished deals. ``names`` and ``players`` go by seat; a player is None for a computer player.

    ``befores`` are the states before each deal. ``level`` is that of the computer players, empty for a record.
    """

    code: str
    game: Game
    names: tuple[str, ...]
    players: tuple[int | None, ...]
    level: str
    created_at: int
    befores: tuple[State, ...]
    after: State

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat of a player; None for everybody else."""
        if player_id is None:
            return None
        return next((seat for seat, one in enumerate(self.players) if one == player_id), None)

    @property
    def text(self) -> str:
        """The record of the game."""
        return record(self.game)


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal at one moment: what is true, and the news of the action before."""

    state: State
    news: tuple[Event, ...]


def moments(played: Played, number: int) -> list[Moment]:
    """Every moment of a deal: dealt, then after each action.

    Raises:
        NoSuchDeal: there is none, or it is not over.
    """
    if not 1 <= number <= len(played.befores):
        raise NoSuchDeal(f"{played.code}/{number}")
    deal = played.game.deals[number - 1]
    state, news = apply_legal(played.befores[number - 1], deal.deal)
    found = [Moment(state, news)]
    for action in deal.actions:
        state, news = apply_legal(state, action)
        found.append(Moment(state, news))
    return found


class Archive:
    """Finds what was played. Keeps the games that were asked for last."""

    def __init__(self, opened: Store) -> None:
        self._store = opened
        self._games: dict[str, tuple[int, Played]] = {}

    async def played(self, code: str) -> Played:
        """The game of a table, or of a record, with its finished deals.

        Raises:
            NoSuchTable: there is neither; or Sealed, its cards are those of a day that is not over.
            StoreUnavailable: the database did not answer.
            DamagedLog: the log does not add up.
        """
        columns = (store.game.c.head_seq, store.game.c.status)
        rows = await self._store.rows(sa.select(*columns).where(store.game.c.id == code))
        head = rows[0].head_seq if rows else await self._made_at(code)
        kept = self._games.get(code)
        if kept is not None and kept[0] == head:
            return kept[1]
        found = await (self._of_table(code, rows[0].status == "ended") if rows else self._of_record(code))
        self._games.pop(code, None)
        self._games[code] = head, found
        if len(self._games) > KEPT:
            del self._games[next(iter(self._games))]
        return found

    async def deal(self, code: str, number: int) -> tuple[Played, list[Moment]]:
        """A finished deal with all its moments.

        Raises:
            NoSuchTable: there is no such game; or NoSuchDeal, no such deal, or it is not over.
            StoreUnavailable: the database did not answer.
            DamagedLog: the log does not add up.
        """
        played = await self.played(code)
        return played, moments(played, number)

    async def is_open(self, code: str) -> bool:
        """Whether a table has a deal that may be looked at.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        game, action = store.game, store.action
        dealt = sa.select(sa.func.count()).where(action.c.table_id == code, action.c.kind == "deal").scalar_subquery()
        rows = await self._store.rows(sa.select(game.c.terms, dealt.label("dealt")).where(game.c.id == code))
        if not rows or not rows[0].dealt:
            return False
        terms = msgspec.json.decode(rows[0].terms, type=Terms)
        if terms.position or (terms.daily and not is_over(terms.daily, now())):
            return False
        # Before a deal, all others are over; only of the first one the log has to be read.
        if rows[0].dealt > 1:
            return True
        try:
            return bool((await self.played(code)).befores)
        except (NoSuchTable, DamagedLog):
            return False

    async def _of_table(self, code: str, agreed: bool) -> Played:
        row = await self._store.table(code)
        if row is None:
            raise NoSuchDeal(code)
        if row.terms.daily and not is_over(row.terms.daily, now()):
            raise Sealed(code)
        if row.terms.position:
            # Its cards follow from no seed: the line is all there is to look at.
            raise NoSuchDeal(code)
        entries, secrets = await self._store.entries(code), await self._store.secrets(code)
        # A match takes some hundredths of a second, and a page of them would let all tables wait.
        return await asyncio.to_thread(played_at, row, entries, secrets, agreed)

    async def _of_record(self, code: str) -> Played:
        rows = await self._store.rows(sa.select(store.record).where(store.record.c.id == code))
        if not rows:
            raise NoSuchDeal(code)
        game = replay(rows[0].text.splitlines())
        return _played(code, game, ("",) * game.rules.players, (None,) * game.rules.players, "", rows[0].created_at)

    async def _made_at(self, code: str) -> int:
        """Which record this is: one that was deleted is gone here, too."""
        rows = await self._store.rows(sa.select(store.record.c.created_at).where(store.record.c.id == code))
        if not rows:
            raise NoSuchDeal(code)
        made: int = rows[0].created_at
        return made

    async def keep(self, player_id: int, text: str) -> str:
        """Keep a record that a player brought along; its code.

        Raises:
            RecordError: it is damaged, or breaks the rules; or none of its deals is over.
            StoreUnavailable: the database did not take it.
        """
        game = replay(text.splitlines())
        code = new_code(CODE_LENGTH)
        if not _played(code, game, (), (), "", 0).befores:
            raise RecordError(len(text.splitlines()), "no deal is over", "short")
        # As this program writes it, whatever ends its lines in the file.
        values = {"id": code, "player_id": player_id, "text": record(game), "created_at": now()}
        async with self._store.writing() as connection:
            await connection.execute(sa.insert(store.record), values)
        return code


def played_at(row: GameRow, entries: list[Entry], known: dict[int, Secret], agreed: bool = False) -> Played:
    """What was played at a table, from its log; ``agreed``: those who sat there ended it before it was over.

    Raises:
        DamagedLog: a deal has no secret, or another than was promised.
        IllegalAction, CodecError: the log does not add up.
    """
    rules = parse_line(row.line)
    deals: list[RecordedDeal] = []
    for entry in entries:
        if entry.kind == "deal":
            secret = known.get(len(deals) + 1)
            if secret is None or entry.text != f"deal {secret.commitment}":
                raise DamagedLog(f"the deal of action {entry.seq} has no secret, or another than was promised")
            cards = shuffled(rules, secret.seed, len(deals) + 1)
            deals.append(RecordedDeal(cards, (), Seal(secret.seed, secret.nonce)))
        elif entry.kind == "takeback":
            deals[-1] = replace(deals[-1], actions=deals[-1].actions[: int(entry.text.partition(" ")[2])])
        elif entry.kind not in TABLE_WORDS and entry.seat is not None:
            action = parse_action(entry.text, entry.seat)
            assert not isinstance(action, Deal)
            deals[-1] = replace(deals[-1], actions=(*deals[-1].actions, action))
    game = Game(rules, row.dealer, (0,) * rules.sides, tuple(deals), agreed)
    names, players = tuple(one.name for one in row.seats), tuple(one.player_id for one in row.seats)
    return _played(row.id, game, names, players, row.level, row.created_at)


def _played(
    code: str, game: Game, names: tuple[str, ...], players: tuple[int | None, ...], level: str, created_at: int
) -> Played:
    """The game with the states between its deals, without a deal that is not over."""
    befores: list[State] = []
    state = start(game.rules, game.dealer, game.totals)
    for deal in game.deals:
        before = state
        state, _ = apply(state, deal.deal)
        for action in deal.actions:
            state, _ = apply(state, action)
        if state.deal is None or state.deal.phase != "over":
            state = before
            game = replace(game, deals=game.deals[: len(befores)])
            break
        befores.append(before)
    game = replace(game, agreed=game.agreed and not state.over)
    return Played(code, game, names, players, level, created_at, tuple(befores), state)
