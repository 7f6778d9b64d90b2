"""Players as TOML: what is shipped can be read, and what cannot be says why."""

import pytest

from jacknine.bots import LEVELS, SpecError, made, player, read_spec
from jacknine.bots.spec import Budget, Level, Spec, shipped

SEARCH = "[rules]\nremembers = true\n[search]\nworlds = 4\nevery = 8\nnodes = 1000\nclear = 2"


def test_every_level_is_shipped_and_those_that_look_ahead_look_further_and_further() -> None:
    specs = [shipped(level) for level in LEVELS]
    assert [spec.search is not None for spec in specs] == [False, False, False, True, True]
    strong, expert = specs[-2].search, specs[-1].search
    assert strong is not None and expert is not None
    assert strong.worlds < expert.worlds
    assert strong.nodes < expert.nodes
    assert player("hard") == made(shipped("hard"))


def test_a_specification_of_ones_own() -> None:
    assert read_spec(SEARCH, "mine") == Spec(Level(remembers=True), Budget(4, 8, 1000, 2))
    assert read_spec("[rules]", "mine") == Spec(Level())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rules]\nboldnes = 2", r"mine: \[rules\] has no key 'boldnes'; it has remembers, slips, boldness"),
        ("[rule]", "mine has no table 'rule'; it has rules, search"),
        ("", r"mine: the table \[rules\] is missing"),
        ("rules = 3", r"mine: \[rules\] is a table"),
        ("[rules]\nslips = true", r"mine: \[rules\]: slips = True: it is a whole number"),
        ("[rules]\nremembers = 1", r"mine: \[rules\]: remembers = 1: it is true or false"),
        ("[rules]\nboldness = -1.0", r"mine: \[rules\]: boldness = -1.0: it is 0 or more"),
        ("[rules]\n[search]\nworlds = 3", r"mine: \[search\]: every, nodes, clear is missing"),
        ("[rules", "mine: "),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_spec(text, "mine")


def test_an_unknown_level_names_the_levels() -> None:
    with pytest.raises(ValueError, match="no level 'divine'; the levels are easy, normal, hard, strong, expert"):
        player("divine")
