"""Who a cookie belongs to is asked of the database once, and again when that may have changed."""

import time
from pathlib import Path
from typing import Any

import pytest

from jacknine.server import identity as identity_module
from jacknine.server.identity import COOKIE_SECONDS
from jacknine.server.prefs import Prefs
from jacknine.server.service import Service
from tests.server.support import serving

pytestmark = pytest.mark.anyio


def counted(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is asked of the database from now on."""
    asked: list[object] = []
    rows = service.store.rows

    async def noted(statement: Any) -> Any:
        asked.append(statement)
        return await rows(statement)

    monkeypatch.setattr(service.store, "rows", noted)
    return asked


async def test_a_cookie_is_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service:
        ann, token = await service.identity.welcome("Ann", Prefs())
        asked = counted(service, monkeypatch)
        assert [await service.identity.known(token) for _ in range(5)] == [ann] * 5
        assert len(asked) == 1
        await service.identity.change(ann, "Anna")
        found = await service.identity.known(token)
        assert found is not None and found.name == "Anna"
        assert len(asked) == 2


async def test_a_session_that_is_over_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service:
        ann, token = await service.identity.welcome("Ann", Prefs())
        assert await service.identity.known(token) == ann
        later = time.time() + COOKIE_SECONDS + 1
        monkeypatch.setattr("jacknine.server.identity.time.time", lambda: later)
        assert await service.identity.known(token) is None


async def test_of_too_many_the_oldest_is_looked_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_module, "SEEN_MOST", 2)
    async with serving(tmp_path) as service:
        tokens = [(await service.identity.welcome(name, Prefs()))[1] for name in ("Ann", "Bea", "Cy")]
        asked = counted(service, monkeypatch)
        for token in (*tokens, *tokens[1:]):
            assert await service.identity.known(token) is not None
        assert len(asked) == 3
        assert await service.identity.known(tokens[0]) is not None
        assert len(asked) == 4
