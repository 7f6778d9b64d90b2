"""A duel with another program: followed to the last card, fair, and no program's fault is more than a line."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench import duel as at
from bench import duels, peer
from bench.duel import Opponent, duel
from bench.peer import PeerMissing
from jacknine.bots import LEVELS

KLAVERJAS = Opponent("referee", "tests.research.referee", "hard", "klaverjas")


@pytest.fixture(autouse=True)
def _no_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at, "install", lambda name: None)
    monkeypatch.setattr(at, "python", lambda name: Path(sys.executable))


def test_a_player_against_itself_on_both_sides_of_the_wall_is_even() -> None:
    found = duel("hard", KLAVERJAS, 3)
    assert (found.cards.mean, found.cards.error, found.score.mean) == (0.0, 0.0, 0.0)
    assert (found.a, found.b, found.track, found.cards.n) == ("hard", "referee hard", "full", 3)
    assert all(ms > 0.0 for ms in found.ms)


def test_a_weaker_player_loses_and_calls_can_be_the_peers() -> None:
    found = duel("hard", replace(KLAVERJAS, player="easy"), 8, peer_calls=True)
    assert found.cards.mean > 0.0
    assert found.track == "calls by referee"


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("crash", "OverflowError: too many cards"),
        ("rogue", "RuntimeError: seat [0-3] may not: 7X"),
        ("elsewhere", "deal 0: it asks seat [0-3], we would ask [0-3]"),
        ("missing", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
    ],
)
def test_a_fault_of_the_peer_is_one_line(fault: str, told: str) -> None:
    with pytest.raises(PeerMissing, match=f"^{told}$"):
        duel("hard", replace(KLAVERJAS, player=fault), 2)


def test_a_peer_that_cannot_be_installed_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(peer, "HOME", tmp_path)
    monkeypatch.setattr("venv.create", lambda where, with_pip: None)
    monkeypatch.setattr(peer, "python", lambda name: "false")
    (tmp_path / "nobody.txt").write_text("nobody==1\n")
    with pytest.raises(PeerMissing, match=r"^exit status 1$"):
        peer.install("nobody")


def test_all_duels_are_written_and_the_rest_goes_on_without_a_peer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, page = tmp_path / "duels.json", tmp_path / "measurements.md"
    page.write_text(f"before\n{duels.BEGIN}\nold\n{duels.END}\nafter\n")
    monkeypatch.setattr(duels, "KEPT", kept)
    monkeypatch.setattr(duels, "PAGE", page)
    monkeypatch.setattr(duels, "OPPONENTS", (replace(KLAVERJAS, player="crash"), KLAVERJAS))
    monkeypatch.setattr(duels, "GAMES", ())
    assert duels.main(["--pairs", "2", "--ours", "hard"]) == 0
    assert "referee crash skipped: OverflowError: too many cards" in capsys.readouterr().err
    told = json.loads(kept.read_text())
    assert [one["b"] for one in told] == ["referee hard", "referee hard"]
    assert {one["track"] for one in told} == {"full", "calls by referee"}
    assert page.read_text().startswith(f"before\n{duels.BEGIN}\n")
    assert "| hard | referee hard | klaverjas | full | 2 | +0.0 (+0.0 to +0.0) |" in page.read_text()
    # Another run adds to what is there, and measures the same thing anew.
    assert duels.main(["--pairs", "3", "--ours", "hard", "--only", "full"]) == 0
    assert sorted(one["pairs"] for one in json.loads(kept.read_text())) == [2, 3]


def test_the_room_that_our_strongest_player_closes() -> None:
    def entry(name: str, mean: float, error: float) -> dict[str, object]:
        figure = {"mean": mean, "error": error}
        return {"a": name, "b": "hard", "game": "belote", "track": "calls by hard", "cards": figure, "score": figure}

    assert duels.shares([entry(LEVELS[-1], 10.0, 3.0)]) == ""
    told = duels.shares([entry(LEVELS[-1], 10.0, 3.0), entry("open-cards", 40.0, 4.0)])
    assert told.splitlines()[-1] == "| belote | 25% ± 8% | 25% ± 8% |"


def test_an_unknown_level_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert duels.main(["--ours", "gnome"]) == 2
    assert "there is no player 'gnome'" in capsys.readouterr().err
