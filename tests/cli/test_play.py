"""`jacknine play`: every game can be played from the keyboard alone, and nothing typed can spoil it."""

from collections.abc import Callable, Iterator

import pytest

from jacknine.bots import player
from jacknine.cards import card_text, cards_text, parse_card
from jacknine.cli import main
from jacknine.cli.play import Left, Session
from jacknine.cli.terminal import WORDS, Unreadable, card_of, in_order, mark, typed
from jacknine.game import Decision, Discard, Play, Speak, View, view
from jacknine.variants import VARIANTS, parse_line

LINES = [
    *VARIANTS,
    "bela(players=2)",
    "bela(players=3)",
    "belote(announce=manual)",
    "klaverjas(preset=amsterdam)",
    "coinche(preset=contree)",
]


def text_of(decision: Decision) -> str:
    """What is typed for a decision."""
    if isinstance(decision, Speak):
        return str(decision.call)
    if isinstance(decision, Play):
        return card_text(decision.card) + ("!" if decision.said else "")
    if isinstance(decision, Discard):
        return " ".join(cards_text(decision.cards))
    return WORDS[type(decision)]


def typing(monkeypatch: pytest.MonkeyPatch, answer: Callable[[], str]) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: answer())


@pytest.mark.parametrize("line", LINES)
def test_a_deal_of_every_game_is_played_by_typing(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = parse_line(line)
    person = player("hard")
    for seed in range(2):
        session = Session(rules, player("easy"), seed)

        def answer(session: Session = session) -> str:
            seen = view(session.state, session.seat)
            # Whatever is allowed can be typed, in either case.
            assert all(typed(text_of(one), seen) == one for one in seen.legal)
            assert all(typed(text_of(one).lower(), seen) == one for one in seen.legal)
            return text_of(person.decide(seen, 1))

        typing(monkeypatch, answer)
        session.play(1)
        shown = capsys.readouterr().out
        assert shown.startswith(f"{rules.line}. Type ? for help.\n")
        assert "your cards: " in shown
        assert ("  score " in shown) != ("thrown in" in shown)


def test_the_cards_of_others_are_not_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = parse_line("coinche")
    session = Session(rules, player("easy"), 5)
    typing(monkeypatch, lambda: "quit")
    with pytest.raises(Left):
        session.play(1)
    shown = capsys.readouterr().out
    hidden = sum(hand for seat, hand in enumerate(session.state.deal.dealt) if seat != 0)  # type: ignore[union-attr]
    assert not [mark(card) for card in in_order(hidden) if mark(card) in shown]


def lines(*texts: str) -> Iterator[str]:
    yield from texts
    raise EOFError


def test_what_is_not_allowed_is_told_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = lines("", "?", "7Z", "80X", "take it", "pass")
    typing(monkeypatch, lambda: next(said))
    assert main(["play", "--game", "klaverjas", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "'7Z' is nothing to do here. Type a card as in KH" in shown
    assert shown.endswith("left the table\n")


def test_an_illegal_card_is_told_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = parse_line("klaverjas")
    session = Session(rules, player("hard"), 1)
    told: list[str] = []

    def answer() -> str:
        seen = view(session.state, session.seat)
        barred = in_order(seen.hand & ~seen.legal_cards) if seen.phase == "play" else []
        if barred and not told:
            capsys.readouterr()
            told.append(card_text(barred[0]))
            return told[0]
        if len(told) == 1:
            told.append(capsys.readouterr().out.splitlines()[0])
        return text_of(seen.legal[0])

    typing(monkeypatch, answer)
    session.play(2)
    assert told[1].startswith(("You must follow", "Trump", "Nobody", "You "))
    assert told[1].endswith(".")


def test_a_hint_is_given(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = lines("hint", "quit")
    typing(monkeypatch, lambda: next(said))
    assert main(["play", "--game", "klaverjas", "--seed", "3"]) == 0
    after = capsys.readouterr().out.partition("you may say")[2].splitlines()
    assert len(after) == 4
    assert after[1].endswith(".")


@pytest.mark.parametrize("text", ["10h", "TH", "th", "10♥"])
def test_cards_are_read_as_people_write_them(text: str) -> None:
    assert card_of(text) == parse_card("TH")


def test_a_line_without_sense_is_refused() -> None:
    rules = parse_line("belote")
    session = Session(rules, player("easy"), 1)
    seen: View = view(session.state, 0)
    with pytest.raises(Unreadable, match="'what' is nothing to do here"):
        typed("what", seen)


def test_the_same_seed_deals_the_same_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(monkeypatch, lambda: "quit")
    shown: list[str] = []
    for _ in range(2):
        main(["play", "--seed", "11"])
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--level", "gnome"], "there is no level 'gnome'; the levels are easy, normal, hard"),
        (["--game", "whist"], "there is no game 'whist'"),
    ],
)
def test_what_cannot_be_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
