"""Players that look ahead: what they find, what outcomes are worth to them, and what they make of calls."""

from random import Random

import pytest

from jacknine.bots import made, player
from jacknine.bots.chance import Chance
from jacknine.bots.inference import Calls
from jacknine.bots.knowledge import read
from jacknine.bots.search import SearchPlayer, look, position_of_view
from jacknine.bots.spec import Budget, Level, Spec
from jacknine.bots.stakes import Stakes
from jacknine.bots.worlds import Worlds
from jacknine.cards import card_text, parse_card, parse_cards
from jacknine.game import Play, Swap, View, apply_legal, start, view
from jacknine.solver.api import Solver, solve
from jacknine.solver.position import Position, position_of
from jacknine.variants import VARIANTS, rules
from tests.bots.tables import after, seen
from tests.bots.test_worlds import decisions
from tests.play import play, random_game
from tests.support import long_count

FAR = Budget(worlds=40, every=400, nodes=3_000_000, clear=3.0)
HANDS = ["JS 9S AS 7S AH 8D 7D 8C", "KS QS TH KH AD 9D 7C 9C", "8S 7H 8H 9H KD JD TC AC", "TS QH JH TD QD JC QC KC"]


def asked(now: View) -> tuple[Worlds, Position]:
    """The deals of a view, and its position in one of them."""
    worlds = Worlds(now, read(now, True))
    return worlds, position_of_view(now, worlds.draw(Chance(1, now)))


def card_of(view: View, budget: Budget = FAR) -> str:
    decision = made(Spec(Level(remembers=True), budget)).decide(view, 1)
    assert isinstance(decision, Play)
    return card_text(decision.card)


@pytest.mark.parametrize("game", VARIANTS)
def test_where_nothing_is_hidden_the_card_is_the_exact_one(game: str) -> None:
    found = 0
    for number in range(long_count(60, 2_000)):
        for place in decisions(steps := random_game(number, game)):
            state = steps[place].before
            seat_view = view(state, state.turn)
            plays = all(isinstance(decision, Play) for decision in seat_view.legal)
            if not plays or seat_view.legal_cards.bit_count() < 2 or asked(seat_view)[0].count > 1:
                continue
            worlds, position = asked(seat_view)
            stakes = Stakes(worlds, position)
            assert state.deal is not None
            exact = solve(position_of(state), bonus=stakes.bonus).cards
            # Not the card points: where a contract has failed, the roem of the takers is worth having.
            worths = {card: stakes.scores(state.deal.hands, [value.low])[0] for card, value in exact.items()}
            best, worst = max(worths.values()), min(worths.values())
            assert worths[parse_card(card_of(seat_view))] >= best - 0.1 * (best - worst) - 1e-6
            found += 1
    assert found >= 5


def test_a_search_gives_up_cards_that_are_clearly_worse() -> None:
    now = seen("klaverjas", HANDS, "S")
    known = read(now, True)
    whole = look(Solver(), now, known, Budget(30, 60, 40_000_000, clear=100.0), Chance(1, now))
    short = look(Solver(), now, known, Budget(30, 60, 40_000_000, clear=2.0), Chance(1, now))
    assert len(whole.alive) == 8
    assert len(short.alive) < 8
    assert short.nodes < whole.nodes
    means = whole.means()
    assert max(short.means(), key=lambda card: short.means()[card]) == max(means, key=lambda card: means[card])


def test_without_enough_deals_the_rules_decide() -> None:
    now = seen("klaverjas", HANDS, "S")
    nothing = Budget(worlds=10, every=10, nodes=100, clear=2.0)
    assert card_of(now, nothing) == card_text(player("hard").decide(now, 1).card)  # type: ignore[union-attr]


def test_a_contract_is_a_step_and_more_cards_are_never_worse() -> None:
    now = seen("coinche", HANDS, "100S pass pass pass")
    worlds, position = asked(now)
    stakes, world = Stakes(worlds, position), worlds.draw(Chance(2, now))
    outcomes = list(range(-162, 163, 2))
    worths = stakes.scores(world, outcomes)
    assert worths == sorted(worths)
    # 100 are made with 81 points and the last side's pair is not ours: the worth climbs steeply around there.
    climbs = {one: after - before for one, before, after in zip(outcomes, worths, worths[1:], strict=False)}
    steepest = max(climbs, key=lambda one: climbs[one])
    assert 0 <= steepest <= 60
    assert climbs[steepest] > 4 * climbs[-140]


def test_the_others_see_the_same_stakes_from_the_other_side() -> None:
    state = after("belote", ["JS 9S AH 8D 8C", "KS QS TH AD JC", "7H 8H KD TS AC", "QH JH TD QC KC"], "take", rest="AS")
    one = Stakes(*asked(view(state, 0)))
    assert state.deal is not None
    led, _ = apply_legal(state, Play(0, parse_card("JS")))
    other = Stakes(*asked(view(led, 1)))
    assert led.deal is not None
    mine = one.scores(state.deal.hands, [-60, 60])
    theirs = other.scores(led.deal.hands, [-60, 60])
    assert mine[0] < 0 < mine[1]
    assert theirs[0] > 0 > theirs[1]


def test_a_call_makes_good_hands_likelier() -> None:
    now = seen("coinche", HANDS, "pass 80H pass pass pass")
    worlds, inference = Worlds(now, read(now, True)), Calls(now)
    some = [worlds.draw(chance) for chance in [Chance(3, now)] for _ in range(200)]
    jack_nine = parse_cards(["JH", "9H"])
    strong = [world for world in some if world[1] & jack_nine == jack_nine]
    weak = [world for world in some if not world[1] & jack_nine]
    assert min(len(strong), len(weak)) > 5

    def mean(some: list[tuple[int, ...]]) -> float:
        return sum(inference.weight(worlds, world) for world in some) / len(some)

    assert mean(strong) > 2 * mean(weak)


def test_who_cannot_choose_says_nothing_by_his_call() -> None:
    forced = seen("klaverjas", HANDS, "S", cards="JS")
    inference = Calls(forced)
    assert [one.seat for one in inference.heard] == [0]
    assert not inference.heard[0].free
    assert Calls(seen("klaverjas", HANDS, "S")).heard == []


def test_the_seven_in_place_of_the_turned_card_leaves_the_calls_what_they_were() -> None:
    chosen = rules("bela", {"players": 2, "two_seven_swap": "on", "kontra": "on"})
    changes = 0
    for number in range(60):
        for step in play(Random(number), start(chosen, 0)):
            if isinstance(step.action, Swap):
                for seat in range(2):
                    assert Calls(view(step.after, seat)).heard == Calls(view(step.before, seat)).heard
                changes += 1
    assert changes > 5


def test_the_player_says_whether_it_has_to_search() -> None:
    strong = player("strong")
    assert isinstance(strong, SearchPlayer)
    assert strong.has_to_search(seen("klaverjas", HANDS, "S"))
    assert not strong.has_to_search(seen("klaverjas", HANDS, ""))
    assert not strong.has_to_search(seen("klaverjas", HANDS, "S", cards="JS KS"))
