"""How templates escape what they are given: once, and never less because something like it was seen before."""

from markupsafe import Markup

from jacknine.server.faces import Laid, face
from jacknine.server.middle import LastTrick
from jacknine.server.templates import region
from jacknine.server.words import Words


def test_what_was_seen_as_html_is_escaped_as_a_text() -> None:
    words = Words("en")
    for name in (Markup("<i>x</i>"), "<i>x</i>", Markup("<i>x</i>"), "<i>x</i>"):
        page = region("last-trick", words, None, LastTrick((Laid(face(0, words, ""), "s", True),), name))
        assert ("<i>x</i>" in page) == isinstance(name, Markup)
        assert ("&lt;i&gt;x&lt;/i&gt;" in page) != isinstance(name, Markup)
