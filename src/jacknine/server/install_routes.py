"""What makes the pages an app on a phone: its manifest, its worker, and the page for when nobody answers."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get

from jacknine.server.asking import HTML, Ours, visitor_of
from jacknine.server.errors import AppRequest
from jacknine.server.templates import WEB, render, static

GROUND: Final = "#123328"


@get("/manifest.webmanifest")
async def manifest(request: AppRequest, service: Ours) -> Response[bytes]:
    """How the app is called and what it looks like on a home screen."""
    words = (await visitor_of(request, service)).words
    told = {
        "id": "/",
        "name": words.text("app.name"),
        "short_name": words.text("app.name"),
        "description": words.text("app.line"),
        "lang": words.language,
        "dir": words.dir,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [
            {"src": static(file), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for file, size, purpose in (
                ("icon-192.png", 192, "any"),
                ("icon-512.png", 512, "any"),
                ("icon-maskable-512.png", 512, "maskable"),
            )
        ],
    }
    return Response(msgspec.json.encode(told), media_type="application/manifest+json")


@get("/worker.js", sync_to_thread=False)
def worker() -> Response[bytes]:
    """The worker, at the address from which it may look after all pages."""
    script = (WEB / "static" / "js" / "worker.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/offline")
async def offline(request: AppRequest, service: Ours) -> Response[str]:
    """What the worker shows when the network or the server is gone."""
    return Response(render("offline.html", (await visitor_of(request, service)).words), media_type=HTML)


INSTALL_ROUTES: Final = (manifest, worker, offline)
