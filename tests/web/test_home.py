"""The tiles of the home page: what they send makes the table that they promise."""

from html.parser import HTMLParser

import pytest

from jacknine.server import pages
from jacknine.server.prefs import Prefs
from jacknine.server.settings_form import GAMES
from jacknine.server.words import Words
from jacknine.variants import VARIANTS, rules

BESIDES = {"game", "level", "pace", "clock", "spectators", "listed"}


class Tiles(HTMLParser):
    """The fields of each tile as a browser sends them when nothing is touched, and all values each may take."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, dict[str, str]] = {}
        self.offered: dict[str, dict[str, list[str]]] = {}
        self._tile = ""
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            classes = given.get("class", "").split()
            self._tile = classes[1].removeprefix("tile-") if classes[:1] == ["tile"] else ""
        elif self._tile and tag == "select":
            self._select = given["name"]
        elif self._tile and tag == "option":
            self._field(self._select, given["value"], "selected" in given)
        elif self._tile and tag == "input":
            self._field(given["name"], given["value"], given.get("type") != "radio" or "checked" in given)

    def _field(self, name: str, value: str, chosen: bool) -> None:
        sent = self.sent.setdefault(self._tile, {})
        offered = self.offered.setdefault(self._tile, {}).setdefault(name, [])
        if chosen or (not offered and name == self._select):
            sent[name] = value
        offered.append(value)


def tiles(language: str = "en") -> Tiles:
    return Tiles(pages.home(Words(language), Prefs(), "Amira"))


def settings(sent: dict[str, str], **changed: str) -> dict[str, object]:
    return {name: value for name, value in (sent | changed).items() if value and name not in BESIDES}


def test_every_game_has_a_tile() -> None:
    assert set(GAMES) == set(VARIANTS)
    assert list(tiles().sent) == list(GAMES) == list(tiles("ur").sent)


@pytest.mark.parametrize(
    ("language", "game"), [("ar", "baloot"), ("de", "jass"), ("fr", "belote"), ("hr", "bela"), ("nl", "klaverjas")]
)
def test_the_game_of_a_readers_country_comes_first(language: str, game: str) -> None:
    listed = list(tiles(language).sent)
    assert listed[0] == game
    assert listed[1:] == [one for one in GAMES if one != game]


@pytest.mark.parametrize("game", GAMES)
def test_an_untouched_tile_makes_the_game_as_it_is(game: str) -> None:
    assert rules(game, settings(tiles().sent[game])).line == rules(game).line


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_is_not_undone_by_what_stands_beside_it(game: str) -> None:
    form = tiles()
    for preset in form.offered[game].get("preset", []):
        assert rules(game, settings(form.sent[game], preset=preset)).line == rules(game, {"preset": preset}).line


@pytest.mark.parametrize(("players", "target"), [("2", 501), ("3", 701), ("4", 1001)])
def test_the_length_of_bela_goes_with_its_players(players: str, target: int) -> None:
    form = tiles()
    assert players in form.offered["bela"]["players"]
    made = rules("bela", settings(form.sent["bela"], players=players))
    assert (made.players, made.match.target) == (int(players), target)
    assert rules("bela", settings(form.sent["bela"], players=players, target="301")).match.target == 301


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_can_be_chosen(game: str) -> None:
    offered = tiles().offered[game]
    for setting in VARIANTS[game].settings:
        if len(setting.values) > 1:
            assert set(setting.values) <= set(offered[setting.name])
