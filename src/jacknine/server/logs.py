"""What the server writes about itself: named fields, one line each. Never a hand, a seed, a cookie or a name.

So an error is logged by its kind and the places in the code it came through; its message could quote somebody's cards.
"""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path

import structlog

PLACES = 6


def trail(error: BaseException) -> str:
    """What an error is and where it came from, innermost place first, without any value."""
    frames = traceback.extract_tb(error.__traceback__)[-PLACES:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames)]
    return " < ".join([type(error).__name__, *places])


def configure() -> None:
    """Write to standard error, as JSON unless somebody is watching."""
    watched = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=False) if watched else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s %(message)s")
