"""Addresses and hosts that nobody means well by: an answer, never a trace."""

from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from jacknine.server.app import create_app
from jacknine.server.service import Service
from tests.server.test_http import PAGE, Client, make_table


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with TestClient(create_app(Service(tmp_path_factory.mktemp("data")))) as client:
        client.follow_redirects = False
        yield client


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/history?until=9999-12-31", 200),
        ("/history?since=0001-01-01", 200),
        ("/daily/belote/0001-01-01", 404),
        ("/static/%00", 404),
        (f"/static/{'a' * 300}", 404),
    ],
)
def test_odd_addresses_are_answered(client: Client, path: str, status: int) -> None:
    make_table(client)
    assert client.get(path, headers=PAGE).status_code == status


@pytest.mark.parametrize("host", ["a:99999999", "a" * 3000, "a b", "<b>"])
def test_a_host_that_is_none_gets_no_link(client: Client, host: str) -> None:
    code = make_table(client)
    for path in (f"/t/{code}/room", f"/t/{code}/qr.svg"):
        assert client.get(path, headers=PAGE | {"host": host}).status_code == 400
