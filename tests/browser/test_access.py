"""What axe says of every page, and what a screen reader hears."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Site
from tests.browser.player import play_deal, sit, tap_move, to_play, wait_turn

pytestmark = pytest.mark.browser

HEARD = """() => {
  window.heard = [];
  new MutationObserver(changes => {
    for (const node of changes.flatMap(change => [...change.addedNodes])) if (node.id) heard.push(node.id);
  }).observe(document.getElementById('live'), { childList: true });
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
    for path in ("/notices", "/t/nosuchtable"):
        page.goto(f"{site.address}{path}")
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


def test_each_piece_of_news_is_heard_once(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas", pace="fast")
    to_play(page)
    page.evaluate(HEARD)
    for _ in range(3):
        tap_move(page)
        wait_turn(page)
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(150)
    heard = page.evaluate("() => window.heard")
    assert len(heard) == len(set(heard))
    played = [id for id in heard if "-played-" in id]
    assert len(played) >= 9
    assert any("-trick-" in id for id in heard)
