"""Settings that no conformance case touches, each worked out by hand from its row in the rule texts."""

from typing import Any

import pytest

from . import auction, deal_score, legal, match, meld_compare, melds, play_deal, roem, rules

Settings = dict[str, Any]
EVEN = {"taker": 0, "tricks": [4, 4]}
SWEPT = {"taker": 0, "tricks": [8, 0], "card_points": [162, 0]}
BEATEN = {"taker": 0, "tricks": [0, 8], "card_points": [0, 162]}
CAPOT = {**SWEPT, "bid": "capot"}
SUN = {"contract": "sun"}
HOKUM = {"contract": "hokum"}


@pytest.mark.parametrize(
    ("game", "settings", "trump", "trick", "hand", "expected"),
    [
        ("belote", {"undertrump": "banned"}, "H", "AD JH", "AS 8H 7H", "AS"),
        ("belote", {"undertrump": "banned"}, "H", "AD JH", "8H 7H", "8H 7H"),
        ("belote", {"undertrump": "must"}, "H", "AD JH", "AS 8H 7H", "8H 7H"),
        ("belote", {"overtrump_partner": "free"}, "S", "7S QS", "AS 8S KH", "AS"),
        ("belote", {"underruff_partner": "forbidden"}, "S", "AC JS 7C", "8S KD", "8S KD"),
        ("coinche", {"overtrump_partner": "free", "sa_ta": "on"}, "all", "9S 7S", "JS 8S KH", "JS 8S"),
        ("coinche", {"sa_ta": "on"}, "all", "9S 7S", "JS 8S KH", "JS"),
        ("klaverjas", {"preset": "amsterdam", "undertrump": "forced"}, "H", "AS KH 8S", "AH 7H TC", "AH 7H TC"),
        ("klaverjas", {"preset": "amsterdam", "undertrump": "free"}, "H", "AS KH", "QH 7H TC", "QH 7H TC"),
        ("klaverjas", {"undertrump": "free"}, "H", "AS KH", "AH 7H TC", "AH"),
        ("bela", {"partner_exempt": "on"}, "H", "8S 7S", "9S 7H", "9S"),
        ("bela", {"partner_exempt": "on"}, "H", "7S 8S", "9H 7C", "9H"),
        ("bela", {"iber_plain": "off"}, "H", "7H", "9H 8H", "9H 8H"),
        ("baloot", {"ekka_relief_when_ruffed": "on"}, "S", "AH QS", "KS 7D", "KS 7D"),
        ("baloot", {"ekka_relief_when_ruffed": "on"}, "S", "KH QS", "KS 7D", "KS"),
        ("baloot", {"ekka_relief_when_ruffed": "on"}, "S", "8H AH QS", "KS 7D", "KS"),
    ],
)
def test_legal(game: str, settings: Settings, trump: str, trick: str, hand: str, expected: str) -> None:
    said = legal(game, settings, trump=trump, trick=trick.split(), hand=hand.split())
    assert said == set(expected.split())


@pytest.mark.parametrize(
    ("game", "settings", "hand", "trump", "expected"),
    [
        ("belote", {"declarations": "off"}, "AS AH AD AC 7S 8S 9S TD", "H", 0),
        ("belote", {"split_runs": "on"}, "7S 8S 9S TS JS QS KS AS", "H", 120),
        ("coinche", {}, "AS AH AD AC 7S 8S 9S TD", "H", 0),
        ("coinche", {"melds": "on"}, "AS AH AD AC 7S 8S 9S TD", "H", 120),
        ("coinche", {"melds": "on", "sa_ta": "on"}, "AS AH AD AC 7S 8S 9S TD", "none", 220),
        ("coinche", {"melds": "on", "sa_ta": "on"}, "9S 9H 9D 9C 7S 8H AS TD", "none", 100),
        ("bela", {"card_reuse": "off"}, "KS KH KD KC QS AS JS 7H", "H", 100),
        ("baloot", {"hundred_order": "run_first"}, "AS KS QS JS TS TH TD TC", "D", 10),
        ("baloot", {"max_projects": 1}, "7H 8H 9H AC KC QC AH QD", "none", 4),
        ("baloot", {"max_projects": "2"}, "7H 8H 9H AC KC QC AH QD", "none", 8),
    ],
)
def test_melds(game: str, settings: Settings, hand: str, trump: str, expected: int) -> None:
    assert melds(game, settings, hand.split(), trump)[0] == expected


LOW_SPADES, LOW_CLUBS = "7S 8S 9S KD", "7C 8C 9C AD"


@pytest.mark.parametrize(
    ("game", "settings", "hands", "trump", "taker", "expected"),
    [
        ("belote", {"meld_tie": "taker_first"}, (LOW_SPADES, LOW_CLUBS), "H", 3, (0, [20, 0])),
        ("belote", {"meld_tie": "taker_first"}, (LOW_SPADES, LOW_CLUBS), "H", 1, (1, [0, 20])),
        ("belote", {"meld_tie": "nobody"}, (LOW_SPADES, LOW_CLUBS), "C", 0, (1, [0, 20])),
        ("coinche", {"melds": "on"}, (LOW_SPADES, LOW_CLUBS), "H", 0, (None, [0, 0])),
        ("baloot", {"project_trump_first": "on"}, (LOW_SPADES, LOW_CLUBS), "C", 0, (1, [0, 2])),
        (
            "baloot",
            {"project_tie": "cancel", "project_trump_first": "on"},
            (LOW_SPADES, LOW_CLUBS),
            "C",
            0,
            (1, [0, 2]),
        ),
        ("baloot", {"hundred_order": "rank_only"}, ("7S 8S 9S TS JS", "TC TD TH TS"), "H", 0, (0, [10, 0])),
        ("bela", {"decl_tie": "trump_then_seat"}, ("9S 9H 9D 9C", "7C 8C 9C"), "C", 0, (0, [150, 0])),
        ("bela", {"players": 2, "decl_tie": "cancel"}, (LOW_SPADES, LOW_CLUBS), "C", 0, (None, [0, 0])),
        ("bela", {"players": 3, "decl_tie": "cancel"}, ("", LOW_SPADES, LOW_CLUBS), "C", 0, (1, [0, 20, 20])),
        ("bela", {"players": 3}, (LOW_SPADES, LOW_CLUBS, ""), "H", 0, (0, [20, 0, 0])),
    ],
)
def test_meld_compare(
    game: str,
    settings: Settings,
    hands: tuple[str, ...],
    trump: str,
    taker: int,
    expected: tuple[int | None, list[int]],
) -> None:
    held = {seat: hand.split() for seat, hand in enumerate(hands)}
    assert meld_compare(game, settings, held, trump, taker) == expected


@pytest.mark.parametrize(
    ("game", "settings", "calls", "turned", "expected"),
    [
        ("coinche", {"sa_ta": "on"}, "80N 90A pass pass pass", None, {"over": True, "taker": 1, "trump": "all"}),
        ("coinche", {}, "80N", None, {"legal": False}),
        ("coinche", {"max_bid": 180}, "160S 180H", None, {"legal": True}),
        ("coinche", {"max_bid": 180}, "160S 190H", None, {"legal": False}),
        ("coinche", {"generale": "on"}, "capot:H generale:S", None, {"legal": True}),
        ("coinche", {}, "generale:S", None, {"legal": False}),
        ("coinche", {"capot_can_be_coinched": "off"}, "capot:S coinche", None, {"legal": False}),
        ("coinche", {"coinche_timing": "any_time"}, "80S pass coinche", None, {"legal": True, "turn": 0}),
        ("coinche", {"preset": "contree"}, "80S coinche surcoinche", None, {"over": True, "multiplier": 3}),
        ("klaverjas", {"trump_method": "vrij"}, "pass pass pass pass pass", None, {"legal": False}),
        ("klaverjas", {"trump_method": "vrij"}, "pass D", None, {"over": True, "taker": 1, "trump": "D"}),
        ("klaverjas", {"trump_method": "vrij", "vrij_first": "dealer"}, "pass", None, {"turn": 0}),
        ("klaverjas", {"trump_method": "vrij", "vrij_first": "dealer"}, "pass pass pass pass C", None, {"taker": 3}),
        ("bela", {"players": 3, "three_bidding": "pass_then_mus"}, "pass pass pass", None, {"legal": False}),
        ("bela", {"players": 3, "three_bidding": "pass_then_mus"}, "pass pass C", None, {"taker": 2, "over": True}),
        ("bela", {"kontra": "on"}, "H", None, {"over": False, "turn": 1}),
        ("bela", {"kontra": "on"}, "H pass kontra", None, {"multiplier": 2, "turn": 0}),
        ("bela", {"kontra": "on"}, "H kontra rekontra", None, {"multiplier": 4, "over": True, "taker": 0}),
        ("bela", {"kontra": "on", "players": 2}, "take pass", "9H", {"multiplier": 1, "over": True}),
        ("baloot", {"ashkal_after_passes": "on"}, "hokum pass ashkal", "KH", {"legal": False}),
        ("baloot", {}, "hokum pass ashkal", "KH", {"legal": True, "turn": 0}),
        ("baloot", {"ashkal_buyer": "partner"}, "pass pass ashkal pass pass", "KH", {"taker": 0, "card_to": 0}),
        ("baloot", {"hokum_confirm": "on"}, "hokum pass pass pass", "KH", {"over": False, "turn": 0}),
        ("baloot", {"hokum_confirm": "on"}, "hokum pass pass pass sun", "KH", {"over": True, "trump": "none"}),
        ("baloot", {"doubling": "on"}, "hokum pass pass pass", "KH", {"over": False, "turn": 1}),
        ("baloot", {"doubling": "on"}, "hokum pass pass pass triple", "KH", {"legal": False}),
        ("baloot", {"doubling": "on"}, "hokum pass pass pass double triple pass", "KH", {"turn": 3, "multiplier": 3}),
        ("baloot", {"doubling": "on"}, "sun", "KH", {"over": True}),
        ("baloot", {"preset": "saudi"}, "pass pass sun", "AH", {"turn": 1}),
        (
            "baloot",
            {"sun_priority_round2": "on", "sun_priority": "off"},
            "pass pass pass pass pass sun",
            "KS",
            {"taker": 1},
        ),
    ],
)
def test_auction(game: str, settings: Settings, calls: str, turned: str | None, expected: dict[str, Any]) -> None:
    said = auction(game, settings, calls.split(), turned)
    assert {key: said[key] for key in expected} == expected


def test_a_redrawn_suit() -> None:
    settings = {"trump_method": "gedraaid", "gedraaid_all_pass": "redraw"}
    said = auction("klaverjas", settings, ["pass"] * 5 + ["play"], ["2S", "4D"])
    assert (said["taker"], said["trump"]) == (1, "D")


def test_the_last_suit_of_the_pile_is_played_by_the_eldest() -> None:
    settings = {"trump_method": "gedraaid", "gedraaid_all_pass": "redraw"}
    pile = [f"{rank}{suit}" for rank in "23456" for suit in "SHDC"]
    said = auction("klaverjas", settings, ["pass"] * 80, pile)
    assert (said["taker"], said["trump"], said["over"]) == (0, "C", True)


def test_trump_must_be_held() -> None:
    hands = {0: ["AS"], 1: ["AH"], 2: ["AD"], 3: ["AC"]}
    assert auction("klaverjas", {"trump_must_hold": "on"}, ["H"], hands=hands)["legal"] is False
    assert auction("klaverjas", {"trump_must_hold": "on"}, ["S"], hands=hands)["legal"] is True


def test_sun_is_doubled_only_by_the_side_behind() -> None:
    settings = {"doubling": "on"}
    assert auction("baloot", settings, ["sun", "double"], "KH", totals=[101, 100])["multiplier"] == 2
    assert auction("baloot", settings, ["sun"], "KH", totals=[100, 120])["over"] is True


def test_kawesh_needs_five_low_cards() -> None:
    hands = {0: ["7S", "8S", "9S", "7H", "8H"], 1: ["7D", "8D", "9D", "7C", "TC"]}
    assert auction("baloot", {"kawesh": "on"}, ["kawesh"], "KH", hands=hands)["void"] is True
    assert auction("baloot", {"kawesh": "on"}, ["pass", "kawesh"], "KH", hands=hands)["legal"] is False
    assert auction("baloot", {}, ["kawesh"], "KH", hands=hands)["legal"] is False


@pytest.mark.parametrize(
    ("game", "settings", "given", "scores"),
    [
        ("belote", {"dedans_capot": 162}, BEATEN, [0, 162]),
        ("belote", {"preset": "cafe"}, {**EVEN, "card_points": [70, 92], "beaten_melds": [20, 0]}, [0, 182]),
        ("belote", {}, {**EVEN, "card_points": [70, 92], "beaten_melds": [20, 0]}, [0, 162]),
        (
            "belote",
            {"belote_counts_for_contract": "off"},
            {**EVEN, "card_points": [71, 91], "belote": [20, 0]},
            [20, 162],
        ),
        ("belote", {"declarations": "off"}, {**EVEN, "card_points": [71, 91], "melds": [50, 0]}, [0, 162]),
        ("coinche", {"capot_contract_score": "flat500"}, CAPOT, [500, 0]),
        ("coinche", {"capot_contract_score": "flat500"}, {**CAPOT, "multiplier": 2, "belote": [0, 20]}, [1000, 20]),
        ("coinche", {"capot_contract_score": "flat500"}, {**CAPOT, "multiplier": 4}, [2000, 0]),
        ("coinche", {}, {**CAPOT, "multiplier": 2}, [660, 0]),
        ("coinche", {"made_capot_base": 160}, CAPOT, [410, 0]),
        ("coinche", {"made_capot_base": 160}, {**SWEPT, "bid": 100}, [260, 0]),
        ("coinche", {"preset": "contree"}, CAPOT, [502, 0]),
        ("coinche", {"preset": "contree"}, {**EVEN, "card_points": [97, 65], "bid": 90, "multiplier": 3}, [432, 0]),
        (
            "coinche",
            {"preset": "contree"},
            {**EVEN, "card_points": [97, 65], "bid": 90, "multiplier": 2, "belote": [0, 20]},
            [362, 0],
        ),
        ("coinche", {"rounding": "complement"}, {**EVEN, "card_points": [86, 76], "bid": 80}, [170, 70]),
        (
            "coinche",
            {"belote_counts_for_contract": "off"},
            {**EVEN, "card_points": [75, 87], "bid": 80, "belote": [20, 0]},
            [20, 240],
        ),
        ("coinche", {"score_mode": "bid_only"}, {**EVEN, "card_points": [100, 62], "bid": 90}, [90, 0]),
        ("coinche", {"score_mode": "bid_only"}, {**EVEN, "card_points": [62, 100], "bid": 90}, [0, 90]),
        ("coinche", {"generale": "on"}, {**SWEPT, "bid": "generale", "taker_tricks": 8}, [750, 0]),
        ("coinche", {"generale": "on"}, {**SWEPT, "bid": "generale", "taker_tricks": 7}, [0, 660]),
        ("coinche", {"melds": "on"}, {**EVEN, "card_points": [83, 79], "bid": 100, "melds": [20, 0]}, [200, 80]),
        ("coinche", {"melds": "on"}, {**EVEN, "card_points": [90, 72], "bid": 80, "melds": [0, 20]}, [0, 260]),
        (
            "coinche",
            {"melds": "on", "melds_help_contract": "no"},
            {**EVEN, "card_points": [83, 79], "bid": 100, "melds": [20, 0]},
            [0, 280],
        ),
        ("coinche", {"melds": "on"}, {**SWEPT, "bid": 80, "melds": [0, 20]}, [350, 0]),
        (
            "coinche",
            {"sa_ta_points": "raw", "sa_ta": "on"},
            {**SWEPT, "card_points": [130, 0], "bid": 100, "trump": "none"},
            [320, 0],
        ),
        ("klaverjas", {"pit_for": "declarers"}, BEATEN, [0, 162]),
        ("klaverjas", {"counter_pit_bonus": 200}, BEATEN, [0, 362]),
        ("klaverjas", {"pit_bonus": 50}, SWEPT, [212, 0]),
        ("klaverjas", {"double_spades": "on"}, {**EVEN, "card_points": [100, 62], "trump": "S"}, [200, 124]),
        ("klaverjas", {"double_spades": "on"}, {**EVEN, "card_points": [100, 62], "trump": "H"}, [100, 62]),
        ("bela", {"kontra": "on"}, {**EVEN, "card_points": [100, 62], "multiplier": 2}, [324, 0]),
        ("bela", {"tie": "hang"}, {**EVEN, "card_points": [100, 62], "held": 81}, [181, 62]),
        ("bela", {"tie": "hang"}, {**EVEN, "card_points": [62, 100], "held": 81}, [0, 243]),
        (
            "bela",
            {"players": 3, "three_pair_stiglja": "on"},
            {"card_points": [0, 80, 82], "tricks": [0, 5, 5]},
            [0, 125, 127],
        ),
        ("bela", {"players": 3}, {"card_points": [0, 80, 82], "tricks": [0, 5, 5]}, [0, 80, 82]),
        (
            "bela",
            {"players": 3, "three_fall": "higher_opponent"},
            {"card_points": [60, 51, 51], "tricks": [4, 3, 3]},
            [0, 111, 51],
        ),
        ("baloot", {"preset": "pagat"}, {**SWEPT, **HOKUM, "multiplier": 3}, [75, 0]),
        ("baloot", {"preset": "saudi"}, {**SWEPT, **HOKUM, "multiplier": 3, "melds": [5, 0]}, [30, 0]),
        ("baloot", {}, {**EVEN, **HOKUM, "card_points": [100, 62], "multiplier": 5}, [152, 0]),
        ("baloot", {}, {**EVEN, **HOKUM, "card_points": [81, 81], "multiplier": 2}, [32, 0]),
        ("baloot", {}, {**EVEN, **HOKUM, "card_points": [81, 81], "multiplier": 3}, [0, 48]),
        (
            "baloot",
            {"doubled_tie": "first_doubler_loses"},
            {**EVEN, **HOKUM, "card_points": [81, 81], "multiplier": 3},
            [48, 0],
        ),
        ("baloot", {"doubled_tie": "buyer_wins"}, {**EVEN, **HOKUM, "card_points": [81, 81], "multiplier": 3}, [48, 0]),
        ("baloot", {"reverse_kaboot": 88}, {**BEATEN, **SUN, "taker_seat": 0, "taker_has_ace": True}, [0, 88]),
        ("baloot", {"reverse_kaboot": 88}, {**BEATEN, **SUN, "taker_seat": 2, "taker_has_ace": True}, [0, 44]),
    ],
)
def test_deal_score(game: str, settings: Settings, given: dict[str, Any], scores: list[int]) -> None:
    assert deal_score(game, settings, given)["scores"] == scores


@pytest.mark.parametrize(
    ("game", "settings", "given", "expected"),
    [
        ("belote", {"target_mode": "exceed"}, {"before": [400, 0], "deal": [101, 61]}, (False, None)),
        (
            "belote",
            {"no_finish_on_belote": "on"},
            {"before": [490, 0], "deal": [20, 250], "tricks": [0, 8]},
            (False, None),
        ),
        ("belote", {"no_finish_on_belote": "on"}, {"before": [490, 0], "deal": [20, 142], "tricks": [1, 7]}, (True, 0)),
        (
            "belote",
            {"litige_at_end": "credit_takers"},
            {"before": [450, 420], "deal": [0, 91], "held": [71, 0]},
            (True, 0),
        ),
        ("belote", {}, {"before": [450, 420], "deal": [0, 91], "held": [71, 0]}, (True, 1)),
        ("klaverjas", {}, {"before": [900, 800], "deal": [100, 62], "deals": 15}, (False, None)),
        ("klaverjas", {}, {"before": [900, 800], "deal": [100, 62], "deals": 16}, (True, 0)),
        ("klaverjas", {"match": "deals:8"}, {"before": [462, 500], "deal": [100, 62], "deals": 8}, (True, None)),
        (
            "klaverjas",
            {"match": "deals:8", "tiebreak": "extra_deal"},
            {"before": [462, 500], "deal": [100, 62], "deals": 8},
            (False, None),
        ),
        ("klaverjas", {"match": "points:1500"}, {"before": [1400, 900], "deal": [100, 62]}, (True, 0)),
        ("bela", {"players": 3}, {"before": [620, 600, 500], "deal": [81, 60, 21]}, (True, 0)),
        ("bela", {"match_end": "dosta"}, {"before": [950, 900], "deal": [0, 0], "safe": [51, 20]}, (True, 0)),
        ("baloot", {"both_over": "deal_winner"}, {"before": [150, 140], "deal": [4, 12]}, (True, 1)),
        ("baloot", {}, {"before": [150, 140], "deal": [4, 13]}, (True, 0)),
    ],
)
def test_match(game: str, settings: Settings, given: dict[str, Any], expected: tuple[bool, int | None]) -> None:
    said = match(game, settings, given)
    assert (said["over"], said["winner"]) == expected


def test_roem_of_four_under_ten_up() -> None:
    assert roem({"four_kind_ranks": "ten_up"}, "H", ["JS", "JH", "JD", "JC"]) == 200
    assert roem({"four_kind_ranks": "ten_up"}, "H", ["9S", "9H", "9D", "9C"]) == 0


def test_what_three_players_refuse() -> None:
    for settings in ({"kontra": "on"}, {"trickless": "to_opponents"}):
        with pytest.raises(ValueError, match="not with three players"):
            rules("bela", {"players": 3, **settings})


def test_belot_wins_the_match() -> None:
    spades = ["7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"]
    hands = {
        0: spades,
        1: [c[0] + "H" for c in spades],
        2: [c[0] + "D" for c in spades],
        3: [c[0] + "C" for c in spades],
    }
    cards = [hands[seat][trick] for trick in range(8) for seat in range(4)]
    assert play_deal("bela", {}, {"hands": hands, "calls": ["S"], "cards": cards})["scores"] == [1001, 0]
    assert play_deal("bela", {}, {"hands": hands, "calls": ["S"], "cards": cards})["belot"] == 0
