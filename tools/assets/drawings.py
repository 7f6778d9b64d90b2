"""Our own card drawings: the four suit marks as a sprite and as single marks, and the back of a card.

Exists so that each suit has one outline, drawn once, that the index, the pips and the icons of a page share.
Knows nothing about ranks, colours of decks or sizes on the screen: the style sheet decides those.

    python -m tools.assets.drawings
"""

from __future__ import annotations

from pathlib import Path

CARDS = Path(__file__).resolve().parents[2] / "src" / "jacknine" / "web" / "static" / "cards"

SUITS = {
    "S": "M50 3C56 17 94 41 94 66 94 79 85 87 74 87 65 87 58 83 54 76 55 85 59 92 66 97H34C41 92 45 85 46 76"
    " 42 83 35 87 26 87 15 87 6 79 6 66 6 41 44 17 50 3Z",
    "H": "M50 95C44 81 5 60 5 32 5 17 15 7 28 7 39 7 47 14 50 25 53 14 61 7 72 7 85 7 95 17 95 32 95 60 56 81 50 95Z",
    "D": "M50 3C59 21 73 38 89 50 73 62 59 79 50 97 41 79 27 62 11 50 27 38 41 21 50 3Z",
    "C": "M50 4A22 22 0 0 1 67.5 39.5 22.5 22.5 0 1 1 54 70C55 83 59 91 66 97H34C41 91 45 83 46 70"
    "A22.5 22.5 0 1 1 32.5 39.5 22 22 0 0 1 50 4Z",
}
"""Outline of each suit mark in a box of 100 by 100."""

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'


def suit_sprite() -> str:
    """Return the sprite of suit marks: one symbol a suit, its id the suit's letter, painted in the current colour."""
    symbols = "".join(
        f'<symbol id="{suit}" viewBox="0 0 100 100"><path fill="currentColor" d="{outline}"/></symbol>\n'
        for suit, outline in SUITS.items()
    )
    return f"{_HEAD}>\n{symbols}</svg>\n"


def pip(suit: str) -> str:
    """Return the mark of ``suit`` (S, H, D or C) as an image of its own, for use as a mask. Raises KeyError."""
    return f'{_HEAD} viewBox="0 0 100 100"><path d="{SUITS[suit]}"/></svg>\n'


def back() -> str:
    """Return the back of a card: a lattice on blue inside a paper edge, and a J in a ring of nine."""
    ring = "".join(f'<circle r="6.5" cy="-47" transform="rotate({turn})"/>' for turn in range(0, 360, 40))
    return (
        f'{_HEAD} viewBox="0 0 250 350">'
        '<defs><pattern id="l" width="25" height="25" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45 125 175)">'
        '<path d="M0 0H25V25H0Z" fill="none" stroke="#8fa6dc" stroke-width="3"/>'
        '<circle cx="12.5" cy="12.5" r="4" fill="#e9b949"/></pattern></defs>'
        '<path fill="#fdfcf8" d="M0 0H250V350H0Z"/>'
        '<rect x="13" y="13" width="224" height="324" rx="13" fill="#26417f"/>'
        '<rect x="21" y="21" width="208" height="308" rx="8" fill="url(#l)" stroke="#8fa6dc" stroke-width="3"/>'
        '<g transform="translate(125 175)"><circle r="66" fill="#26417f" stroke="#fdfcf8" stroke-width="5"/>'
        f'<g fill="#e9b949">{ring}</g>'
        '<path d="M-12-26H14V10A15 15 0 0 1-16 10" fill="none" stroke="#fdfcf8" stroke-width="11"'
        ' stroke-linecap="round" stroke-linejoin="round"/></g></svg>\n'
    )


def main() -> None:
    """Write all the drawings into the folder of the cards."""
    CARDS.mkdir(parents=True, exist_ok=True)
    drawings = {"suits": suit_sprite(), "back": back(), **{f"pip-{suit}": pip(suit) for suit in SUITS}}
    for name, drawing in drawings.items():
        (CARDS / f"{name}.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
