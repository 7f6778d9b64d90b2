"""The calls of a reviewed deal as they show, and what an expert would have expected of one's own decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jacknine.analysis.calls import BIDS, Called, Led
from jacknine.game import Play, Speak
from jacknine.game.codec import action_text, parse_action
from jacknine.rules.auction import parse_call
from jacknine.server.archive import Moment
from jacknine.server.digits import with_minus
from jacknine.server.faces import Face, face, name_of
from jacknine.server.prefs import Prefs
from jacknine.server.replay import seat_view_of
from jacknine.server.reviews import Expected
from jacknine.server.seatview import SeatView
from jacknine.server.spoken import call_named, contract_named
from jacknine.server.words import Words, isolated


@dataclass(frozen=True, slots=True)
class Lead:
    """A call, the contract it leads to, and what that is worth to whoever called."""

    label: str
    contract: str
    worth: str
    made: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """A choice as an expert saw it: a card (``face``) or a call, how much less than the best it promised, whether it
    was made, and whether he would have made it.
    """

    face: Face | None
    label: str
    less: str
    made: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Expert:
    """What an expert would have expected of a decision, and his reason."""

    wishes: tuple[Wish, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call among others: when, by whom, which, what it cost (empty: not known), and all there were."""

    at: int
    name: str
    label: str
    cost: str
    leads: tuple[Lead, ...]
    expert: Expert | None


def calls_of(
    course: list[Moment], names: tuple[str, ...], me: int | None, called: Sequence[Called],
    experts: dict[int, Expert], words: Words,
) -> tuple[Call, ...]:  # fmt: skip
    """The calls of a deal, in order."""
    shown = []
    for one in called:
        sv = _seen(course, one.at, names, me)
        leads = tuple(
            Lead(
                _call(sv, led.call, words), _contract(sv, led, words), _worth(led), led.call == one.call,
                led.call in one.best,
            )
            for led in one.leads
        )  # fmt: skip
        cost = "" if one.cost is None else str(one.cost)
        label = _call(sv, one.call, words)
        shown.append(Call(one.at, name_of(sv, words, one.seat), label, cost, leads, experts.get(one.at)))
    return tuple(shown)


def worst_of(calls: Sequence[Call], words: Words) -> tuple[int, str] | None:
    """The call that cost most: its place and a sentence; None where none cost anything."""
    dear = [one for one in calls if one.cost not in ("", "0")]
    if not dear:
        return None
    worst = max(dear, key=lambda one: int(one.cost))
    better = next(lead for lead in worst.leads if lead.best)
    text = words.text(
        "review.call_cost", name=worst.name, call=worst.label, points=int(worst.cost), better=better.label,
        contract=better.contract,
    )  # fmt: skip
    return worst.at, text


def experts_of(
    course: list[Moment],
    names: tuple[str, ...],
    me: int | None,
    expected: Sequence[Expected],
    words: Words,
    prefs: Prefs,
) -> dict[int, Expert]:  # fmt: skip
    """What an expert would have expected, by the place of the decision."""
    return {
        one.at: Expert(_wishes(course, names, me, one, words, prefs), words.advice(one.why))
        for one in expected
        if me is not None
    }


def _wishes(
    course: list[Moment], names: tuple[str, ...], me: int | None, one: Expected, words: Words, prefs: Prefs
) -> tuple[Wish, ...]:
    assert me is not None
    before, after = course[one.at].state.deal, course[one.at + 1].state.deal
    assert before is not None and after is not None
    if before.phase == "auction":
        made = action_text(Speak(me, after.calls[-1].call))
    else:
        (card,) = (card for card in range(64) if (before.hands[me] & ~after.hands[me]) >> card & 1)
        made = action_text(Play(me, card))
    sv = _seen(course, one.at, names, me)
    offered = one.worths or dict.fromkeys(dict.fromkeys((one.best, made)), 0.0)
    wishes = []
    bid: set[str] = set()
    for text, worth in offered.items():
        action = parse_action(text, me)
        if isinstance(action, Speak) and action.call.word in BIDS:
            # The best come first: of bids in one suit that one is enough, beside the one that was made.
            if action.call.key in bid and text != made:
                continue
            bid.add(action.call.key)
        shown = face(action.card, words, prefs.letters) if isinstance(action, Play) else None
        label = call_named(sv, words, action.call) if isinstance(action, Speak) else ""
        less = less_than_best(worth) if one.worths else ""
        same = isinstance(action, Play) and action_text(Play(me, action.card)) == made
        wishes.append(Wish(shown, label, less, text == made or same, text == one.best))
    return tuple(wishes)


def less_than_best(worth: float) -> str:
    """How much less, to a tenth where it is little."""
    if worth > -0.05:
        return "0"
    return with_minus(f"{worth:.1f}" if worth > -10 else f"{worth:.0f}")


def _seen(course: list[Moment], at: int, names: tuple[str, ...], me: int | None) -> SeatView:
    return seat_view_of(course[at].state, me, names, frozenset(), (), "")


def _call(sv: SeatView, text: str, words: Words) -> str:
    return call_named(sv, words, parse_call(text))


def _contract(sv: SeatView, led: Led, words: Words) -> str:
    if led.contract is None:
        return words.text("review.thrown_in")
    named = contract_named(sv, words, led.contract)
    if led.contract.multiplier > 1:
        named = f"{named} {isolated(f'×{led.contract.multiplier}')}"
    return words.text("review.leads", contract=named, name=name_of(sv, words, led.contract.taker))


def _worth(led: Led) -> str:
    if led.score is None:
        return "?"
    text = with_minus(f"{led.score:+d}") if led.score else "0"
    return f"≈ {text}" if led.about else text
