"""Templates and the addresses of static files: how HTML comes about. Knows no table.

Templates keep to what Jinja2 and MiniJinja have in common and carry no words: those come from :mod:`.words`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from jacknine.server.digits import in_digits
from jacknine.server.prefs import Prefs
from jacknine.server.seatview import SeatView
from jacknine.server.words import Words

WEB: Final = files("jacknine") / "web"
STATIC_PATH: Final = "/static"


@cache
def static(path: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for good."""
    digest = blake2b((WEB / "static" / path).read_bytes(), digest_size=6).hexdigest()
    return f"{STATIC_PATH}/{path}?v={digest}"


class _Plain(CodeGenerator):
    """Compiles calls, attributes and conditions as nothing else: what a felt calls asks for no context, what it looks
    up is no key, what is not said of something is the empty text, and what is HTML already is not escaped. It halves
    the time of a small template.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        node.expr2 = node.expr2 or nodes.Const("")
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        # Noted, for to visit it may change it.
        self._is_html = _is_html(node)
        if not self._is_html:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_html:
            super()._output_child_post(node, frame, finalize)


def _is_html(node: nodes.Node | None) -> bool:
    """Whether a piece of a template is HTML as it stands: a small part, or one of two plain texts."""
    match node:
        case nodes.Const(value=str(text)):
            return escape(text) == text
        case nodes.CondExpr():
            return _is_html(node.expr1) and (node.expr2 is None or _is_html(node.expr2))
        case nodes.Call(node=nodes.Name(name=name)):
            return name in PARTS
        case _:
            return False


class _Felt(Environment):
    code_generator_class = _Plain


@cache
def _environment(kind: type[Environment]) -> Environment:
    environment = kind(
        loader=FileSystemLoader(str(WEB / "templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["prefs"] = Prefs()
    environment.globals["static"] = static
    environment.globals |= PARTS
    return environment


@cache
def _template(name: str) -> Template:
    """A template. To be faster it finds what it knows in one mapping, and remembers what was escaped."""
    kind = _Felt if name.startswith(("regions/", "parts")) else Environment
    template = _environment(kind).get_template(name)
    template.globals = dict(template.globals)
    template.root_render_func.__globals__["escape"] = _escape
    return template


# Types count: a text that is HTML already is equal to the same plain text.
_escape: Final = lru_cache(maxsize=2048, typed=True)(escape)


# Small parts are made once, for a felt is full of them.


@cache
def card_inside(index: str, suit: str) -> Markup:
    """What stands on a card's face."""
    return _part("inside", index, suit)


@lru_cache(maxsize=1024)
def card(face: Any) -> Markup:
    """A card with its name (a :class:`jacknine.server.faces.Face`)."""
    return _part("card", face)


@lru_cache(maxsize=1024)
def slot(held: Any) -> Markup:
    """A card of the hand (a :class:`jacknine.server.hand.Held`)."""
    return _part("slot", held)


@lru_cache(maxsize=2048)
def laid(one: Any) -> Markup:
    """A card of a trick (a :class:`jacknine.server.faces.Laid`)."""
    return _part("laid", one)


@lru_cache(maxsize=1024)
def press(button: Any, dir: str) -> Markup:
    """A button (a :class:`jacknine.server.say.Button`)."""
    return _part("press", button, dir)


@lru_cache(maxsize=512)
def news(line: Any) -> Markup:
    """A line for screen readers (a :class:`jacknine.server.news.NewsLine`)."""
    return _part("news", line)


@lru_cache(maxsize=512)
def said(text: str, mark: str, dir: str) -> Markup:
    """What a seat has said, with the mark of a suit."""
    return _part("said", text, mark, dir)


@cache
def fan(kind: str, count: int) -> Markup:
    """So many cards face down."""
    return _part("fan", kind, count)


@cache
def icon(name: str) -> Markup:
    """A drawing of the sprite."""
    return _part("icon", name)


@cache
def suit(key: str) -> Markup:
    """The mark of what is played."""
    return _part("suit", key)


PARTS: Final = {
    "card_inside": card_inside, "card": card, "fan": fan, "icon": icon, "laid": laid, "news": news, "press": press,
    "said": said, "slot": slot, "suit": suit,
}  # fmt: skip
"""What templates call for small parts."""


def _part(name: str, *given: object) -> Markup:
    return Markup(_macro("parts.html", name)(*given))


def region(name: str, words: Words, sv: SeatView | None, model: object) -> str:
    """A piece of a felt, or of what is around it: the macro of its template, which is sooner done than a page."""
    return in_digits(words.digits, _macro(f"regions/{name}.html", "region")(model, sv, words, words.text).strip())


@cache
def _macro(template: str, name: str) -> Callable[..., str]:
    """A macro as the plain function it is compiled to, which wants all of its arguments in their order."""
    macro: Macro = getattr(_template(template).module, name)
    function: Callable[..., str] = macro._func
    return function


def render(template: str, words: Words, **values: Any) -> str:
    """A template filled in; ``t`` gives it the texts and ``words`` language and direction. ``prefs`` are those of
    somebody who has chosen nothing, unless others are given.
    """
    return in_digits(words.digits, _template(template).render(t=words.text, words=words, **values))
