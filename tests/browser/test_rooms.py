"""Friends at one table, each with a browser of his own: from the link to the last card, over lines that fail."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Site
from tests.browser.player import phase, seq, tap_move, wait_turn
from tests.browser.proxy import Line
from tests.browser.test_felt import FELT
from tests.browser.test_layout import problems
from tests.support import LONG, long_count

pytestmark = pytest.mark.browser

PATIENCE = 30_000
"""Milliseconds that a page may take on a crowded machine."""
CHOOSE = """(one, value) => one.type === 'radio'
  ? one.form.querySelector(`[name=${one.name}][value='${value}']`).click()
  : one.add(new Option(value, value, true, true))"""
PAST = "(before) => Number(document.querySelector('[name=seen_seq]').value) > before"


def make(page: Page, address: str, game: str = "belote", name: str = "Ann", **settings: str) -> str:
    """Make a room on the home page; its address."""
    page.goto(address)
    page.locator("#name").fill(name)
    tile = page.locator(f".tile-{game}")
    for field, value in {"pace": "instant", "level": "easy", **settings}.items():
        tile.locator(f"[name={field}]").first.evaluate(
            CHOOSE,
            value,
        )
    tile.locator("button.friends").click()
    page.wait_for_selector("#chairs", timeout=PATIENCE)
    return page.url


def sit_down(page: Page, link: str, name: str, seat: int | None = None) -> None:
    """Open the link, give a name and take a chair."""
    page.goto(link)
    page.locator("#name").fill(name)
    chair = page.locator(".chair button[form=sit]").first if seat is None else page.locator(f"#chair-{seat} [form=sit]")
    chair.click()
    page.wait_for_url(lambda url: url != link)


def start(host: Page, *others: Page) -> None:
    host.locator("button[value=start]").click()
    for page in (host, *others):
        page.wait_for_selector("#felt", timeout=PATIENCE)


def whose_turn(pages: list[Page]) -> Page | None:
    """The page of which something is wanted; None once the match is over."""
    for _ in range(600):
        for page in pages:
            if page.locator("#say.say-match").count():
                return None
            if page.locator("#say[data-mine]").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("the table stands still")


def play(pages: list[Page], until: Callable[[Page], bool], each: Callable[[int], None] = lambda _: None) -> None:
    """Let everybody do what is wanted of him until something is so; ``each`` is told after each move."""
    moves = 0
    while (page := whose_turn(pages)) is not None and not until(page):
        tap_move(page)
        moves += 1
        each(moves)


@contextmanager
def bad_line(site: Site) -> Iterator[Line]:
    line = Line(site.port)
    try:
        yield line
    finally:
        line.close()


# --- coming together --------------------------------------------------------------------------------------------------


def test_friends_come_by_the_link_and_the_host_starts(visit: Opener, site: Site) -> None:
    ann, bea, cem = visit(380, 760), visit(320, 568, locale="ur-PK"), visit(1440, 900, has_touch=False)
    link = make(ann, site.address)
    assert ann.locator("#link").inner_text() == link
    sit_down(bea, link, "Bea", 2)
    expect(ann.locator("#chair-2 .name")).to_have_text("Bea")
    cem.goto(link)
    expect(cem.locator("#chair-2 .name")).to_have_text("Bea")
    ann.locator("#swap").select_option("reseat 1 2")
    ann.locator("button[form=swap-form]").click()
    expect(cem.locator("#chair-1 .name")).to_have_text("Bea")
    for page in (ann, bea, cem):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.locator("button[value=start]").click()
    for page in (ann, bea, cem):
        page.wait_for_selector("#felt", timeout=PATIENCE)
    assert cem.locator(".beside-notice").is_visible() and not cem.locator("#hand [data-card]").count()
    assert problems(bea) == []
    expect(bea.locator(".seat .name").filter(has_text="Ann")).to_have_count(1)


def test_sharing_without_https_copies_the_link_and_says_why(visit: Opener, site: Site) -> None:
    page = visit()
    page.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', { value: false });"
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
    )
    make(page, site.address)
    page.locator("#share").click()
    expect(page.locator("#shared")).to_contain_text("HTTPS")
    assert page.evaluate("getSelection().toString()") == page.url
    assert "wa.me" in (page.locator("#whatsapp").get_attribute("href") or "")


def test_sharing_opens_the_share_sheet_where_there_is_one(visit: Opener, site: Site) -> None:
    page = visit()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    make(page, site.address)
    page.locator("#share").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared.url") == page.url
    assert not page.locator("#whatsapp").is_visible()


def test_an_open_table_is_found_on_the_first_page(visit: Opener, site: Site) -> None:
    ann, bea = visit(), visit()
    link = make(ann, site.address, "klaverjas", name="Listed Ann", listed="true")
    bea.goto(site.address)
    bea.locator(".lobby a").filter(has_text="Listed Ann").click()
    bea.locator(".chair button[form=sit]").first.click()
    bea.wait_for_url(f"{link}/room")


def test_play_now_says_with_whom_it_seats_one_and_does(visit: Opener, site: Site) -> None:
    ann, bea, cem = visit(), visit(320, 568, locale="ur-PK"), visit()
    link = make(ann, site.address, "baloot", name="Waiting Ann", listed="true")
    for page in (bea, cem):
        page.goto(site.address)
        expect(page.locator(".tile-baloot .waiting")).to_contain_text("Waiting Ann")
    assert bea.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bea.locator(".tile-baloot button.play").click()
    expect(bea.locator("#chair-1.mine")).to_be_visible()
    assert bea.url == link
    cem.locator(".tile-baloot button.alone").click()
    cem.wait_for_selector("#felt")
    assert cem.url != link


def test_the_next_game_is_chosen_by_the_host_and_all_go_there(visit: Opener, site: Site) -> None:
    ann, bea = visit(), visit()
    link = make(ann, site.address)
    sit_down(bea, link, "Bea", 2)
    ann.goto(f"{link}/room")
    ann.locator("a[href^='/?room=']").click()
    ann.locator(".tile-klaverjas button.play").click()
    ann.wait_for_selector("#chairs")
    bea.wait_for_url(lambda url: url.endswith("/room") and link not in url)
    expect(bea.locator("#chair-2 .name")).to_have_text("You")


# --- never thrown out -------------------------------------------------------------------------------------------------


def test_the_newest_window_wins_and_the_old_one_takes_over_when_asked(visit: Opener, site: Site) -> None:
    page = visit()
    link = make(page, site.address)
    start(page)
    wait_turn(page)
    other = page.context.new_page()
    other.goto(link)
    expect(page.locator("#notice")).to_contain_text("another window")
    tap_move(other)
    page.locator("#notice button").click()
    expect(other.locator("#notice")).to_contain_text("another window")
    wait_turn(page)
    tap_move(page)


def test_reload_in_every_phase_gives_the_same_felt(visit: Opener, site: Site) -> None:
    ann, bea = visit(), visit()
    link = make(ann, site.address, "klaverjas")
    sit_down(bea, link, "Bea", 1)
    start(ann, bea)
    seen: set[str] = set()

    def reload(page: Page) -> bool:
        kind = phase(page)
        if kind not in seen:
            seen.add(kind)
            before = page.evaluate(FELT)
            page.reload()
            assert wait_turn(page) == kind and page.evaluate(FELT) == before
        return kind == "over"

    play([ann, bea], reload)
    assert {"play", "over"} <= seen


def test_another_device_takes_the_seat_in_the_middle_of_a_deal(visit: Opener, site: Site) -> None:
    old, new = visit(), visit(320, 568)
    link = make(old, site.address)
    start(old)
    wait_turn(old)
    hand = old.locator("#hand [data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    there = old.context.new_page()
    there.goto(f"{link}/room")
    there.locator("form.device button").click()
    code = there.locator(".code bdi").first.inner_text()
    new.goto(f"{site.address}/s/{code}")
    new.locator("form.who button").click()
    new.wait_for_url(link)
    wait_turn(new)
    assert new.locator("#hand [data-card]").evaluate_all("all => all.map(one => one.dataset.card)") == hand
    tap_move(new)


@pytest.mark.parametrize("way", ["sockets", "events", "asking"])
def test_a_line_without_sockets_falls_back_and_goes_on(visit: Opener, site: Site, way: str) -> None:
    """lila#52, #6020: some networks break sockets, some also streams; a move of somebody else arrives all the same."""
    with bad_line(site) as line:
        line.sockets, line.streams = way == "sockets", way != "asking"
        ann, bea = visit(), visit()
        link = make(ann, line.address)
        code = link.rpartition("/")[2]
        sit_down(bea, f"{site.address}/t/{code}", "Bea", 1)
        ann.wait_for_selector("#chair-1:has-text('Bea')", timeout=20_000)
        bea.goto(f"{site.address}/t/{code}")
        ann.locator("button[value=start]").click(timeout=PATIENCE)
        ann.wait_for_selector("#felt", timeout=PATIENCE)
        bea.wait_for_selector("#felt", timeout=PATIENCE)
        for _ in range(4):
            page = whose_turn([ann, bea])
            assert page is not None
            tap_move(page)
        expect(ann.locator("#notice")).to_be_empty()
        assert (line.refused > 0) == (way != "sockets")


def test_a_move_made_while_the_line_is_down_is_sent_once_when_it_is_back(visit: Opener, site: Site) -> None:
    """lichobile#868, lichess mobile#273: nothing is lost, nothing counts twice, and a second tap does nothing."""
    with bad_line(site) as line:
        page = visit()
        link = make(page, line.address)
        start(page)
        while wait_turn(page) != "play":
            tap_move(page)
        held = page.locator("#hand .card").count()
        line.down = True
        line.cut()
        card = page.locator("#hand .open").first
        if card.get_attribute("data-ask"):
            card.tap()
            page.locator("#say .ask.asking .main").tap()
        else:
            card.tap()
        expect(page.locator(".pending")).to_have_count(1)
        page.locator("#hand .open").last.tap()
        expect(page.locator(".pending")).to_have_count(1)
        line.down = False
        expect(page.locator("#hand .card")).to_have_count(held - 1, timeout=15_000)
        wait_turn(page)
        assert page.locator("#hand .card").count() == held - 1
        assert link in page.url


def test_over_a_line_that_keeps_failing_the_felt_heals_and_the_deal_ends(visit: Opener, site: Site) -> None:
    """lila#20611, lichess mobile#2525: after every cut the felt is the server's."""
    with bad_line(site) as line:
        page = visit()
        make(page, line.address, "klaverjas")
        start(page)
        for round in range(long_count(3, 40)):
            wait_turn(page)
            line.cut()
            if round % 3 == 1:
                line.busy = True
                page.wait_for_timeout(300)
                line.busy = False
            tap_move(page)
        line.loss = 0.02
        for _ in range(long_count(3, 60)):
            if wait_turn(page) in ("over", "match"):
                break
            tap_move(page)
        line.loss = 0.0
        wait_turn(page)
        shown = page.evaluate(FELT)
        page.reload()
        wait_turn(page)
        assert page.evaluate(FELT) == shown


def test_the_server_dies_and_all_are_back_in_their_seats(visit: Opener, own_site: Site) -> None:
    ann, bea = visit(), visit()
    link = make(ann, own_site.address)
    sit_down(bea, link, "Bea", 2)
    start(ann, bea)
    for _ in range(long_count(1, 10)):
        page = whose_turn([ann, bea])
        assert page is not None
        tap_move(page)
        own_site.kill()
        own_site.start()
    page = whose_turn([ann, bea])
    assert page is not None
    tap_move(page)
    for one in (ann, bea):
        expect(one.locator("#notice")).to_be_empty(timeout=15_000)


# --- at the felt ------------------------------------------------------------------------------------------------------


def test_phrases_are_shown_to_others_and_can_be_muted(visit: Opener, site: Site) -> None:
    ann, bea = visit(), visit(locale="ur-PK")
    link = make(ann, site.address)
    sit_down(bea, link, "Bea", 2)
    start(ann, bea)
    # A screen reader reads what comes into a place that was there before.
    place = bea.locator("#said[aria-live=polite]").element_handle()
    ann.locator(".phrases-button").tap()
    ann.locator("[data-phrase=well_played]").tap()
    expect(bea.locator(".phrase.at-n")).to_contain_text("بہت خوب!")
    assert place.evaluate("(place) => place.isConnected && place.textContent.includes('بہت خوب!')")
    bea.locator(".phrases-button").tap()
    bea.locator("#mute").check()
    bea.keyboard.press("Escape")
    expect(bea.locator(".phrase.at-n")).to_be_hidden()


def test_one_player_is_muted_by_keyboard_and_stays_so(visit: Opener, site: Site) -> None:
    ann, bea, cem = visit(), visit(), visit(320, 568, locale="ur-PK")
    link = make(ann, site.address)
    sit_down(bea, link, "Bea", 1)
    sit_down(cem, link, "Cem", 2)
    start(ann, bea, cem)

    def speak(page: Page, phrase: str) -> None:
        page.locator(".phrases-button").tap()
        page.locator(f"[data-phrase={phrase}]").tap()

    cem.locator(".phrases-button").focus()
    cem.keyboard.press("Enter")
    expect(cem.locator("#mutes label")).to_have_text([" Ann", " Bea"])
    for _ in range(20):
        if cem.evaluate("document.activeElement.parentElement.textContent") == " Bea":
            break
        cem.keyboard.press("Tab")
    cem.keyboard.press("Space")
    cem.keyboard.press("Escape")
    for _ in range(2):
        speak(bea, "hello")
        speak(ann, "thanks")
        expect(cem.locator("[id^=phrase-0-]")).to_be_visible()
        expect(cem.locator("[id^=phrase-1-]")).to_be_hidden()
        cem.reload()
    cem.locator(".phrases-button").tap()
    cem.get_by_label("Bea").uncheck()
    expect(ann.locator("[id^=phrase-1-]")).to_have_count(1)
    cem.keyboard.press("Escape")
    speak(bea, "oops")
    expect(cem.locator("[id^=phrase-1-]")).to_be_visible()


def test_a_decision_is_taken_back_with_consent(visit: Opener, site: Site) -> None:
    ann, bea = visit(), visit()
    link = make(ann, site.address, "belote", pace="slow")
    sit_down(bea, link, "Bea", 1)
    start(ann, bea)
    page = whose_turn([ann, bea])
    assert page is not None
    other = bea if page is ann else ann
    page.locator("#say .pass").tap()
    page.locator(".undo").tap()
    other.locator(".ask-undo .main").tap(timeout=15_000)
    expect(page.locator("#say[data-mine] .pass")).to_be_visible(timeout=15_000)


def test_the_end_of_the_match_is_asked_of_the_others_and_the_rematch_is_on_every_sheet(
    visit: Opener, site: Site
) -> None:
    ann, bea = visit(), visit()
    link = make(ann, site.address, "belote", pace="slow")
    sit_down(bea, link, "Bea", 1)
    start(ann, bea)
    for answer in ("refuse", "end"):
        ann.locator(".top button[popovertarget=menu]").tap()
        ann.locator("#menu > button[popovertarget=end-question]").tap()
        ann.locator("#end-question button[value=end]").tap()
        bea.locator(f".ask-undo button[value={answer}]").tap(timeout=PATIENCE)
        expect(ann.locator(".ask-undo")).to_have_count(0, timeout=PATIENCE)
    bea.locator("#sheet:popover-open footer [value=rematch]").tap(timeout=PATIENCE)
    ann.locator("#sheet:popover-open footer a.main").tap(timeout=PATIENCE)
    ann.wait_for_url(lambda url: url != link.removesuffix("/room"), timeout=PATIENCE)
    bea.wait_for_url(ann.url, timeout=PATIENCE)


def test_alone_a_card_is_taken_back_at_once(visit: Opener, site: Site) -> None:
    page = visit()
    make(page, site.address, "klaverjas")
    start(page)
    while wait_turn(page) != "play":
        tap_move(page)
    held = page.locator("#hand .card").count()
    tap_move(page)
    wait_turn(page)
    page.locator(".undo").tap()
    expect(page.locator("#hand .card")).to_have_count(held)
    wait_turn(page)


def test_the_clock_is_shown_and_the_computer_decides_once_when_it_is_out(visit: Opener, site: Site) -> None:
    page = visit()
    make(page, site.address, "belote", clock="15")
    expect(page.locator(".terms")).to_contain_text("the computer plays that one decision")
    start(page)
    wait_turn(page)
    before = int(seq(page))
    expect(page.locator(".clock")).to_have_text(re.compile(r"^(1[0-5]|\d)$"))
    if LONG:
        page.wait_for_function(PAST, arg=before, timeout=40_000)
        assert page.locator(".seat .stand-in").count() == 0


# --- four browsers ----------------------------------------------------------------------------------------------------

GAMES = [("belote", {"target": "300"}), ("klaverjas", {"match": "deals:8"})]
OTHERS = [("coinche", {"target": "500"}), ("bela", {"players": "4", "target": "301"}), ("baloot", {}), ("jass", {})]


@pytest.mark.timeout(3000 if LONG else 240)
@pytest.mark.parametrize(("game", "settings"), [*GAMES, *OTHERS] if LONG else GAMES[1:])
def test_four_browsers_play_while_one_goes_offline_reloads_and_changes_device(
    visit: Opener, site: Site, game: str, settings: dict[str, str]
) -> None:
    """A whole match of each game when there is time, else a deal of one."""
    pages = [visit(412, 800), visit(360, 640, locale="ur-PK"), visit(1440, 900), visit(320, 568)]
    link = make(pages[0], site.address, game, **settings)
    for seat in (1, 2, 3):
        sit_down(pages[seat], link, f"P{seat}", seat)
    start(pages[0], *pages[1:])

    def trouble(moves: int) -> None:
        if moves % 12 == 3:
            pages[1].context.set_offline(True)
            pages[1].wait_for_timeout(400)
            pages[1].context.set_offline(False)
        elif moves % 12 == 7:
            pages[2].reload()
        elif moves == 9:
            there = pages[3].context.new_page()
            there.goto(f"{link}/room")
            there.locator("form.device button").click()
            address = there.locator(".code bdi").nth(1).inner_text()
            pages[3] = visit(380, 760)
            pages[3].goto(address)
            pages[3].locator("form.who button").click()
            pages[3].wait_for_url(link)

    play(pages, lambda page: not LONG and phase(page) == "over", trouble)
    totals = [page.locator(".score .total").all_inner_texts() for page in pages]
    assert sorted(totals[0]) == sorted(totals[1]) == sorted(totals[2]) == sorted(totals[3])
