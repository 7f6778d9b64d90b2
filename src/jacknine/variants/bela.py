"""Bela, Croatian belot for two, three and four players: always play higher (docs/games/bela.md)."""

from __future__ import annotations

from collections.abc import Mapping

from jacknine.cards import PACK_32
from jacknine.rules.auction import Naming, Offer, Raises
from jacknine.rules.declarations import Declarations
from jacknine.rules.scoring.half import HalfScoring
from jacknine.rules.settings import Clash, Options, Preset, Setting
from jacknine.rules.variant import Dealing, Duties, Match, Rules, Variant, suit_denominations

SETTINGS = (
    Setting("players", ("4", "2", "3"), "number of players", "1.1"),
    Setting("target", ("1001", "501", "701"), "points that end the match", "1.1", range(1, 10001)),
    Setting("talon_reveal", ("after_pass", "after_trump"), "four players: when the talon is seen", "1.2"),
    Setting("kontra", ("off", "on"), "the caller may be doubled", "1.2"),
    Setting("two_seven_swap", ("off", "on"), "two players: the trump seven for the turned card", "1.3"),
    Setting("two_stock_visible", ("false", "true"), "two players: the undealt cards lie open", "1.3"),
    Setting("two_middle_cards", ("off", "on"), "two players: two more cards for the caller", "1.3"),
    Setting("three_fall", ("vanish", "higher_opponent", "each"), "three players: the points of a fall", "1.4"),
    Setting("three_discard", ("any", "no_trump", "no_points"), "three players: what may be laid away", "1.4"),
    Setting("three_pair_stiglja", ("off", "on"), "three players: all tricks of two together", "1.4"),
    Setting("three_bidding", ("forced_first", "pass_then_mus"), "three players: who must call", "1.4"),
    Setting("seq_compare", ("length_then_top", "value_then_top"), "runs worth the same", "1.5"),
    Setting("quad_order", ("natural", "trick"), "fours worth 100 among themselves", "1.5"),
    Setting("decl_tie", ("seat", "cancel", "trump_then_seat"), "equal best declarations", "1.5"),
    Setting("declare", ("auto", "manual"), "declarations are made by the table, or by each player", "1.5"),
    Setting("card_reuse", ("true", "false"), "a card may serve a four and a run", "1.5"),
    Setting("bela_call", ("auto", "ask"), "bela is said by the table, or by its holder", "1.5"),
    Setting("belot_suit", ("trump", "any"), "where eight in a row win the match", "1.5"),
    Setting("trickless", ("lost", "to_opponents"), "declarations of a side without a trick", "1.6"),
    Setting("bela_kept_on_fall", ("false", "true"), "a falling caller keeps his bela", "1.6"),
    Setting("tie", ("fall", "hang"), "exactly half", "1.6"),
    Setting("match_end", ("end_of_deal", "dosta"), "the last deal is played out, or stops at the target", "1.6"),
    Setting("partner_exempt", ("false", "true"), "free while the partner is winning", "1.7"),
    Setting("iber_plain", ("true", "false"), "play higher in plain suits too", "1.7"),
)

PRESETS = (Preset("standard", "Croatian bela as it is played at home", {}),)

TARGETS = {"4": "1001", "2": "501", "3": "701"}


def derive(chosen: Mapping[str, str]) -> dict[str, str]:
    """The target goes with the number of players."""
    return {"target": TARGETS[chosen["players"]]}


def refuse(s: Options) -> Clash | None:
    """With three players nobody is "the opponents" (1.9)."""
    if s["players"] == "3" and s["trickless"] == "to_opponents":
        return Clash("trickless", "players", "lost")
    if s["players"] == "3" and s.on("kontra"):
        return Clash("kontra", "players", "off")
    return None


def duties(s: Options) -> Duties:
    """Iber: higher if you can, trump if you cannot follow, over the trump there, whoever is winning (1.7)."""
    return Duties(
        beat_plain="always" if s.on("iber_plain") else "never",
        beat_trump="always",
        trump_in="unless_partner" if s.on("partner_exempt") else "always",
        overtrump="always",
        undertrump="forced",
    )


def dealing(s: Options) -> Dealing:
    """Six cards each, then a talon: two cards with four players, four with two or three (1.2 to 1.4)."""
    if s["players"] == "4":
        return Dealing(packets=(3, 3), talon=2, talon_on_pass=s["talon_reveal"] == "after_pass", covered=True)
    if s["players"] == "3":
        return Dealing(
            packets=(3, 3),
            talon=4,
            caller_extra=2,
            discard=2,
            discard_rule=s.pick("three_discard", {"any": "any", "no_trump": "no_trump", "no_points": "no_points"}),
        )
    middle = 2 if s.on("two_middle_cards") else 0
    return Dealing(
        packets=(3, 3),
        turned="card",
        talon=4,
        caller_extra=middle,
        discard=middle,
        seven_swap=s.on("two_seven_swap"),
        stock_open=s.on("two_stock_visible"),
    )


def auction(s: Options) -> Naming:
    """The first to call ends it; the last who may speak must call (1.2 to 1.4)."""
    raises = Raises((("kontra", 2), ("rekontra", 4)), after_pickup=True) if s.on("kontra") else None
    if s["players"] == "4":
        return Naming(offers=(Offer("any", (0, 1, 2, 3), must=3),), raises=raises)
    if s["players"] == "2":
        return Naming(offers=(Offer("turned", (0, 1)), Offer("others", (0, 1), must=1)), raises=raises)
    if s["three_bidding"] == "forced_first":
        return Naming(offers=(Offer("any", (0,), must=0),))
    return Naming(offers=(Offer("any", (0, 1, 2), must=2),))


def declarations(s: Options) -> Declarations:
    """20, 50, 100 for runs; fours of jacks 200, nines 150, others 100 (1.5)."""
    return Declarations(
        runs={3: 20, 4: 50, 5: 100},
        fours={"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
        four_order=s.pick("quad_order", {"natural": "J9AKQT", "trick": "J9ATKQ"}),
        compare=s.pick("seq_compare", {"length_then_top": "fours_first", "value_then_top": "fours_then_value"}),
        trump_breaks_ties=s["decl_tie"] == "trump_then_seat",
        tie="nobody" if s["decl_tie"] == "cancel" else "eldest",
        card_reuse=s.on("card_reuse"),
        announce=s.pick("declare", {"auto": "auto", "manual": "manual"}),
        eight_wins=s.pick("belot_suit", {"trump": "trump", "any": "any"}),
    )


def scoring(s: Options) -> HalfScoring:
    """Half and one passes; a side without a trick has nothing to write (1.6)."""
    return HalfScoring(
        all_tricks=90,
        all_tricks_defence=90,
        tie=s.pick("tie", {"fall": "fails", "hang": "held"}),
        tie_belote="held",
        belote_on_fail="holder" if s.on("bela_kept_on_fall") else "winner",
        trickless=s.pick("trickless", {"lost": "lost", "to_opponents": "to_others"}),
        trickless_belote=s.pick("trickless", {"lost": "lost", "to_opponents": "to_others"}),
        trickless_taker=True,
        solo_fail=s.pick("three_fall", {"vanish": "vanish", "higher_opponent": "higher_opponent", "each": "each"}),
        solo_all_tricks_pair=s.on("three_pair_stiglja"),
    )


def build(s: Options) -> Rules:
    return Rules(
        variant="bela",
        players=s.number("players"),
        partners=s["players"] == "4",
        solo=s["players"] == "3",
        pack=PACK_32,
        direction="counter_clockwise",
        denominations=suit_denominations(duties(s)),
        dealing=dealing(s),
        auction=auction(s),
        declarations=declarations(s),
        belote_ask=s["bela_call"] == "ask",
        scoring=scoring(s),
        match=Match(
            target=s.number("target"),
            stop_order=(("cards", "declared", "belote"),) if s["match_end"] == "dosta" else (),
        ),
    )


BELA = Variant("bela", "Bela", SETTINGS, PRESETS, build, refuse, derive)
