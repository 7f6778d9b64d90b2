"""Coinche and contree as the rule text says them: the auction and the scoring; play and declarations are belote's.

Paragraphs named below are those of the rule text (``docs/games/belote.md``).
"""

from collections.abc import Mapping, Sequence

from . import belote
from .common import (
    ANY_NUMBER,
    SUITS,
    Answer,
    Auction,
    Card,
    Given,
    Rules,
    add,
    hear,
    play_out,
    rank_of,
    read_settings,
    sides,
    sweeper,
)

SETTINGS = {
    **belote.PLAY_SETTINGS,
    **belote.MELD_SETTINGS,
    **belote.MATCH_SETTINGS,
    "target": ("1000", ANY_NUMBER),
    "melds": ("off", "on"),  # 3.3
    "melds_help_contract": ("on", "off"),  # 3.3
    "meld_tie": ("nobody", "eldest", "taker_first"),  # 3.3: exact ties cancel
    "capot_melds": ("transferred", "lost", "kept"),  # 3.3: on capot the defenders' go over
    "capot_value": ("250", "252"),  # A1
    "belote_on_fail": ("holder", "winner"),  # A12
    "contract_test": ("exact", "rounded"),  # A13
    "belote_counts_for_contract": ("on", "off"),  # A14
    "contract_floor": ("82", "none"),
    "rounding": ("half_up", "half_down", "complement", "none"),  # A15
    "deal_base": ("160", "162"),
    "surcoinche_factor": ("4", "3"),
    "coinched_capot_base": ("160", "250", "252"),  # A17
    "made_capot_base": ("250", "160"),
    "capot_contract_score": ("formula", "flat500"),  # A18
    "defence_capot_base": ("160", "250"),  # A19
    "coinche_timing": ("in_turn", "any_time"),  # A20
    "capot_can_be_coinched": ("on", "off"),  # A20
    "max_bid": ("160", ANY_NUMBER),  # A22
    "sa_ta": ("off", "on"),  # 3.1
    "sa_ta_points": ("scaled", "ffb2015", "ffb2016", "raw"),  # 3.1
    "generale": ("off", "on"),  # 3.2
    "score_mode": ("cards_and_bid", "bid_only"),  # 3.4
}
PRESETS: Mapping[str, Mapping[str, str]] = {
    "standard": {},
    "contree": {
        "contract_floor": "none",
        "deal_base": "162",
        "surcoinche_factor": "3",
        "rounding": "none",
        "capot_value": "252",
        "coinched_capot_base": "252",
        "undertrump": "free",
        "belote_on_fail": "winner",
    },
}
BID_VALUES = {"capot": 250, "generale": 500}
NO_TRUMP_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ALL_TRUMP_POINTS = {
    "scaled": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1, "8": 0, "7": 0},
    "ffb2015": {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2, "8": 0, "7": 0},
}
RAW_CAPOT = {"none": 220, "all": 348}

legal = belote.legal
melds = belote.melds
meld_compare = belote.meld_compare
move_melds = belote.move_melds


def rules(settings: Mapping[str, object]) -> Rules:
    """The settings in force; belote's ``declarations`` switch is called ``melds`` here."""
    chosen = read_settings(SETTINGS, PRESETS, belote.old_words(settings))
    return {**chosen, "declarations": chosen["melds"]}


def points(rules: Rules, trump: str, card: Card) -> int:
    """Value of a card; no trump and all trumps by ``sa_ta_points`` (3.1). ``ffb2016`` all trumps is scaled per deal."""
    method = rules["sa_ta_points"]
    if trump == "none" and method != "raw":
        return NO_TRUMP_POINTS[rank_of(card)]
    if trump == "all" and method in ALL_TRUMP_POINTS:
        return ALL_TRUMP_POINTS[method][rank_of(card)]
    return belote.points(rules, trump, card)


# --- auction (1.5) ----------------------------------------------------------------------------------------------------


class _Auction(Auction):
    bid: tuple[int, int] = (0, 0)  # kind (0 number, 1 capot, 2 generale) and value: higher beats lower
    bidder: int | None = None
    bid_suit = ""
    passes = 0
    answering: list[int]

    def say(self, call: str) -> bool:
        assert self.turn is not None
        if self.multiplier > 1:
            return self._answer(call)
        if call == "pass":
            return self._pass()
        if call == "coinche":
            return self._coinche()
        offered = _read_bid(self.rules, call)
        if offered is None or offered[0] <= self.bid:
            return False
        self.bid, self.bid_suit = offered
        self.bidder, self.passes = self.turn, 0
        self.turn = (self.turn + 1) % 4
        return True

    def _pass(self) -> bool:
        assert self.turn is not None
        self.passes += 1
        self.turn = (self.turn + 1) % 4
        if self.bidder is None:
            return self.throw_in() if self.passes == 4 else True
        return self._settle() if self.passes == 3 else True

    def _coinche(self) -> bool:
        """An opponent of the highest bid, in his turn; with ``any_time`` the next opponent may break in."""
        if self.bidder is None or self.turn is None:
            return False
        if self.bid[0] > 0 and self.rules["capot_can_be_coinched"] == "off":
            return False
        coincher = self.turn
        if (coincher - self.bidder) % 2 == 0:
            if self.rules["coinche_timing"] == "in_turn":
                return False
            coincher = (coincher + 1) % 4
        self.multiplier = 2
        self.answering = [(coincher + 1) % 4, (coincher + 3) % 4]
        self.turn = self.answering.pop(0)
        return True

    def _answer(self, call: str) -> bool:
        """The bidding side declines, one after the other, or says surcoinche."""
        if call == "surcoinche":
            self.multiplier = int(self.rules["surcoinche_factor"])
            return self._settle()
        if call != "pass":
            return False
        if not self.answering:
            return self._settle()
        self.turn = self.answering.pop(0)
        return True

    def _settle(self) -> bool:
        assert self.bidder is not None
        self.value = self.bid[1]
        return self.buy(self.bidder, {"N": "none", "A": "all"}.get(self.bid_suit, self.bid_suit))


def _read_bid(rules: Rules, call: str) -> tuple[tuple[int, int], str] | None:
    """A bid as (rank on the ladder, suit letter), or None if it is not on the ladder."""
    word, _, named = call.partition(":")
    suits = SUITS + "NA" if rules["sa_ta"] == "on" else SUITS
    if word in BID_VALUES and len(named) == 1 and named in suits:
        if word == "generale" and rules["generale"] == "off":
            return None
        return (1 if word == "capot" else 2, BID_VALUES[word]), named
    number, suit = call[:-1], call[-1:]
    if not number.isdigit() or not suit or suit not in suits:
        return None
    on_ladder = 80 <= int(number) <= int(rules["max_bid"]) and int(number) % 10 == 0 and number == str(int(number))
    return ((0, int(number)), suit) if on_ladder else None


def auction(rules: Rules, given: Given) -> Answer:
    """Bids of value and suit, each higher than the last; coinche and surcoinche (1.5, A20, A21)."""
    return hear(_Auction(rules), given["calls"])


# --- scoring (1.11, 3.3, 3.4) -----------------------------------------------------------------------------------------


def written(rules: Rules, cards: Sequence[int], taker: int) -> list[int]:
    """Card points as they are written, per side, by ``rounding``."""
    up = [(value + 5) // 10 * 10 for value in cards]
    down = [(value + 4) // 10 * 10 for value in cards]
    complement = list(up)
    complement[1 - taker] = (sum(cards) + 5) // 10 * 10 - up[taker]  # 160 of 162
    return {"half_up": up, "half_down": down, "complement": complement, "none": list(cards)}[rules["rounding"]]


def is_made(rules: Rules, given: Given, announced: Sequence[int], belote: Sequence[int]) -> bool:
    """Has the taking side kept its contract?

    A number: that many points, the floor too, and with helping declarations more than the defenders. Capot: every
    trick. Generale: every trick won by the bidder himself (``taker_tricks``, default the tricks of his side).
    """
    taker, bid = given["taker"], given["bid"]
    if sweeper(given["tricks"]) == 1 - taker:  # nobody keeps a contract without a trick
        return False
    if bid in BID_VALUES:
        alone = bid == "capot" or given.get("taker_tricks", given["tricks"][taker]) == given["tricks"][taker]
        return bool(alone) and sweeper(given["tricks"]) == taker
    exact: list[int] = list(given["card_points"])
    if rules["belote_counts_for_contract"] == "on":
        exact = add(exact, belote)
    helped = any(announced) and rules["melds_help_contract"] == "on"
    if helped:
        exact = add(exact, announced)
    if helped and exact[taker] <= exact[1 - taker]:
        return False
    if rules["contract_floor"] != "none" and exact[taker] < int(rules["contract_floor"]):
        return False
    gained = 0
    if rules["contract_test"] == "rounded":
        gained = written(rules, given["card_points"], taker)[taker] - given["card_points"][taker]
    return exact[taker] + gained >= int(bid)


def deal_score(rules: Rules, given: Given) -> Answer:
    """Score of a coinche deal. Optional ``trump`` (for raw no-trump and all-trump capots) and ``taker_tricks``."""
    if given.get("trump") == "all" and rules["sa_ta_points"] == "ffb2016":
        given = {**given, "card_points": [round(value * 162 / 258) for value in given["card_points"]]}
    taker, multiplier = given["taker"], given.get("multiplier", 1)
    other = 1 - taker
    belote = list(given.get("belote", [0, 0]))
    announced = list(given.get("melds", [0, 0])) if rules["melds"] == "on" else [0, 0]
    if sweeper(given["tricks"]) == taker:
        move_melds(rules["capot_melds"], announced, taker)
    made = is_made(rules, given, announced, belote)
    scores = [0, 0]
    side = taker if made else other
    if made and multiplier == 1:
        scores = add(_made_cards(rules, given), announced)
    else:
        scores[side] = _stake(rules, given, made) + sum(announced)
    to_winner = rules["belote_on_fail"] == "winner" and (not made or multiplier > 1)
    for holder in (0, 1):
        scores[side if to_winner else holder] += belote[holder]
    return {"scores": scores, "made": made, "held": 0}


def _bid_value(given: Given) -> int:
    return BID_VALUES[given["bid"]] if given["bid"] in BID_VALUES else int(given["bid"])


def _flat(rules: Rules, given: Given) -> int | None:
    """``flat500``: what a capot contract is worth, made or failed; None for every other contract."""
    if given["bid"] != "capot" or rules["capot_contract_score"] == "formula":
        return None
    multiplier = given.get("multiplier", 1)
    return {1: 500, 2: 1000}.get(multiplier, 2000)


def _made_cards(rules: Rules, given: Given) -> list[int]:
    """Made and not coinched: bid and cards to the takers, cards to the defenders; the takers' capot is revalued."""
    taker = given["taker"]
    cards = written(rules, given["card_points"], taker)
    if sweeper(given["tricks"]) == taker and rules["made_capot_base"] == "250":
        cards[taker] = capot_points(rules, given.get("trump"))
    flat = _flat(rules, given)
    if rules["score_mode"] == "bid_only":
        cards = [0, 0]
    cards[taker] += _bid_value(given)
    if flat is not None:
        cards[taker] = flat
    return cards


def capot_points(rules: Rules, trump: str | None) -> int:
    """The card points of a side with every trick."""
    if rules["sa_ta_points"] == "raw" and trump in RAW_CAPOT:
        return RAW_CAPOT[trump]
    return int(rules["capot_value"])


def _stake(rules: Rules, given: Given, made: bool) -> int:
    """What the winner writes when the contract failed or was coinched: a base, and the bid times the factor."""
    flat = _flat(rules, given)
    if flat is not None:
        return flat
    bids: int = given.get("multiplier", 1) * _bid_value(given)
    if rules["score_mode"] == "bid_only":
        return bids
    revalued = rules["coinched_capot_base" if made else "defence_capot_base"]
    swept = sweeper(given["tricks"]) == (given["taker"] if made else 1 - given["taker"])
    base = revalued if swept and revalued != "160" else rules["deal_base"]
    return int(base) + bids


# --- match, whole deal ------------------------------------------------------------------------------------------------


def match(rules: Rules, given: Given) -> Answer:
    """Is the match over after this deal? (1.12)"""
    return belote.finish(rules, given, add(given["before"], given["deal"]))


def play_deal(rules: Rules, given: Given) -> Answer:
    """Auction, play and score of a deal."""
    heard = auction(rules, given)
    taker, trump = heard["taker"], heard["trump"]
    played = play_out(
        given["hands"],
        given["cards"],
        trump,
        lambda trick, hand, gone: legal(rules, trump, trick, sorted(hand)),
        lambda card: points(rules, trump, card),
    )
    cards = sides(played.points)
    final = _final_bid(given["calls"])
    _, announced = meld_compare(rules, given["hands"], trump, taker)
    score = deal_score(
        rules,
        {
            "taker": taker % 2,
            "bid": final if final in BID_VALUES else heard["value"],
            "multiplier": heard["multiplier"],
            "card_points": cards,
            "tricks": sides(played.tricks),
            "taker_tricks": played.tricks[taker],
            "melds": announced,
            "belote": belote.belote_points(given["hands"], trump),
            "trump": trump,
        },
    )
    return {"winners": played.winners, "card_points": cards, **score}


def _final_bid(calls: Sequence[str]) -> str:
    """The word of the last bid: ``capot``, ``generale`` or a number with its suit."""
    bids = [call for call in calls if call not in ("pass", "coinche", "surcoinche")]
    return bids[-1].partition(":")[0]
