"""Digits as a player likes them, put into the text of pages that are made: not into cards, codes and addresses.

The numbers stay what they are in attributes, which programs read, and in what is marked ``translate="no"``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

WESTERN: Final = "0123456789"
DIGITS: Final = {"western": WESTERN, "arabic": "٠١٢٣٤٥٦٧٨٩", "urdu": "۰۱۲۳۴۵۶۷۸۹", "devanagari": "०१२३४५६७८९"}
OFFERED_FIRST: Final = {"ne": "devanagari"}
"""Where the players' own digits are what they read most."""

_PIECE: Final = re.compile(
    r'<(pre|textarea|script|style)\b.*?</\1>|<(\w+)[^<>]* translate="no".*?</\2>|<[^<>]*>|&[^;\s]*;|[0-9]+', re.DOTALL
)


def with_minus(number: str) -> str:
    """A number as it is written beside others: less than nothing with a minus, not with a hyphen."""
    return number.replace("-", "−")


@cache
def _table(digits: str) -> dict[int, int]:
    return str.maketrans(WESTERN, DIGITS[digits])


def in_digits(digits: str, html: str) -> str:
    """A page, or a part of one, with the numbers that are read in other digits."""
    if digits == "western":
        return html
    table = _table(digits)
    return _PIECE.sub(lambda piece: piece[0] if piece[0][0] in "<&" else piece[0].translate(table), html)
