"""How the felt sits at every size and in both directions: nothing overflows, all targets are large enough."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from jacknine.server.words import Words, languages
from tests.browser.conftest import Opener, Site
from tests.browser.player import play_deal, sit, take_chair, tap_move, to_play, wait_turn
from tests.support import LONG

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (360, 640), (412, 800), (800, 360), (768, 1024), (1440, 900)]

OUTSIDE = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight;
  const out = [...document.querySelectorAll('.felt .card, .felt .plate, .felt .button, .felt .bubble, .top > *')]
    .filter(one => { const box = one.getBoundingClientRect(); return box.width && (box.left < -0.5 || box.top < -0.5
      || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5); })
    .map(one => one.className + ' ' + JSON.stringify(one.getBoundingClientRect()));
  return wide ? ['the page scrolls', ...out] : out;
}"""
# What a finger can reach of each control, in points a pixel apart: 44 pixels may hold 43 of them.
SMALL = """() => [...document.querySelectorAll('.felt button, .felt a, .felt .levels label')]
  .filter(one => {
    const box = one.getBoundingClientRect(), row = one.closest('.levels')?.getBoundingClientRect();
    // A row of levels scrolls: those behind its edge count when they have come up.
    return box.width && (!row || box.right <= row.right - 18);
  })
  .map(one => {
    const box = one.getBoundingClientRect();
    const xs = [], ys = [];
    for (let x = box.left + 0.5; x < box.right; x += 1) if (hits(one, x, box.top + 14)) xs.push(x);
    for (let y = box.top + 0.5; y < box.bottom; y += 1) if (hits(one, box.left + 14, y)) ys.push(y);
    return [one.getAttribute('data-action') || one.className, xs.length, ys.length];
    function hits(one, x, y) { return document.elementFromPoint(x, y)?.closest('button, a, label') === one; }
  })
  .filter(([, width, height]) => width < 43 || height < 43)"""
GEOMETRY = """() => {
  const parts = '.felt .slot, .felt .plate, .felt .laid, .top > *, .last-button, .sound';
  return Object.fromEntries([...document.querySelectorAll(parts)].map((one, place) => {
    const box = one.getBoundingClientRect();
    const x = one.matches('.plate, .scores, .contract') ? (box.left + box.right) / 2 : box.left;
    return [`${one.tagName} ${one.closest('.seat')?.id ?? place}`, x];
  }));
}"""


def problems(page: Page) -> list[Any]:
    """What does not fit. A busy machine needs some time to lay a page out anew."""
    found: list[Any] = []
    for _ in range(4):
        page.wait_for_timeout(120)
        found = [*page.evaluate(OUTSIDE), *page.evaluate(SMALL)]
        if not found:
            break
    return found


EVERYWHERE = languages() if LONG else ("fr", "ur")


@pytest.mark.parametrize("locale", EVERYWHERE)
def test_nothing_overflows_and_targets_are_large_enough(visit: Opener, site: Site, locale: str) -> None:
    page = visit(320, 568, locale=locale)
    sit(page, site.address, "klaverjas", trump_method="vrij", vrij_first="voorhand")
    for moment in ("call", "play", "later"):
        if moment == "play":
            to_play(page)
        if moment == "later":
            for _ in range(3):
                tap_move(page)
                wait_turn(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert problems(page) == [], (moment, width, height)


@pytest.mark.parametrize(
    ("game", "locale", "settings"),
    [
        ("coinche", "en-GB", {}),
        ("coinche", "ur-PK", {"sa_ta": "on", "generale": "on"}),
        ("bela", "en-GB", {"players": "2", "two_middle_cards": "on", "two_stock_visible": "true"}),
        ("bela", "ur-PK", {"players": "3"}),
        ("baloot", "en-GB", {"kawesh": "on"}),
        ("jass", "ur-PK", {}),
    ],
    ids=lambda value: str(value),
)
def test_calls_and_long_hands_fit_everywhere(
    visit: Opener, site: Site, game: str, locale: str, settings: dict[str, str]
) -> None:
    page = visit(320, 568, locale=locale)
    sit(page, site.address, game, **settings)
    for _ in range(3):
        kind = wait_turn(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert problems(page) == [], (kind, width, height)
        tap_move(page)
        if kind == "play":
            break


def test_the_felt_is_not_mirrored(visit: Opener, site: Site) -> None:
    page = visit(320, 568)
    sit(page, site.address, "belote")
    to_play(page)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        places = []
        for language in ("en", "ur"):
            page.evaluate("language => fetch('/me', {method: 'POST', body: new URLSearchParams({language})})", language)
            page.reload()
            wait_turn(page)
            page.wait_for_timeout(120)
            places.append(page.evaluate(GEOMETRY))
        english, urdu = places
        assert english.keys() == urdu.keys()
        for name in english:
            assert english[name] == pytest.approx(urdu[name], abs=2), (size, name)


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
@pytest.mark.parametrize("size", [(320, 568), (1440, 900)])
def test_the_home_page_fits_its_width(visit: Opener, site: Site, locale: str, size: tuple[int, int]) -> None:
    page = visit(*size, locale=locale)
    page.goto(site.address)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    small = "all => all.filter(one => one.offsetHeight && one.offsetHeight < 44).map(one => one.outerHTML)"
    assert page.locator("button, summary, select, footer a, .presets span, .who input").evaluate_all(small) == []


# Text that sticks out of its box, or words broken to fit into it; closed parts of a page do not count.
SQUEEZED = """() => [...document.querySelectorAll('h1, h2, .tile-head, .cloth :is(.rank, li), thead th, .prefs label')]
  .filter(one => one.checkVisibility({contentVisibilityAuto: true}) && !one.closest('.compared'))
  .filter(one => {
    one.style.overflowWrap = 'normal';
    return one.scrollWidth > one.clientWidth + 1;
  })
  .map(one => `${one.className || one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""

TINY = """all => all.filter(one => one.checkVisibility() && (one.offsetWidth < 44 || one.offsetHeight < 44))
  .map(one => one.outerHTML)"""
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.outerHTML)"""


@pytest.mark.parametrize("language", languages())
def test_pages_to_read_fit_a_small_phone(visit: Opener, site: Site, language: str) -> None:
    page = visit(320, 568, locale=language)
    for path in ("/", "/me", "/rules/belote", "/learn/belote", "/learn/klaverjas"):
        page.goto(site.address + path)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(SQUEEZED) == [], path


@pytest.mark.parametrize("locale", ["en-GB", "ur-PK"])
def test_a_first_mark_leaves_the_turned_card_to_be_seen(visit: Opener, site: Site, locale: str) -> None:
    page = visit(320, 568, locale=locale)
    for _ in range(10):
        take_chair(page, site.address, "belote")
        if wait_turn(page) == "auction" and page.locator(".turned").count():
            break
    coach, card = page.locator("#coach").bounding_box(), page.locator(".turned").bounding_box()
    assert coach and card and coach["y"] > card["y"] + card["height"] / 2


def test_the_first_page_of_a_lying_phone_shows_what_to_press(visit: Opener, own_site: Site) -> None:
    """Whole, for the two games at the top, where no open tables are listed above them."""
    for language in languages():
        page = visit(800, 360, locale=language)
        page.goto(own_site.address)
        for at in range(2):
            button = page.locator("button.play").nth(at).bounding_box()
            assert button and button["y"] + button["height"] <= 360, (language, at)


@pytest.mark.parametrize("language", languages())
def test_a_room_fits_a_small_phone(visit: Opener, site: Site, language: str) -> None:
    """For its host and for who comes: all that is written on a button or a chair is inside of it."""
    page, friend = visit(320, 568, locale=language), visit(320, 568, locale=language)
    page.request.post(f"{site.address}/me", form={"hints": "false"})
    page.goto(site.address)
    page.locator(".tile-belote button.friends").click()
    page.wait_for_selector("#chairs")
    friend.goto(page.url)
    for one in (page, friend):
        one.wait_for_selector("#chairs")
        assert one.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert one.locator(".room-page :is(.button, .chair small, h1, h2)").evaluate_all(CUT) == []
        assert one.locator(".ruled a").is_visible() and one.locator(".terms").is_visible()
        assert one.locator(".room-page :is(a, button, select)").evaluate_all(TINY) == []
    page.set_viewport_size({"width": 800, "height": 360})
    start = page.locator("button[value=start]").bounding_box()
    assert start and start["y"] + start["height"] <= 360
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator("button[value=start]").click()
    page.locator(".phrases-button").tap()
    assert page.locator("#phrases .button").evaluate_all(CUT) == []


BROKEN = """all => all.filter(one => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return text.getClientRects().length > 1;
}).map(one => one.textContent)"""
READ = """() => {
  const box = document.querySelector('#sheet .scroll').getBoundingClientRect();
  const seen = one => one.getBoundingClientRect().bottom <= Math.min(box.bottom, innerHeight) + 1;
  return [[...document.querySelectorAll('#sheet .line')].filter(seen).length,
    [...document.querySelectorAll('#sheet :is(.sum, footer .main)')]
      .every(one => one.getBoundingClientRect().bottom <= innerHeight)];
}"""


@pytest.mark.parametrize(("size", "locale"), [((320, 568), "fr-FR"), ((800, 360), "ur-PK"), ((667, 375), "de-DE")])
def test_a_score_sheet_is_read_without_scrolling(visit: Opener, site: Site, size: tuple[int, int], locale: str) -> None:
    page = visit(*size, locale=locale)
    sit(page, site.address, "klaverjas")
    play_deal(page)
    page.wait_for_selector("#sheet:popover-open .line")
    lines, ends = page.evaluate(READ)
    assert page.locator(".sum .label").evaluate_all(BROKEN) == []
    assert ends and lines >= min(3, page.locator("#sheet .line").count())
    assert page.evaluate("() => document.querySelector('#sheet').scrollWidth <= innerWidth")


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sizes one by one, with the page laid out in each."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        yield width, height


# The longest there are: four figures in all, three in the deal, on both sides.
HIGH = """() => {
  for (const [kind, text] of [['total', '1743'], ['deal', '+591']])
    document.querySelectorAll(`.scores .${kind}`).forEach(one => { one.textContent = text; });
  const box = one => document.querySelector(one).getBoundingClientRect(), scores = box('.scores');
  return [...document.querySelectorAll('.score :is(.side, .numbers), .need')].map(one => one.getBoundingClientRect())
    .filter(one => one.left < scores.left || one.right > scores.right || one.top < 0 || one.bottom > scores.bottom + 1)
    .length;
}"""


@pytest.mark.parametrize("language", languages())
def test_high_scores_keep_clear_of_what_is_beside_them(visit: Opener, site: Site, language: str) -> None:
    page = visit(320, 568, locale=language)
    sit(page, site.address, "klaverjas")
    to_play(page)
    for size in at_sizes(page, SIZES[:4]):
        assert page.evaluate(HIGH) == 0, size


ABSENT = """(texts) => {
  for (const [place, text] of Object.entries(texts)) {
    const word = Object.assign(document.createElement('span'), { className: 'stand-in', textContent: text });
    document.querySelector(`#seat-${place} .plate`).append(word);
  }
  const clock = place => Object.assign(document.createElement('span'), { className: `clock at-${place}` });
  document.getElementById('room').append(...Object.keys(texts).map(clock));
  const parts = '.plate, .clock, .beside button, .sound button, .phrases-button, .last-button';
  const found = [...document.querySelectorAll(parts)].filter(one => one.checkVisibility());
  const box = one => one.getBoundingClientRect(), name = one => `${one.className} ${one.parentElement.id}`;
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [...found.filter(one => one.matches('.plate') && one.scrollWidth > one.clientWidth + 1).map(name),
    ...found.flatMap((a, at) => found.slice(at + 1).filter(b => over(box(a), box(b))).map(b => [name(a), name(b)])),
    ...found.filter(one => box(one).left < 0 || box(one).right > innerWidth).map(name)];
}"""


@pytest.mark.parametrize("language", languages())
def test_who_is_gone_is_written_on_his_plate(visit: Opener, site: Site, language: str) -> None:
    """Whole, in every language, and plates stay clear of each other, of clocks and of what is pressed."""
    page = visit(320, 568, locale=language)
    sit(page, site.address, "klaverjas")
    to_play(page)
    words = Words(language)
    texts = {"w": words.text("seat.stand_in"), "n": words.text("room.absent"), "e": words.text("room.absent")}
    for size in at_sizes(page, ((320, 568), (800, 360), (768, 1024))):
        assert page.evaluate(ABSENT, texts) == [], size
        page.evaluate("() => document.querySelectorAll('.stand-in, .clock').forEach(one => one.remove())")


# Lines that end in dots because their box is too narrow; names may, and cards show what they have room for.
DOTTED = """(lines) => {
  const need = document.querySelector('.need');
  const cut = one => one.scrollWidth > one.clientWidth + 1;
  const told = lines.filter(line => (need.textContent = line) && cut(need));
  const hides = one => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX);
  return [...told, ...[...document.querySelectorAll('body *')]
    .filter(one => one.checkVisibility() && !one.closest('.need, .sr, .name, .card, svg') && one.clientWidth > 1)
    .filter(one => hides(one) && cut(one)).map(one => `${one.className}: ${one.textContent.trim().slice(0, 60)}`)];
}"""


def test_no_line_ends_in_dots_that_tells_something(visit: Opener, site: Site) -> None:
    """Where a bid has made the top line narrow, whatever the takers may need, and on the sheet."""
    page = visit(320, 568)
    sit(page, site.address, "coinche")
    for moment in ("play", "over"):
        to_play(page) if moment == "play" else play_deal(page)
        for language in languages() if LONG else ("en", "hr") if moment == "play" else ("de",):
            page.request.post(f"{site.address}/me", form={"language": language})
            page.reload()
            wait_turn(page)
            words = Words(language)
            lines = [words.text(f"need.{id}", n=152) for id in ("more", "more_them")]
            lines += [words.text(f"need.{id}") for id in ("enough", "all_tricks", "failed")]
            lines += [
                words.text(f"need.{id}", name="Jo", most=152, by=152) for id in ("most", "ahead", "behind", "level")
            ]
            for size in at_sizes(page, ((320, 568), (800, 360))):
                assert page.evaluate(DOTTED, lines) == [], (moment, language, size)
