"""The engine against the referee: the same questions under random settings, and never a different answer.

The referee in ``tests/oracle`` was written from the rule sheets alone. Where both read a sheet wrongly in the same way
no test here can tell; where they differ one of them is wrong, or the sheet says too little.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from jacknine.cards import cards_text, mask_of, parse_card
from jacknine.game.match import finished
from jacknine.game.settle import camp_of
from jacknine.rules.contract import Contract
from jacknine.rules.declarations import Declared
from jacknine.rules.scoring import Sheet
from jacknine.rules.table import Table, compile_table
from jacknine.rules.trick import beats, legal_follow, legal_lead, points_of, roem_of
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS
from tests import oracle
from tests.support import ROOT, long_count
from tests.versus import some_cards, some_hand, some_hands, tables, texts, trump_text

WITH_DECLARATIONS = [game for game in VARIANTS if game != "klaverjas"]


def test_the_referee_knows_nothing_of_the_engine() -> None:
    sources = list((ROOT / "tests" / "oracle").glob("[!t]*.py"))
    assert len(sources) > 8
    assert not [
        path.name for path in sources if "import jacknine" in (text := path.read_text()) or "from jacknine" in text
    ]


# --- tricks -----------------------------------------------------------------------------------------------------------


def winning(packed: Table, trick: list[int]) -> int:
    best = 0
    for place, card in enumerate(trick):
        if place and beats(packed, card, trick[best]):
            best = place
    return best


@pytest.mark.parametrize("game", VARIANTS)
def test_legal_cards(game: str) -> None:
    rng, narrowed = Random(1), Counter[str]()
    for chosen, settings in tables(rng, game, long_count(4_000, 100_000)):
        key = rng.choice(chosen.denominations).key
        locked, ekka = (game == "baloot" and key != "N" and rng.random() < 0.3 for _ in range(2))
        packed = compile_table(chosen, key, locked)
        laid = rng.randrange(chosen.players)
        trick = some_cards(rng, chosen, laid)
        hand = mask_of(some_hand(rng, chosen, trick))
        if trick:
            best = winning(packed, trick)
            ekka = ekka and (best == 0 or trick[best] >> 3 == "SHDC".index(key))  # in its suit nothing beats it
            partner = int(chosen.partners and (laid - best) % 2 == 0)
            engine = legal_follow(packed, hand, trick[0], trick[best], partner, laid, int(ekka))
        else:
            engine = legal_lead(packed, hand)
        given: dict[str, Any] = {"trump": trump_text(key), "trick": texts(trick), "hand": cards_text(hand)}
        given |= {"ekka": ekka, "locked": locked, "players": chosen.players}
        assert set(cards_text(engine)) == oracle.legal(game, settings, **given), f"{chosen.line} {given}"
        narrowed[key] += engine != hand
    assert all(narrowed[one.key] > 20 for one in chosen.denominations), narrowed


@pytest.mark.parametrize("game", VARIANTS)
def test_winners_and_points(game: str) -> None:
    rng, found = Random(2), Counter[Any]()
    for chosen, settings in tables(rng, game, long_count(800, 50_000)):
        key = rng.choice(chosen.denominations).key
        packed = compile_table(chosen, key)
        trick = some_cards(rng, chosen, chosen.players)
        trump, words, last = trump_text(key), texts(trick), rng.random() < 0.5
        place, points = winning(packed, trick), points_of(packed, mask_of(trick)) + (chosen.last_trick if last else 0)
        assert place == oracle.winner(game, settings, trump, words), f"{chosen.line} {trump} {words}"
        assert points == oracle.trick_points(game, settings, trump, words, last), f"{chosen.line} {trump} {words}"
        found[place] += 1
        found["points"] += points > 0
    assert all(found[place] > 50 for place in range(chosen.players)) and found["points"] > 500, found


def test_roem() -> None:
    rng, found = Random(3), Counter[int]()
    for chosen, settings in tables(rng, "klaverjas", long_count(1_500, 50_000)):
        key = rng.choice(chosen.denominations).key
        trick = rng.sample(some_hands(rng, chosen)[0], 4)
        roem = roem_of(compile_table(chosen, key), mask_of(trick))
        assert roem == oracle.roem(settings, key, texts(trick)), f"{chosen.line} {key} {texts(trick)}"
        found[roem] += 1
    assert {0, 20, 40, 50, 70, 100} <= set(found), found


# --- declarations -----------------------------------------------------------------------------------------------------


def in_words(declared: tuple[Declared, ...]) -> list[tuple[list[str], int]]:
    return sorted((cards_text(one.cards), one.points) for one in declared)


@pytest.mark.parametrize("game", WITH_DECLARATIONS)
def test_declarations(game: str) -> None:
    rng, found = Random(4), Counter[int]()
    for chosen, settings in tables(rng, game, long_count(1_500, 50_000)):
        one = rng.choice(chosen.denominations)
        hand = some_hands(rng, chosen)[0]
        engine = chosen.declarations_in(one).find(mask_of(hand), one.trump)
        points, melds = oracle.melds(game, settings, texts(hand), trump_text(one.key))
        asked = f"{chosen.line} {one.key} {texts(hand)}"
        assert sum(declared.points for declared in engine) == points, asked
        referee = [(cards_text(mask_of(map(parse_card, meld.cards))), meld.points) for meld in melds]
        assert in_words(engine) == sorted(referee), asked
        found[len(engine)] += 1
    assert found[0] and found[1] > 100 and found[2] > 20, found


@pytest.mark.parametrize("game", WITH_DECLARATIONS)
def test_whose_declarations_count(game: str) -> None:
    rng, found = Random(5), Counter[Any]()
    for chosen, settings in tables(rng, game, long_count(1_500, 50_000)):
        one, taker = rng.choice(chosen.denominations), rng.randrange(chosen.players)
        hands = some_hands(rng, chosen)
        side, points = compared(chosen, one.key, hands, taker)
        held = {seat: texts(hand) for seat, hand in enumerate(hands)}
        asked = f"{chosen.line} {one.key} {taker} {held}"
        assert (side, points) == oracle.meld_compare(game, settings, held, trump_text(one.key), taker), asked
        found[side] += 1
    assert all(found[side] > 50 for side in range(chosen.sides)) and found[None], found


def compared(chosen: Rules, key: str, hands: list[list[int]], taker: int) -> tuple[int | None, list[int]]:
    one = chosen.denomination(key)
    declarations = chosen.declarations_in(one)
    found = {seat: declarations.find(mask_of(hand), one.trump) for seat, hand in enumerate(hands)}

    def camp(seat: int) -> int:
        return camp_of(chosen, Contract(key, taker), seat)

    best = declarations.best_seat(found, one.trump, camp=camp, eldest=0, taker=taker, players=chosen.players)
    points = [0] * chosen.sides
    if best is None:
        return None, points
    for seat, declared in found.items():
        if camp(seat) == camp(best):
            points[chosen.side_of(seat)] += sum(each.points for each in declared)
    return chosen.side_of(best), points


# --- the end of a match -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
def test_ends_of_matches(game: str) -> None:
    rng, found = Random(6), Counter[Any]()
    for chosen, settings in tables(rng, game, long_count(1_500, 50_000)):
        sides, target = chosen.sides, chosen.match.target or 1_500
        near = [rng.choice([max(target - rng.randint(1, 60), 0), rng.randrange(target)]) for _ in range(sides)]
        deal = [rng.choice([0, rng.randrange(160), 50, target - before]) for before in near]
        tricks = [rng.randrange(9), 1] if rng.random() < 0.8 else [0, 8]
        tricks = [*tricks, 1][:sides]
        played = rng.choice([chosen.match.deals or 1, rng.randint(1, 20)])
        held = rng.choice([[0, 0], [81, 0], [0, rng.randrange(100)]]) if game == "belote" else [0] * sides
        totals = tuple(before + score for before, score in zip(near, deal, strict=True))
        sheet = Sheet((), tuple(deal), None, tuple(held))
        after, *engine = finished(chosen.match, totals, sheet, played, tuple(tricks))
        given = {"before": near, "deal": deal, "deals": played, "tricks": tricks, "held": held}
        said = oracle.match(game, settings, given)
        assert engine == [said["over"], said["winner"]], f"{chosen.line} {given}"
        credited = engine[0] and settings.get("litige_at_end") == "credit_takers"
        assert after == tuple(map(sum, zip(totals, held, strict=True))) if credited else totals
        found[tuple(engine)] += 1
    assert found[False, None] > 100 and all(found[True, side] > 100 for side in range(2)), found
