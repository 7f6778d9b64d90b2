"""Chance for players: numbers that follow from a seed and a view alone, so that every game can be played again."""

from __future__ import annotations

from typing import Final

from jacknine.game import View

_WORD: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def _scramble(word: int) -> int:
    """A permutation of the 64-bit words that leaves no trace of order (the finaliser of SplitMix64)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


class Chance:
    """A stream of numbers for one decision: another decision of the same game draws another stream."""

    def __init__(self, seed: int, view: View) -> None:
        played = len(view.tricks) * view.rules.players + len(view.trick)
        word = seed & _WORD
        for fact in (view.deal_number, view.seat or 0, len(view.calls), played, view.hand):
            word = _scramble((word + _STEP & _WORD) ^ fact)
        self._word = word

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, all equally likely but for a part in 2**50 or so."""
        self._word = self._word + _STEP & _WORD
        return _scramble(self._word) * bound >> 64
