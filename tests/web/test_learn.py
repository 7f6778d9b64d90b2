"""Learn: every example comes to what the sources say, every page is whole in every language, every link leads on."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any

import pytest
from litestar.testing import TestClient

from jacknine.analysis.learn.cases import CASES, POSITIONS, Case, facts, worked
from jacknine.analysis.learn.family import compared, contest
from jacknine.analysis.lessons.given import AuctionGiven, Message, ScoreGiven, TrickGiven
from jacknine.cards import card_text
from jacknine.server import learn_page
from jacknine.server.app import create_app
from jacknine.server.learn_page import ADVICE, CHAPTERS, advice
from jacknine.server.learn_words import TERMS
from jacknine.server.prefs import Prefs
from jacknine.server.service import Service
from jacknine.server.settings_form import GAMES
from jacknine.server.words import Words, languages
from jacknine.variants import rules
from tests.web.test_rules import STATIC, Listening, Shape, ids_of

LANGUAGES = languages()
Lines = dict[str, tuple[int | None, ...]]

WRITTEN: dict[str, tuple[Lines, tuple[int, ...]]] = {
    # 84 in cards and 10 for the last trick, 20 for belote, 20 for a tierce, against 162 - 94.
    "belote.made": ({"cards": (94, 68), "declarations": (20, None), "belote": (20, None)}, (134, 68)),
    # 52 + 20 is less than 110: all to the defenders, belote stays.
    "belote.failed": ({"cards": (52, 110), "belote": (20, None), "failed": (-52, 52)}, (20, 162)),
    "belote.saved": ({"cards": (66, 96), "declarations": (20, None), "belote": (20, None)}, (106, 96)),
    "belote.level": ({"cards": (81, 81), "held": (-81, None)}, (0, 81)),
    "belote.cafe": ({"cards": (81, 81)}, (81, 81)),
    "belote.capot": ({"cards": (162, None), "all_tricks": (88, None)}, (250, 0)),
    # 90 + 110; the others round 50.
    "coinche.made": ({"cards": (110, 50), "bid_made": (90, None)}, (200, 50)),
    # 160 + 2 x 90.
    "coinche.coinched": ({"base": (160, None), "bid_made": (180, None)}, (340, 0)),
    # 160 + 90.
    "coinche.failed": ({"base": (None, 160), "bid_failed": (None, 90)}, (0, 250)),
    "coinche.floor": ({"base": (None, 160), "bid_failed": (None, 80)}, (0, 240)),
    # 62 + 20 is just 82: 80 + 60 + 20.
    "coinche.belote": ({"cards": (60, 100), "bid_made": (80, None), "belote": (20, None)}, (160, 100)),
    "coinche.capot": ({"all_tricks": (250, None), "bid_made": (250, None)}, (500, 0)),
    # 98 + 40 of 222.
    "klaverjas.made": ({"cards": (98, 64), "roem": (40, 20)}, (138, 84)),
    # 96 of 232 is not more than 116: 162 + 20 + 50.
    "klaverjas.nat": ({"cards": (76, 86), "roem": (20, 50), "failed": (-96, 96)}, (0, 232)),
    "klaverjas.half": ({"cards": (81, 81), "failed": (-81, 81)}, (0, 162)),
    # 162 + 20 + 100.
    "klaverjas.pit": ({"cards": (162, None), "roem": (20, None), "all_tricks": (100, None)}, (282, 0)),
    # 92 of 182 pass, 91 fall; with 50 declared 107 of 212 are needed.
    "bela.pass": ({"cards": (72, 90), "declarations": (20, None)}, (92, 90)),
    "bela.fall": ({"cards": (71, 91), "declarations": (20, None), "failed": (-91, 91)}, (0, 182)),
    "bela.others": ({"cards": (92, 70), "declarations": (None, 50), "failed": (-92, 92)}, (0, 212)),
    "bela.all": ({"cards": (162, None), "all_tricks": (90, None)}, (252, 0)),
    "bela.two": ({"cards": (61, 60)}, (61, 60)),
    "bela.three": ({"cards": (60, 71, 31), "failed": (-60, None, None)}, (0, 71, 31)),
    # 62 rounds to 6 of 16.
    "baloot.hokum": ({"cards": (10, 6)}, (10, 6)),
    "baloot.lost": ({"cards": (6, 10), "failed": (-6, 6)}, (0, 16)),
    "baloot.level": ({"cards": (8, 8)}, (8, 8)),
    "baloot.pair": ({"cards": (10, 6), "belote": (2, None)}, (12, 6)),
    # 45 are 9 of 26; a sira counts 4.
    "baloot.sun": ({"cards": (17, 9), "declarations": (4, None)}, (21, 9)),
    "baloot.four": ({"cards": (17, 9), "declarations": (40, None)}, (57, 9)),
    "baloot.all": ({"all_tricks": (25, None)}, (25, 0)),
    # 96 + 20 + 20, once.
    "jass.red": ({"cards": (96, 61), "declarations": (20, None), "belote": (20, None)}, (136, 61)),
    # 2 x 88 against 2 x (69 + 50).
    "jass.black": ({"cards": (88, 69), "declarations": (None, 50), "factor": (88, 119)}, (176, 238)),
    # 3 x 104 against 3 x 53.
    "jass.tops": ({"cards": (104, 53), "factor": (208, 106)}, (312, 159)),
    # 3 x (157 + 100 + 50).
    "jass.match": (
        {"cards": (157, None), "all_tricks": (100, None), "declarations": (50, None), "factor": (614, 0)},
        (921, 0),
    ),
}
"""The sheet of every scored example, line by line, and what it comes to, worked out by hand from the sources."""

PLAYABLE = {
    "bela.iber": "TS",
    "bela.lifted": "AS 7S",
    "baloot.third": "JS 8S",
    "baloot.ekka": "JS 8S TC",
    "jass.ruff": "8D KC 7C",
    "jass.puur": "JD KS 6C",
}
CITIES = {
    "ace": ("9H 8H", "9H 8H KS TD"),
    "ruffed": ("9H", "9H"),
    "lower": ("KS TD", "KS TD"),
    "partner": ("AH", "AH TC QD"),
}
"""What may be played in Rotterdam and in Amsterdam."""


@cache
def pages(language: str) -> tuple[dict[str, str], frozenset[str]]:
    """All pages of a language by their address, and the ids of all texts on them."""
    words, prefs = Listening(language), Prefs(language=language)
    made = {f"/learn/{game}": learn_page.page(words, prefs, game) for game in GAMES}
    made["/learn"] = learn_page.index(words, prefs)
    return made, frozenset(words.asked)


@pytest.mark.parametrize(
    ("game", "order"), [("belote", "J20 914 A11 1010 K4 Q3 80 70"), ("jass", "J20 914 A11 K4 Q3 1010 80 70 60")]
)
def test_a_page_begins_with_how_the_cards_rank_and_count(game: str, order: str) -> None:
    page, _ = pages("en")
    table = page[f"/learn/{game}"].partition('class="ranks"')[2].partition("</tbody>")[0]
    ranks = re.findall(r'<b dir="ltr">(.+?)</b>', table)
    points = re.findall(r"<td>(\d+)</td>", table)
    assert " ".join(f"{rank}{count}" for rank, count in zip(ranks, points, strict=True)) == order


# --- examples ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_every_sheet_is_the_one_worked_out_by_hand(name: str) -> None:
    game, _, key = name.partition(".")
    given = worked(game, next(case for case in CASES[game] if case.key == key)).given
    assert isinstance(given, ScoreGiven)
    lines, scores = WRITTEN[name]
    assert {row.id: row.points for row in given.written} == lines
    assert given.scores == scores
    assert scores == tuple(sum(points[side] or 0 for points in lines.values()) for side in range(len(scores)))


def test_no_example_is_left_out() -> None:
    for game, cases in CASES.items():
        assert len({case.key for case in cases}) == len(cases)
        for case in cases:
            name, given = f"{game}.{case.key}", worked(game, case).given
            known = WRITTEN if isinstance(given, ScoreGiven) else PLAYABLE
            assert name in known or name == "coinche.higher"


@pytest.mark.parametrize("name", sorted(PLAYABLE))
def test_every_card_of_an_example_is_judged_as_the_sources_say(name: str) -> None:
    game, _, key = name.partition(".")
    case = next(case for case in CASES[game] if case.key == key)
    assert playable(game, case) == set(PLAYABLE[name].split())


def playable(game: str, case: Case) -> set[str]:
    given = worked(game, case).given
    assert isinstance(given, TrickGiven)
    return {card_text(choice.card) for choice in given.hand if choice.allowed}


def test_a_bid_must_be_higher_whatever_its_suit() -> None:
    given = worked("coinche", CASES["coinche"][0]).given
    assert isinstance(given, AuctionGiven)
    assert [(str(choice.call), choice.refused is None) for choice in given.asked] == [("90H", False), ("100H", True)]


def test_the_cities_differ_as_their_players_say() -> None:
    assert {case.key for case in POSITIONS} == CITIES.keys()
    for case in POSITIONS:
        for city, cards in zip(("rotterdam", "amsterdam"), CITIES[case.key], strict=True):
            assert playable("klaverjas", Case(case.key, case.plan, {"preset": city})) == set(cards.split())


def test_the_family_is_compared_by_its_own_rules() -> None:
    rows = {
        row.key: [cell.id if isinstance(cell, Message) else cell for cell in row.cells]
        for row in compared([rules(game, {}) for game in GAMES])
    }
    assert rows["pack"] == [32, 32, 32, 32, 32, 36]
    assert rows["trump"] == ["turned", "bid", "named", "called", "bought", "pushed"]
    assert rows["beat"] == ["no", "no", "no", "yes", "no", "no"]
    assert rows["ruff"] == ["no", "no", "no", "no", "no", "yes"]
    assert rows["third"] == ["no", "no", "yes", "yes", "yes", "no"]
    assert rows["partner"] == ["no", "no", "yes", "yes", "no", "no"]
    assert rows["under"] == ["must", "must", "no", "must", "may", "no"]
    assert rows["all"] == [250, 80 + 250, 162 + 100, 162 + 90, 25, 157 + 100]
    assert rows["short"] == [(0, 162), (0, 240), (0, 162), (0, 162), (0, 16), (70, 87)]
    assert rows["level"] == [(0, 81), (0, 240), (0, 162), (0, 162), (8, 8), None]


def test_only_what_differs_is_said_of_the_ways_of_one_game() -> None:
    by_players = compared([rules("bela", {"players": n}) for n in (4, 3, 2)], differing=True)
    assert {row.key for row in by_players} == {"hand", "trump", "match"}
    by_city = compared([rules("klaverjas", {"preset": city}) for city in ("rotterdam", "amsterdam")], differing=True)
    assert {row.key for row in by_city} == {"third", "partner"}


def test_belote_and_coinche_write_the_same_deals_differently() -> None:
    assert contest([rules("belote", {}), rules("coinche", {})]) == (
        (94, ((94, 68), (180, 70))),
        (84, ((84, 78), (0, 250))),
        (162, ((250, 0), (340, 0))),
    )


# --- pages ------------------------------------------------------------------------------------------------------------


def test_every_text_is_there_and_none_for_nothing() -> None:
    asked = pages("en")[1]
    words = Words("en")
    assert [id for id in sorted(asked) if not words.has(id) and not re.search(r"\.\d+$", id)] == []
    # What the home page and the rules say.
    assert sorted(ids_of("learn") - asked - {"learn.link"}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_whole_and_light(language: str) -> None:
    by_sheets = ["fonts/archivo-narrow-700.woff2", *(f"cards/pip-{suit}.svg" for suit in "SHDC")]
    for html in pages(language)[0].values():
        shape = Shape()
        shape.feed(html)
        assert shape.open == []
        assert len(shape.ids) == len(set(shape.ids))
        assert {target[1:] for target in shape.targets if target.startswith("#")} <= set(shape.ids)
        assert not re.findall(r"{\w+}|\blearn\.(?!css)\w", html)
        assert re.findall(r'<script[^>]* src="/static/js/(\w+)', html) == ["install"]
        files = {*by_sheets, *re.findall(r'"/static/([^?"]+)', html)}
        sent = [html.encode(), *((STATIC / name).read_bytes() for name in files)]
        assert sum(len(gzip.compress(one)) for one in sent) <= 80_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_every_chapter_and_every_word(game: str, language: str) -> None:
    html = unescape(pages(language)[0][f"/learn/{game}"])
    words = Words(language)
    assert re.findall(r'<section id="(\w+)"', html) == list(CHAPTERS)
    for kind in ADVICE.values():
        assert advice(words, f"learn.{kind}.{game}", facts(game, {}))[1] in html
    for term in TERMS[game]:
        assert f">{term.text}</b>" in html
    assert len(re.findall(r'<article class="case"', html)) == len(CASES[game])


def test_the_page_shows_what_the_engine_writes() -> None:
    html = pages("en")[0]["/learn/klaverjas"]
    sums = re.findall(r'<tr class="sum">.*?</tr>', html)
    assert [re.findall(r'<bdi dir="ltr">(−?\d+)</bdi>', row) for row in sums] == [
        ["138", "84"],
        ["0", "232"],
        ["0", "162"],
        ["282", "0"],
    ]
    assert "98 card points and 40 roem, the others 64 and 20. That is 222 together, so 112 are needed." in html


# --- over the network -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(Service(tmp_path_factory.mktemp("data"))), raise_server_exceptions=False) as client:
        client.headers["accept"] = "text/html"
        client.follow_redirects = False
        yield client


def test_every_link_leads_somewhere(client: TestClient[Any]) -> None:
    found = {
        unescape(href) for html in pages("en")[0].values() for href in re.findall(r'<a [^>]*href="(/[^"#]*)"', html)
    }
    assert len([href for href in found if href.startswith("/position?")]) == len(PLAYABLE) - 1 + len(POSITIONS)
    for href in sorted(found):
        assert client.get(href).status_code == 200, href


def test_a_press_opens_a_table_by_the_rules_of_the_example(client: TestClient[Any]) -> None:
    form = re.search(
        r'<article class="case" id="case-three".*?<form[^>]*>(.*?)</form>', pages("en")[0]["/learn/bela"], re.S
    )
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[1]))
    assert fields == {"game": "bela", "players": "3"}
    made = client.post("/tables", data=fields)
    assert made.status_code == 303
    assert 'href="/rules/bela?players=3"' in client.get(made.headers["location"]).text


def test_home_and_rules_lead_to_learn_and_back(client: TestClient[Any]) -> None:
    home = client.get("/").text
    assert 'href="/learn"' in home
    for game in GAMES:
        assert f'href="/learn/{game}"' in home
        assert f'href="/learn/{game}"' in client.get(f"/rules/{game}").text


def test_pages_speak_the_language_of_the_browser(client: TestClient[Any]) -> None:
    urdu = client.get("/learn/baloot", headers={"accept-language": "ur"})
    assert 'dir="rtl"' in urdu.text
    assert '<b lang="ar">' in urdu.text
    assert client.get("/learn/chess").status_code == 404
