"""What a newcomer is told on his first deal of a game, and that he is told once."""

import pytest
from playwright.sync_api import Page, expect

from jacknine.server.words import languages
from tests.browser.conftest import Opener, Site
from tests.browser.player import CLASHING, take_chair, tap_move, to_play, wait_turn

pytestmark = pytest.mark.browser


def told(page: Page) -> str | None:
    coach = page.locator("#coach")
    return coach.get_attribute("data-at") if coach.is_visible() else None


def test_three_marks_come_at_their_moments_and_never_again(visit: Opener, site: Site) -> None:
    page = visit()
    take_chair(page, site.address, "klaverjas")
    wait_turn(page)
    assert told(page) == "middle"
    assert "roem" in page.locator("#coach [role=status]").inner_text()
    page.locator("#coach [value=seen]").tap()
    to_play(page)
    assert told(page) == "hand"
    assert page.evaluate("document.activeElement.matches('#hand .open, #say *, #say')")
    tap_move(page)
    wait_turn(page)
    expect(page.locator("#coach")).to_have_attribute("data-at", "top")
    with page.expect_response("**/me/explained"):
        page.locator("#coach [value=seen]").tap()
    assert told(page) is None
    page.reload()
    wait_turn(page)
    assert page.locator("#coach").count() == 0
    take_chair(page, site.address, "klaverjas")
    assert page.locator("#coach").count() == 0
    take_chair(page, site.address, "belote")
    wait_turn(page)
    assert told(page) == "middle"


def test_who_wants_no_marks_gets_none_in_any_game(visit: Opener, site: Site) -> None:
    page = visit(320, 568)
    take_chair(page, site.address, "bela")
    wait_turn(page)
    with page.expect_response("**/me"):
        page.locator("#coach [value=stop]").tap()
    assert told(page) is None
    take_chair(page, site.address, "coinche")
    assert page.locator("#coach").count() == 0


CALL = """() => ['w', 'e'].forEach(place => {
  const bubble = document.createElement('div');
  bubble.className = 'bubble';
  bubble.innerHTML = '<span class="earlier"><span class="said">90</span></span><span class="said">110 ♠</span>';
  document.querySelector(`#seat-${place} .bubble`)?.remove();
  document.getElementById(`seat-${place}`).append(bubble);
})"""
HIDDEN = """() => {
  const coach = document.getElementById('coach').getBoundingClientRect();
  return [...document.querySelectorAll('.bubble')].map(one => one.getBoundingClientRect().bottom - coach.top);
}"""


@pytest.mark.parametrize("language", languages())
def test_a_call_is_read_beside_the_mark_on_the_smallest_phone(visit: Opener, site: Site, language: str) -> None:
    page = visit(320, 568, locale=language)
    take_chair(page, site.address, "coinche")
    wait_turn(page)
    assert told(page) == "middle"
    page.evaluate(CALL)
    assert max(page.evaluate(HIDDEN)) <= 0 and page.evaluate(CLASHING) == 0


@pytest.mark.parametrize("game", ["coinche", "baloot"])
def test_marks_lie_over_nothing(visit: Opener, site: Site, game: str) -> None:
    covered = """() => [...document.querySelectorAll(
      '#say button, #hand button, .top button, #trick .card, .plate')].filter(one => {
      const box = one.getBoundingClientRect();
      return one.checkVisibility() && document.elementFromPoint(box.x + 8, box.y + 8)?.closest('#coach');
    }).length"""
    for size in ((320, 568), (800, 360), (1440, 900)):
        page = visit(*size)
        take_chair(page, site.address, game)
        wait_turn(page)
        assert told(page) == "middle" and page.evaluate(covered) == 0
        to_play(page)
        assert told(page) and page.evaluate(covered) == 0


PLACES = """() => [...document.querySelectorAll('#trick, #hand, #seat-w, #seat-e, #seat-s, #room, .sound')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.id || one.className, x, y, width, height];
})"""


@pytest.mark.parametrize("language", languages())
def test_marks_move_nothing_while_cards_are_played(visit: Opener, site: Site, language: str) -> None:
    """They lie where calls are made; why a card may not be played is read there, too."""
    page = visit(320, 568, locale=language)
    take_chair(page, site.address, "klaverjas")
    wait_turn(page)
    expect(page.locator("#coach")).to_have_attribute("data-at", "middle")
    page.locator("#coach [value=seen]").tap()
    to_play(page)
    expect(page.locator("#coach")).to_have_attribute("data-at", "hand")
    for width, height in ((320, 568), (390, 844), (800, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        coach, say = page.locator("#coach").bounding_box(), page.locator("#say").bounding_box()
        assert coach and say and (height < 521 or coach["y"] >= say["y"] - 1)
        shown = page.evaluate(PLACES)
        page.evaluate("() => { document.getElementById('coach').hidden = true; }")
        assert page.evaluate(PLACES) == shown, (width, height)
        page.evaluate("() => { document.getElementById('coach').hidden = false; }")
    page.set_viewport_size({"width": 320, "height": 568})
    page.wait_for_timeout(120)
    page.evaluate("() => { document.querySelector('#say .reason').textContent = 'Why'; }")
    top = "() => { const { x, y } = document.querySelector('#coach p').getBoundingClientRect();"
    assert page.evaluate(top + " return document.elementFromPoint(x + 9, y + 9).matches('.reason'); }")
