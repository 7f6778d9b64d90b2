"""The words of the pages in the reader's language.

Texts live in gettext catalogues (every ``.po`` of ``web/locale/LANGUAGE/LC_MESSAGES``) under message ids; a language is
added by adding its folder. Names, codes and other texts put into a sentence are isolated, so that a Latin name in an
Urdu sentence, or the other way round, turns nothing about. Knows no table, seat or rule.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache, lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from babel import Locale
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from jacknine.cards import SUITS, card_text, parse_card, suit_of
from jacknine.game import Reason
from jacknine.rules.auction import Call, CallError, parse_call
from jacknine.server.digits import in_digits, with_minus

CATALOGUES: Final = files("jacknine") / "web" / "locale"
DEFAULT_LANGUAGE: Final = "en"
SUIT_NAMES: Final = frozenset({"suit", "trump", "led"})
"""Parameters of reasons that are suit letters."""
SEAT_NAMES: Final = frozenset({"seat", "turn"})
"""Parameters of reasons that are seats."""

_ISOLATE, _END_ISOLATE, _FROM_RIGHT = "\u2068", "\u2069", "\u2067"


@cache
def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, English first."""
    found = sorted(entry.name for entry in CATALOGUES.iterdir() if (entry / "LC_MESSAGES" / "jacknine.po").is_file())
    return tuple(sorted(found, key=lambda name: name != DEFAULT_LANGUAGE))


def read_catalogue(language: str) -> Catalog:
    """All texts of a language, from all of its files."""
    folder = CATALOGUES / language / "LC_MESSAGES"
    catalog = Catalog(locale=language)
    for source in sorted((entry for entry in folder.iterdir() if entry.name.endswith(".po")), key=lambda one: one.name):
        with source.open("rb") as file:
            for message in read_po(file, locale=language):
                catalog[message.id] = message
    return catalog


@cache
def _catalogue(language: str) -> GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    if language != DEFAULT_LANGUAGE:
        translations.add_fallback(_catalogue(DEFAULT_LANGUAGE))
    return translations


def isolated(text: str) -> str:
    """A text that stands in a sentence without turning the sentence's direction."""
    return f"{_ISOLATE}{text}{_END_ISOLATE}"


def negotiate(wished: str, accept_language: str) -> str:
    """The language of a page: the one wished for, else the first the browser accepts, else English."""
    ranked: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept_language.split(",")[:20]):
        tag, _, parameters = part.strip().partition(";")
        try:
            weight = float(parameters.partition("q=")[2] or 1)
        except ValueError:
            continue
        ranked.append((-weight, place, tag.partition("-")[0].lower()))
    for language in [wished, *(tag for weight, _, tag in sorted(ranked) if weight < 0)]:
        if language in languages():
            return language
    return DEFAULT_LANGUAGE


class Words:
    """One language: its texts, its direction and its names for cards.

    An unknown language falls back to English. ``digits`` are those that numbers are read in.
    """

    def __init__(self, language: str, digits: str = "western") -> None:
        self.digits = digits
        self.language = language if language in languages() else DEFAULT_LANGUAGE
        self._translations = _catalogue(self.language)
        self.dir = "rtl" if Locale(self.language).character_order == "right-to-left" else "ltr"
        # A felt is made of some sixty texts, most of them the same as a moment ago for another seat.
        self._plain = lru_cache(maxsize=4096)(self._translations.gettext)
        self._filled = lru_cache(maxsize=1024)(self._fill)
        self._chosen = lru_cache(maxsize=4096)(self._choose)
        self._told = lru_cache(maxsize=1024)(self._sentence)

    def has(self, id: str) -> bool:
        """Whether there is a text of that id."""
        return self._plain(id) != id

    def text(self, id: str, **values: str | int) -> str:
        """The text of a message; ``n`` among the values chooses its plural form. An unknown id is its own text."""
        return self._filled(id, *values.items()) if values else self._plain(id)

    def _fill(self, id: str, *values: tuple[str, str | int]) -> str:
        shown = {name: self._shown(value) for name, value in values}
        number = dict(values).get("n")
        if isinstance(number, int):
            return self._translations.ngettext(id, id, number).format_map(shown)
        return self._plain(id).format_map(shown)

    def first(self, *ids: str, **values: str | int) -> str:
        """The text of the first id that has one: a game's own word before the common one."""
        return self.text(self._chosen(ids), **values)

    def _choose(self, ids: tuple[str, ...]) -> str:
        return next((id for id in ids if self.has(id)), ids[-1])

    def suit(self, letter: str) -> str:
        """The name of a suit, or of what else a contract is played in."""
        return self.text(f"suit.{letter}")

    def card(self, card: int) -> str:
        """The name of a card."""
        text = card_text(card)
        return self.text(f"card.{text[0]}", suit=self.suit(SUITS[suit_of(card)]))

    def advice(self, why: Reason) -> str:
        """Why something is best, in a sentence."""
        return self._told("hint", why.id, *why.values.items())

    def reason(self, reason: Reason, names: Mapping[int, str] | None = None) -> str:
        """Why something may not be done, in a sentence. ``names`` are those of the seats."""
        if not names:
            return self._told("reason", reason.id, *reason.values.items())
        called = {
            name: names.get(int(value), str(value)) for name, value in reason.values.items() if name in SEAT_NAMES
        }
        return self._told("reason", reason.id, *{**reason.values, **called}.items())

    def _sentence(self, kind: str, id: str, *values: tuple[str, str | int]) -> str:
        shown: dict[str, str | int] = {}
        for name, value in values:
            if name == "card":
                shown[name] = self._card_named(str(value))
            elif name in SUIT_NAMES:
                shown[name] = self.suit(str(value)) if value else ""
            elif name in ("call", "other", "offered"):
                shown[name] = self._calls_named(str(value))
            else:
                shown[name] = value
        return self.read(_begun(self.text(f"{kind}.{id}", **shown)))

    def read(self, text: str) -> str:
        """A text in the reader's digits, for what goes to him without a page around it or in an attribute of one. In
        what a page shows they are put when it is made.
        """
        return in_digits(self.digits, text)

    def _calls_named(self, texts: str) -> str:
        """Calls by name; of bids only those of the lowest level, for all higher ones go without saying."""
        try:
            calls = [parse_call(text) for text in texts.split()]
        except CallError:
            return texts
        lowest = min((call.level for call in calls if call.level), default=0)
        return " · ".join(self._call_named(call) for call in calls if call.level == lowest or not call.level)

    def _call_named(self, call: Call) -> str:
        suit = self.suit(call.key) if call.key else ""
        if call.word == "name":
            return suit
        if call.word == "bid":
            return self.text("call.bid", level=call.level, suit=suit)
        text = self.text(f"call.{call.word}")
        return self.text("call.with_suit", call=text, suit=suit) if suit else text

    def _card_named(self, text: str) -> str:
        try:
            return self.card(parse_card(text))
        except ValueError:
            return text

    def number(self, value: int) -> str:
        """A number as it is written beside others."""
        return with_minus(str(value))

    def _shown(self, value: str | int) -> str:
        if isinstance(value, int) and value >= 0:
            return str(value)
        text = self.number(value) if isinstance(value, int) else value
        # What was put together here runs as the language does, even where all of its words are isolated themselves.
        if self.dir == "rtl" and _ISOLATE in text:
            return f"{_FROM_RIGHT}{text}{_END_ISOLATE}"
        # Alone, a minus sign would wander to the other end of its number.
        return isolated(text)


def _begun(sentence: str) -> str:
    """A sentence with the first letter of one, also where it begins with a card's name."""
    first = len(sentence) - len(sentence.lstrip(_ISOLATE))
    return sentence[:first] + sentence[first : first + 1].upper() + sentence[first + 1 :]
