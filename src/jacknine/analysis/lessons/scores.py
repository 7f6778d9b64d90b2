"""Scored deals of a lesson: the sheet that the game's own scoring makes of what the sides brought in."""

from __future__ import annotations

from jacknine.analysis.lessons.given import Message, Row, ScoreGiven, message
from jacknine.analysis.lessons.parts import Score
from jacknine.rules.auction import Call, Said, Seating
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Sheet, Tally
from jacknine.rules.variant import Rules


def given_score(rules: Rules, plan: Score) -> ScoreGiven:
    """A score under the rules in force. What the rules do not know is left out of what was brought in."""
    denomination = rules.denomination(plan.key)
    known = bool(rules.declarations_in(denomination))
    nothing = (0,) * rules.sides
    pairs = tuple(rules.pair_points * count for count in plan.pairs) if denomination.belote_suits else ()
    tally = Tally(
        taker=0,
        cards=plan.cards,
        tricks=plan.tricks,
        declared=plan.declared or nothing if known else nothing,
        beaten=plan.beaten or nothing if known else nothing,
        belote=pairs or nothing,
        roem=plan.roem or nothing if rules.roem is not None else nothing,
        held=plan.held or nothing,
        contract=_contract(rules, plan),
        factor=denomination.factor,
        raiser_side=plan.raiser,
        taker_took_all=not any(plan.tricks[1:]),
        taker_is_eldest=True,
        taker_held_ace=True,
        totals=nothing,
    )
    sheet = rules.scoring.score(tally)
    return ScoreGiven(
        key=plan.key,
        columns=("taker", "others") if rules.sides == 2 else ("taker", "second", "third"),
        brought=_brought(rules, plan, tally),
        written=_written(rules, sheet),
        scores=sheet.scores,
        held=sheet.held if any(sheet.held) else (),
        verdict=_verdict(sheet),
    )


def _contract(rules: Rules, plan: Score) -> Contract:
    """The contract played; what a bid promises is what the auction makes of it."""
    contract = Contract(plan.key, 0)
    if plan.bid:
        call = Call("bid", plan.key, int(plan.bid)) if plan.bid.isdecimal() else Call(plan.bid, plan.key)
        bought = rules.auction.status(Seating(rules.players, 0, rules.partners), [Said(0, call)]).contract
        assert bought is not None
        contract = bought
    raiser = None if plan.raiser is None else plan.raiser
    return Contract(
        contract.key, 0, contract.level, contract.goal, multiplier=plan.times, raiser=raiser, called=contract.called
    )


def _brought(rules: Rules, plan: Score, tally: Tally) -> tuple[Row, ...]:
    """What the sides had before anything was judged; columns as in the plan, empty lines left out."""
    rows = [
        Row("cards", tally.cards),
        Row("tricks", tally.tricks),
        Row("declarations", tally.declared),
        Row("beaten_declarations", tally.beaten),
        Row("belote", tally.belote),
        Row("roem", tally.roem),
        Row("held_before", tally.held),
    ]
    if plan.bid:
        rows.insert(0, Row("bid", (tally.contract.level, *[None] * (rules.sides - 1))))
    if plan.times > 1:
        rows.insert(1, Row("times", (plan.times, *[None] * (rules.sides - 1))))
    return tuple(row for row in rows if any(row.points))


def _written(rules: Rules, sheet: Sheet) -> tuple[Row, ...]:
    rows = []
    for id in dict.fromkeys(line.id for line in sheet.lines):
        lines = [line for line in sheet.lines if line.id == id]
        points: list[int | None] = [None] * rules.sides
        for line in lines:
            points[line.side] = (points[line.side] or 0) + line.points
        rows.append(Row(id, tuple(points), max(line.figure for line in lines)))
    return tuple(rows)


def _verdict(sheet: Sheet) -> tuple[Message, ...]:
    if sheet.made is None:
        return (message("scored.held" if any(sheet.held) else "scored.counted"),)
    return (message("scored.made" if sheet.made else "scored.failed"),)
