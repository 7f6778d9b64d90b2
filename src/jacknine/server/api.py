"""The JSON face of a table: a :class:`SeatView` for programs, with cards and actions as texts and seats as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from jacknine.cards import card_text, cards_text
from jacknine.game import Event, Outcome, Reason, Trick
from jacknine.game.codec import action_text
from jacknine.rules.contract import Contract
from jacknine.rules.declarations import Declared
from jacknine.server.seatview import SeatView

Json = dict[str, Any]


def json_face(sv: SeatView) -> Json:
    """All that a viewer may know, ready to be encoded."""
    return _table(sv) | _deal(sv) | _match(sv) | {"room": msgspec.to_builtins(sv.room)}


def reason_face(reason: Reason, text: str = "") -> Json:
    """Why something is refused: an id with its values and, for people, a sentence."""
    return {"id": reason.id, "values": dict(reason.values), "text": text}


def _table(sv: SeatView) -> Json:
    return {
        "code": sv.code,
        "seq": sv.seq,
        "me": sv.me,
        "host": sv.host,
        "game": sv.game,
        "line": sv.line,
        "level": sv.level,
        "pace": sv.pace,
        "seats": [
            {"name": name, "kind": kind, "present": present, "cards": count, "belote": belote, "announced": announced}
            for name, kind, present, count, belote, announced in zip(
                sv.names, sv.kinds, sv.present, sv.view.counts, sv.view.belote, sv.view.announced, strict=True
            )
        ],
        "ready": sv.ready,
        "end_votes": sv.end_votes,
        "ended": sv.ended,
        "rematch": sv.rematch,
        "news": [_event(event) for event in sv.news],
        "commitment": sv.commitment,
        "revealed": None if sv.revealed is None else {"nonce": sv.revealed[0], "seed": sv.revealed[1]},
    }


def _deal(sv: SeatView) -> Json:
    view = sv.view
    return {
        "phase": view.phase,
        "deal": view.deal_number,
        "dealer": view.dealer,
        "eldest": view.eldest,
        "turn": view.turn,
        "legal": [action_text(action) for action in view.legal],
        "anytime": [f"call {call}" for call in view.anytime],
        "reasons": {card_text(card): reason_face(reason) for card, reason in sv.reasons.items()},
        "hand": cards_text(view.hand),
        "turned": None if view.turned is None else card_text(view.turned),
        "stock": cards_text(view.stock),
        "calls": [{"seat": said.seat, "call": str(said.call)} for said in view.calls],
        "standing": _contract(view.standing),
        "contract": _contract(view.contract),
        "leader": view.leader,
        "trick": _cards(view.trick),
        "best_seat": view.best_seat,
        "ekka": view.ekka,
        "tricks": [_trick(trick) for trick in view.tricks],
        "points": view.points,
        "roem": view.roem,
        "open_roem": view.open_roem,
        "own_declarations": [_declared(one) for one in view.own_declarations],
        "declarations": [[_declared(one) for one in of_seat] for of_seat in view.declarations],
        "laid_away": cards_text(view.laid_away),
        "swapped": view.swapped,
        "swapped_for": None if view.swapped_for is None else card_text(view.swapped_for),
        "claimed_by": view.claimed_by,
        "hands": None if view.hands is None else [cards_text(hand) for hand in view.hands],
        "outcome": None if view.outcome is None else _outcome(view.outcome),
    }


def _match(sv: SeatView) -> Json:
    view = sv.view
    return {
        "totals": view.totals,
        "held": view.held,
        "outcomes": [_outcome(outcome) for outcome in view.outcomes],
        "match_over": view.match_over,
        "winner": view.winner,
    }


def _cards(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]


def _event(event: Event) -> Json:
    return {
        "kind": event.kind,
        "seat": event.seat,
        "cards": cards_text(event.cards),
        "points": event.points,
        "call": None if event.call is None else str(event.call),
    }


def _contract(contract: Contract | None) -> Json | None:
    if contract is None:
        return None
    return {
        "key": contract.key,
        "taker": contract.taker,
        "level": contract.level,
        "goal": contract.goal,
        "multiplier": contract.multiplier,
        "raiser": contract.raiser,
        "locked": contract.locked,
        "called": contract.called,
    }


def _trick(trick: Trick) -> Json:
    return {
        "leader": trick.leader,
        "cards": _cards(trick.cards),
        "winner": trick.winner,
        "points": trick.points,
        "roem": trick.roem,
    }


def _declared(declared: Declared) -> Json:
    return {"cards": cards_text(declared.cards), "points": declared.points, "kind": declared.kind}


def _outcome(outcome: Outcome) -> Json:
    sheet = outcome.sheet
    return {
        "dealer": outcome.dealer,
        "contract": _contract(outcome.contract),
        "scores": None if sheet is None else sheet.scores,
        "made": None if sheet is None else sheet.made,
        "held": None if sheet is None else sheet.held,
        "lines": None if sheet is None else [line._asdict() for line in sheet.lines],
    }
