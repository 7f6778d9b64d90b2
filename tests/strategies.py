"""Hypothesis strategies over all games: rule sets under any settings, and deals played at random."""

from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from jacknine.rules.settings import Setting, SettingsError
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, rules
from tests.play import Step, play, random_start

games = st.sampled_from(sorted(VARIANTS))


def values(setting: Setting) -> st.SearchStrategy[str]:
    """The values of a setting, the default first."""
    listed = st.sampled_from(setting.values)
    return listed if setting.numbers is None else listed | st.sampled_from(setting.numbers).map(str)


@st.composite
def rule_sets(draw: st.DrawFn, names: st.SearchStrategy[str] = games) -> Rules:
    """A rule set: a game, a preset, and any of its settings changed."""
    variant = VARIANTS[draw(names)]
    changed = draw(st.sets(st.sampled_from([setting.name for setting in variant.settings])))
    settings = {name: draw(values(variant.setting(name))) for name in sorted(changed)}
    settings["preset"] = draw(st.sampled_from([preset.name for preset in variant.presets]))
    try:
        return rules(variant.name, settings)
    except SettingsError:
        assume(False)  # settings that contradict each other
        raise


@st.composite
def games_played(draw: st.DrawFn, deals: int = 1, names: st.SearchStrategy[str] = games) -> list[Step]:
    """The steps of some deals played at random."""
    rng = Random(draw(st.integers(0, 2**32)))
    return list(play(rng, random_start(rng, draw(rule_sets(names))), deals))
