"""Whole matches and deals in a real browser: by tapping, by keyboard, in two languages."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Site
from tests.browser.player import SETTLED, phase, play_deal, seq, sit, tap_move, wait_turn

pytestmark = pytest.mark.browser

NUMBERS = """all => all.map(
  one => [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent.trim()).join('')
    .replace('−', '-')
)"""


def test_a_whole_belote_match_by_tapping_and_its_rematch(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "belote", target="300")
    first = page.url
    deals = 0
    while wait_turn(page) != "match":
        play_deal(page)
        if phase(page) == "over":
            deals += 1
            tap_move(page)
    page.wait_for_selector("#sheet:popover-open .result")
    totals = [int(text) for text in page.locator("#sheet .sum.total .points").evaluate_all(NUMBERS)]
    assert max(totals) >= 300
    assert deals >= 1
    page.locator("#sheet footer .main").tap()
    page.wait_for_url(lambda url: url != first)
    wait_turn(page)
    assert page.locator(".score .total").all_inner_texts() == ["0", "0"]


def test_a_whole_klaverjas_deal_by_tapping_on_the_smallest_phone(visit: Opener, site: Site) -> None:
    page = visit(320, 568)
    sit(page, site.address, "klaverjas")
    play_deal(page)
    page.wait_for_selector("#sheet:popover-open .line")
    columns = [[int(text or 0) for text in column] for column in zip(*lines(page), strict=True)]
    sums = [int(text) for text in page.locator("#sheet .sum:not(.total) .points").evaluate_all(NUMBERS)]
    assert [sum(column) for column in columns] == sums
    cards = page.locator(".line-cards .points").evaluate_all(NUMBERS)
    assert sum(int(text or 0) for text in cards) == 152


def lines(page: Page) -> list[list[str]]:
    """The points of each line of the sheet, by column."""
    rows = page.locator("#sheet .line summary").all()
    return [row.locator(".points").evaluate_all(NUMBERS) for row in rows]


def test_a_deal_in_urdu(visit: Opener, site: Site) -> None:
    page = visit(360, 640, locale="ur-PK")
    sit(page, site.address, "belote")
    assert page.locator("html").get_attribute("dir") == "rtl"
    play_deal(page)
    page.wait_for_selector("#sheet:popover-open")
    page.locator(".line summary").first.tap()
    names = page.locator(".seat .name").all_inner_texts()
    said = page.locator("#sheet").inner_text() + page.locator("#say").inner_text() + page.locator(".need").inner_text()
    for name in names:
        said = said.replace(name, "")
    seal = page.locator(".code").first.inner_text()
    assert re.findall(r"[A-Za-z]{2,}", said.replace(seal, "")) == []


@pytest.mark.parametrize("game", ["klaverjas", "coinche"])
def test_a_deal_by_keyboard_alone(visit: Opener, site: Site, game: str) -> None:
    page = visit(1440, 900, has_touch=False)
    sit(page, site.address, game)
    wait_turn(page)
    page.keyboard.press("ArrowRight")

    def press(page: Page) -> None:
        before = seq(page)
        if phase(page) == "auction":
            page.keyboard.press("2")
        else:
            page.locator("#hand .open").first.wait_for()
            for _ in range(9):
                if page.evaluate("document.activeElement.matches('#hand .open')"):
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        page.wait_for_function(SETTLED, arg=before)
        assert page.evaluate("document.activeElement !== document.body")

    play_deal(page, press)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#hand .card').length === 8")


def test_leaving_asks_once_and_the_seat_is_kept(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    wait_turn(page)
    table = page.url
    page.locator(".top button[popovertarget=menu]").tap()
    page.locator("#menu > button[popovertarget=leave-question]").tap()
    page.locator("#leave-question [popovertarget]").tap()
    assert page.url == table
    page.locator(".top button[popovertarget=menu]").tap()
    page.locator("#menu > button[popovertarget=leave-question]").tap()
    page.locator("#leave-question button[value=away]").tap()
    page.wait_for_url(f"{site.address}/")
    page.goto(table)
    wait_turn(page)
    tap_move(page)


def test_a_match_is_ended_by_agreement(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "belote")
    wait_turn(page)
    page.locator(".top button[popovertarget=menu]").tap()
    page.locator("#menu > button[popovertarget=end-question]").tap()
    page.locator("#end-question button[value=end]").tap()
    page.wait_for_selector("#say.say-match")
    page.wait_for_selector("#sheet:popover-open .result.ended")


def test_every_line_of_the_sheet_shows_its_cards(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    play_deal(page)
    page.wait_for_selector("#sheet:popover-open .line")
    line = page.locator(".line-last_trick")
    assert not line.locator(".card").first.is_visible()
    line.locator("summary").tap()
    assert line.locator(".card:visible").count() == 4
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_timeout(300)
    assert line.locator(".card:visible").count() == 4, "a frame from the server folds nothing up"
