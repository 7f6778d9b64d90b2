"""Klaverjassen in Rotterdam and Amsterdam as the rule text says it.

Paragraphs named below are those of the rule text (``docs/games/klaverjas.md``).
"""

from collections.abc import Mapping, Sequence

from .common import (
    ANY_NUMBER,
    PACK,
    Answer,
    Auction,
    Card,
    Given,
    Rules,
    add,
    card_points,
    hear,
    longest_runs,
    names_suit,
    of_suit,
    partner_wins,
    play_out,
    race,
    rank_of,
    read_settings,
    sides,
    suit_of,
    sweeper,
    trumps_over,
)

SETTINGS = {
    "city": ("rotterdam", "amsterdam"),  # set by the preset alone: decides 3b and 3c of the play
    "undertrump": ("banned", "forced", "free"),  # A1
    "four_kind_ranks": ("all", "ten_up"),  # B1
    "four_jacks": ("200", "100"),  # B2
    "roem_call": ("auto", "claim"),  # B3
    "pit_for": ("any", "declarers"),  # C1
    "pit_bonus": ("100", ANY_NUMBER),  # C1
    "counter_pit_bonus": ("100", ANY_NUMBER),  # C1
    "trump_method": ("verplicht", "gedraaid", "vrij"),  # D3
    "vrij_first": ("voorhand", "dealer"),  # D3
    "gedraaid_all_pass": ("forced_same", "free_choice", "redraw"),  # D2
    "trump_must_hold": ("off", "on"),  # D4
    "tiebreak": ("draw", "extra_deal"),  # E3
    "double_spades": ("off", "on"),  # G1
}
TABLE_SETTINGS = ("deal_packets", "first_dealer", "show_last_trick")  # E1, E2, F2: no rule effect
PRESETS: Mapping[str, Mapping[str, str]] = {"rotterdam": {}, "amsterdam": {"city": "amsterdam"}}
WHOLE_DEAL = 162
DEALER = 3


def rules(settings: Mapping[str, object]) -> Rules:
    """The settings in force, with ``match`` as ``deals:N`` or ``points:N`` (a ``target`` means points)."""
    apart = (*TABLE_SETTINGS, "match", "target")
    if "city" in settings:
        raise ValueError("the city is chosen by its preset")
    chosen = read_settings(SETTINGS, PRESETS, {name: value for name, value in settings.items() if name not in apart})
    length = str(settings.get("match", "deals:16"))
    if "target" in settings:
        length = f"points:{settings['target']}"
    unit, _, number = length.partition(":")
    if unit not in ("deals", "points") or not number.isdigit():
        raise ValueError(f"match cannot be {length!r}")
    return {**chosen, "match_unit": unit, "match_length": number}


# --- play (1.3) -------------------------------------------------------------------------------------------------------


def legal(
    rules: Rules,
    trump: str,
    trick: Sequence[Card],
    hand: Sequence[Card],
    players: int = 4,
    ekka: bool = False,
    locked: bool = False,
) -> set[Card]:
    """The cards that may be played; the numbers are the steps of paragraph 1.3."""
    cards = set(hand)
    if not trick:  # 1
        return cards
    led = suit_of(trick[0])
    mine = of_suit(cards, trump)
    over = trumps_over(trump, trick, cards)
    follow = of_suit(cards, led)
    if follow:  # 2a, 2b
        return (over or mine) if led == trump else follow
    if led == trump or not mine:  # 3a
        return cards
    free = rules["city"] == "amsterdam" and partner_wins(trump, trick, players)
    if not of_suit(trick, trump):  # 3b
        return cards if free else mine
    return _trump_in_the_trick(rules["undertrump"], free, over, mine - over, cards - mine)  # 3c


def _trump_in_the_trick(undertrump: str, free: bool, over: set[Card], under: set[Card], rest: set[Card]) -> set[Card]:
    """Step 3c with the values of A1; ``free`` is Amsterdam with the partner winning."""
    everything = over | under | rest
    if free:
        return (over | rest or everything) if undertrump == "banned" else everything
    if over:
        return over
    return {"banned": rest or under, "forced": under or rest, "free": everything}[undertrump]


def points(rules: Rules, trump: str, card: Card) -> int:
    """Value of a card (1.1)."""
    return card_points(trump, card)


def roem(rules: Rules, trump: str, trick: Sequence[Card]) -> int:
    """The bonus in four cards of one trick (1.4): a run, stuk, or four of a rank; different kinds add up."""
    if len({rank_of(card) for card in trick}) == 1 and len(trick) == 4:
        rank = rank_of(trick[0])
        if rank == "J":
            return int(rules["four_jacks"])
        return 100 if rules["four_kind_ranks"] == "all" or rank in "TJQKA" else 0
    runs = sum({3: 20, 4: 50}[len(run)] for run in longest_runs(trick))
    stuk = 20 if {"K" + trump, "Q" + trump} <= set(trick) else 0
    return runs + stuk


# --- choosing trump (1.1, D2-D4) --------------------------------------------------------------------------------------


class _Auction(Auction):
    hands: Mapping[int, Sequence[Card]] | None = None
    turned_cards: list[Card]
    passes = 0
    redrawn = 0

    def say(self, call: str) -> bool:
        assert self.turn is not None
        method = self.rules["trump_method"]
        naming = method == "verplicht" or (method == "gedraaid" and self.passes == 4)
        if method == "vrij":
            return self._vrij(call)
        return self._name(call) if naming else self._gedraaid(call)

    def _name(self, call: str) -> bool:
        """The seat in turn names a suit; with ``trump_must_hold`` only one that it holds."""
        assert self.turn is not None
        if not names_suit(call):
            return False
        must_hold = self.rules["trump_must_hold"] == "on" and self.hands is not None
        if must_hold and self.hands is not None and not of_suit(self.hands[self.turn], call):
            return False
        return self.buy(self.turn, call)

    def _vrij(self, call: str) -> bool:
        """Each may name a suit or pass; after four passes the first speaker must name one."""
        assert self.turn is not None
        if call != "pass":
            return self._name(call)
        if self.passes == 4:
            return False
        self.passes += 1
        self.turn = (self.turn + 1) % 4
        return True

    def _gedraaid(self, call: str) -> bool:
        """Each may play the turned suit or pass; four passes by ``gedraaid_all_pass``."""
        assert self.turn is not None
        if not self.turned_cards:
            raise ValueError("no further card was turned")
        suit = suit_of(self.turned_cards[0])
        if call == "play":
            return self.buy(self.turn, suit)
        if call != "pass":
            return False
        self.passes += 1
        self.turn = self.passes % 4
        if self.passes == 4 and self.rules["gedraaid_all_pass"] == "forced_same":
            return self.buy(0, suit)
        if self.passes == 4 and self.rules["gedraaid_all_pass"] == "redraw":
            self.redrawn += 1
            if self.redrawn == 20:
                return self.buy(0, suit)
            self.passes = 0
            self.turned_cards = self.turned_cards[1:]
        return True


def auction(rules: Rules, given: Given) -> Answer:
    """Who plays on which trump. ``turned`` may list cards for ``redraw``; ``hands`` serve ``trump_must_hold``."""
    turned = given.get("turned") or []
    talk = _Auction(rules)
    talk.turned_cards = [turned] if isinstance(turned, str) else list(turned)
    talk.hands = given.get("hands")
    if rules["trump_method"] == "vrij" and rules["vrij_first"] == "dealer":
        talk.turn = DEALER
    return hear(talk, given["calls"])


# --- scoring (1.5), match (1.6) ---------------------------------------------------------------------------------------


def deal_score(rules: Rules, given: Given) -> Answer:
    """Score of a deal: made, nat, pit. Optional ``trump``, needed only for ``double_spades``."""
    taker = given["taker"]
    other = 1 - taker
    roem_won = list(given.get("roem", [0, 0]))
    totals = add(given["card_points"], roem_won)
    made = totals[taker] > totals[other]
    if not made:
        totals[taker], totals[other] = 0, WHOLE_DEAL + sum(roem_won)
    if sweeper(given["tricks"]) == taker:
        totals[taker] += int(rules["pit_bonus"])
    if sweeper(given["tricks"]) == other and rules["pit_for"] == "any":
        totals[other] += int(rules["counter_pit_bonus"])
    if rules["double_spades"] == "on" and given.get("trump") == "S":
        totals = [2 * total for total in totals]
    return {"scores": totals, "made": made, "held": 0}


def match(rules: Rules, given: Given) -> Answer:
    """Is the match over? ``deals`` = number of deals played, this one included; ``target`` = a match by points."""
    totals = add(given["before"], given["deal"])
    if "target" in given or rules["match_unit"] == "points":
        at_end = max(totals) >= int(given.get("target", rules["match_length"]))
    else:
        at_end = given["deals"] >= int(rules["match_length"])
    if not at_end:
        return {"over": False, "winner": None}
    if totals[0] == totals[1]:
        return {"over": rules["tiebreak"] == "draw", "winner": None}
    return race(totals, [True, True])


# --- a whole deal -----------------------------------------------------------------------------------------------------


def play_deal(rules: Rules, given: Given) -> Answer:
    """Choice of trump, play and score of a deal; every roem is taken as claimed."""
    heard = auction(rules, given)
    trump = heard["trump"]
    if sorted(card for hand in given["hands"].values() for card in hand) != sorted(PACK):
        raise ValueError("the whole pack is dealt")
    played = play_out(
        given["hands"],
        given["cards"],
        trump,
        lambda trick, hand, gone: legal(rules, trump, trick, sorted(hand)),
        lambda card: points(rules, trump, card),
        lambda trick: roem(rules, trump, trick),
    )
    score = deal_score(
        rules,
        {
            "taker": heard["taker"] % 2,
            "card_points": sides(played.points),
            "tricks": sides(played.tricks),
            "roem": sides(played.roem),
            "trump": trump,
        },
    )
    return {"winners": played.winners, "card_points": sides(played.points), **score}
