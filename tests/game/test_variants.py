"""Settings: names that a rule sheet knows and that have one value only."""

import pytest

from jacknine.rules.settings import SettingsError
from jacknine.variants import VARIANTS, rules

FIXED = [(game, one.name, one.values) for game, variant in VARIANTS.items() for one in variant.fixed]


@pytest.mark.parametrize(("game", "name", "values"), FIXED)
def test_what_is_fixed_may_be_given_and_changes_nothing(game: str, name: str, values: tuple[str, ...]) -> None:
    (only,) = values
    assert rules(game, {name: only}) == rules(game)
    with pytest.raises(SettingsError, match=f"{name}=penalty: {name} is {only}"):
        rules(game, {name: "penalty"})


def test_the_sheets_name_three() -> None:
    assert [name for _, name, _ in FIXED] == ["gedraaid_jokers", "renege", "qaid"]


def test_a_rule_set_prints_as_its_line() -> None:
    assert repr(rules("belote", {"target": 1001, "preset": "cafe"})) == "<Rules belote(preset=cafe,target=1001)>"
