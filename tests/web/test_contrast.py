"""Colours that have to be told apart: cards and scores AAA, everything else AA."""

import re

import pytest

from tests.support import ROOT

CSS = ROOT / "src" / "jacknine" / "web" / "static" / "css"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours(sheet: str, scheme: int) -> dict[str, str]:
    """The colours a sheet names, in light (0) or dark (1)."""
    texts = [(CSS / name).read_text(encoding="utf-8") for name in (sheet, "dark.css")[: scheme + 1]]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", "".join(texts)))


@pytest.mark.parametrize("scheme", [0, 1])
def test_suits_on_cards_are_aaa_for_their_size(scheme: int) -> None:
    card = colours("cards.css", scheme)
    # Large letters: 4.5 is what AAA asks of them.
    assert {suit: contrast(card[f"suit-{suit}"], card["card-paper"]) >= 4.5 for suit in "SHDC"} == dict.fromkeys(
        "SHDC", True
    )


@pytest.mark.parametrize("scheme", [0, 1])
def test_scores_and_texts(scheme: int) -> None:
    base = colours("base.css", scheme)
    # The top line lies on the felt darkened by at least a quarter; the felt itself is the harder ground.
    assert contrast(base["on-felt"], base["felt"]) >= 7
    assert contrast(base["on-felt-soft"], base["felt-light"]) >= 4.5
    assert contrast(base["ink"], base["paper"]) >= 7
    assert contrast(base["ink-soft"], base["paper-edge"]) >= 4.5
    assert contrast(base["gold-ink"], base["gold"]) >= 7
    assert contrast(base["gold-text"], base["paper"]) >= 4.5
    assert contrast(base["warn"], base["paper"]) >= 4.5
