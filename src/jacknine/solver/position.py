"""An open position, checked, and the question asked about it. Nothing here computes, or imports numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

from jacknine.cards import CardError, card_text, cards_of, parse_card
from jacknine.game.state import State
from jacknine.rules.scoring.bid import CARD_TOTAL
from jacknine.rules.table import compile_table
from jacknine.rules.trick import points_of
from jacknine.rules.variant import Rules
from jacknine.solver.picture import deal_svg
from jacknine.variants import rules as rules_of

Objective = Literal["points", "difference"]
"""Card points of camp 0; or what camp 0 takes more than camp 1, roem and the bonus for all tricks counted."""

LARGEST_BONUS: Final = 10_000
"""Points for all tricks beyond this would not fit the search's bounds."""
TRUMP_WORDS: Final = {"none": "N", "all": "A"}
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "game": (str,),
    "settings": (Mapping, type(None)),
    "hands": (Mapping, Sequence),
    "trump": (str,),
}


class PositionError(ValueError):
    """A position that cannot be: the message names the card or the hand."""


@dataclass(frozen=True, slots=True)
class Position:
    """All hands open, in the middle of a deal or at its beginning.

    ``hands`` are the cards still held, as masks, by seat. ``leader`` led the current trick, ``trick`` are the cards on
    the table in the order played. ``taken`` is the sum of the groups (:attr:`groups`) that have won a trick before: it
    decides who can still win all of them. Camp 0 is side 0; where a seat plays alone against the others it is the
    ``taker``. ``alone``: the taker's camp has all tricks only if each of them falls to his own hand.

    Raises:
        PositionError: a card twice, not in the pack, or too many of them; hands that do not fit the trick; a seat or a
            trump that does not exist.
    """

    rules: Rules
    key: str
    hands: tuple[int, ...]
    leader: int = 0
    trick: tuple[int, ...] = ()
    taken: int = 0
    taker: int = 0
    locked: bool = False
    alone: bool = False

    def __post_init__(self) -> None:
        players = self.rules.players
        keys = [denomination.key for denomination in self.rules.denominations]
        if self.key not in keys:
            raise PositionError(
                f"trump {self.key!r} is not played in {self.rules.line}; choose one of {' '.join(keys)}"
            )
        if len(self.hands) != players:
            raise PositionError(f"{len(self.hands)} hands; {self.rules.line} has {players} players")
        for name, seat in (("leader", self.leader), ("taker", self.taker)):
            if type(seat) is not int or not 0 <= seat < players:
                raise PositionError(f"{name} {seat} is no seat: seats are 0 to {players - 1}")
        if type(self.taken) is not int or not 0 <= self.taken < 8:
            raise PositionError(f"taken {self.taken} is no sum of groups: it is 0 to 7")
        if len(self.trick) >= players:
            raise PositionError(
                f"{len(self.trick)} cards lie on the table; a trick under way has {players - 1} at most"
            )
        self._check_cards()
        self._check_sizes()

    def _check_cards(self) -> None:
        seen = 0
        for mask in (*self.hands, *(1 << card for card in self.trick)):
            for card in cards_of(mask):
                if not self.rules.pack >> card & 1:
                    raise PositionError(f"{card_text(card)} is not in the pack of {self.rules.line}")
                if seen >> card & 1:
                    raise PositionError(f"{card_text(card)} is there twice")
                seen |= 1 << card

    def _check_sizes(self) -> None:
        players = self.rules.players
        limit = self.rules.hand_size
        played = {(self.leader + place) % players for place in range(len(self.trick))}
        whole = [hand.bit_count() + (seat in played) for seat, hand in enumerate(self.hands)]
        for seat, size in enumerate(whole):
            if size > limit:
                last = max(cards_of(self.hands[seat]))
                raise PositionError(f"{card_text(last)} is too many: seat {seat} can hold {limit} cards, not {size}")
            if size != whole[self.turn]:
                raise PositionError(
                    f"seat {seat} has {size} cards for the tricks left, seat {self.turn} has {whole[self.turn]}"
                )
        if whole[self.turn] == 0:
            raise PositionError("no cards are left to play")

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % self.rules.players

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for each seat in pictures, the seat to play marked."""
        marks = [" ▸" if seat == self.turn else "" for seat in range(self.rules.players)]
        return tuple(f"seat {seat}{mark}" for seat, mark in enumerate(marks))

    def _repr_svg_(self) -> str:
        return deal_svg(self.hands, self.labels, self.trick)

    @property
    def total(self) -> int:
        """The card points still to be won, with the last trick."""
        table = compile_table(self.rules, self.key)
        return points_of(table, sum(self.hands) + sum(1 << card for card in self.trick)) + self.rules.last_trick

    @property
    def camps(self) -> tuple[int, ...]:
        """The camp of each seat."""
        if self.rules.partners or self.rules.players == 2:
            return tuple(self.rules.side_of(seat) for seat in range(self.rules.players))
        return tuple(int(seat != self.taker) for seat in range(self.rules.players))

    @property
    def groups(self) -> tuple[int, ...]:
        """1, 2 or 4 for each seat: seats of one number take all tricks together, camp 0 being 1; a seat with 3 takes
        them for nobody.
        """
        if self.alone:
            camp = self.camps[self.taker]
            return tuple(
                3 if other == camp and seat != self.taker else other + 1 for seat, other in enumerate(self.camps)
            )
        if self.rules.players != 3 or getattr(self.rules.scoring, "solo_all_tricks_pair", False):
            return tuple(camp + 1 for camp in self.camps)
        return tuple(1 << (seat - self.taker) % 3 for seat in range(3))

    def bonus(self) -> tuple[int, int]:
        """What camp 0 and camp 1 get for all tricks under the settings, in card points.

        Where the sheet replaces the card points (a capot of 250), it is the difference; a game that writes game points
        has none.
        """
        scoring = self.rules.scoring
        if hasattr(scoring, "all_tricks"):
            ours: int = scoring.all_tricks
            theirs: int = getattr(scoring, "all_tricks_defence", ours)
            # A defence that writes everything twice writes its card points again, too.
            again = getattr(scoring, "defence_times", 1) - 1
            if again:
                table = compile_table(self.rules, self.key)
                theirs += again * (theirs + points_of(table, self.rules.pack) + self.rules.last_trick)
            return (ours, theirs) if self.camps[self.taker] == 0 else (theirs, ours)
        capot = getattr(scoring, "capot", None)
        if capot is None:
            return (0, 0)
        value = getattr(scoring, "capot_by_key", {}).get(self.key, capot)
        if self.key in getattr(scoring, "scaled_from", {}):
            replaced = CARD_TOTAL
        else:
            replaced = points_of(compile_table(self.rules, self.key), self.rules.pack) + self.rules.last_trick
        return (value - replaced, value - replaced)


def position_of(state: State, *, alone: bool = False) -> Position:
    """The position of a game in which cards are played, all hands laid open; ``alone`` as there.

    Raises:
        PositionError: no card is to be played.
    """
    deal = state.deal
    if deal is None or deal.contract is None or deal.phase != "play" or not any(deal.hands):
        raise PositionError("no card is to be played in this state")
    contract = deal.contract
    position = Position(
        state.rules, contract.key, deal.hands, deal.leader, deal.trick, taker=contract.taker, locked=contract.locked,
        alone=alone,
    )  # fmt: skip
    taken = 0
    for trick in deal.tricks:
        taken |= position.groups[trick.winner]
    return replace(position, taken=taken)


@lru_cache(maxsize=16)
def tamed(rules: Rules) -> Rules:
    """The rules without the liberty to ruff while one can follow."""
    return replace(
        rules,
        denominations=tuple(replace(one, duties=replace(one.duties, ruff_freely=False)) for one in rules.denominations),
    )


def trump_key(word: str) -> str:
    """The key of a denomination from a case's word for trump: a suit letter, ``none``, ``all``, or a key itself."""
    return TRUMP_WORDS.get(word, word)


def read_hands(hands: Mapping[str, Sequence[str]] | Sequence[Sequence[str]], players: int) -> tuple[int, ...]:
    """Hands given by seat as lists of card texts.

    Raises:
        PositionError: a seat is missing or does not exist, or a text names no card.
    """
    by_seat = dict(hands) if isinstance(hands, Mapping) else {str(seat): hand for seat, hand in enumerate(hands)}
    masks = []
    for seat in range(players):
        if str(seat) not in by_seat:
            raise PositionError(f"seat {seat} has no hand; {players} hands are needed")
        masks.append(_mask(by_seat.pop(str(seat))))
    if by_seat:
        raise PositionError(f"seat {next(iter(by_seat))} does not exist; seats are 0 to {players - 1}")
    return tuple(masks)


def _mask(texts: Sequence[str]) -> int:
    mask = 0
    for card in _cards(texts):
        if mask >> card & 1:
            raise PositionError(f"{card_text(card)} is there twice")
        mask |= 1 << card
    return mask


def _cards(texts: object) -> list[int]:
    if isinstance(texts, str) or not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise PositionError(f"{texts!r} is no list of cards")
    try:
        return [parse_card(text) for text in texts]
    except CardError as error:
        raise PositionError(str(error)) from None


def read_position(given: Mapping[str, Any]) -> Position:
    """The position of a JSON object ``{game, settings?, hands, trump, leader, trick?, taker?}`` in the words of the
    conformance cases.

    Raises:
        PositionError: a key is missing or the position cannot be.
        SettingsError: an unknown game or setting.
    """
    for name in ("game", "hands", "trump", "leader"):
        if name not in given:
            raise PositionError(f"{name} is missing")
    for name, kinds in _KINDS.items():
        if not isinstance(given.get(name), kinds):
            raise PositionError(f"{name} cannot be {given[name]!r}")
    rules = rules_of(given["game"], given.get("settings") or {})
    return Position(
        rules,
        trump_key(given["trump"]),
        read_hands(given["hands"], rules.players),
        given["leader"],
        tuple(_cards(given.get("trick") or ())),
        taker=given.get("taker", 0),
    )
