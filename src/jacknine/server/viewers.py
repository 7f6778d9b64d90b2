"""Looks at a table through the eyes of one viewer: the only place where a :class:`SeatView` is made."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

from jacknine.cards import cards_of
from jacknine.game import Play, Reason, State, View, view, visible_to, why_not
from jacknine.server.seatview import RoomView, SeatView
from jacknine.server.tables import Table


def seat_view(table: Table, player_id: int | None) -> SeatView:
    """What a player, or somebody who has no seat here, may know of a table now."""
    position = table.position
    me = table.seat_of(player_id)
    seen = view(position.state, me)
    if position.ended or me in position.room.replaced:
        seen = replace(seen, legal=(), legal_cards=0, anytime=())
    room, here = position.room, position.room.here
    seats = table.seats
    computers = {one.seat for one in seats if one.player_id is None}
    secret = position.secret
    # The seeds of a day are published when it is over, not with its deals.
    shown = (position.deal_over or position.ended) and not table.terms.daily
    return SeatView(
        code=table.code,
        seq=position.seq,
        me=me,
        view=seen,
        names=tuple(one.name for one in seats),
        kinds=tuple(
            "computer" if one.seat in computers else "human" if one.seat in here else "stand_in" for one in seats
        ),
        present=tuple(one.player_id is None or table.presence.here(one.player_id) for one in seats),
        reasons=_reasons(position.state, seen),
        news=tuple(event for events in position.recent for event in visible_to(events, me)),
        commitment="" if secret is None else secret.commitment,
        revealed=(secret.nonce.hex(), secret.seed.hex()) if secret is not None and shown else None,
        host=me is not None and me == room.host,
        level=table.row.level,
        pace=table.pace,
        game=table.rules.variant,
        line=table.row.line,
        ready=tuple(sorted(room.ready | computers | (room.humans - room.here))) if position.deal_over else (),
        end_votes=tuple(sorted(room.end_votes)),
        ended=position.ended or position.spent,
        rematch=room.rematch,
        room=_room_view(table, seen, player_id),
    )


def _room_view(table: Table, seen: View, player_id: int | None) -> RoomView:
    position, room, me, seats = table.position, table.position.room, seen.seat, table.seats
    coming = {one.seat: table.names.get(one.player, "") for one in room.waiting}
    timed = bool(table.terms.clock) and room.asking is None
    mine = position.back is not None and position.back.seat == me
    return RoomView(
        gathering=room.gathering,
        host=room.host,
        open=() if table.terms.private or position.over else room.open_seats(player_id),
        replaced=tuple(sorted(room.replaced)),
        asking=room.asking,
        asked=room.asking not in (None, me) and me in room.here - room.agreed,
        may_undo=table.terms.undo and mine and room.asking is None and not room.refused,
        # Among people advice would be a partner more.
        may_hint=len(seen.legal) > 1 and len(table.people) == 1 and not table.terms.daily,
        clock=table.terms.clock,
        deadline=table.deadline if timed and position.state.turn in room.here else None,
        spectators=table.terms.spectators,
        daily=table.terms.daily,
        deals=table.terms.deals,
        position=table.terms.position if position.over else "",
        taught=_is_taught(table, seen) if table.terms.first else None,
        listed=table.terms.listed,
        people=tuple("" if one.player_id is None else _tag(table.row.bot_key, one.player_id) for one in seats),
        phrases=tuple(
            (said.number, said.text) if said is not None and said.player == one.player_id else None
            for one, said in zip(seats, map(table.phrases.get, range(table.rules.players)), strict=True)
        ),
        coming=tuple(coming.get(seat) for seat in range(table.rules.players)),
        waits=next((one.seat for one in room.waiting if one.player == player_id), None),
    )


@lru_cache(maxsize=4096)
def _tag(table_key: bytes, player_id: int) -> str:
    """A name for a person that is the same at one table wherever he sits, and says nothing elsewhere."""
    return blake2b(f"person {player_id}".encode(), key=table_key, digest_size=6).hexdigest()


def _reasons(state: State, seen: View) -> dict[int, Reason]:
    """Why each card of the hand that may not be played may not; empty when it is not the viewer's turn to play."""
    if seen.seat is None or not seen.legal or seen.phase != "play":
        return {}
    found: dict[int, Reason] = {}
    for card in cards_of(seen.hand & ~seen.legal_cards):
        reason = why_not(state, Play(seen.seat, card))
        if reason is not None:
            found[card] = reason
    return found


def _is_taught(table: Table, seen: View) -> bool:
    """Whether what happens is explained: to who sits there, in the first deal, until he has had enough of it."""
    return seen.seat is not None and seen.deal_number <= 1 and not table.position.room.unaided
