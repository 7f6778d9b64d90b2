"""Who is at a table right now, in which window, and how those who look at it are woken."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final

ABSENT_SECONDS: Final = 15.0
"""How long somebody may be without a connection before he counts as gone."""
PAGE_SECONDS: Final = 120.0
"""The same for a page without scripts, which has no connection: it is only asked for now and then."""
DESERTED_SECONDS = 60.0
"""After how long without people a table comes to rest."""
FORGOTTEN_SECONDS = 600.0
"""After how long without anybody a table is dropped from memory."""
AT_ONCE: Final = 4
"""So many are woken before the next requests are looked at: as many as sit at a table."""
WINDOWS_KEPT: Final = 8
"""How many windows that a newer one has replaced are remembered for each player."""


class Bell:
    """Wakes everybody who waits for its next ring."""

    __slots__ = ("_ears", "_next", "rings")

    def __init__(self) -> None:
        self._next: asyncio.Event | None = None
        self._ears: set[Callable[[], None]] = set()
        self.rings = 0

    def ring(self) -> None:
        self.rings += 1
        if self._next is not None:
            self._next.set()
            self._next = None
        for ear in self._ears:
            ear()

    @property
    def next(self) -> asyncio.Event:
        """Set by the next ring. Take it before looking at what the bell is about, so that none is missed."""
        if self._next is None:
            self._next = asyncio.Event()
        return self._next

    def tell(self, ear: Callable[[], None]) -> None:
        """Call somebody at every ring from now on; he does nothing but note it."""
        self._ears.add(ear)

    def leave(self, ear: Callable[[], None]) -> None:
        self._ears.discard(ear)


async def rung(ring: asyncio.Event, seconds: float) -> bool:
    """Wait for a ring; False when it did not come in time."""
    try:
        async with asyncio.timeout(seconds):
            await ring.wait()
    except TimeoutError:
        return False
    return True


class Turns:
    """Wakes those who have to be told something a few at a time, so that who knocks meanwhile is answered first."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: dict[Callable[[], None], None] = {}

    def ask(self, wake: Callable[[], None]) -> None:
        """Call somebody when it is his turn; once, however often he asks until then."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._go)
        self._waiting[wake] = None

    def _go(self) -> None:
        for wake in list(islice(self._waiting, AT_ONCE)):
            del self._waiting[wake]
            wake()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._go)


class Presence:
    """When each player (None: strangers) was last seen, and how many streams he has open."""

    def __init__(self) -> None:
        self._loaded = time.monotonic()
        self._seen: dict[int | None, float] = {}
        self._grace: dict[int | None, float] = {}
        self._streams: Counter[int | None] = Counter()

    def touch(self, player: int | None, grace: float = ABSENT_SECONDS) -> None:
        """Somebody was here, and counts as here for so many seconds longer."""
        self._seen[player] = time.monotonic()
        self._grace[player] = grace

    def opened(self, player: int | None) -> None:
        self._streams[player] += 1

    def closed(self, player: int | None) -> None:
        self._streams[player] -= 1
        self.touch(player)

    def here(self, player: int) -> bool:
        """Whether a player is here. Just loaded counts as just seen."""
        if self._streams[player] > 0:
            return True
        return time.monotonic() - self._seen.get(player, self._loaded) < self._grace.get(player, ABSENT_SECONDS)

    def streams(self) -> int:
        """How many streams are open."""
        return self._streams.total()

    def deserted(self, players: Iterable[int]) -> bool:
        """Whether none of these players has been here for a while. Just loaded counts as just seen."""
        if any(self._streams[player] > 0 for player in players):
            return False
        last = max((self._seen[player] for player in players if player in self._seen), default=self._loaded)
        return time.monotonic() - last > DESERTED_SECONDS

    def forgotten(self) -> bool:
        """Whether nobody at all has looked for a long time."""
        if self.streams() > 0:
            return False
        return time.monotonic() - max(self._seen.values(), default=self._loaded) > FORGOTTEN_SECONDS


class Roll:
    """How often each player has gone or come back."""

    def __init__(self) -> None:
        self.comings: Counter[int] = Counter()
        self._last: dict[int, bool | None] = {}

    def call(self, roll: dict[int, bool | None]) -> bool:
        """Note who is there, None for whom another plays; whether anything is different from last time."""
        before, self._last = self._last, roll
        self.comings.update(player for player, now in roll.items() if before.get(player, now) != now)
        return roll != before


class Stream:
    """An open connection to a table. ``closing`` is why the server ends it, empty as long as it does not; ``ear`` is
    called whenever there may be something for it.
    """

    __slots__ = ("_timer", "closing", "ear", "player", "window")

    def __init__(self, player: int | None, window: str, ear: Callable[[], None]) -> None:
        self.player = player
        self.window = window
        self.ear = ear
        self.closing = ""
        self._timer: asyncio.TimerHandle | None = None

    def wake_in(self, seconds: float | None) -> None:
        """Be woken after some seconds, or sooner if that was asked for before; None: not any more."""
        if seconds is None and self._timer is not None:
            self._timer.cancel()
        elif seconds is not None and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.ear()

    def close(self, why: str) -> None:
        self.closing = why
        self.ear()


class Windows:
    """Which window of a player shows the table: the newest. There is one stream a player."""

    def __init__(self) -> None:
        self._newest: dict[int, str] = {}
        self._older: dict[int, deque[str]] = {}
        self._streams: dict[int, Stream] = {}
        self._forgotten: set[int] = set()

    def newest(self, player: int | None, window: str) -> bool:
        """Whether a window may show the table: True for one never seen before, which replaces all others."""
        if player is None or not window:
            return True
        last = self._newest.get(player)
        if last == window:
            return True
        if window in self._older.get(player, ()):
            return False
        self._newest[player] = window
        if last is not None:
            self._older.setdefault(player, deque(maxlen=WINDOWS_KEPT)).append(last)
        return True

    def open(self, stream: Stream) -> None:
        """Let a stream be the one of its player; what he had open before ends."""
        if stream.player is None:
            return
        before = self._streams.get(stream.player)
        if before is not None:
            before.close("again" if before.window == stream.window else "elsewhere")
        self._streams[stream.player] = stream
        if stream.player in self._forgotten:
            stream.close("forgotten")

    def forget(self, player: int) -> None:
        """End the stream of a player who is no more, also one that is just being opened."""
        self._forgotten.add(player)
        if player in self._streams:
            self._streams[player].close("forgotten")

    def close(self, stream: Stream) -> None:
        if stream.player is not None and self._streams.get(stream.player) is stream:
            del self._streams[stream.player]
