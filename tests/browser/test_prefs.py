"""What the felt does because a player likes it so."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Site
from tests.browser.player import play_deal, sit, tap_move, to_play, wait_turn

pytestmark = pytest.mark.browser

CHOOSE = "given => fetch('/me', { method: 'POST', body: new URLSearchParams(given), redirect: 'manual' })"

# What the table wants of the viewer (nothing: it has gone on), how much there is to press, and the position.
LOOK = """() => {
  const say = document.querySelector('#say[data-mine], #say.say-match');
  const buttons = document.querySelectorAll('#hand .open, #say .choices .button').length;
  return [say?.className.match(/say-(\\w+)/)[1], buttons, document.querySelector('[name=seen_seq]').value];
}"""


def test_the_only_card_allowed_plays_by_itself(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    page.evaluate(CHOOSE, {"forced": "true"})
    page.reload()
    alone = 0

    def wait_or_tap(page: Page) -> None:
        nonlocal alone
        kind, buttons, before = page.evaluate(LOOK)
        if kind == "play" and buttons == 1:
            alone += 1
            page.wait_for_function("old => document.querySelector('[name=seen_seq]').value !== old", arg=before)
        elif kind:
            tap_move(page)

    play_deal(page, wait_or_tap)
    assert alone >= 1


def test_a_player_is_called_in_the_ways_he_has_chosen(visit: Opener, site: Site) -> None:
    page = visit()
    page.add_init_script(
        """window.called = [];
        navigator.vibrate = length => window.called.push('vibrated');
        Object.defineProperty(document, 'hidden', { get: () => true });
        window.Notification = class {
          static permission = 'granted';
          constructor(title, told) { window.called.push(`${title}: ${told.body}`); }
        };"""
    )
    sit(page, site.address, "belote")
    wait_turn(page)
    assert page.title().startswith("● Your turn")
    page.evaluate(CHOOSE, {"notify": "true", "title": "false", "forced": "false"})
    page.reload()
    to_play(page)
    tap_move(page)
    wait_turn(page)
    assert page.title() == "Belote"
    assert {"vibrated", "Belote: Your turn"} <= set(page.evaluate("window.called"))
    page.evaluate(CHOOSE, {"notify": "false", "vibration": "false"})
    page.reload()
    wait_turn(page)
    tap_move(page)
    wait_turn(page)
    assert page.evaluate("window.called") == []


def test_the_menu_changes_what_is_seen_at_once_and_it_stays(visit: Opener, site: Site) -> None:
    page = visit(color_scheme="light")
    sit(page, site.address, "belote")
    wait_turn(page)
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
    light = page.evaluate(paper)
    for name, value in (("scheme", "dark"), ("index", "big"), ("deck", "two")):
        page.locator(".top button[popovertarget=menu]").tap()
        with page.expect_navigation():
            page.locator(f"#menu [name={name}]").select_option(value)
    assert page.evaluate(paper) != light
    assert page.locator("html").get_attribute("data-index") == "big"
    sit(page, site.address, "coinche")
    assert page.locator("html").get_attribute("data-deck") == "two"
    assert page.evaluate(paper) != light
