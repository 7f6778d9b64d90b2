"""What axe says of every page, what a screen reader hears, and where the focus is."""

from collections import Counter

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Site
from tests.browser.player import SETTLED, phase, play_deal, seq, sit, take_chair, tap_move, to_play, wait_turn

pytestmark = pytest.mark.browser

HEARD = """() => {
  const live = document.getElementById('live');
  window.heard = [];
  if (live) new MutationObserver(changes => {
    for (const node of changes.flatMap(change => [...change.addedNodes])) if (node.id) heard.push(node.id);
  }).observe(live, { childList: true });
}"""

# At the end of every frame: is the focus somewhere?
WATCHED = """() => {
  window.lost = [];
  const look = () => {
    if (document.activeElement === document.body) lost.push(document.getElementById('say').className);
    requestAnimationFrame(look);
  };
  look();
}"""


def violations(page: Page, part: str = "html") -> list[tuple[str, str, object]]:
    """What axe finds in a part of the page. Cards are drawings: tests/web measures their contrast."""
    # Axe measures colours where they stand; half-faded ones say nothing.
    page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => {})))")
    found = Axe().run(page, context={"include": [[part]], "exclude": [[".card-index"]]}).response["violations"]
    return [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["any"]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_axe_finds_nothing(visit: Opener, site: Site, scheme: str, locale: str) -> None:
    page = visit(412, 800, color_scheme=scheme, locale=locale, bypass_csp=True)
    page.goto(site.address)
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    assert violations(page) == []
    # The page for when nobody answers goes away as soon as somebody does.
    page.route("**/health", lambda route: route.abort())
    for path in ("/notices", "/privacy", "/offline", "/s", "/history", "/position", "/t/nosuchtable"):
        page.goto(f"{site.address}{path}")
        assert violations(page) == [], path
    page.goto(f"{site.address}/me")
    with page.expect_navigation():
        page.locator("form[action='/me/code'] button").tap()
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    assert violations(page) == []
    sit(page, site.address, "klaverjas", trump_method="vrij")
    wait_turn(page)
    assert violations(page) == []
    page.goto(f"{page.url}/room")
    assert violations(page) == []
    page.go_back()
    wait_turn(page)
    to_play(page)
    assert violations(page) == []
    page.locator(".top button[popovertarget=menu]").tap()
    assert violations(page, "#menu") == []
    page.keyboard.press("Escape")
    play_deal(page)
    page.wait_for_selector("#sheet:popover-open")
    page.evaluate("() => document.querySelectorAll('#sheet details').forEach(one => one.open = true)")
    assert violations(page, "#sheet") == []


def test_axe_finds_nothing_where_a_newcomer_is_told_what_to_do(visit: Opener, site: Site) -> None:
    page = visit(320, 568, locale="ur-PK", bypass_csp=True)
    take_chair(page, site.address, "baloot")
    wait_turn(page)
    page.wait_for_selector("#coach:not([hidden])")
    assert violations(page) == []


def test_each_piece_of_news_is_heard_once(visit: Opener, site: Site) -> None:
    """A whole deal, with the felt asked for anew again and again: calls, cards, tricks, the score."""
    page = visit()
    page.add_init_script(f"addEventListener('DOMContentLoaded', {HEARD})")
    sit(page, site.address, "klaverjas", pace="fast")

    def look_again(page: Page) -> None:
        tap_move(page)
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    play_deal(page, look_again)
    page.wait_for_selector("#sheet:popover-open")
    heard = page.evaluate("() => window.heard")
    assert len(heard) == len(set(heard))
    told = Counter(id.split("-")[2] for id in heard)
    assert (told["played"], told["trick"], told["deal_over"]) == (32, 8, 1)
    assert told["contract"] == 1 and told["called"] >= 1


def test_the_focus_is_never_lost_while_a_deal_is_played(visit: Opener, site: Site) -> None:
    """Not even for the blink of an eye, and not while others play: a screen reader would begin at the top again."""
    page = visit(has_touch=False)
    sit(page, site.address, "belote", pace="fast")
    wait_turn(page)
    page.keyboard.press("ArrowRight")
    page.evaluate(WATCHED)

    def press(page: Page) -> None:
        before = seq(page)
        if phase(page) == "auction":
            page.keyboard.press("2")
        else:
            page.locator("#hand .open").first.focus()
            page.keyboard.press("Enter")
            if page.locator("#say .asking").count():
                page.keyboard.press("Enter")
        page.wait_for_function(SETTLED, arg=before)

    play_deal(page, press)
    assert page.evaluate("() => window.lost") == []
