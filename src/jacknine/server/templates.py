"""Templates and the addresses of static files: how HTML comes about. Knows no table.

Templates keep to what Jinja2 and MiniJinja have in common and carry no words: those come from :mod:`.words`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from jacknine.server.prefs import Prefs
from jacknine.server.words import Words

WEB: Final = files("jacknine") / "web"
STATIC_PATH: Final = "/static"


@cache
def static(path: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for good."""
    digest = blake2b((WEB / "static" / path).read_bytes(), digest_size=6).hexdigest()
    return f"{STATIC_PATH}/{path}?v={digest}"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(str(WEB / "templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["prefs"] = Prefs()
    environment.globals["static"] = static
    environment.globals |= {"card_inside": card_inside, "card": card, "icon": icon, "suit": suit}
    return environment


# Small parts are made once, for a felt is full of them.


@cache
def card_inside(index: str, suit: str) -> Markup:
    """What stands on a card's face."""
    return _part("inside", index, suit)


@lru_cache(maxsize=1024)
def card(face: Any) -> Markup:
    """A card with its name (a :class:`jacknine.server.faces.Face`)."""
    return _part("card", face)


@cache
def icon(name: str) -> Markup:
    """A drawing of the sprite."""
    return _part("icon", name)


@cache
def suit(key: str) -> Markup:
    """The mark of what is played."""
    return _part("suit", key)


def _part(name: str, *given: object) -> Markup:
    return Markup(getattr(_environment().get_template("parts.html").module, name)(*given))


def render(template: str, words: Words, **values: Any) -> str:
    """A template filled in; ``t`` gives it the texts and ``words`` language and direction. ``prefs`` are those of
    somebody who has chosen nothing, unless others are given.
    """
    return _environment().get_template(template).render(t=words.text, words=words, **values)
