"""Pictures for notebooks: well formed, complete, and saying in words what they show."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

from jacknine.cards import card_text, parse_cards
from jacknine.solver.api import Hand, solve
from jacknine.variants import rules
from tests.solver.family import random_position

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_hand_shows_its_cards_by_suit() -> None:
    hand = Hand(parse_cards(["TH", "AS", "7C", "KS", "9D"]))
    picture = hand._repr_svg_()
    assert texts(picture) == ["A", "♠", "K", "♠", "10", "♥", "7", "♣", "9", "♦"]
    title = ElementTree.fromstring(picture).find(f"{SVG}title")
    assert title is not None
    assert title.text == repr(hand) == "♠ A K  ♥ T  ♦ 9  ♣ 7"


def test_a_solution_writes_the_value_under_every_legal_card() -> None:
    position = random_position(Random(8), rules("klaverjas"), "H", False, 4, 2)
    solution = solve(position)
    picture = ElementTree.fromstring(solution._repr_svg_())
    noted = {text.get("data-card"): text.text for text in picture.iter(f"{SVG}text") if text.get("data-card")}
    assert noted == {card_text(card): str(bounds) for card, bounds in solution.cards.items()}
    bold = {text.get("data-card") for text in picture.iter(f"{SVG}text") if text.get("font-weight") == "bold"}
    assert bold == {card_text(card) for card in solution.best}


def test_a_position_shows_every_seat_and_the_table() -> None:
    position = random_position(Random(8), rules("klaverjas"), "H", False, 4, 2)
    shown = texts(position._repr_svg_())
    assert [text for text in shown if text.startswith("seat")] == [
        f"seat {seat}{' ▸' if seat == position.turn else ''}" for seat in range(4)
    ]
    assert "on the table" in shown
    assert len([text for text in shown if text in "♠♥♦♣"]) == 16
