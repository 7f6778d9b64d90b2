"""The top line of a felt: how the sides stand, what is played, and what its takers still need."""

from __future__ import annotations

from typing import NamedTuple

from jacknine.rules.contract import Contract
from jacknine.server.faces import name_of, place_of, side_label, sides_of
from jacknine.server.seatview import SeatView
from jacknine.server.spoken import contract_named, mark_of, own
from jacknine.server.standing import most_needed, points_so_far, still_needed, takers_lead
from jacknine.server.words import Words


class Score(NamedTuple):
    """A side in the top line. ``deal`` are its points in this deal, ``total`` those of the match before it."""

    label: str
    total: int
    deal: int
    ours: bool


class Trump(NamedTuple):
    """The contract in the top line: what it is played in, from which place, for what, and what doubling made of it."""

    mark: str
    name: str
    taker: str
    place: str
    level: str
    times: str
    locked: bool


class Top(NamedTuple):
    """``counting``: the deal has points yet."""

    scores: tuple[Score, ...]
    counting: bool
    trump: Trump | None
    need: str
    over: bool


def top_of(sv: SeatView, words: Words) -> Top:
    view = sv.view
    over = view.phase == "over"
    points = points_so_far(view)
    before = view.totals
    if over and view.outcome is not None and view.outcome.sheet is not None:
        before = tuple(total - score for total, score in zip(view.totals, view.outcome.sheet.scores, strict=True))
    scores = tuple(
        Score(side_label(sv, words, side), before[side], points[side], place == 0)
        for place, side in enumerate(sides_of(sv))
    )
    contract = view.contract or view.standing
    trump = _trump(sv, words, contract) if contract is not None else None
    counting = view.phase in ("play", "over")
    return Top(scores, counting, trump, _need(sv, words), over)


def _trump(sv: SeatView, words: Words, contract: Contract) -> Trump:
    promised = str(contract.level) if contract.level else ""
    if contract.goal != "points":
        promised = own(sv, words, "call", contract.goal)
    times = f"×{contract.multiplier}" if contract.multiplier > 1 else ""
    return Trump(
        mark=mark_of(sv.game, contract.key),
        name=contract_named(sv, words, contract),
        taker=name_of(sv, words, contract.taker),
        place=place_of(sv.view.rules, sv.me, contract.taker),
        level=promised,
        times=words.text("call.gahwa") if contract.for_match else times,
        locked=contract.locked,
    )


def _need(sv: SeatView, words: Words) -> str:
    """The second line: what the takers lack while cards are played, else where the match stands."""
    view = sv.view
    contract = view.contract
    if view.phase == "play" and contract is not None:
        if contract.goal != "points":
            return words.text("need.failed" if _goal_missed(sv, contract) else "need.all_tricks")
        needed = still_needed(view)
        most = most_needed(view) if needed is None else needed
        if most == 0:
            return words.text("need.enough")
        if needed is not None:
            mine = sv.me is None or view.rules.side_of(contract.taker) == view.rules.side_of(sv.me)
            return words.text("need.more" if mine else "need.more_them", n=needed)
        if most is not None:
            return words.text("need.most", name=name_of(sv, words, contract.taker), most=most)
        lead = takers_lead(view)
        if lead is not None:
            taker = name_of(sv, words, contract.taker)
            if not lead:
                return words.text("need.level", name=taker)
            return words.text("need.ahead" if lead > 0 else "need.behind", name=taker, by=abs(lead))
    match = view.rules.match
    deal = max(1, view.deal_number)
    deals = sv.room.deals or match.deals
    if deals:
        return words.text("deal.of_deals", deal=deal, deals=deals)
    return words.text("deal.of_target", deal=deal, target=match.target or 0)


def _goal_missed(sv: SeatView, contract: Contract) -> bool:
    """Whether a trick has gone where the promise of all tricks does not allow it."""
    rules = sv.view.rules
    alone = contract.goal == "generale"
    return any(
        trick.winner != contract.taker if alone else rules.side_of(trick.winner) != rules.side_of(contract.taker)
        for trick in sv.view.tricks
    )
