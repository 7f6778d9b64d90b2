"""Schieber Jass as its sheet says it.

Paragraphs named below are those of ``docs/games/jass.md``. The contract is a suit letter, ``"U"`` (tops-down) or
``"B"`` (bottoms-up); sixes are ``"6S"`` and so on. Orders and values are this game's own: here the ten stands below the
jack.
"""

from collections.abc import Iterator, Mapping, Sequence

from .common import (
    ANY_NUMBER,
    SUITS,
    Answer,
    Auction,
    Card,
    Given,
    Meld,
    Rules,
    add,
    fours,
    hear,
    names_suit,
    of_suit,
    race,
    rank_of,
    read_settings,
    subsets,
    suit_of,
    sweeper,
)

SETTINGS = {
    "match": ("points", "deals:12"),  # 1.9
    "target": ("2500", ANY_NUMBER),
    "multipliers": ("1-2-3-3", "1-1-1-1", "1-2-3-4", "1-2-2-2"),  # 1.8
    "no_trump": ("on", "off"),  # 1.4
    "push": ("once", "back"),
    "first_lead": ("forehand", "chooser"),
    "undertrump": ("banned", "free"),  # 1.6
    "weis": ("on", "off"),  # 1.7
    "stoeck": ("on", "off"),
    "long_runs": ("100", "50_each", "20_each"),
    "four_ranks": ("nine_up", "all"),
    "hundred_order": ("run_first", "quad_first"),
    "bottoms_up_weis": ("reversed", "natural"),
    "weis_tie": ("trump_then_seat", "seat"),
    "card_reuse": ("on", "off"),
    "trickless_weis": ("kept", "lost"),
    "weis_call": ("auto", "manual"),  # what the players do
    "counter_match": ("same", "double"),  # 1.8
    "match_end": ("at_once", "end_of_deal"),  # 1.9
    "end_order": ("stoeck_weis_stich", "stoeck_stich_weis", "stich_stoeck_weis"),
}
PRESETS: Mapping[str, Mapping[str, str]] = {
    "schieber": {},
    "einfach": {"target": "1000", "multipliers": "1-1-1-1"},
    "turnier": {"match": "deals:12", "multipliers": "1-1-1-1"},
    "reglement": {"long_runs": "50_each", "four_ranks": "all"},
    "dreitausend": {"target": "3000", "multipliers": "1-2-3-4", "card_reuse": "off"},
}
ORDER = "6789TJQKA"
TRUMP_ORDER = "678TQKA9J"
BOTTOMS_UP_ORDER = "AKQJT9876"
PACK = [rank + suit for suit in SUITS for rank in ORDER]
TRUMP_VALUES = dict(zip("J9AKQT876", (20, 14, 11, 4, 3, 10, 0, 0, 0), strict=True))
SIDE_VALUES = dict(zip("AKQJT9876", (11, 4, 3, 2, 10, 0, 0, 0, 0), strict=True))
TOPS_DOWN_VALUES = dict(zip("AKQJT9876", (11, 4, 3, 2, 10, 0, 8, 0, 0), strict=True))
BOTTOMS_UP_VALUES = dict(zip("6789TJQKA", (11, 0, 8, 0, 10, 2, 3, 4, 0), strict=True))
LAST_TRICK = 5
MATCH = 100
STOECK = 20
PLAYERS = 4
TRICKS = 9


def rules(settings: Mapping[str, object]) -> Rules:
    """The settings in force."""
    return read_settings(SETTINGS, PRESETS, settings)


# --- tricks (1.2, 1.5) ------------------------------------------------------------------------------------------------


def height(trump: str, card: Card) -> int:
    """Height of a card among those of its suit (1.2)."""
    if suit_of(card) == trump:
        return TRUMP_ORDER.index(rank_of(card))
    return (BOTTOMS_UP_ORDER if trump == "B" else ORDER).index(rank_of(card))


def winner(trump: str, trick: Sequence[Card]) -> int:
    """Index of the winning card: the highest trump, without a trump the highest of the suit led."""
    contenders = of_suit(trick, trump) or of_suit(trick, suit_of(trick[0]))
    return trick.index(max(contenders, key=lambda card: height(trump, card)))


def points(rules: Rules, trump: str, card: Card) -> int:
    """Value of a card (1.2)."""
    values = {"U": TOPS_DOWN_VALUES, "B": BOTTOMS_UP_VALUES, suit_of(card): TRUMP_VALUES}.get(trump, SIDE_VALUES)
    return values[rank_of(card)]


# --- play (1.6) -------------------------------------------------------------------------------------------------------


def legal(
    rules: Rules,
    trump: str,
    trick: Sequence[Card],
    hand: Sequence[Card],
    players: int = PLAYERS,
    ekka: bool = False,
    locked: bool = False,
) -> set[Card]:
    """The cards that may be played; the numbers are those of 1.6."""
    cards = set(hand)
    if not trick:  # 1
        return cards
    led = suit_of(trick[0])
    follow = of_suit(cards, led)
    if trump in ("U", "B"):  # 2
        return follow or cards
    trumps = of_suit(cards, trump)
    if led == trump:  # 3
        return cards if trumps <= {"J" + trump} else trumps
    if trumps == cards:  # 5
        return cards
    if rules["undertrump"] == "free" and not follow:
        return cards
    lying = [height(trump, card) for card in of_suit(trick, trump)]
    over = {card for card in trumps if all(height(trump, card) > there for there in lying)}
    return (follow or cards - trumps) | over  # 4


# --- declarations (1.7) -----------------------------------------------------------------------------------------------


def runs(cards: set[Card]) -> Iterator[tuple[Card, ...]]:
    """Every run of three or more cards in one suit, at its full length."""
    for suit in SUITS:
        held = "".join(rank if rank + suit in cards else " " for rank in ORDER)
        for piece in held.split():
            if len(piece) >= 3:
                yield tuple(rank + suit for rank in piece)


def run_points(rules: Rules, length: int) -> int:
    """20, 50, 100; runs of six and more by ``long_runs``."""
    if length <= 5:
        return {3: 20, 4: 50, 5: 100}[length]
    return {"100": 100, "50_each": 100 + 50 * (length - 5), "20_each": 100 + 20 * (length - 5)}[rules["long_runs"]]


def four_points(rules: Rules) -> dict[str, int]:
    """What four of a rank are worth."""
    worth = {"A": 100, "K": 100, "Q": 100, "T": 100, "9": 150, "J": 200}
    return {**worth, "8": 100, "7": 100, "6": 100} if rules["four_ranks"] == "all" else worth


def melds(rules: Rules, hand: Sequence[Card], trump: str) -> list[Meld]:
    """The declarations of a hand. Where a card serves once: the dearest choice, then the strongest single one."""
    if rules["weis"] == "off":
        return []

    def worth(choice: list[Meld]) -> tuple[int, list[tuple[int, ...]]]:
        return sum(meld.points for meld in choice), sorted((strength(rules, m, trump) for m in choice), reverse=True)

    values = four_points(rules)
    quads = fours(hand, "".join(values))
    reuse = rules["card_reuse"] == "on"
    choices: list[list[Meld]] = []
    for chosen in [quads] if reuse else subsets(quads):
        used = set() if reuse else {card for quad in chosen for card in quad}
        choices.append(
            [Meld(quad, values[rank_of(quad[0])]) for quad in chosen]
            + [Meld(run, run_points(rules, len(run))) for run in runs(set(hand) - used)]
        )
    return max(choices, key=worth)


def strength(rules: Rules, meld: Meld, trump: str) -> tuple[int, ...]:
    """Greater is better: points; run or four by ``hundred_order``; length of a run; rank; a run in trump."""
    order = BOTTOMS_UP_ORDER if trump == "B" and rules["bottoms_up_weis"] == "reversed" else ORDER
    rank = max(order.index(rank_of(card)) for card in meld.cards)
    if meld.is_four:
        return meld.points, int(rules["hundred_order"] == "quad_first"), 0, rank, 0
    in_trump = rules["weis_tie"] == "trump_then_seat" and suit_of(meld.cards[0]) == trump
    return meld.points, int(rules["hundred_order"] == "run_first"), len(meld.cards), rank, int(in_trump)


def meld_compare(
    rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, taker: int = 0
) -> tuple[int | None, list[int]]:
    """The side of the best single declaration, equal ones by seat from forehand, and the points per side."""
    held = {seat: melds(rules, hand, trump) for seat, hand in hands.items()}
    ranked = {seat: max(strength(rules, m, trump) for m in found) for seat, found in held.items() if found}
    if not ranked:
        return None, [0, 0]
    best = min(seat for seat, value in ranked.items() if value == max(ranked.values()))
    total = sum(meld.points for seat, found in held.items() if seat % 2 == best % 2 for meld in found)
    return best % 2, [total if side == best % 2 else 0 for side in (0, 1)]


def stoeck_holder(rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str) -> int | None:
    """The seat with king and queen of trump."""
    if rules["stoeck"] == "off":
        return None
    return next((seat for seat, hand in hands.items() if {"K" + trump, "Q" + trump} <= set(hand)), None)


# --- choosing (1.4) ---------------------------------------------------------------------------------------------------


class _Choice(Auction):
    pushes = 0

    def say(self, call: str) -> bool:
        assert self.turn is not None
        if call == "push":
            if self.pushes == (2 if self.rules["push"] == "back" else 1):
                return False
            self.pushes += 1
            self.turn = 2 - self.turn
            return True
        offered = names_suit(call) or (call in ("U", "B") and self.rules["no_trump"] == "on")
        return offered and self.buy(self.turn, call)


def auction(rules: Rules, given: Given) -> Answer:
    """Forehand names a contract or pushes; then his partner names one. The opponents do not speak."""
    return hear(_Choice(rules), given["calls"])


# --- scoring (1.8) ----------------------------------------------------------------------------------------------------


def factor(rules: Rules, trump: str) -> int:
    """The factor of a contract: red, black, tops-down, bottoms-up."""
    numbers = rules["multipliers"].split("-")
    return int(numbers[{"H": 0, "D": 0, "S": 1, "C": 1, "U": 2, "B": 3}[trump]])


def deal_score(rules: Rules, given: Given) -> Answer:
    """What each side writes; ``made`` is None, since nobody can fail."""
    scores = list(given["card_points"])
    swept = sweeper(given["tricks"])
    if swept is not None:
        scores[swept] += MATCH
        if swept != given["taker"] and rules["counter_match"] == "double":
            scores[swept] *= 2
    declared = list(given.get("melds", [0, 0]))
    for side in (0, 1):
        if given["tricks"][side] == 0 and rules["trickless_weis"] == "lost":
            declared[side] = 0
    scores = add(scores, declared, given.get("belote", [0, 0]))
    return {"scores": [total * factor(rules, given["trump"]) for total in scores], "made": None, "held": 0}


# --- match (1.9) ------------------------------------------------------------------------------------------------------


def match(rules: Rules, given: Given) -> Answer:
    """Is the match over after this deal? ``deals`` = number of deals played, this one included."""
    totals = add(given["before"], given["deal"])
    if "target" in given or rules["match"] == "points":
        target = int(given.get("target", rules["target"]))
        return race(totals, [total >= target for total in totals])
    if given["deals"] < int(rules["match"].partition(":")[2]):
        return {"over": False, "winner": None}
    return race(totals, [True, True])


# --- a whole deal -----------------------------------------------------------------------------------------------------


class Table:
    """A deal being played: who holds and has taken what, and what each side has written so far."""

    def __init__(self, rules: Rules, given: Given, trump: str, announcers: int) -> None:
        self.rules, self.trump, self.announcers = rules, trump, announcers
        self.before: list[int] = list(given.get("before", [0, 0]))
        self.left = {seat: set(held) for seat, held in given["hands"].items()}
        self.tricks, self.cards, self.stoeck = [0, 0], [0, 0], [0, 0]
        _, self.declared = meld_compare(rules, given["hands"], trump)
        self.holder = stoeck_holder(rules, given["hands"], trump)
        self.winners: list[int] = []

    def score(self, cards: Sequence[int], declared: Sequence[int], stoeck: Sequence[int]) -> list[int]:
        """What the sides write for these points; the match counts once all tricks are played."""
        if self.rules["trickless_weis"] == "lost":
            declared = [points if self.tricks[side] else 0 for side, points in enumerate(declared)]
        over = len(self.winners) == TRICKS
        facts: Answer = {"taker": self.announcers, "tricks": self.tricks if over else [1, 1], "trump": self.trump}
        facts |= {"card_points": cards, "melds": declared, "belote": stoeck}
        scores: list[int] = deal_score(self.rules, facts)["scores"]
        return scores

    def at_target(self, scores: Sequence[int]) -> int | None:
        """The side that stands at the target with these scores of the deal, where the match stops at once."""
        if self.rules["match_end"] == "end_of_deal" or self.rules["match"] != "points":
            return None
        target = int(self.rules["target"])
        return next((side for side in (0, 1) if self.before[side] + scores[side] >= target), None)

    def lay(self, seat: int, card: Card) -> None:
        """A card is played; the second of the two makes Stöck."""
        self.left[seat].remove(card)
        pair = {"K" + self.trump, "Q" + self.trump}
        if seat == self.holder and card in pair and not pair & self.left[seat]:
            self.stoeck[seat % 2] = STOECK

    def first_trick(self) -> tuple[list[int], int] | None:
        """The end in the first trick: the parts count in the order of ``end_order``, the first to arrive has won.

        Stöck in a hand are shown where both sides would arrive and the 20 decide.
        """
        plain = self.in_order([0, 0])
        if plain is None or self.holder is None:
            return plain
        shown = self.in_order([STOECK if side == self.holder % 2 else 0 for side in (0, 1)])
        assert shown is not None
        return plain if shown[1] == plain[1] else shown

    def in_order(self, stoeck: list[int]) -> tuple[list[int], int] | None:
        """Scores and winner when the parts of the first trick are counted one after the other."""
        parts = {"stoeck": stoeck, "weis": self.declared, "stich": self.cards}
        counted = {name: [0, 0] for name in parts}
        for name in self.rules["end_order"].split("_"):
            counted[name] = parts[name]
            scores = self.score(counted["stich"], counted["weis"], counted["stoeck"])
            side = self.at_target(scores)
            if side is not None:
                return scores, side
        return None


def play_deal(rules: Rules, given: Given) -> Answer:
    """Choice, play and score of a deal. Optional ``before``: match points; the deal then ends when a side is there.

    Raises ValueError for a card that is not held or not allowed, and for cards after the end.
    """
    heard = auction(rules, given)
    table = Table(rules, given, heard["trump"], heard["taker"] % 2)
    if sorted(card for hand in given["hands"].values() for card in hand) != sorted(PACK):
        raise ValueError("the whole pack is dealt")
    leader, trick = 0 if rules["first_lead"] == "forehand" else heard["taker"], list[Card]()
    stopped: tuple[list[int], int] | None = None
    for card in given["cards"]:
        if stopped is not None:
            raise ValueError("the match is over")
        seat = (leader + len(trick)) % PLAYERS
        if card not in legal(rules, table.trump, trick, sorted(table.left[seat])):
            raise ValueError(f"seat {seat} may not play {card} to {trick} from {sorted(table.left[seat])}")
        trick.append(card)
        had = list(table.stoeck)
        table.lay(seat, card)
        if table.stoeck != had:
            stopped = _stop(table)
        if stopped is not None or len(trick) < PLAYERS:
            continue
        leader = (leader + winner(table.trump, trick)) % PLAYERS
        table.winners.append(leader)
        table.tricks[leader % 2] += 1
        table.cards[leader % 2] += sum(points(rules, table.trump, laid) for laid in trick)
        if not any(table.left.values()):
            table.cards[leader % 2] += LAST_TRICK
        stopped = table.first_trick() if len(table.winners) == 1 else _stop(table)
        trick = []
    if stopped is None and any(table.left.values()):
        raise ValueError("the deal is not played out")
    scores, side = stopped or (table.score(table.cards, table.declared, table.stoeck), None)
    return {"winners": table.winners, "card_points": table.cards, "scores": scores, "stopped_by": side}


def _stop(table: Table) -> tuple[list[int], int] | None:
    """The end after the first trick: all points made so far."""
    scores = table.score(table.cards, table.declared if table.winners else [0, 0], table.stoeck)
    side = table.at_target(scores)
    return None if side is None else (scores, side)
