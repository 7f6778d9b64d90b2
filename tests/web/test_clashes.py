"""Settings that contradict each other: what is said in every language, wherever their form is shown."""

from collections.abc import Iterator
from html import unescape
from itertools import combinations

import pytest
from litestar.testing import TestClient

from jacknine.rules.settings import Contradiction
from jacknine.server.app import create_app
from jacknine.server.service import Service
from jacknine.server.settings_form import refused
from jacknine.server.words import Words, languages
from jacknine.variants import VARIANTS, options, rules


def clashes(game: str) -> Iterator[tuple[dict[str, str], Contradiction]]:
    """Every two settings of a game that contradict each other."""
    values = [(setting.name, value) for setting in VARIANTS[game].settings for value in setting.values]
    for first, second in combinations(values, 2):
        given = dict((first, second))
        try:
            options(VARIANTS[game], given)
        except Contradiction as error:
            yield given, error


@pytest.mark.parametrize("game", VARIANTS)
def test_what_is_advised_instead_goes(game: str) -> None:
    for given, error in clashes(game):
        assert given.keys() == {error.clash.name, error.clash.other}
        assert rules(game, given | {error.clash.name: error.clash.instead}).variant == game
        assert f"choose {error.clash.name}={error.clash.instead}" in str(error)


@pytest.mark.parametrize("language", languages())
def test_a_contradiction_is_said_in_the_readers_words(language: str) -> None:
    words, found = Words(language), 0
    for given, error in clashes("bela"):
        said = refused(error, words)
        for name in given:
            assert words.text(f"setting.bela.{name}") in said
        assert said.isascii() is False and "=" not in said
        found += 1
    assert found == 2


def test_every_form_of_settings_explains_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    fields = {"players": "3", "kontra": "on"}
    with pytest.raises(Contradiction) as error:
        rules("bela", fields)
    service = Service(tmp_path_factory.mktemp("data"))
    with TestClient(create_app(service), raise_server_exceptions=False) as client:
        client.headers.update({"accept": "text/html", "accept-language": "nl"})
        answers = [
            client.post("/tables", data={"game": "bela", **fields}),
            client.get("/rules/bela", params=fields),
        ]
    for answer in answers:
        assert answer.status_code == 422
        assert refused(error.value, Words("nl")) in unescape(answer.text)
