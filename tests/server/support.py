"""What the server's tests share: tables without a network, and people who do something legal."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from jacknine.game import legal
from jacknine.game.codec import action_text
from jacknine.notation.fair import commitment
from jacknine.server import rooms
from jacknine.server.identity import Player
from jacknine.server.log import Actor, Entry, Position, Secret, fold, opening
from jacknine.server.orders import Order
from jacknine.server.prefs import Pace, Prefs
from jacknine.server.presence import rung
from jacknine.server.room import PLAIN, Person, Terms
from jacknine.server.service import Service
from jacknine.server.tables import Table
from jacknine.server.viewers import seat_view
from jacknine.variants import parse_line


def secret_of(number: int) -> Secret:
    nonce, seed = number.to_bytes(32, "big"), number.to_bytes(16, "big")
    return Secret(nonce, seed, commitment(nonce, seed))


class LogBook:
    """A log written by hand: each line is folded at once."""

    def __init__(
        self, line: str = "belote", humans: tuple[int, ...] = (0,), dealer: int = 0, terms: Terms = PLAIN
    ) -> None:
        people = tuple(Person(seat, seat + 1) for seat in humans)
        self.position: Position = opening(parse_line(line), dealer, people, terms)
        self.entries: list[tuple[Entry, Secret | None]] = []

    def say(self, text: str, seat: int | None = None, secret: Secret | None = None, actor: Actor = "human") -> None:
        entry = Entry("t", self.position.seq + 1, seat, actor, text, None, 0)
        self.position = fold(self.position, entry, secret)
        self.entries.append((entry, secret))

    def deal(self, number: int = 1) -> None:
        secret = secret_of(number)
        self.say(f"deal {secret.commitment}", None, secret)

    def play(self, rng: Random, actions: int = 1000, actor: Actor = "human") -> None:
        """Legal decisions at random, until the deal is over or so many are made."""
        for _ in range(actions):
            choices = legal(self.position.state)
            if not choices:
                return
            action = rng.choice(choices)
            self.say(action_text(action), action.seat, actor=actor)


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Service]:
    """A server without a network."""
    service = Service(folder)
    async with service.running():
        yield service


async def new_table(service: Service, line: str = "belote", pace: Pace = "instant") -> tuple[Table, int]:
    """A table with one person in seat 0, and who that is."""
    player, _ = await service.identity.welcome("Ann", Prefs())
    return await service.tables.create(player.id, "Ann", parse_line(line), "easy", pace), player.id


async def bea_at(service: Service, table: Table) -> Player:
    """Bea, who sits down in seat 2 of a table."""
    player, _ = await service.identity.welcome("Bea", Prefs())
    await rooms.sit(service.tables, table, 2, player.id, "Bea")
    return player


def wish(table: Table, rng: Random, seat: int = 0) -> str | None:
    """Something the person in a seat may do now; None while others are to act."""
    sv = seat_view(table, table.seats[seat].player_id)
    if sv.view.legal:
        return action_text(rng.choice(sv.view.legal))
    if sv.ready and seat not in sv.ready and not sv.view.match_over:
        return "next"
    return None


async def play_on(service: Service, table: Table, rng: Random, actions: int = 10_000) -> None:
    """Let the person in seat 0 do something legal, so often, or until the match is over."""
    while actions and not table.position.over:
        ring = table.bell.next
        text = wish(table, rng)
        if text is None:
            assert await rung(ring, 5), "the table stands still"
        else:
            key = f"{table.position.seq}-{rng.random()}"
            await service.tables.act(table, 0, Order(text, table.position.seq, key))
            actions -= 1


async def to_turn(service: Service, table: Table, seat: int) -> None:
    """Let the person in seat 0 do something legal until it is the turn of another."""
    while table.position.state.turn != seat:
        ring = table.bell.next
        text = wish(table, Random(1))
        if text is None:
            assert await rung(ring, 5), "the table stands still"
        else:
            await service.tables.act(table, 0, Order(text, table.position.seq, f"turn-{table.position.seq}"))
