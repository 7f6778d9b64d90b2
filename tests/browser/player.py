"""A person at the table: sits down, calls, taps cards, as fast as the page lets him."""

from collections.abc import Callable

from playwright.sync_api import Page

WAIT_MINE = "() => document.querySelector('#say[data-mine], #say.say-match') !== null"
SETTLED = "(old) => document.querySelector('[name=seen_seq]').value !== old && !document.body.matches('.waiting')"

# How many plates lie over each other.
CLASHING = """() => {
  const plates = [...document.querySelectorAll('.plate')].map(one => one.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
    && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
  return plates.flatMap((a, at) => plates.slice(at + 1).filter(b => over(a, b))).length;
}"""

Move = Callable[[Page], None]


def sit(page: Page, address: str, game: str = "belote", pace: str = "instant", **settings: str) -> None:
    """Make a table on the home page and sit down at it, as somebody who knows the game."""
    page.request.post(f"{address}/me", form={"hints": "false"})
    take_chair(page, address, game, pace, **settings)


def take_chair(page: Page, address: str, game: str = "belote", pace: str = "instant", **settings: str) -> None:
    """The same as somebody who has never been here."""
    page.goto(address)
    tile = page.locator(f".tile-{game}")
    for details in ("details.options", "details.advanced"):
        tile.locator(f"{details} > summary").click()
    for name, value in {"pace": pace, "level": "easy", **settings}.items():
        field = tile.locator(f"[name={name}]").first
        if field.evaluate("field => field.type") == "radio":
            tile.locator(f"label:has([name={name}][value='{value}'])").click()
        else:
            field.evaluate("(field, value) => field.add(new Option(value, value, true, true))", value)
    tile.locator("button.play").click()
    page.wait_for_url("**/t/*")


def seq(page: Page) -> str:
    return page.locator("[name=seen_seq]").input_value()


def phase(page: Page) -> str:
    """What the place for calls is showing: auction, swap, discard, play, wait, over or match."""
    classes = page.locator("#say").get_attribute("class") or ""
    return classes.split("say-")[-1].split()[0]


def wait_turn(page: Page) -> str:
    """Wait until the table wants something of the viewer; says what."""
    page.wait_for_function(WAIT_MINE)
    return phase(page)


def tap_move(page: Page) -> None:
    """Do what is wanted by tapping: call, lay away, play the first open card, go on."""
    before = seq(page)
    match phase(page):
        case "play":
            tap_card(page)
        case "auction":
            tap_call(page)
        case "discard":
            confirm = page.locator("#say [data-discard]")
            for card in page.locator("#hand .open").all()[: int(confirm.get_attribute("data-discard") or 0)]:
                card.tap()
            confirm.tap()
        case _ if page.locator("#sheet:popover-open footer .main").is_visible():
            page.locator("#sheet footer .main").tap()
        case _:
            page.locator("#say .choices .button").last.tap()
    page.wait_for_function(SETTLED, arg=before)


def tap_card(page: Page) -> None:
    """Tap the first card that may be played, and say what goes with it."""
    card = page.locator("#hand .open").first
    asks = card.get_attribute("data-ask")
    card.tap()
    if asks:
        page.locator(f"#{asks} .main").tap()


def tap_call(page: Page) -> None:
    """Make the last call that is more than passing; of bids the lowest, and only where nothing stands yet."""
    passing = page.locator("#say .pass")
    if page.locator("#say .levels").count() and not page.locator(".trump.none").count() and passing.count():
        passing.tap()
    else:
        page.locator("#say .button:is(.suit, .main):visible, #say .pass").last.tap()


def play_deal(page: Page, move: Move = tap_move) -> None:
    """Play until a deal is over."""
    while wait_turn(page) not in ("over", "match"):
        move(page)


def to_play(page: Page) -> None:
    """Go on until cards are played and it is the viewer's turn: call, or have the next deal dealt."""
    while wait_turn(page) != "play":
        tap_move(page)


def play_until(page: Page, *wanted: str) -> None:
    """Go on until it is the viewer's turn to play a card while all of these are on the page."""
    to_play(page)
    while not all(page.locator(one).count() for one in wanted):
        tap_move(page)
        to_play(page)
