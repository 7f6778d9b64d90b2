"""The log of a table and what it adds up to: a pure fold of decisions, without a database, clock or socket.

The log is the only truth. It holds decisions, never what follows from them: tricks, scores and winners are worked out
by the engine each time. A deal is logged as its commitment alone; its cards follow from the seed, which is kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from jacknine.game import Event, IllegalAction, State, apply, start
from jacknine.game.codec import parse_action
from jacknine.game.reasons import reason
from jacknine.notation.fair import shuffled
from jacknine.rules.variant import Rules

Actor = Literal["human", "computer", "stand_in", "system"]

TABLE_WORDS = frozenset({"next", "end", "away", "back", "rematch"})
"""What a player may say about the table rather than in the game."""


class DamagedLog(ValueError):
    """A log that does not add up: a gap, a deal without its secret, a deal that was not promised."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a table's log. ``seq`` counts from 1 without gaps, ``at`` is in milliseconds since 1970.

    ``text`` is the action as the codec writes it, or one of :data:`TABLE_WORDS`; for a deal ``deal`` and the
    commitment. ``client_key`` is what its sender called it, unique in the log.
    """

    table_id: str
    seq: int
    seat: int | None
    actor: Actor
    text: str
    client_key: str | None
    at: int

    @property
    def kind(self) -> str:
        return self.text.partition(" ")[0]


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """What a deal was shuffled from. It has no printed form, so that no log line can show it by accident."""

    nonce: bytes
    seed: bytes
    commitment: str


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Where a table stands after the action ``seq`` of its log.

    ``decided`` is the last action that changed the game: who has not seen it decides on an old position. ``ready`` are
    the seats that asked for the next deal, ``end_votes`` those that want to end the match (their votes last until the
    next deal), ``away`` those that left. ``recent`` are the events of the last actions in the game, a trick's worth.
    """

    state: State
    humans: tuple[int, ...]
    seq: int = 0
    decided: int = 0
    secret: Secret | None = None
    ready: frozenset[int] = frozenset()
    end_votes: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    ended: bool = False
    rematch: str | None = None
    recent: tuple[tuple[Event, ...], ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing can be played here any more."""
        return self.ended or self.state.over

    @property
    def here(self) -> frozenset[int]:
        """The seats of people who have not left."""
        return frozenset(self.humans) - self.away

    @property
    def deal_over(self) -> bool:
        return self.state.deal is not None and self.state.deal.phase == "over"

    @property
    def deal_due(self) -> bool:
        """Whether the cards are to be dealt now: everybody who is here has asked for it."""
        if self.over or not self.state.to_deal:
            return False
        return self.state.deal is None or (bool(self.here) and self.here <= self.ready)


def opening(rules: Rules, dealer: int, humans: tuple[int, ...]) -> Position:
    """A table at which nothing has happened yet. ``humans`` are the seats of people."""
    return Position(start(rules, dealer), humans)


def fold(position: Position, entry: Entry, secret: Secret | None = None) -> Position:
    """The position after one more action; ``secret`` belongs to a deal.

    Raises:
        IllegalAction: the action is not allowed here.
        CodecError: the text is no action.
        DamagedLog: the entry does not follow, or the deal's secret is missing or not the promised one.
    """
    if entry.seq != position.seq + 1:
        raise DamagedLog(f"action {entry.seq} follows action {position.seq}")
    if entry.kind in TABLE_WORDS:
        assert entry.seat is not None
        return replace(_table_action(position, entry.text, entry.seat), seq=entry.seq)
    if position.ended:
        raise IllegalAction(reason("match_over"))
    if entry.kind == "deal":
        return _deal(position, entry, secret)
    if entry.seat is None:
        raise DamagedLog(f"action {entry.seq} is nobody's")
    state, events = apply(position.state, parse_action(entry.text, entry.seat))
    recent = (*position.recent, events)[-state.rules.players :]
    return replace(position, state=state, seq=entry.seq, decided=entry.seq, recent=recent)


def _deal(position: Position, entry: Entry, secret: Secret | None) -> Position:
    if secret is None or entry.text != f"deal {secret.commitment}":
        raise DamagedLog(f"the deal of action {entry.seq} has no secret, or another than was promised")
    state = position.state
    state, events = apply(state, shuffled(state.rules, secret.seed, state.deal_number + 1))
    return replace(
        position,
        state=state,
        seq=entry.seq,
        decided=entry.seq,
        secret=secret,
        ready=frozenset(),
        end_votes=frozenset(),
        recent=(events,),
    )


def _table_action(position: Position, text: str, seat: int) -> Position:
    word, _, rest = text.partition(" ")
    if word == "away":
        position = replace(position, away=position.away | {seat})
        return replace(position, ended=position.ended or (bool(position.here) and position.here <= position.end_votes))
    if word == "back":
        return replace(position, away=position.away - {seat})
    if word == "rematch":
        if not position.over:
            raise IllegalAction(reason("deal_running"))
        return replace(position, rematch=rest)
    if position.over:
        raise IllegalAction(reason("match_over"))
    if word == "next":
        if not position.deal_over:
            raise IllegalAction(reason("deal_running"))
        return replace(position, ready=position.ready | {seat})
    votes = position.end_votes | {seat}
    return replace(position, end_votes=votes, ended=position.here <= votes)


def redundant(position: Position, text: str, seat: int) -> bool:
    """Whether a table action would change nothing: who says ``next`` twice has said it once."""
    done = {"next": position.ready, "end": position.end_votes, "away": position.away}
    if text in done:
        return seat in done[text]
    if text == "back":
        return seat not in position.away
    return text == "rematch" and position.rematch is not None
