"""The first deal in a real browser: played to its end by the advice, by tapping and by keyboard, in both directions."""

import pytest
from playwright.sync_api import Page, expect

from jacknine.server.words import languages
from tests.browser.conftest import Opener, Site
from tests.browser.player import CLASHING, SETTLED, phase, seq, wait_turn
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

# Whatever is pressed is what one sees there, and the strip lies over no card.
COVERED = """() => [...document.querySelectorAll('#say button, #hand button, .top button, #trick .card, .tutor button')]
  .filter(one => one.checkVisibility()).filter(one => {
    const box = one.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + 6, box.y + 6);
    return seen?.closest('.tutor') && !one.closest('.tutor') || box.right > innerWidth || box.bottom > innerHeight;
  }).map(one => one.outerHTML)"""

TOLD = """() => {
  window.told = [];
  new MutationObserver(() => told.push(document.querySelector('.told').textContent))
    .observe(document.querySelector('.told'), { childList: true });
}"""


def begin(page: Page, address: str, game: str) -> None:
    page.request.post(f"{address}/me", form={"pace": "instant"})
    page.goto(address)
    page.locator(".newcomer summary").click()
    page.locator(f"[formaction='/first-deal/{game}']").click()
    page.wait_for_url("**/t/*")
    wait_turn(page)


def play(page: Page, keyboard: bool = False) -> int:
    """Read all steps and do what is advised, until the deal is over; how many steps there were."""
    page.evaluate(TOLD)
    steps = 1
    while wait_turn(page) != "over":
        while (onward := page.locator(".tutor [data-next]")).is_visible():
            onward.press("Enter") if keyboard else onward.tap()
            steps += 1
        assert page.evaluate(COVERED) == []
        before = seq(page)
        if keyboard:
            assert page.evaluate("document.activeElement.matches('#hand button, #say *, #say')")
        advised = page.locator(".advised")
        expect(advised).to_have_count(1)
        advised.press("Enter") if keyboard else advised.tap()
        page.wait_for_function(SETTLED, arg=before)
        steps += 1
    return steps


def test_a_first_deal_by_keyboard_on_the_smallest_phone(visit: Opener, site: Site) -> None:
    page = visit(320, 568, bypass_csp=True)
    begin(page, site.address, "belote")
    expect(page.locator(".told")).to_contain_text("Welcome!")
    assert violations(page) == []
    steps = play(page, keyboard=True)
    heard = page.evaluate("told")
    assert len(heard) <= steps and len(set(heard)) > 10
    page.wait_for_selector("#sheet:popover-open .taught")
    assert violations(page, "#sheet") == []
    page.locator("#sheet footer .main").press("Enter")
    page.wait_for_selector("#sheet:not(.over)", state="attached")
    wait_turn(page)
    assert not page.locator(".tutor").is_visible()


@pytest.mark.parametrize("language", languages())
def test_the_seats_of_a_first_deal_keep_clear_of_each_other(visit: Opener, site: Site, language: str) -> None:
    page = visit(320, 568, locale=language)
    begin(page, site.address, "coinche")
    assert page.evaluate(CLASHING) == 0


def test_a_first_deal_from_right_to_left(visit: Opener, site: Site) -> None:
    page = visit(390, 844, locale="ur-PK", bypass_csp=True)
    begin(page, site.address, "coinche")
    assert violations(page, ".tutor") == []
    play(page)
    page.wait_for_selector("#sheet:popover-open .taught")
    page.locator("#sheet footer .quiet").tap()
    page.wait_for_url("**/learn/coinche")


def test_the_strip_goes_when_it_is_not_wanted_and_lies_over_nothing(visit: Opener, site: Site) -> None:
    for size in ((800, 360), (1440, 900)):
        page = visit(*size)
        begin(page, site.address, "jass")
        assert page.evaluate(COVERED) == []
        page.locator(".tutor [data-action=unaided]").tap()
        expect(page.locator(".tutor")).to_be_hidden()
        assert phase(page) == "auction"


def test_without_scripts_all_steps_can_be_read(visit: Opener, site: Site) -> None:
    page = visit(java_script_enabled=False)
    page.goto(f"{site.address}/learn/bela")
    page.locator(".top .button.main").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#tutor p").first).to_be_visible()
    assert page.locator("#tutor p").count() == 3
    page.locator(".tutor [value=unaided]").click()
    expect(page.locator(".tutor")).to_have_count(0)
