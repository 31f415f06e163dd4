"""Links as people send and paste them: whole, with a full stop or bracket behind them, in capitals."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from flask import request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from companion.tables.codes import read_code
from companion.web.base_path import base_path
from companion.web.table_links import code_of_address

_BEHIND_A_PATH: Final = re.compile(r"""[^0-9a-z/]*(?:/[]/.,;:!?)}>'"»”’…。，、！？：；）」』]*)?$""")
"""The end of a text that is no part of a path, but of the sentence around it: after a slash only punctuation."""

_BEHIND_A_SECRET: Final = re.compile(r"[^0-9A-Za-z_-]+$")

_LONGEST: Final = 1000


class LinkedPage(NamedTuple):
    """A page of this app: its endpoint, the values in its path, and its address."""

    endpoint: str
    values: Mapping[str, Any]
    address: str


def meant_address() -> str | None:
    """Return where a request that finds nothing leads without the sentence behind its path; None: nowhere."""
    if read_code(code_of_address()):
        # That code was looked for, whatever follows it: it counts as a wrong one.
        return None
    page = _page_at(request.path)
    if page is None or page.address == f"{base_path()}{quote(request.path)}":
        return None
    query = request.query_string.decode("latin-1")
    return f"{page.address}?{query}" if query else page.address


def pasted_page(text: str) -> LinkedPage | None:
    """Return the page of this app to which a pasted link leads, by any name of this server, or None."""
    if "/" not in text or len(text) > _LONGEST:
        return None
    try:
        _, _, path, query, fragment = urlsplit(text)
    except ValueError:
        return None
    while path:
        path = path.partition("/")[2]
        page = _page_at(f"/{path}")
        if page is not None and page.values:
            said = urlencode(parse_qsl(query))
            behind = quote(without_rest(fragment), safe="")
            address = page.address + (f"?{said}" if said else "") + (f"#{behind}" if behind else "")
            return page._replace(address=address)
    return None


def without_rest(secret: str) -> str:
    """Return a secret at the end of a link without what a sentence has left behind it."""
    return _BEHIND_A_SECRET.sub("", secret)


def _page_at(path: str) -> LinkedPage | None:
    plain = _BEHIND_A_PATH.sub("", path.lower(), count=1) or "/"
    adapter = request_ctx.url_adapter
    if adapter is None or len(path) > _LONGEST:
        return None
    try:
        endpoint, values = adapter.match(plain, method="GET")
    except HTTPException:
        return None
    return LinkedPage(endpoint, values, base_path() + quote(plain)) if endpoint.startswith("pages.") else None
