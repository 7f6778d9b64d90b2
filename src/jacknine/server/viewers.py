"""Looks at a table through the eyes of one viewer: the only place where a :class:`SeatView` is made."""

from __future__ import annotations

from dataclasses import replace

from jacknine.cards import cards_of
from jacknine.game import Play, Reason, State, View, view, visible_to, why_not
from jacknine.server.seatview import SeatView
from jacknine.server.tables import Table


def seat_view(table: Table, player_id: int | None) -> SeatView:
    """What a player, or somebody who has no seat here, may know of a table now."""
    position = table.position
    me = table.seat_of(player_id)
    seen = view(position.state, me)
    if position.ended:
        seen = replace(seen, legal=(), legal_cards=0, anytime=())
    computers = {one.seat for one in table.seats if one.player_id is None}
    secret = position.secret
    shown = position.deal_over or position.ended
    return SeatView(
        code=table.code,
        seq=position.seq,
        me=me,
        view=seen,
        names=tuple(one.name for one in table.seats),
        kinds=tuple(
            "computer" if one.seat in computers else "stand_in" if one.seat in position.away else "human"
            for one in table.seats
        ),
        present=tuple(one.seat in computers or table.presence.here(one.seat) for one in table.seats),
        reasons=_reasons(position.state, seen),
        news=tuple(event for events in position.recent for event in visible_to(events, me)),
        commitment="" if secret is None else secret.commitment,
        revealed=(secret.nonce.hex(), secret.seed.hex()) if secret is not None and shown else None,
        host=table.row.host == player_id,
        level=table.row.level,
        pace=table.pace,
        game=table.rules.variant,
        line=table.rules.line,
        ready=tuple(sorted(position.ready | computers | position.away)) if position.deal_over else (),
        end_votes=tuple(sorted(position.end_votes)),
        ended=position.ended,
        rematch=position.rematch,
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
