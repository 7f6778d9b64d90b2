"""The addresses: who may do what, what is refused and how it is said, and that every face shows the same."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from structlog.testing import capture_logs

from jacknine.server.app import HEADERS, MAX_BODY, create_app
from jacknine.server.identity import COOKIE, clean_name
from jacknine.server.service import Service
from jacknine.server.store import StoreUnavailable

PAGE = {"accept": "text/html"}
Client = TestClient[Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def service(folder: Path) -> Service:
    return Service(folder)


@pytest.fixture(scope="module")
def running(service: Service) -> Iterator[Client]:
    with TestClient(create_app(service), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        yield client


@pytest.fixture
def client(running: Client) -> Client:
    """A stranger's browser."""
    running.cookies.clear()
    return running


def make_table(client: Client, **fields: str) -> str:
    answer = client.post("/tables", data={"game": "belote", "pace": "instant", "name": "Ann", **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


def state(client: Client, code: str) -> dict[str, Any]:
    answer = client.get(f"/api/t/{code}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def my_turn(client: Client, code: str) -> dict[str, Any]:
    with client.websocket_connect(f"/t/{code}/live") as socket:
        for _ in range(200):
            now = state(client, code)
            if now["legal"]:
                return now
            socket.receive_json(timeout=5)
    raise AssertionError("it never became my turn")


def act(client: Client, code: str, action: str, seen: int, key: str = "k", **more: Any) -> Any:
    return client.post(f"/t/{code}/act", json={"seen_seq": seen, "key": key, "action": action, **more})


def test_a_stranger_gets_a_seat_and_a_cookie_that_scripts_cannot_read(client: Client) -> None:
    answer = client.post("/tables", data={"game": "belote", "pace": "slow"})
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 303
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert state(client, answer.headers["location"].removeprefix("/t/"))["me"] == 0


def test_behind_https_the_cookie_is_for_https_only(tmp_path: Path) -> None:
    with TestClient(create_app(Service(tmp_path, "https://cards.example.org"))) as client:
        answer = client.post("/tables", data={"game": "belote"}, follow_redirects=False)
        assert "Secure" in answer.headers["set-cookie"]
        theirs = {"origin": "https://cards.example.org"}
        assert client.post("/me", data={"name": "A"}, headers=theirs, follow_redirects=False).status_code == 303


def test_the_token_is_not_in_the_database(client: Client, folder: Path) -> None:
    make_table(client)
    token = client.cookies[COOKIE]
    assert len(token) >= 43
    files = [file.read_bytes() for file in folder.iterdir()]
    assert not any(token.encode() in content for content in files)
    assert any(b"Ann" in content for content in files)


def test_a_move_counts_once_and_shows(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    first = act(client, code, now["legal"][0], now["seq"])
    again = act(client, code, now["legal"][0], now["seq"])
    assert (first.status_code, first.json()) == (again.status_code, again.json()) == (200, {"seq": now["seq"] + 1})


def test_an_old_position_is_409_with_the_fresh_felt(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    act(client, code, now["legal"][0], now["seq"])
    stale = act(client, code, now["legal"][0], now["seq"], key="other")
    body = stale.json()
    assert stale.status_code == 409 and body["message"]
    assert body["seq"] >= now["seq"] + 1
    assert body["regions"].keys() == client.get(f"/t/{code}/felt").json()["regions"].keys()


def test_an_illegal_action_is_422_with_the_reason_and_the_felt(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    other = next(f"{rank}{suit}" for suit in "SHDC" for rank in "789TJQKA" if f"{rank}{suit}" not in now["hand"])
    refused = act(client, code, f"play {other}", now["seq"])
    assert refused.status_code == 422
    assert refused.json()["reason"]["text"] and refused.json()["reason"]["id"]
    assert refused.json()["regions"]
    assert state(client, code)["seq"] == now["seq"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"seen_seq": 1, "key": "k"}',
        b'{"seen_seq": "1", "key": "k", "action": "next"}',
        b'{"seen_seq": -1, "key": "k", "action": "next"}',
        b'{"seen_seq": 1, "key": "", "action": "next"}',
        b'{"seen_seq": 1, "key": "k", "action": "deal 7S"}',
        b'{"seen_seq": 1, "key": "k", "action": "dance"}',
        b'{"seen_seq": 1, "key": "k", "action": "rematch abc"}',
        b'{"seen_seq": 1e400, "key": "k", "action": "next"}',
        b"\xff\xfe",
        b'{"seen_seq": 1, "key": "' + b"k" * 100 + b'", "action": "next"}',
    ],
)
def test_what_cannot_be_read_is_400_in_plain_words(client: Client, body: bytes) -> None:
    code = make_table(client)
    answer = client.post(f"/t/{code}/act", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["id"] == "bad_form"
    assert "Traceback" not in answer.text and "msgspec" not in answer.text


def test_others_may_look_but_not_act(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    client.cookies.clear()
    seen = state(client, code)
    assert seen["me"] is None and seen["hand"] == [] and seen["legal"] == []
    assert act(client, code, now["legal"][0], now["seq"]).status_code == 403
    client.cookies.set(COOKIE, "forged")
    assert act(client, code, now["legal"][0], now["seq"]).status_code == 403
    make_table(client)
    assert act(client, code, now["legal"][0], now["seq"]).status_code == 403
    assert client.get(f"/t/{code}", headers=PAGE).status_code == 200


def test_a_seat_cannot_be_forged(client: Client) -> None:
    code = make_table(client, pace="slow")
    now = state(client, code)
    while now["turn"] == 0:
        act(client, code, "call pass", now["seq"], key=str(now["seq"]))
        now = state(client, code)
    refused = act(client, code, "call pass", now["seq"], seat=now["turn"])
    assert refused.status_code == 422
    assert refused.json()["reason"]["id"] == "not_your_turn"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "ftp://testserver.local"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_sites_are_refused(client: Client, headers: dict[str, str]) -> None:
    code = make_table(client)
    for path in ("/tables", "/me", f"/t/{code}/act"):
        answer = client.post(path, data={"game": "belote"}, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"]["id"] == "foreign"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/t/{code}/live", headers=headers):
        pass


def test_our_own_pages_are_not(client: Client) -> None:
    ours = {"origin": str(client.base_url), "sec-fetch-site": "same-origin"}
    assert client.post("/me", data={"name": "Ann"}, headers=ours).status_code == 303


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"game": "poker"}, "belote, "),
        ({"game": "belote", "targets": "1"}, "target"),
        ({"game": "belote", "tie_rule": "coin"}, "litige | taker_makes | taker_fails"),
        ({"game": "belote", "preset": "pub"}, "classique, cafe"),
        ({"game": "belote", "target": "9" * 5000}, "from 1 to 10000"),
        ({"game": "belote", "level": "divine"}, "normal"),
        ({"game": "belote", "pace": "warp"}, "slow | normal | fast | instant"),
        ({}, "belote, "),
    ],
)
def test_unknown_settings_name_the_valid_ones(client: Client, fields: dict[str, str], named: str) -> None:
    answer = client.post("/tables", data=fields)
    assert answer.status_code == 422
    assert named in answer.json()["error"]["text"]
    page = client.post("/tables", data=fields, headers=PAGE)
    assert page.status_code == 422 and page.headers["content-type"].startswith("text/html")
    assert named in page.text
    assert "set-cookie" not in page.headers


def test_settings_left_empty_are_the_presets(client: Client) -> None:
    code = make_table(client, preset="cafe", target="1001", tie_rule="")
    assert state(client, code)["line"] == "belote(preset=cafe,target=1001)"


def test_what_is_too_large_is_refused(client: Client) -> None:
    answer = client.post("/tables", content=b"x" * (MAX_BODY + 1))
    assert answer.status_code == 413
    assert answer.json()["error"]["id"] == "bad_form"
    assert client.post("/me", data={f"f{number}": "1" for number in range(100)}).status_code == 400


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/t/nothing", 404),
        ("GET", "/api/t/nothing", 404),
        ("GET", "/t/%00", 404),
        ("POST", "/t/nothing/act", 404),
        ("GET", "/tables", 405),
        ("DELETE", "/", 405),
        ("GET", "/static/../../cli/serve.py", 404),
        ("GET", "/static/%2e%2e/%2e%2e/cli/serve.py", 404),
        ("GET", "/static/", 404),
    ],
)
def test_wrong_addresses_are_plain_errors(client: Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"]["text"]
    page = client.request(method, path, headers=PAGE)
    assert page.status_code == status
    assert "Traceback" not in page.text


def test_every_answer_has_the_security_headers(client: Client) -> None:
    code = make_table(client)
    for path in ("/", f"/t/{code}", f"/t/{code}/felt", f"/api/t/{code}", "/health", "/nothing", "/notices"):
        answer = client.get(path, headers=PAGE)
        assert HEADERS.items() <= dict(answer.headers).items(), path
        assert answer.headers["cache-control"] == "no-store"


def test_pages_to_read_are_sent_compressed_and_tables_are_not(client: Client) -> None:
    code = make_table(client)
    ways = {"/": "gzip", "/rules/belote": "gzip", "/static/css/base.css": "gzip", f"/t/{code}": None}
    for path, way in ways.items():
        answer = client.get(path, headers=PAGE | {"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == way, path


def test_pages_load_nothing_from_elsewhere_and_carry_nothing_inline(client: Client) -> None:
    code = make_table(client)
    for path in ("/", f"/t/{code}", "/notices", "/nothing"):
        page = client.get(path, headers=PAGE).text
        addresses = re.findall(r'\s(?:src|href|action)="([^"]*)"', page)
        assert all(one.startswith(("/", "#")) and not one.startswith("//") for one in addresses), path
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", page), path


def test_static_files_are_kept_by_browsers(client: Client) -> None:
    plain = client.get("/static/icon.svg")
    assert plain.headers["cache-control"] == "no-cache"
    assert plain.headers["content-type"].startswith("image/svg+xml")
    same = client.get("/static/icon.svg", headers={"if-none-match": plain.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert "immutable" in client.get("/static/icon.svg?v=1").headers["cache-control"]


def test_a_plain_form_plays_too(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    form = {"seen_seq": str(now["seq"]), "key": "form-1", "action": now["legal"][0]}
    played = client.post(f"/t/{code}/act", data=form)
    assert (played.status_code, played.headers["location"]) == (303, f"/t/{code}")
    stale = client.post(f"/t/{code}/act", data=form | {"key": "form-2"})
    assert stale.status_code == 409 and "</html>" in stale.text
    left = client.post(f"/t/{code}/act", data=form | {"key": "form-3", "action": "away"})
    assert (left.status_code, left.headers["location"]) == (303, "/")
    assert state(client, code)["seats"][0]["kind"] == "stand_in"
    client.get(f"/t/{code}", headers=PAGE)
    assert state(client, code)["seats"][0]["kind"] == "human"


def test_a_plain_form_lays_cards_away(client: Client) -> None:
    for number in range(30):
        code = make_table(client, game="bela", players="2", two_middle_cards="on")
        now = my_turn(client, code)
        call = {"seen_seq": str(now["seq"]), "key": f"call-{number}", "action": now["legal"][-1]}
        if now["phase"] == "auction" and client.post(f"/t/{code}/act", data=call).status_code == 303:
            now = my_turn(client, code)
        if now["phase"] == "discard":
            break
    first, second = now["legal"][0].split()[1:]
    form = {"seen_seq": str(now["seq"]), "key": "away", "action": "discard", "card-0": first}
    one = client.post(f"/t/{code}/act", data=form)
    assert one.status_code == 422 and "Lay away" in one.text
    both = client.post(f"/t/{code}/act", data=form | {"card-1": second})
    assert both.status_code == 303
    assert set(state(client, code)["laid_away"]) == {first, second}


def test_ending_and_a_rematch(client: Client) -> None:
    code = make_table(client)
    early = act(client, code, "rematch", 0, key="early")
    assert early.status_code == 422
    assert act(client, code, "end", 0, key="end").status_code == 200
    now = state(client, code)
    assert (now["ended"] and now["legal"] == []) or now["turn"] is not None
    assert act(client, code, "next", now["seq"], key="next").status_code == 422
    again = client.post(f"/t/{code}/act", data={"seen_seq": "0", "key": "re", "action": "rematch"})
    assert again.headers["location"] == f"/t/{state(client, code)['rematch']}"
    assert client.get(again.headers["location"], headers=PAGE).status_code == 200


def test_the_socket_sends_the_whole_felt_and_then_what_changed(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    with client.websocket_connect(f"/t/{code}/live") as socket:
        first = socket.receive_json(timeout=5)
        assert first == client.get(f"/t/{code}/felt").json()
        act(client, code, now["legal"][0], now["seq"])
        shown = dict(first["regions"])
        seq = first["seq"]
        changed: set[str] = set()
        waiting = False
        while not waiting:
            frame = socket.receive_json(timeout=5)
            assert frame["seq"] >= seq
            seq = frame["seq"]
            changed |= frame["regions"].keys()
            shown |= frame["regions"]
            then = state(client, code)
            waiting = then["seq"] == seq and bool(then["legal"] or then["phase"] == "over")
        whole = client.get(f"/t/{code}/felt").json()
        # Of the news only what is new is told.
        assert shown.pop("live") != whole["regions"].pop("live")
        assert {"seq": seq, "regions": shown} == whole
        assert "hand" in changed or "say" in changed
        socket.send_text("still here")


def test_a_socket_to_nowhere_is_closed(client: Client) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/t/nothing/live"):
        pass


def test_polling_says_when_there_is_nothing_new(client: Client) -> None:
    code = make_table(client)
    now = my_turn(client, code)
    assert client.get(f"/t/{code}/felt?after={now['seq']}").json() == {"seq": now["seq"], "regions": {}}
    assert client.get(f"/t/{code}/felt?after=0").json()["regions"]
    assert client.get(f"/t/{code}/felt?after=x").status_code == 400


def test_a_name_and_preferences_follow_the_player(client: Client) -> None:
    code = make_table(client)
    answer = client.post(
        "/me", data={"name": " Zoé\u202e\n  B ", "deck": "two", "sound": "false", "next": f"/t/{code}"}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")
    assert state(client, code)["seats"][0]["name"] == "Zoé B"
    assert 'data-deck="two"' in client.get(f"/t/{code}", headers=PAGE).text
    for bad in ({"deck": "five"}, {"sound": "loud"}, {"language": "xx"}, {"letters": "a b"}, {"rank": "king"}):
        assert client.post("/me", data=bad).status_code == 400
    assert client.post("/me", data={"next": "//evil.example"}).headers["location"] == "/"
    assert client.post("/me", data={"next": "https://evil.example"}).headers["location"] == "/"


def test_the_language_is_the_players_then_the_browsers(client: Client) -> None:
    assert 'lang="ur" dir="rtl"' in client.get("/", headers=PAGE | {"accept-language": "ur-PK,en;q=0.5"}).text
    client.post("/me", data={"language": "en"})
    assert 'lang="en" dir="ltr"' in client.get("/", headers=PAGE | {"accept-language": "ur"}).text


def test_coming_home_renews_the_cookie(client: Client) -> None:
    make_table(client)
    answer = client.get("/", headers=PAGE)
    assert client.cookies[COOKIE] in answer.headers["set-cookie"]
    client.cookies.clear()
    assert "set-cookie" not in client.get("/", headers=PAGE).headers


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("A\x00B\u2066C", "A B C"),
        ("x" * 99, "x" * 24),
        ("\u200f", ""),
        ("\u3164\u200d", ""),
        ("نا\u200cم", "نا\u200cم"),
        ("x" * 23 + "e\u0301\u0323", "x" * 23),
        ("x" * 22 + "\U0001f469\u200d\U0001f4bb", "x" * 22),
        ("x" * 23 + "\U0001f44b\U0001f3fd", "x" * 23),
        ("Z" + "\u0336" * 50 + "a", "Z\u0336\u0336\u0336a"),
        ("राम" * 8, "राम" * 8),
    ],
)
def test_names_are_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown


def test_health(client: Client) -> None:
    assert client.get("/health").json()["status"] == "ok"


async def _fill(service: Service, pages: str) -> None:
    await service.store.commit(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}"))


def test_health_tells_of_a_full_disk_until_something_is_written_again(client: Client, service: Service) -> None:
    code = make_table(client, pace="slow")
    with client.portal() as portal:
        portal.call(_fill, service, "1")
        refused = [client.post("/tables", data={"game": "belote"}, headers=PAGE).status_code for _ in range(40)]
        assert 503 in refused
        answer = client.get("/health")
        assert answer.status_code == 503
        assert answer.json()["error"]["id"] == "store"
        portal.call(_fill, service, "100000")
    assert client.get("/health").status_code == 200
    assert client.get(f"/t/{code}", headers=PAGE).status_code == 200


@pytest.mark.parametrize("path", ["/", "/health"])
def test_a_page_may_be_asked_for_without_its_body(client: Client, path: str) -> None:
    answer = client.head(path)
    assert answer.status_code == 200 and not answer.content


def test_an_unexpected_error_is_a_plain_500(client: Client, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the hand was AS KS")

    monkeypatch.setattr(service.tables, "table", fail)
    with capture_logs() as lines:
        answer = client.get("/api/t/anything")
    assert answer.status_code == 500
    assert answer.json()["error"]["id"] == "other"
    assert "AS KS" not in answer.text + str(lines)
    assert any(line["event"] == "request.failed" and "RuntimeError" in line["error"] for line in lines)


def test_a_database_that_does_not_answer_is_503(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = make_table(client, pace="slow")
    now = state(client, code)

    async def fail(*_: object) -> bool:
        raise StoreUnavailable("locked")

    with monkeypatch.context() as patched:
        patched.setattr(service.writer, "put", fail)
        answer = act(client, code, "end", now["seq"])
        assert answer.status_code == 503
        assert answer.json()["error"]["id"] == "store"
    assert state(client, code)["end_votes"] == []
    assert act(client, code, "end", now["seq"]).status_code == 200
