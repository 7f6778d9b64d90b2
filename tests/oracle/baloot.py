"""Baloot as the rule text says it: play, projects, game points, match; the bidding is in ``baloot_bidding.py``.

Paragraphs named below are those of the rule text (``docs/games/baloot.md``). Sun is the contract ``"none"``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .baloot_bidding import GAHWA
from .baloot_bidding import auction as auction
from .common import (
    ANY_NUMBER,
    NATURAL_ORDER,
    PACK,
    Answer,
    Card,
    Given,
    Meld,
    Rules,
    add,
    card_points,
    fours,
    longest_runs,
    of_suit,
    partner_wins,
    plain_height,
    play_out,
    race,
    rank_of,
    read_settings,
    sides,
    subsets,
    suit_of,
    sweeper,
    trumps_over,
    winner,
)

SETTINGS = {
    "target": ("152", ANY_NUMBER),
    "sun_priority": ("always", "ace_only", "off"),  # 2.2
    "sun_priority_over_partner": ("on", "off"),
    "sun_priority_round2": ("off", "on"),
    "ashkal_after_passes": ("off", "on"),
    "ashkal_on_ace": ("on", "off"),
    "ashkal_round2": ("off", "on"),
    "ashkal_buyer": ("caller", "partner"),
    "hokum_confirm": ("off", "on"),
    "undertrump": ("free", "forced"),  # 2.3
    "ekka_relief_when_ruffed": ("off", "on"),
    "ekka": ("auto", "manual"),
    "hundred_order": ("quad_first", "run_first", "rank_only"),  # 2.4
    "project_trump_first": ("off", "on"),
    "project_tie": ("seat", "cancel"),
    "card_reuse": ("off", "on"),
    "max_projects": ("none", "2", "1"),
    "absorbed_by_hundred": ("on", "off"),
    "baloot_call": ("auto", "manual"),
    "hokum_66": ("counting_side", "smaller_side"),  # 2.5
    "exact_tie": ("buyer", "opponents", "recorded"),
    "baloot_counts_for_contract": ("on", "off"),
    "doubled_tie": ("last_raiser_loses", "first_doubler_loses", "buyer_wins"),
    "kaboot_takes_losers_projects": ("off", "on"),
    "kaboot_doubled": ("flat", "multiplied"),
    "reverse_kaboot": ("off", "88"),
    "both_over": ("higher_total", "deal_winner"),
    "doubling": ("off", "on"),  # 2.7
    "project_multiplier": ("cap2", "double_only", "level"),
    "locked": ("off", "raiser_chooses"),
    "sawa": ("verified", "off", "penalty"),
    "kawesh": ("off", "on"),
    "kawesh_dealer": ("rotate", "same"),
}
PRESETS: Mapping[str, Mapping[str, str]] = {
    "seed": {},
    "pagat": {"kaboot_doubled": "multiplied", "doubling": "on"},
    "saudi": {
        "sun_priority": "ace_only",
        "sun_priority_over_partner": "off",
        "ashkal_on_ace": "off",
        "ashkal_round2": "on",
        "undertrump": "forced",
        "hundred_order": "run_first",
        "project_multiplier": "double_only",
        "doubling": "on",
    },
    "kammelna_like": {
        "ashkal_on_ace": "off",
        "ashkal_round2": "on",
        "undertrump": "forced",
        "hundred_order": "rank_only",
        "hokum_66": "smaller_side",
        "exact_tie": "recorded",
        "baloot_counts_for_contract": "off",
        "project_multiplier": "level",
        "kaboot_takes_losers_projects": "on",
        "doubling": "on",
    },
}
BALOOT = 2
RUN_POINTS = {3: 2, 4: 5, 5: 10, 6: 10, 7: 10, 8: 10}
HUNDRED = 10
FOUR_HUNDRED = 40
FOUR_RANKS = "AKQJT"
STAKE = {"hokum": 16, "sun": 26}
KABOOT = {"hokum": 25, "sun": 44}
REVERSE_KABOOT = 88
ROUNDED_UNIT = {"hokum": 10, "sun": 5}


def rules(settings: Mapping[str, object]) -> Rules:
    """The settings in force."""
    return read_settings(SETTINGS, PRESETS, settings)


# --- play (2.3, 2.7) --------------------------------------------------------------------------------------------------


def legal(
    rules: Rules,
    trump: str,
    trick: Sequence[Card],
    hand: Sequence[Card],
    players: int = 4,
    ekka: bool = False,
    locked: bool = False,
) -> set[Card]:
    """The cards that may be played. ``ekka``: the led card is an announced Ekka; ``locked``: trump may not be led."""
    cards = set(hand)
    mine = of_suit(cards, trump)
    if not trick:
        return (cards - mine or cards) if locked else cards
    led = suit_of(trick[0])
    follow = of_suit(cards, led)
    partner = partner_wins(trump, trick, players)
    over = trumps_over(trump, trick, cards)
    if follow:
        return (over or follow) if led == trump and not partner else follow
    if trump == "none" or not mine:
        return cards
    third = len(trick) == 2
    relieved = ekka or rank_of(trick[0]) == "A"
    if partner:
        must_trump = third and led != trump and not relieved
        return mine if must_trump else cards
    ruffed = suit_of(trick[winner(trump, trick)]) == trump
    if third and ruffed and relieved and rules["ekka_relief_when_ruffed"] == "on":
        return cards
    if not ruffed:
        return mine
    return over or (mine if rules["undertrump"] == "forced" else cards)


def is_ekka(trump: str, card: Card, gone: set[Card]) -> bool:
    """Is this led card the highest left of a plain suit in Hokum, every higher one gone in earlier tricks?"""
    if trump == "none" or suit_of(card) == trump:
        return False
    higher = {other for other in of_suit(PACK, suit_of(card)) if plain_height(other) > plain_height(card)}
    return higher <= gone


def points(rules: Rules, trump: str, card: Card) -> int:
    """Value of a card (2.1)."""
    return card_points(trump, card)


# --- projects (2.4) ---------------------------------------------------------------------------------------------------


def melds(rules: Rules, hand: Sequence[Card], trump: str) -> list[Meld]:
    """The projects of a hand in game points: the split with the best single project, then the highest sum."""

    def worth(choice: list[Meld]) -> tuple[tuple[int, ...], int, int]:
        best = max((strength(rules, meld, trump) for meld in choice), default=(-1,))
        return best, sum(meld.points for meld in choice[:limit]), sum(meld.points for meld in choice)

    limit = len(hand) if rules["max_projects"] == "none" else int(rules["max_projects"])
    quads = fours(hand, FOUR_RANKS)
    reuse = rules["card_reuse"] == "on"
    choices: list[list[Meld]] = []
    for chosen in [quads] if reuse else subsets(quads):
        used = set() if reuse else {card for quad in chosen for card in quad}
        found = [_four(quad, trump) for quad in chosen] + [_run(r, trump) for r in longest_runs(set(hand) - used)]
        found.sort(key=lambda meld: strength(rules, meld, trump), reverse=True)
        choices.append(found)
    return max(choices, key=worth)[:limit]


def _four(cards: tuple[Card, ...], trump: str) -> Meld:
    """Four of a kind: a Hundred, in Sun 20, four aces 40."""
    if trump != "none":
        return Meld(cards, HUNDRED)
    return Meld(cards, FOUR_HUNDRED if rank_of(cards[0]) == "A" else 2 * HUNDRED)


def _run(cards: tuple[Card, ...], trump: str) -> Meld:
    """Sira, Fifty or Hundred, doubled in Sun."""
    return Meld(cards, RUN_POINTS[len(cards)] * (2 if trump == "none" else 1))


def is_hundred(meld: Meld, trump: str) -> bool:
    """Five or more in a row, or a four that is not a Four Hundred."""
    return len(meld.cards) >= 5 or (meld.is_four and meld.points != FOUR_HUNDRED)


def strength(rules: Rules, meld: Meld, trump: str) -> tuple[int, ...]:
    """Greater is better: Four Hundred, Hundred (by ``hundred_order``), Fifty, Sira; then top card; then trump."""
    if meld.is_four and meld.points == FOUR_HUNDRED:
        return (3,)
    in_trump = int(rules["project_trump_first"] == "on" and not meld.is_four and suit_of(meld.cards[0]) == trump)
    if not is_hundred(meld, trump):
        return len(meld.cards) - 3, 0, meld.top, in_trump
    kind = {"quad_first": int(meld.is_four), "run_first": int(not meld.is_four), "rank_only": 0}
    return 2, kind[rules["hundred_order"]], NATURAL_ORDER.index(rank_of(meld.cards[-1])), in_trump


def meld_compare(
    rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, taker: int = 0
) -> tuple[int | None, list[int]]:
    """The side of the best project, and the points per side: all of that side's, none of the other's."""
    held = {seat: melds(rules, hand, trump) for seat, hand in hands.items()}
    ranked = {seat: max(strength(rules, m, trump) for m in found) for seat, found in held.items() if found}
    if not ranked:
        return None, [0, 0]
    best = [seat for seat, value in ranked.items() if value == max(ranked.values())]
    if rules["project_tie"] == "cancel" and len({seat % 2 for seat in best}) == 2:
        return None, [0, 0]
    side = min(best) % 2
    total = sum(meld.points for seat, found in held.items() if seat % 2 == side for meld in found)
    return side, [total if side == 0 else 0, total if side == 1 else 0]


def baloot_points(rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, projects_of: int | None) -> list[int]:
    """Per side 2 for king and queen of trump in one hand, unless absorbed by a scoring Hundred of its holder."""
    result = [0, 0]
    pair = {"K" + trump, "Q" + trump}
    for seat, hand in hands.items():
        if trump == "none" or not pair <= set(hand):
            continue
        scoring = melds(rules, hand, trump) if seat % 2 == projects_of else []
        absorbing = [meld for meld in scoring if is_hundred(meld, trump) and pair & set(meld.cards)]
        if not absorbing or rules["absorbed_by_hundred"] == "off":
            result[seat % 2] = BALOOT
    return result


# --- game points (2.5) ------------------------------------------------------------------------------------------------


def hokum_round(raw: int) -> int:
    """Card points in tens, five down."""
    return (raw + 4) // 10


def sun_round(raw: int) -> int:
    """Card points in fives: units 1 to 4 down, 6 to 9 up to the next ten, 5 stays."""
    tens, units = divmod(raw, 10)
    return 2 * tens + (0 if units < 5 else 1 if units == 5 else 2)


def game_points(rules: Rules, contract: str, raw: Sequence[int], counting: int) -> list[int]:
    """The deal's 16 or 26 points shared out: the counting side rounds, the other gets the rest."""
    if contract == "hokum" and rules["hokum_66"] == "smaller_side" and raw[0] % 10 == raw[1] % 10 == 6:
        counting = 0 if raw[0] < raw[1] else 1
    mine = sun_round(raw[counting]) if contract == "sun" else hokum_round(raw[counting])
    shares = [STAKE[contract] - mine] * 2
    shares[counting] = mine
    return shares


def last_raiser(level: int, buyer: int) -> int:
    """The side of the last raise: opponents double and quadruple, the buyer triples and says gahwa."""
    return 1 - buyer if level % 2 == 0 else buyer


def deal_score(rules: Rules, given: Given) -> Answer:
    """Score of a deal in game points.

    ``multiplier`` 2 to 4 for the raises, 5 for gahwa. For ``reverse_kaboot``: ``taker_seat`` and ``taker_has_ace``;
    where they are not told, seat 0 bought for side 0 and held an ace.
    ``made`` is None for the recorded app's split of an exact tie in Sun.
    """
    buyer, contract = given["taker"], given["contract"]
    level = given.get("multiplier", 1)
    projects, baloot = list(given.get("melds", [0, 0])), list(given.get("belote", [0, 0]))
    swept = sweeper(given["tricks"])
    if swept is None:
        outcome = _outcome(rules, given, level, projects, baloot)
    else:
        outcome = "buyer" if swept == buyer else "opponents"
    side = buyer if outcome == "buyer" else 1 - buyer
    made = {"buyer": True, "opponents": False}.get(outcome)
    if level == GAHWA:
        scores = [int(rules["target"]) if s == side else 0 for s in (0, 1)]
    elif swept is not None:
        scores = _kaboot(rules, given, swept, level, projects, baloot)
    elif level == 1 and outcome != "opponents":
        scores = add(game_points(rules, contract, given["card_points"], 1 - buyer), projects, baloot)
    else:
        scores = [0, 0]
        scores[side] = STAKE[contract] * level + sum(projects) * project_factor(rules, level) + sum(baloot)
    return {"scores": scores, "made": made, "held": 0}


def project_factor(rules: Rules, level: int) -> int:
    """What projects are multiplied by under raises (2.7)."""
    return {"cap2": min(level, 2), "double_only": 2 if level == 2 else 1, "level": level}[rules["project_multiplier"]]


def _outcome(rules: Rules, given: Given, level: int, projects: Sequence[int], baloot: Sequence[int]) -> str:
    """``buyer``, ``opponents`` or ``split``: game points, then raw points, then the rule for exact ties."""
    buyer, contract, raw = given["taker"], given["contract"], given["card_points"]
    other = 1 - buyer
    counting = other if level == 1 else 1 - last_raiser(level, buyer)
    totals = add(game_points(rules, contract, raw, counting), projects)
    if rules["baloot_counts_for_contract"] == "on":
        totals = add(totals, baloot)
    unit = ROUNDED_UNIT[contract]
    exact = [raw[side] + unit * (projects[side] + baloot[side]) for side in (0, 1)]
    for mine, theirs in ((totals[buyer], totals[other]), (exact[buyer], exact[other])):
        if mine != theirs:
            return "buyer" if mine > theirs else "opponents"
    return _exact_tie(rules, contract, level, buyer)


def _exact_tie(rules: Rules, contract: str, level: int, buyer: int) -> str:
    if level > 1:
        raiser = last_raiser(level, buyer)
        return {
            "last_raiser_loses": "opponents" if raiser == buyer else "buyer",
            "first_doubler_loses": "buyer",
            "buyer_wins": "buyer",
        }[rules["doubled_tie"]]
    if rules["exact_tie"] == "recorded":
        return "opponents" if contract == "hokum" else "split"
    return rules["exact_tie"]


def _kaboot(
    rules: Rules, given: Given, swept: int, level: int, projects: Sequence[int], baloot: Sequence[int]
) -> list[int]:
    """Every trick to one side: 25 or 44 in place of 16 or 26, its own projects and Baloot; the losers nothing."""
    amount = KABOOT[given["contract"]]
    if rules["kaboot_doubled"] == "multiplied":
        amount *= level
    if rules["reverse_kaboot"] == "88" and _is_reverse(given, swept):
        amount = REVERSE_KABOOT
    counted = sum(projects) if rules["kaboot_takes_losers_projects"] == "on" else projects[swept]
    scores = [0, 0]
    scores[swept] = amount + counted * project_factor(rules, level) + baloot[swept]
    return scores


def _is_reverse(given: Given, swept: int) -> bool:
    """A Sun buyer at dealer's right with an Ace whose side takes no trick."""
    if given["contract"] != "sun" or swept == given["taker"]:
        return False
    return bool(given.get("taker_seat", given["taker"]) == 0 and given.get("taker_has_ace", True))


# --- match, whole deal ------------------------------------------------------------------------------------------------


def match(rules: Rules, given: Given) -> Answer:
    """Is the match over? Both sides over: the higher total, or with ``deal_winner`` the side that scored more now."""
    totals = add(given["before"], given["deal"])
    target = int(given.get("target", rules["target"]))
    reached = [total >= target for total in totals]
    deal: Sequence[int] = given["deal"]
    if all(reached) and rules["both_over"] == "deal_winner" and deal[0] != deal[1]:
        return {"over": True, "winner": 0 if deal[0] > deal[1] else 1}
    return race(totals, reached)


def play_deal(rules: Rules, given: Given) -> Answer:
    """Bidding, play and score of a deal.

    With ``ekka=auto`` every Ekka is announced; with ``manual`` the optional ``ekka`` lists the led cards announced.
    """
    hands = given["hands"]
    heard = auction(rules, {key: given[key] for key in ("calls", "turned", "totals") if key in given})
    taker, trump = heard["taker"], heard["trump"]
    announced = given.get("ekka", [])

    def legal_now(trick: Sequence[Card], hand: set[Card], gone: set[Card]) -> set[Card]:
        told = rules["ekka"] == "auto" or (bool(trick) and trick[0] in announced)
        ekka = told and bool(trick) and is_ekka(trump, trick[0], gone)
        return legal(rules, trump, trick, sorted(hand), 4, ekka, heard.get("locked", False))

    played = play_out(hands, given["cards"], trump, legal_now, lambda card: points(rules, trump, card))
    side, projects = meld_compare(rules, hands, trump)
    facts: dict[str, Any] = {
        "taker": taker % 2,
        "contract": "sun" if trump == "none" else "hokum",
        "multiplier": heard["multiplier"],
        "card_points": sides(played.points),
        "tricks": sides(played.tricks),
        "melds": projects,
        "belote": baloot_points(rules, hands, trump, side),
        "taker_seat": taker,
        "taker_has_ace": any(rank_of(card) == "A" for card in hands[taker]),
    }
    return {"winners": played.winners, "card_points": sides(played.points), **deal_score(rules, facts)}
