"""The vocabulary in which every game of the family is written down.

A variant is data: named settings, presets, and one function that puts the parts below together for the settings
really in force. The result, :class:`Rules`, is what every floor above reads; nothing else decides a rule. No game is
named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from jacknine.rules.settings import Clash, Options, Preset, Setting, SettingsError

if TYPE_CHECKING:
    from jacknine.rules.auction import Auction
    from jacknine.rules.declarations import Declarations
    from jacknine.rules.scoring import Scoring

Duty = Literal["never", "unless_partner", "always"]
Under = Literal["forced", "free", "banned", "banned_unless_only_trumps"]
UnderPartner = Literal["free", "not_if_over", "banned"]
Direction = Literal["clockwise", "counter_clockwise"]
Gain = Literal["cards", "declared", "belote"]
"""What brings points in the course of a deal, by its name in a Tally."""


# --- a game -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: its settings, its presets and how the settings in force make up the rules.

    ``refuse`` says which settings contradict each other, or returns ``None``; ``derive`` gives the defaults that depend
    on the other settings. ``fixed`` are names that a rule sheet knows and that have one value only: it may be given.
    """

    name: str
    title: str
    settings: tuple[Setting, ...]
    presets: tuple[Preset, ...]
    build: Callable[[Options], Rules]
    refuse: Callable[[Options], Clash | None] = lambda _: None
    derive: Callable[[Mapping[str, str]], Mapping[str, str]] = lambda _: {}
    fixed: tuple[Setting, ...] = ()

    def setting(self, name: str) -> Setting:
        """The setting of that name.

        Raises:
            SettingsError: there is none; the message lists the names.
        """
        for setting in (*self.settings, *self.fixed):
            if setting.name == name:
                return setting
        names = ", ".join(sorted(["preset", *(setting.name for setting in self.settings)]))
        raise SettingsError(f"{self.name} has no setting {name!r}; its settings are {names}")

    def preset(self, name: str) -> Preset:
        """The preset of that name.

        Raises:
            SettingsError: there is none; the message lists the names.
        """
        for preset in self.presets:
            if preset.name == name:
                return preset
        raise SettingsError(
            f"{self.name} has no preset {name!r}; its presets are {', '.join(p.name for p in self.presets)}"
        )


# --- parts ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """Ranks from high to low and their card points, in the same order."""

    ranks: str
    points: tuple[int, ...]

    def points_of(self, rank: str) -> int:
        return self.points[self.ranks.index(rank)]


@dataclass(frozen=True, slots=True)
class Duties:
    """What a player owes a trick beyond following suit: five knobs, and what few games add.

    beat_plain: play above the best card of a plain suit when following it (as long as no trump lies). beat_trump:
    play above the best trump when trump was led. trump_in: trump when void. overtrump: play above a trump that lies,
    when trumping is owed. undertrump: what a void player owes who has trumps but none above the one that lies;
    ``banned_unless_only_trumps`` holds even where no trump is owed. under_partner: what else binds one who owes no
    trump because his partner is winning. third_hand: the third hand trumps its partner's lead unless that was an ace
    or an announced Ekka; ekka_relief: such a lead frees it even when an opponent has trumped. ruff_freely: trumping
    is allowed while able to follow, though not below a trump that lies there. exempt_top_trump: nobody has to give
    the top trump to a trump lead.
    """

    beat_plain: Duty = "never"
    beat_trump: Duty = "never"
    trump_in: Duty = "never"
    overtrump: Duty = "never"
    undertrump: Under = "free"
    under_partner: UnderPartner = "free"
    third_hand: bool = False
    ekka_relief: bool = False
    ruff_freely: bool = False
    exempt_top_trump: bool = False


@dataclass(frozen=True, slots=True)
class Denomination:
    """What a contract is played in: the trump suit if any, the orders, the duties, and what it does to bonuses.

    ``trump`` is the suit number, or None when no suit ruffs; ``all_trump`` ranks every suit by ``trump_order``.
    ``belote_suits`` are the suits whose king and queen make a pair. ``declarations`` replaces the game's own list of
    declarations, where a denomination pays them differently. ``factor`` multiplies what the deal is worth.
    """

    key: str
    trump: int | None
    trump_order: Order
    plain_order: Order
    duties: Duties
    belote_suits: tuple[int, ...] = ()
    all_trump: bool = False
    declarations: Declarations | None = None
    factor: int = 1

    def is_trump(self, card: int) -> bool:
        """Whether a card ranks by the trump order."""
        suit = card >> 3 if card < 32 else (card - 32) & 3
        return self.all_trump or suit == self.trump


@dataclass(frozen=True, slots=True)
class Dealing:
    """How the cards come to the seats.

    packets: cards dealt to each seat in turn before the auction. turned: what is turned up then, a card of the pack
    or one of a pile that is not played with. rest: cards dealt to each seat after the auction (one fewer to the seat
    that gets the turned card). talon: face-down cards that lie before each seat, picked up when trump is fixed, or by
    a seat that passes (``talon_on_pass``). caller_extra: cards that go to the taker besides, who lays ``discard``
    away (``discard_rule``). covered: a seat looks at its cards only when it is its turn to call. turned_to_taker: the
    turned card goes into a hand. seven_swap: the trump seven among a seat's first cards may be changed for the turned
    card. stock_open: the cards left over lie face up.
    """

    packets: tuple[int, ...]
    turned: Literal["none", "card", "pile"] = "none"
    turned_to_taker: bool = False
    rest: int = 0
    talon: int = 0
    talon_on_pass: bool = False
    caller_extra: int = 0
    discard: int = 0
    discard_rule: Literal["any", "no_trump", "no_points"] = "any"
    covered: bool = False
    seven_swap: bool = False
    stock_open: bool = False


@dataclass(frozen=True, slots=True)
class Roem:
    """Bonuses of a trick: runs of three and four (20, 50), king and queen of trump (20), four of a rank.

    ``four_ranks`` are the ranks that count; ``claim``: the side must call it before the next lead.
    """

    four: int = 100
    four_jacks: int = 200
    four_ranks: str = "789TJQKA"
    claim: bool = False

    @property
    def dearest(self) -> int:
        """The most roem that a trick can have: four of a rank, or a run of four with king and queen of trump."""
        return max(self.four, self.four_jacks, 50 + 20)


@dataclass(frozen=True, slots=True)
class Match:
    """When a match is over and who has won it.

    It runs to ``target`` points or for a number of ``deals``. exceed: the target must be passed, not only reached.
    at_equal: what happens when the leaders are level at the end. both_over: who wins when several sides are over the
    target. finish_without_trick: whether a side that took no trick in a deal may win by it. stop_order: the match
    stops in the middle of a deal when points that nobody can lose any more reach the target; in the first trick,
    which may bring points of all kinds to both sides, they count in the groups and the order given here (empty: the
    deal is played out). show_pair: in the first trick a pair that is still in a hand counts if that decides who is
    there first. held_at_end: points still held over at the end are dropped, or go back to the side they were taken
    from. same_dealer_on_void: a thrown-in deal is dealt again by the same seat.
    """

    target: int | None = None
    deals: int | None = None
    exceed: bool = False
    at_equal: Literal["one_more", "draw"] = "one_more"
    both_over: Literal["higher_total", "deal_winner"] = "higher_total"
    finish_without_trick: bool = True
    stop_order: tuple[tuple[Gain, ...], ...] = ()
    show_pair: bool = False
    held_at_end: Literal["drop", "give_back"] = "drop"
    same_dealer_on_void: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole rule set, ready to play: what a variant's ``build`` returns.

    ``line`` is its canonical name with settings (``belote(preset=cafe,target=1001)``). Seats are numbered in turn
    order; with four seats and ``partners`` the sides are the even and the odd seats, otherwise each seat is its own
    side. ``solo``: the taker plays alone against all others for the deal, whose sides stay their own. ``last_trick``
    is the bonus of the last trick in card points.
    """

    variant: str
    players: int
    partners: bool
    pack: int
    direction: Direction
    denominations: tuple[Denomination, ...]
    dealing: Dealing
    auction: Auction
    declarations: Declarations
    scoring: Scoring
    match: Match
    line: str = ""
    last_trick: int = 10
    pair_points: int = 20
    pair_absorbed_from: int | None = None
    """A declaration that scores at least this much and holds the pair's cards takes the pair's points away."""
    roem: Roem | None = None
    belote_ask: bool = False
    """The pair is counted only when its holder says so as he plays (automatic otherwise)."""
    belote_said_with: Literal["first", "second"] = "first"
    first_lead: Literal["eldest", "taker"] = "eldest"
    ekka: Literal["none", "auto", "manual"] = "none"
    claims: Literal["verified", "penalty", "off"] = "verified"
    solo: bool = False

    @property
    def sides(self) -> int:
        return 2 if self.partners else self.players

    @property
    def hand_size(self) -> int:
        """How many cards a hand is played with; in bela for two and three not all of the pack is."""
        return min(10, self.pack.bit_count() // self.players)

    def side_of(self, seat: int) -> int:
        return seat & 1 if self.partners else seat

    def first_leader(self, eldest: int, taker: int) -> int:
        """The seat that leads to the first trick."""
        return taker if self.first_lead == "taker" else eldest

    def denomination(self, key: str) -> Denomination:
        """The denomination of that key.

        Raises:
            KeyError: this rule set does not play it.
        """
        for denomination in self.denominations:
            if denomination.key == key:
                return denomination
        raise KeyError(key)

    def declarations_in(self, denomination: Denomination) -> Declarations:
        """What may be declared when that is played: its own list, or else the game's."""
        return denomination.declarations or self.declarations

    def __hash__(self) -> int:
        return hash(self.line)

    def __repr__(self) -> str:
        """The line alone: all parts would fill a page of every state and view that is printed."""
        return f"<Rules {self.line}>"


def after(seat: int, players: int) -> int:
    """The seat that plays next."""
    return (seat + 1) % players


# --- shared orders --------------------------------------------------------------------------------------------------

TRUMP_ORDER = Order("J9ATKQ87", (20, 14, 11, 10, 4, 3, 0, 0))
PLAIN_ORDER = Order("ATKQJ987", (11, 10, 4, 3, 2, 0, 0, 0))


def suit_denominations(
    duties: Duties, trump: Order = TRUMP_ORDER, plain: Order = PLAIN_ORDER, *, factor: int = 1
) -> tuple[Denomination, ...]:
    """The four suit contracts of a game; the pair is king and queen of the trump suit."""
    return tuple(
        Denomination("SHDC"[suit], suit, trump, plain, duties, belote_suits=(suit,), factor=factor) for suit in range(4)
    )
