"""A finished deal in a browser: from the score sheet to its replay, by keyboard, by links alone, on every size."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Site
from tests.browser.player import play_deal, sit, tap_move, wait_turn
from tests.browser.test_access import violations
from tests.browser.test_layout import problems

pytestmark = pytest.mark.browser
ENDING = "klaverjas dealer=3 contract=H taker=0 hands=7.9.K.-/-.-.JT.A/8.-.-.T/-.-.8.K9 leader=2 trick=AH"


def finished_deal(page: Page, site: Site) -> str:
    """Play a deal; the address of its replay, as the score sheet links it."""
    sit(page, site.address, "klaverjas")
    play_deal(page)
    page.wait_for_selector("#sheet:popover-open")
    path = page.locator("#sheet .look-back a").get_attribute("href")
    assert path is not None
    return f"{site.address}{path}"


def place(page: Page) -> str:
    return page.locator("#say .place").inner_text()


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_a_deal_is_stepped_through_by_keyboard(visit: Opener, site: Site, locale: str) -> None:
    page = visit(380, 760, locale=locale, bypass_csp=True)
    page.goto(finished_deal(page, site))
    assert place(page).startswith("0/")
    for key, at in (
        ("ArrowRight", "1/"),
        ("ArrowRight", "2/"),
        ("ArrowLeft", "1/"),
        ("ArrowDown", "5/"),
        ("End", "33/"),
    ):
        page.keyboard.press(key)
        expect(page.locator("#say .place")).to_contain_text(at)
    assert page.url.endswith("?at=33")
    assert violations(page) == []
    page.keyboard.press("Home")
    expect(page.locator("#say .place")).to_contain_text("0/")
    for width, height in ((320, 568), (800, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert problems(page) == [], (width, height)


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_a_pasted_line_is_played_on_from(visit: Opener, site: Site, locale: str) -> None:
    """By keyboard alone, from a line that is wrong to the end of its deal."""
    page = visit(320, 568, locale=locale, bypass_csp=True)
    page.request.post(f"{site.address}/me", form={"hints": "false", "pace": "instant"})
    page.goto(f"{site.address}/position")
    for line in (ENDING.replace("contract=H", "contract=X"), ENDING):
        page.locator("textarea").fill(line)
        page.locator("main .button").focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        if line != ENDING:
            expect(page.locator("[role=alert]")).to_contain_text("X")
            assert violations(page) == []
    assert violations(page) == [] and problems(page) == []
    page.locator("#say button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    while wait_turn(page) != "match":
        tap_move(page)
    page.wait_for_selector("#sheet:popover-open")
    assert violations(page) == []
    page.locator("#sheet footer a").click()
    expect(page.locator(".position-line")).to_have_attribute("value", ENDING)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_an_analysis_is_asked_for_and_read_by_keyboard(visit: Opener, site: Site, locale: str) -> None:
    """From the score sheet to the expert's opinion by one press; the solver may have to be compiled first."""
    page = visit(380, 760, locale=locale, bypass_csp=True)
    address = finished_deal(page, site)
    page.locator("#sheet .look-back button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/review")
    assert page.locator("progress, .decided").count() and violations(page) == []
    # The table is a press away, too.
    code = address.split("/")[-2]
    expect(page.locator(".links a").first).to_have_attribute("href", f"/t/{code}")
    page.wait_for_selector(".decided", timeout=600_000)
    page.wait_for_selector("#asked", state="detached", timeout=120_000)
    assert violations(page) == []
    page.locator(".decided summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".decided").first).to_have_attribute("open", "")
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.locator(".expert").count() and page.locator(".leads").count()
    assert violations(page) == []
    for width, height in ((320, 568), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (width, height)


def test_a_deal_is_stepped_through_without_scripts_and_played_on(visit: Opener, site: Site) -> None:
    page = visit()
    address = finished_deal(page, site)
    cookies = page.context.cookies()
    plain = visit(java_script_enabled=False)
    plain.context.add_cookies([{"name": one["name"], "value": one["value"], "url": site.address} for one in cookies])
    plain.goto(address)
    plain.locator("#step-trick-forward").tap()
    expect(plain.locator("#say .place")).to_contain_text("5/")
    plain.locator(".top [popovertarget=menu]").tap()
    plain.locator(".go-on button").tap()
    plain.wait_for_url("**/t/*")
    assert plain.locator("#hand .card").count() == 7
