"""Somebody who opens the link in the middle of a deal: he waits or watches, and is at the table with the next."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Site
from tests.browser.player import phase, tap_move
from tests.browser.test_rooms import make, sit_down, start, whose_turn

pytestmark = pytest.mark.browser


def to_end(pages: list[Page]) -> None:
    """Play until the deal is over."""
    while (page := whose_turn(pages)) is not None and phase(page) != "over":
        tap_move(page)


def to_next_deal(pages: list[Page]) -> None:
    """Play until the deal is over and the next is asked for."""
    to_end(pages)
    for page in pages:
        page.locator("[data-action=next]:visible").first.click()


def test_who_comes_in_the_middle_of_a_deal_is_brought_to_the_next(visit: Opener, site: Site) -> None:
    ann, bea, cem, dan = visit(), visit(), visit(320, 568, locale="ur-PK"), visit()
    link = make(ann, site.address, "klaverjas")
    sit_down(bea, link, "Bea", 2)
    start(ann, bea)
    whose_turn([ann, bea])
    for page, name, seat in ((cem, "Cem", 1), (dan, "Dan", 3)):
        page.goto(f"{link}/room")
        page.locator("#name").fill(name)
        page.locator(f"#chair-{seat} [form=sit]").click()
        expect(page.locator(f"#chair-{seat} small")).to_contain_text(name)
    dan.goto(link)
    expect(dan.locator(".beside-notice")).to_be_visible()
    for page in (cem, dan):
        page.goto(link)
        notice, prompt = page.locator(".beside-notice").bounding_box(), page.locator("#say .prompt").bounding_box()
        assert notice and prompt and notice["y"] >= prompt["y"] + prompt["height"] - 1
    for page in (cem, dan):
        assert not page.locator("#hand [data-card]").count()
    assert cem.evaluate("document.documentElement.scrollWidth <= innerWidth")
    to_next_deal([ann, bea])
    for page in (cem, dan):
        page.wait_for_selector("#hand [data-card]")
        expect(page.locator(".phrases-button")).to_be_visible()
    expect(ann.locator(".seat .name").filter(has_text="Cem")).to_have_count(1)


def test_who_has_asked_for_the_next_deal_is_not_asked_on_the_sheet_again(visit: Opener, site: Site) -> None:
    ann, bea = visit(), visit()
    link = make(ann, site.address, "belote")
    sit_down(bea, link, "Bea", 1)
    start(ann, bea)
    to_end([ann, bea])
    ann.wait_for_selector("#sheet:popover-open")
    ann.locator("#sheet [data-action=next]").tap()
    expect(ann.locator("#say [data-action=next]")).to_have_count(0)
    ann.locator("button.scores").tap()
    ann.wait_for_selector("#sheet:popover-open")
    bea.wait_for_selector("#sheet:popover-open")
    expect(ann.locator("#sheet .next-deal")).to_be_hidden()
    expect(bea.locator("#sheet .next-deal")).to_be_visible()
