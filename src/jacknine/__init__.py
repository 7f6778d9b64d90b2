"""One card table for the Jack-Nine family of games: Belote, Coinche, Klaverjassen, Bela, Baloot, Jass.

The engine in one import: ``rules`` or ``parse_line`` make a rule set, ``start`` a match, ``legal`` and ``apply`` play
it, ``view`` shows what one seat may know.
"""

from jacknine.game import Deal, IllegalAction, Play, Speak, State, View, apply, legal, start, view, why_not
from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.variants import VARIANTS, parse_line, rules

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "Deal",
    "IllegalAction",
    "Play",
    "Rules",
    "SettingsError",
    "Speak",
    "State",
    "View",
    "__version__",
    "apply",
    "legal",
    "parse_line",
    "rules",
    "start",
    "view",
    "why_not",
]
