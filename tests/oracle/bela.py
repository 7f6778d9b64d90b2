"""Bela for two, three and four players as the rule text says it.

Paragraphs named below are those of the rule text (``docs/games/bela.md``). With two and three players each seat is its
own side; with three the caller plays against the other two for the deal.
"""

from collections.abc import Mapping, Sequence

from .common import (
    ANY_NUMBER,
    LAST_TRICK,
    PACK,
    SUITS,
    Answer,
    Auction,
    Card,
    Given,
    Meld,
    Rules,
    add,
    card_points,
    fours,
    hear,
    longest_runs,
    names_suit,
    of_suit,
    partner_wins,
    plain_height,
    play_out,
    race,
    read_settings,
    sides,
    subsets,
    suit_of,
    sweeper,
    trumps_over,
    turned_card,
    winner,
)

SETTINGS = {
    "players": ("4", "2", "3"),
    "target": ("", ANY_NUMBER),
    "target_three": ("701", ANY_NUMBER),  # 1.4
    "talon_reveal": ("after_pass", "after_trump"),  # 1.2: what is seen
    "kontra": ("off", "on"),  # 1.2
    "two_seven_swap": ("off", "on"),  # 1.3
    "two_stock_visible": ("off", "on"),  # 1.3: what is seen
    "two_middle_cards": ("off", "on"),  # 1.3
    "three_fall": ("vanish", "higher_opponent", "each"),  # 1.4
    "three_discard": ("any", "no_trump", "no_points"),  # 1.4
    "three_pair_stiglja": ("off", "on"),  # 1.4
    "three_bidding": ("forced_first", "pass_then_mus"),  # 1.4
    "seq_compare": ("length_then_top", "value_then_top"),  # 1.5
    "quad_order": ("natural", "trick"),  # 1.5
    "decl_tie": ("seat", "cancel", "trump_then_seat"),  # 1.5
    "declare": ("auto", "manual"),  # 1.5: what the players do
    "card_reuse": ("on", "off"),  # 1.5
    "bela_call": ("auto", "ask"),  # 1.5: what the players do
    "belot_suit": ("trump", "any"),  # 1.5
    "trickless": ("lost", "to_opponents"),  # 1.6
    "bela_kept_on_fall": ("off", "on"),  # 1.6
    "tie": ("fall", "hang"),  # 1.6
    "match_end": ("end_of_deal", "dosta"),  # 1.6
    "partner_exempt": ("off", "on"),  # 1.7
    "iber_plain": ("on", "off"),  # 1.7
}
PRESETS: Mapping[str, Mapping[str, str]] = {"bela": {}}
TARGETS = {"2": "501", "4": "1001"}
BELA = 20
STIGLJA = 90
RUN_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
FOUR_POINTS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
CALLS_OF_KONTRA = ("kontra", "rekontra")


def rules(settings: Mapping[str, object]) -> Rules:
    """The settings in force, the target of the number of players filled in. Refuses what 1.9 refuses for three."""
    chosen = read_settings(SETTINGS, PRESETS, settings)
    if not chosen["target"]:
        chosen["target"] = TARGETS.get(chosen["players"], chosen["target_three"])
    if chosen["players"] == "3" and (chosen["trickless"] == "to_opponents" or chosen["kontra"] == "on"):
        raise ValueError("not with three players: trickless=to_opponents, kontra=on")
    return chosen


# --- play (1.7) -------------------------------------------------------------------------------------------------------


def legal(
    rules: Rules,
    trump: str,
    trick: Sequence[Card],
    hand: Sequence[Card],
    players: int = 4,
    ekka: bool = False,
    locked: bool = False,
) -> set[Card]:
    """The cards that may be played under iber."""
    cards = set(hand)
    if not trick:
        return cards
    led = suit_of(trick[0])
    follow = of_suit(cards, led)
    ruffed = led != trump and bool(of_suit(trick, trump))
    over = trumps_over(trump, trick, cards)
    if follow and led == trump:
        return over or follow
    if follow:
        best = max(plain_height(card) for card in of_suit(trick, led))
        higher = {card for card in follow if plain_height(card) > best}
        return follow if ruffed or rules["iber_plain"] == "off" else higher or follow
    if rules["partner_exempt"] == "on" and partner_wins(trump, trick, players):
        return cards
    return over or of_suit(cards, trump) or cards


def points(rules: Rules, trump: str, card: Card) -> int:
    """Value of a card (1.1)."""
    return card_points(trump, card)


# --- declarations (1.5) -----------------------------------------------------------------------------------------------


def melds(rules: Rules, hand: Sequence[Card], trump: str) -> list[Meld]:
    """The declarations of a hand; where a card serves once, the dearest choice, then the strongest single one."""

    def worth(choice: list[Meld]) -> tuple[int, list[tuple[int, ...]]]:
        return sum(meld.points for meld in choice), sorted((strength(rules, meld) for meld in choice), reverse=True)

    quads = fours(hand, "".join(FOUR_POINTS))
    reuse = rules["card_reuse"] == "on"
    choices: list[list[Meld]] = []
    for chosen in [quads] if reuse else subsets(quads):
        used = set() if reuse else {card for quad in chosen for card in quad}
        runs = longest_runs(set(hand) - used)
        choices.append(
            [Meld(q, FOUR_POINTS[q[0][0]]) for q in chosen] + [Meld(run, RUN_POINTS[len(run)]) for run in runs]
        )
    return max(choices, key=worth)


def strength(rules: Rules, meld: Meld) -> tuple[int, ...]:
    """Greater is better: any four over any run; fours by points, then rank; runs by length or value, then top card."""
    if meld.is_four:
        order = "9JTQKA" if rules["quad_order"] == "natural" else "9JQKTA"
        return 1, meld.points, order.index(meld.cards[0][0])
    size = len(meld.cards) if rules["seq_compare"] == "length_then_top" else meld.points
    return 0, size, meld.top


def meld_compare(
    rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str, taker: int = 0
) -> tuple[int | None, list[int]]:
    """Whose declarations count, and the points per side.

    With three players the two opponents of the caller stand together, each writing his own; the side named is then the
    seat of the best declaration.
    """
    players = int(rules["players"])
    held = {seat: melds(rules, hand, trump) for seat, hand in hands.items()}
    ranked = {seat: max(strength(rules, meld) for meld in found) for seat, found in held.items() if found}
    nothing = [0] * (2 if players == 4 else players)
    if not ranked:
        return None, nothing
    top = max(ranked.values())
    best = sorted(seat for seat, value in ranked.items() if value == top)
    camps = {seat: camp(players, seat, taker) for seat in held}
    if rules["decl_tie"] == "cancel" and len({camps[seat] for seat in best}) == 2:
        return None, nothing
    if rules["decl_tie"] == "trump_then_seat":
        in_trump = [seat for seat in best if _has_trump_run(rules, held[seat], top, trump)]
        best = in_trump or best
    written = [0] * players
    for seat, found in held.items():
        if camps[seat] == camps[best[0]]:
            written[seat] = sum(meld.points for meld in found)
    return best[0] % 2 if players == 4 else best[0], sides(written)


def camp(players: int, seat: int, taker: int) -> int:
    """Who stands together in a deal: the partnerships; with three players the caller against the rest."""
    if players == 3:
        return 0 if seat == taker else 1
    return seat % 2


def _has_trump_run(rules: Rules, found: Sequence[Meld], top: tuple[int, ...], trump: str) -> bool:
    """Is one of these declarations a trump run of the strength given?"""
    return any(not m.is_four and suit_of(m.cards[0]) == trump and strength(rules, m) == top for m in found)


def bela_points(hands: Mapping[int, Sequence[Card]], trump: str) -> list[int]:
    """Per seat 20 for king and queen of trump in one hand."""
    return [BELA if {"K" + trump, "Q" + trump} <= set(hands[seat]) else 0 for seat in sorted(hands)]


def belot_holder(rules: Rules, hands: Mapping[int, Sequence[Card]], trump: str) -> int | None:
    """The seat with all eight cards of the trump suit (of any suit, where the house says so): it wins the match."""
    suits = SUITS if rules["belot_suit"] == "any" else trump
    for seat in sorted(hands):
        if any(len(of_suit(hands[seat], suit)) == 8 for suit in suits):
            return seat
    return None


# --- auction (1.2 - 1.4) ----------------------------------------------------------------------------------------------


class _Auction(Auction):
    players = 4
    passes = 0
    doublers: list[int]

    def say(self, call: str) -> bool:
        assert self.turn is not None
        if self.taker is not None:
            return self._kontra(call)
        if call == "pass":
            if self.passes >= self._last_pass():
                return False
            self.passes += 1
            self.turn = (self.turn + 1) % self.players
            return True
        if self.players == 2:
            return self._two(call)
        return names_suit(call) and self._call(call)

    def _last_pass(self) -> int:
        """How many passes are allowed before somebody must call."""
        if self.players == 3:
            return 2 if self.rules["three_bidding"] == "pass_then_mus" else 0
        return 3

    def _two(self, call: str) -> bool:
        """Two players: the turned suit first, then one of the other three."""
        assert self.turned is not None
        turned_suit = suit_of(self.turned)
        if self.passes < 2:
            return call == "take" and self._call(turned_suit)
        return names_suit(call) and call != turned_suit and self._call(call)

    def _call(self, trump: str) -> bool:
        assert self.turn is not None
        if self.rules["kontra"] == "off":
            return self.buy(self.turn, trump)
        self.taker, self.trump = self.turn, trump
        return self._ask_opponents()

    def _ask_opponents(self) -> bool:
        """The opponents of the seat in turn speak next, in turn order."""
        assert self.turn is not None
        self.doublers = [(self.turn + k) % self.players for k in range(1, self.players, 2)]
        self.turn = self.doublers.pop(0)
        return True

    def _kontra(self, call: str) -> bool:
        """The caller's opponents may double, then the caller's side may redouble (1.9)."""
        assert self.turn is not None
        if call == "pass":
            if not self.doublers:
                return self.close()
            self.turn = self.doublers.pop(0)
            return True
        if call != CALLS_OF_KONTRA[self.multiplier // 2]:
            return False
        self.multiplier *= 2
        return self.close() if self.multiplier == 4 else self._ask_opponents()


def auction(rules: Rules, given: Given) -> Answer:
    """The call of trump; somebody always must."""
    talk = _Auction(rules, turned_card(given) if rules["players"] == "2" else None)
    talk.players = int(rules["players"])
    return hear(talk, given["calls"])


# --- scoring (1.4, 1.6) -----------------------------------------------------------------------------------------------


def deal_score(rules: Rules, given: Given) -> Answer:
    """Score of a deal; ``made`` is None where the caller's half hangs."""
    players = int(rules["players"])
    count = 2 if players == 4 else players
    taker = given.get("taker", 0)
    multiplier = given.get("multiplier", 1)
    held = given.get("held", 0)
    declared, bela = _recognised(rules, given, count)
    own = add(given["card_points"], declared, bela, _stiglja(rules, given["tricks"], taker, count))
    others = sum(own) - own[taker]
    if own[taker] == others and rules["tie"] == "hang":
        kept = own[taker]
        own[taker] = 0
        return {"scores": own, "made": None, "held": held + kept}
    made = own[taker] > others
    if made:
        scores = [0] * count if multiplier > 1 else own
        scores[taker] = held + (sum(own) * multiplier if multiplier > 1 else own[taker])
    elif count == 3:
        scores = _three_fall(rules, own, taker, bela[taker], held)
    else:
        scores = _fall(rules, own, taker, bela[taker], multiplier)
        scores[1 - taker] += held
    return {"scores": scores, "made": made, "held": 0}


def _recognised(rules: Rules, given: Given, count: int) -> tuple[list[int], list[int]]:
    """Declarations and bela per side; a side without a trick loses both, or hands them over."""
    declared = list(given.get("melds", [0] * count))
    bela = list(given.get("belote", [0] * count))
    for side in range(count):
        if given["tricks"][side] == 0:
            if rules["trickless"] == "to_opponents":
                declared[1 - side] += declared[side] + bela[side]
            declared[side] = bela[side] = 0
    return declared, bela


def _stiglja(rules: Rules, tricks: Sequence[int], taker: int, count: int) -> list[int]:
    """90 to the side with every trick; ``three_pair_stiglja`` also to the two opponents together, half each."""
    bonus = [0] * count
    sweep = sweeper(tricks)
    if sweep is not None:
        bonus[sweep] = STIGLJA
    elif count == 3 and tricks[taker] == 0 and rules["three_pair_stiglja"] == "on":
        bonus = [0 if side == taker else STIGLJA // 2 for side in range(count)]
    return bonus


def _fall(rules: Rules, own: Sequence[int], taker: int, bela: int, multiplier: int) -> list[int]:
    """Two sides: the opponents write everything; undoubled the caller may keep his bela where the house says so."""
    kept = bela if rules["bela_kept_on_fall"] == "on" and multiplier == 1 else 0
    scores = [0, 0]
    scores[taker] = kept
    scores[1 - taker] = (sum(own) - kept) * multiplier
    return scores


def _three_fall(rules: Rules, own: Sequence[int], taker: int, bela: int, held: int) -> list[int]:
    """Three players: the caller's points (and what hung) vanish, go to the higher opponent, or to each (1.4)."""
    kept = bela if rules["bela_kept_on_fall"] == "on" else 0
    lost = own[taker] - kept + held
    scores = list(own)
    scores[taker] = kept
    opponents = [side for side in range(3) if side != taker]
    if rules["three_fall"] == "each":
        for side in opponents:
            scores[side] += lost
    if rules["three_fall"] == "higher_opponent":
        scores[max(opponents, key=lambda side: (own[side], -side))] += lost
    return scores


# --- match ------------------------------------------------------------------------------------------------------------


def match(rules: Rules, given: Given) -> Answer:
    """Is the match over? With ``dosta`` an optional ``safe`` (points already safe per side, mid-deal) can end it."""
    target = int(given.get("target", rules["target"]))
    if rules["match_end"] == "dosta" and "safe" in given:
        there = [side for side, total in enumerate(add(given["before"], given["safe"])) if total >= target]
        return {"over": bool(there), "winner": there[0] if there else None}
    totals = add(given["before"], given["deal"])
    return race(totals, [total >= target for total in totals])


# --- a whole deal -----------------------------------------------------------------------------------------------------


def play_deal(rules: Rules, given: Given) -> Answer:
    """Call, play and score of a deal.

    What a caller laid away is his: with three players the two cards in no hand, with ``two_middle_cards`` the optional
    ``discards``. A belot ends the match: its holder's side writes the target, the others nothing.
    """
    hands = given["hands"]
    players = int(rules["players"])
    heard = auction(rules, given)
    taker, trump = heard["taker"], heard["trump"]
    laid_away = _laid_away(rules, given, trump)
    played = play_out(
        hands,
        given["cards"],
        trump,
        lambda trick, hand, gone: legal(rules, trump, trick, sorted(hand), players),
        lambda card: points(rules, trump, card),
    )
    card_totals = list(played.points)
    card_totals[taker] += sum(points(rules, trump, card) for card in laid_away)
    _, declared = meld_compare(rules, hands, trump, taker)
    side = taker % 2 if players == 4 else taker
    score = deal_score(
        rules,
        {
            "taker": side,
            "multiplier": heard["multiplier"],
            "card_points": sides(card_totals),
            "tricks": sides(played.tricks),
            "melds": declared,
            "belote": sides(bela_points(hands, trump)),
            "held": given.get("held", 0),
        },
    )
    belot = belot_holder(rules, hands, trump)
    if belot is not None:
        winner = belot % 2 if players == 4 else belot
        score["scores"] = [int(rules["target"]) if s == winner else 0 for s in range(len(score["scores"]))]
    return {"winners": played.winners, "card_points": sides(card_totals), "belot": belot, **score}


def _laid_away(rules: Rules, given: Given, trump: str) -> list[Card]:
    """The caller's discards. Raises ValueError for one that ``three_discard`` forbids."""
    discards: list[Card] = list(given.get("discards", []))
    if rules["players"] == "3":
        discards = sorted(set(PACK) - {card for hand in given["hands"].values() for card in hand})
        held = {*discards, *given["hands"][auction(rules, given)["taker"]]}
        allowed = {
            "any": held,
            "no_trump": held - of_suit(held, trump),
            "no_points": {card for card in held if not points(rules, trump, card)},
        }[rules["three_discard"]]
        if len(allowed) >= 2 and not allowed.issuperset(discards):
            raise ValueError(f"these may not be laid away: {discards}")
    return discards


def dosta(rules: Rules, given: Given) -> tuple[int, int, list[int]] | None:
    """With ``match_end=dosta``: after how many cards the match stops, for which side, and the safe points (1.6).

    ``before`` are the match points. None when the deal is played out. Cards are taken to be legal. What was laid away
    is safe at once, bela of a side with a trick when it is said, all else when a trick is taken.
    """
    hands = given["hands"]
    players = len(hands)
    heard = auction(rules, given)
    taker, trump = heard["taker"], heard["trump"]
    _, declared = meld_compare(rules, hands, trump, taker)
    cards, tricks, said = [0] * players, [0] * players, [0] * players

    def there(last: bool = False) -> tuple[int, list[int]] | None:
        """The side that is at the target, that of the last trick before another, and the safe points."""
        won, safe = sides(tricks), sides(cards)
        for side, bela in enumerate(sides(said)):
            if won[side]:
                safe[side] += bela + declared[side]
            elif last and rules["trickless"] == "to_opponents":
                safe[1 - side] += bela + declared[side]
        if last:
            safe = add(safe, _stiglja(rules, won, taker % len(won), len(won)))
        totals = add(given["before"], safe)
        at_target = [side for side, total in enumerate(totals) if total >= int(rules["target"])]
        first = leader % 2 if players == 4 else leader
        return (first if first in at_target else at_target[0], safe) if at_target else None

    leader, trick = 0, list[Card]()
    cards[taker] = sum(points(rules, trump, card) for card in _laid_away(rules, given, trump))
    end = there()
    if end is not None:
        return 0, *end
    for number, card in enumerate(given["cards"], start=1):
        seat = (leader + len(trick)) % players
        trick.append(card)
        pair = {"K" + trump, "Q" + trump}
        if card in pair <= set(hands[seat]):
            said[seat] = BELA
            end = there()
        if end is None and len(trick) == players:
            leader = (leader + winner(trump, trick)) % players
            tricks[leader] += 1
            last = number == len(hands[0]) * players
            cards[leader] += sum(points(rules, trump, laid) for laid in trick) + (LAST_TRICK if last else 0)
            trick = []
            end = there(last)
        if end is not None:
            return number, *end
    return None
