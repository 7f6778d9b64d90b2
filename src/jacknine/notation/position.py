"""A position of card play in one line, to read, to send in a message, to keep in a file of puzzles.

The rule line comes first, then words of the form ``name=value``. Only ``dealer``, ``contract``, ``taker`` and ``hands``
must be there:

    klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 taken=0:40,1:31+20 trick=AH

* ``hands`` are the cards still held, by seat: spades, hearts, diamonds, clubs, the highest card first, ``-`` for none.
* ``contract`` is a suit letter, ``N`` no trump, ``A`` all trump; ``level``, ``goal``, ``multiplier``, ``raiser``,
  ``card_to``, ``called``, ``locked=yes`` and ``for_match=yes`` say more about it.
* ``trick`` are the cards on the table in the order played, ``tricks`` the finished tricks in full, with a comma between
  them; ``!`` after a card is the word that went with it, ``+`` after a trick the roem that was called.
* ``taken`` are tricks before those, of which only the winner and the points are known, and the roem after a plus.
* ``leader`` led the first trick that is told in full; unless told it is who leads the deal.
* ``away`` are the cards the taker laid away, ``turned`` a card that lies face up, ``swapped`` the seat that changed its
  seven for it, ``declared`` the seats that announced their declarations where each does so itself, ``totals`` and
  ``held`` the match points and the points held over, by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, get_args

from jacknine.cards import (
    SUIT_MASKS,
    SUITS,
    CardError,
    card_text,
    cards_of,
    cards_text,
    mask_of,
    natural_rank,
    parse_card,
    rank_letter,
    suit_of,
)
from jacknine.game.actions import Decision, Declare, Play, Roem
from jacknine.game.match import apply
from jacknine.game.reasons import IllegalAction, Reason, reason
from jacknine.game.setup import SetupError, play_state
from jacknine.game.state import DealState, State, Trick
from jacknine.rules.contract import Contract, Goal
from jacknine.rules.ladder import Ladder
from jacknine.rules.settings import SettingsError
from jacknine.rules.table import compile_table
from jacknine.rules.trick import beats, points_of
from jacknine.rules.variant import Rules, after
from jacknine.variants import parse_line

_FIELDS: Final = (
    *("dealer", "contract", "taker", "level", "goal", "multiplier", "raiser", "card_to", "called", "locked"),
    *("for_match", "hands", "leader", "taken", "tricks", "trick", "away", "turned", "swapped", "declared", "totals"),
    "held",
)
LARGEST_TOTAL: Final = 100_000
"""No side has more match points, and no more are held over."""
_NEEDED: Final = ("dealer", "contract", "taker", "hands")
_GOALS: Final[tuple[Goal, ...]] = get_args(Goal)
_PLAYED: Final = re.compile(r"([6-9TJQKA][SHDC])(!?)")
_TRICK: Final = re.compile(r"((?:[6-9TJQKA][SHDC]!?)+)(\+?)")
_TAKEN: Final = re.compile(r"(\d):(\d{1,4})(?:\+(\d{1,4}))?", re.ASCII)


class PositionError(ValueError):
    """A line that is no position, or a state that has no line.

    ``reason`` says it to people who do not read English, as ``position.<id>`` of the table's catalogues; ``broken`` is
    the rule that an action of the line breaks.
    """

    def __init__(self, text: str, why: Reason, broken: Reason | None = None) -> None:
        super().__init__(text)
        self.reason = why
        self.broken = broken


def _leads_first(rules: Rules, dealer: int, contract: Contract) -> int:
    return rules.first_leader(after(dealer, rules.players), contract.taker)


# --- writing ----------------------------------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """The line of a state of card play.

    Raises:
        PositionError: no card is to be played in this state.
    """
    deal = state.deal
    if deal is None or deal.phase != "play" or deal.contract is None:
        raise PositionError("only a state of card play has a line", reason("over"))
    values = {
        "dealer": str(deal.dealer),
        **_contract_words(deal.contract),
        "hands": "/".join(map(_hand_text, deal.hands)),
        **_trick_words(state.rules, deal, deal.contract),
        "away": "".join(cards_text(deal.laid_away)),
        **_turned_words(state.rules, deal, deal.contract),
        "declared": _declared_text(state.rules, deal, deal.contract),
        "totals": _numbers(state.totals) if any(state.totals) else "",
        "held": _numbers(state.held) if any(state.held) else "",
    }
    return " ".join([state.rules.line, *(f"{name}={values[name]}" for name in _FIELDS if values.get(name))])


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _hand_text(hand: int) -> str:
    suits = []
    for mask in SUIT_MASKS:
        held = sorted(cards_of(hand & mask), key=natural_rank, reverse=True)
        suits.append("".join(map(rank_letter, held)) or "-")
    return ".".join(suits)


def _contract_words(contract: Contract) -> dict[str, str]:
    optional = {"raiser": contract.raiser, "card_to": contract.card_to}
    return {
        "contract": contract.key,
        "taker": str(contract.taker),
        "level": str(contract.level or ""),
        "goal": "" if contract.goal == "points" else contract.goal,
        "multiplier": "" if contract.multiplier == 1 else str(contract.multiplier),
        **{name: "" if seat is None else str(seat) for name, seat in optional.items()},
        "called": contract.called,
        "locked": "yes" if contract.locked else "",
        "for_match": "yes" if contract.for_match else "",
    }


def _trick_words(rules: Rules, deal: DealState, contract: Contract) -> dict[str, str]:
    """The tricks before and the one under way; a word goes with an Ekka and with a pair that was said."""
    spoken: set[tuple[int, int]] = set()

    def card_words(leader: int, cards: Sequence[int], ekka: bool) -> str:
        text = ""
        for place, card in enumerate(cards):
            seat = (leader + place) % rules.players
            pair = (seat, suit_of(card))
            said = bool(rules.belote_ask and deal.belote_said[seat] >> card & 1 and pair not in spoken)
            if said:
                spoken.add(pair)
            called = place == 0 and ekka and rules.ekka == "manual"
            text += card_text(card) + ("!" if said or called else "")
        return text

    known = [trick for trick in deal.tricks if trick.cards]
    claimed = rules.roem is not None and rules.roem.claim
    leader = known[0].leader if known else deal.leader
    tricks = [card_words(one.leader, one.cards, one.ekka) + ("+" if claimed and one.roem else "") for one in known]
    trick = card_words(deal.leader, deal.trick, bool(deal.ekka))
    unknown = [trick for trick in deal.tricks if not trick.cards]
    return {
        "leader": "" if leader == _leads_first(rules, deal.dealer, contract) else str(leader),
        "taken": ",".join(f"{one.winner}:{one.points}" + (f"+{one.roem}" if one.roem else "") for one in unknown),
        "tricks": ",".join(tricks),
        "trick": trick,
    }


def _turned_words(rules: Rules, deal: DealState, contract: Contract) -> dict[str, str]:
    if rules.dealing.turned != "card" or contract.card_to is not None or not deal.layout.turned:
        return {}
    swapped = "" if deal.swapped is None else str(deal.swapped)
    return {"turned": card_text(deal.layout.turned[0]), "swapped": swapped}


def _declared_text(rules: Rules, deal: DealState, contract: Contract) -> str:
    declarations = rules.declarations_in(rules.denomination(contract.key))
    if declarations.announce == "auto":
        return ""
    return _numbers(seat for seat in range(rules.players) if deal.announced[seat])


# --- reading ----------------------------------------------------------------------------------------------------------


def parse_position(line: str) -> State:
    """The state that a line tells, every card of its tricks played by the rules.

    Raises:
        PositionError: the line is malformed, or no game can have come to such a position; the message names the word.
    """
    first, *words = line.split() or [""]
    try:
        return _state(parse_line(first), _Words(words))
    except SettingsError as error:
        raise PositionError(str(error), reason("rules", part=first)) from None
    except SetupError as error:
        raise PositionError(str(error), error.reason) from None


class _Words:
    """The words of a line, asked for by name and kind."""

    def __init__(self, words: Sequence[str]) -> None:
        self._values: dict[str, str] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or name not in _FIELDS:
                names = ", ".join(_FIELDS)
                why = f"{word!r} is no word of a position; write name=value with {names}"
                raise PositionError(why, reason("word", part=word, names=names))
            if name in self._values:
                raise PositionError(f"{name} is there twice", reason("twice", part=name))
            self._values[name] = value
        missing = [name for name in _NEEDED if name not in self._values]
        if missing:
            raise PositionError(f"{missing[0]} is missing", reason("missing", part=missing[0]))

    def text(self, name: str) -> str:
        """A text, empty when it is not there."""
        return self._values.get(name, "")

    def parts(self, name: str) -> list[str]:
        """The parts between commas, none when it is not there."""
        return self._values[name].split(",") if name in self._values else []

    def numbers(self, name: str) -> list[int]:
        for text in self.parts(name):
            if not (text.isascii() and text.isdecimal() and len(text) < 10):
                part = self._part(name)
                raise PositionError(f"{part}: {text!r} is no number", reason("number", part=part))
        return [int(text) for text in self.parts(name)]

    def number(self, name: str) -> int | None:
        numbers = self.numbers(name)
        if len(numbers) > 1:
            part = self._part(name)
            raise PositionError(f"{part}: one number is wanted", reason("number", part=part))
        return numbers[0] if numbers else None

    def sides(self, name: str, sides: int) -> tuple[int, ...] | None:
        """A number for each side, None when it is not there."""
        numbers = self.numbers(name)
        if numbers and len(numbers) != sides:
            part = self._part(name)
            raise PositionError(f"{part}: one number a side, {sides} in all", reason("sides", part=part))
        if numbers and max(numbers) > LARGEST_TOTAL:
            raise _choice(self._part(name), f"each is 0 to {LARGEST_TOTAL}", f"0–{LARGEST_TOTAL}")
        return tuple(numbers) or None

    def yes(self, name: str) -> bool:
        if self._values.get(name, "yes") != "yes":
            part = self._part(name)
            raise _choice(part, "it is yes, or not there", "yes")
        return name in self._values

    def cards(self, name: str) -> list[int]:
        text = self.text(name)
        return [_card(text[at : at + 2]) for at in range(0, len(text), 2)]

    def _part(self, name: str) -> str:
        return f"{name}={self._values[name]}"


def _choice(part: str, why: str, values: str) -> PositionError:
    """What is said of a word with another value than the ``values`` it may have."""
    return PositionError(f"{part}: {why}", reason("choice", part=part, values=values))


def _card(text: str) -> int:
    try:
        return parse_card(text)
    except CardError as error:
        raise PositionError(str(error), reason("card", part=text)) from None


def _contract(rules: Rules, words: _Words) -> Contract:
    goal = words.text("goal") or "points"
    for one in _GOALS:
        if one == goal:
            contract = Contract(
                key=words.text("contract"),
                taker=words.number("taker") or 0,
                level=words.number("level") or 0,
                goal=one,
                multiplier=words.number("multiplier") or 1,
                raiser=words.number("raiser"),
                card_to=words.number("card_to"),
                locked=words.yes("locked"),
                for_match=words.yes("for_match"),
                called=words.text("called"),
            )
            _check_stake(rules, contract)
            return contract
    raise _choice(f"goal={goal}", f"it is {' or '.join(_GOALS)}", ", ".join(_GOALS))


def _check_stake(rules: Rules, contract: Contract) -> None:
    """What was promised and how often it counts has to come from some auction; a level may be left out.

    Raises:
        PositionError: no calls lead to it.
    """
    multipliers = rules.auction.multipliers(contract)
    levels = rules.auction.levels(contract.goal) if isinstance(rules.auction, Ladder) else ()
    for name, value, allowed in (
        ("multiplier", contract.multiplier, multipliers),
        ("level", contract.level, (0, *levels)),
        ("goal", contract.goal, (contract.goal,) if levels else ("points",)),
    ):
        if value not in allowed:
            texts = list(map(str, allowed))
            raise _choice(f"{name}={value}", f"under these settings it is {' or '.join(texts)}", ", ".join(texts))


def _hand(text: str) -> int:
    suits = text.split(".")
    if len(suits) != len(SUITS):
        why = f"{text!r} is no hand: write four suits with dots between them, - for none"
        raise PositionError(why, reason("hand", part=text))
    texts = [rank + suit for ranks, suit in zip(suits, SUITS, strict=True) if ranks != "-" for rank in ranks]
    cards = [_card(one) for one in texts]
    return _set(cards)


def _set(cards: Sequence[int]) -> int:
    try:
        return mask_of(cards)
    except CardError as error:
        twice = next(card for card in cards if cards.count(card) > 1)
        raise PositionError(str(error), reason("place", cards=card_text(twice))) from None


class _Told(NamedTuple):
    """A trick as a line tells it: the text, its cards with their words, and whether its roem was called."""

    text: str
    plays: list[tuple[int, bool]]
    roem: bool


def _told(rules: Rules, words: _Words) -> list[_Told]:
    """The tricks that a line tells card by card, the one under way last."""
    told = []
    for name in ("tricks", "trick"):
        for text in words.parts(name):
            match = _TRICK.fullmatch(text)
            if match is None:
                raise PositionError(f"{name}={text}: that is no trick", reason("trick", part=text))
            plays = [(_card(card), bool(word)) for card, word in _PLAYED.findall(match[1])]
            if (len(plays) == rules.players) != (name == "tricks") or len(plays) > rules.players:
                raise PositionError(f"{name}={text}: {len(plays)} cards", reason("trick", part=text))
            told.append(_Told(text, plays, bool(match[2])))
    return told


def _taken(rules: Rules, contract: Contract, words: _Words, kept: int) -> list[Trick]:
    """The tricks of which only winner and points are told; ``kept`` are all cards that did not fall in them.

    Raises:
        PositionError: they are malformed, or more than the cards that are gone allow.
    """
    gone = rules.pack & ~kept
    table = compile_table(rules, contract.key)
    dearest = rules.roem.dearest if rules.roem is not None else 0
    taken = []
    for part in words.parts("taken"):
        match = _TAKEN.fullmatch(part)
        if match is None or int(match[1]) >= rules.players:
            why = f"taken={part}: write the winner's seat, a colon and the points, as in 2:31 or 2:31+20"
            raise PositionError(why, reason("taken", part=part))
        winner = int(match[1])
        roem = int(match[3] or 0)
        if roem % 10 or roem > dearest:
            raise _choice(f"taken={part}", f"roem comes in tens, 0 to {dearest} a trick", f"+0–{dearest}")
        taken.append(Trick(winner, (), winner, int(match[2]), roem))
    part, tricks, points = f"taken={words.text('taken')}", gone.bit_count() // rules.players, points_of(table, gone)
    if len(taken) > tricks:
        raise _choice(part, f"the cards that are gone make {tricks} tricks", f"0–{tricks}")
    if sum(trick.points for trick in taken) > points:
        raise _choice(part, f"the cards that are gone have {points} points", f"0–{points}")
    return taken


def _before(rules: Rules, contract: Contract, hands: list[int], leader: int, told: Sequence[_Told]) -> list[int]:
    """The hands before the tricks that are told."""
    try:
        table = compile_table(rules, contract.key)
    except KeyError:
        keys = " ".join(one.key for one in rules.denominations)
        why = f"{rules.line} has no contract {contract.key!r}"
        raise PositionError(why, reason("contract", part=contract.key, values=keys)) from None
    before = list(hands)
    for trick in told:
        best, winner = trick.plays[0][0], leader
        for place, (card, _) in enumerate(trick.plays):
            seat = (leader + place) % rules.players
            if sum(before) >> card & 1:
                why = f"{trick.text}: {card_text(card)} is in two places"
                raise PositionError(why, reason("place", cards=card_text(card)))
            before[seat] |= 1 << card
            if beats(table, card, best):
                best, winner = card, seat
        leader = winner
    sizes = [hand.bit_count() for hand in before]
    if len(set(sizes)) > 1:
        counts = ", ".join(f"seat {seat} holds {size}" for seat, size in enumerate(sizes))
        why = f"the hands are not of one size before the tricks that are told: {counts}"
        raise PositionError(why, reason("sizes", sizes=", ".join(map(str, sizes))))
    return before


def _state(rules: Rules, words: _Words) -> State:
    """The state after the tricks that are told, and the trick under way."""
    contract, dealer, leader = _contract(rules, words), words.number("dealer") or 0, words.number("leader")
    first = _leads_first(rules, dealer, contract) if leader is None else leader
    hands = [_hand(text) for text in words.text("hands").split("/")]
    if not first < rules.players or len(hands) != rules.players:
        why = f"this game has {rules.players} seats: hands of all, and a leader among them"
        raise PositionError(why, reason("seats", seats=rules.players, last=rules.players - 1))
    told = _told(rules, words)
    before = _before(rules, contract, hands, first, told)
    if not any(before):
        raise PositionError("no card is left to play", reason("over"))
    away = _set(words.cards("away"))
    state = play_state(
        rules,
        contract,
        before,
        dealer=dealer,
        leader=leader,
        taken=_taken(rules, contract, words, sum(before) | away),
        away=away,
        turned=words.cards("turned")[0] if words.text("turned") else None,
        swapped=words.number("swapped"),
        totals=words.sides("totals", rules.sides),
        held=words.sides("held", rules.sides),
    )
    declared = words.numbers("declared")
    for trick in told:
        state = _trick(state, trick, declared)
    state = _declared(state, declared)
    if state.turn is None:
        raise PositionError("no card is left to play", reason("over"))
    if declared:
        part = f"declared={_numbers(declared)}"
        raise PositionError(
            f"{part}: there was nothing to declare, or no time for it yet", reason("declared", part=part)
        )
    return state


def _trick(state: State, trick: _Told, declared: list[int]) -> State:
    """The state after a trick, or after as much of it as is told."""
    for card, said in trick.plays:
        state = _declared(state, declared)
        if state.turn is None:
            raise PositionError(f"{trick.text}: the deal was over before", reason("over"))
        state = _do(state, Play(state.turn, card, said), trick.text)
    if trick.roem and state.turn is not None:
        state = _do(state, Roem(state.turn), trick.text)
    return state


def _declared(state: State, declared: list[int]) -> State:
    """A state after the seat on turn has declared, if it did."""
    if state.turn in declared:
        declared.remove(state.turn)
        return _do(state, Declare(state.turn), "declared")
    return state


def _do(state: State, action: Decision, where: str) -> State:
    try:
        return apply(state, action)[0]
    except IllegalAction as error:
        raise PositionError(f"{where}: {error}", reason("illegal", part=where), error.reason) from None
