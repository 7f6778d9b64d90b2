"""The words of a lesson: its messages, cards, calls and names in one language, for one game.

A game's own word comes before the common one: ``scored.belote.failed`` before ``scored.failed``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from babel.lists import format_list

from jacknine.analysis.lessons.given import Message, Ranking, Ruled, Values, Worth
from jacknine.cards import SUIT_MARKS, SUITS, parse_card
from jacknine.rules.auction import Call, parse_call
from jacknine.rules.contract import SUIT_KEYS
from jacknine.server.faces import Face, face
from jacknine.server.words import Words


@dataclass(frozen=True, slots=True)
class Spoken:
    """A call: its words, the suit to mark it with, and the suit's name where the words do not say it."""

    text: str
    suit: str
    suit_name: str


class Tongue:
    """A language in which a game's lesson is told. ``letters`` are those on the reader's court cards."""

    def __init__(self, words: Words, game: str, letters: str) -> None:
        self.words = words
        self.game = game
        self.letters = letters

    # --- sentences

    def say(self, messages: Message | Sequence[Message]) -> str:
        """Messages as running text."""
        if not isinstance(messages, Message):
            return " ".join(map(self.say, messages))
        head, _, tail = messages.id.partition(".")
        values = {name: self._shown(name, value) for name, value in messages.values.items()}
        return self.words.first(f"{head}.{self.game}.{tail}", messages.id, **values)

    def sentence(self, key: str, facts: Values) -> str:
        """A sentence of the lesson itself."""
        return self.words.text(f"lesson.{key}", **facts)

    def ruled(self, ruled: Ruled, facts: Values) -> str:
        """The sentence of a setting's value."""
        value = int(ruled.value) if ruled.value.isdecimal() else ruled.value
        return self.words.text(self.rule_id(ruled.setting, ruled.value), **(dict(facts) | {"value": value}))

    def rule_id(self, setting: str, value: str) -> str:
        """The id of that sentence: the game's own one first, and one for the value before one for any value."""
        kind = value.partition(":")[0]
        owners = (f"{self.game}.{setting}", setting)
        ids = [f"rule.{owner}{end}" for owner in owners for end in (f".{value}", f".{kind}", "")]
        return next((id for id in ids if self.words.has(id)), ids[-3])

    def meaning(self, setting: str) -> str:
        """What a setting decides, in a line."""
        return self.words.first(f"meaning.{self.game}.{setting}", f"meaning.{setting}")

    def own(self, kind: str, key: str) -> str:
        """A word by its kind, such as the title of a section: the game's own one first."""
        return self.words.first(f"{kind}.{self.game}.{key}", f"{kind}.{key}")

    def any_of(self, parts: Iterable[str]) -> str:
        """Things of which one may be chosen."""
        return format_list(list(parts), style="or", locale=self.words.language)

    def _shown(self, name: str, value: str | int) -> str | int:
        match name:
            case "card":
                return self.words.card(parse_card(str(value)))
            case "cards":
                return self.any_of(self.words.card(parse_card(card)) for card in str(value).split())
            case "suit" | "trump":
                return self.suit(str(value)) if value else ""
            case "who":
                return self.own("who", str(value))
            case "call":
                spoken = self.call(parse_call(str(value)))
                return f"{spoken.text} {spoken.suit_name}".strip()
            case _:
                return value

    # --- cards, calls, contracts

    def face(self, card: int) -> Face:
        return face(card, self.words, self.letters)

    def token(self, card: int) -> str:
        """A card in two or three signs."""
        shown = self.face(card)
        return f"{shown.corner}{SUIT_MARKS[shown.suit]}"

    def corner(self, rank: str) -> str:
        """What a rank's corner prints."""
        return self.face(parse_card(f"{rank}{SUITS[0]}")).corner

    def suit(self, key: str) -> str:
        """The name of a suit or of what else is played."""
        return self.own("suit", key)

    def call(self, call: Call) -> Spoken:
        if call.word == "name":
            return Spoken(self.suit(call.key), call.key, "")
        name = self.suit(call.key) if call.key else ""
        return Spoken(str(call.level) if call.word == "bid" else self.own("call", call.word), call.key, name)

    def contracts(self, keys: Sequence[str]) -> str:
        """Contracts by name, the four suits together."""
        suits = [self.words.text("order.suits")] if any(key in SUIT_KEYS for key in keys) else []
        return format_list(
            [*suits, *(self.suit(key) for key in keys if key not in SUIT_KEYS)], locale=self.words.language
        )

    def ranking(self, row: Ranking) -> str:
        """What a row of ranks holds for."""
        what = self.words.text(f"order.{row.kind}")
        if row.kind != "every":
            return what
        return self.words.text("order.what", what=what, contract=self.contracts(row.keys))

    def worth(self, row: Worth) -> str:
        """What a bonus is for."""
        if row.kind == "run":
            return self.own("worth", f"run.{row.length}{'.more' if row.more else ''}")
        if row.kind == "four":
            return self.words.text("worth.four", ranks=" ".join(map(self.corner, row.ranks)))
        return self.own("worth", row.kind)
