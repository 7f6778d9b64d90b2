"""The games, one file each, and the lines that name a whole rule set: ``belote(preset=cafe,target=1001)``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from jacknine.rules.settings import Contradiction, Options, SettingsError
from jacknine.rules.variant import Rules, Variant
from jacknine.variants.baloot import BALOOT
from jacknine.variants.bela import BELA
from jacknine.variants.belote import BELOTE
from jacknine.variants.coinche import COINCHE
from jacknine.variants.jass import JASS
from jacknine.variants.klaverjas import KLAVERJAS

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (BELOTE, COINCHE, KLAVERJAS, BELA, BALOOT, JASS)}
"""Every game, by name; no other module of the engine lists them."""

_LINE = re.compile(r"\s*([a-z]+)\s*(?:\(([^()]*)\))?\s*")


def variant(name: str) -> Variant:
    """The game of that name.

    Raises:
        SettingsError: there is none; the message lists the games.
    """
    try:
        return VARIANTS[name]
    except KeyError:
        raise SettingsError(f"there is no game {name!r}; the games are {', '.join(VARIANTS)}") from None


def options(game: Variant, settings: Mapping[str, object]) -> Options:
    """All settings of a game in force: defaults, then the preset, then what is given.

    Raises:
        SettingsError: an unknown setting, preset or value, or settings that contradict each other.
    """
    preset = game.preset(str(settings.get("preset", game.presets[0].name)))
    parsed = {name: game.setting(name).parse(value) for name, value in settings.items() if name != "preset"}
    open_names = {setting.name for setting in game.settings}
    given = dict(preset.values) | {name: value for name, value in parsed.items() if name in open_names}
    chosen = {setting.name: setting.default for setting in game.settings} | given
    resolved = Options(chosen | dict(game.derive(chosen)) | given)
    clash = game.refuse(resolved)
    if clash is not None:
        raise Contradiction(game.name, clash, resolved)
    return resolved


def rules(game: str, settings: Mapping[str, object] | None = None) -> Rules:
    """The rule set of a game under the given settings (``preset`` among them).

    Raises:
        SettingsError: an unknown game, setting, preset or value, or settings that contradict each other.
    """
    given = settings or {}
    return _built(game, tuple(sorted((name, str(value)) for name, value in given.items())))


@lru_cache(maxsize=1024)
def _built(name: str, given: tuple[tuple[str, str], ...]) -> Rules:
    game = variant(name)
    chosen = options(game, dict(given))
    return replace(game.build(chosen), line=line(game, dict(given)))


def line(game: Variant, settings: Mapping[str, object]) -> str:
    """The canonical line of a rule set: the preset where it is not the default, then what differs from it.

    Raises:
        SettingsError: as :func:`options`.
    """
    preset = game.preset(str(settings.get("preset", game.presets[0].name)))
    chosen = options(game, settings)
    base = dict(options(game, {"preset": preset.name}).items()) | dict(game.derive(dict(chosen.items())))
    parts = [] if preset is game.presets[0] else [f"preset={preset.name}"]
    parts += [f"{name}={value}" for name, value in chosen.items() if base.get(name) != value]
    return f"{game.name}({','.join(parts)})" if parts else game.name


def parse_line(text: str) -> Rules:
    """The rule set that a line names.

    Raises:
        SettingsError: the line is malformed or names something unknown.
    """
    return rules(*split_line(text))


def split_line(text: str) -> tuple[str, dict[str, str]]:
    """The game and the settings of a line, unchecked.

    Raises:
        SettingsError: the line is malformed.
    """
    match = _LINE.fullmatch(text)
    if match is None:
        raise SettingsError(
            f"{text!r} is no rule set: write a game with settings, as in belote(preset=cafe,target=1001)"
        )
    settings: dict[str, str] = {}
    for part in (match[2] or "").split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        if not equals:
            raise SettingsError(f"{part.strip()!r} in {text!r} has no value: write setting=value")
        if name.strip() in settings:
            raise SettingsError(f"{name.strip()} is given twice in {text!r}")
        settings[name.strip()] = value.strip()
    return match[1], settings
