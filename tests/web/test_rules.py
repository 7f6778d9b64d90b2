"""The rules page: every sentence is there in every language and used, and the page is what the settings are."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from babel.messages.pofile import read_po
from litestar.testing import TestClient

from jacknine.analysis.lessons import lesson
from jacknine.analysis.lessons.given import Ruled, Values
from jacknine.rules.settings import SettingsError
from jacknine.server.app import create_app
from jacknine.server.prefs import Prefs
from jacknine.server.rules_page import chosen, page, rules_address
from jacknine.server.rules_words import Tongue
from jacknine.server.service import Service
from jacknine.server.settings_form import value_text
from jacknine.server.words import CATALOGUES, Words, languages
from jacknine.variants import VARIANTS, line, parse_line, split_line
from tests.support import ROOT

STATIC = ROOT / "src" / "jacknine" / "web" / "static"
GAMES = sorted(VARIANTS)
LANGUAGES = languages()
TOGETHER: dict[str, tuple[dict[str, str], ...]] = {
    "belote": ({"meld_tie": "nobody", "undertrump": "banned"},),
    "coinche": (
        {"sa_ta": "on", "generale": "on", "melds": "on", "melds_help_contract": "no"},
        {"sa_ta": "on", "melds": "on", "overtrump_partner": "free", "capot_contract_score": "flat500"},
        {"made_capot_base": "160", "undertrump": "free"},
    ),
    "klaverjas": (
        {"trump_method": "gedraaid", "gedraaid_all_pass": "free_choice", "trump_must_hold": "true"},
        {"trump_method": "vrij", "vrij_first": "dealer", "double_spades": "on"},
    ),
    "bela": (
        {"players": "2", "two_middle_cards": "on", "kontra": "on"},
        {"players": "3", "three_discard": "no_trump", "three_bidding": "pass_then_mus"},
        {"players": "3", "three_discard": "no_points", "three_pair_stiglja": "on", "tie": "hang"},
        {"players": "4", "kontra": "on", "partner_exempt": "true", "iber_plain": "false"},
    ),
    "baloot": (
        {"doubling": "on", "locked": "raiser_chooses", "kawesh": "on", "kawesh_dealer": "same"},
        {"exact_tie": "recorded", "reverse_kaboot": "88", "ekka": "manual", "project_tie": "cancel"},
        {"ashkal_on_ace": "false", "ashkal_buyer": "partner", "hokum_confirm": "true"},
    ),
    "jass": (
        {"long_runs": "50_each", "four_ranks": "all", "counter_match": "double", "trickless_weis": "lost"},
        {"no_trump": "off", "push": "back", "weis": "off"},
    ),
}
"""Settings that show more of a lesson together than each alone."""


class Listening(Words):
    """Words that remember which texts were asked for."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.asked: set[str] = set()

    def text(self, id: str, **values: str | int) -> str:
        self.asked.add(id)
        return super().text(id, **values)


def choices(language: str, game: str) -> Iterator[dict[str, str]]:
    """The defaults, each preset, some settings together, and in English each value alone."""
    yield {}
    yield from ({"preset": preset.name} for preset in VARIANTS[game].presets)
    yield from TOGETHER[game]
    if language == "en":
        yield from ({setting.name: value} for setting in VARIANTS[game].settings for value in setting.values)


@cache
def pages(language: str, game: str) -> tuple[dict[tuple[tuple[str, str], ...], str], frozenset[str]]:
    """The page for each choice that is possible, and the ids of all texts on them."""
    words = Listening(language)
    made = {}
    for settings in choices(language, game):
        try:
            made[tuple(settings.items())] = page(words, Prefs(language=language), game, settings)
        except SettingsError:
            continue
    return made, frozenset(words.asked)


def ids_of(name: str, language: str = "en") -> set[str]:
    with (CATALOGUES / language / "LC_MESSAGES" / f"{name}.po").open("rb") as file:
        found = [message.id for message in read_po(file) if message.id]
    assert len(found) == len({str(id) for id in found})
    return {id if isinstance(id, str) else id[0] for id in found}


class Shape(HTMLParser):
    """Checks that tags close in order and ids are there once."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.targets += [given["href"] or ""] if "href" in given else []
        assert "style" not in given, "the security policy forbids inline styles"
        if tag not in ("meta", "link", "img", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("use",):
            assert self.open.pop() == tag
        elif self.open[-1] == "use":
            self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_every_page_is_there(game: str) -> None:
    _, asked = pages("en", game)
    words = Words("en")
    assert [id for id in sorted(asked) if not words.has(id)] == []


def test_no_text_is_there_for_nothing() -> None:
    asked = frozenset().union(*(pages("en", game)[1] for game in GAMES))
    # What the home page and the felt say.
    elsewhere = {"rules.link", "four.6", *(f"game.{game}.line" for game in GAMES)}
    assert sorted((ids_of("rules") | ids_of("settings")) - asked - elsewhere) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_in_two_files(language: str) -> None:
    names = [path.name.removesuffix(".po") for path in (CATALOGUES / language / "LC_MESSAGES").iterdir()]
    found = [id for name in names for id in ids_of(name, language)]
    assert sorted({id for id in found if found.count(id) > 1}) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_setting_and_value_has_a_name_and_a_meaning(game: str, language: str) -> None:
    words = Words(language)
    tongue = Tongue(words, game, "en")
    assert words.has(f"game.{game}")
    assert words.has(f"game.{game}.line")
    for preset in VARIANTS[game].presets:
        assert words.has(f"preset.{game}.{preset.name}")
    for setting in VARIANTS[game].settings:
        assert words.has(f"setting.{game}.{setting.name}")
        assert not tongue.meaning(setting.name).startswith("meaning.")
        for value in setting.values:
            assert words.has(tongue.rule_id(setting.name, value)), (setting.name, value)
            named = words.has(f"value.{game}.{setting.name}.{value}") or words.has(f"value.{value}")
            assert value.isdecimal() or named, (setting.name, value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_two_values_of_a_setting_are_said_alike(game: str, language: str) -> None:
    tongue = Tongue(Words(language), game, "en")
    for setting in VARIANTS[game].settings:
        named = {value_text(game, setting.name, value, tongue.words) for value in setting.values}
        assert len(named) == len(setting.values), setting.name
        said = {
            tongue.ruled(Ruled(setting.name, value), facts_with(game, setting.name, value)) for value in setting.values
        }
        # The factors without a suit have a sentence of their own.
        assert len(said) == len(setting.values) - 2 * (setting.name == "multipliers"), setting.name


def facts_with(game: str, setting: str, value: str) -> Values:
    """The numbers that a setting's sentence may use when it has a value, or those of the defaults."""
    try:
        return lesson(game, {setting: value}).facts
    except SettingsError:
        return lesson(game, {}).facts


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_a_setting_changes_the_text(game: str) -> None:
    made, _ = pages("en", game)

    def text(settings: dict[str, str]) -> str:
        found = re.search(r"<main>.*?<form", made[tuple(settings.items())], re.DOTALL)
        assert found is not None
        return found[0]

    for setting in VARIANTS[game].settings:
        for value in setting.values[1:]:
            if ((setting.name, value),) in made:
                assert text({setting.name: value}) != text({}), (setting.name, value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_pages_are_whole(game: str, language: str) -> None:
    # One value alone makes no other tags than several together.
    for html in (html for settings, html in pages(language, game)[0].items() if len(settings) != 1):
        shape = Shape()
        shape.feed(html)
        assert shape.open == []
        assert len(shape.ids) == len(set(shape.ids))
        assert {target[1:] for target in shape.targets if target.startswith("#")} <= set(shape.ids)
        assert not re.findall(r"{\w+}", html)


def test_urdu_runs_from_right_to_left_and_keeps_foreign_parts_whole() -> None:
    html = page(Words("ur"), Prefs(language="ur"), "belote", {})
    assert '<html lang="ur" dir="rtl"' in html
    assert "\u20683 + 2\u2069" in html


def test_court_cards_carry_the_letters_of_the_reader() -> None:
    html = page(Words("en"), Prefs(letters="fr"), "belote", {})
    assert '<b class="rank">V</b>' in html
    assert '<b class="rank">J</b>' not in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_first_visit_is_light(game: str, language: str) -> None:
    by_sheets = ["fonts/archivo-narrow-700.woff2", *(f"cards/pip-{suit}.svg" for suit in "SHDC")]
    for html in pages(language, game)[0].values():
        files = {*by_sheets, *re.findall(r'"/static/([^?"]+)', html)}
        sent = [html.encode(), *((STATIC / name).read_bytes() for name in files)]
        assert sum(len(gzip.compress(one)) for one in sent) <= 80_000


def test_the_script_is_small_and_touches_no_markup() -> None:
    script = (STATIC / "js" / "rules.js").read_text(encoding="utf-8")
    assert len(script.splitlines()) <= 60
    assert not re.search(r"innerHTML|insertAdjacent|eval|style", script)


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given", ["belote", "belote(preset=cafe,target=1001)", "klaverjas(match=points:1500)", "bela(players=3)"]
)
def test_the_address_of_a_table_shows_its_rules(given: str) -> None:
    ruleset = parse_line(given)
    address = rules_address(ruleset.line)
    path, _, query = address.partition("?")
    settings = dict(pair.split("=") for pair in query.replace("%3A", ":").split("&") if pair)
    assert path == f"/rules/{ruleset.variant}"
    assert line(VARIANTS[ruleset.variant], settings) == ruleset.line
    assert split_line(ruleset.line)[1] == settings


def test_a_form_may_leave_settings_to_the_preset() -> None:
    sent = {"game": "belote", "preset": "cafe", "target": "", "level": "hard", "pace": "fast", "direction": "clockwise"}
    assert chosen(sent) == {"preset": "cafe", "direction": "clockwise"}


def test_settings_that_do_not_exist_or_contradict_each_other_are_refused() -> None:
    for game, settings in (("belote", {"colour": "red"}), ("bela", {"players": "3", "kontra": "on"}), ("chess", {})):
        with pytest.raises(SettingsError):
            page(Words("en"), Prefs(), game, settings)


# --- over the network -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    service = Service(tmp_path_factory.mktemp("data"))
    with TestClient(create_app(service), raise_server_exceptions=False) as client:
        client.headers["accept"] = "text/html"
        client.follow_redirects = False
        yield client


def test_rules_are_served_in_the_language_of_the_browser(client: TestClient[Any]) -> None:
    english = client.get("/rules/klaverjas?city=amsterdam")
    assert english.status_code == 200
    assert "unless your partner is winning" in english.text
    urdu = client.get("/rules/klaverjas", headers={"accept-language": "ur"})
    assert 'dir="rtl"' in urdu.text


def test_unknown_games_and_settings_get_a_page_that_says_so(client: TestClient[Any]) -> None:
    assert client.get("/rules/chess").status_code == 404
    refused = client.get("/rules/belote?undertrump=maybe")
    assert refused.status_code == 422
    assert Words("en").text("error.bad_settings") in unescape(refused.text)


def test_a_table_and_every_tile_lead_to_the_rules(client: TestClient[Any]) -> None:
    home = client.get("/").text
    assert 'formaction="/rules/belote"' in home
    made = client.post("/tables", data={"game": "belote", "preset": "cafe", "target": "1000", "name": "Ann"})
    table = unescape(client.get(made.headers["location"]).text)
    found = re.search(r'href="(/rules/[^"]*)"', table)
    assert found is not None
    assert found[1] == "/rules/belote?preset=cafe&target=1000"
    rules = client.get(found[1]).text
    assert Words("en").text("rule.target", value=1000) in rules
    assert Words("en").text("rule.tie_rule.taker_makes") in rules
