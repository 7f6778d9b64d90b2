"""One card table for the Jack-Nine family of games: Belote, Coinche, Klaverjassen, Bela, Baloot."""

__version__ = "0.1.0"

__all__ = ["__version__"]
