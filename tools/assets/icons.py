"""Write the pictures of an installed table, drawn from ``icon.svg``.

    python -m tools.assets.icons

Exists because home screens want PNG. Chromium draws; what it draws is packed anew with a palette, so that a picture
costs few bytes. Knows nothing about where the pictures are named.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).resolve().parents[2] / "src" / "jacknine" / "web" / "static"
CHROMIUM = "/usr/bin/chromium"
SIZES = (180, 192, 512)
COLOURS = 64
"""How many colours a picture keeps: three, and the blends at their edges."""

Pixel = tuple[int, int, int, int]

READ = """async ([svg, size]) => {
  const picture = new Image(size, size);
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = new OffscreenCanvas(size, size).getContext("2d");
  canvas.drawImage(picture, 0, 0, size, size);
  return [...canvas.getImageData(0, 0, size, size).data];
}"""


def maskable(svg: str) -> str:
    """The same drawing on a ground without corners, small enough for any mask that a system cuts it with."""
    ground, drawing = svg.replace(' rx="112"', "", 1).split("<g fill", 1)
    inner, end = f"<g fill{drawing}".rsplit("</svg>", 1)
    return f'{ground}<g transform="translate(56 56) scale(.78)">{inner}</g></svg>{end}'


def pixels(page: Page, svg: str, size: int) -> list[Pixel]:
    """A drawing as pixels of red, green, blue and opacity."""
    numbers = page.evaluate(READ, [svg, size])
    return list(zip(*(numbers[at::4] for at in range(4)), strict=True))


def png(drawn: list[Pixel], size: int) -> bytes:
    """Pixels as a PNG with a palette: rare colours become the nearest of the common ones."""
    palette = [colour for colour, _ in Counter(drawn).most_common(COLOURS)]
    place = {colour: palette.index(_nearest(palette, colour)) for colour in set(drawn)}
    rows = b"".join(b"\0" + bytes(place[one] for one in drawn[at : at + size]) for at in range(0, size * size, size))
    chunks = (
        _chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", b"".join(bytes(colour[:3]) for colour in palette)),
        _chunk(b"tRNS", bytes(colour[3] for colour in palette)),
        _chunk(b"IDAT", zlib.compress(rows, 9)),
        _chunk(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _nearest(palette: list[Pixel], colour: Pixel) -> Pixel:
    return min(palette, key=lambda one: sum((a - b) ** 2 for a, b in zip(one, colour, strict=True)))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def main() -> None:
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page()
        for size in SIZES:
            (STATIC / f"icon-{size}.png").write_bytes(png(pixels(page, svg, size), size))
        (STATIC / "icon-maskable-512.png").write_bytes(png(pixels(page, maskable(svg), 512), 512))
        browser.close()


if __name__ == "__main__":
    main()
