"""Players that search think elsewhere, and are not waited for."""

import asyncio
from pathlib import Path

import pytest

from jacknine.bots import player
from jacknine.bots.search import SearchPlayer
from jacknine.game import View
from jacknine.server import thinking
from jacknine.server.prefs import Prefs
from jacknine.server.thinking import Thinker
from jacknine.variants import parse_line
from tests.bots.tables import seen
from tests.server.support import serving

HANDS = ["JS 9S AS 7S AH 8D 7D 8C", "KS QS TH KH AD 9D 7C 9C", "8S 7H 8H 9H KD JD TC AC", "TS QH JH TD QD JC QC KC"]
PATIENCE = 900


def leading() -> View:
    return seen("klaverjas", HANDS, "S")


@pytest.mark.anyio
@pytest.mark.timeout(PATIENCE)
async def test_a_worker_decides_as_the_player_itself_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SECONDS", 600.0)
    monkeypatch.setattr(thinking, "PATIENCE", 800.0)
    thinker, view = Thinker(), leading()
    strong = player("strong")
    try:
        assert await thinker.decide(strong, view, 3) == strong.decide(view, 3)
    finally:
        await thinker.close()


@pytest.mark.anyio
async def test_who_is_late_plays_simply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.0)
    thinker, view = Thinker(), leading()
    try:
        found = await thinker.decide(player("strong"), view, 3)
        assert found == player("hard").decide(view, 3)
    finally:
        await thinker.close()


@pytest.mark.anyio
async def test_without_the_solver_strong_players_play_as_hard_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jacknine.bots.search.can_search", lambda: False)
    monkeypatch.setattr(thinking, "can_search", lambda: False)
    thinker, view = Thinker(), leading()
    strong = player("strong")
    thinker.prepare(strong)
    assert isinstance(strong, SearchPlayer)
    assert await thinker.decide(strong, view, 3) == strong.decide(view, 3) == player("hard").decide(view, 3)


@pytest.mark.anyio
async def test_simple_players_need_no_worker() -> None:
    thinker, view = Thinker(), leading()
    hard = player("hard")
    thinker.prepare(hard)
    decided = await asyncio.wait_for(thinker.decide(hard, view, 3), 60)
    assert decided == hard.decide(view, 3)
    await thinker.close()


@pytest.mark.anyio
async def test_a_table_of_strong_players_goes_on_while_they_still_warm_up(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        player, _ = await service.identity.welcome("Ana", Prefs())
        table = await service.tables.create(player.id, "Ana", parse_line("belote"), "expert", "instant")
        async with asyncio.timeout(100):
            while table.position.state.turn != table.seat_of(player.id):
                await asyncio.sleep(0.05)
