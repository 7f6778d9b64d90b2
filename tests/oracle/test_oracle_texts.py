"""The referee against the figures that the rule texts themselves give, and against whole deals played at random."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from . import auction, baloot, common, deal_score, jass, legal, play_deal, roem, rules, trick_points
from .common import PACK

GAMES = ("belote", "coinche", "klaverjas", "bela", "baloot", "jass")
TOTALS = {"H": 162, "none": 130}


def test_roem_of_every_set_of_four_cards() -> None:
    counts = Counter(roem({}, "H", trick) for trick in combinations(PACK, 4))
    assert counts == {0: 34898, 20: 979, 40: 55, 50: 18, 70: 2, 100: 7, 200: 1}


@pytest.mark.parametrize(("rounding", "sums"), [("half_up", {160: 115, 170: 48}), ("half_down", {160: 147, 170: 16})])
def test_coinche_rounded_pairs(rounding: str, sums: dict[int, int]) -> None:
    found: Counter[int] = Counter()
    for points in range(163):
        free = {"taker": 0, "bid": 0, "card_points": [points, 162 - points], "tricks": [4, 4]}
        settings = {"rounding": rounding, "contract_floor": "none"}
        found[sum(deal_score("coinche", settings, free)["scores"])] += 1
    assert found == sums


@pytest.mark.parametrize(
    ("settings", "trump", "suit_total"),
    [
        ({}, "none", 38),
        ({}, "all", 38),
        ({"sa_ta_points": "ffb2015"}, "all", 38),
        ({"sa_ta_points": "raw"}, "none", 30),
        ({"sa_ta_points": "raw"}, "all", 62),
    ],
)
def test_no_trump_and_all_trumps_points(settings: dict[str, str], trump: str, suit_total: int) -> None:
    for suit in "SHDC":
        cards = [card for card in PACK if common.suit_of(card) == suit]
        assert trick_points("coinche", {"sa_ta": "on", **settings}, trump, cards) == suit_total


def test_sun_rounding() -> None:
    for points in range(131):
        quotient, rest = divmod(points, 5)
        assert baloot.sun_round(points) == (quotient + 1 if quotient % 2 and rest else quotient)
        assert baloot.sun_round(points) + baloot.sun_round(130 - points) == 26
    assert sum(baloot.sun_round(points) != (2 * points + 4) // 10 for points in range(131)) == 52


def test_hokum_rounding_of_double_sixes() -> None:
    counting = rules("baloot", {})
    smaller = rules("baloot", {"hokum_66": "smaller_side"})
    differ = []
    for opponents in range(163):
        raw = [162 - opponents, opponents]
        both = baloot.hokum_round(raw[0]) + baloot.hokum_round(raw[1])
        assert both == (17 if opponents % 10 == raw[0] % 10 == 6 else 16)
        if baloot.game_points(counting, "hokum", raw, 1) != baloot.game_points(smaller, "hokum", raw, 1):
            differ.append(opponents)
    assert differ == [86, 96, 106, 116, 126, 136, 146, 156]


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "U", "B"])
def test_every_contract_of_jass_is_worth_157(trump: str) -> None:
    suits = [trick_points("jass", {}, trump, [rank + suit for rank in jass.ORDER]) for suit in "SHDC"]
    assert sorted(suits) == ([38] * 4 if trump in "UB" else [30, 30, 30, 62])
    assert trick_points("jass", {}, trump, jass.PACK, last=True) == 157


def random_deal(game: str, settings: dict[str, Any], trump: str, chance: random.Random) -> dict[str, Any]:
    """Hands and a legal line of play, drawn at random."""
    players = int(settings.get("players", 4))
    pack = chance.sample(PACK, 32)
    size = 8 if players == 4 else 10
    hands = {seat: pack[seat * size : seat * size + size] for seat in range(players)}
    left = {seat: set(hand) for seat, hand in hands.items()}
    cards: list[str] = []
    gone: set[str] = set()
    leader, trick = 0, list[str]()
    while any(left.values()):
        seat = (leader + len(trick)) % players
        ekka = game == "baloot" and bool(trick) and baloot.is_ekka(trump, trick[0], gone)
        allowed = legal(game, settings, trump=trump, trick=trick, hand=left[seat], players=players, ekka=ekka)
        assert allowed and allowed <= left[seat]
        card = chance.choice(sorted(allowed))
        left[seat].remove(card)
        cards.append(card)
        trick.append(card)
        if len(trick) == players:
            leader = (leader + common.winner(trump, trick)) % players
            gone.update(trick)
            trick = []
    return {"hands": hands, "cards": cards}


CALLS = {"belote": ["take"], "coinche": ["80H", "pass", "pass", "pass"], "klaverjas": ["H"], "bela": ["H"]}
TABLES: list[tuple[str, dict[str, Any], str, list[str]]] = [
    *((game, {}, "H", calls) for game, calls in CALLS.items()),
    ("belote", {"preset": "cafe", "undertrump": "banned"}, "H", CALLS["belote"]),
    ("coinche", {"preset": "contree"}, "H", CALLS["coinche"]),
    ("klaverjas", {"preset": "amsterdam", "undertrump": "free"}, "H", CALLS["klaverjas"]),
    ("bela", {"players": 2}, "H", ["take"]),
    ("bela", {"players": 3}, "H", ["H"]),
    ("baloot", {}, "H", ["hokum", "pass", "pass", "pass"]),
    ("baloot", {}, "none", ["sun"]),
]


@pytest.mark.parametrize(("game", "settings", "trump", "calls"), TABLES, ids=lambda part: str(part))
def test_points_of_random_deals(game: str, settings: dict[str, Any], trump: str, calls: list[str]) -> None:
    chance = random.Random(1)
    for _ in range(5):
        given = random_deal(game, settings, trump, chance)
        said = play_deal(game, settings, {**given, "calls": calls, "turned": "8H"})
        in_play = [card for hand in given["hands"].values() for card in hand] if len(given["hands"]) == 2 else PACK
        assert sum(said["card_points"]) == trick_points(game, settings, trump, in_play, last=True)
        if len(given["hands"]) != 2:
            assert sum(said["card_points"]) == TOTALS[trump]
        assert len(said["winners"]) == len(given["hands"][0])


@pytest.mark.parametrize("game", GAMES)
def test_unknown_settings_are_refused(game: str) -> None:
    for settings in ({"preset": "nobody"}, {"no_such_setting": "on"}, {"undertrump": "sometimes"}):
        with pytest.raises(ValueError, match=r"no preset|no setting|cannot be"):
            rules(game, settings)


def test_one_value_in_several_spellings() -> None:
    for yes in (True, "on", "yes", "true"):
        assert rules("bela", {"partner_exempt": yes}) == rules("bela", {"partner_exempt": "on"})
    assert rules("belote", {"capot_value": 252}) == rules("belote", {"capot_value": "252"})


def test_an_illegal_call_in_the_middle_is_an_error() -> None:
    with pytest.raises(ValueError, match="not allowed"):
        auction("coinche", {}, ["coinche", "pass"])


def test_a_revoke_is_an_error() -> None:
    given = random_deal("belote", {}, "H", random.Random(2))
    given["cards"][0] = next(card for card in PACK if card not in given["hands"][0])
    with pytest.raises(ValueError, match="may not play"):
        play_deal("belote", {}, {**given, "calls": ["take"], "turned": "8H"})
