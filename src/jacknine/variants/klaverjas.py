"""Klaverjassen, Rotterdam and Amsterdam: roem falls in the trick, undertrumping is barred (docs/games/klaverjas.md)."""

from __future__ import annotations

from dataclasses import replace

from jacknine.cards import PACK_32
from jacknine.rules.auction import Naming, Offer
from jacknine.rules.declarations import Declarations
from jacknine.rules.scoring.half import HalfScoring
from jacknine.rules.settings import Options, Preset, Setting
from jacknine.rules.variant import Dealing, Denomination, Duties, Match, Roem, Rules, Variant, suit_denominations

SETTINGS = (
    Setting("city", ("rotterdam", "amsterdam"), "trump always, or only against opponents", "1.3"),
    Setting("undertrump", ("banned", "forced", "free"), "void, and the trump there cannot be beaten", "1.7 A1"),
    Setting("trump_method", ("verplicht", "gedraaid", "vrij"), "how trump is chosen", "1.1"),
    Setting(
        "gedraaid_all_pass", ("forced_same", "free_choice", "redraw"), "when all pass on the turned suit", "1.7 D2"
    ),
    Setting("vrij_first", ("voorhand", "dealer"), "who speaks first where trump is named freely", "1.7 D3"),
    Setting("trump_must_hold", ("false", "true"), "only a suit that one holds may be named", "1.7 D4"),
    Setting("four_kind_ranks", ("all", "ten_up"), "which ranks count as four of a kind", "1.7 B1"),
    Setting("four_jacks", ("200", "100"), "what four jacks are worth", "1.7 B2"),
    Setting("roem_call", ("auto", "claim"), "roem is written by the table, or must be called", "1.7 B3"),
    Setting("pit_for", ("any", "declarers"), "who gets the bonus for all tricks", "1.7 C1"),
    Setting("pit_bonus", ("100", "0", "200"), "bonus of the playing side for all tricks", "1.7 C1", numbers=range(501)),
    Setting("counter_pit_bonus", ("100", "0", "200"), "bonus of the other side", "1.7 C1", numbers=range(501)),
    Setting("match", ("deals:16", "deals:8", "points:1500"), "how long a match is", "1.7 E4"),
    Setting("tiebreak", ("draw", "extra_deal"), "level totals at the end", "1.7 E3"),
    Setting("double_spades", ("off", "on"), "a deal with spades as trump counts double", "1.7 G1"),
)

FIXED = (
    Setting("gedraaid_jokers", ("off",), "the pile that trump is turned from has no jokers", "1.7 D1"),
    Setting("renege", ("blocked",), "the table refuses illegal cards", "1.7 F1"),
)

PRESETS = (
    Preset("rotterdam", "always trump, always go over", {}),
    Preset("amsterdam", "free while the partner is winning", {"city": "amsterdam"}),
)


def duties(s: Options) -> Duties:
    """The two cities differ only while the partner is winning (1.3, 3b and 3c)."""
    return Duties(
        beat_trump="always",
        trump_in=s.pick("city", {"rotterdam": "always", "amsterdam": "unless_partner"}),
        overtrump="always",
        undertrump=s.pick("undertrump", {"banned": "banned", "forced": "forced", "free": "free"}),
        under_partner=s.pick("undertrump", {"banned": "banned", "forced": "free", "free": "free"}),
    )


def denominations(s: Options) -> tuple[Denomination, ...]:
    """The four suits; king and queen of trump are no pair of a hand but roem of a trick (1.4)."""
    spades = 2 if s.on("double_spades") else 1
    return tuple(
        replace(suit, belote_suits=(), factor=spades if suit.key == "S" else 1)
        for suit in suit_denominations(duties(s))
    )


def auction(s: Options) -> Naming:
    """Voorhand must name a suit; or a suit is turned and offered; or each may name one (1.1, 1.7 D2 and D3)."""
    hold = s.on("trump_must_hold")
    if s["trump_method"] == "gedraaid":
        return Naming(
            offers=(Offer("turned", (0, 1, 2, 3)),),
            all_pass=s.pick("gedraaid_all_pass", {"forced_same": "turned", "free_choice": "any", "redraw": "redraw"}),
            accept="play",
            must_hold=hold,
        )
    if s["trump_method"] == "vrij":
        first = s.pick("vrij_first", {"voorhand": 0, "dealer": 3})
        speakers = tuple((first + step) % 4 for step in range(4))
        return Naming(offers=(Offer("any", speakers),), all_pass="any", obliged=first, must_hold=hold)
    return Naming(offers=(Offer("any", (0,), must=0),), must_hold=hold)


def match(s: Options) -> Match:
    kind, _, number = s["match"].partition(":")
    return Match(
        target=int(number) if kind == "points" else None,
        deals=int(number) if kind == "deals" else None,
        at_equal=s.pick("tiebreak", {"draw": "draw", "extra_deal": "one_more"}),
    )


def build(s: Options) -> Rules:
    return Rules(
        variant="klaverjas",
        players=4,
        partners=True,
        pack=PACK_32,
        direction="clockwise",
        denominations=denominations(s),
        dealing=Dealing(packets=(3, 2, 3), turned="pile" if s["trump_method"] == "gedraaid" else "none"),
        auction=auction(s),
        declarations=Declarations(),
        pair_points=0,
        scoring=HalfScoring(
            all_tricks=s.number("pit_bonus"),
            all_tricks_defence=s.number("counter_pit_bonus") if s["pit_for"] == "any" else 0,
        ),
        match=match(s),
        roem=Roem(
            four_jacks=s.number("four_jacks"),
            four_ranks=s.pick("four_kind_ranks", {"all": "789TJQKA", "ten_up": "TJQKA"}),
            claim=s["roem_call"] == "claim",
        ),
    )


KLAVERJAS = Variant("klaverjas", "Klaverjassen", SETTINGS, PRESETS, build, fixed=FIXED)
