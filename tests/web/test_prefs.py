"""The form of preferences: it offers all of them, says what is in force, and pages obey."""

import re

import pytest

from jacknine.game import Reason
from jacknine.server import pages
from jacknine.server.digits import DIGITS
from jacknine.server.felt import regions
from jacknine.server.prefs import Prefs
from jacknine.server.prefs_form import VALUES, Choice, choices
from jacknine.server.words import Words, languages
from tests.web.tables import Game


def page(prefs: Prefs, language: str = "en") -> str:
    seen = Game("belote", {}, 1).until(lambda state: state.deal is not None).seen(0)
    return pages.table(seen, Words(language), prefs)


def test_every_preference_is_offered() -> None:
    assert {*VALUES, "language", "explained"} == set(Prefs.__struct_fields__)


@pytest.mark.parametrize("language", languages())
def test_every_choice_is_called_by_a_word(language: str) -> None:
    for choice in choices(Words(language), Prefs()):
        texts = [choice.label, *(option.text for option in choice.options)]
        assert not [text for text in texts if re.fullmatch(r"[a-z]+\.\w+", text)], choice.name
        assert len({option.text for option in choice.options}) >= 2
        assert sum(option.chosen for option in choice.options) == 1


def test_what_was_chosen_is_shown_as_chosen() -> None:
    changed = Prefs(deck="two", index="big", letters="fr", digits="urdu", tap="two", forced=True, pace="slow",
                    motion=False, sound=False, vibration=False, title=False, notify=True, scheme="dark",
                    hints=False)  # fmt: skip
    shown = {
        choice.name: next(one.value for one in choice.options if one.chosen) for choice in choices(Words("en"), changed)
    }
    before = {
        choice.name: next(one.value for one in choice.options if one.chosen) for choice in choices(Words("en"), Prefs())
    }
    assert shown["letters"] == "fr" and shown["forced"] == "true" and shown["notify"] == "true"
    assert [name for name in shown if shown[name] == before[name]] == []


@pytest.mark.parametrize(
    ("scheme", "meta", "link"),
    [
        ("auto", "light dark", r'dark\.css\?v=\w+" media="\(prefers-color-scheme: dark\)">'),
        ("dark", "dark", r'dark\.css\?v=\w+">'),
    ],
)
def test_a_page_is_as_dark_as_the_player_likes(scheme: str, meta: str, link: str) -> None:
    html = page(Prefs(scheme=scheme))  # type: ignore[arg-type]
    assert f'name="color-scheme" content="{meta}"' in html and re.search(link, html)


def test_a_light_page_knows_no_dark() -> None:
    html = page(Prefs(scheme="light"))
    assert 'name="color-scheme" content="light"' in html and "dark.css" not in html


def test_the_felt_is_told_what_its_script_has_to_do() -> None:
    on = page(Prefs(forced=True, notify=True))
    assert 'data-forced="on"' in on and 'data-notify="on"' in on and 'data-vibration="on"' in on
    off = page(Prefs(vibration=False, title=False))
    assert 'data-vibration="off"' in off and 'data-title="off"' in off and 'data-forced="off"' in off


def test_digits_are_the_players_own_and_western_on_cards() -> None:
    assert by_name("digits", "ne").options[0].text == DIGITS["devanagari"][1:4]
    assert by_name("digits", "ar").options[0].value == "western"
    seen = Game("klaverjas", {}, 3).until(lambda state: state.deal is not None and state.deal.phase == "over").seen(0)
    western = pages.table(seen, Words("ne"), Prefs(digits="devanagari"))
    html = pages.table(seen, Words("ne", "devanagari"), Prefs(digits="devanagari"))
    read = re.sub(r'<pre.*?</pre>|<(\w+)[^<>]* translate="no".*?</\1>|<[^<>]*>|&[^;]*;', " ", html, flags=re.DOTALL)
    assert not re.search(r"[0-9]", read)
    assert sum(digit in read for digit in DIGITS["devanagari"]) > 5
    alone = regions(seen, Words("ne", "devanagari"), Prefs())["sheet"]
    assert alone in html, "a frame from the server is as the page was"
    assert re.findall(r"<[^<>]*>", html) == re.findall(r"<[^<>]*>", western), "what programs read stays as it is"
    ranks = re.findall(r'class="rank"[^>]*>(\w+)', html)
    assert "10" in ranks and ranks == re.findall(r'class="rank"[^>]*>(\w+)', western)


def test_sentences_that_come_without_a_page_have_the_players_own_digits() -> None:
    why = Reason("lay_away_any", {"count": 2})
    assert "2" in Words("ne").reason(why)
    assert "२" in (told := Words("ne", "devanagari").reason(why)) and "2" not in told
    asked = Game("bela", {"players": "3"}, 3).until(
        lambda state: state.deal is not None and state.deal.phase == "discard"
    )
    say = regions(asked.seen(asked.state.turn), Words("ne", "devanagari"), Prefs())["say"]
    assert "२" in say.partition('data-reason="')[2].partition('"')[0]


def by_name(name: str, language: str) -> Choice:
    return next(one for one in choices(Words(language), Prefs()) if one.name == name)
