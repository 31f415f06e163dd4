"""The manifest with which a phone keeps the app among its own: name, icons, colours."""

import json
from typing import Final

from flask import url_for
from werkzeug.wrappers import Response

from companion.config import APP_NAME
from companion.pages.blueprint import blueprint
from companion.pages.layout import files, frame
from companion.web.base_path import base_path
from companion.web.language import request_language
from companion.words.catalogue import tag

DARK: Final = "#14161b"
"""The background of the dark theme, behind the icon; while the app starts nobody knows the theme."""

SIZES: Final = (192, 512)

PURPOSE: Final = "any maskable"
"""The pictures fill their squares, with room around the sign: a system may cut them into a circle."""


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Give the manifest of the app, which puts it on the home screen of a phone."""
    language = request_language()
    told = {
        "id": f"{base_path()}/{APP_NAME}",
        "name": frame.page_text(language, "app.name"),
        "short_name": "Lockup",
        "lang": tag(language),
        "start_url": url_for("pages.home"),
        "scope": url_for("pages.home"),
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "icons": [
            {
                "src": files.address(f"icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": PURPOSE,
            }
            for size in SIZES
        ]
        + [{"src": files.address("favicon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    response = Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")
    response.vary.add("Accept-Language")
    response.vary.add("Cookie")
    return response
