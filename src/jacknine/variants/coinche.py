"""Coinche and contrée: belote with an auction of bids (docs/games/coinche.md)."""

from __future__ import annotations

from dataclasses import replace

from jacknine.cards import PACK_32
from jacknine.rules.contract import ALL_TRUMP, NO_TRUMP, SUIT_KEYS
from jacknine.rules.declarations import Declarations
from jacknine.rules.ladder import Ladder
from jacknine.rules.scoring.bid import BidScoring
from jacknine.rules.settings import Options, Preset, Setting
from jacknine.rules.variant import (
    PLAIN_ORDER,
    TRUMP_ORDER,
    Dealing,
    Denomination,
    Duties,
    Order,
    Rules,
    Variant,
    suit_denominations,
)
from jacknine.variants.belote import PLAY_SETTINGS, TABLE_SETTINGS, direction, duties, match

SETTINGS = (
    Setting("target", ("1000", "2000"), "points that end the match", "1.12", range(1, 10001)),
    Setting("target_mode", ("reach", "exceed"), "the target is reached, or must be passed", "1.13 A26"),
    Setting("contract_floor", ("82", "none"), "points the takers need whatever they bid", "1.11"),
    Setting("belote_counts_for_contract", ("true", "false"), "belote helps to reach the bid", "1.13 A14"),
    Setting("contract_test", ("exact", "rounded"), "which points the bid is compared with", "1.13 A13"),
    Setting("rounding", ("half_up", "half_down", "complement", "none"), "points as they are written", "1.13 A15"),
    Setting("deal_base", ("160", "162"), "a failed or coinched deal, beside the bid", "1.11"),
    Setting("surcoinche_factor", ("4", "3"), "what a surcoinche makes of the bid", "1.11"),
    Setting("belote_on_fail", ("holder", "winner"), "the belote in a failed or coinched deal", "1.13 A12"),
    Setting("capot_value", ("250", "252"), "the cards of takers who win every trick", "1.13 A1"),
    Setting("made_capot_base", ("250", "160"), "the cards of a made deal with every trick", "1.13 A17"),
    Setting("coinched_capot_base", ("160", "250", "252"), "every trick won in a coinched deal", "1.13 A17"),
    Setting("capot_contract_score", ("formula", "flat500"), "what a capot contract is worth", "1.13 A18"),
    Setting("defence_capot_base", ("160", "250"), "defenders who win every trick", "1.13 A19"),
    Setting("score_mode", ("cards_and_bid", "bid_only"), "cards and bid are written, or the bid alone", "3.4"),
    Setting("max_bid", ("160", "170", "180"), "the highest bid below capot", "1.13 A22"),
    Setting("coinche_timing", ("in_turn", "any_time"), "when a coinche may be said", "1.13 A20"),
    Setting("capot_can_be_coinched", ("true", "false"), "a promise of every trick may be coinched", "1.13 A20"),
    *PLAY_SETTINGS,
    *TABLE_SETTINGS,
    Setting("sa_ta", ("off", "on"), "no-trump and all-trump bids", "3.1"),
    Setting("sa_ta_points", ("scaled", "ffb2015", "ffb2016", "raw"), "how their points come to 162", "3.1"),
    Setting("generale", ("off", "on"), "a bid to win every trick alone", "3.2"),
    Setting("melds", ("off", "on"), "declarations as in belote", "3.3"),
    Setting("melds_help_contract", ("yes", "no"), "declarations help to reach the bid", "3.3"),
)

PRESETS = (
    Preset("standard", "bids of 80 to 160 and capot, at least 82 points, points in tens", {}),
    Preset(
        "contree",
        "tournament contrée: the bid alone decides, exact points, no duty to undertrump",
        {
            "contract_floor": "none",
            "deal_base": "162",
            "surcoinche_factor": "3",
            "rounding": "none",
            "capot_value": "252",
            "coinched_capot_base": "252",
            "undertrump": "free",
            "belote_on_fail": "winner",
        },
    ),
)

NO_TRUMP_SCALED = Order("ATKQJ987", (19, 10, 4, 3, 2, 0, 0, 0))
ALL_TRUMP_POINTS = {
    "scaled": Order("J9ATKQ87", (14, 9, 6, 5, 3, 1, 0, 0)),
    "ffb2015": Order("J9ATKQ87", (13, 9, 6, 5, 3, 2, 0, 0)),
    "ffb2016": TRUMP_ORDER,
    "raw": TRUMP_ORDER,
}


def declarations(s: Options) -> Declarations:
    """The declarations of belote; equals cancel each other (3.3)."""
    if not s.on("melds"):
        return Declarations()
    return Declarations(
        runs={3: 20, 4: 50, 5: 100},
        fours={"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
        four_order="JATKQ9",
        trump_breaks_ties=True,
        tie="nobody",
    )


def denominations(s: Options) -> tuple[Denomination, ...]:
    """The suits, and with sans-atout and tout-atout their own points and duties (3.1)."""
    suits = suit_denominations(duties(s))
    if not s.on("sa_ta"):
        return suits
    plain = PLAIN_ORDER if s["sa_ta_points"] == "raw" else NO_TRUMP_SCALED
    carres = {"A": 200, "T": 150, "K": 100, "Q": 100, "J": 100, "9": 100}
    no_trump = Denomination(NO_TRUMP, None, plain, plain, Duties())
    if s.on("melds"):
        no_trump = replace(no_trump, declarations=replace(declarations(s), fours=carres, four_order="ATKQJ9"))
    trump = ALL_TRUMP_POINTS[s["sa_ta_points"]]
    rise = Duties(beat_plain="unless_partner" if s["overtrump_partner"] == "free" else "always")
    all_trump = Denomination(ALL_TRUMP, None, trump, trump, rise, belote_suits=(0, 1, 2, 3), all_trump=True)
    return (*suits, no_trump, all_trump)


def scoring(s: Options) -> BidScoring:
    raw = s.on("sa_ta") and s["sa_ta_points"] == "raw"
    return BidScoring(
        floor=s.pick("contract_floor", {"82": 82, "none": 0}),
        belote_counts=s.on("belote_counts_for_contract"),
        declarations_count=s.on("melds_help_contract"),
        test_rounded=s["contract_test"] == "rounded",
        rounding=s.pick(
            "rounding", {"half_up": "half_up", "half_down": "half_down", "complement": "complement", "none": "none"}
        ),
        base=s.number("deal_base"),
        capot=s.number("capot_value") if s["made_capot_base"] == "250" else None,
        capot_by_key={NO_TRUMP: 220, ALL_TRUMP: 348} if raw else {},
        doubled_capot_base=s.number("coinched_capot_base"),
        defence_capot_base=s.number("defence_capot_base"),
        flat_capot=s["capot_contract_score"] == "flat500",
        belote_to_winner=s["belote_on_fail"] == "winner",
        bid_only=s["score_mode"] == "bid_only",
        scaled_from={ALL_TRUMP: 258} if s["sa_ta_points"] == "ffb2016" else {},
    )


def build(s: Options) -> Rules:
    return Rules(
        variant="coinche",
        players=4,
        partners=True,
        pack=PACK_32,
        direction=direction(s),
        denominations=denominations(s),
        dealing=Dealing(packets=(3, 3, 2)),
        auction=Ladder(
            highest=s.number("max_bid"),
            keys=(*SUIT_KEYS, NO_TRUMP, ALL_TRUMP) if s.on("sa_ta") else SUIT_KEYS,
            generale=500 if s.on("generale") else 0,
            surcoinche=s.number("surcoinche_factor"),
            any_time=s["coinche_timing"] == "any_time",
            coinche_capot=s.on("capot_can_be_coinched"),
        ),
        declarations=declarations(s),
        scoring=scoring(s),
        match=match(s),
    )


COINCHE = Variant("coinche", "Coinche", SETTINGS, PRESETS, build)
