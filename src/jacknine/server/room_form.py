"""What a table is for, as fields of a form: who may come and watch, and how long one may think."""

from __future__ import annotations

from jacknine.server.making import known
from jacknine.server.room import CLOCKS, Terms

SWITCH = ("false", "true")
FIELDS = ("spectators", "listed", "clock")


def terms_in(form: dict[str, str], gathering: bool) -> Terms:
    """The terms given in a form, whose fields are taken out.

    Raises:
        SettingsError: a value is none of those allowed; the message lists them.
    """
    given = {name: form.pop(name, "") for name in FIELDS}
    return Terms(
        gathering=gathering,
        spectators=known("spectators", given["spectators"] or "true", SWITCH) == "true",
        listed=known("listed", given["listed"] or "false", SWITCH) == "true",
        clock=int(known("clock", given["clock"] or "0", tuple(map(str, CLOCKS)))),
    )
