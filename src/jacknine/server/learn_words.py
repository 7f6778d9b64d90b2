"""The words that each game's players say, as they are written in their own language.

How a word sounds and what it means is told in the reader's language, under ids made of the game and the key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the table."""

    key: str
    text: str


LANGUAGE: Final[Mapping[str, str]] = {
    "belote": "fr",
    "coinche": "fr",
    "klaverjas": "nl",
    "bela": "hr",
    "baloot": "ar",
    "jass": "de-CH",
}
"""The language of each game's words, so that they are spoken and written as they should be."""

TERMS: Final[Mapping[str, tuple[Term, ...]]] = {
    "belote": (
        Term("retourne", "la retourne"),
        Term("belote", "belote, rebelote"),
        Term("tierce", "tierce"),
        Term("carre", "carré"),
        Term("dedans", "dedans"),
        Term("capot", "capot"),
        Term("der", "dix de der"),
        Term("litige", "litige"),
    ),
    "coinche": (
        Term("enchere", "enchère"),
        Term("coinche", "coinche"),
        Term("surcoinche", "surcoinche"),
        Term("contree", "contrée"),
        Term("atout", "atout"),
        Term("capot", "capot"),
        Term("chute", "chute"),
    ),
    "klaverjas": (
        Term("jas", "jas"),
        Term("nel", "nel"),
        Term("roem", "roem"),
        Term("stuk", "stuk"),
        Term("nat", "nat"),
        Term("pit", "pit"),
        Term("voorhand", "voorhand"),
        Term("smeren", "smeren"),
    ),
    "bela": (
        Term("adut", "adut"),
        Term("decko", "dečko"),
        Term("dalje", "dalje"),
        Term("mus", "mus"),
        Term("zvanje", "zvanje"),
        Term("iber", "iber"),
        Term("stiglja", "štiglja"),
        Term("pali", "pali"),
    ),
    "baloot": (
        Term("hokum", "حكم"),
        Term("sun", "صن"),
        Term("ashkal", "أشكال"),
        Term("bass", "بس"),
        Term("sira", "سرا"),
        Term("ekka", "أكة"),
        Term("kaboot", "كبوت"),
        Term("sawa", "سوا"),
    ),
    "jass": (
        Term("puur", "Puur"),
        Term("nell", "Nell"),
        Term("stoeck", "Stöck"),
        Term("weis", "Weis"),
        Term("schieben", "schieben"),
        Term("obenabe", "Obenabe"),
        Term("undenufe", "Undenufe"),
        Term("match", "Match"),
    ),
}
"""The words of each game in the order in which a player meets them."""
