"""The middle of the table stays readable: what a seat says covers no card, and no card another's corner."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener, Site
from tests.browser.player import play_until, sit, tap_move, to_play, wait_turn

pytestmark = pytest.mark.browser

# Every seat says a long thing at once.
SPEAK = """() => document.querySelectorAll('.seat').forEach(seat => {
  const bubble = document.createElement('div');
  bubble.className = 'bubble passing';
  bubble.style.animation = 'none';
  bubble.innerHTML = '<span class="said">Cinquante, diamonds</span><span class="shown"><span>♦ A K Q 10</span></span>';
  seat.querySelector('.bubble')?.remove();
  seat.append(bubble);
})"""
COVERED = """() => [...document.querySelectorAll('.bubble')].flatMap(bubble =>
  [...document.querySelectorAll(
    '#trick .laid, .hand .card, :is(.last-button, .sound, .phrases-button, .undo, .advice) .icon')].filter(one => {
    const over = bubble.getBoundingClientRect(), under = one.getBoundingClientRect();
    return Math.min(over.right, under.right) - Math.max(over.left, under.left) > 1
      && Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top) > 1;
  }).map(one => `${bubble.parentNode.id} covers ${one.id || one.closest('button').className}`))"""
# A corner is its rank and its suit; a point of it is seen when its card lies on top there.
HIDDEN = """() => [...document.querySelectorAll('#trick .laid')]
  .filter(card => card.checkVisibility({ visibilityProperty: true }))
  .filter(card =>
  [...card.querySelectorAll('.card-index b, .card-index i')].some(part => {
    const box = part.getBoundingClientRect();
    const seen = (x, y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return [[0.5, 0.5], [0.2, 0.3], [0.8, 0.3], [0.2, 0.7], [0.8, 0.7]]
      .some(([x, y]) => seen(x, y)?.closest('.laid') !== card);
  })).map(card => card.id)"""


@pytest.mark.parametrize("size", [(320, 568), (800, 360), (1440, 900)])
def test_nothing_hides_the_cards_of_a_trick(visit: Opener, site: Site, size: tuple[int, int]) -> None:
    page = visit(*size)
    sit(page, site.address, "klaverjas")
    to_play(page)
    for _ in range(5):
        page.wait_for_timeout(150)
        assert page.evaluate(HIDDEN) == []
        page.evaluate(SPEAK)
        assert page.evaluate(COVERED) == []
        tap_move(page)
        wait_turn(page)


def test_the_last_trick_is_always_at_hand(visit: Opener, site: Site) -> None:
    """One press shows it again while the next one is played, and the hand below stays where it is."""
    page = visit(320, 568)
    sit(page, site.address, "klaverjas")
    play_until(page, ".last-button:visible")
    hand = page.locator("#hand").bounding_box()
    page.locator(".last-button").tap()
    expect(page.locator("#last-trick .card:visible")).to_have_count(4)
    assert page.locator("#hand").bounding_box() == hand
    page.keyboard.press("Escape")
    expect(page.locator("#last-trick .card:visible")).to_have_count(0)
    tap_move(page)


CROWDED = """() => {
  const plate = document.querySelector('#seat-s .plate').getBoundingClientRect();
  return [...document.querySelectorAll('.sound, .phrases-button, .undo, .advice, .last-button')]
    .filter(one => one.checkVisibility()).map(one => [one.className, one.querySelector('svg:not([hidden])')])
    .filter(([, icon]) => icon?.checkVisibility()).map(([name, icon]) => [name, icon.getBoundingClientRect()])
    .filter(([, box]) => box.right > plate.left - 2 && box.left < plate.right + 2).map(([name]) => name);
}"""


@pytest.mark.parametrize("locale", ["fr-FR", "ne-NP", "ur-PK"])
def test_no_button_touches_the_viewers_own_plate(visit: Opener, site: Site, locale: str) -> None:
    """Not with both marks on it, and with all five buttons about it."""
    page = visit(320, 568, locale=locale)
    sit(page, site.address, "klaverjas")
    play_until(page, ".last-button:visible", "[data-advice]")
    marks = '<span class="dealer"><svg class="icon"></svg></span><span class="taker"><svg class="icon"></svg></span>'
    page.locator("#seat-s .marks").evaluate("(one, marks) => one.innerHTML = marks", marks)
    assert page.locator(".undo:visible").count() and page.evaluate(CROWDED) == []
