"""Lessons speak of every setting, and what their examples show is what the engine says when it is asked otherwise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jacknine.analysis import answers
from jacknine.analysis.cases import TRUMP_TEXTS, Given, Json
from jacknine.analysis.lessons import PLANS, lesson
from jacknine.analysis.lessons.auctions import given_auction
from jacknine.analysis.lessons.given import (
    AuctionGiven,
    HandsGiven,
    Lesson,
    Message,
    OrdersGiven,
    PartGiven,
    Ruled,
    ScoreGiven,
    TrickGiven,
    WorthsGiven,
)
from jacknine.analysis.lessons.parts import Auction, By, Rest, Score, Trick
from jacknine.analysis.lessons.scores import given_score
from jacknine.analysis.lessons.tricks import given_rest, given_trick
from jacknine.cards import card_text, parse_card, parse_cards
from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, options, rules
from tests.support import LONG

GAMES = sorted(VARIANTS)


def parts(told: Lesson, kind: type[PartGiven]) -> list[PartGiven]:
    return [part for section in told.sections for part in section.parts if isinstance(part, kind)]


def allowed(trick: TrickGiven) -> set[str]:
    return {card_text(choice.card) for choice in trick.hand if choice.allowed}


def settings_of(game: str) -> st.SearchStrategy[dict[str, object]]:
    """Any settings of a game, contradictory ones among them."""
    played = VARIANTS[game]
    chosen = {setting.name: st.sampled_from(setting.values) for setting in played.settings}
    presets = st.sampled_from([preset.name for preset in played.presets])
    return st.fixed_dictionaries({"preset": presets}, optional=chosen)


def told_if_possible(game: str, chosen: dict[str, object]) -> Lesson | None:
    try:
        return lesson(game, chosen)
    except SettingsError:
        return None


# --- settings ---------------------------------------------------------------------------------------------------------


def test_every_game_has_a_lesson() -> None:
    assert set(PLANS) == set(VARIANTS)


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_has_its_one_place(game: str) -> None:
    placed = [part.setting for section in PLANS[game] for part in section.parts if isinstance(part, By)]
    assert sorted(placed) == sorted(setting.name for setting in VARIANTS[game].settings)


@pytest.mark.parametrize("game", GAMES)
def test_conditions_speak_of_settings_and_values_that_exist(game: str) -> None:
    for section in PLANS[game]:
        for part in section.parts:
            for setting, wanted in part.when.items():
                known = VARIANTS[game].setting(setting).values
                assert set((wanted,) if isinstance(wanted, str) else wanted) <= set(known), (part, setting)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_setting_is_said(game: str) -> None:
    for setting in VARIANTS[game].settings:
        for value in setting.values:
            told = told_if_possible(game, {setting.name: value})
            if told is None:
                continue
            said = [part for part in parts(told, Ruled) if isinstance(part, Ruled)] + [idle.ruled for idle in told.idle]
            assert Ruled(setting.name, value) in said
            assert len(said) == len(VARIANTS[game].settings)


@pytest.mark.parametrize("game", GAMES)
def test_a_setting_without_effect_says_which_choice_it_waits_for(game: str) -> None:
    told = lesson(game, {})
    in_force = options(VARIANTS[game], {})
    for idle in told.idle:
        assert in_force[idle.setting] not in idle.values


@pytest.mark.parametrize("game", GAMES)
def test_calls_tricks_bonuses_and_scores_have_examples_under_every_preset(game: str) -> None:
    for preset in VARIANTS[game].presets:
        told = lesson(game, {"preset": preset.name})
        kinds = {section.key: {type(part) for part in section.parts} for section in told.sections}
        assert AuctionGiven in kinds["trump"]
        assert OrdersGiven in kinds["cards"]
        assert TrickGiven in kinds["play"]
        assert WorthsGiven in kinds["bonuses"]
        assert ScoreGiven in kinds["score"]


def test_every_way_to_choose_trump_has_an_auction() -> None:
    for method in ("verplicht", "gedraaid", "vrij"):
        for first in ("voorhand", "dealer"):
            assert parts(lesson("klaverjas", {"trump_method": method, "vrij_first": first}), AuctionGiven)
    for players in "234":
        assert parts(lesson("bela", {"players": players}), AuctionGiven)


# --- what examples show -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=2_000 if LONG else 20)
@given(data=st.data())
def test_examples_show_what_the_engine_says(game: str, data: st.DataObject) -> None:
    chosen = data.draw(settings_of(game))
    told = told_if_possible(game, chosen)
    if told is None:
        return
    in_force = rules(game, chosen)
    for part in (part for section in told.sections for part in section.parts):
        match part:
            case TrickGiven() if part.hand and part.table:
                captions_follow_the_cards(part)
                if part.key in TRUMP_TEXTS:
                    engine_allows(in_force, part)
            case TrickGiven() if part.table and part.key in TRUMP_TEXTS:
                engine_gives_the_trick(in_force, part)
            case AuctionGiven():
                engine_offers(part)
            case HandsGiven() if part.key in TRUMP_TEXTS:
                engine_finds(in_force, part)
            case ScoreGiven():
                for side, total in enumerate(part.scores):
                    assert total == sum(row.points[side] or 0 for row in part.written)


def captions_follow_the_cards(trick: TrickGiven) -> None:
    (verdict,) = trick.verdict
    if all(choice.allowed for choice in trick.hand):
        assert verdict.id == "may.any"
    else:
        assert verdict.id == "may.only"
        assert set(str(verdict.values["cards"]).split()) == allowed(trick)
    for choice in trick.hand:
        kinds = {message.id.partition(".")[0] for message in choice.messages}
        assert kinds <= ({"now", "then"} if choice.allowed else {"reason"})


def engine_allows(in_force: Rules, trick: TrickGiven) -> None:
    case: Json = {"trump": TRUMP_TEXTS[trick.key], "trick": [card_text(card) for _, card in trick.table]}
    case["hand"] = [card_text(choice.card) for choice in trick.hand]
    case["ekka"] = any(message.id == "seen.ekka" for message in trick.seen)
    assert sorted(allowed(trick)) == sorted(answers.legal(in_force, Given(case))["legal"])


def engine_gives_the_trick(in_force: Rules, trick: TrickGiven) -> None:
    cards = [card_text(card) for _, card in trick.table]
    asked = answers.trick(in_force, Given({"trump": TRUMP_TEXTS[trick.key], "trick": cards}))
    said = {name: value for message in trick.verdict for name, value in message.values.items()}
    assert (trick.best, said["n"], said.get("points", 0)) == (asked["winner"], asked["points"], asked["roem"])


def engine_offers(auction: AuctionGiven) -> None:
    assert not auction.asked or auction.verdict[0].id == "bid.turn"
    assert {message.id for message in auction.verdict[1:]} <= {"bid.anytime"} or not auction.asked
    for choice in auction.asked:
        if choice.refused is not None:
            assert choice.refused.id == "reason.call_not_offered"
            assert str(choice.call) not in str(choice.refused.values["offered"]).split()


def engine_finds(in_force: Rules, example: HandsGiven) -> None:
    for hand in example.hands:
        cards = [card_text(card) for card in hand.cards]
        asked = answers.melds(in_force, Given({"hand": cards, "trump": TRUMP_TEXTS[example.key]}))
        assert [one.points for one in hand.found] == [one["points"] for one in asked["melds"]]
    best = [message for message in example.verdict if message.id == "hands.best"]
    written = sum(one.points for hand in example.hands if hand.counts for one in hand.found)
    if best and not in_force.solo:
        assert best[0].values["points"] == written
    if not best and len(example.hands) > 1:
        assert written == 0


# --- the rule sheets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "plan", "cards"),
    [
        ("belote", Trick("H", "KS 7S AH", "8H KH TD"), "KH 8H"),
        ("belote/undertrump=free", Trick("H", "KS 7S AH", "8H KH TD"), "KH 8H TD"),
        ("belote/undertrump=banned", Trick("H", "KS 7S AH", "8H KH TD"), "TD"),
        ("belote", Trick("H", "TH 9H 8H", "7H JH AS"), "JH"),
        ("belote/overtrump_partner=free", Trick("H", "TH 9H 8H", "7H JH AS"), "JH 7H"),
        ("klaverjas", Trick("H", "9C AC 8C", "QH 7H TS KD"), "QH 7H"),
        ("klaverjas/city=amsterdam", Trick("H", "9C AC 8C", "QH 7H TS KD"), "QH 7H TS KD"),
        ("bela", Trick("H", "9C", "8C KC AC 7H"), "AC KC"),
        ("bela/iber_plain=false", Trick("H", "9C", "8C KC AC 7H"), "AC KC 8C"),
        ("baloot", Trick("S", "KD 7D", "8S JS TC"), "JS 8S"),
        ("baloot", Trick("S", "KD 7D", "8S JS TC", fallen="AD TD"), "JS 8S TC"),
        ("baloot/ekka=manual", Trick("S", "KD 7D", "8S JS TC", fallen="AD TD"), "JS 8S TC"),
        ("baloot", Trick("S", "KD 9S", "8S JS TC", fallen="AD TD"), "JS"),
        ("baloot/ekka_relief_when_ruffed=true", Trick("S", "KD 9S", "8S JS TC", fallen="AD TD"), "JS 8S TC"),
        ("baloot", Trick("S", "", "JS 8S AH", locked=True), "AH"),
        ("jass", Trick("D", "7D", "JD KS 6C"), "JD KS 6C"),
        ("coinche/sa_ta=on", Trick("A", "AS 7S", "9S 8S JD"), "9S"),
    ],
)
def test_examples_agree_with_the_rule_sheets(line: str, plan: Trick, cards: str) -> None:
    game, _, setting = line.partition("/")
    chosen = dict([setting.split("=")]) if setting else {}
    assert allowed(given_trick(rules(game, chosen), plan)) == set(cards.split())


def test_a_card_says_who_wins_and_for_how_much() -> None:
    trick = given_trick(rules("belote"), Trick("H", "KS 9H 7S", "7H JH TD"))
    said = {card_text(choice.card): choice.messages for choice in trick.hand}
    assert said["JH"] == (Message("then.me", {"n": 38}),)
    assert said["TD"] == (Message("then.partner", {"n": 28}),)
    roem = given_trick(rules("klaverjas"), Trick("H", "TS JS QS 8D"))
    assert roem.best == 0
    assert roem.verdict == (Message("then.card", {"card": "TS", "n": 15}), Message("then.roem", {"points": 20}))


def test_a_score_leaves_out_what_the_rules_do_not_know() -> None:
    plan = Score((74, 88), (4, 4), (0, 50), (20, 0), pairs=(1, 0))
    played = given_score(rules("belote"), plan)
    without = given_score(rules("belote", {"declarations": "off"}), plan)
    assert played.scores == (20, 212)
    assert without.scores == (94, 88)
    assert {row.id for row in without.brought} == {"cards", "tricks", "belote"}


@pytest.mark.parametrize(("rule", "verdict"), [("litige", "held"), ("taker_makes", "made"), ("taker_fails", "failed")])
def test_the_verdict_of_a_score_is_that_of_the_scoring(rule: str, verdict: str) -> None:
    score = given_score(rules("belote", {"tie_rule": rule}), Score((81, 81), (4, 4)))
    assert score.verdict == (Message(f"scored.{verdict}", {}),)


def test_tables_come_from_the_rules_in_force() -> None:
    (orders,) = parts(lesson("coinche", {"sa_ta": "on", "sa_ta_points": "raw"}), OrdersGiven)
    assert isinstance(orders, OrdersGiven)
    assert dict(orders.totals) == {("S", "H", "D", "C"): 162, ("N",): 130, ("A",): 258}
    (worths,) = parts(lesson("klaverjas", {"four_kind_ranks": "ten_up", "four_jacks": "100"}), WorthsGiven)
    assert isinstance(worths, WorthsGiven)
    assert [(row.ranks, row.points) for row in worths.rows if row.kind == "four"] == [("AKQJT", (100,))]


def test_planned_cards_are_in_the_pack_and_there_once() -> None:
    for game, sections in PLANS.items():
        pack = rules(game).pack
        for section in sections:
            for part in section.parts:
                if isinstance(part, Trick):
                    assert parse_cards(f"{part.table} {part.hand} {part.fallen}".split()) & ~pack == 0
                if isinstance(part, Auction):
                    assert all(parse_card(text) >= 0 for text in part.turned.split())


def test_an_auction_tells_who_may_speak_out_of_turn() -> None:
    plan = Auction("120S pass", "pass 130S coinche")
    in_turn = given_auction(rules("coinche"), plan)
    any_time = given_auction(rules("coinche", {"coinche_timing": "any_time"}), plan)
    assert in_turn.verdict == (Message("bid.turn", {"who": "third"}),)
    assert any_time.verdict[1:] == tuple(
        Message("bid.anytime", {"who": who, "call": "coinche"}) for who in ("second", "dealer")
    )
    assert [choice.refused is None for choice in any_time.asked] == [True, True, False]


def test_a_claim_is_judged_by_the_engine() -> None:
    safe, unsafe = Rest("H", ("JH 9H AS", "AH 8S", "KD QD", "8C 7C")), Rest("H", ("JH KS", "AS 7D", "KD QD", "8C 7C"))
    assert given_rest(rules("baloot"), safe).verdict == (Message("claim.true", {}),)
    assert given_rest(rules("baloot"), unsafe).verdict == (Message("reason.claim_not_safe", {}),)
    assert given_rest(rules("baloot", {"sawa": "penalty"}), unsafe).verdict == (Message("claim.false", {}),)
    # In jass a player may trump although he could follow.
    assert given_rest(rules("jass"), safe).verdict == (Message("reason.claim_not_safe", {}),)
