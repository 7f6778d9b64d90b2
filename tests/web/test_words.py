"""Every text a page can need is there, in every language, with the same parameters."""

import re
import string
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from babel import Locale
from babel.core import get_global
from babel.messages import Message

from jacknine.cards import LOW_RANKS, RANKS
from jacknine.game import Deal, Reason, Speak, apply, start, why_not
from jacknine.game.codec import CALLS
from jacknine.game.events import EventKind
from jacknine.rules.auction import Call
from jacknine.rules.contract import DENOMINATION_KEYS
from jacknine.server.prefs import PACES
from jacknine.server.settings_form import GAMES
from jacknine.server.words import Words, isolated, languages, negotiate, read_catalogue
from jacknine.variants import rules, variant
from tests.support import ROOT

SERVER = ROOT / "src" / "jacknine" / "server"
TEMPLATES = ROOT / "src" / "jacknine" / "web" / "templates"
SHEET_LINES = re.compile(
    r"(?:sheet|writer)\.(?:add|each|move)\(\s*\"(\w+)\"(?: if \w+ else \"(\w+)\")?|Line\(\"(\w+)\""
)
TRICKLESS = re.compile(r"\"(trickless_\w+)\"")
SCORING = (
    *(ROOT / "src" / "jacknine" / "rules" / "scoring").glob("*.py"),
    *(ROOT / "src" / "jacknine" / "game" / name for name in ("deal.py", "settle.py")),
)
NAMES = frozenset({"MIT", "QR", "WhatsApp", "jacknine"})
ID = re.compile(r"[a-z_]+(\.[\w:]+)+")


def messages(language: str) -> dict[str, Message]:
    """The messages of a language by their ids."""
    return {id_of(message): message for message in read_catalogue(language) if message.id}


def id_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def texts_of(*paths: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def ids_in_code() -> Iterator[str]:
    """Ids written out in templates and in the server's code."""
    templates = texts_of(*TEMPLATES.rglob("*.html"))
    yield from re.findall(r"\bt\(\"([\w.]+)\"(?! ~)", templates) + re.findall(r"\bt\('([\w.]+)'(?! ~)", templates)
    code = texts_of(*SERVER.glob("*.py"))
    for call in re.findall(r"\.(?:text|first)\(([^()]*)", code):
        yield from (id for id in re.findall(r"(?<!f)\"([^\"]+)\"", call) if ID.fullmatch(id))
    yield from (f"error.{id}" for id in re.findall(r"refusal\(\w+, [\w.]+, \"(\w+)\"", code))


def ids_made_up() -> Iterator[str]:
    """Ids put together from parts."""
    yield from (f"suit.{key}" for key in DENOMINATION_KEYS)
    yield from (f"card.{rank}" for rank in RANKS + LOW_RANKS)
    yield from (f"four.{rank}" for rank in RANKS + LOW_RANKS[0])
    yield from (f"run.{length}" for length in range(3, 10))
    yield from (f"call.{call.word}" for call in CALLS if call.word != "name")
    yield from (f"news.{kind}" for kind in get_args(EventKind))
    yield from (f"pace.{pace}" for pace in PACES)
    yield from (f"result.{end}" for end in ("won", "lost", "drawn", "ended", "winner"))
    yield from (f"{part}.{word}" for part, word in product(("verdict", "mark"), ("made", "failed", "held")))
    yield from (f"verdict.{word}" for word in ("counted", "made_plain", "failed_plain", "stopped_plain", "belot_plain"))
    yield from (f"mark.{word}" for word in ("stopped", "belot", "void"))
    yield from (f"contract.{goal}" for goal in ("suit", "capot", "generale"))
    legal = (ROOT / "src" / "jacknine" / "game" / "legal.py").read_text(encoding="utf-8")
    refused = re.findall(r"reason\(\s*\"(\w+)\"(?: if [^,()]+ else \"(\w+)\")?", legal)
    yield from (f"reason.{id}" for pair in refused for id in pair if id)
    yield from (f"reason.lay_away_{rule}" for rule in ("any", "no_trump", "no_points"))
    yield from (
        f"said.{kind}" for kind in ("belote", "rebelote", "ekka", "belot", "claimed", "false_claim", "declared")
    )
    scoring = texts_of(*SCORING)
    found = {id for ids in SHEET_LINES.findall(scoring) for id in ids if id}
    for line in {*found, *TRICKLESS.findall(scoring), "last_trick"}:
        yield from (f"sheet.{line}", f"why.{line}")


def ids_of_games() -> Iterator[str]:
    """Games with their presets, settings, values and calls."""
    for name in GAMES:
        game = variant(name)
        yield from (f"game.{name}", f"game.{name}.line", f"coach.{name}")
        yield from (f"preset.{name}.{preset.name}" for preset in game.presets)
        yield from (f"setting.{name}.{setting.name}" for setting in game.settings)
        words = Words("en")
        for setting in game.settings:
            for value in setting.values:
                own = f"value.{name}.{setting.name}.{value}"
                if not value.isdecimal() or words.has(own):
                    yield own if words.has(own) else f"value.{value}"
        yield f"said.{name}.pass" if name != "jass" else f"said.{name}.push"


NEEDED = sorted({*ids_in_code(), *ids_made_up(), *ids_of_games()})


def test_the_search_for_ids_finds_them() -> None:
    assert len(NEEDED) > 600
    assert {"reason.follow_trump", "home.play_now", "wait.for", "value.klaverjas.match.deals:16"} <= set(NEEDED)
    assert {"sheet.bid_failed", "sheet.reverse_all_tricks", "sheet.belot", "why.stopped", "call.gahwa"} <= set(NEEDED)


@pytest.mark.parametrize("language", languages())
def test_every_text_is_there(language: str) -> None:
    known = {id for id, message in messages(language).items() if all(forms(message))}
    assert [id for id in NEEDED if id not in known] == []


@pytest.mark.parametrize("language", languages())
def test_no_id_is_given_two_texts(language: str) -> None:
    """The second would be lost, and the page that it was written for would say the first."""
    folder = ROOT / "src" / "jacknine" / "web" / "locale" / language / "LC_MESSAGES"
    given = re.findall(r'^msgid "(.+)"$', texts_of(*folder.glob("*.po")), re.MULTILINE)
    assert [id for id, times in Counter(given).items() if times > 1] == []


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_catalogues_agree_on_ids_and_parameters(language: str) -> None:
    english, other = messages("en"), messages(language)
    assert english.keys() == other.keys()
    for id, entry in english.items():
        assert entry.pluralizable == other[id].pluralizable, id
        wanted = {frozenset(parameters(form)) for form in forms(entry)}
        # A form may leave the number out ("one point"), nothing else.
        assert {frozenset(parameters(form) | {"n"}) for form in forms(other[id])} <= {one | {"n"} for one in wanted}, id


@pytest.mark.parametrize("language", languages())
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    file = read_catalogue(language)
    choose = c2py(file.plural_expr)
    assert all(len(forms(message)) == file.num_plurals for message in file if message.pluralizable)
    plural = Locale(language).plural_form
    groups: dict[str, set[int]] = {}
    for n in range(1200):
        groups.setdefault(plural(n), set()).add(choose(n))
    assert all(len(group) == 1 for group in groups.values())


def words_of(text: str) -> list[str]:
    """The words of a text in Latin letters, but for its parameters and for names that are written so everywhere."""
    return [word for word in re.findall(r"[A-Za-z]+", re.sub(r"{\w+}", "", text)) if word not in NAMES]


def is_latin(language: str) -> bool:
    return "_Latn" in get_global("likely_subtags")[language]


@pytest.mark.parametrize("language", [language for language in languages() if not is_latin(language)])
def test_no_english_is_left_in_another_script(language: str) -> None:
    left = [(id, form) for id, message in messages(language).items() for form in forms(message) if words_of(form)]
    assert left == []


def test_little_is_the_same_as_in_english() -> None:
    """Games, calls and names of cards may be; a sentence is not, nor is more than a small part of all."""
    english = messages("en")
    for language in languages()[1:]:
        other = messages(language)
        same = [id for id, message in other.items() if id in english and forms(message) == forms(english[id])]
        assert [id for id in same if any(len(words_of(form)) > 3 for form in forms(other[id]))] == [], language
        assert len(same) < len(other) / 8, language


def test_urdu_is_written_with_urdu_letters() -> None:
    text = "".join(form for message in messages("ur").values() for form in forms(message))
    assert not set(text) & set("كيهة,;?")


def test_templates_carry_no_words() -> None:
    for path in TEMPLATES.rglob("*.html"):
        text = re.sub(r"{[{%#].*?[}%#]}|<!doctype html>|<[^>]*>", " ", path.read_text(encoding="utf-8"), flags=re.S)
        assert re.findall(r"[A-Za-z]{2,}", text) == [], path.name


def test_what_is_put_into_a_sentence_keeps_its_direction() -> None:
    words = Words("ur")
    assert words.dir == "rtl"
    assert words.text("wait.for", name="Ann") == f"{isolated('Ann')} کا انتظار"
    assert words.text("said.roem", points=20) == "روم 20"
    assert isolated("−20") in words.text("said.roem", points=-20)
    # What is put together of isolated words runs as the sentence does: "90 hearts ×2 (Hugo)" begins at the right.
    composed = f"90 {isolated('پان')} {isolated('×2')}"
    assert f"\u2067{composed}\u2069" in words.text("review.leads", contract=composed, name="Hugo")
    assert isolated(composed) in Words("en").text("review.leads", contract=composed, name="Hugo")


NAMING = re.compile(r"(news|verdict|why|need|sheet|trick|contract|result)\.")
"""The texts that name a player who may be the reader: *you* in the place of a name."""
LABEL = re.compile(r"(^|[:,،.!।(]\s?)(المشتري |الفائز |خریدار |\S*रीदार )?\{name\}(?=$|\s?[:،.,।)])")
SUBJECT = {
    "en": re.compile(r"\{name\} (bid|took|called|bought|played|won)\b(?!.*, was\b)"),
    "nl": re.compile(r"\{name\} (bood|riep|speelde?|speelt|kocht|won)\b"),
}
CASE = re.compile(r"\{name\} ?(का|की|के|को|ने|ले|लाई|کا|کی|کے|کو|نے)(?![ऀ-ॿ])")
"""The words that follow a name as well as *you*."""


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_a_player_can_be_said_to_him(language: str) -> None:
    """No *Roem to You*, no *Du hat gewonnen*."""
    wrong = [
        form
        for id, message in messages(language).items()
        if NAMING.match(id)
        for form in forms(message)
        if "{name}" in form and not fits_you(language, form)
    ]
    assert wrong == []


def fits_you(language: str, text: str) -> bool:
    return bool(LABEL.search(text) or CASE.search(text) or (language in SUBJECT and SUBJECT[language].search(text)))


def test_plurals() -> None:
    words = Words("en")
    assert [words.text("seat.cards", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_reason_names_suits_cards_and_seats() -> None:
    words = Words("en")
    reason = words.reason(Reason("overtrump", {"suit": "H", "trump": "S", "card": "9S"}))
    assert (
        reason
        == f"You have no {isolated('hearts')}: trump higher than the {isolated('nine of ' + isolated('spades'))}."
    )
    assert "Bo" in words.reason(Reason("not_your_turn", {"turn": 2}), {2: "Bo"})


def test_a_call_that_is_not_offered_names_those_that_are() -> None:
    state = start(rules("coinche"), 3)
    state, _ = apply(state, Deal(tuple(range(32))))
    state, _ = apply(state, Speak(0, Call("bid", "H", 150)))
    reason = why_not(state, Speak(1, Call("bid", "S", 140)))
    assert reason is not None
    told = Words("en").reason(reason)
    for mark in "\u2068\u2069":
        told = told.replace(mark, "")
    assert told == (
        "140 spades cannot be called now. You may say: Pass · 160 spades · 160 hearts · 160 diamonds · 160 clubs"
        " · Capot spades · Capot hearts · Capot diamonds · Capot clubs · Coinche."
    )
    assert re.search(r"[A-Za-z]", Words("ur").reason(reason)) is None


def test_an_unknown_language_is_english_and_an_unknown_id_its_own_text() -> None:
    assert Words("tlh").language == "en"
    assert Words("en").text("no.such_id") == "no.such_id"


@pytest.mark.parametrize(
    ("wished", "accepted", "language"),
    [
        ("", "", "en"),
        ("ur", "en", "ur"),
        ("", "ur-PK,ur;q=0.9,en;q=0.8", "ur"),
        ("", "tlh,en;q=0.2,ur;q=0.4", "ur"),
        ("", "ur;q=0,en;q=0.1", "en"),
        ("../en", "ur;q=nonsense,*", "en"),
    ],
)
def test_the_language_of_a_page(wished: str, accepted: str, language: str) -> None:
    assert negotiate(wished, accepted) == language


@pytest.mark.parametrize("language", languages())
def test_every_language_is_chosen_by_a_browser_that_asks_for_it(language: str) -> None:
    assert negotiate("", f"{language}-XX,{language};q=0.9,tlh;q=0.8") == language
    assert negotiate(language, "en,ur;q=0.4") == language
