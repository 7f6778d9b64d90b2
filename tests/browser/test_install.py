"""The pages as an app: what a phone needs to install it, and what it shows when nobody answers."""

import json
import struct
import urllib.request
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener, Site
from tests.browser.player import sit, wait_turn

pytestmark = pytest.mark.browser

READY = "() => navigator.serviceWorker.ready.then(one => one.active.state === 'activated' || null)"
CACHED = """async () => {
  const requests = await Promise.all((await caches.keys()).map(async key => (await caches.open(key)).keys()));
  return requests.flat().map(one => new URL(one.url).pathname).sort();
}"""


def open_table(visit: Opener, site: Site) -> Page:
    page = visit(service_workers="allow")
    sit(page, site.address)
    wait_turn(page)
    page.evaluate(READY)
    page.wait_for_function("() => caches.has('offline')")
    return page


def test_the_manifest_names_pictures_of_the_size_they_say(site: Site) -> None:
    with urllib.request.urlopen(f"{site.address}/manifest.webmanifest") as answer:
        assert answer.headers["content-type"] == "application/manifest+json"
        told = json.load(answer)
    assert told["start_url"] == told["scope"] == "/" and told["display"] == "standalone"
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        with urllib.request.urlopen(urljoin(site.address, icon["src"])) as answer:
            width, height = struct.unpack(">II", answer.read()[16:24])
        assert icon["sizes"] == f"{width}x{height}"


def test_a_page_says_what_is_wrong_and_comes_back_by_itself(visit: Opener, own_site: Site) -> None:
    page = open_table(visit, own_site)
    table = page.url
    page.context.set_offline(True)
    page.reload()
    assert page.locator(".no-network").is_visible() and not page.locator(".no-server").is_visible()
    page.context.set_offline(False)
    page.wait_for_selector("#felt", timeout=20_000)
    assert page.url == table
    own_site.kill()
    page.reload()
    page.wait_for_selector(".no-server:visible")
    assert not page.locator(".no-network").is_visible()
    own_site.start()
    page.wait_for_selector("#felt", timeout=20_000)
    assert page.url == table
    wait_turn(page)


def test_nothing_is_kept_but_the_page_for_when_nobody_answers(visit: Opener, site: Site) -> None:
    page = open_table(visit, site)
    page.goto(site.address)
    page.goto(f"{site.address}/rules/belote")
    assert page.evaluate(CACHED) == ["/offline", "/static/css/offline.css", "/static/js/offline.js"]


def test_the_page_speaks_the_language_that_was_chosen_last(visit: Opener, site: Site) -> None:
    page = open_table(visit, site)
    page.evaluate("() => fetch('/me', { method: 'POST', body: new URLSearchParams({ language: 'ur' }) })")
    page.reload()
    page.wait_for_function(
        "async () => (await (await caches.match('/offline'))?.text() ?? '').includes('<html lang=\"ur\"')"
    )
    page.context.set_offline(True)
    page.reload()
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert page.locator(".no-network").is_visible()
