"""The log of a table and what it adds up to: a pure fold of decisions, without a database, clock or socket.

The log is the only truth. It holds decisions, never what follows from them: tricks, scores and winners are worked out
by the engine each time. A deal is logged as its commitment alone; its cards follow from the seed, which is kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from jacknine.game import Event, IllegalAction, State, apply, start
from jacknine.game.codec import parse_action
from jacknine.game.reasons import reason
from jacknine.notation.fair import shuffled
from jacknine.notation.position import parse_position
from jacknine.rules.variant import Rules
from jacknine.server import room as rooms
from jacknine.server.room import PLAIN, Moment, Person, Room, Terms

Actor = Literal["human", "computer", "stand_in", "clock", "system"]

TABLE_WORDS = rooms.WORDS
"""What is said about the table rather than in the game."""

OWN_NEWS = frozenset({"called", "contract", "swapped", "declared", "played", "ekka", "belote", "rebelote", "trick"})
"""The events of a decision that tell nothing to whoever made it."""


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


class Back(NamedTuple):
    """The position before a person's last decision, and whose it was."""

    seat: int
    position: Position


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Where a table stands after the action ``seq`` of its log.

    ``decided`` is the last action that changed the game: who has not seen it decides on an old position. ``decisions``
    counts those of the running deal that stand. ``recent`` are the events of the last actions in the game, a trick's
    worth. ``back`` is where the table goes if the last decision is taken back, None where it may not be.
    """

    state: State
    room: Room
    seq: int = 0
    decided: int = 0
    decisions: int = 0
    secret: Secret | None = None
    recent: tuple[tuple[Event, ...], ...] = ()
    back: Back | None = None

    @property
    def ended(self) -> bool:
        """Whether the match was ended by agreement."""
        return self.room.ended

    @property
    def over(self) -> bool:
        """Whether nothing can be played here any more."""
        return self.ended or self.state.over or self.spent

    @property
    def spent(self) -> bool:
        """Whether the deals that the table is for have been played, however the match stands."""
        deals = self.room.terms.deals
        return bool(deals) and self.deal_over and self.state.deal_number >= deals

    @property
    def moment(self) -> Moment:
        """What the game says to the room."""
        deal: Literal["none", "running", "over"] = "none"
        if self.state.deal is not None:
            deal = "over" if self.deal_over else "running"
        return Moment(deal, self.state.over or self.spent, None if self.back is None else self.back.seat)

    @property
    def deal_over(self) -> bool:
        return self.state.deal is not None and self.state.deal.phase == "over"

    @property
    def deal_due(self) -> bool:
        """Whether the cards are to be dealt now: everybody who is here has asked for it."""
        room = self.room
        if self.over or room.gathering or not self.state.to_deal:
            return False
        return self.state.deal is None or (bool(room.here) and room.here <= room.ready)


def opening(rules: Rules, dealer: int, people: tuple[Person, ...], terms: Terms = PLAIN) -> Position:
    """A table at which nothing has happened yet. ``people`` are those who sit there from the beginning."""
    state = parse_position(terms.position) if terms.position else start(rules, dealer)
    return Position(state, Room(terms, rules.players, people, terms.gathering))


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
        return _said(position, entry.text, entry.seat, entry.seq)
    if position.ended or position.spent:
        raise IllegalAction(reason("match_over"))
    if entry.kind == "deal":
        return _deal(position, entry, secret)
    if entry.seat is None:
        raise DamagedLog(f"action {entry.seq} is nobody's")
    state, events = apply(position.state, parse_action(entry.text, entry.seat))
    return replace(
        position,
        state=state,
        room=position.room.played(),
        seq=entry.seq,
        decided=entry.seq,
        decisions=position.decisions + 1,
        recent=(*position.recent, events)[-state.rules.players :],
        back=_way_back(position, entry, state, events),
    )


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
        recent=(events,),
        room=position.room.dealt(),
        decisions=0,
        back=None,
    )


def _said(position: Position, text: str, seat: int, seq: int) -> Position:
    room = rooms.say(position.room, text, seat, position.moment)
    if text.startswith("takeback") and position.back is not None:
        before = position.back.position
        if text != f"takeback {before.decisions}":
            raise DamagedLog(f"action {seq} takes back something else")
        return replace(before, room=room, seq=seq, decided=seq)
    back = position.back if room.people == position.room.people else None
    return replace(position, room=room, seq=seq, back=back)


def _way_back(position: Position, entry: Entry, state: State, events: tuple[Event, ...]) -> Back | None:
    """Where a decision may be taken back to. Alone against computer players that is before one's own last decision;
    with others at the table only until somebody has learned something new.
    """
    if state.deal is None or state.deal.phase == "over":
        return None
    alone = len(position.room.people) == 1
    if entry.actor != "human" or entry.seat is None:
        return position.back if alone else None
    if alone:
        return Back(entry.seat, position)
    before = position.state.deal
    held = 0 if before is None else before.hands[entry.seat]
    new = any(event.kind not in OWN_NEWS for event in events) or bool(state.deal.hands[entry.seat] & ~held)
    return None if new else Back(entry.seat, replace(position, back=None))
