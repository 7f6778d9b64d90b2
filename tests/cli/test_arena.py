"""`jacknine arena`: what it prints, and that whatever it cannot do is one line."""

import json
from pathlib import Path

import pytest

from jacknine.bots import LEVELS
from jacknine.cli import main
from jacknine.research.pairs import contestant


def test_the_figures_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "hard", "random", "--game", "belote(preset=cafe)", "--pairs", "5", "--calls", "hard"]
    assert main([*words, "--workers", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "hard against random, belote(preset=cafe), calls by hard, 5 pairs"
    assert lines[1].startswith("  card points  +")
    assert "95 % interval" in lines[2]
    assert "processor time a decision" in lines[3]


def test_json_and_plot_tell_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "match.svg"
    words = ["arena", "normal", "easy", "--pairs", "6", "--workers", "1", "--stop", "cards:0:5"]
    assert main([*words, "--json", "--plot", str(picture)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["a"], told["b"], told["game"], told["track"], told["pairs"]) == ("normal", "easy", "belote", "full", 6)
    assert told["cards"]["low"] < told["cards"]["mean"] < told["cards"]["high"]
    assert told["stop"]["verdict"] is None
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main(words) == 0
    assert "cards: 0 or 5? undecided" in capsys.readouterr().out


def test_a_bar_is_drawn_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["arena", "easy", "random", "--pairs", "3", "--workers", "1"]) == 0
    assert f"[{'#' * 24}] 3/3 pairs, score " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gnome", "hard"], f"there is no player 'gnome'; the players are random, {', '.join(LEVELS)}, open-cards"),
        (["hard", "easy", "--calls", "gnome"], "there is no player 'gnome'"),
        (["hard", "easy", "--game", "whist"], "there is no game 'whist'"),
        (["hard", "easy", "--pairs", "1"], "two at least"),
        (["hard", "easy", "--pairs", "2000"], "2000 pairs: the file has 1000 deals"),
        (["hard", "easy", "--deals", "none.txt"], "none.txt: No such file"),
        (["hard", "easy", "--workers", "-2"], "-2 workers"),
        (["hard", "easy", "--cluster", "slurm"], "there is no cluster 'slurm'"),
        (["hard", "none.toml"], "jacknine arena: none.toml: No such file or directory"),
    ],
)
def test_what_it_cannot_do_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(["arena", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_picture_that_cannot_be_written_loses_no_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "easy", "easy", "--pairs", "2", "--workers", "1", "--plot", "/nowhere/match.svg"]) == 2
    shown = capsys.readouterr()
    assert "  score " in shown.out
    assert shown.err == "jacknine arena: /nowhere/match.svg: No such file or directory\n"


@pytest.mark.parametrize("name", ["expert", "mine.toml"])
def test_a_player_that_looks_ahead_is_not_measured_without_the_solver(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("jacknine.research.pairs.can_search", lambda: False)
    monkeypatch.chdir(tmp_path)
    search = "[search]\nworlds = 3\nevery = 3\nnodes = 1000\nclear = 2\n"
    Path("mine.toml").write_text(f"[rules]\n{search}", encoding="utf-8")
    contestant.cache_clear()
    assert main(["arena", name, "hard", "--pairs", "2", "--workers", "1"]) == 2
    assert capsys.readouterr().err == "jacknine arena: such a player needs numba: pip install 'jacknine[solver]'\n"


def test_a_player_can_be_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = tmp_path / "mine.toml"
    spec.write_text("[rules]\nremembers = true\ntrained = true\n", encoding="utf-8")
    assert main(["arena", str(spec), "hard", "--pairs", "3", "--workers", "1"]) == 0
    assert "card points  +0.0 a deal" in capsys.readouterr().out
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[rules]\nforgets = true\n", encoding="utf-8")
    assert main(["arena", str(wrong), "hard", "--pairs", "3", "--workers", "1"]) == 2
    assert "wrong.toml: [rules] has no key 'forgets'; it has " in capsys.readouterr().err
    wrong.write_bytes(b"\xff")
    assert main(["arena", str(wrong), "hard", "--pairs", "3", "--workers", "1"]) == 2
    assert "wrong.toml: it is no text" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["score", "score:1", "score:2:1", "luck:0:1", "score:a:b"])
def test_a_stop_that_says_nothing_is_refused(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", "hard", "easy", "--stop", text])
    assert left.value.code == 2
    assert f"{text!r}: " in capsys.readouterr().err
