"""The twelve court figures: from a whole CC0 card face to a small picture of the figure alone.

Exists because a face is 33 to 63 kB and brings its own corner letters, frame and colours, while the table draws letters
and suit marks itself. Knows the build of Adrian Kennard's faces: six layers a half figure, shown upright and turned.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from tools.assets.svgpath import shorten

SCALE = 0.5
"""Grid units kept for each unit of the source: 650 x 1000 for a figure that is seldom drawn wider than 100 pixels."""

WIDTH, HEIGHT = round(1300 * SCALE), round(2000 * SCALE)

_INK = {"#FC4": "#e9b949", "red": "#c8102e", "#44F": "#33479e", "black": "#15171c", "none": "none"}
"""The colours of the source and the calmer ones, near the card's own inks, that stand in their place."""

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_PIP = re.compile(r"translate\(([-\d.]+),([-\d.]+)\)scale\(1,0\.972\)rotate\(([-\d.]+)\)translate\(\S+\)")
_PIP_BOX = 1200
"""Side of the box in which the source draws its suit mark."""


def _paint(element: ElementTree.Element, width_scale: float) -> str:
    """Fill and stroke of a source element as attributes; stroke widths times ``width_scale``."""
    out = "".join(f' {name}="{_INK[colour]}"' for name in ("fill", "stroke") if (colour := element.get(name)))
    if width := element.get("stroke-width"):
        out += f' stroke-width="{round(float(width) * width_scale, 1):g}"'
    return out


def _path(element: ElementTree.Element) -> str:
    return f'<path d="{shorten(element.attrib["d"], SCALE)}"{_paint(element, SCALE)}/>'


def _mark(element: ElementTree.Element) -> str:
    """A small suit mark on the clothes. Raises ValueError when the source places it in a way not known here."""
    place = _PIP.fullmatch(element.attrib["transform"])
    if place is None:
        raise ValueError(f"unknown placing of a suit mark: {element.attrib['transform']}")
    x, y, turn = (float(number) for number in place.groups())
    size = SCALE * float(element.attrib["height"]) / _PIP_BOX
    turned = f"rotate({turn:g})" if turn else ""
    placed = f"translate({x * SCALE:g} {y * SCALE:g}){turned}scale({size:.3g})"
    return f'<use href="#m" transform="{placed}"{_paint(element, 1.0)}/>'


def figure(face: str) -> str:
    """Return the court figure of the card face ``face`` (SVG text) as an SVG document of its own, without a background.

    Raises ValueError or KeyError when the face is not built as the known ones are.
    """
    root = ElementTree.fromstring(face)
    symbols = {symbol.attrib["id"]: symbol for symbol in root.iter(f"{_SVG}symbol")}
    code = root.attrib["face"][::-1]
    mark = symbols[f"S{code}"].find(f"{_SVG}path")
    if mark is None:
        raise ValueError(f"the face {code} has no suit mark")
    layers: list[str] = []
    uses_mark = False
    for number in range(1, 7):
        holder = symbols[f"{code}{number}"]
        group = holder.find(f"{_SVG}g")
        parts = list(holder if group is None else group)
        drawn = "".join(_path(part) if part.tag == f"{_SVG}path" else _mark(part) for part in parts)
        uses_mark |= "<use" in drawn
        layers.append(drawn if group is None else f'<g transform="matrix(-1 0 0 1 {WIDTH} 0)">{drawn}</g>')
    shape = f'<path id="m" d="{shorten(mark.attrib["d"], 1)}" fill="{_INK[mark.attrib["fill"]]}"/>' if uses_mark else ""
    half = f'<g id="h" stroke-linecap="round" stroke-linejoin="round">{"".join(layers)}</g>'
    turned = f'<use href="#h" transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none">'
        f"<defs>{shape}</defs>{half}{turned}</svg>\n"
    )
