"""The lesson of belote: docs/games/belote.md in the order in which a player meets it."""

from __future__ import annotations

from typing import Final

from jacknine.analysis.lessons.parts import (
    Auction,
    By,
    Hands,
    Orders,
    Part,
    Rest,
    Say,
    Score,
    Section,
    Trick,
    When,
    Worths,
)

DECLARED: Final[When] = {"declarations": "on"}
LITIGE: Final[When] = {"tie_rule": "litige"}

PLAY: Final[tuple[Part, ...]] = (
    Say("play.lead"),
    Say("play.follow"),
    Trick("H", "9D 8D AD", "7D KS JH"),
    Say("play.no_beat"),
    Trick("H", "KS 7H", "8S AS JH"),
    By("overtrump_partner"),
    Trick("H", "TH 9H 8H", "7H JH AS"),
    Say("play.trump_in.unless_partner"),
    Trick("H", "KS AS", "7H 9H TD"),
    Say("play.overtrump"),
    Trick("H", "KS 7S QH", "8H AH TD"),
    By("undertrump"),
    Trick("H", "KS 7S AH", "8H KH TD"),
    By("underruff_partner"),
    Trick("H", "KS 9H 7S", "7H JH TD"),
    Say("play.winner"),
    Trick("H", "KS 7S QH AH"),
    Say("play.claim"),
    Rest("H", ("JH 9H AS", "AH 8S 7D", "KD QD 9C", "TS 8C 7C")),
    Rest("H", ("JH KS", "AS 7D", "KD QD", "8C 7C")),
)
"""Belote and coinche are played alike."""

BELOTE: Final = (
    Section("table", (Say("table.four"), Say("table.pack.32"), By("direction"), Say("table.eldest"))),
    Section("deal", (Say("belote.deal"),)),
    Section(
        "trump",
        (
            Say("belote.first_round"),
            Auction("pass", "pass take H", turned="JH"),
            Say("belote.second_round"),
            Auction("pass pass pass pass", "pass S H D C take", turned="JH"),
            Say("belote.takers"),
            Auction("pass pass take", turned="JH"),
            By("redeal_dealer"),
            Auction("pass pass pass pass pass pass pass pass", turned="JH"),
        ),
    ),
    Section("cards", (Say("cards.trump_order"), Orders(), Say("cards.total"))),
    Section("play", PLAY),
    Section(
        "bonuses",
        (
            Say("belote.pair"),
            Hands("H", ("KH QH 9H 8S 7S AD TD 8C",)),
            By("declarations"),
            Worths(),
            By("announce", DECLARED),
            Say("bonuses.best_side", DECLARED),
            Say("belote.strength", DECLARED),
            Hands(
                "H", ("9S TS JS AH KD 8D 7C QC", "AC TC 7S 8S KH QH JD 9D", "TH JH QS KS AS 8C 9C 7D"), when=DECLARED
            ),
            By("carre_order", DECLARED),
            Hands("H", ("TS TH TD TC AS 7D 8C 9H", "KS KH KD KC AD 7S 8H 9C"), when=DECLARED),
            By("meld_tie", DECLARED),
            Hands("H", ("7S 8S 9S AD KD TC QC JH", "7C 8C 9C AS KS TD QD 8H"), taker=1, when=DECLARED),
            By("split_runs", DECLARED),
            Hands("H", ("7S 8S 9S TS JS QS KS AS",), when=DECLARED),
            By("meld_card_reuse", DECLARED),
            Hands("H", ("TS TH TD TC 9H 8H 7H AS",), when=DECLARED),
        ),
    ),
    Section(
        "score",
        (
            Say("belote.made"),
            Score((77, 85), (4, 4), (20, 0), pairs=(1, 0)),
            Say("belote.failed"),
            By("belote_on_fail"),
            By("dedans_melds", DECLARED),
            Score((74, 88), (4, 4), (0, 50), (20, 0), pairs=(1, 0)),
            Say("score.trick"),
            By("tie_rule"),
            By("litige_belote"),
            Score((71, 91), (4, 4), pairs=(1, 0)),
            Say("belote.held", LITIGE),
            Score((100, 62), (5, 3), held=(0, 71), when=LITIGE),
            By("litige_at_end", LITIGE),
            By("capot_value"),
            By("capot_melds", DECLARED),
            Score((162, 0), (8, 0), (0, 50), (20, 0)),
            By("dedans_capot"),
            Score((0, 162), (0, 8), pairs=(1, 0)),
        ),
    ),
    Section("match", (By("target"), By("target_mode"), Say("match.both"), By("no_finish_on_belote"))),
)
