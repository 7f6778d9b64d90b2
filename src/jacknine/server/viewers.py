"""Looks at a table through the eyes of one viewer: the only place where a :class:`SeatView` is made."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from msgspec.structs import replace

from jacknine.cards import cards_of
from jacknine.game import Play, Reason, State, View, seen_from, visible_to, why_not
from jacknine.server.scene import Scene
from jacknine.server.seatview import RoomView, SeatView
from jacknine.server.tables import Table


def public_view(table: Table) -> SeatView:
    """What everybody may know of a table now."""
    position, scene, seating = table.position, table.scene, table.scene.seating
    here, comings = table.presence.here, table.roll.comings
    # The seeds of a day are published when it is over, not with its deals.
    secret = position.secret if scene.between and not table.terms.daily else None
    return SeatView(
        code=table.code,
        seq=position.seq,
        me=None,
        view=scene.public,
        names=tuple(map(table.name_at, range(table.rules.players))),
        kinds=seating.kinds,
        present=tuple(player is None or here(player) for player in seating.players),
        comings=tuple(0 if player is None else comings[player] for player in seating.players),
        reasons={},
        news=visible_to(scene.news, None),
        commitment=scene.commitment,
        revealed=None if secret is None else (secret.nonce.hex(), secret.seed.hex()),
        host=False,
        level=table.row.level,
        pace=table.pace,
        game=table.rules.variant,
        line=table.row.line,
        ready=scene.ready,
        end_votes=scene.end_votes,
        ended=scene.ended,
        rematch=position.room.rematch,
        room=_public_room(table, scene),
    )


def seat_view(table: Table, player_id: int | None, public: SeatView | None = None) -> SeatView:
    """What a player, or somebody who has no seat here, may know of a table now; ``public`` is what everybody may, where
    that is known.
    """
    public = public or public_view(table)
    position, scene, me = table.position, table.scene, table.seat_of(player_id)
    seen = seen_from(me, scene.public, position.state)
    if position.ended or me in position.room.replaced:
        seen = seen._replace(legal=(), legal_cards=0, anytime=())
    return replace(
        public,
        me=me,
        view=seen,
        reasons=_reasons(position.state, seen),
        news=visible_to(scene.news, me),
        host=me is not None and me == scene.seating.host,
        room=_own_room(table, scene, seen, player_id, public.room),
    )


def _public_room(table: Table, scene: Scene) -> RoomView:
    room, terms, seating = table.position.room, table.terms, scene.seating
    nobody = (None,) * table.rules.players
    coming = {one.seat: table.names.get(one.player, "") for one in room.waiting}
    timed = bool(terms.clock) and room.asking is None
    seats = range(table.rules.players)
    return RoomView(
        gathering=room.gathering,
        host=seating.host,
        open=() if terms.private or scene.over else seating.open,
        replaced=seating.replaced,
        asking=room.asking,
        clock=terms.clock,
        deadline=table.deadline if timed and scene.public.turn in seating.here else None,
        spectators=terms.spectators,
        daily=terms.daily,
        deals=terms.deals,
        position=terms.position if scene.over else "",
        taught=False if terms.first else None,
        listed=terms.listed,
        people=_tags(table.row.bot_key, seating.players),
        phrases=tuple(
            (said.number, said.text) if said is not None and said.player == player else None
            for player, said in zip(seating.players, map(table.phrases.get, seats), strict=True)
        )
        if table.phrases
        else nobody,
        coming=tuple(map(coming.get, seats)) if coming else nobody,
    )


def _own_room(table: Table, scene: Scene, seen: View, player_id: int | None, public: RoomView) -> RoomView:
    """What a viewer may do at a table beside the game."""
    position, room, terms, me = table.position, table.position.room, table.terms, seen.seat
    mine = position.back is not None and position.back.seat == me
    asked = room.asking not in (None, me) and me in scene.seating.here - room.agreed
    may_undo = terms.undo and mine and room.asking is None and not room.refused
    # Among people advice would be a partner more.
    may_hint = len(seen.legal) > 1 and len(table.people) == 1 and not terms.daily
    if room.waiting:
        waits = next((one.seat for one in room.waiting if one.player == player_id), None)
        public = replace(public, waits=waits)
        if not terms.private and not scene.over:
            public = replace(public, open=room.open_seats(player_id))
    if terms.first:
        public = replace(public, taught=_is_taught(table, seen))
    if asked or may_undo or may_hint:
        public = replace(public, asked=asked, may_undo=may_undo, may_hint=may_hint)
    return public


@lru_cache(maxsize=1024)
def _tags(table_key: bytes, players: tuple[int | None, ...]) -> tuple[str, ...]:
    """A name for each person that is the same at one table wherever he sits, and says nothing elsewhere."""
    return tuple(
        "" if player is None else blake2b(f"person {player}".encode(), key=table_key, digest_size=6).hexdigest()
        for player in players
    )


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
