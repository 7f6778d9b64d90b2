"""The engine: pure functions on values.

``start`` a match, ask ``legal`` what may be done, ``apply`` an action, look through ``view``. No clock, no chance, no
input or output; chance comes in as the action :class:`Deal`.
"""

from jacknine.game.actions import Action, Claim, Deal, Decision, Declare, Discard, Play, Roem, Skip, Speak, Swap
from jacknine.game.events import Event, visible_to
from jacknine.game.legal import legal, legal_cards, why_not
from jacknine.game.match import apply, apply_legal, start
from jacknine.game.reasons import IllegalAction, Reason
from jacknine.game.state import DealState, Outcome, State, Trick
from jacknine.game.view import View, seen_from, view, view_of_all

__all__ = [
    "Action",
    "Claim",
    "Deal",
    "DealState",
    "Decision",
    "Declare",
    "Discard",
    "Event",
    "IllegalAction",
    "Outcome",
    "Play",
    "Reason",
    "Roem",
    "Skip",
    "Speak",
    "State",
    "Swap",
    "Trick",
    "View",
    "apply",
    "apply_legal",
    "legal",
    "legal_cards",
    "seen_from",
    "start",
    "view",
    "view_of_all",
    "visible_to",
    "why_not",
]
