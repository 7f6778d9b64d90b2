"""Every way of playing cards that the family knows, as rule sets and denominations to put to the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from jacknine.cards import cards_of
from jacknine.rules.variant import Rules
from jacknine.solver.position import Position
from jacknine.variants import rules
from tests.solver.exhaustive import Exhaustive

LINES: tuple[tuple[str, dict[str, object], str], ...] = (
    ("belote", {}, "SHDC"),
    ("belote", {"undertrump": "free", "overtrump_partner": "free"}, "H"),
    ("belote", {"undertrump": "banned", "underruff_partner": "forbidden"}, "D"),
    ("klaverjas", {}, "SHDC"),
    ("klaverjas", {"undertrump": "forced", "four_jacks": "100"}, "H"),
    ("klaverjas", {"undertrump": "free", "four_kind_ranks": "ten_up"}, "D"),
    ("klaverjas", {"preset": "amsterdam"}, "SHDC"),
    ("klaverjas", {"preset": "amsterdam", "undertrump": "forced", "pit_for": "declarers"}, "C"),
    ("klaverjas", {"preset": "amsterdam", "undertrump": "free", "pit_bonus": 77, "counter_pit_bonus": 13}, "S"),
    ("coinche", {"sa_ta": "on"}, "SNA"),
    ("coinche", {"preset": "contree"}, "HD"),
    ("coinche", {"sa_ta": "on", "sa_ta_points": "raw"}, "NA"),
    ("bela", {}, "SHDC"),
    ("bela", {"partner_exempt": "true"}, "H"),
    ("bela", {"iber_plain": "false"}, "D"),
    ("bela", {"players": 3}, "SH"),
    ("bela", {"players": 3, "three_pair_stiglja": "on"}, "D"),
    ("bela", {"players": 2}, "SC"),
    ("baloot", {}, "SHDCN"),
    ("baloot", {"preset": "saudi"}, "HN"),
    ("baloot", {"preset": "kammelna_like", "ekka": "manual"}, "C"),
    ("baloot", {"ekka_relief_when_ruffed": "true"}, "D"),
    ("jass", {}, "SHDCUB"),
    ("jass", {"undertrump": "free"}, "H"),
)


def games() -> Iterator[tuple[Rules, str, bool]]:
    """Rule set, denomination, and whether trumps are locked."""
    for game, settings, keys in LINES:
        for key in keys:
            yield rules(game, settings), key, False
    yield rules("baloot", {"doubling": "on"}), "S", True
    yield replace(rules("baloot"), ekka="none", line="baloot without ekka"), "S", False


def random_position(chance: Random, chosen: Rules, key: str, locked: bool, tricks: int, on_table: int) -> Position:
    """A random ending of so many tricks with so many legal cards of its first trick on the table."""
    players = chosen.players
    cards = list(cards_of(chosen.pack))
    chance.shuffle(cards)
    hands = [sum(1 << card for card in cards[tricks * seat : tricks * (seat + 1)]) for seat in range(players)]
    leader = chance.randrange(players)
    taken = 0 if tricks == 8 else chance.randrange(1, 8 if players == 3 else 4)
    reference = Exhaustive(chosen, key, (0,) * players, (1,) * players, locked=locked)
    trick: tuple[int, ...] = ()
    for place in range(on_table):
        card = chance.choice(reference.legal(tuple(hands), leader, trick))
        hands[(leader + place) % players] &= ~(1 << card)
        trick = (*trick, card)
    position = Position(chosen, key, tuple(hands), leader, trick, taker=chance.randrange(players), locked=locked)
    return replace(position, taken=0 if taken == 0 else sum({group for group in position.groups if taken & group}))


def reference_of(position: Position, bonus: tuple[int, int], *, roem: bool = True) -> Exhaustive:
    """The exhaustive search for a position's rules."""
    return Exhaustive(position.rules, position.key, position.camps, position.groups, bonus, roem, position.locked)
