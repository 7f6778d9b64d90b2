"""The static files, each with the header that lets browsers keep it. Nothing outside its folder can be asked for."""

from __future__ import annotations

import mimetypes
from hashlib import blake2b
from pathlib import Path
from typing import Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC: Final = Path(__file__).parent.parent / "web" / "static"
TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2", ".md": "text/markdown", ".txt": "text/plain"}
"""What systems do not agree upon."""


@get("/static/{path:path}", sync_to_thread=False)
def static_file(request: Request[None, None, State], path: FromPath[str]) -> Response[bytes]:
    """A static file. An address that names the file's version (``?v=``) is good for ever; any other is asked anew."""
    try:
        file = (STATIC / path.lstrip("/")).resolve()
        if not file.is_relative_to(STATIC) or not file.is_file():
            raise NotFoundException
        content = file.read_bytes()
    except (ValueError, OSError):
        # A name that no file can have.
        raise NotFoundException from None
    tag = f'"{blake2b(content, digest_size=8).hexdigest()}"'
    versioned = "v" in request.query_params
    headers = {"etag": tag, "cache-control": "public, max-age=31536000, immutable" if versioned else "no-cache"}
    media_type = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)
