"""What to say in the auction, one module a kind of auction; each call is the one that should score best."""

from __future__ import annotations

from jacknine.bots.calls.buying import buy
from jacknine.bots.calls.ladder import bid
from jacknine.bots.calls.naming import name
from jacknine.bots.calls.trained import table_for
from jacknine.game import View
from jacknine.rules.auction import Call, Naming
from jacknine.rules.buying import Buying
from jacknine.rules.ladder import Ladder


def call(view: View, boldness: float, trained: bool = False) -> Call:
    """The call of the seat on turn that is worth most, the first of equals."""
    worths = call_values(view, boldness, trained)
    return max(worths, key=lambda call: worths[call])


def call_values(view: View, boldness: float, trained: bool = False) -> dict[Call, float]:
    """What each call that makes sense is worth: only the differences mean something. ``boldness`` is added to what the
    hand is worth, in card points. ``trained``: close calls are decided by a table of
    :mod:`jacknine.bots.calls.trained`.

    Raises:
        TypeError: an auction of a kind that no module here knows.
    """
    worths = _by_rules(view, boldness)
    table = table_for(view.rules) if trained else None
    return table.corrected(view, worths) if table else worths


def _by_rules(view: View, boldness: float) -> dict[Call, float]:
    match view.rules.auction:
        case Naming():
            return name(view, boldness)
        case Ladder():
            return bid(view, boldness)
        case Buying():
            return buy(view, boldness)
        case other:
            raise TypeError(f"no player knows the auction {type(other).__name__}")
