"""Random deals by the batch: legal, fair, and adding up as the engine adds up."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from jacknine.cards import cards_of
from jacknine.rules.variant import Rules
from jacknine.solver.playouts import playouts, random_deals
from jacknine.solver.position import Position, PositionError
from jacknine.solver.replay import replay
from jacknine.variants import rules
from tests.solver.family import reference_of
from tests.support import long_count

GAMES = [
    ("belote", "S"),
    ("klaverjas", "H"),
    ("bela", "D"),
    ("baloot", "C"),
    ("baloot", "N"),
    ("jass", "H"),
    ("jass", "B"),
]


def by_hand(position: Position, chance: Random) -> tuple[int, int]:
    """One random deal with the engine's kernels: camp 0's points, and the difference."""
    reference = reference_of(position, (0, 0))
    players = position.rules.players
    hands, leader, line = list(position.hands), position.leader, list[int]()
    laid: tuple[int, ...] = ()
    while any(hands):
        card = chance.choice(reference.legal(tuple(hands), leader, laid))
        hands[(leader + len(laid)) % players] &= ~(1 << card)
        laid = (*laid, card)
        line.append(card)
        if len(laid) == players:
            leader, laid = reference.best(leader, laid)[1], ()
    played = replay(position, line)
    return played.camp_points(position)[0], played.difference(position)


@pytest.mark.parametrize(("game", "key"), GAMES)
def test_means_are_those_of_the_engine(game: str, key: str) -> None:
    """Within five standard errors, over the same deals."""
    chosen = rules(game)
    deals = random_deals(chosen, long_count(40, 400), seed=5)
    fast = playouts(chosen, key, deals, leader=1, repeat=2_000, seed=9)
    chance = Random(1)
    slow = np.array(
        [by_hand(Position(chosen, key, tuple(map(int, row)), 1), chance) for row in deals for _ in range(25)]
    )
    error = 5 / np.sqrt(len(slow))
    assert abs(fast.points.mean() - slow[:, 0].mean()) < error * slow[:, 0].std()
    assert abs(fast.difference.mean() - slow[:, 1].mean()) < error * slow[:, 1].std()
    assert abs(fast.points.std() / slow[:, 0].std() - 1) < 0.15


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_add_up_too(players: int) -> None:
    chosen = rules("bela", {"players": players})
    deals = random_deals(chosen, 20, seed=2)
    told = playouts(chosen, "H", deals, repeat=50, taker=1)
    assert told.points.shape == told.difference.shape == (20, 50)
    assert np.all(told.points >= 0)
    assert np.all(np.abs(told.difference) <= 162 + 90)


def test_points_and_difference_agree_where_there_is_no_bonus() -> None:
    chosen = rules("baloot")
    told = playouts(chosen, "N", random_deals(chosen, 50, seed=4), repeat=20)
    assert np.array_equal(told.difference, 2 * told.points - 130)


def test_the_same_seed_gives_the_same_deals() -> None:
    chosen = rules("belote")
    assert np.array_equal(random_deals(chosen, 10, 3), random_deals(chosen, 10, 3))
    deals = random_deals(chosen, 10, 3)
    first, again, other = (playouts(chosen, "H", deals, repeat=30, seed=seed).points for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(("game", "size"), [("belote", 8), ("jass", 9), ("bela(players=3)", 10)])
def test_random_deals_are_whole(game: str, size: int) -> None:
    from jacknine.variants import parse_line

    chosen: Rules = parse_line(game)
    for row in random_deals(chosen, 20, seed=6):
        hands = [int(hand) for hand in row]
        assert all(hand.bit_count() == size for hand in hands)
        assert sum(hands).bit_count() == size * chosen.players
        assert all(chosen.pack >> card & 1 for hand in hands for card in cards_of(hand))


def test_impossible_deals_are_refused() -> None:
    with pytest.raises(PositionError, match="is there twice"):
        playouts(rules("belote"), "H", np.array([[1, 1, 2, 4]]))
