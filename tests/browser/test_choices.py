"""Moments that chance brings too seldom: pages of such a moment, put before a real browser, and what it sends."""

import json
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, Route, expect

from jacknine.game import Play, State, legal
from jacknine.game.codec import action_text
from jacknine.server import pages
from jacknine.server.felt import regions
from jacknine.server.prefs import Prefs
from jacknine.server.words import Words
from tests.browser.conftest import Opener, Site
from tests.browser.test_access import violations
from tests.web.tables import Game

pytestmark = pytest.mark.browser


def moment(game: str, settings: Mapping[str, object], reached: Callable[[State], bool]) -> Game:
    """A game at the first such moment of the first match that comes to one."""
    for seed in range(200):
        table = Game(game, settings, seed)
        for _ in range(400):
            if table.state.over:
                break
            table.step()
            if reached(table.state):
                return table
    raise AssertionError("no match ever came to that")


class Stage:
    """A page at such a moment. ``sent`` are the actions it has sent; the table answers that nothing has changed."""

    def __init__(self, page: Page, site: Site, table: Game) -> None:
        self.page = page
        self.sent: list[str] = []
        sv = table.seen(0)
        self.felt = f"**/t/{sv.code}/felt*"
        self.frame = json.dumps({"seq": sv.seq, "regions": regions(sv, Words("en"), Prefs())})
        html = pages.table(sv, Words("en"), Prefs())
        page.route_web_socket(f"**/t/{sv.code}/live", lambda socket: None)
        page.route(self.felt, lambda route: route.fulfill(body=self.frame, content_type="application/json"))
        page.route(f"**/t/{sv.code}/act", self.take)
        page.route(f"**/t/{sv.code}", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(f"{site.address}/t/{sv.code}")
        page.wait_for_selector("html.scripted", state="attached")

    def take(self, route: Route) -> None:
        self.sent.append(json.loads(route.request.post_data or "")["action"])
        route.fulfill(json={"seq": 17})

    def shown_again(self) -> None:
        """The same frame once more, as when somebody else comes back to the table."""
        with self.page.expect_response(self.felt):
            self.page.evaluate("() => dispatchEvent(new Event('online'))")
        self.page.wait_for_timeout(60)

    def has_sent(self, action: str) -> None:
        """What was tapped is on its way, and nothing else."""
        for _ in range(100):
            if self.sent:
                break
            self.page.wait_for_timeout(50)
        assert self.sent == [action]

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()


def calling(state: State) -> bool:
    return state.turn == 0 and state.deal is not None and state.deal.phase == "auction" and len(state.deal.calls) == 2


def asked(state: State) -> bool:
    return state.turn == 0 and any(isinstance(one, Play) and one.said for one in legal(state))


def test_a_level_then_a_suit(visit: Opener, site: Site) -> None:
    stage = Stage(visit(320, 568), site, moment("coinche", {}, calling))
    levels = stage.page.locator(".levels label")
    lowest = levels.first.inner_text()
    expect(stage.page.locator(".bids .suit:visible")).to_have_count(4)
    assert (stage.page.locator(".bids .suit:visible").first.get_attribute("data-action") or "").startswith(
        f"call {lowest}"
    )
    levels.nth(2).tap()
    chosen = levels.nth(2).inner_text()
    stage.shown_again()
    hearts = stage.page.locator(f"[data-action='call {chosen}H']")
    expect(hearts).to_be_visible()
    expect(stage.page.locator(".bids .suit:visible")).to_have_count(4)
    hearts.tap()
    expect(hearts).to_have_class("button suit")
    stage.has_sent(f"call {chosen}H")


@pytest.mark.parametrize(("choice", "mark"), [(".main", "!"), (".pass", "")])
def test_the_word_that_goes_with_a_card_is_asked_for(visit: Opener, site: Site, choice: str, mark: str) -> None:
    stage = Stage(visit(320, 568), site, moment("bela", {"bela_call": "ask"}, asked))
    card = stage.page.locator("#hand [data-ask]").first
    name, ask = card.get_attribute("data-card"), card.get_attribute("data-ask")
    expect(stage.page.locator(f"#{ask}")).to_be_hidden()
    card.tap()
    expect(stage.page.locator(f"#{ask}")).to_be_visible()
    stage.shown_again()
    expect(stage.page.locator(f"#{ask}")).to_be_visible()
    assert stage.sent == []
    stage.tap(f"#{ask} {choice}")
    stage.has_sent(f"play {name}{mark}")


def test_another_card_closes_the_question(visit: Opener, site: Site) -> None:
    stage = Stage(
        visit(320, 568),
        site,
        moment("bela", {"bela_call": "ask"}, lambda state: asked(state) and len(legal(state)) > 5),
    )
    stage.tap("#hand [data-ask] >> nth=0")
    other = stage.page.locator("#hand .open:not([data-ask])").first
    name = other.get_attribute("data-card")
    other.tap()
    expect(stage.page.locator("#say .ask").first).to_be_hidden()
    stage.has_sent(f"play {name}")


def test_cards_are_picked_before_they_are_laid_away(visit: Opener, site: Site) -> None:
    stage = Stage(visit(320, 568), site, moment("bela", {"players": 3, "three_discard": "no_trump"}, laying_away))
    page = stage.page
    open_cards = page.locator("#hand .open")
    names = [card.get_attribute("data-pick") for card in open_cards.all()[:3]]
    confirm = page.locator("[data-discard]")
    confirm.tap(force=True)
    expect(page.locator("#say .reason")).to_contain_text("no trumps")
    page.locator("#hand .dim").first.tap(force=True)
    expect(page.locator("#say .reason")).to_contain_text("no trumps")
    for name in names:
        stage.tap(f"[data-pick='{name}']")
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(2)
    stage.shown_again()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(2)
    assert stage.sent == []
    confirm.tap()
    stage.has_sent(f"discard {names[1]} {names[2]}")


def may(*actions: str) -> Callable[[State], bool]:
    """Whether all of these are open to seat 0."""

    def reached(state: State) -> bool:
        return state.turn == 0 and set(actions) <= {action_text(one) for one in legal(state)}

    return reached


@pytest.mark.parametrize(
    ("game", "settings", "offered"),
    [
        ("bela", {"players": 2, "two_seven_swap": "on"}, ("swap", "skip")),
        ("bela", {"declare": "manual"}, ("declare",)),
        ("bela", {"kontra": "on"}, ("call kontra", "call pass")),
        ("klaverjas", {"roem_call": "claim"}, ("roem",)),
        ("baloot", {"kawesh": "on"}, ("call kawesh", "call ashkal", "call sun", "call hokum", "call pass")),
        ("baloot", {"doubling": "on", "locked": "raiser_chooses"}, ("call double", "call double:locked", "call pass")),
        ("jass", {}, ("call U", "call B", "call push")),
    ],
    ids=str,
)
def test_what_may_be_said_has_its_button(
    visit: Opener, site: Site, game: str, settings: dict[str, object], offered: tuple[str, ...]
) -> None:
    stage = Stage(visit(320, 568), site, moment(game, settings, may(*offered)))
    for action in offered:
        expect(stage.page.locator(f"#say [data-action='{action}']")).to_be_visible()
    stage.tap(f"#say [data-action='{offered[0]}']")
    stage.has_sent(offered[0])


def laying_away(state: State) -> bool:
    return state.turn == 0 and state.deal is not None and state.deal.phase == "discard"


@pytest.mark.parametrize(
    ("game", "settings", "reached"),
    [
        ("coinche", {"sa_ta": "on", "generale": "on"}, calling),
        ("bela", {"players": 3, "three_discard": "no_points"}, laying_away),
        ("bela", {"players": 2, "two_stock_visible": "true"}, may("call pass")),
        ("jass", {}, may("call push")),
    ],
    ids=lambda value: value.__name__ if callable(value) else str(value),
)
def test_axe_finds_nothing_in_these_moments(
    visit: Opener, site: Site, game: str, settings: dict[str, object], reached: Callable[[State], bool]
) -> None:
    stage = Stage(visit(bypass_csp=True), site, moment(game, settings, reached))
    assert violations(stage.page) == []


def test_coinche_out_of_turn(visit: Opener, site: Site) -> None:
    def may_coinche(state: State) -> bool:
        return state.deal is not None and state.turn != 0 and any(said.seat == 0 for said in state.deal.status.anytime)

    stage = Stage(visit(320, 568), site, moment("coinche", {"coinche_timing": "any_time"}, may_coinche))
    expect(stage.page.locator("#say .prompt")).to_contain_text("Waiting for")
    stage.tap("#say .main")
    stage.has_sent("call coinche")


def test_a_claim_that_may_cost_the_deal_is_asked_twice(visit: Opener, site: Site) -> None:
    def leading(state: State) -> bool:
        deal = state.deal
        return state.turn == 0 and deal is not None and deal.phase == "play" and not deal.trick and len(deal.tricks) > 3

    stage = Stage(visit(320, 568), site, moment("baloot", {"sawa": "penalty"}, leading))
    stage.tap(".top [popovertarget=menu]")
    stage.tap("#menu [popovertarget=claim-question]")
    expect(stage.page.locator("#claim-question")).to_be_visible()
    assert stage.sent == []
    stage.tap("#claim-question [data-action=claim]")
    expect(stage.page.locator("#claim-question")).to_be_hidden()
    stage.has_sent("claim")
