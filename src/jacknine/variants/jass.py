"""Schieber Jass, the Swiss partnership game with 36 cards: choose or push (docs/games/jass.md)."""

from __future__ import annotations

from dataclasses import replace

from jacknine.cards import PACK_36
from jacknine.rules.auction import Naming, Offer
from jacknine.rules.contract import BOTTOMS_UP, SUIT_KEYS, TOPS_DOWN
from jacknine.rules.declarations import Declarations
from jacknine.rules.scoring.counted import CountedScoring
from jacknine.rules.settings import Options, Preset, Setting
from jacknine.rules.variant import Dealing, Denomination, Duties, Gain, Match, Order, Rules, Variant, suit_denominations

SETTINGS = (
    Setting("match", ("points", "deals:12"), "to a number of points, or twelve deals", "1.9"),
    Setting("target", ("2500", "1000", "2000", "3000"), "points that end the match", "1.9", range(1, 10001)),
    Setting(
        "multipliers",
        ("1-2-3-3", "1-1-1-1", "1-2-3-4", "1-2-2-2"),
        "a red trump, a black trump, tops-down, bottoms-up",
        "1.8",
    ),
    Setting("no_trump", ("on", "off"), "tops-down and bottoms-up may be announced", "1.4"),
    Setting("push", ("once", "back"), "the partner of a pusher must choose, or may push back", "1.4"),
    Setting("first_lead", ("forehand", "chooser"), "who leads to the first trick", "1.4"),
    Setting("undertrump", ("banned", "free"), "void, and a trump lies there", "1.6"),
    Setting("weis", ("on", "off"), "declarations are played", "1.7"),
    Setting("stoeck", ("on", "off"), "king and queen of trump are worth 20", "1.7"),
    Setting("long_runs", ("100", "50_each", "20_each"), "runs of six and more", "1.7"),
    Setting("four_ranks", ("nine_up", "all"), "which fours count", "1.7"),
    Setting("hundred_order", ("run_first", "quad_first"), "a run against a four of the same worth", "1.7"),
    Setting("bottoms_up_weis", ("reversed", "natural"), "in bottoms-up low cards rank high", "1.7"),
    Setting("weis_tie", ("trump_then_seat", "seat"), "equal declarations", "1.7"),
    Setting("card_reuse", ("true", "false"), "a card may serve a four and a run", "1.7"),
    Setting("trickless_weis", ("kept", "lost"), "declarations of a side without a trick", "1.7"),
    Setting(
        "weis_call", ("auto", "manual"), "declarations and stöck are announced by the table, or by the player", "1.7"
    ),
    Setting("counter_match", ("same", "double"), "every trick for the side that did not choose", "1.8"),
    Setting("match_end", ("at_once", "end_of_deal"), "the match stops at the target, or the deal is played out", "1.9"),
    Setting(
        "end_order",
        ("stoeck_weis_stich", "stoeck_stich_weis", "stich_stoeck_weis"),
        "what counts first when both sides reach the target in the first trick",
        "1.9",
    ),
)

PRESETS = (
    Preset("schieber", "2500 points with multipliers, as on the national online table", {}),
    Preset("einfach", "1000 points, everything counts once", {"target": "1000", "multipliers": "1-1-1-1"}),
    Preset("turnier", "twelve deals, everything counts once", {"match": "deals:12", "multipliers": "1-1-1-1"}),
    Preset("reglement", "long runs and low fours count more", {"long_runs": "50_each", "four_ranks": "all"}),
    Preset(
        "dreitausend",
        "the long game, bottoms-up counts four times",
        {"target": "3000", "multipliers": "1-2-3-4", "card_reuse": "false"},
    ),
)

NATURAL = "AKQJT9876"
TRUMP_ORDER = Order("J9AKQT876", (20, 14, 11, 4, 3, 10, 0, 0, 0))
PLAIN_ORDER = Order(NATURAL, (11, 4, 3, 2, 10, 0, 0, 0, 0))
TOPS_DOWN_ORDER = Order(NATURAL, (11, 4, 3, 2, 10, 0, 8, 0, 0))
BOTTOMS_UP_ORDER = Order(NATURAL[::-1], (11, 0, 8, 0, 10, 2, 3, 4, 0))

RUNS = {
    "100": {3: 20, 4: 50, 5: 100},
    "50_each": {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300},
    "20_each": {3: 20, 4: 50, 5: 100, 6: 120, 7: 140, 8: 160, 9: 180},
}
FOURS = {"A": 100, "K": 100, "Q": 100, "T": 100, "9": 150, "J": 200}
PARTS: dict[str, Gain] = {"stoeck": "belote", "weis": "declared", "stich": "cards"}


def declarations(s: Options) -> Declarations:
    """The dearer, then a run before a four, the longer run, the higher card, a run in trump, the earlier seat (1.7)."""
    if not s.on("weis"):
        return Declarations()
    return Declarations(
        runs=RUNS[s["long_runs"]],
        fours=FOURS | ({"8": 100, "7": 100, "6": 100} if s["four_ranks"] == "all" else {}),
        four_order=NATURAL,
        compare="points_first",
        four_or_run=s.pick("hundred_order", {"run_first": "run", "quad_first": "four"}),
        longer_first=True,
        trump_breaks_ties=s["weis_tie"] == "trump_then_seat",
        card_reuse=s.on("card_reuse"),
        announce=s.pick("weis_call", {"auto": "auto", "manual": "manual"}),
    )


def denominations(s: Options) -> tuple[Denomination, ...]:
    """Follow suit or trump, never under a trump; the highest trump may stay in the hand (1.2, 1.6, 1.8)."""
    duties = Duties(
        undertrump=s.pick("undertrump", {"banned": "banned_unless_only_trumps", "free": "free"}),
        ruff_freely=True,
        exempt_top_trump=True,
    )
    red, black, down, up = map(int, s["multipliers"].split("-"))
    suits = [
        replace(
            suit, factor=red if suit.key in "HD" else black, belote_suits=suit.belote_suits if s.on("stoeck") else ()
        )
        for suit in suit_denominations(duties, TRUMP_ORDER, PLAIN_ORDER)
    ]
    tops_down = Denomination(TOPS_DOWN, None, TOPS_DOWN_ORDER, TOPS_DOWN_ORDER, Duties(), factor=down)
    bottoms_up = Denomination(BOTTOMS_UP, None, BOTTOMS_UP_ORDER, BOTTOMS_UP_ORDER, Duties(), factor=up)
    if s.on("weis") and s["bottoms_up_weis"] == "reversed":
        low = replace(declarations(s), low_is_high=True, four_order=NATURAL[::-1])
        bottoms_up = replace(bottoms_up, declarations=low)
    return (*suits, tops_down, bottoms_up) if s.on("no_trump") else tuple(suits)


def auction(s: Options) -> Naming:
    """Forehand chooses or pushes, his partner must choose; the opponents do not speak (1.4)."""
    pushed_once = (Offer("any", (0,)), Offer("any", (2,), must=2))
    pushed_back = (Offer("any", (0,)), Offer("any", (2,)), Offer("any", (0,), must=0))
    offers = s.pick("push", {"once": pushed_once, "back": pushed_back})
    keys = (*SUIT_KEYS, TOPS_DOWN, BOTTOMS_UP) if s.on("no_trump") else SUIT_KEYS
    return Naming(offers, decline="push", keys=keys)


def match(s: Options) -> Match:
    """At once or after the deal; or a number of deals (1.9)."""
    kind, _, number = s["match"].partition(":")
    if kind == "deals":
        return Match(deals=int(number))
    if s["match_end"] == "end_of_deal":
        return Match(target=s.number("target"))
    order = tuple((PARTS[part],) for part in s["end_order"].split("_"))
    return Match(target=s.number("target"), stop_order=order, show_pair=True)


def build(s: Options) -> Rules:
    return Rules(
        variant="jass",
        players=4,
        partners=True,
        pack=PACK_36,
        direction="counter_clockwise",
        denominations=denominations(s),
        dealing=Dealing(packets=(3, 3, 3)),
        auction=auction(s),
        declarations=declarations(s),
        scoring=CountedScoring(
            all_tricks=100,
            defence_times=2 if s["counter_match"] == "double" else 1,
            trickless=s.pick("trickless_weis", {"kept": "kept", "lost": "lost"}),
        ),
        match=match(s),
        last_trick=5,
        belote_ask=s["weis_call"] == "manual",
        belote_said_with="second",
        first_lead=s.pick("first_lead", {"forehand": "eldest", "chooser": "taker"}),
    )


JASS = Variant("jass", "Schieber Jass", SETTINGS, PRESETS, build)
