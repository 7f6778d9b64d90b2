"""Whole pages: home, a table, an error, the notices. Each works without scripts, as forms."""

from __future__ import annotations

import time
from collections.abc import Mapping

from jacknine.bots import LEVELS
from jacknine.cards import SUITS
from jacknine.server.faces import court_letters
from jacknine.server.felt import regions
from jacknine.server.lobby import PLAIN_LEVEL, OpenTable
from jacknine.server.prefs import PACES, Prefs
from jacknine.server.prefs_form import choices, tongues
from jacknine.server.room import CLOCKS
from jacknine.server.room_felt import PHRASES
from jacknine.server.rules_page import rules_address
from jacknine.server.seatview import SeatView
from jacknine.server.settings_form import game_forms, rules_sentence
from jacknine.server.spoken import key_name, mark_of
from jacknine.server.templates import WEB, render
from jacknine.server.words import Words


def home(
    words: Words,
    prefs: Prefs,
    player: str,
    notice: str = "",
    tables: tuple[OpenTable, ...] = (),
    waiting: Mapping[str, tuple[str, ...]] | None = None,
    room: str = "",
) -> str:
    """The first page: who you are, the games, the language.

    ``player`` is the name the player goes by; ``notice`` a sentence to show, such as why a form was refused.
    ``tables`` are the open ones, ``waiting`` the people by game with whom *Play now* seats one. ``room`` is the code of
    a table whose people look for their next game.
    """
    return render(
        "home.html",
        words,
        prefs=prefs,
        player=player,
        notice=notice,
        games=game_forms(words),
        levels=LEVELS,
        paces=PACES,
        tongues=tongues(words),
        tables=tables,
        sentences={one.line: rules_sentence(one.line, words) for one in tables},
        waiting=waiting or {},
        level=PLAIN_LEVEL,
        room=room,
        clocks=CLOCKS,
        court=court_letters(words, prefs.letters),
    )


def table(sv: SeatView, words: Words, prefs: Prefs, notice: str = "") -> str:
    """A table's page with every region filled in.

    ``notice`` is a sentence to show where reasons stand, such as why an action was refused.
    """
    felt = regions(sv, words, prefs)
    return render(
        "table.html",
        words,
        sv=sv,
        prefs=prefs,
        notice=notice,
        regions=felt,
        seats="".join(html for region, html in felt.items() if region.startswith("seat-")),
        rules=rules_sentence(sv.line, words, sv.room.daily),
        rules_link=rules_address(sv.line),
        choices=choices(words, prefs),
        marks=_marks(sv, words),
        tongues=tongues(words),
        phrases=PHRASES,
        coach=_is_new(sv, prefs),
        paces=PACES,
        now=time.time_ns() // 1_000_000 if sv.room.clock else 0,
    )


def error(words: Words, prefs: Prefs, status: int, message_id: str, why: str = "") -> str:
    """A page that says what went wrong, what still holds and what to press; ``why`` says more, in a sentence."""
    message = words.first(f"error.{message_id}", "error.other")
    return render("error.html", words, prefs=prefs, status=status, message=message, why=why)


def notices(words: Words, prefs: Prefs) -> str:
    """The licence, and what the pages borrow from others."""
    text = (WEB / "static" / "NOTICES.md").read_text(encoding="utf-8")
    return render("notices.html", words, prefs=prefs, notices=text)


def _is_new(sv: SeatView, prefs: Prefs) -> bool:
    """Whether the viewer plays his first deal of a game, and wants it explained."""
    first = sv.view.deal_number <= 1 and sv.view.phase != "over"
    wanted = prefs.hints and sv.game not in prefs.explained and not sv.room.taught
    return sv.me is not None and first and wanted


def _marks(sv: SeatView, words: Words) -> tuple[tuple[str, str], ...]:
    """What a game plays beside the four suits: its mark and its name."""
    keys = (one.key for one in sv.view.rules.denominations if one.key not in SUITS)
    return tuple((mark_of(sv.game, key), key_name(sv, words, key)) for key in keys)
