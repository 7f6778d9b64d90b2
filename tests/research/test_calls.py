"""What close calls bring is learnt the same by everybody, can be gone on with, and is used only where it was learnt."""

import tomllib
from pathlib import Path

import pytest

from jacknine.bots.calls.facts import facts
from jacknine.bots.calls.trained import Table, close, table_for
from jacknine.cli import main
from jacknine.game import Speak
from jacknine.research.calls import BANDS, Choice, Order, SamplesError, collect, situation, try_calls
from jacknine.research.regress import learnt
from jacknine.research.workers import Workers
from jacknine.rules.auction import PASS, Call, parse_call
from jacknine.variants import VARIANTS, parse_line
from tests.support import ROOT

TABLES = sorted((ROOT / "src" / "jacknine" / "bots" / "tables").glob("*.toml"))
BELOTE = Order(parse_line("belote").line, 1)


def choices(path: Path, deals: int, order: Order = BELOTE, workers: Workers = Workers()) -> list[Choice]:  # noqa: B008
    return collect(order, deals, path, workers, lambda _: None)


def test_the_same_seed_gives_the_same_table_gone_on_with_or_not(tmp_path: Path) -> None:
    whole = choices(tmp_path / "whole", 12)
    part = tmp_path / "part"
    choices(part, 5)
    text = part.read_text()
    part.write_text(text[:-20])  # stopped in the middle of the last line
    assert choices(part, 12, workers=Workers(2)) == whole
    assert part.read_text() == (tmp_path / "whole").read_text()
    assert learnt(BELOTE, 12, whole).text == learnt(BELOTE, 12, choices(part, 12)).text
    assert choices(part, 5) == [choice for choice in whole if choice.deal < 5]
    other = choices(tmp_path / "other", 12, Order(BELOTE.line, 2))
    assert [choice.scores for choice in other] != [choice.scores for choice in whole]


@pytest.mark.parametrize("game", VARIANTS)
def test_a_choice_can_be_found_again(game: str) -> None:
    order = Order(parse_line(game).line, 1)
    found = [choice for number in range(6) for choice in try_calls(order, number)]
    assert found
    for choice in found:
        seen = situation(order, choice)
        calls = [parse_call(text) for text in choice.scores]
        assert {Speak(seen.seat or 0, call) for call in calls} <= set(seen.legal)
        assert all(facts(seen, call) for call in calls if call.word not in ("pass", "push"))
        assert not any(facts(seen, call) for call in calls if call.word in ("pass", "push"))


def test_a_file_of_other_deals_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "samples"
    choices(path, 2)
    with pytest.raises(SamplesError, match="choose another folder"):
        choices(path, 2, Order(BELOTE.line, 2))
    path.write_text(BELOTE.header + "\n[]\nhello\n")
    with pytest.raises(SamplesError, match=r"samples:3: 'hello'"):
        choices(path, 4)


def test_only_close_calls_are_judged_again() -> None:
    seen = situation(BELOTE, try_calls(BELOTE, 0)[0])
    take = Call("take")
    table = Table(BELOTE.line, 40.0, {"take: call": 7.0})
    assert close({PASS: 0.0, take: -41.0}, 40.0) == [PASS]
    assert table.corrected(seen, {PASS: 0.0, take: -41.0}) == {PASS: 0.0, take: -41.0}
    assert table.corrected(seen, {PASS: 0.0, take: -5.0}) == {PASS: -2.0, take: 0.0}


def test_a_table_holds_for_its_rules_only() -> None:
    for path in TABLES:
        rules = parse_line(tomllib.loads(path.read_text())["game"])
        table = table_for(rules)
        assert table is not None
        assert table.game == rules.line
        settings = rules.line.partition("(")[2].rstrip(")")
        longer = parse_line(f"{rules.variant}({settings}{',' if settings else ''}target=777)")
        assert table_for(longer) == table
    assert table_for(parse_line("bela(players=3)")) is None
    assert table_for(parse_line("klaverjas(preset=amsterdam)")) is None


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_says_how_it_was_made(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    table = tomllib.loads(text)
    assert parse_line(table["game"]).line == table["game"]
    assert Order(table["game"], 1).name == path.stem
    assert table["band"] == BANDS[parse_line(table["game"]).variant]
    assert text.startswith(f"# jacknine train calls --game '{table['game']}' --deals ")
    order = Order(table["game"], 1)
    known = {
        name
        for number in range(12)
        for choice in try_calls(order, number)
        for call in choice.scores
        for name in facts(situation(order, choice), parse_call(call))
    }
    assert known <= set(table["weights"])


def test_the_command_writes_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "calls", str(tmp_path), "--game", "belote", "--deals", "14", "--workers", "1"]
    assert main(words) == 0
    assert "close choices in 14 deals" in capsys.readouterr().out
    made = (tmp_path / "belote.toml").read_text()
    assert tomllib.loads(made)["game"] == BELOTE.line
    assert main(words) == 0
    assert (tmp_path / "belote.toml").read_text() == made


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "whist"], "belote"),
        (["--game", "belote(trumps=5)"], "trumps"),
        (["--deals", "1", "--workers", "1"], "make no table"),
        (["--workers", "-1"], "-1 workers"),
    ],
)
def test_what_is_wrong_is_said(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "calls", str(tmp_path), *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("jacknine train: ")
    assert message in error
    assert error.count("\n") == 1
