"""The static files of the page: whole, small, and free of other people's servers."""

import gzip
import re
import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT
from tools.assets.drawings import SUITS, pip, suit_sprite
from tools.assets.svgpath import shorten

STATIC = ROOT / "src" / "jacknine" / "web" / "static"
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"}


def texts(*endings: str) -> list[tuple[Path, str]]:
    return [(path, path.read_text(encoding="utf-8")) for ending in endings for path in STATIC.rglob(f"*.{ending}")]


def compressed(pattern: str) -> int:
    """Bytes on the wire of all files that match: fonts are packed already, the rest goes gzipped."""
    contents = [(path.suffix, path.read_bytes()) for path in STATIC.glob(pattern)]
    assert contents
    return sum(len(data) if suffix == ".woff2" else len(gzip.compress(data, 9)) for suffix, data in contents)


def test_no_asset_names_another_site() -> None:
    found = {
        (path.name, address)
        for path, text in texts("css", "js", "svg")
        for address in re.findall(r"(?:https?:)?//[\w-]+(?:\.[\w-]+)+[^\s\"'`)]*", text)
    }
    assert {(name, address) for name, address in found if address not in NAMESPACES} == set()


def test_every_file_a_style_sheet_names_is_there() -> None:
    named = [(path, name) for path, text in texts("css") for name in re.findall(r"url\(\"([^\"]+)\"\)", text)]
    assert len(named) > 20
    assert [name for path, name in named if not (path.parent / name).is_file()] == []


def test_every_court_card_names_its_own_figure() -> None:
    sheet = (STATIC / "css" / "cards.css").read_text(encoding="utf-8")
    rules = re.findall(
        r'\[data-rank="(\w)"\]\[data-suit="(\w)"\] \{ --court: url\("\.\./cards/court-(\w\w)\.svg', sheet
    )
    assert sorted(card for *_, card in rules) == sorted(rank + suit for rank in "JQK" for suit in "SHDC")
    assert all(rank + suit == card for rank, suit, card in rules)


def test_the_suit_marks_are_the_ones_the_tool_draws() -> None:
    assert (STATIC / "cards" / "suits.svg").read_text(encoding="utf-8") == suit_sprite()
    for suit in SUITS:
        assert (STATIC / "cards" / f"pip-{suit}.svg").read_text(encoding="utf-8") == pip(suit)


def test_the_dearest_first_visit_keeps_to_its_budget() -> None:
    shared = sum(
        compressed(pattern) for pattern in ("css/*.css", "vendor/*.js", "*.svg", "cards/*.svg", "sounds/*.wav")
    )
    letters = compressed("fonts/archivo-narrow-*.woff2")
    script = max(
        compressed(f"fonts/noto-{name}-*.woff2") for name in ("sans-arabic", "nastaliq-urdu", "sans-devanagari")
    )
    assert shared + letters + script <= 450_000


def test_each_court_figure_and_each_sound_is_small() -> None:
    assert [
        path.name for path in STATIC.glob("cards/court-*.svg") if len(gzip.compress(path.read_bytes(), 9)) > 8_000
    ] == []
    assert [path.name for path in STATIC.glob("sounds/*.wav") if path.stat().st_size > 15_000] == []


def test_every_package_has_its_notice_and_licence() -> None:
    notices = (STATIC / "NOTICES.md").read_text(encoding="utf-8")
    for package in tomllib.loads((ROOT / "tools" / "assets" / "packages.toml").read_text(encoding="utf-8"))["package"]:
        licence = package["copy"]["LICENSE"]
        assert f"{package['name']} {package['version']}" in notices
        assert f"`{licence}`" in notices
        assert (STATIC / licence).is_file()


@pytest.mark.parametrize(
    ("data", "scale", "short"),
    [
        ("M10 10L20 10L20 30Z", 1, "m10 10h10v20z"),
        ("m10,10 10,0 0,20", 0.5, "m5 5h5v10"),
        ("M0 0L1.4 0L2.8 0L4.2 0", 1, "m0 0h1 2 1"),
        ("M0 0C10 0.2 20 0.2 30 0", 1, "m0 0h30"),
        ("M0 0C0 10 10 20 20 20", 1, "m0 0c0 10 10 20 20 20"),
        ("M0 0A4 4 0 0 1 8 0", 1, "m0 0a4 4 0 0 1 8 0"),
        ("M5 5l-1 -2m3 3z", 2, "m10 10l-2-4m6 6z"),
    ],
)
def test_shortened_paths(data: str, scale: float, short: str) -> None:
    assert shorten(data, scale) == short
