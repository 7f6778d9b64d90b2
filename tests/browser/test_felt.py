"""What a tap does when things go wrong or fast: double taps, animations, refusals, a dead server, a lost network."""

import pytest
from playwright.sync_api import Page, Request, expect

from bench.taps import TIMED_TAP
from tests.browser.conftest import Opener, Site
from tests.browser.player import play_until, seq, sit, tap_move, to_play, wait_turn

pytestmark = pytest.mark.browser

# The regions as they stand; in which order an element got its attributes is nothing to see.
FELT = """() => ['top', 'seats', 'trick', 'hand', 'say'].map(function shape(node) {
  if (typeof node === 'string') node = document.getElementById(node);
  if (node.nodeType !== Node.ELEMENT_NODE) return node.textContent.trim();
  const attributes = [...node.attributes].map(one => `${one.name}=${one.value}`).sort();
  return [node.tagName, attributes, [...node.childNodes].map(shape).filter(one => one !== '')];
})"""


def orders(page: Page) -> list[Request]:
    """The actions the page sends, from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/act") else None)
    return sent


def test_a_tap_is_pending_at_once_and_then_in_the_trick(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    for _ in range(8):
        to_play(page)
        _, pending = page.evaluate(TIMED_TAP)
        assert pending


def test_a_double_tap_sends_once(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    to_play(page)
    held = page.locator("#hand .card").count()
    sent = orders(page)
    page.locator("#hand .open").first.dblclick()
    expect(page.locator("#hand .card")).to_have_count(held - 1)
    wait_turn(page)
    assert len(sent) == 1


def test_a_tap_while_cards_move_counts(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas", pace="fast")
    for _ in range(20):
        to_play(page)
        moving = page.evaluate("document.getAnimations().filter(one => one.effect.target.matches('.laid')).length")
        sent = orders(page)
        box = page.locator("#hand .open").first.bounding_box()
        assert box is not None
        before = seq(page)
        page.touchscreen.tap(box["x"] + 8, box["y"] + 12)
        page.wait_for_function("(old) => document.querySelector('[name=seen_seq]').value !== old", arg=before)
        assert len(sent) == 1
        if moving:
            return
    raise AssertionError("no card was ever seen moving")


def test_a_dimmed_card_says_why_and_sends_nothing(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    sent = orders(page)
    play_until(page, "#hand .dim")
    sent.clear()
    page.locator("#hand .dim").first.tap(force=True)
    expect(page.locator("#say .reason")).not_to_be_empty()
    assert page.locator("#hand.show-legal .open").count() >= 1
    assert sent == []
    page.locator("#hand .open").first.tap()
    expect(page.locator("#say .reason")).to_be_empty()


def test_two_taps_where_the_player_likes_it_so(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    page.locator(".top button[popovertarget=menu]").tap()
    page.locator("#menu select[name=tap]").select_option("two")
    page.wait_for_selector("body[data-tap=two]")
    to_play(page)
    card = page.locator("#hand .open").first
    name = card.get_attribute("data-card")
    sent = orders(page)
    card.tap()
    expect(card).to_have_class("card open lifted")
    assert sent == []
    card.tap()
    expect(page.locator(f"#hand-{name}")).to_have_count(0)
    assert len(sent) == 1


def test_the_server_is_killed_in_every_phase_and_nothing_is_lost(visit: Opener, own_site: Site) -> None:
    page = visit()
    sit(page, own_site.address, "belote", target="300")
    seen: set[str] = set()
    while "match" not in seen:
        kind = wait_turn(page)
        if kind == "wait":  # the felt has moved on between the two looks
            continue
        if kind not in seen:
            seen.add(kind)
            page.wait_for_timeout(80)
            felt = page.evaluate(FELT)
            own_site.kill()
            own_site.start()
            page.reload()
            assert wait_turn(page) == kind
            assert page.evaluate(FELT) == felt, kind
        if kind != "match":
            tap_move(page)
    assert {"play", "over", "match"} <= seen


def test_a_card_played_into_a_dead_server_is_played_when_it_is_back(visit: Opener, own_site: Site) -> None:
    page = visit()
    sit(page, own_site.address, "klaverjas")
    to_play(page)
    card = page.locator("#hand .open").first
    name = card.get_attribute("data-card")
    held = page.locator("#hand .card").count()
    own_site.kill()
    card.tap()
    expect(page.locator(f"#hand-{name}")).to_have_class("card open pending")
    expect(page.locator("#notice")).not_to_be_empty()
    own_site.start()
    expect(page.locator(f"#hand-{name}")).to_have_count(0)
    expect(page.locator("#hand .card")).to_have_count(held - 1)
    expect(page.locator("#notice")).to_be_empty()


def test_the_felt_is_right_again_after_the_network_was_gone(visit: Opener, site: Site) -> None:
    page = visit()
    sit(page, site.address, "klaverjas")
    to_play(page)
    other = visit(storage_state=page.context.storage_state())
    order = {
        "seen_seq": int(seq(page)),
        "key": "elsewhere",
        "action": page.locator("#hand .open").first.get_attribute("data-action"),
    }
    page.context.set_offline(True)
    expect(page.locator("#notice")).not_to_be_empty()
    assert other.request.post(f"{page.url}/act", data=order).ok
    page.context.set_offline(False)
    page.wait_for_function(
        "(before) => Number(document.querySelector('[name=seen_seq]').value) > before", arg=order["seen_seq"]
    )
    wait_turn(page)
    expect(page.locator("#notice")).to_be_empty()
    other.goto(page.url)
    assert page.evaluate(FELT) == other.evaluate(FELT)


def test_a_stale_tap_is_answered_with_the_fresh_felt(visit: Opener, site: Site) -> None:
    page = visit()
    page.add_init_script("window.WebSocket = class { close() {} send() {} };")
    sit(page, site.address, "klaverjas")
    other = visit(storage_state=page.context.storage_state())
    other.goto(page.url)
    to_play(other)
    page.reload()
    tap_move(other)
    wait_turn(other)
    page.locator("#hand .open").first.tap()
    expect(page.locator("#say .reason")).to_contain_text("moved on")
    assert seq(page) == seq(other)
    assert page.locator("#hand .card").count() == other.locator("#hand .card").count()


@pytest.mark.parametrize("kept", ["events", "polling"])
def test_play_goes_on_without_sockets(visit: Opener, site: Site, kept: str) -> None:
    page = visit()
    page.route_web_socket("**/live", lambda socket: socket.close())
    if kept == "polling":
        page.route("**/events", lambda route: route.abort())
    sit(page, site.address, "klaverjas", pace="instant")
    to_play(page)
    held = page.locator("#hand .card").count()
    page.locator("#hand .open").first.tap()
    expect(page.locator("#hand .card")).to_have_count(held - 1)
    wait_turn(page)


def test_forms_play_where_scripts_are_off(visit: Opener, site: Site) -> None:
    page = visit(java_script_enabled=False)
    page.goto(site.address)
    page.locator(".tile-klaverjas > .play").click()
    held = 8
    for _ in range(3):
        # The page asks again by itself while others play.
        page.locator("#say[data-mine]").wait_for(state="attached", timeout=20_000)
        page.locator("#say .choices .button, #hand .open").last.click()
        held = min(held, page.locator("#hand .card").count())
    assert held < 8


def test_advice_is_said_and_its_card_is_marked(visit: Opener, site: Site) -> None:
    page = visit(320, 568)
    sit(page, site.address, "klaverjas")
    to_play(page)
    while page.locator("[data-advice]").count() == 0:
        tap_move(page)
        to_play(page)
    page.locator("[data-advice]").tap()
    expect(page.locator("#say .reason")).not_to_be_empty()
    expect(page.locator("#hand .advised")).to_have_count(1)
    before = seq(page)
    page.locator("#hand .advised").tap()
    page.wait_for_function("(old) => document.querySelector('[name=seen_seq]').value !== old", arg=before)
    expect(page.locator(".advised")).to_have_count(0)
