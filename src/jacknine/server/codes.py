"""Codes that are read out and typed: no letter looks like another."""

from __future__ import annotations

import secrets
from typing import Final

CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code(length: int) -> str:
    """A code by chance."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def plain_code(text: str) -> str:
    """A code as it was given out, however it was typed."""
    return "".join(sign for sign in text.lower() if sign in CODE_LETTERS)
