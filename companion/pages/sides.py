"""Who stands on a score sheet."""

from companion.sheets.models import Sheet
from companion.web.language import request_language
from companion.words.language import isolated, joined


def names_on(sheet: Sheet) -> tuple[str, ...]:
    """The names on a sheet; of a draft, those that there are."""
    return tuple(side["name"] for side in sheet.body.get("sides", ()) if "name" in side)


def names_of(sheet: Sheet) -> str:
    """The names on a sheet in one line."""
    return joined(request_language(), map(isolated, names_on(sheet)))
