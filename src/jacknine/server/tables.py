"""The tables: loads them from the log, takes what people decide, lets computer players act, tells who is watching.

Memory holds nothing that the log does not: a table is its log folded so far, and may be dropped at any time. Every
action goes the same way: check it by folding, write it, and only then show it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final, NamedTuple

import structlog
from msgspec.structs import replace

from jacknine.bots import Bot, player
from jacknine.game import Decision, IllegalAction, view
from jacknine.game.codec import CodecError, action_text
from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.server.absence import gone
from jacknine.server.bus import Bus, Hint
from jacknine.server.computers import decide
from jacknine.server.log import Actor, DamagedLog, Entry, Position, Secret, fold, opening
from jacknine.server.logs import trail
from jacknine.server.making import NAMES, known, new_row, now
from jacknine.server.orders import Order, canonical, check, comes_back, may
from jacknine.server.pace import Step, next_step
from jacknine.server.prefs import PACES, Pace
from jacknine.server.presence import ABSENT_SECONDS, Bell, Presence, Roll, Windows
from jacknine.server.room import PLAIN, Person, Terms, redundant
from jacknine.server.scene import Scene, scene_of
from jacknine.server.shuffles import next_secret
from jacknine.server.store import GameRow, SeatRow, Store, StoreUnavailable
from jacknine.server.thinking import Thinker
from jacknine.server.timers import Timers
from jacknine.server.writer import Head, Job, Writer
from jacknine.variants import parse_line

TRIES: Final = 3
"""How often an action that lost the race for its place in the log is checked and written anew."""

log = structlog.get_logger()


class NoSuchTable(LookupError):
    """There is no table of that code."""


class Phrase(NamedTuple):
    """What somebody has said in passing; ``number`` is when, in milliseconds since 1970."""

    number: int
    text: str
    player: int | None


class Table:
    """One table in memory."""

    def __init__(self, row: GameRow, rules: Rules) -> None:
        self.code = row.id
        self.row = row
        self.rules = rules
        self.pace = known("pace", row.pace, PACES)
        self.bot: Bot = player(row.level)
        self.position = opening(rules, row.dealer, row.founders, row.terms)
        self._scene = scene_of(self.position)
        self.names = {one.player_id: one.name for one in row.seats if one.player_id is not None}
        self.keys: dict[str, int] = {}
        self.due: float | None = None
        """When it goes on by itself, by this process's own clock, which nobody sets back."""
        self.deadline: int | None = None
        """The same in milliseconds since 1970."""
        self.lock = asyncio.Lock()
        self.bell = Bell()
        self.presence = Presence()
        self.windows = Windows()
        self.roll = Roll()
        self.phrases: dict[int, Phrase] = {}
        """What is being said in passing, by seat. It is no part of the log."""

    @property
    def terms(self) -> Terms:
        return self.row.terms

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits here, in the order in which they came."""
        return self.position.room.people

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Who sits where now."""
        return self.seated(self.people)

    @property
    def scene(self) -> Scene:
        """What is the same for all who look at it now."""
        if self._scene.position is not self.position:
            self._scene = scene_of(self.position, self._scene)
        return self._scene

    def name_at(self, seat: int) -> str:
        """What who sits there is called."""
        return self._called(seat, self.scene.seating.players[seat])

    def seated(self, people: tuple[Person, ...]) -> tuple[SeatRow, ...]:
        """Who sits where if these people sit here, with the names of all."""
        taken = {one.seat: one.player for one in people}
        seats = range(self.rules.players)
        return tuple(SeatRow(seat, taken.get(seat), self._called(seat, taken.get(seat))) for seat in seats)

    def _called(self, seat: int, player: int | None) -> str:
        return self._computer(seat) if player is None else self.names.get(player, "")

    def _computer(self, seat: int) -> str:
        """What the computer player of a seat is called, also where a person sat when the table was made."""
        row = self.row.seats[seat]
        if row.player_id is None:
            return row.name
        return [name for name in NAMES if name not in {one.name for one in self.row.seats}][seat]

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat of a player; None for a spectator."""
        return self.position.room.seat_of(player_id)

    async def decide(self, seat: int, thinker: Thinker) -> Decision:
        """What the computer player decides for a seat: the same for the same table and log, unless it is late."""
        try:
            return await decide(thinker, self.bot, self.position, seat, self.row.bot_key)
        except Exception as error:
            log.error("bot.failed", table=self.code, level=self.row.level, error=trail(error))
            return view(self.position.state, seat).legal[0]

    def deserted(self) -> bool:
        """Whether none of its people has been here for a while."""
        return self.presence.deserted([one.player for one in self.people])

    def call_roll(self) -> None:
        """Let all who look see who has gone or come back since this was last asked."""
        room, here = self.position.room, self.presence.here
        if self.roll.call({one.player: here(one.player) if one.seat in room.here else None for one in room.people}):
            self.bell.ring()

    def utter(self, seat: int, text: str) -> Phrase:
        """Let whoever sits in a seat say something in passing."""
        said = self.phrases[seat] = Phrase(now(), text, self.seats[seat].player_id)
        self.bell.ring()
        return said

    def hush(self, seat: int, said: Phrase) -> None:
        """Let something have been said: whoever comes later does not hear it."""
        if self.phrases.get(seat) == said:
            del self.phrases[seat]
            self.bell.ring()

    def take(self, entry: Entry, position: Position) -> None:
        """Go one action further."""
        if entry.seq == self.position.seq + 1:
            room, self.position = self.position.room, position
            if position.room is not room:
                self.call_roll()
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
        self.seating = asyncio.Lock()
        """Held while somebody is found a seat among strangers."""
        self.timers = Timers(self.advance)
        self.thinker = Thinker()

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
        self.thinker.prepare(table.bot)
        step = next_step(table.position, table.pace)
        if step is not None and row.due_at is not None:
            wait = min(max(0.0, (row.due_at - now()) / 1000), step.wait)
            table.due, table.deadline = time.monotonic() + wait, now() + round(wait * 1000)
        return table

    async def create(self, host: int, name: str, ruleset: Rules, level: str, pace: Pace, terms: Terms = PLAIN) -> Table:
        """A new table, with its first deal unless it waits for people: the host in seat 0, computer players in the
        others.

        Raises:
            StoreUnavailable: it could not be written.
        """
        computers = secrets.SystemRandom().sample(NAMES, ruleset.players - 1)
        seats = [SeatRow(0, host, name), *(SeatRow(seat, None, bot) for seat, bot in enumerate(computers, 1))]
        row = new_row(ruleset, level, pace, host, tuple(seats), terms)
        await self._writer.put(Job(row.id, made=row))
        log.info("table.made", table=row.id, game=row.line, level=level)
        await self.advance(row.id)
        return await self.table(row.id)

    def rename(self, player_id: int, name: str) -> None:
        """Call a player by another name at the tables in memory."""
        for table in self._tables.values():
            if player_id in table.names:
                table.names[player_id] = name
                table.bell.ring()

    def forget(self, player_id: int) -> None:
        """End what somebody who has deleted himself has open."""
        for table in self._tables.values():
            table.windows.forget(player_id)

    def in_memory(self) -> list[Table]:
        """The tables that somebody has looked at not long ago."""
        return list(self._tables.values())

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
        text = canonical(order.text, seat)
        made = None
        if text == "rematch":
            row, terms = table.row, replace(table.row.terms, gathering=False, first=False)
            made = self.next_row(table, table.rules, row.level, row.pace, terms)
            text = f"rematch {made.id}"
        table.presence.touch(table.scene.seating.players[seat])
        async with table.lock:
            if order.seen_seq > table.position.seq:
                await self._catch_up(table)
            return await self._enter(table, seat, "human", text, f"{seat}:{order.key}", order.seen_seq, made)

    async def say(self, table: Table, seat: int, actor: Actor, text: str, made: GameRow | None = None) -> int:
        """Put into the log what is said about a table; the number it has there. ``made`` is a table made with it.

        Raises:
            IllegalAction: it may not be said now.
            StoreUnavailable: it could not be written.
        """
        async with table.lock:
            return await self._enter(table, seat, actor, text, None, table.position.seq, made)

    async def _enter(
        self, table: Table, seat: int, actor: Actor, text: str, key: str | None, seen_seq: int, made: GameRow | None
    ) -> int:
        for _ in range(TRIES):
            if key is not None and key in table.keys:
                return table.keys[key]
            position = table.position
            if redundant(position.room, text, seat):
                return position.seq
            if actor == "human":
                check(position, text, seat, seen_seq)
            back = actor == "human" and comes_back(position, text, seat)
            said, of = ("back", None) if back else (text, key)
            if await self._append(table, seat, actor, said, of, made=None if back else made):
                if not back:
                    return table.position.seq
            else:
                await self._catch_up(table)
        raise StoreUnavailable("lost every race")

    @staticmethod
    def next_row(table: Table, ruleset: Rules, level: str, pace: str, terms: Terms) -> GameRow:
        """A table for the people of another, each in his seat where there is one. Computer players come with it."""
        room = table.position.room
        staying = [one for one in room.people if one.seat not in room.replaced]
        seats = {one.seat: one.player for one in staying if one.seat < ruleset.players}
        free = [seat for seat in range(ruleset.players) if seat not in seats]
        seats |= dict(zip(free, (one.player for one in staying if one.seat >= ruleset.players), strict=False))
        known = {one.seat: one.name for one in table.seats if one.player_id is None}
        others = iter([name for name in NAMES if name not in known.values()])
        computers = [known.get(seat) or next(others) for seat in range(ruleset.players)]
        rows = tuple(
            SeatRow(seat, seats[seat], table.names.get(seats[seat], ""))
            if seat in seats
            else SeatRow(seat, None, computers[seat])
            for seat in range(ruleset.players)
        )
        host = table.row.host if room.host is None else table.seats[room.host].player_id or table.row.host
        return new_row(ruleset, level, pace, host, rows, terms)

    async def arrive(self, table: Table, seat: int, grace: float = ABSENT_SECONDS) -> None:
        """Somebody opens his table: he is back if he had left, and a table at rest goes on."""
        table.presence.touch(table.seats[seat].player_id, grace)
        if seat in table.position.room.away or table.lock.locked():
            # Whatever is being written may be that he is gone.
            await self.say(table, seat, "human", "back")
        table.call_roll()
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
                if step is None or table.deserted():
                    await self._set_due(table, None)
                    return
                if table.due is None:
                    return
                if (early := table.due - time.monotonic()) > 0:
                    self.timers.set(code, early)
                    return
                if await self._do(table, step):
                    return
                await self._catch_up(table)

    async def _do(self, table: Table, step: Step) -> bool:
        if step.kind == "deal":
            return await self._admit(table) and await self._deal(table)
        assert step.seat is not None
        if step.kind == "takeback":
            stand = 0 if table.position.back is None else table.position.back.position.decisions
            return await self._append(table, step.seat, "system", f"takeback {stand}", None)
        if step.kind == "refuse":
            return await self._append(table, step.seat, "system", "refuse", None)
        decision = await table.decide(step.seat, self.thinker)
        return await self._append(table, step.seat, step.kind, action_text(decision), None)

    async def _admit(self, table: Table) -> bool:
        """Seat those who have waited for the deal to be over and are still there."""
        for seat, player_id in table.position.room.waiting:
            said = f"sit {player_id}"
            allowed = table.presence.here(player_id) and may(table.position, said, seat)
            if allowed and not await self._append(table, seat, "human", said, None):
                return False
        return True

    async def sweep(self, everything: bool = False) -> None:
        """Adopt tables that should have gone on: those of a process that died, and all of them after a start. See who
        has gone without a word.
        """
        for table in self._tables.values():
            table.call_roll()
        for code in await self._store.due(None if everything else now() - 1000):
            if code not in self._damaged:
                self.timers.set(code, 0)
        for code, table in list(self._tables.items()):
            if table.presence.forgotten() and not table.lock.locked():
                self.timers.set(code, None)
                del self._tables[code]
            elif gone(table.position, table.presence.here) is not None:
                async with table.lock:
                    if (seat := gone(table.position, table.presence.here)) is not None:
                        await self._enter(table, seat, "system", "away", None, table.position.seq, None)

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
        secret = next_secret(table.row, table.position.state.deal_number + 1)
        return await self._append(table, None, "system", f"deal {secret.commitment}", None, secret)

    async def _append(
        self,
        table: Table,
        seat: int | None,
        actor: Actor,
        text: str,
        key: str | None,
        secret: Secret | None = None,
        made: GameRow | None = None,
    ) -> bool:
        """Check an action and write it; False where another came first. The caller holds the table's lock."""
        before = table.position
        entry = Entry(table.code, before.seq + 1, seat, actor, text, key, now())
        after = fold(before, entry, secret)
        step = next_step(after, table.pace)
        wait = None if step is None else step.wait
        if table.due is not None and after.decided == before.decided and step == next_step(before, table.pace):
            # What is said beside the game gives nobody more time.
            wait = max(0.0, table.due - time.monotonic())

        def committed() -> None:
            table.take(entry, after)
            self._set_timer(table, wait)
            if made is not None:
                self.timers.set(made.id, 0)
            table.bell.ring()
            self._bus.publish(Hint(table.code, entry.seq))

        numbered = None if secret is None else (after.state.deal_number, secret)
        people = after.room.people
        seats = table.seated(people) if people != before.room.people else ()
        job = Job(table.code, entry, _head(after, step, wait), numbered, made, seats, committed)
        return await self._writer.put(job)

    async def _set_due(self, table: Table, step: Step | None) -> None:
        """Write when a table has to go on by itself (None: not at all)."""
        wait = None if step is None else step.wait
        await self._writer.put(Job(table.code, head=_head(table.position, step, wait)))
        self._set_timer(table, wait)

    def _set_timer(self, table: Table, wait: float | None) -> None:
        table.due = None if wait is None else time.monotonic() + wait
        table.deadline = None if wait is None else now() + round(wait * 1000)
        self.timers.set(table.code, wait)

    async def _catch_up(self, table: Table) -> None:
        """Fold what others have appended."""
        before = table.position.seq
        await self._read_on(table)
        if table.position.seq > before:
            step = next_step(table.position, table.pace)
            self._set_timer(table, None if step is None else step.wait)
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
        known_here = (*table.people, *table.position.room.waiting)
        unknown = [one.player for one in known_here if one.player not in table.names]
        if unknown:
            table.names |= await self._store.names(unknown)


def _head(position: Position, step: Step | None, wait: float | None) -> Head:
    return Head(
        status="ended" if position.ended else "over" if position.over else "running",
        seq=position.seq,
        turn_seat=position.state.turn,
        due_at=None if wait is None else now() + round(wait * 1000),
        due_kind=None if step is None else step.kind,
    )
