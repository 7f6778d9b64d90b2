"""Classic belote: a suit is turned and taken, declarations come from the hand (docs/games/belote.md)."""

from __future__ import annotations

from dataclasses import replace

from jacknine.cards import PACK_32
from jacknine.rules.auction import Naming, Offer
from jacknine.rules.declarations import Declarations
from jacknine.rules.scoring.half import HalfScoring
from jacknine.rules.settings import Options, Preset, Setting
from jacknine.rules.variant import Dealing, Direction, Duties, Match, Rules, Variant, suit_denominations

PLAY_SETTINGS = (
    Setting(
        "undertrump",
        ("forced", "free", "banned"),
        "void, and the trump there cannot be beaten",
        "1.13 A27",
        also={"must": "forced"},
    ),
    Setting("overtrump_partner", ("must", "free"), "over a partner's winning trump when trump was led", "1.13 A28"),
    Setting("underruff_partner", ("free", "forbidden"), "trumping below a partner who wins", "1.13 A29"),
)
"""What a table of belote or coinche may decide about the play of the cards."""

TABLE_SETTINGS = (
    Setting("direction", ("counter_clockwise", "clockwise"), "the way the turn goes round", "1.13 A24"),
    Setting("no_finish_on_belote", ("off", "on"), "a side without a trick cannot end the match", "1.13 A26"),
    Setting("redeal_dealer", ("next", "same"), "who deals after all have passed", "1.13 A23"),
)
"""What it may decide about the round of deals."""

SETTINGS = (
    Setting("target", ("501", "1000", "1001"), "points that end the match", "1.12", numbers=range(1, 10001)),
    Setting("target_mode", ("reach", "exceed"), "the target is reached, or must be passed", "1.13 A26"),
    Setting("declarations", ("on", "off"), "runs and fours count; off: only belote does", "1.8"),
    Setting("announce", ("auto", "manual"), "declarations are made by the table, or by each player", "1.13 A31"),
    Setting("tie_rule", ("litige", "taker_makes", "taker_fails"), "what happens at equality", "1.13 A2"),
    Setting("litige_belote", ("paid_now", "held", "ignored"), "the belote in a litige", "1.13 A3"),
    Setting("litige_at_end", ("drop", "credit_takers"), "points still held when the match ends", "1.13 A5"),
    Setting("capot_value", ("250", "252"), "what all eight tricks are worth instead of 162", "1.13 A1"),
    Setting("capot_melds", ("lost", "transferred", "kept"), "declarations of defenders without a trick", "1.13 A10"),
    Setting("dedans_melds", ("validated", "all"), "what the defenders write when the takers fall", "1.13 A11"),
    Setting("dedans_capot", ("replaced", "162"), "defenders who take every trick", "1.13"),
    Setting("belote_on_fail", ("holder", "winner"), "the belote of takers who fall", "1.13 A12"),
    Setting("carre_order", ("trick", "natural"), "carrés of 100 among themselves", "1.13 A6"),
    Setting("meld_tie", ("eldest", "nobody", "taker_first"), "equal best declarations", "1.13 A7"),
    Setting("split_runs", ("off", "on"), "a long run may be cut in two", "1.13 A8"),
    Setting("meld_card_reuse", ("off", "on"), "a card may serve in a run and in a carré", "1.13 A9"),
    *PLAY_SETTINGS,
    *TABLE_SETTINGS,
)

PRESETS = (
    Preset("classique", "the classic game: litige, 250 for a capot", {}),
    Preset(
        "cafe",
        "as it is played over a coffee: equality makes it, 252 for a capot",
        {"tie_rule": "taker_makes", "capot_value": "252", "dedans_melds": "all"},
    ),
)

ROUND = (0, 1, 2, 3)


def duties(s: Options) -> Duties:
    """Follow, beat a led trump, trump in, go over, go under when that is all there is (1.6)."""
    return Duties(
        beat_trump="unless_partner" if s["overtrump_partner"] == "free" else "always",
        trump_in="unless_partner",
        overtrump="always",
        undertrump=s.pick("undertrump", {"forced": "forced", "free": "free", "banned": "banned"}),
        under_partner="not_if_over" if s["underruff_partner"] == "forbidden" else "free",
    )


def declarations(s: Options) -> Declarations:
    """Tierce 20, cinquante 50, cent 100; carrés 200, 150 and 100 (1.8)."""
    if not s.on("declarations"):
        return Declarations()
    return Declarations(
        runs={3: 20, 4: 50, 5: 100},
        fours={"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
        four_order="JATKQ9" if s["carre_order"] == "trick" else "JAKQT9",
        trump_breaks_ties=True,
        tie=s.pick("meld_tie", {"eldest": "eldest", "nobody": "nobody", "taker_first": "taker"}),
        card_reuse=s.on("meld_card_reuse"),
        split_runs=s.on("split_runs"),
        announce="manual" if s["announce"] == "manual" else "auto",
    )


def direction(s: Options) -> Direction:
    """To the right, or as in many village contests to the left (1.13 A24)."""
    return s.pick("direction", {"counter_clockwise": "counter_clockwise", "clockwise": "clockwise"})


def match(s: Options) -> Match:
    """The first side at the target (1.12)."""
    return Match(
        target=s.number("target"),
        exceed=s["target_mode"] == "exceed",
        finish_without_trick=not s.on("no_finish_on_belote"),
        same_dealer_on_void=s["redeal_dealer"] == "same",
    )


def build(s: Options) -> Rules:
    capot = s.number("capot_value") - 162
    return Rules(
        variant="belote",
        players=4,
        partners=True,
        pack=PACK_32,
        direction=direction(s),
        denominations=suit_denominations(duties(s)),
        dealing=Dealing(packets=(3, 2), turned="card", turned_to_taker=True, rest=3),
        auction=Naming(offers=(Offer("turned", ROUND), Offer("others", ROUND)), turned_to_taker=True),
        declarations=declarations(s),
        scoring=HalfScoring(
            all_tricks=capot,
            all_tricks_defence=capot if s["dedans_capot"] == "replaced" else 0,
            tie=s.pick("tie_rule", {"litige": "held", "taker_makes": "made", "taker_fails": "fails"}),
            tie_belote=s.pick("litige_belote", {"paid_now": "paid_now", "held": "held", "ignored": "ignored"}),
            belote_on_fail=s.pick("belote_on_fail", {"holder": "holder", "winner": "winner"}),
            trickless=s.pick("capot_melds", {"lost": "lost", "transferred": "to_others", "kept": "kept"}),
            beaten_on_fail=s["dedans_melds"] == "all",
        ),
        match=replace(match(s), held_at_end="give_back" if s["litige_at_end"] == "credit_takers" else "drop"),
    )


BELOTE = Variant("belote", "Belote", SETTINGS, PRESETS, build)
