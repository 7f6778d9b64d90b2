"""The lesson of bela for two, three and four players: docs/games/bela.md in the order in which a player meets it."""

from __future__ import annotations

from typing import Final

from jacknine.analysis.lessons.parts import Auction, Away, By, Hands, Orders, Rest, Say, Score, Section, Trick, Worths

TWO: Final = {"players": "2"}
THREE: Final = {"players": "3"}
FOUR: Final = {"players": "4"}
SIDES: Final = {"players": ("2", "4")}
MORE: Final = {"players": ("3", "4")}
DOUBLED: Final = {"players": ("2", "4"), "kontra": "on"}
FORCED: Final = {"players": "3", "three_bidding": "forced_first"}
MUS: Final = {"players": "3", "three_bidding": "pass_then_mus"}

BELA: Final = (
    Section("table", (By("players"), Say("table.pack.32"), Say("turn.{direction}"), Say("bela.first"))),
    Section(
        "deal",
        (
            Say("bela.deal_four", FOUR),
            Say("bela.deal_three", THREE),
            Say("bela.deal_two", TWO),
            By("talon_reveal", FOUR),
            By("two_seven_swap", TWO),
            By("two_stock_visible", TWO),
            By("two_middle_cards", TWO),
            Away("H", "JH 9H 7H AS TS 8S AD 9D 7D KC QC 8C", when=TWO | {"two_middle_cards": "on"}),
            By("three_discard", THREE),
            Away("H", "JH 9H 7H AS TS 8S AD 9D 7D KC QC 8C", when=THREE),
            Say("bela.laid_away", THREE),
        ),
    ),
    Section(
        "trump",
        (
            Say("bela.call_four", FOUR),
            Auction("pass", "pass S H D C", when=FOUR),
            Auction("pass pass pass", "pass S H D C", when=FOUR),
            Say("bela.call_two", TWO),
            Auction("", "pass take H", turned="JH", when=TWO),
            Auction("pass pass pass", "pass S H D C", turned="JH", when=TWO),
            By("three_bidding", THREE),
            Auction("", "pass S H D C", when=FORCED),
            Auction("pass pass", "pass S H D C", when=MUS),
            By("kontra", SIDES),
            Auction("H", "pass kontra rekontra", when=FOUR),
            Auction("H kontra", "pass kontra rekontra", when={"players": "4", "kontra": "on"}),
            Auction("take", "pass kontra", turned="JH", when=TWO),
        ),
    ),
    Section("cards", (Say("cards.trump_order"), Orders(), Say("cards.total", MORE), Say("bela.total_two", TWO))),
    Section(
        "play",
        (
            Say("play.lead"),
            Say("play.follow"),
            By("iber_plain"),
            Trick("H", "9C", "8C KC AC 7H"),
            Trick("H", "TC 8H", "AC 7C JH", when=MORE),
            Say("play.beat_trump.always"),
            Trick("H", "9H", "JH QH AH TS"),
            By("partner_exempt", FOUR),
            Say("bela.trump_in", {"players": ("2", "3")}),
            Trick("H", "KD", "7H JH TS"),
            Trick("H", "AC 8C", "7H JH TD", when=FOUR),
            Trick("H", "7C AC 8C", "7H JH TD", when=FOUR),
            Say("bela.overtrump"),
            Trick("H", "AC QH", "7H AH TD", when=MORE),
            Trick("H", "AC 9H", "7H AH TD", when=MORE),
            Say("play.winner"),
            Trick("H", "KC QH AC 7H", when=FOUR),
            Trick("H", "KC QH AC", when=THREE),
            Trick("H", "KC QH", when=TWO),
            Say("play.claim"),
            Rest("H", ("JH 9H AS", "AH 8S 7D", "KD QD 9C", "TS 8C 7C")),
            Rest("H", ("JH KS", "AS 7D", "KD QD", "8C 7C")),
        ),
    ),
    Section(
        "bonuses",
        (
            Worths(),
            Say("bonuses.best_side", SIDES),
            Say("bela.best_three", THREE),
            Say("bela.strength"),
            By("declare"),
            By("quad_order"),
            Hands("H", ("TS TH TD TC AS 7D 8C 9H", "KS KH KD KC AD 7S 8H 9C")),
            By("seq_compare"),
            Hands("H", ("TS JS QS KS AS 7D 8D 9H", "7C 8C 9C TC JC QC AD 8H")),
            By("decl_tie"),
            Hands("C", ("7S 8S 9S AD KD TC QH JH", "7C 8C 9C AS KS TD QD 8H")),
            By("card_reuse"),
            Hands("H", ("KS KH KD KC QS AS JS 7H",)),
            Say("bela.pair"),
            By("bela_call"),
            Hands("H", ("KH QH 9H 8S 7S AD TD 8C",)),
            By("belot_suit"),
        ),
    ),
    Section(
        "score",
        (
            Say("bela.pass", SIDES),
            Say("bela.pass_three", THREE),
            Score((79, 83), (4, 4), pairs=(1, 0), when=FOUR),
            Score((84, 50, 28), (5, 3, 2), when=THREE),
            Score((57, 56), (5, 5), when=TWO),
            Say("bela.fall", SIDES),
            By("bela_kept_on_fall"),
            Score((75, 87), (4, 4), (0, 50), pairs=(1, 0), when=FOUR),
            Score((40, 73), (4, 6), pairs=(1, 0), when=TWO),
            By("three_fall", THREE),
            Score((70, 52, 40), (4, 3, 3), pairs=(1, 0, 0), when=THREE),
            By("tie"),
            Say("bela.hang", SIDES | {"tie": "hang"}),
            Say("bela.hang_three", THREE | {"tie": "hang"}),
            Score((81, 81), (4, 4), when=FOUR),
            Score((60, 60), (5, 5), when=TWO),
            Score((81, 50, 31), (5, 3, 2), when=THREE),
            By("trickless"),
            Say("bela.all_tricks"),
            Score((162, 0), (8, 0), (0, 150), when=FOUR),
            Score((120, 0), (10, 0), (0, 50), when=TWO),
            Score((162, 0, 0), (10, 0, 0), (0, 50, 0), when=THREE),
            By("three_pair_stiglja", THREE),
            Score((0, 100, 62), (0, 6, 4), when=THREE),
            Score((100, 62), (5, 3), times=2, raiser=1, when={"players": "4", "kontra": "on"}),
            Score((70, 50), (6, 4), times=2, raiser=1, when={"players": "2", "kontra": "on"}),
        ),
    ),
    Section("match", (By("target"), By("match_end"), Say("match.both"))),
)
