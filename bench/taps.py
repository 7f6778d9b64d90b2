"""From a tap to the card in the trick, in a real browser on loopback: what a player waits for.

Needs what the browser tests need; where that is missing nothing is measured and one line says so.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from bench.measure import Figure

TAPS = 60
TIMED_TAP = """async () => {
  const card = document.querySelector('#hand .open');
  const name = card.dataset.card;
  const began = performance.now();
  const shown = new Promise(done => {
    const look = () => document.querySelector(`#trick-${name}`) && done([performance.now() - began, pending]);
    new MutationObserver(look).observe(document.getElementById('felt'), { subtree: true, childList: true });
  });
  card.click();
  const pending = card.matches('.pending');
  return shown;
}"""
"""Taps the first open card: milliseconds until it lies in the trick, and whether it was marked at once."""


def figures(_: bool) -> list[Figure]:
    """Milliseconds from tap to trick: median and 95th percentile."""
    try:
        times = measured()
    except (ImportError, FileNotFoundError) as error:
        print(f"taps are not measured: {error}", file=sys.stderr)
        return []
    at = quantiles(times, n=20)
    return [
        Figure("felt.tap_to_trick_p50_ms", at[9], "ms", len(times), "make bench"),
        Figure("felt.tap_to_trick_p95_ms", at[18], "ms", len(times), "make bench"),
    ]


def measured() -> list[float]:
    """Taps in whole deals of klaverjas against computers that answer at once.

    Raises:
        ImportError: Playwright is not installed.
        FileNotFoundError: there is no Chromium.
    """
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import Site
    from tests.browser.player import sit, to_play
    from tests.support import chromium

    times: list[float] = []
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page(viewport={"width": 412, "height": 800}, has_touch=True)
        sit(page, site.address, "klaverjas")
        while len(times) < TAPS:
            to_play(page)
            taken, _ = page.evaluate(TIMED_TAP)
            times.append(taken)
            page.wait_for_timeout(50)
        browser.close()
        site.stop()
    return times
