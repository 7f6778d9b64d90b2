"""The lesson of Schieber Jass: docs/games/jass.md in the order in which a player meets it."""

from __future__ import annotations

from typing import Final

from jacknine.analysis.lessons.parts import Auction, By, Hands, Orders, Rest, Say, Score, Section, Trick, Worths

WEIS: Final = {"weis": "on"}
STOECK: Final = {"stoeck": "on"}
NO_TRUMP: Final = {"no_trump": "on"}
WEIS_UP: Final = {"weis": "on", "no_trump": "on"}
POINTS: Final = {"match": "points"}
AT_ONCE: Final = {"match": "points", "match_end": "at_once"}

JASS: Final = (
    Section("table", (Say("table.four"), Say("table.pack.36"), Say("turn.{direction}"), Say("table.forehand"))),
    Section("deal", (Say("deal.all"),)),
    Section(
        "trump",
        (
            Say("jass.choose"),
            By("no_trump"),
            Auction("", "push S H D C U B"),
            By("push"),
            Auction("push", "push S H D C U B"),
            By("first_lead"),
            Auction("push H"),
        ),
    ),
    Section("cards", (Say("jass.order"), Orders(), Say("cards.total"))),
    Section(
        "play",
        (
            Say("play.lead"),
            Say("jass.follow_or_trump"),
            Trick("D", "6C", "KC 7C 8D AS"),
            Say("jass.trump_led"),
            Trick("D", "7D AD", "9D KD 6C"),
            Trick("D", "7D", "JD KS 6C"),
            Trick("D", "7D", "JD 6D KS"),
            By("undertrump"),
            Trick("D", "6C JD TD", "AD 9D 6D TS"),
            Trick("D", "6C TD QD", "KC 9D 7D"),
            Say("jass.only_trumps"),
            Trick("D", "6C AD 8C", "9D KD"),
            Say("jass.no_trump_play", NO_TRUMP),
            Trick("U", "9H", "KH 6H AS", when=NO_TRUMP),
            Say("play.winner"),
            Trick("H", "KS TS JS 9S"),
            Trick("B", "9S 6S AS JD", when=NO_TRUMP),
            Say("play.claim"),
            Rest("H", ("JH 9H AS", "KS 8S 7D", "KD QD 9C", "TS 8C 7C")),
            Rest("H", ("JH AS", "6H 7S", "KD QD", "8C 7C")),
        ),
    ),
    Section(
        "bonuses",
        (
            By("weis"),
            By("stoeck"),
            Worths(),
            By("weis_call"),
            By("long_runs", WEIS),
            Hands("H", ("6S 7S 8S 9S TS JS AD KC 8H",), when=WEIS),
            By("four_ranks", WEIS),
            Hands("H", ("7S 7H 7D 7C AS KD TC QC 9H",), when=WEIS),
            By("card_reuse", WEIS),
            Hands("H", ("KS KH KD KC QS JS 7D 8C 9H",), when=WEIS),
            Say("bonuses.best_side", WEIS),
            Say("jass.strength", WEIS),
            By("hundred_order", WEIS),
            Hands("H", ("AS AH AD AC 7S 8D 9C TH JH", "9S TS JS QS KS 6D 7C TD 8H"), when=WEIS),
            By("bottoms_up_weis", WEIS_UP),
            Hands("B", ("QS KS AS 9D 8D JC TC 6H AH", "6C 7C 8C TD JD AD QH KH 9S"), when=WEIS_UP),
            By("weis_tie", WEIS),
            Hands("H", ("QS KS AS 9D 8D JC TC 6H 8H", "QH KH AH TD JD AD 6C 7C 9S"), when=WEIS),
            Say("jass.stoeck", STOECK),
            Hands("H", ("KH QH 9H 8S 7S AD TD 8C 6C",), when=STOECK),
        ),
    ),
    Section(
        "score",
        (
            Say("jass.count"),
            By("multipliers"),
            Say("jass.factors_no_trump", NO_TRUMP),
            Score((96, 61), (5, 4), (20, 0), pairs=(1, 0)),
            Score((88, 69), (5, 4), (0, 50), key="C"),
            Score((104, 53), (6, 3), key="U", when=NO_TRUMP),
            Say("jass.match_bonus"),
            Score((157, 0), (9, 0), (50, 0), key="B", when=NO_TRUMP),
            By("trickless_weis", WEIS),
            Score((157, 0), (9, 0), (0, 20), pairs=(0, 1), key="S"),
            By("counter_match"),
            Score((0, 157), (0, 9)),
        ),
    ),
    Section(
        "match",
        (
            By("match"),
            By("target", POINTS),
            By("match_end", POINTS),
            By("end_order", AT_ONCE),
            Say("match.level"),
        ),
    ),
)
