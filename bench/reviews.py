"""How long the review of a whole deal takes, in every game: the mean, and the longest; and an expert's part of it."""

from time import process_time

from bench.measure import Figure, show
from bench.players import GAMES
from jacknine.analysis.review import Course, review
from jacknine.bots import player
from jacknine.bots.hints import expect
from jacknine.bots.search import likely_hands
from jacknine.game import Decision, apply_legal, start, view
from jacknine.notation.fair import shuffled
from jacknine.rules.variant import Rules
from jacknine.server.reviews import own_decisions, simple_decision
from jacknine.solver.api import Solver, warm
from jacknine.variants import parse_line

DEALS = 12


def course_of(rules: Rules, number: int) -> Course:
    """A deal played by normal players."""
    bot = player("normal")
    state, _ = apply_legal(start(rules, number % rules.players), shuffled(rules, number.to_bytes(16, "big"), 1))
    states, actions = [state], list[Decision]()
    while state.turn is not None:
        actions.append(bot.decide(view(state, state.turn), number))
        state, _ = apply_legal(state, actions[-1])
        states.append(state)
    return Course(states, actions)


def figures(with_peers: bool) -> list[Figure]:
    """Three figures a game, of processor time; there is no peer to compare with here."""
    warm()
    solver = Solver()
    found = []
    for game, line in GAMES.items():
        taken: list[float] = []
        expert: list[float] = []
        number = 0
        while len(taken) < DEALS:
            number += 1
            course = course_of(parse_line(line), number)
            if course.begun is not None:
                begun = process_time()
                review(solver, course, simple_decision, likely_hands, number)
                taken.append(1000.0 * (process_time() - begun))
                begun = process_time()
                for at in own_decisions(course, 0):
                    expect(solver, view(course.states[at], 0), number)
                expert.append(1000.0 * (process_time() - begun))
        found.append(Figure(f"review.{game}.ms", sum(taken) / len(taken), "ms a deal", len(taken), "make bench"))
        found.append(Figure(f"review.{game}.longest_ms", max(taken), "ms", len(taken), "make bench"))
        found.append(
            Figure(f"review.{game}.expert_ms", sum(expert) / len(expert), "ms a deal", len(expert), "make bench")
        )
    return found


if __name__ == "__main__":
    show(figures(False))
