"""The network goes and comes, the page sleeps: within two seconds the felt is the server's again."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Opener, Site
from tests.browser.player import play_until, seq, sit, tap_move, to_play, wait_turn
from tests.browser.test_felt import FELT
from tests.support import LONG

pytestmark = pytest.mark.browser

HEALED = "(before) => Number(document.querySelector('[name=seen_seq]').value) > before"
SECONDS = (0.5, 5, 60) if LONG else (0.5, 2)


def play_elsewhere(page: Page, other: Page, key: str) -> int:
    """Let the same player play a card from another device; what the page has seen before."""
    seen = int(seq(page))
    action = page.locator("#hand .open").first.get_attribute("data-action")
    assert other.request.post(f"{page.url}/act", data={"seen_seq": seen, "key": key, "action": action}).ok
    return seen


def is_right(page: Page, other: Page) -> None:
    """The page shows what somebody sees who opens the table anew."""
    wait_turn(page)
    expect(page.locator("#notice")).to_be_empty()
    shown = page.evaluate(FELT)
    other.goto(page.url)
    assert shown == other.evaluate(FELT)
    page.reload()


def test_within_two_seconds_of_having_a_network_the_felt_is_right(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    other = visit(storage_state=page.context.storage_state())
    for number, seconds in enumerate(SECONDS):
        to_play(page)
        page.context.set_offline(True)
        seen = play_elsewhere(page, other, f"offline-{number}")
        page.wait_for_timeout(seconds * 1000)
        assert int(seq(page)) == seen
        page.context.set_offline(False)
        page.wait_for_function(HEALED, arg=seen, timeout=2000)
        is_right(page, other)


def test_a_page_that_slept_is_right_as_soon_as_it_is_looked_at(visit: Opener, site: Site) -> None:
    """Phones drop what comes for a page in the background and say nothing: what was missed is asked for."""
    page = visit()
    asleep = False

    def carry(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(lambda message: None if asleep else near.send(message))

    page.route_web_socket("**/live*", carry)
    sit(page, site.address, "klaverjas")
    other = visit(storage_state=page.context.storage_state())
    to_play(page)
    asleep = True
    seen = play_elsewhere(page, other, "asleep")
    page.wait_for_timeout(600)
    assert int(seq(page)) == seen
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function(HEALED, arg=seen, timeout=2000)
    asleep = False
    is_right(page, other)


def test_while_the_server_is_gone_the_table_says_so(visit: Opener, own_site: Site) -> None:
    page = visit()
    sit(page, own_site.address, "klaverjas")
    to_play(page)
    seen = int(seq(page))
    own_site.kill()
    told = page.locator("#notice")
    expect(told).to_have_text(page.locator("body").get_attribute("data-lost") or "")
    for _ in range(6):
        page.wait_for_timeout(1000)
        expect(told).not_to_be_empty(timeout=1)
    own_site.start()
    expect(told).to_be_empty(timeout=4000)
    assert int(seq(page)) == seen
    tap_move(page)


PLACES = """() => Object.fromEntries(
  ['.top [popovertarget=menu]', '.sound', '.phrases-button', '.undo', '.advice', '.last-button', '#say .pass']
    .map(name => [name, document.querySelector(`.felt ${name}`)]).filter(([, one]) => one?.checkVisibility())
    .map(([name, one]) => [name, ['left', 'top'].map(side => Math.round(one.getBoundingClientRect()[side])).join()]))"""


@pytest.mark.parametrize("size", [(320, 568), (800, 360)])
def test_what_is_pressed_stays_where_it_is(visit: Opener, site: Site, size: tuple[int, int]) -> None:
    """While a deal is played no button moves under the finger, nor does another come to stand in its place."""
    page = visit(*size)
    sit(page, site.address, "belote")
    seen: dict[str, set[str]] = {}
    while wait_turn(page) not in ("over", "match"):
        page.wait_for_timeout(120)
        for name, place in page.evaluate(PLACES).items():
            seen.setdefault(name, set()).add(place)
        tap_move(page)
    assert len(seen) >= 5
    assert {name: places for name, places in seen.items() if len(places) > 1} == {}
    assert len({place for places in seen.values() for place in places}) == len(seen)


MARKED = """() => {
  const lift = one => getComputedStyle(one).translate + getComputedStyle(one).transform;
  const of = (all) => new Set([...document.querySelectorAll(all)].map(lift));
  return [of('#hand .open'), of('#hand .dim')].map(one => [...one]);
}"""


def test_nothing_is_told_by_colour_alone(visit: Opener, site: Site) -> None:
    """Cards that may be played stand up, sides have words, suits their shapes, and who is to play is said."""
    page = visit(320, 568)
    sit(page, site.address, "klaverjas")
    play_until(page, "#hand .dim")
    page.wait_for_timeout(300)
    stands, lies = page.evaluate(MARKED)
    assert not set(stands) & set(lies)
    assert page.locator("#hand .dim").first.get_attribute("aria-disabled") == "true"
    assert page.locator(".seat .side").all_inner_texts().count("Us") == 1
    assert page.locator("#hand .card:not(:has(svg, .mark, i))").count() == 0
    assert page.locator(".seat.turn .sr").first.inner_text() != page.locator(".seat:not(.turn) .sr").first.inner_text()
