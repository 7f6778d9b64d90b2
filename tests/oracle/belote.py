"""Classic belote as the rule text says it; coinche borrows its play and its declarations from here.

Paragraphs named below are those of the rule text (``docs/games/belote.md``).
"""

from collections.abc import Mapping, Sequence

from .common import (
    ANY_NUMBER,
    SUITS,
    Answer,
    Auction,
    Card,
    Given,
    Meld,
    Played,
    Rules,
    add,
    card_points,
    fours,
    hear,
    longest_runs,
    names_suit,
    of_suit,
    partner_wins,
    play_out,
    race,
    read_settings,
    sides,
    subsets,
    suit_of,
    sweeper,
    trumps_over,
    turned_card,
)

PLAY_SETTINGS = {
    "undertrump": ("forced", "free", "banned"),  # A27
    "overtrump_partner": ("must", "free"),  # A28
    "underruff_partner": ("free", "forbidden"),  # A29
}
MELD_SETTINGS = {
    "carre_order": ("trick", "natural"),  # A6
    "split_runs": ("off", "on"),  # A8
    "meld_card_reuse": ("off", "on"),  # A9
    "announce": ("auto", "manual"),  # A31: what the players do, not what a hand holds
}
MATCH_SETTINGS = {
    "target_mode": ("reach", "exceed"),  # A26
    "no_finish_on_belote": ("off", "on"),  # A26
    "direction": ("counter_clockwise", "clockwise"),  # A24: what is seen
    "redeal_dealer": ("next", "same"),  # A23: who deals
}
SETTINGS = {
    **PLAY_SETTINGS,
    **MELD_SETTINGS,
    **MATCH_SETTINGS,
    "target": ("501", ANY_NUMBER),
    "declarations": ("on", "off"),
    "capot_value": ("250", "252"),  # A1
    "tie_rule": ("litige", "taker_makes", "taker_fails"),  # A2
    "litige_belote": ("paid_now", "held", "ignored"),  # A3
    "litige_at_end": ("drop", "credit_takers"),  # A5
    "meld_tie": ("eldest", "nobody", "taker_first"),  # A7
    "capot_melds": ("lost", "transferred", "kept"),  # A10
    "dedans_melds": ("validated", "all"),  # A11
    "belote_on_fail": ("holder", "winner"),  # A12
    "belote_counts_for_contract": ("on", "off"),  # A14
    "dedans_capot": ("replaced", "162"),
}
PRESETS: Mapping[str, Mapping[str, str]] = {
    "classique": {},
    "cafe": {"tie_rule": "taker_makes", "capot_value": "252", "dedans_melds": "all"},
}
DEDANS = 162
BELOTE = 20
RUN_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
CARRE_POINTS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
CARRE_POINTS_NO_TRUMP = {"A": 200, "T": 150, "K": 100, "Q": 100, "J": 100, "9": 100}


def rules(settings: Mapping[str, object]) -> Rules:
    """The settings in force; ``undertrump=must`` is another word for ``forced``."""
    return read_settings(SETTINGS, PRESETS, old_words(settings))


def old_words(settings: Mapping[str, object]) -> dict[str, object]:
    """The settings with ``undertrump=must`` read as ``forced``."""
    return {name: "forced" if (name, value) == ("undertrump", "must") else value for name, value in settings.items()}


# --- play (1.6, 3.1) --------------------------------------------------------------------------------------------------


def legal(
    rules: Rules,
    trump: str,
    trick: Sequence[Card],
    hand: Sequence[Card],
    players: int = 4,
    ekka: bool = False,
    locked: bool = False,
) -> set[Card]:
    """The cards that may be played (1.6; 3.1 for no trump and all trumps)."""
    cards = set(hand)
    if not trick:
        return cards
    led = suit_of(trick[0])
    follow = of_suit(cards, led)
    partner = partner_wins(trump, trick, players)
    if trump == "none":
        return follow or cards
    if trump == "all":
        return _rise(rules, trick, follow, partner) or cards
    if follow and led != trump:
        return follow
    if follow:
        if partner and rules["overtrump_partner"] == "free":
            return follow
        return trumps_over(trump, trick, cards) or follow
    return _void(rules, trump, trick, cards, partner)


def _rise(rules: Rules, trick: Sequence[Card], follow: set[Card], partner: bool) -> set[Card]:
    """All trumps: every suit led is a trump suit, so go above the best card of it; empty if void."""
    if partner and rules["overtrump_partner"] == "free":
        return follow
    return trumps_over(suit_of(trick[0]), trick, follow) or follow


def _void(rules: Rules, trump: str, trick: Sequence[Card], cards: set[Card], partner: bool) -> set[Card]:
    """What a player without the suit led may play."""
    mine = of_suit(cards, trump)
    over = trumps_over(trump, trick, cards)
    ruffed = bool(of_suit(trick, trump))
    if not mine:
        return cards
    if partner:
        if ruffed and over and rules["underruff_partner"] == "forbidden":
            return cards - (mine - over)
        return cards
    if not ruffed:
        return mine
    if over:
        return over
    return {"forced": mine, "free": cards, "banned": (cards - mine) or mine}[rules["undertrump"]]


def points(rules: Rules, trump: str, card: Card) -> int:
    """Value of a card (1.2)."""
    return card_points(trump, card)


# --- declarations (1.8) -----------------------------------------------------------------------------------------------


def melds(rules: Rules, hand: Sequence[Card], trump: str) -> list[Meld]:
    """The declarations of a hand; none where announcements are off."""
    return best_melds(rules, hand, trump) if rules["declarations"] == "on" else []


def best_melds(rules: Rules, hand: Sequence[Card], trump: str) -> list[Meld]:
    """The dearest choice of declarations, then the one with the strongest best declaration (A9)."""

    def worth(choice: list[Meld]) -> tuple[int, list[tuple[int, ...]]]:
        return sum(meld.points for meld in choice), sorted((strength(rules, m, trump) for m in choice), reverse=True)

    values = CARRE_POINTS_NO_TRUMP if trump == "none" else CARRE_POINTS
    carres = fours(hand, "".join(values))
    choices: list[list[Meld]] = []
    for chosen in [carres] if rules["meld_card_reuse"] == "on" else subsets(carres):
        used = set() if rules["meld_card_reuse"] == "on" else {card for carre in chosen for card in carre}
        scored = [Meld(carre, values[carre[0][0]]) for carre in chosen]
        for split in _splits(rules, longest_runs(set(hand) - used)):
            choices.append(scored + [Meld(run, RUN_POINTS[len(run)]) for run in split])
    return max(choices, key=worth)


def _splits(rules: Rules, runs: list[tuple[Card, ...]]) -> list[list[tuple[Card, ...]]]:
    """The runs as they are, or with ``split_runs`` every way of cutting them into pieces of three or more (A8)."""
    if rules["split_runs"] == "off" or not runs:
        return [runs]
    rest = _splits(rules, runs[1:])
    return [pieces + more for pieces in _pieces(runs[0]) for more in rest]


def _pieces(run: tuple[Card, ...]) -> list[list[tuple[Card, ...]]]:
    """A run whole, or cut in two or more runs of at least three cards."""
    ways = [[run]]
    for cut in range(3, len(run) - 2):
        ways += [[run[:cut], *more] for more in _pieces(run[cut:])]
    return ways


def strength(rules: Rules, meld: Meld, trump: str) -> tuple[int, ...]:
    """Greater is better: any carre over any run; carres by points, then by rank; runs by length, top card, trump."""
    if meld.is_four:
        trick_order = "9JQKTA" if trump == "none" else "QKTA9J"
        order = trick_order if rules["carre_order"] == "trick" else "9TJQKA"
        return 1, meld.points, order.index(meld.cards[0][0])
    return 0, len(meld.cards), meld.top, int(suit_of(meld.cards[0]) == trump)


def meld_compare(
    rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, taker: int = 0
) -> tuple[int | None, list[int]]:
    """The side of the single best declaration, and the points per side: all of that side's, none of the other's."""
    held = {seat: melds(rules, hand, trump) for seat, hand in hands.items()}
    ranked = {seat: max(strength(rules, m, trump) for m in found) for seat, found in held.items() if found}
    if not ranked:
        return None, [0, 0]
    best = [seat for seat, value in ranked.items() if value == max(ranked.values())]
    if rules["meld_tie"] == "nobody" and len({seat % 2 for seat in best}) == 2:
        return None, [0, 0]
    first = taker if rules["meld_tie"] == "taker_first" else 0
    side = min(best, key=lambda seat: (seat - first) % 4) % 2
    total = sum(meld.points for seat, found in held.items() if seat % 2 == side for meld in found)
    return side, [total if side == 0 else 0, total if side == 1 else 0]


def beaten_points(rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, side: int | None) -> list[int]:
    """Per side the declarations that did not win: those of the other side than ``side``, or all where they cancel."""
    beaten = [0, 0]
    for seat, hand in hands.items():
        if seat % 2 != side:
            beaten[seat % 2] += sum(meld.points for meld in melds(rules, hand, trump))
    return beaten


def belote_points(hands: Mapping[int, Sequence[Card]], trump: str) -> list[int]:
    """Per side 20 for king and queen of trump in one hand (1.7); of every suit in all trumps, of none in no trump."""
    suits = {"all": SUITS, "none": ""}.get(trump, trump)
    return sides([BELOTE * sum({"K" + s, "Q" + s} <= set(hands[seat]) for s in suits) for seat in range(4)])


# --- auction (1.4) ----------------------------------------------------------------------------------------------------


class _Auction(Auction):
    passes = 0

    def say(self, call: str) -> bool:
        assert self.turned is not None and self.turn is not None
        if call == "pass":
            self.passes += 1
            self.turn = (self.turn + 1) % 4
            return self.throw_in() if self.passes == 8 else True
        turned_suit = suit_of(self.turned)
        if self.passes < 4:
            return call == "take" and self._take(turned_suit)
        return names_suit(call) and call != turned_suit and self._take(call)

    def _take(self, trump: str) -> bool:
        assert self.turn is not None
        self.card_to = self.turn
        return self.buy(self.turn, trump)


def auction(rules: Rules, given: Given) -> Answer:
    """Two rounds: the turned suit, then another suit; eight passes throw the cards in."""
    return hear(_Auction(rules, turned_card(given)), given["calls"])


# --- scoring (1.9, 1.10) ----------------------------------------------------------------------------------------------


def deal_score(rules: Rules, given: Given) -> Answer:
    """Score of a classic deal; ``made`` is None in a litige, which neither makes nor fails."""
    taker = given["taker"]
    other = 1 - taker
    cards = list(given["card_points"])
    belote = list(given.get("belote", [0, 0]))
    held = given.get("held", 0)
    sweep = sweeper(given["tricks"])
    if sweep is not None:
        cards[sweep] = int(rules["capot_value"])
    announced, beaten = _validated(rules, given, taker)
    compared = add(cards, announced)
    if rules["litige_belote"] != "ignored" and rules["belote_counts_for_contract"] == "on":
        compared = add(compared, belote)
    if sweep == other:  # takers without a trick have failed, whatever they declared (A10)
        compared[taker] = 0
    tie = compared[taker] == compared[other]
    if tie and rules["tie_rule"] == "litige":
        scores = add(cards, announced, belote)
        paid = 0 if rules["litige_belote"] == "held" else belote[taker]
        kept = scores[taker] - paid
        scores[taker] = paid
        return {"scores": scores, "made": None, "held": held + kept}
    made = compared[taker] > compared[other] or (tie and rules["tie_rule"] == "taker_makes")
    if made:
        scores = add(cards, announced, belote)
    else:
        scores = _dedans(rules, taker, sweep, sum(announced) + sum(beaten), belote)
    scores[taker if made else other] += held
    return {"scores": scores, "made": made, "held": 0}


def _validated(rules: Rules, given: Given, taker: int) -> tuple[list[int], list[int]]:
    """Declarations that count, and the beaten ones that go over in a dedans; trickless defenders by ``capot_melds``."""
    if rules["declarations"] == "off":
        return [0, 0], [0, 0]
    announced = list(given.get("melds", [0, 0]))
    beaten = list(given.get("beaten_melds", [0, 0])) if rules["dedans_melds"] == "all" else [0, 0]
    if sweeper(given["tricks"]) == taker:
        move_melds(rules["capot_melds"], announced, taker)
    return announced, beaten


def move_melds(capot_melds: str, announced: list[int], taker: int) -> None:
    """Capot of the takers: the defenders' declarations are lost, go to the takers, or stay (A10)."""
    if capot_melds == "transferred":
        announced[taker] += announced[1 - taker]
    if capot_melds != "kept":
        announced[1 - taker] = 0


def _dedans(rules: Rules, taker: int, sweep: int | None, all_melds: int, belote: list[int]) -> list[int]:
    """The takers fail: 162 (the capot's value after eight tricks) and all declarations to the defenders."""
    other = 1 - taker
    capot = sweep == other and rules["dedans_capot"] == "replaced"
    scores = [0, 0]
    scores[other] = (int(rules["capot_value"]) if capot else DEDANS) + all_melds + belote[other]
    scores[taker if rules["belote_on_fail"] == "holder" else other] += belote[taker]
    return scores


# --- match (1.12) -----------------------------------------------------------------------------------------------------


def match(rules: Rules, given: Given) -> Answer:
    """Is the match over after this deal? Optional keys: ``tricks`` of the deal, ``held`` per side from open litiges."""
    totals = add(given["before"], given["deal"])
    result = finish(rules, given, totals)
    if result["over"] and rules["litige_at_end"] == "credit_takers" and any(given.get("held", [])):
        credited = add(totals, given["held"])
        result = race(credited, [True] * 2)
    return result


def finish(rules: Rules, given: Given, totals: list[int]) -> Answer:
    """The race to the target; with ``no_finish_on_belote`` a side that was capot cannot reach it in that deal."""
    target = int(given.get("target", rules["target"]))
    needed = target + 1 if rules["target_mode"] == "exceed" else target
    reached = [total >= needed for total in totals]
    if rules["no_finish_on_belote"] == "on":
        tricks = given.get("tricks", [1, 1])
        barred = [reached[side] and tricks[side] == 0 and given["before"][side] < needed for side in (0, 1)]
        for side in (0, 1):
            if barred[side]:
                return {"over": reached[1 - side], "winner": 1 - side if reached[1 - side] else None}
    return race(totals, reached)


# --- a whole deal -----------------------------------------------------------------------------------------------------


def play(rules: Rules, given: Given, trump: str) -> Played:
    """Lay out the cards of a deal under the rules of play."""
    return play_out(
        given["hands"],
        given["cards"],
        trump,
        lambda trick, hand, gone: legal(rules, trump, trick, sorted(hand)),
        lambda card: points(rules, trump, card),
    )


def play_deal(rules: Rules, given: Given) -> Answer:
    """Auction, play and score of a deal."""
    heard = auction(rules, given)
    taker, trump = heard["taker"], heard["trump"]
    played = play(rules, given, trump)
    side, announced = meld_compare(rules, given["hands"], trump, taker)
    score = deal_score(
        rules,
        {
            "taker": taker % 2,
            "card_points": sides(played.points),
            "tricks": sides(played.tricks),
            "melds": announced,
            "beaten_melds": beaten_points(rules, given["hands"], trump, side),
            "belote": belote_points(given["hands"], trump),
            "held": given.get("held", 0),
        },
    )
    return {"winners": played.winners, "card_points": sides(played.points), **score}
