"""What the felt says of a deal in progress, and the sheet of its end, held against the deal itself."""

from collections.abc import Iterator

import pytest

from jacknine.game import State, View, view
from jacknine.rules.trick import points_of
from jacknine.server.felt import regions
from jacknine.server.lines import rows_of
from jacknine.server.prefs import Prefs
from jacknine.server.standing import most_needed, points_so_far, still_needed
from jacknine.server.words import Words
from tests.support import long_count
from tests.web.tables import Game

GAMES: list[tuple[str, dict[str, object]]] = [
    ("belote", {"tie_rule": "taker_fails"}),
    ("coinche", {}),
    ("coinche", {"preset": "contree"}),
    ("klaverjas", {}),
    ("bela", {}),
    ("bela", {"players": 2, "two_stock_visible": "true"}),
    ("bela", {"players": 3}),
    ("baloot", {}),
    ("baloot", {"preset": "kammelna_like"}),
]


def deals(game: str, settings: dict[str, object]) -> Iterator[tuple[View, State]]:
    """What the taker knows before the last trick of a deal, and the state when that deal is over."""
    for seed in range(long_count(60, 2000)):
        table = Game(game, settings, seed, takes=0.3)
        before: View | None = None
        for _ in range(150):
            table.step()
            deal = table.state.deal
            if deal is None or deal.phase == "over":
                break
            if deal.phase == "play" and not deal.trick and deal.hands[deal.leader].bit_count() == 1:
                assert deal.contract is not None
                before = view(table.state, deal.contract.taker)
        if before is not None and table.state.deal is not None and table.state.deal.phase == "over":
            yield before, table.state


@pytest.mark.parametrize(("game", "settings"), GAMES, ids=str)
def test_what_the_takers_need_is_what_makes_the_contract(game: str, settings: dict[str, object]) -> None:
    judged = {True: 0, False: 0}
    for before, after in deals(game, settings):
        over = view(after, None)
        needed = still_needed(before)
        contract, rules = over.contract, over.rules
        assert contract is not None and over.outcome is not None and over.outcome.sheet is not None
        tricked = {rules.side_of(trick.winner) for trick in over.tricks}
        if (
            contract.goal != "points"
            or len(tricked) < rules.sides
            or (before.belote, before.roem)
            != (
                over.belote,
                over.roem,
            )
        ):
            continue
        taker = rules.side_of(contract.taker)
        made = over.outcome.sheet.made
        won = over.points[taker] - before.points[taker]
        # None: nobody made it, for instance because both sides write down what they have.
        judged[bool(made)] += 1
        # None: no number of points would do.
        assert bool(made) == (needed is not None and won >= needed), (before.rules.line, needed, won)
    assert min(judged.values()) >= 3, judged


def test_nothing_is_said_where_points_out_of_play_are_unknown() -> None:
    def playing(state: State) -> bool:
        return state.deal is not None and state.deal.phase == "play" and len(state.deal.tricks) == 2

    hidden = Game("bela", {"players": 2}, 1).until(playing)
    assert still_needed(view(hidden.state, 0)) is None
    three = Game("bela", {"players": 3}, 1).until(playing)
    assert three.state.deal is not None and three.state.deal.contract is not None
    taker = three.state.deal.contract.taker
    told = [still_needed(view(three.state, seat)) for seat in range(3)]
    assert [seat for seat in range(3) if told[seat] is not None] == [taker]


def test_who_has_not_seen_what_was_laid_away_is_told_the_most_that_can_be_needed() -> None:
    fewer = 0
    for seed in range(long_count(12, 200)):
        table = Game("bela", {"players": 3}, seed).until(lambda state: bool(state.deal and len(state.deal.tricks) == 3))
        deal = table.state.deal
        assert deal is not None and deal.contract is not None
        taker = deal.contract.taker
        needed, hidden = still_needed(view(table.state, taker)), points_of(deal.table, deal.laid_away)
        seen = {most_needed(view(table.state, seat)) for seat in (0, 1, 2, None) if seat != taker}
        assert len(seen) == 1
        most = seen.pop()
        if needed is None or most is None:
            assert needed is most
            continue
        assert most - hidden <= needed <= most
        fewer += needed < most
        words = regions(table.seen((taker + 1) % 3), Words("en"), Prefs())["top"]
        assert (f"{most} more at most" if most else "Enough to make it") in words
    assert fewer


def test_points_count_as_often_as_the_contract_does() -> None:
    def playing(state: State) -> bool:
        deal = state.deal
        return deal is not None and deal.phase == "play" and len(deal.tricks) == 4 and deal.contract is not None

    for seed in range(20):
        seen = (
            Game("jass", {"multipliers": "1-2-3-4", "weis": "off", "stoeck": "off"}, seed).until(playing).seen(0).view
        )
        assert seen.contract is not None
        factor = {"S": 2, "C": 2, "H": 1, "D": 1, "U": 3, "B": 4}[seen.contract.key]
        assert points_so_far(seen) == tuple(points * factor for points in seen.points)


@pytest.mark.parametrize(("game", "total"), [("baloot", {"N": 130}), ("coinche", {})])
def test_converted_points_stand_beside_what_they_became(game: str, total: dict[str, int]) -> None:
    found = 0
    for seed in range(100):
        table = Game(game, {}, seed, takes=0.2).until(lambda state: bool(state.outcomes and state.outcomes[-1].sheet))
        sv = table.seen(0)
        assert sv.view.outcome is not None and sv.view.outcome.sheet is not None and sv.view.contract is not None
        for row in rows_of(sv, Words("en"), Prefs(), sv.view.outcome.sheet):
            figures = [figure for figure in row.figures if figure is not None]
            if row.id == "cards" and len(figures) == 2:
                found += 1
                assert sum(figures) == total.get(sv.view.contract.key, 162)
                assert figures == [sv.view.points[side] for side in (0, 1)]
                if game == "coinche":
                    assert [row.points[side] for side in (0, 1)] == [(figure + 5) // 10 * 10 for figure in figures]
    assert found >= 5
