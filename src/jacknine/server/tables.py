"""The tables: loads them from the log, takes what people decide, lets computer players act, tells who is watching.

Memory holds nothing that the log does not: a table is its log folded so far, and may be dropped at any time. Every
action goes the same way: check it by folding, write it, and only then show it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeVar

import structlog

from jacknine.bots import Bot, player
from jacknine.game import Deal, Decision, IllegalAction, view
from jacknine.game.codec import CodecError, action_text, parse_action
from jacknine.game.reasons import reason
from jacknine.notation.fair import NONCE_BYTES, SEED_BYTES, commitment
from jacknine.rules.variant import Rules, SettingsError
from jacknine.server.bus import Bus, Hint
from jacknine.server.log import TABLE_WORDS, Actor, DamagedLog, Entry, Position, Secret, fold, opening, redundant
from jacknine.server.logs import trail
from jacknine.server.pace import Step, next_step
from jacknine.server.prefs import PACES, Pace
from jacknine.server.presence import Bell, Presence
from jacknine.server.standing import rest_is_sure
from jacknine.server.store import GameRow, SeatRow, Store, StoreUnavailable
from jacknine.server.timers import Timers
from jacknine.server.writer import Head, Job, Writer
from jacknine.variants import parse_line

TRIES: Final = 3
"""How often an action that lost the race for its place in the log is checked and written anew."""

CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH: Final = 10
NAMES: Final = ("Ana", "Bilal", "Chloé", "Daan", "Emina", "Farid", "Greta", "Hugo", "Ivo", "Jana", "Karim", "Lotte")
"""What computer players are called."""

Word = TypeVar("Word", bound=str)

log = structlog.get_logger()


class NoSuchTable(LookupError):
    """There is no table of that code."""


class Stale(RuntimeError):
    """The sender decided on an older position than the one on the table."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody at a table wants: an action, the position he saw, and the name he gave it, to say it only once."""

    text: str
    seen_seq: int
    key: str


class Table:
    """One table in memory."""

    def __init__(self, row: GameRow, rules: Rules) -> None:
        self.code = row.id
        self.row = row
        self.rules = rules
        self.pace = known("pace", row.pace, PACES)
        self.seats = row.seats
        self.bot: Bot = player(row.level, rules)
        self.position = opening(rules, row.dealer, tuple(one.seat for one in row.seats if one.player_id is not None))
        self.keys: dict[str, int] = {}
        self.due: float | None = None
        """When it goes on by itself, by this process's own clock, which nobody sets back."""
        self.lock = asyncio.Lock()
        self.bell = Bell()
        self.presence = Presence()

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat of a player; None for a spectator."""
        if player_id is None:
            return None
        return next((one.seat for one in self.seats if one.player_id == player_id), None)

    def take(self, entry: Entry, position: Position) -> None:
        """Go one action further."""
        if entry.seq == self.position.seq + 1:
            self.position = position
            if entry.client_key is not None:
                self.keys[entry.client_key] = entry.seq


class Tables:
    """Every table this process serves."""

    def __init__(self, store: Store, writer: Writer, bus: Bus) -> None:
        self._store = store
        self._writer = writer
        self._bus = bus
        self._tables: dict[str, Table] = {}
        self._damaged: set[str] = set()
        self._loading = asyncio.Lock()
        self.timers = Timers(self.advance)

    # --- finding and making ---------------------------------------------------------------------------------------

    async def table(self, code: str) -> Table:
        """The table of a code.

        Raises:
            NoSuchTable: there is none.
            StoreUnavailable: the database did not answer.
            DamagedLog: its log does not add up.
        """
        table = self._tables.get(code)
        if table is None:
            async with self._loading:
                table = self._tables.get(code)
                if table is None:
                    table = self._tables[code] = await self._load(code)
        return table

    async def _load(self, code: str) -> Table:
        row = await self._store.table(code)
        if row is None:
            raise NoSuchTable(code)
        try:
            table = Table(row, parse_line(row.line))
            await self._read_on(table)
        except (DamagedLog, SettingsError) as error:
            self._damaged.add(code)
            log.error("table.damaged", table=code, error=trail(error))
            raise DamagedLog(f"table {code}: {error}") from error
        step = next_step(table.position, table.pace)
        if step is not None and row.due_at is not None:
            table.due = time.monotonic() + min(max(0.0, (row.due_at - now()) / 1000), step.wait)
        return table

    async def create(self, host: int, name: str, ruleset: Rules, level: str, pace: Pace) -> Table:
        """A new table with its first deal: the host in seat 0, computer players in the others.

        Raises:
            StoreUnavailable: it could not be written.
        """
        computers = secrets.SystemRandom().sample(NAMES, ruleset.players - 1)
        seats = [SeatRow(0, host, name), *(SeatRow(seat, None, bot) for seat, bot in enumerate(computers, 1))]
        row = new_row(ruleset, level, pace, host, tuple(seats))
        await self._writer.put(Job(row.id, made=row))
        log.info("table.made", table=row.id, game=row.line, level=level)
        await self.advance(row.id)
        return await self.table(row.id)

    def rename(self, player_id: int, name: str) -> None:
        """Call a player by another name at the tables in memory."""
        for table in self._tables.values():
            if table.seat_of(player_id) is not None:
                table.seats = tuple(
                    SeatRow(one.seat, one.player_id, name) if one.player_id == player_id else one for one in table.seats
                )
                table.bell.ring()

    def ring_all(self) -> None:
        """Wake everybody who watches a table."""
        for table in self._tables.values():
            table.bell.ring()

    # --- what people do -------------------------------------------------------------------------------------------

    async def act(self, table: Table, seat: int, order: Order) -> int:
        """Take an action of a seat; the number it has in the log. The same key again gives the same number.

        Raises:
            CodecError: the text is no action.
            Stale: the game has moved on since the position he saw.
            IllegalAction: the rules do not allow it; its ``reason`` says why.
            StoreUnavailable: it could not be written.
        """
        text = _canonical(order.text, seat)
        key = f"{seat}:{order.key}"
        table.presence.touch(seat)
        async with table.lock:
            if order.seen_seq > table.position.seq:
                await self._catch_up(table)
            for _ in range(TRIES):
                if key in table.keys:
                    return table.keys[key]
                position = table.position
                if redundant(position, text, seat):
                    return position.seq
                if text not in TABLE_WORDS or text == "next":
                    _check_seen(position, order.seen_seq)
                if text == "claim":
                    _check_claim(position, seat)
                back = seat in position.away and text not in ("away", "back")
                said = "back" if back else text
                if await self._append(table, seat, "human", said, None if back else key):
                    if not back:
                        return table.position.seq
                else:
                    await self._catch_up(table)
        raise StoreUnavailable("lost every race")

    async def arrive(self, table: Table, seat: int) -> None:
        """Somebody opens his table: he is back if he had left, and a table at rest goes on."""
        table.presence.touch(seat)
        if seat in table.position.away:
            await self.act(table, seat, Order("back", table.position.seq, secrets.token_hex(8)))
        await self.wake(table)

    async def wake(self, table: Table) -> None:
        """Let a table go on that came to rest while nobody was there."""
        async with table.lock:
            step = next_step(table.position, table.pace)
            if step is not None and table.due is None:
                await self._set_due(table, step)

    # --- what tables do by themselves -----------------------------------------------------------------------------

    async def advance(self, code: str) -> None:
        """Do what is due at a table, if anything is: deal, or let a computer player decide."""
        table = await self.table(code)
        async with table.lock:
            for _ in range(TRIES):
                step = next_step(table.position, table.pace)
                if step is None or table.presence.deserted():
                    await self._set_due(table, None)
                    return
                if table.due is None:
                    return
                if (early := table.due - time.monotonic()) > 0:
                    self.timers.set(code, early)
                    return
                if step.seat is None:
                    done = await self._deal(table)
                else:
                    actor: Actor = "computer" if step.kind == "computer" else "stand_in"
                    done = await self._append(table, step.seat, actor, action_text(_decide(table, step.seat)), None)
                if done:
                    return
                await self._catch_up(table)

    async def sweep(self, everything: bool = False) -> None:
        """Adopt tables that should have gone on: those of a process that died, and all of them after a start."""
        for code in await self._store.due(None if everything else now() - 1000):
            if code not in self._damaged:
                self.timers.set(code, 0)
        for code, table in list(self._tables.items()):
            if table.presence.forgotten() and not table.lock.locked():
                self.timers.set(code, None)
                del self._tables[code]

    async def follow_bus(self) -> None:
        """Read on in the logs of tables that other processes have moved."""
        async for hint in self._bus.listen():
            moved = [hint.table_id] if isinstance(hint, Hint) else list(self._tables)
            for code in moved:
                table = self._tables.get(code)
                if table is not None and not (isinstance(hint, Hint) and hint.seq <= table.position.seq):
                    try:
                        async with table.lock:
                            await self._catch_up(table)
                    except (StoreUnavailable, DamagedLog) as error:
                        log.warning("bus.read_failed", table=code, error=trail(error))

    # --- writing --------------------------------------------------------------------------------------------------

    async def _deal(self, table: Table) -> bool:
        nonce, seed = secrets.token_bytes(NONCE_BYTES), secrets.token_bytes(SEED_BYTES)
        secret = Secret(nonce, seed, commitment(nonce, seed))
        return await self._append(table, None, "system", f"deal {secret.commitment}", None, secret)

    async def _append(
        self, table: Table, seat: int | None, actor: Actor, text: str, key: str | None, secret: Secret | None = None
    ) -> bool:
        """Check an action and write it; False where another came first. The caller holds the table's lock."""
        made = None
        if text == "rematch":
            row = table.row
            made = new_row(table.rules, row.level, row.pace, row.host, table.seats)
            text = f"rematch {made.id}"
        entry = Entry(table.code, table.position.seq + 1, seat, actor, text, key, now())
        after = fold(table.position, entry, secret)
        step = next_step(after, table.pace)

        def committed() -> None:
            table.take(entry, after)
            self._set_timer(table, step)
            if made is not None:
                self.timers.set(made.id, 0)
            table.bell.ring()
            self._bus.publish(Hint(table.code, entry.seq))

        numbered = None if secret is None else (after.state.deal_number, secret)
        return await self._writer.put(Job(table.code, entry, _head(after, step), numbered, made, committed))

    async def _set_due(self, table: Table, step: Step | None) -> None:
        """Write when a table has to go on by itself (None: not at all)."""
        await self._writer.put(Job(table.code, head=_head(table.position, step)))
        self._set_timer(table, step)

    def _set_timer(self, table: Table, step: Step | None) -> None:
        table.due = None if step is None else time.monotonic() + step.wait
        self.timers.set(table.code, None if step is None else step.wait)

    async def _catch_up(self, table: Table) -> None:
        """Fold what others have appended."""
        before = table.position.seq
        await self._read_on(table)
        if table.position.seq > before:
            self._set_timer(table, next_step(table.position, table.pace))
            table.bell.ring()

    async def _read_on(self, table: Table) -> None:
        # Secrets are read after the log, so that every deal read has its own.
        entries = await self._store.entries(table.code, after=table.position.seq)
        known = await self._store.secrets(table.code, after=table.position.state.deal_number) if entries else {}
        for entry in entries:
            secret = known.get(table.position.state.deal_number + 1) if entry.kind == "deal" else None
            try:
                table.take(entry, fold(table.position, entry, secret))
            except (CodecError, IllegalAction) as error:
                raise DamagedLog(f"action {entry.seq} is not one that can follow") from error


def _check_claim(position: Position, seat: int) -> None:
    """A claim that is checked must be certain from what its seat knows: a refusal after a look into the other hands
    would tell him about them, as often as he asks.

    Raises:
        IllegalAction: it is not certain.
    """
    mine = view(position.state, seat)
    if mine.rules.claims == "verified" and mine.my_turn and not rest_is_sure(mine):
        raise IllegalAction(reason("claim_not_safe"))


def known(name: str, value: str, values: Sequence[Word]) -> Word:
    """The value, if it is one of those allowed.

    Raises:
        SettingsError: it is not; the message lists them.
    """
    for one in values:
        if one == value:
            return one
    raise SettingsError(f"there is no {name} {value!r}; it is {' | '.join(values)}")


def _canonical(text: str, seat: int) -> str:
    if text in TABLE_WORDS:
        return text
    action = parse_action(text, seat)
    if isinstance(action, Deal):
        raise CodecError("players do not deal: the table does")
    return action_text(action)


def _check_seen(position: Position, seen_seq: int) -> None:
    if not position.decided <= seen_seq <= position.seq:
        raise Stale(f"saw {seen_seq}, the game is at {position.decided}")


def _head(position: Position, step: Step | None) -> Head:
    return Head(
        status="ended" if position.ended else "over" if position.state.over else "running",
        seq=position.seq,
        turn_seat=position.state.turn,
        due_at=None if step is None else now() + round(step.wait * 1000),
        due_kind=None if step is None else step.kind,
    )


def new_row(rules: Rules, level: str, pace: str, host: int, seats: tuple[SeatRow, ...]) -> GameRow:
    """What is settled about a new table, with a code, a first dealer and a key of its own."""
    return GameRow(
        id="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
        line=rules.line,
        level=level,
        pace=pace,
        dealer=secrets.randbelow(rules.players),
        host=host,
        bot_key=secrets.token_bytes(16),
        created_at=now(),
        due_at=now(),
        seats=seats,
    )


def _decide(table: Table, seat: int) -> Decision:
    """What the computer player decides for a seat: the same for the same table and log, whoever asks."""
    seen = view(table.position.state, seat)
    number = (table.position.seq + 1).to_bytes(8, "big")
    seed = int.from_bytes(blake2b(number, key=table.row.bot_key, digest_size=8).digest(), "big")
    try:
        decision = table.bot.decide(seen, seed)
    except Exception as error:
        log.error("bot.failed", table=table.code, level=table.row.level, error=trail(error))
        return seen.legal[0]
    return decision
