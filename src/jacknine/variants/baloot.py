"""Baloot as it is played in Saudi Arabia: hokum and sun, projects, game points (docs/games/baloot.md)."""

from __future__ import annotations

from jacknine.cards import PACK_32
from jacknine.rules.auction import Raises
from jacknine.rules.buying import Buying
from jacknine.rules.contract import NO_TRUMP
from jacknine.rules.declarations import Declarations
from jacknine.rules.scoring.game_points import GamePointScoring
from jacknine.rules.settings import Options, Preset, Setting
from jacknine.rules.variant import PLAIN_ORDER, Dealing, Denomination, Duties, Match, Rules, Variant, suit_denominations

SETTINGS = (
    Setting("target", ("152",), "game points that end the match", "2.5", range(1, 10001)),
    Setting("sun_priority", ("always", "ace_only", "off"), "earlier speakers may take a later sun", "2.2"),
    Setting("sun_priority_over_partner", ("true", "false"), "also their own partner's", "2.2"),
    Setting("sun_priority_round2", ("false", "true"), "in the second round too", "2.2"),
    Setting("ashkal_after_passes", ("false", "true"), "ashkal only if all before have passed", "2.2"),
    Setting("ashkal_on_ace", ("true", "false"), "ashkal when an ace is turned", "2.2"),
    Setting("ashkal_round2", ("false", "true"), "ashkal in the second round", "2.2"),
    Setting("ashkal_buyer", ("caller", "partner"), "who counts as the buyer after ashkal", "2.2"),
    Setting("hokum_confirm", ("false", "true"), "the hokum bidder is asked once more", "2.2"),
    Setting("undertrump", ("free", "forced"), "void, and the trump there cannot be beaten", "2.3"),
    Setting("ekka_relief_when_ruffed", ("false", "true"), "an ekka frees the third hand though it was trumped", "2.3"),
    Setting("ekka", ("auto", "manual"), "ekka is said by the table, or by the player", "2.3"),
    Setting("hundred_order", ("quad_first", "run_first", "rank_only"), "hundreds among themselves", "2.4"),
    Setting("project_trump_first", ("false", "true"), "of equal projects the one in trump is better", "2.4"),
    Setting("project_tie", ("seat", "cancel"), "exactly equal projects", "2.4"),
    Setting("card_reuse", ("false", "true"), "a card may serve two projects", "2.4"),
    Setting("max_projects", ("none", "2", "1"), "projects that one hand may score", "2.4"),
    Setting("absorbed_by_hundred", ("true", "false"), "baloot within a hundred does not count", "2.4"),
    Setting("baloot_call", ("auto", "manual"), "baloot is said by the table, or by its holder", "2.4"),
    Setting("hokum_66", ("counting_side", "smaller_side"), "the odd point when both sides end in 6", "2.5"),
    Setting("exact_tie", ("buyer", "opponents", "recorded"), "level to the last point", "2.5"),
    Setting("baloot_counts_for_contract", ("true", "false"), "baloot helps the buyer to win", "2.5"),
    Setting("kaboot_takes_losers_projects", ("false", "true"), "the losers' projects after a kaboot", "2.5"),
    Setting("kaboot_doubled", ("flat", "multiplied"), "kaboot in a doubled deal", "2.5"),
    Setting("reverse_kaboot", ("off", "88"), "a sun buyer who takes no trick", "2.5"),
    Setting("both_over", ("higher_total", "deal_winner"), "both sides past the target", "2.5"),
    Setting("doubling", ("off", "on"), "double, triple, quadruple, gahwa", "2.7"),
    Setting(
        "doubled_tie", ("last_raiser_loses", "first_doubler_loses", "buyer_wins"), "a doubled deal that is level", "2.5"
    ),
    Setting("project_multiplier", ("cap2", "double_only", "level"), "projects in a doubled deal", "2.7"),
    Setting("locked", ("off", "raiser_chooses"), "play without leading trump", "2.7"),
    Setting("sawa", ("verified", "off", "penalty"), "claiming the rest of the tricks", "2.7"),
    Setting("kawesh", ("off", "on"), "five low cards may cancel the deal", "2.7"),
    Setting("kawesh_dealer", ("rotate", "same"), "who deals after a kawesh", "2.7"),
)

SAUDI = {"ashkal_on_ace": "false", "ashkal_round2": "true", "undertrump": "forced", "doubling": "on"}

FIXED = (Setting("qaid", ("off",), "the table refuses illegal cards", "2.7"),)

PRESETS = (
    Preset("seed", "the plain game, without doubling", {}),
    Preset("pagat", "as a well-known collection of rules has it", {"doubling": "on", "kaboot_doubled": "multiplied"}),
    Preset(
        "saudi",
        "Saudi tournament habits",
        {
            **SAUDI,
            "sun_priority": "ace_only",
            "sun_priority_over_partner": "false",
            "hundred_order": "run_first",
            "project_multiplier": "double_only",
        },
    ),
    Preset(
        "kammelna_like",
        "scoring that fits the recorded games of a large app",
        {
            **SAUDI,
            "hundred_order": "rank_only",
            "hokum_66": "smaller_side",
            "exact_tie": "recorded",
            "baloot_counts_for_contract": "false",
            "project_multiplier": "level",
            "kaboot_takes_losers_projects": "true",
        },
    ),
)


def projects(s: Options, *, sun: bool) -> Declarations:
    """Sira 2, fifty 5, hundred 10; twice that in sun, where four aces are 40 (2.4)."""
    times = 2 if sun else 1
    hundred = 10 * times
    return Declarations(
        runs={3: 2 * times, 4: 5 * times, 5: hundred},
        fours={"A": 40 if sun else hundred, "K": hundred, "Q": hundred, "J": hundred, "T": hundred},
        four_order="AKQJT",
        compare="points_first",
        four_or_run=s.pick("hundred_order", {"quad_first": "four", "run_first": "run", "rank_only": "rank"}),
        trump_breaks_ties=s.on("project_trump_first"),
        tie=s.pick("project_tie", {"seat": "eldest", "cancel": "nobody"}),
        card_reuse=s.on("card_reuse"),
        best_split="best_single",
        limit=s.pick("max_projects", {"none": None, "2": 2, "1": 1}),
    )


def denominations(s: Options) -> tuple[Denomination, ...]:
    """Hokum in four suits with its duties; in sun one only follows (2.1, 2.3)."""
    hokum = Duties(
        beat_trump="unless_partner",
        trump_in="unless_partner",
        overtrump="unless_partner",
        undertrump=s.pick("undertrump", {"free": "free", "forced": "forced"}),
        third_hand=True,
        ekka_relief=s.on("ekka_relief_when_ruffed"),
    )
    sun = Denomination(NO_TRUMP, None, PLAIN_ORDER, PLAIN_ORDER, Duties(), declarations=projects(s, sun=True))
    return (*suit_denominations(hokum), sun)


def auction(s: Options) -> Buying:
    steps = (("double", 2), ("triple", 3), ("quadruple", 4), ("gahwa", 5))
    lockable = frozenset({"double", "quadruple"} if s["locked"] == "raiser_chooses" else ())
    return Buying(
        sun_priority=s.pick("sun_priority", {"always": "always", "ace_only": "ace_only", "off": "off"}),
        over_partner=s.on("sun_priority_over_partner"),
        priority_round2=s.on("sun_priority_round2"),
        ashkal_after_passes=s.on("ashkal_after_passes"),
        ashkal_on_ace=s.on("ashkal_on_ace"),
        ashkal_round2=s.on("ashkal_round2"),
        ashkal_buyer=s.pick("ashkal_buyer", {"caller": "caller", "partner": "partner"}),
        confirm=s.on("hokum_confirm"),
        raises=Raises(steps, lockable, for_match="gahwa", taker_answers=True) if s.on("doubling") else None,
        sun_raise=Raises(steps[:1]) if s.on("doubling") else None,
        kawesh=s.on("kawesh"),
        kawesh_same_dealer=s["kawesh_dealer"] == "same",
    )


def scoring(s: Options) -> GamePointScoring:
    return GamePointScoring(
        hokum_66=s.pick("hokum_66", {"counting_side": "counting_side", "smaller_side": "smaller_side"}),
        exact_tie=s.pick("exact_tie", {"buyer": "buyer", "opponents": "opponents", "recorded": "recorded"}),
        pair_counts=s.on("baloot_counts_for_contract"),
        all_takes_projects=s.on("kaboot_takes_losers_projects"),
        all_multiplied=s["kaboot_doubled"] == "multiplied",
        reverse=s.pick("reverse_kaboot", {"off": 0, "88": 88}),
        doubled_tie=s.pick(
            "doubled_tie",
            {
                "last_raiser_loses": "last_raiser_loses",
                "first_doubler_loses": "first_doubler_loses",
                "buyer_wins": "buyer_wins",
            },
        ),
        declared_factor=s.pick("project_multiplier", {"cap2": "cap2", "double_only": "double_only", "level": "level"}),
        target=s.number("target"),
    )


def build(s: Options) -> Rules:
    return Rules(
        variant="baloot",
        players=4,
        partners=True,
        pack=PACK_32,
        direction="counter_clockwise",
        denominations=denominations(s),
        dealing=Dealing(packets=(3, 2), turned="card", turned_to_taker=True, rest=3),
        auction=auction(s),
        declarations=projects(s, sun=False),
        pair_points=2,
        pair_absorbed_from=10 if s.on("absorbed_by_hundred") else None,
        belote_ask=s["baloot_call"] == "manual",
        belote_said_with="second",
        ekka=s.pick("ekka", {"auto": "auto", "manual": "manual"}),
        claims=s.pick("sawa", {"verified": "verified", "off": "off", "penalty": "penalty"}),
        scoring=scoring(s),
        match=Match(
            target=s.number("target"),
            both_over=s.pick("both_over", {"higher_total": "higher_total", "deal_winner": "deal_winner"}),
        ),
    )


BALOOT = Variant("baloot", "Baloot", SETTINGS, PRESETS, build, fixed=FIXED)
