"""Advice for the seat on turn: what its choices are worth, and one reason in words that a catalogue has.

The advice is an honest player's: it comes from the view alone. It never says more than a good player could know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from jacknine.bots.bot import choices
from jacknine.bots.calls import call_values
from jacknine.bots.knowledge import Knowledge, read
from jacknine.bots.play import values as rule_values
from jacknine.bots.player import made
from jacknine.bots.search import SearchPlayer
from jacknine.bots.spec import Spec, shipped
from jacknine.cards import card_text, cards_of
from jacknine.game import Decision, Play, Speak, View
from jacknine.game.reasons import Reason, reason
from jacknine.rules.table import OVER, POINTS, SUIT
from jacknine.rules.trick import beats, roem_of

if TYPE_CHECKING:
    from jacknine.solver.api import Solver

CLOSE = 1.0
"""Choices whose worths are closer than this are as good as each other, in the game's points."""
LITTLE = 4
"""A card of so many points at most gives little away."""
LIKELY = 0.5
"""How likely a partner's card has to stay the best for a reason to count on it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice: the decision, what it and each other choice is worth, and why.

    ``worths`` are scores of the deal less the others', expected if the choice is made, the best first; where the
    player has not searched (``searched`` false) only their differences mean something. They are empty where there was
    nothing to weigh. ``why`` is a message: its id in the catalogue is ``hint.`` and its own.
    """

    decision: Decision
    worths: tuple[tuple[Decision, float], ...]
    why: Reason
    searched: bool = False


def hint(view: View, seed: int, spec: Spec | None = None, solver: Solver | None = None) -> Hint:
    """Advice for the seat whose view this is, by default an expert's; ``solver`` is the caller's own.

    Raises:
        ValueError: it is not the turn of this view's seat.
    """
    legal = choices(view)
    spec = spec or shipped("expert")
    player = made(spec)
    if len(legal) == 1:
        return Hint(legal[0], (), reason("only"))
    if view.phase == "auction":
        return _about_call(view, player.decide(view, seed), spec.rules.trained)
    if view.phase == "discard":
        return Hint(player.decide(view, seed), (), reason("discard"))
    if view.phase != "play" or not all(isinstance(one, Play) for one in legal):
        return Hint(player.decide(view, seed), (), reason("free"))
    if view.legal_cards.bit_count() == 1:
        return Hint(player.decide(view, seed), (), reason("free"))  # the same card with a word and without
    return _about_card(view, player, seed, solver)


def advise(solver: Solver, view: View, seed: int, seconds: float) -> Hint:
    """Advice within so many seconds, as a worker of :class:`jacknine.solver.pool.Pool` is asked for it."""
    from jacknine.solver.api import Budget, Clock

    with Clock(solver.desk, Budget(seconds=seconds)):
        return hint(view, seed, solver=solver)


def expect(solver: Solver, view: View, seed: int) -> Hint:
    """The same afterwards and at leisure: no card is given up before all deals are looked at."""
    expert = shipped("expert")
    assert expert.search is not None
    return hint(view, seed, replace(expert, search=replace(expert.search, clear=inf)), solver)


def _about_call(view: View, decision: Decision, trained: bool) -> Hint:
    assert isinstance(decision, Speak)
    worths = call_values(view, 0.0, trained)
    ranked = sorted(worths, key=lambda call: worths[call], reverse=True)
    told = tuple((Speak(decision.seat, call), worths[call]) for call in ranked)
    second = next((call for call in ranked if call != decision.call), None)
    if second is None:
        return Hint(decision, told, reason("only"))
    gap = round(worths[decision.call] - worths[second])
    if gap < 1:
        return Hint(decision, told, reason("call_even", call=str(decision.call), other=str(second)))
    return Hint(decision, told, reason("call", call=str(decision.call), other=str(second), points=gap))


def _about_card(view: View, player: object, seed: int, solver: Solver | None) -> Hint:
    known = read(view, True)
    worths: dict[int, float] | None = None
    if isinstance(player, SearchPlayer) and player.has_to_search(view):
        if solver is None:
            from jacknine.solver.api import thread_solver

            solver = thread_solver()
        worths = player.worths(solver, view, seed)
    searched = worths is not None
    if worths is None:
        worths = rule_values(known)
    ranked = sorted(worths, key=lambda card: worths[card], reverse=True)
    plays = {play.card: play for play in view.legal if isinstance(play, Play)}  # the one with a word comes last
    told = tuple((plays[card], worths[card]) for card in ranked)
    alike = len(ranked) == len(plays) and worths[ranked[0]] - worths[ranked[-1]] < CLOSE
    why = reason("alike", card=card_text(ranked[0])) if alike else _why(known, ranked[0])
    return Hint(plays[ranked[0]], told, why, searched)


def _why(known: Knowledge, card: int) -> Reason:
    """What a player would say of a card, the most telling thing first; nothing is said that is not so."""
    text, table = card_text(card), known.table
    points = table[POINTS + card]
    fact = _of_lead(known, card) if not known.trick else _of_trick(known, card)
    if fact in ("ruff", "take"):
        lying = points + sum(table[POINTS + one] for one in known.trick)
        return reason(fact, card=text, points=lying)
    return reason(fact, card=text, points=points) if fact == "give" else reason(fact, card=text)


def _of_lead(known: Knowledge, card: int) -> str:
    """What can be said of leading a card."""
    table, mine = known.table, known.camp(known.seat)
    trump = known.trumps >> card & 1
    foes = [seat for seat in range(known.rules.players) if known.camp(seat) != mine]
    if trump and known.camp(known.contract.taker) == mine and any(known.may[foe] & known.trumps for foe in foes):
        return "draw_trumps"
    if not trump and not any(may & table[OVER + card] for may in known.may):
        return "master"
    return "lead_low" if table[POINTS + card] <= LITTLE else "lead"


def _of_trick(known: Knowledge, card: int) -> str:
    """What can be said of playing a card to a trick."""
    table = known.table
    assert known.best is not None and known.best_seat is not None
    if beats(table, card, known.best):
        ruffs = known.trumps >> card & 1 and not known.trumps >> known.trick[0] & 1
        return "ruff" if ruffs else "take"
    others = [other for other in cards_of(known.legal) if other != card]
    if known.camp(known.best_seat) == known.camp(known.seat):
        if all(_spares(known, card, other) for other in others):
            return "partner_has_it" if not all(_spares(known, other, card) for other in others) else "lead"
        richer = any(table[POINTS + other] < table[POINTS + card] for other in others)
        return "give" if richer and not _in_danger(known) else "lead"
    if all(_loss(known, other) >= _loss(known, card) for other in others):
        return "spare"
    rest = table[SUIT + card] & ~(1 << card)
    empties = not known.trumps >> card & 1 and not known.hand & rest and any(may & rest for may in known.may)
    return "void" if empties and known.hand & known.trumps else "lead"


def _spares(known: Knowledge, card: int, other: int) -> bool:
    """Whether a card is no better to have than another: not in points, nor as a trump, nor by beating it."""
    table, trumps = known.table, known.trumps
    fewer = table[POINTS + card] <= table[POINTS + other] and trumps >> card & 1 <= trumps >> other & 1
    return fewer and not table[OVER + other] >> card & 1


def _loss(known: Knowledge, card: int) -> int:
    """The points a card adds to a trick, with the roem it makes with the cards that lie there."""
    cards = sum(1 << one for one in known.trick) | 1 << card
    return known.table[POINTS + card] + roem_of(known.table, cards)


def _in_danger(known: Knowledge) -> bool:
    """Whether an opponent still to play is likely enough to beat the winning card."""
    assert known.best is not None
    over, led = known.table[OVER + known.best], known.trick[0]
    safe = 1.0
    for seat in known.after:
        if known.camp(seat) != known.camp(known.seat):
            safe *= known.lacks(seat, over)
            if not known.trumps >> known.best & 1:
                suited = 1.0 - known.lacks(seat, known.table[SUIT + led])
                safe *= suited + (1.0 - suited) * known.lacks(seat, known.trumps)
    return safe < LIKELY
