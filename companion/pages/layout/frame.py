"""The frame of every page: language, theme, icons, files with their versions."""

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, current_app, render_template, request
from markupsafe import Markup

from companion.config import History
from companion.pages.layout import files
from companion.pages.layout.icons import SPRITE, icon
from companion.pages.layout.parts import MADE, PageTemplate
from companion.pages.layout.template_cache import TemplateCache
from companion.pages.layout.whitespace import Unindented
from companion.web.base_path import base_path
from companion.web.language import request_language
from companion.web.own_address import base_address, origin, typed_address
from companion.web.table_links import address_name
from companion.words.catalogue import LANGUAGES, catalogue, gap, sentence, tag
from companion.words.messages import CONNECTION, PAGES, TYPED

THEME_COOKIE: Final = "lockup_theme"
THEMES: Final = ("", "dark", "light")
CAPTIONS_COOKIE: Final = "lockup_captions"
CAPTIONS: Final = ("on", "off")
AIDS: Final = {one: f"lockup_{one}" for one in ("awake", "voice", "sounds", "tick", "next", "covered")}
"""The optional aids of a phone, with their cookies. A page links only the scripts of aids that are on."""


def set_up(app: Flask) -> None:
    """Teach the app's templates the language of the request."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.add_extension(Unindented)
    app.jinja_env.template_class = PageTemplate
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    if not sys.dont_write_bytecode:
        app.jinja_env.bytecode_cache = TemplateCache(Path(app.root_path, str(app.template_folder)))
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue(request_language()).gettext(text),
        lambda one, many, n: catalogue(request_language()).ngettext(one, many, n),
        newstyle=True,
    )
    app.context_processor(_context)
    files.set_up(app)


def _context() -> dict[str, Any]:
    language = request_language()
    say = partial(page_text, language)
    return {
        MADE: {},
        "language": language,
        "language_tag": tag(language),
        "languages": LANGUAGES,
        "theme": theme(),
        "grounds": _GROUNDS[theme()],
        "captions": captions(),
        "aids": aids(),
        "file": files.address,
        # The address of the sprite is the same for all icons of a page.
        "icon": partial(icon, files.address(SPRITE)),
        "letters": {**{cube: say(f"letter.{cube}") for cube in ("scrap", "potion", "iron", "gold")}, **_SIGNS},
        "page_text": say,
        "gap": gap(language),
        "paragraph": partial(_paragraph, language),
        "can": current_app.config["LOCKUP"].can,
        "household": current_app.config["LOCKUP"].history is History.HOUSEHOLD,
        "base_path": base_path(),
        "own_address": lambda: typed_address(base_address()),
        "whole_address": lambda path: origin() + path,
        "own_origin": lambda: typed_address(origin()),
        "address_name": address_name,
        "connection_words": partial(connection_words, language),
    }


_LIGHT, _DARK = "#f3ede0", "#14161b"
_GROUNDS: Final = {
    "": ((_LIGHT, "(prefers-color-scheme: light)"), (_DARK, "(prefers-color-scheme: dark)")),
    "light": ((_LIGHT, ""),),
    "dark": ((_DARK, ""),),
}
"""The page colour of each theme, `--page` of its style, for the bars that a browser draws around it."""

_SIGNS: Final = {"power": "!", "suspicion": "?", "any": "*"}


PLURALS: Final = (1, 2, 5)
"""Numbers that between them need every form of a word that a language here has."""


def connection_words(language: str, typed: bool) -> dict[str, str | list[str]]:
    """Return the sentences about a page's connection, for its script to fill in.

    Args:
        language: of the sentences.
        typed: whether people type on the page, or tap.
    """
    words, texts = catalogue(language), {**CONNECTION, **(TYPED if typed else {})}
    return {"gap": gap(language)} | {
        key: [words.ngettext(text.one, text.many, n) for n in PLURALS] if text.many else words.gettext(text.one)
        for key, text in texts.items()
    }


def _paragraph(language: str, sentences: Iterable[str]) -> Markup:
    """Join sentences as `companion.words.catalogue.paragraph` does; names in them are escaped once."""
    return Markup(gap(language)).join(filter(None, sentences))  # noqa: S704 - it is a blank, or nothing.


def page_text(language: str, key: str, **data: Any) -> str:
    """Return a text of `PAGES` in a language."""
    return sentence(language, PAGES[key], data)


def theme() -> str:
    """Return the theme chosen by hand; empty where the page follows the system."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def captions() -> bool:
    """Return whether icons have their words next to them in a game's first round; the user may say no."""
    return request.cookies.get(CAPTIONS_COOKIE) != "off"


def aids() -> frozenset[str]:
    """Return the aids of `AIDS` that this phone has turned on."""
    return frozenset(one for one, cookie in AIDS.items() if request.cookies.get(cookie) == "on")


def page(template: str, **data: Any) -> Response:
    """Return a page in the language of the request."""
    response = Response(render_template(template, **data), mimetype="text/html")
    response.headers["Content-Language"] = request_language()
    response.vary.add("Accept-Language")
    response.vary.add("Cookie")
    return response
