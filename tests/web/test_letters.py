"""The corners of court cards: the letters that players of a language know, unless somebody prefers others."""

import pytest

from jacknine.cards import parse_card
from jacknine.server import pages
from jacknine.server.faces import LETTERS, corners, face
from jacknine.server.prefs import Prefs
from jacknine.server.words import Words, languages
from tests.web.tables import Game

COURT = [parse_card(text) for text in ("AS", "KS", "QS", "JS")]
PRINTED = {"fr": "A R D V", "nl": "A H V B", "hr": "A K D J", "de": "A K D B"}


@pytest.mark.parametrize("language", languages())
def test_letters_go_with_the_language_of_the_page(language: str) -> None:
    words = Words(language)
    expected = PRINTED.get(language, "A K Q J")
    assert " ".join(face(card, words, "").corner for card in COURT) == expected
    assert corners(sum(1 << card for card in COURT), words, "") == (("S", expected),)
    assert face(parse_card("TS"), words, "").corner == "10"


@pytest.mark.parametrize("chosen", LETTERS)
def test_letters_that_were_chosen_stay_in_every_language(chosen: str) -> None:
    expected = PRINTED.get(chosen, "A K Q J")
    for language in languages():
        assert " ".join(face(card, Words(language), chosen).corner for card in COURT) == expected


def test_the_menu_offers_the_languages_own_letters_first() -> None:
    seen = Game("belote", {}, 1).until(lambda state: state.deal is not None).seen(0)
    html = pages.table(seen, Words("en"), Prefs())
    offered = html.partition('<select name="letters">')[2].partition("</select>")[0]
    assert '<option value="" selected>auto: \u2068A K Q J\u2069</option>' in offered
    assert '<option value="fr">A R D V</option>' in offered
