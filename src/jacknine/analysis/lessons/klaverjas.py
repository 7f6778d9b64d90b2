"""The lesson of klaverjassen: docs/games/klaverjas.md in the order in which a player meets it."""

from __future__ import annotations

from typing import Final

from jacknine.analysis.lessons.parts import Auction, By, Orders, Rest, Say, Score, Section, Trick, Worths

TURNED: Final = {"trump_method": "gedraaid"}
FREE: Final = {"trump_method": "vrij"}
FREE_VOORHAND: Final = {"trump_method": "vrij", "vrij_first": "voorhand"}
FREE_DEALER: Final = {"trump_method": "vrij", "vrij_first": "dealer"}
NAMED: Final = {"trump_method": "verplicht"}
SIDE_SUITS: Final = {0: "AS KS 9S 7S JD 9D TC 8C"}

KLAVERJAS: Final = (
    Section("table", (Say("table.four"), Say("table.pack.32"), Say("turn.{direction}"), Say("table.voorhand"))),
    Section("deal", (Say("deal.all"),)),
    Section(
        "trump",
        (
            By("trump_method"),
            By("gedraaid_all_pass", TURNED),
            By("vrij_first", FREE),
            By("trump_must_hold"),
            Auction("", "pass S H D C", hands=SIDE_SUITS, when=NAMED),
            Auction("pass", "pass play H", turned="4H 2C", when=TURNED),
            Auction("pass pass pass pass", "pass S H D C", turned="4H 2C", hands=SIDE_SUITS, when=TURNED),
            Auction("pass pass play", turned="4H 2C", when=TURNED),
            Auction("pass pass pass pass", "pass S H D C", hands=SIDE_SUITS, when=FREE_VOORHAND),
            Auction("pass pass pass pass", "pass S H D C", hands={3: SIDE_SUITS[0]}, when=FREE_DEALER),
            Say("klaverjas.playing_side"),
        ),
    ),
    Section("cards", (Say("cards.trump_order"), Orders(), Say("cards.total"))),
    Section(
        "play",
        (
            Say("play.lead"),
            Say("play.follow"),
            Say("play.no_beat"),
            Trick("H", "KC 8H", "7C AC 9H"),
            Say("play.beat_trump.always"),
            Trick("H", "AH 8H", "9H 7H TS"),
            By("city"),
            Trick("H", "9C AC 8C", "QH 7H TS KD"),
            Say("klaverjas.overtrump"),
            Trick("H", "AD 7D 9H", "JH 8H TS"),
            Trick("H", "AD TH KD", "JH 8H QC TS"),
            By("undertrump"),
            Trick("H", "AD 7D 9H", "AH 8H TS"),
            Trick("H", "AD TH KD", "8H QC TS"),
            Trick("H", "AD TH KD", "8H QH"),
            Say("play.winner"),
            Trick("H", "AD 7D TH KD"),
            Say("play.claim"),
            Rest("H", ("JH 9H AS", "AH 8S 7D", "KD QD 9C", "TS 8C 7C")),
            Rest("H", ("JH KS", "AS 7D", "KD QD", "8C 7C")),
        ),
    ),
    Section(
        "bonuses",
        (
            Say("klaverjas.roem"),
            Worths(),
            By("four_kind_ranks"),
            By("four_jacks"),
            By("roem_call"),
            Trick("H", "TS JS QS 8D"),
            Trick("H", "7S 8S 9S JS"),
            Trick("H", "QH 7S KH AS"),
            Trick("H", "JH QH KH 9H"),
            Trick("H", "KS QS AD 7C"),
            Trick("H", "8S 8H 8D 8C"),
            Trick("H", "JS JH JD JC"),
        ),
    ),
    Section(
        "score",
        (
            Say("klaverjas.made"),
            Score((91, 71), (5, 3), roem=(20, 0)),
            Score((67, 95), (4, 4), roem=(40, 0)),
            Say("klaverjas.nat"),
            Score((81, 81), (4, 4), roem=(20, 20)),
            By("pit_bonus"),
            Score((162, 0), (8, 0), roem=(40, 0)),
            By("pit_for"),
            By("counter_pit_bonus", {"pit_for": "any"}),
            Score((0, 162), (0, 8), roem=(0, 20)),
            By("double_spades"),
            Score((91, 71), (5, 3), roem=(20, 0), key="S"),
        ),
    ),
    Section("match", (By("match"), By("tiebreak"))),
)
