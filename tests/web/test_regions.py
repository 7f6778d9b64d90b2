"""The regions of the felt: what they show, what they must not show, and how they hold together."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jacknine.cards import card_text, cards_of
from jacknine.game import Claim, Deal, Event, State, view, why_not
from jacknine.server import pages
from jacknine.server.faces import held_order, place_of
from jacknine.server.felt import REGIONS, regions
from jacknine.server.prefs import Prefs
from jacknine.server.standing import points_so_far, rest_is_sure, still_needed, takers_lead
from jacknine.server.words import Words, languages
from jacknine.variants import VARIANTS, rules
from tests.game.test_views import dealt_otherwise, unseen
from tests.play import Step, random_game
from tests.support import long_count
from tests.web.tables import NAMES, Game, seat_view

GAMES: list[tuple[str, dict[str, object]]] = [
    ("belote", {}),
    ("belote", {"preset": "cafe", "announce": "manual"}),
    ("coinche", {}),
    ("coinche", {"sa_ta": "on", "generale": "on", "melds": "on"}),
    ("klaverjas", {"trump_method": "gedraaid", "gedraaid_all_pass": "redraw"}),
    ("klaverjas", {"trump_method": "vrij", "roem_call": "claim"}),
    ("bela", {"kontra": "on", "tie": "hang"}),
    ("bela", {"players": 2, "two_middle_cards": "on"}),
    ("bela", {"players": 3, "three_fall": "each"}),
    ("baloot", {}),
    ("baloot", {"preset": "kammelna_like"}),
    ("jass", {}),
]
# A number of the sheet, with the small figure it was converted from.
POINTS = re.compile(
    r"<bdi class=\"points\" dir=\"ltr\">(?:<span class=\"sr\">.*?</span>)?\+?([−-]?\d*)\D*?(?:\d+</small>)?</bdi>"
)
VOID = {"meta", "link", "input", "img", "br", "path", "use", "line", "polyline", "option"}


class Tags(HTMLParser):
    """Collects elements and checks that they are closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[dict[str, str | None]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(dict(attrs))


def shown_cards(html: str) -> set[str]:
    """Every card that a fragment shows or names by code."""
    return set(re.findall(r"data-card=\"(\w\w)\"", html)) | {
        rank + suit for suit, rank in re.findall(r"data-suit=\"(\w)\" data-rank=\"(\w)\"", html)
    }


def may_see(state: State, me: int | None) -> set[str]:
    """The cards that a seat has seen: its own, those that lay open, all once a deal is over."""
    deal = state.deal
    assert deal is not None
    seen = view(state, me)
    hidden = set() if deal.phase == "over" else set(unseen(state, me))
    if me is not None and not seen.hand:
        hidden |= set(cards_of(deal.hands[me]))
    turned = set() if seen.turned is None else {seen.turned}
    return {card_text(card) for card in {*cards_of(state.rules.pack), *turned} - hidden}


def moment(seed: int, game: str) -> tuple[Step, tuple[Event, ...]]:
    """A step of a game under any settings, with the news of the last steps of its deal."""
    steps = random_game(seed, game, deals=2)
    news: tuple[Event, ...] = ()
    for step in steps[: Random(seed).randrange(len(steps)) + 1]:
        news = step.events if isinstance(step.action, Deal) else (*news, *step.events)[-8:]
    return step, news


@given(seed=st.integers(0, 10**6), game=st.sampled_from(sorted(VARIANTS)), language=st.sampled_from(languages()))
@settings(max_examples=long_count(60, 4000))
def test_regions_are_whole_and_show_only_what_the_seat_may_see(seed: int, game: str, language: str) -> None:
    step, news = moment(seed, game)
    for me in (None, *range(step.after.rules.players)):
        made = regions(seat_view(step.after, me, news), Words(language), Prefs())
        seats = {f"seat-{place_of(step.after.rules, me, seat)}" for seat in range(step.after.rules.players)}
        assert made.keys() == {*REGIONS, *seats}
        ids: list[str | None] = []
        for region, html in made.items():
            found = Tags(html).found
            assert found[0]["id"] == region
            ids += [one["id"] for one in found if "id" in one]
            assert shown_cards(html) <= may_see(step.after, me)
            assert not [one for one in found if "style" in one or any(name.startswith("on") for name in one)]
            # A text left over is an id.
            assert re.findall(r"[>\"]\s*[a-z]+\.[\w.]+\s*[<\"]", re.sub(r"(?:href|src)=\"[^\"]*\"", "", html)) == []
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_felt_does_not_depend_on_unseen_cards(game: str) -> None:
    """Two worlds that a seat cannot tell apart make the same bytes: cards of the others change places."""
    compared = 0
    for seed in range(long_count(12, 400)):
        rng = Random(seed)
        steps = random_game(seed, game)
        steps = steps[: rng.randrange(len(steps)) + 1]
        state = steps[-1].after
        if state.deal is None or state.deal.phase == "over":
            continue
        for seat in (None, *range(state.rules.players)):
            for world in dealt_otherwise(rng, steps, seat, 4):
                compared += 1
                felts = [
                    regions(seat_view(one, seat, events), Words("en"), Prefs())
                    for one, events in ((state, steps[-1].events), world[-1])
                ]
                assert felts[0] == felts[1]
    assert compared > 20


def test_hands_are_sorted_with_trumps_first_and_colours_alternating() -> None:
    for seed in range(30):
        table = Game("belote", {}, seed).until(lambda state: state.deal is not None and state.deal.phase == "play")
        view = table.seen(0).view
        assert view.contract is not None
        order = [card_text(card) for card in held_order(view)]
        assert len(order) == len(set(order)) == 8
        suits = list(dict.fromkeys(card[1] for card in order))
        if view.contract.key in suits:
            assert suits[0] == view.contract.key
        red = [suit in "HD" for suit in suits]
        if len(suits) == 4 or (len(suits) == 3 and sum(red) == 2 - (not red[0]) and red[0] != red[1]):
            assert all(left != right for left, right in pairwise(red)), suits
        trumps = [card[0] for card in order if card[1] == view.contract.key]
        assert trumps == sorted(trumps, key="J9ATKQ87".index)
        for suit in suits[1:]:
            ranks = [card[0] for card in order if card[1] == suit]
            assert ranks == sorted(ranks, key="ATKQJ987".index)


def test_seats_go_the_games_own_way_round_whatever_the_language() -> None:
    belote, klaverjas = rules("belote"), rules("klaverjas")
    assert [place_of(belote, 2, seat) for seat in (2, 3, 0, 1)] == ["s", "e", "n", "w"]
    assert [place_of(klaverjas, 2, seat) for seat in (2, 3, 0, 1)] == ["s", "w", "n", "e"]


def test_dimmed_cards_say_why() -> None:
    table = Game("klaverjas", {}, 2)
    for _ in range(400):
        table.until(lambda state: state.deal is not None and state.deal.phase == "play" and state.deal.turn == 0)
        sv = table.seen(0)
        if sv.reasons:
            break
        table.step()
    hand = Tags(regions(sv, Words("en"), Prefs())["hand"])
    dim = {one["data-card"]: one for one in hand.found if "card-dim" in (one.get("class") or "")}
    assert {card_text(card) for card in sv.reasons} == set(dim)
    assert all(one["aria-disabled"] == "true" and one["data-reason"] for one in dim.values())


def test_what_the_takers_need_is_what_makes_the_contract() -> None:
    table = Game("klaverjas", {}, 11).until(
        lambda state: state.deal is not None and state.deal.phase == "play" and len(state.deal.tricks) == 7
    )
    view = table.seen(0).view
    assert view.contract is not None
    taker = view.rules.side_of(view.contract.taker)
    needed = still_needed(view)
    assert needed is not None
    others = view.roem[1 - taker] - view.roem[taker]
    least = next(points for points in range(163) if points > 162 - points + others)
    assert needed == max(0, least - view.points[taker])


@pytest.mark.parametrize("game", ["belote", "klaverjas", "bela"])
def test_the_rest_is_offered_only_to_whom_it_is_sure(game: str) -> None:
    """What is offered holds, and hangs on nothing that the seat cannot see."""
    offered = 0
    for seed in range(40):
        for step in random_game(seed, game):
            state = step.after
            if state.deal is None or state.deal.phase != "play" or state.turn is None:
                continue
            say = regions(seat_view(state, state.turn), Words("en"), Prefs())["say"] if not state.deal.trick else ""
            if 'data-action="claim"' in say:
                offered += 1
                assert why_not(state, Claim(state.turn)) is None
            elif rest_is_sure(view(state, state.turn)):
                assert state.deal.hands[state.turn].bit_count() == 1 or not state.deal.tricks
    assert offered


@pytest.mark.parametrize(("game", "said"), [("bela", "Dalje"), ("belote", "Je prends"), ("coinche", "")])
def test_a_call_under_another_name_stands_on_its_button(game: str, said: str) -> None:
    """A bubble says it in the game's words, the button in the reader's; a button shows both where they are unlike."""
    table = Game(game, {}, 3).until(lambda state: state.deal is not None and state.turn == 0 and not state.deal.calls)
    notes = re.findall(r"<small>(.*?)</small>", regions(table.seen(), Words("en"), Prefs())["say"])
    assert notes == ([said] if said else [])


def test_a_match_ended_by_agreement_says_so_on_the_felt() -> None:
    table = Game("belote", {}, 3).until(lambda state: state.deal is not None and len(state.deal.tricks) == 3)
    made = regions(table.seen(0, ended=True), Words("en"), Prefs())
    assert "The match was ended" in made["say"] and "The match was ended" in made["sheet"]
    assert 'class="sheet columns-2 over"' in made["sheet"]


def test_whoever_reads_the_last_sheet_goes_on_to_the_rematch_from_there() -> None:
    table = Game("belote", {}, 3).until(lambda state: state.deal is not None and len(state.deal.tricks) == 3)
    first = regions(table.seen(0, ended=True), Words("en"), Prefs())["sheet"]
    assert 'data-action="rematch"' in first
    for me in (1, None):
        other = regions(table.seen(me, ended=True, rematch="abcde23456"), Words("en"), Prefs())["sheet"]
        assert 'href="/t/abcde23456"' in other and 'data-action="rematch"' not in other


def test_who_is_late_for_the_next_deal_is_named() -> None:
    table = Game("belote", {}, 3).until(lambda state: state.deal is not None and state.deal.phase == "over")
    say = regions(table.seen(0, ready=(0, 3)), Words("en"), Prefs())["say"]
    assert "Waiting for \u2068Bashir-ud-Din Ahmad · Chloé\u2069" in say


def test_with_cards_unseen_out_of_play_the_lead_of_the_taker_is_told() -> None:
    told = set()
    for seed in range(12):
        table = Game("bela", {"players": 2}, seed).until(
            lambda state: state.deal is not None and state.deal.phase == "play" and len(state.deal.tricks) == 3
        )
        seen = table.seen(0).view
        assert seen.contract is not None and still_needed(seen) is None
        taker = seen.contract.taker
        lead = points_so_far(seen)[taker] - points_so_far(seen)[1 - taker]
        assert takers_lead(seen) == lead
        word = "Ahead by" if lead > 0 else "Behind by" if lead < 0 else "Level"
        assert word in regions(table.seen(0), Words("en"), Prefs())["top"]
        told.add(word)
    assert {"Ahead by", "Behind by"} <= told


def test_names_cannot_do_harm() -> None:
    hostile = ('<script>alert(1)</script>"', "' onclick=x", "\u202ereversed", "{{ 7 * 7 }} {name}")
    table = Game("belote", {}, 3).until(lambda state: state.deal is not None and state.deal.phase == "over")
    for language in ("en", "ur"):
        html = pages.table(table.seen(0, names=hostile), Words(language), Prefs())
        Tags(html)
        assert "<script>alert" not in html
        assert "{{ 7 * 7 }} {name}" in html
        assert html.count("<bdi>") >= 4


def test_sheets_add_up_line_by_line() -> None:
    for name, chosen in GAMES:
        for seed in range(8):
            table = Game(name, chosen, seed).until(
                lambda state: state.deal is not None and state.deal.phase == "over" and bool(state.outcomes[-1].sheet)
            )
            html = regions(table.seen(0), Words("en"), Prefs())["sheet"]
            rows = re.findall(r"<summary>(.*?)</summary>", html, re.S)[:-1]
            columns = [POINTS.findall(row) for row in rows]
            outcome = table.state.outcomes[-1].sheet
            assert outcome is not None
            sides = range(table.rules.sides)
            assert all(len(row) == len(sides) for row in columns)
            assert "-" not in "".join(map("".join, columns)), "a hyphen is no minus"
            numbers = [[int(text.replace("−", "-") or 0) for text in row] for row in columns]
            assert [sum(row[side] for row in numbers) for side in sides] == list(outcome.scores)


def test_every_page_is_whole_in_every_language() -> None:
    view = Game("klaverjas", {}, 1).until(lambda state: state.deal is not None and state.deal.phase == "play").seen(0)
    for language in languages():
        words = Words(language)
        for html in (
            pages.home(words, Prefs(), NAMES[1], "refused"),
            pages.table(view, words, Prefs(deck="two"), "refused"),
            pages.error(words, Prefs(), 404, "no_such_table"),
            pages.notices(words, Prefs()),
        ):
            found = Tags(html).found
            assert found[0]["lang"] == language and found[0]["dir"] == words.dir
            assert not [one for one in found if "style" in one]
            assert "<style" not in html and re.findall(r"<script(?! type=\"module\" src=)", html) == []
