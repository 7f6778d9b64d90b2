"""Learn in a real browser: at every size, in both directions, without scripts, by keyboard, and what axe says."""

import pytest

from tests.browser.conftest import Opener, Site
from tests.browser.test_access import violations
from tests.browser.test_rules import GAMES, OUTSIDE

pytestmark = pytest.mark.browser

ADDRESSES = ("/learn", *(f"/learn/{game}" for game in GAMES))


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
@pytest.mark.parametrize("size", [(320, 568), (1440, 900)])
def test_nothing_runs_over_the_edge(visit: Opener, site: Site, size: tuple[int, int], locale: str) -> None:
    page = visit(*size, locale=locale)
    for address in ADDRESSES:
        page.goto(f"{site.address}{address}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert page.evaluate(OUTSIDE) == [], address


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Opener, site: Site, scheme: str, locale: str) -> None:
    page = visit(412, 800, color_scheme=scheme, locale=locale, bypass_csp=True)
    for address in ("/learn", "/learn/coinche", "/learn/klaverjas"):
        page.goto(f"{site.address}{address}")
        assert violations(page) == [], address


def test_a_lesson_leads_to_a_felt_and_to_a_table_without_scripts(visit: Opener, site: Site) -> None:
    page = visit(java_script_enabled=False)
    page.goto(site.address)
    page.locator(".tile-klaverjas .read a").click()
    page.wait_for_url("**/learn/klaverjas")
    page.locator(".contents a[href='#cases']").click()
    page.locator("#cases .links a").first.click()
    page.wait_for_url("**/position?*")
    page.go_back()
    page.locator(".top .button.main").click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_a_first_deal_is_offered_on_the_first_screen(visit: Opener, site: Site, locale: str) -> None:
    page = visit(360, 640, locale=locale)
    for game in GAMES:
        page.goto(f"{site.address}/learn/{game}")
        box = page.locator("form[action^='/first-deal/'] .main").bounding_box()
        assert box is not None and box["y"] + box["height"] < 320, game


def test_wide_tables_are_reached_and_moved_by_keyboard(visit: Opener, site: Site) -> None:
    page = visit(320, 568)
    page.goto(f"{site.address}/learn/bela")
    table = page.locator("#sisters .compared").last
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => [...document.querySelectorAll('#sisters .compared')].at(-1).scrollLeft > 0")
