"""Finds puzzles of calls: deals are called by hard players, and wherever one call is clearly better than any other in
many deals that fit what its seat has seen and heard, and a simple player may miss it, there is one.

A deal fits if the others, being hard players, would have said in it what they said. Each call is followed to its
contract by hard players, and the contract played out with open cards, so that calls differ by nothing but where they
lead. What one call is better by must hold among normal players too: it is not to hang on what hard ones agree on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from jacknine.analysis.calls import BIDS, DECLINES, Led, Worths
from jacknine.analysis.puzzles import CallWhy, Puzzle, written
from jacknine.bots import Bot, player
from jacknine.bots.calls import call_values
from jacknine.game import Deal, Speak, State, View, apply_legal, start, view
from jacknine.game.codec import action_text
from jacknine.notation.fair import SEED_BYTES, shuffled
from jacknine.research.calls import BANDS, followed
from jacknine.research.puzzles import LEVELS, clear, missed
from jacknine.rules.auction import Call
from jacknine.rules.variant import Rules
from jacknine.solver.api import Solver

WORLDS: Final = 120
"""Deals that are looked at."""
SURE: Final = 3.0
"""By how many standard errors a call has to be better than any other: the score of a deal swings far."""
LOOKS: Final = ((12, 0.7), (40, 1.5), (WORLDS, SURE))
"""The looks at a moment: in how many deals, and by how many standard errors."""
NODES: Final = 30_000_000
"""Card decisions the solver may look at for a contract."""
MOST_KNOWN: Final = 0.9
"""The share of the deals that the solver has to value."""
WIDE_WORLDS: Final = 80
"""The same with 36 cards, which take the solver many times as long."""
TRIES: Final = 60
"""How many deals are drawn at most, for each that fits."""
MEANT: Final = 0.6
"""In what share of the deals a call that names a denomination has to lead there: else it only says something."""


class Moment(NamedTuple):
    """A seat's turn to call: the deal as it was shuffled, what has been said, and the state that led to."""

    dealt: Deal
    said: Sequence[Speak]
    state: State

    @property
    def seen(self) -> View:
        return view(self.state, self.state.turn)


def gap(rules: Rules) -> float:
    """By how many points of the score a call has to be better than any other, on average."""
    return BANDS[rules.variant] / 2


def sensible(seen: View) -> list[Call]:
    """The calls of a puzzle: all that are offered, but of the bids in one denomination only that of most promise."""
    values = call_values(seen, 0.0, trained=True)
    best: dict[str, Call] = {}
    for call in sorted(values, key=lambda call: -values[call]):
        best.setdefault(_aim(call), call)
    offered = [decision.call for decision in seen.legal if isinstance(decision, Speak)]
    return [call for call in offered if call.word not in BIDS or best.get(call.key) == call]


def _aim(call: Call) -> str:
    """What a call is for: bids in one denomination are one answer."""
    return call.key if call.word in BIDS else str(call)


def fitting(moment: Moment, number: int, seed: int, others: Bot) -> list[State]:
    """That many states that the seat on turn cannot tell from the real one; fewer where hardly any deal fits."""
    seen, dealt, chance = moment.seen, moment.dealt, Random(seed)
    open_to_it = seen.hand | seen.stock | (0 if seen.turned is None else 1 << seen.turned)
    places = [place for place, card in enumerate(dealt.cards) if not open_to_it >> card & 1]
    found: list[State] = []
    for _ in range(TRIES * number):
        hidden = [dealt.cards[place] for place in places]
        chance.shuffle(hidden)
        cards = list(dealt.cards)
        for place, card in zip(places, hidden, strict=True):
            cards[place] = card
        state: State | None
        state, _ = apply_legal(start(moment.state.rules, seen.dealer), Deal(tuple(cards), dealt.pile))
        for one in moment.said:
            if one.seat != seen.seat and others.decide(view(state, one.seat), 0) != one:
                break
            state, _ = apply_legal(state, one)
        else:
            found.append(state)
            if len(found) == number:
                break
    return found


def worths_of_calls(
    worths: Worths, states: Sequence[State], calls: Sequence[Call], others: Bot
) -> dict[str, list[Led]]:
    """Where each call leads in each of the deals, as an action's text; deals that the solver cannot value are left
    out.
    """
    found: dict[str, list[Led]] = {f"call {call}": [] for call in calls}
    for state in states:
        assert state.turn is not None
        spoken = [Speak(state.turn, call) for call in calls]
        led = [worths.led(one, followed(state, one, others)) for one in spoken]
        if all(one.score is not None for one in led):
            for one, where in zip(spoken, led, strict=True):
                found[action_text(one)].append(where)
    return found


def scores(found: dict[str, list[Led]]) -> dict[str, list[float]]:
    """By call, the score against the others' in each of the deals."""
    return {text: [float(one.score or 0) for one in led] for text, led in found.items()}


def find_calls(solver: Solver, rules: Rules, seed: int) -> Iterator[Puzzle | None]:
    """Deals without end, each with the first puzzle in it, or None."""
    chance = Random(seed)
    players = {level: player(level) for level in LEVELS}
    surplus = 0
    while True:
        # Not all answers should be a pass, though simple players mostly take too often.
        found = _in_deal(
            solver, rules, chance.randbytes(SEED_BYTES), chance.randrange(rules.players), players, surplus < 1
        )
        if found is not None:
            surplus += 1 if found.why in ("leaves", "pushes") else -1
        yield found


def _in_deal(
    solver: Solver, rules: Rules, key: bytes, dealer: int, players: dict[str, Bot], decline: bool
) -> Puzzle | None:
    """The first puzzle of a deal; ``decline``: its answer may be to leave it to others."""
    dealt = shuffled(rules, key, 1)
    state, _ = apply_legal(start(rules, dealer), dealt)
    said: list[Speak] = []
    while state.turn is not None and state.deal is not None and state.deal.phase == "auction":
        found = _look(solver, Moment(dealt, said, state), players, decline)
        if found is not None:
            values, ahead, number, wrong, why = found
            return Puzzle(rules.line, key, dealer, written(said), state.turn, values, number, wrong, why, ahead)
        decision = players["hard"].decide(view(state, state.turn), 0)
        assert isinstance(decision, Speak)
        said.append(decision)
        state, _ = apply_legal(state, decision)
    return None


def _look(
    solver: Solver, moment: Moment, players: dict[str, Bot], decline: bool
) -> tuple[dict[str, float], dict[str, float], int, dict[str, float], CallWhy] | None:
    """The worth of the calls, how often each brings its side out ahead, in how many deals, how often each level misses
    the best, and why it is best; None where it is no puzzle.
    """
    seen, others = moment.seen, players["hard"]
    least = gap(seen.rules)
    said = [one.call for one in (bot.decide(seen, 0) for bot in players.values()) if isinstance(one, Speak)]
    # What all say is mostly right, and a look takes long.
    if len({_aim(call) for call in said}) == 1:
        return None
    calls = {f"call {call}": call for call in sensible(seen)}
    worths = Worths(solver, NODES)
    most = WIDE_WORLDS if seen.rules.pack.bit_count() > 32 else WORLDS
    best = None
    for many, sure in LOOKS:
        number = min(many, most)
        states = fitting(moment, number, 1, others)
        found = worths_of_calls(worths, states, list(calls.values()), others)
        best = _clearly(scores(found), number, least, sure)
        if best is None or (not decline and calls[best].word in DECLINES):
            return None
        aim = _aim(calls[best])
        wrong = {level: _missed(bot, seen, aim) for level, bot in players.items()}
        if not any(wrong.values()):
            return None
    # What a search finds looks better than it is: it must stand in deals that were not searched.
    again = scores(worths_of_calls(worths, fitting(moment, number // 2, 2, others), list(calls.values()), others))
    if _clearly(again, number // 2, least / 2, 0.0) != best:
        return None
    among_normal = scores(worths_of_calls(worths, states, list(calls.values()), players["normal"]))
    if best is None or _clearly(among_normal, number, least / 2, SURE / 2) != best:
        return None
    key = calls[best].key
    if key and mean(one.contract is not None and one.contract.key == key for one in found[best]) < MEANT:
        return None
    values = {text: mean(some) for text, some in scores(found).items()}
    ahead = {text: round(mean(score > 0 for score in some), 2) for text, some in scores(found).items()}
    return values, ahead, number, wrong, _why(calls[best])


def _clearly(found: dict[str, list[float]], number: int, least: float, sure: float) -> str | None:
    """The call that is clearly best, if nearly all deals could be valued and there is one."""
    known = len(next(iter(found.values())))
    if known < MOST_KNOWN * number or not clear(found, least, sure):
        return None
    return max(found, key=lambda text: mean(found[text]))


def _missed(bot: Bot, seen: View, aim: str) -> float:
    return missed(bot, seen, lambda one: isinstance(one, Speak) and _aim(one.call) == aim)


def _why(call: Call) -> CallWhy:
    if call.word in DECLINES:
        return "pushes" if call.word == "push" else "leaves"
    return "doubles" if call.word in ("coinche", "kontra", "double") else "takes"
