"""A day in two browsers, from the first deal to the leaderboard, and a puzzle: by tapping, looked at by axe."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from jacknine.analysis.puzzles import numbers_open, puzzles
from tests.browser.conftest import Opener, Site
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def play_day(page: Page, site: Site, name: str) -> None:
    """Give a name, sit down at the day's deals of klaverjas, play them, and go to the result.

    Cards are played by the browser's own requests: tapping is tried in other tests, and a day has many cards.
    """
    request = page.context.request
    page.goto(site.address)
    request.post(f"{site.address}/me", form={"name": name, "pace": "instant", "sound": "false"})
    page.goto(f"{site.address}/daily")
    page.locator("form[action='/daily/klaverjas'] button").tap()
    page.wait_for_url("**/t/*")
    code = page.url.rpartition("/")[2]
    while not (now := request.get(f"{site.address}/api/t/{code}").json())["ended"]:
        action = now["legal"][0] if now["legal"] else "next" if now["phase"] == "over" else ""
        if action:
            order = {"seen_seq": now["seq"], "key": f"k{now['seq']}", "action": action}
            request.post(f"{site.address}/t/{code}/act", data=order)
    page.locator("#sheet footer a[href='/daily/klaverjas']").tap()
    page.wait_for_url("**/daily/klaverjas")


def test_a_day_is_played_in_two_browsers_to_the_leaderboard(visit: Opener, site: Site) -> None:
    pages = [visit(380, 760), visit(412, 800, locale="ur-PK", bypass_csp=True)]
    for page, name in zip(pages, ("Amira", "Bashir"), strict=True):
        play_day(page, site, name)
    for page, name in zip(pages, ("Amira", "Bashir"), strict=True):
        page.reload()
        expect(page.locator(".board .mine")).to_contain_text(name)
        assert page.locator(".board tbody tr").count() == 2
        score = page.locator(".day-tile .score").inner_text()
        assert score == page.locator(".board .mine .points").inner_text()
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate(WIDE) == 0
    assert violations(pages[1]) == []
    # Both made the same decisions, so both met the same answers.
    points = pages[0].locator(".board .points").all_inner_texts()
    assert len(set(points)) == 1 and re.search(r"[+−]\d+", points[0])
    places = pages[0].locator(".board tbody td:first-child").all_inner_texts()
    assert places == ["1", "1"]


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_a_puzzle_is_answered_and_explained(visit: Opener, site: Site, locale: str) -> None:
    page = visit(320, 568, locale=locale, bypass_csp=True)
    for path in ("/daily", "/puzzles", "/history", "/position"):
        page.goto(f"{site.address}{path}")
        assert page.evaluate(WIDE) == 0, path
        assert violations(page) == [], path
    page.goto(f"{site.address}/puzzles")
    page.goto(f"{site.address}/puzzles/klaverjas/{opened('klaverjas', of_calls=False)}")
    assert violations(page) == []
    page.locator("#hand .card.open").first.tap()
    page.wait_for_url("**/answer?action=*")
    assert violations(page) == []
    assert page.locator(".values .best").count() == page.locator(".values .played").count() == 1
    # A wrong choice is told in a word, and framed otherwise than the best card.
    assert page.locator(".values small").count() == page.locator(".values .played:not(.best)").count()


@pytest.mark.parametrize(("locale", "game"), [("en-GB", "belote"), ("ur-PK", "baloot"), ("de-CH", "klaverjas")])
def test_a_puzzle_of_calls_is_answered_by_keyboard(visit: Opener, site: Site, locale: str, game: str) -> None:
    page = visit(320, 568, locale=locale, bypass_csp=True)
    page.goto(f"{site.address}/puzzles/{game}/{opened(game, of_calls=True)}")
    assert violations(page) == []
    calls = page.locator("#say button[name=action]")
    assert calls.count() >= 2
    for button in page.locator("#say button").all():
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320
    calls.first.press("Enter")
    page.wait_for_url("**/answer?action=call*")
    assert page.evaluate(WIDE) == 0 and violations(page) == []
    assert page.locator(".answer .best").count() == page.locator(".answer .played").count() == 1


def opened(game: str, *, of_calls: bool) -> int:
    """A puzzle of that kind that is open today."""
    today = datetime.now(UTC).date()
    return next(number for number in numbers_open(today, game) if puzzles(game)[number - 1].of_calls == of_calls)
