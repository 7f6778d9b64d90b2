"""The lesson of coinche and contrée: docs/games/coinche.md in the order in which a player meets it."""

from __future__ import annotations

from typing import Final

from jacknine.analysis.lessons.belote import PLAY
from jacknine.analysis.lessons.parts import (
    Auction,
    By,
    Hands,
    Orders,
    Say,
    Score,
    Section,
    Trick,
    Worths,
)

MELDS: Final = {"melds": "on"}
BOTH: Final = {"sa_ta": "on"}
CARDS: Final = {"score_mode": "cards_and_bid"}

COINCHE: Final = (
    Section("table", (Say("table.four"), Say("table.pack.32"), By("direction"), Say("table.eldest"))),
    Section("deal", (Say("deal.all"),)),
    Section(
        "trump",
        (
            Say("coinche.bids"),
            By("max_bid"),
            By("sa_ta"),
            By("generale"),
            Say("coinche.higher"),
            Auction("80C 100S", "pass 90H 100H 110C capot:D coinche"),
            Auction("80C 100S", "110N capot:A", when=BOTH),
            Auction("capot:D", "pass 160H capot:H generale:D coinche"),
            Say("coinche.coinche"),
            By("coinche_timing"),
            By("capot_can_be_coinched"),
            Auction("120S", "pass 130S coinche surcoinche"),
            Auction("120S pass", "pass 130S coinche"),
            By("surcoinche_factor"),
            Auction("120S coinche", "pass 130S surcoinche"),
            Auction("120S coinche pass surcoinche"),
            Say("coinche.end"),
            Auction("pass pass 90D pass 100D pass pass pass"),
            By("redeal_dealer"),
            Auction("pass pass pass pass"),
        ),
    ),
    Section("cards", (Say("cards.trump_order"), Orders(), By("sa_ta_points", BOTH), Say("cards.last"))),
    Section(
        "play",
        (
            *PLAY[:-3],
            Say("coinche.no_trump_play", BOTH),
            Trick("N", "KS 7D", "8C AH 9D", when=BOTH),
            Say("coinche.all_trump_play", BOTH | {"overtrump_partner": "must"}),
            Say("coinche.all_trump_free", BOTH | {"overtrump_partner": "free"}),
            Trick("A", "AS 7S", "9S 8S JD", when=BOTH),
            Trick("A", "AS 7S", "KH JD 9C", when=BOTH),
            Trick("A", "AS JD 9S 7S", when=BOTH),
            *PLAY[-3:],
        ),
    ),
    Section(
        "bonuses",
        (
            Say("belote.pair"),
            Hands("H", ("KH QH 9H 8S 7S AD TD 8C",)),
            Say("coinche.pair_all_trump", BOTH),
            By("melds"),
            Worths(),
            Say("bonuses.best_side", MELDS),
            Say("belote.strength", MELDS),
            Hands("H", ("9S TS JS AH KD 8D 7C QC", "AC TC 7S 8S KH QH JD 9D", "TH JH QS KS AS 8C 9C 7D"), when=MELDS),
            Say("coinche.melds_equal", MELDS),
            Hands("H", ("7S 8S 9S AD KD TC QC JH", "7C 8C 9C AS KS TD QD 8H"), when=MELDS),
        ),
    ),
    Section(
        "score",
        (
            By("contract_floor"),
            By("belote_counts_for_contract"),
            By("melds_help_contract", MELDS),
            By("contract_test"),
            Say("score.trick"),
            Say("coinche.made"),
            By("score_mode"),
            By("rounding"),
            Score((104, 58), (5, 3), pairs=(1, 0), bid="110"),
            Score((81, 81), (4, 4), bid="80"),
            Score((98, 64), (5, 3), bid="100"),
            Score((83, 79), (5, 3), (20, 0), bid="100", when=MELDS),
            Say("coinche.failed"),
            By("deal_base", CARDS),
            By("belote_on_fail"),
            Score((78, 84), (4, 4), pairs=(1, 0), bid="100"),
            Say("coinche.melds_lost", MELDS),
            Say("coinche.doubled"),
            Score((127, 35), (6, 2), bid="120", times=2, raiser=1),
            By("made_capot_base", CARDS),
            By("capot_value", CARDS | {"made_capot_base": "250"}),
            Score((162, 0), (8, 0), bid="90"),
            By("coinched_capot_base", CARDS),
            Score((162, 0), (8, 0), bid="100", times=2, raiser=1),
            By("defence_capot_base", CARDS),
            Score((0, 162), (0, 8), bid="80"),
            By("capot_contract_score"),
            Score((162, 0), (8, 0), bid="capot"),
            Score((151, 11), (7, 1), bid="capot"),
            Score((162, 0), (8, 0), bid="generale", when={"generale": "on"}),
        ),
    ),
    Section("match", (By("target"), By("target_mode"), Say("match.both"), By("no_finish_on_belote"))),
)
