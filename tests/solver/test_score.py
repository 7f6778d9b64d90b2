"""The score objective: by its own sheet a deal is worth what trying every line says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from jacknine.analysis.calls import all_announced, worth
from jacknine.cards import card_text, cards_of
from jacknine.cli import main
from jacknine.game import Play, State, apply_legal, legal
from jacknine.game.setup import play_state
from jacknine.notation.position import parse_position
from jacknine.rules.contract import Contract
from jacknine.rules.table import OVER, TRUMPS, compile_table
from jacknine.rules.variant import Rules
from jacknine.solver.api import Budget, Solver
from jacknine.solver.score import Known, NoScore, score_of_line, solve_score, solve_worth, worth_of
from jacknine.variants import parse_line, rules
from tests.support import LONG, long_count


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def ending(chance: Random, chosen: Rules, contract: Contract, tricks: int) -> State:
    """The last tricks of a deal that was played at random up to there."""
    cards = list(cards_of(chosen.pack))
    chance.shuffle(cards)
    size = len(cards) // 4
    hands = [sum(1 << card for card in cards[size * seat : size * (seat + 1)]) for seat in range(4)]
    state = play_state(chosen, contract, hands, dealer=3)
    while state.deal is not None and (state.deal.trick or max(map(int.bit_count, state.deal.hands)) > tricks):
        plays = [action for action in legal(state) if isinstance(action, Play)]
        state, _ = apply_legal(state, chance.choice(plays))
    return state


def best_score(state: State, known: dict[State, int]) -> int:
    """Side 0's score less side 1's when both play for that: every line to its sheet."""
    deal = state.deal
    assert deal is not None
    if deal.outcome is not None:
        assert deal.outcome.sheet is not None
        return deal.outcome.sheet.scores[0] - deal.outcome.sheet.scores[1]
    if state not in known:
        assert state.turn is not None
        values = [
            best_score(apply_legal(state, action)[0], known) for action in legal(state) if isinstance(action, Play)
        ]
        known[state] = max(values) if state.turn % 2 == 0 else min(values)
    return known[state]


CONTRACTS = [
    ("belote", {}, Contract("H", 0)),
    ("belote", {"preset": "cafe"}, Contract("S", 1)),
    ("coinche", {}, Contract("D", 2, level=90)),
    ("coinche", {"preset": "contree"}, Contract("C", 1, level=110, multiplier=2)),
    ("coinche", {}, Contract("H", 0, level=250, goal="capot")),
    ("bela", {}, Contract("H", 3)),
    ("baloot", {}, Contract("N", 0)),
    ("baloot", {}, Contract("S", 1)),
    ("jass", {}, Contract("C", 0)),
    ("klaverjas", {}, Contract("H", 0)),
    ("klaverjas", {"preset": "amsterdam"}, Contract("D", 1)),
    ("klaverjas", {"pit_for": "declarers"}, Contract("C", 2)),
]


@pytest.mark.parametrize(("game", "settings", "contract"), CONTRACTS)
def test_the_score_is_that_of_every_line_tried(
    solver: Solver, game: str, settings: dict[str, object], contract: Contract
) -> None:
    chance = Random(f"{game} {contract}")
    for _ in range(long_count(6, 100)):
        state = ending(chance, rules(game, settings), contract, 2 if game == "jass" else 3)
        told = solve_score(solver, state)
        assert told.bounds.exact
        assert told.bounds.low == best_score(state, {}), state.deal
        assert solve_worth(solver, state) == told.bounds.low


@pytest.mark.parametrize(
    "game",
    [
        "belote",
        "coinche(preset=contree)",
        "bela",
        "bela(players=2)",
        "bela(players=3)",
        "baloot",
        "baloot(preset=pagat)",
    ],
)
def test_the_worth_of_a_whole_deal_is_that_of_its_line(solver: Solver, game: str) -> None:
    chosen = parse_line(game)
    known: Known = {}
    contracts = [contract for name, settings, contract in CONTRACTS if name == chosen.variant]
    swept = 0
    for number in range(long_count(4, 400)):
        cards = list(cards_of(chosen.pack))
        Random(number).shuffle(cards)
        size = chosen.hand_size
        # Some hands so good that all tricks may fall to one side.
        if number % 3 == 0:
            cards.sort(key=lambda card: card_text(card)[0] not in "JA9T")
        hands = [sum(1 << card for card in cards[size * seat : size * seat + size]) for seat in range(chosen.players)]
        if number % 2 and chosen.players == 4:
            hands[1], hands[2] = hands[2], hands[1]
        for contract in contracts:
            taker = contract.taker % chosen.players
            state = all_announced(
                play_state(chosen, replace(contract, taker=taker), hands, dealer=number % chosen.players)
            )
            told = solve_score(solver, state)
            assert solve_worth(solver, state, known=known) == told.bounds.low, state.deal
            swept += abs(told.sheet.scores[0] - told.sheet.scores[1]) >= 250
    assert swept or chosen.variant != "belote"


def test_a_fallen_klaverjas_taker_is_made_to_see_more_roem(solver: Solver) -> None:
    """The line of the difference is not always that of the score: some deals differ."""
    chance = Random(4)
    chosen, contract = rules("klaverjas"), Contract("H", 0)
    fallen = 0
    for _ in range(60):
        state = ending(chance, chosen, contract, 3)
        told = solve_score(solver, state)
        fallen += told.sheet.made is False
        assert told.bounds.low == told.sheet.scores[0] - told.sheet.scores[1]
    assert fallen > 10


def promised_alone(chance: Random, key: str, settings: dict[str, object], tricks: int) -> State:
    """An ending, perhaps in the middle of a trick, whose taker has promised every trick and holds good cards."""
    chosen = rules("coinche", {"generale": "on", "sa_ta": "on", **settings})
    taker = chance.randrange(4)
    contract = Contract(key, taker, level=500, goal="generale", multiplier=chance.choice((1, 1, 2)))
    table = compile_table(chosen, key)
    cards = chance.sample(list(cards_of(chosen.pack)), 4 * tricks)
    cards.sort(
        key=lambda card: (table[OVER + card].bit_count() - 8 * (table[TRUMPS] >> card & 1)) + chance.random() * 9
    )
    hands = [sum(1 << card for card in hand) for hand in _dealt(chance, cards, tricks, taker)]
    state = play_state(chosen, contract, hands, dealer=chance.randrange(4))
    for _ in range(chance.choice((0, 0, 1, 2, 3, 4, 5))):
        plays = [action for action in legal(state) if isinstance(action, Play)]
        if state.deal is not None and sum(map(int.bit_count, state.deal.hands)) > 4:
            state, _ = apply_legal(state, chance.choice(plays))
    return state


def _dealt(chance: Random, cards: list[int], size: int, taker: int) -> list[list[int]]:
    """The taker gets the first cards, the others what is left."""
    rest = cards[size:]
    chance.shuffle(rest)
    others = [rest[size * i : size * (i + 1)] for i in range(3)]
    return [*others[:taker], cards[:size], *others[taker:]]


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("H", {}),
        ("S", {"defence_capot_base": "250", "undertrump": "free"}),
        ("D", {"preset": "contree", "melds": "on"}),
        ("N", {"defence_capot_base": "250"}),
        ("A", {"made_capot_base": "160"}),
        ("A", {"sa_ta_points": "raw", "rounding": "none"}),
    ],
)
def test_all_tricks_promised_in_one_hand_are_worth_what_every_line_says(
    solver: Solver, key: str, settings: dict[str, object]
) -> None:
    chance = Random(f"alone {key}")
    seen, helped = set(), 0
    for _ in range(long_count(60, 600)):
        state = promised_alone(chance, key, settings, chance.choice((2, 3, 3, 4) if LONG else (2, 3, 3)))
        deal = state.deal
        assert deal is not None and deal.contract is not None
        told = solve_score(solver, state)
        assert told.bounds.exact
        assert told.bounds.low == best_score(state, {}), deal
        assert worth_of(state, score_of_line(state, told.line)) == told.bounds.low
        assert worth(solver, state) == (told.bounds.low, False)
        seen.add(told.sheet.made)
        capot = deal._replace(contract=replace(deal.contract, goal="capot"))
        helped += solve_score(solver, state._replace(deal=capot)).sheet.made is True and not told.sheet.made
    assert seen == {True, False}
    assert helped, "no deal that only the partner saves"


ALONE = "level=500 goal=generale"
PROMISE = (
    "coinche(generale=on) dealer=3 contract=H taker=0 {} hands=-.JA9TKQ8.{}.-/AKQJ.-.-.AKQJ/-.7.{}.-/T987.-.-.T987"
)


def test_a_whole_deal_may_need_the_partners_help(solver: Solver) -> None:
    """He keeps a diamond to the end: where it is above the taker's, all tricks are made and the promise is not."""
    for goal, mine, his, made in (
        ("level=250 goal=capot", "7", "AKQJT98", True),
        (ALONE, "7", "AKQJT98", False),
        (ALONE, "A", "KQJT987", True),
        (ALONE, "8", "AKQJT97", True),
    ):
        assert solve_score(solver, parse_position(PROMISE.format(goal, mine, his))).sheet.made is made


def test_the_command_and_the_budget_know_such_a_promise(solver: Solver, capsys: pytest.CaptureFixture[str]) -> None:
    line = PROMISE.format(ALONE, "7", "AKQJT98")
    assert main(["solve", "--score", line]) == 0
    assert capsys.readouterr().out.startswith("score -640: 20 : 660")
    random_deal = promised_alone(Random(8), "H", {}, 8)
    with pytest.raises(NoScore, match="whether every trick falls to the taker's own hand"):
        solve_score(solver, random_deal, Budget(nodes=10))
    assert solve_score(solver, random_deal).bounds.exact


def test_a_budget_too_small_says_so(solver: Solver) -> None:
    state = ending(Random(2), rules("belote"), Contract("H", 0), 8)
    with pytest.raises(NoScore, match="the budget ran out"):
        solve_score(solver, state, Budget(nodes=10))
    assert solve_score(solver, state).bounds.exact
