"""A whole deal of every game on the smallest phone, by tapping, with every moment of it inside the screen."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Site
from tests.browser.player import phase, sit, tap_move, wait_turn
from tests.browser.test_layout import problems
from tests.browser.test_play import NUMBERS, lines

pytestmark = pytest.mark.browser

DEALS: list[tuple[str, str, dict[str, str]]] = [
    ("coinche", "en-GB", {}),
    ("coinche", "ur-PK", {"sa_ta": "on", "generale": "on", "coinche_timing": "any_time"}),
    ("bela", "ur-PK", {"kontra": "on", "bela_call": "ask", "declare": "manual"}),
    ("bela", "en-GB", {"players": "2", "two_seven_swap": "on", "two_stock_visible": "true"}),
    ("bela", "ur-PK", {"players": "3"}),
    ("baloot", "ur-PK", {"preset": "saudi", "baloot_call": "manual", "ekka": "manual"}),
    ("jass", "en-GB", {"weis_call": "manual"}),
]


@pytest.mark.parametrize(("game", "locale", "settings"), DEALS, ids=lambda value: str(value))
def test_a_whole_deal_by_tapping(visit: Opener, site: Site, game: str, locale: str, settings: dict[str, str]) -> None:
    page = visit(320, 568, locale=locale)
    sit(page, site.address, game, **settings)
    seen: dict[str, int] = {}
    while wait_turn(page) != "match":
        kind = phase(page)
        seen[kind] = seen.get(kind, 0) + 1
        if kind == "over" and page.locator("#sheet .line").count():
            break
        if kind != "over" and (kind != "play" or seen[kind] in (1, 2, 5)):
            assert problems(page) == [], (kind, seen[kind])
        tap_move(page)
    assert seen["play"] >= 5
    page.wait_for_selector("#sheet:popover-open .line")
    check_sheet(page, locale)


def check_sheet(page: Page, locale: str) -> None:
    """The lines add up, every line says why, and nothing is left in another language."""
    columns = [[int(text or 0) for text in column] for column in zip(*lines(page), strict=True)]
    sums = [int(text) for text in page.locator("#sheet .sum:not(.total) .points").evaluate_all(NUMBERS)]
    assert [sum(column) for column in columns] == sums
    assert page.evaluate("() => document.querySelector('#sheet .scroll').scrollWidth <= innerWidth")
    page.evaluate("() => document.querySelectorAll('#sheet .line').forEach(one => one.open = true)")
    assert all(page.locator("#sheet .line > p").all_inner_texts())
    if locale == "ur-PK":
        told = page.locator("#sheet").inner_text() + page.locator(".need").inner_text()
        for name in page.locator(".seat .name").all_inner_texts():
            told = told.replace(name, "")
        assert re.findall(r"[A-Za-z]{2,}", told.replace(page.locator(".code").first.inner_text(), "")) == []
