"""Links of tables: a code with a secret behind it, in every address that has a code.

A caller who has scanned one is not suspected of guessing, and finds a closed table; a bare code is typed.
"""

from hmac import compare_digest
from typing import Any

from flask import Flask, g, request

from companion.tables import repository
from companion.tables.codes import is_table_link
from companion.tables.permissions import viewer_of
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import asker


def set_up(app: Flask) -> None:
    """Let every view that takes a code take a link, and the addresses on its page be of that link as well."""
    app.before_request(_read_link)
    app.url_defaults(_keep_link)


def code_of_address() -> str:
    """Return the code in the address of this request, or nothing."""
    code: str = (request.view_args or {}).get("code", "")
    return code


def knows_link() -> bool | None:
    """Return whether this request has come by the link of its table; None where it has come by only the code."""
    if "table_link" not in g:
        return None
    if "knows_link" not in g:
        g.knows_link = compare_digest(g.table_link, repository.link_to(code_of_address()) or "")
    known: bool = g.knows_link
    return known


def find_for_asker(code: str) -> LoadedTable:
    """Return the table with this code; a closed one, whose seed is public, only to a caller with more than a code.

    Raises:
        TableGone: there is none, or it is closed, and the caller neither sits there nor has its link; in a household
            everybody may have it.
    """
    loaded = repository.find(code)
    if loaded.state.closed and not (knows_link() or asker().household or viewer_of(loaded.table, asker()).seats):
        raise repository.TableGone
    return loaded


def address_name(code: str) -> str:
    """Return the name of a table in addresses of this answer: its link if the request came by it, or its code."""
    link: str = g.table_link if g.get("knows_link") and code == code_of_address() else code
    return link


def go_on_by_code() -> None:
    """Let the addresses of this answer have only the code: a caller who has a seat needs no link."""
    g.knows_link = False


def _read_link() -> None:
    given = code_of_address()
    if is_table_link(given) and request.view_args is not None:
        g.table_link = given
        request.view_args["code"] = given.rpartition("-")[0]


def _keep_link(_: str, values: dict[str, Any]) -> None:
    if "code" in values:
        values["code"] = address_name(values["code"])
