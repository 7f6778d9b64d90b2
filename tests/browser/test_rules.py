"""The rules page in a real browser: at every size, in both directions, by finger, keyboard and without scripts."""

import pytest

from tests.browser.conftest import Opener, Site
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

GAMES = ("belote", "coinche", "klaverjas", "bela", "baloot", "jass")
OUTSIDE = """() => [...document.querySelectorAll('main *, .top *')]
  .filter(one => !one.closest('.scroll, .sr, option'))
  .filter(one => { const box = one.getBoundingClientRect(); return box.width && (box.left < -0.5
    || box.right > innerWidth + 0.5); })
  .map(one => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
@pytest.mark.parametrize("size", [(320, 568), (1440, 900)])
def test_nothing_runs_over_the_edge(visit: Opener, site: Site, size: tuple[int, int], locale: str) -> None:
    page = visit(*size, locale=locale)
    for game in GAMES:
        page.goto(f"{site.address}/rules/{game}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        assert page.evaluate(OUTSIDE) == [], game


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Opener, site: Site, scheme: str, locale: str) -> None:
    page = visit(412, 800, color_scheme=scheme, locale=locale, bypass_csp=True)
    for address in ("bela?players=3", "coinche?sa_ta=on"):
        page.goto(f"{site.address}/rules/{address}")
        page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        assert violations(page) == [], address


def test_a_press_on_a_card_points_at_its_sentence(visit: Opener, site: Site) -> None:
    page = visit()
    page.goto(f"{site.address}/rules/belote")
    example = page.locator("#play .example").first
    dim = example.locator(".held .card-dim").first
    dim.tap()
    assert "You must follow" in example.locator(".outcomes .pressed").inner_text()
    assert "You must follow" in (example.locator("[role=status]").text_content() or "")
    example.locator(".held .open").first.focus()
    page.keyboard.press("Enter")
    assert "wins the trick" in example.locator(".outcomes .pressed").inner_text()
    assert example.locator(".pressed").count() == 2


def test_without_scripts_the_page_says_as_much(visit: Opener, site: Site) -> None:
    page = visit(java_script_enabled=False)
    page.goto(f"{site.address}/rules/klaverjas")
    example = page.locator("#play .example").first
    assert example.locator(".outcomes li").count() == 2
    assert page.locator(".press").is_hidden()
    page.locator("#knob-city").select_option("amsterdam")
    page.locator("#settings .button.quiet").click()
    assert "unless your partner is winning" in page.locator("#rule-city").inner_text()


def test_one_plays_by_the_rules_one_reads(visit: Opener, site: Site) -> None:
    page = visit()
    page.goto(f"{site.address}/rules/belote?tie_rule=taker_fails")
    page.locator("#settings .button.main").click()
    page.wait_for_url("**/t/*")
    link = page.locator("#menu .rules-link[href^='/rules']")
    assert link.get_attribute("href") == "/rules/belote?tie_rule=taker_fails"
