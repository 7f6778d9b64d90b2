"""Why an action is not allowed, as a message id with parameters; the words for it are in the table's catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Reason(NamedTuple):
    """A refusal. ``id`` names the sentence; ``values`` are its parameters: suits as letters, cards as texts, seats as
    numbers.
    """

    id: str
    values: Mapping[str, str | int]


class IllegalAction(ValueError):
    """An action that the rules do not allow in this state; the state is as it was."""

    def __init__(self, reason: Reason) -> None:
        told = ", ".join(f"{name} {value}" for name, value in reason.values.items())
        super().__init__(reason.id.replace("_", " ") + (f" ({told})" if told else ""))
        self.reason = reason


def reason(id: str, **values: str | int) -> Reason:
    """A reason, written shortly."""
    return Reason(id, values)
