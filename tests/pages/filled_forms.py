"""What a browser without script would send of a form as it stands in a page."""

from html.parser import HTMLParser

from werkzeug.datastructures import MultiDict

Attributes = list[tuple[str, str | None]]


class _Form(HTMLParser):
    """Collects the fields of the form with that id; a button is not pressed."""

    def __init__(self, id_: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self._id = id_
        self._inside = False
        self._select: str | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        given = dict(attributes)
        if tag == "form":
            self._inside = given.get("id") == self._id
        elif not self._inside or "disabled" in given:
            return
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option" and self._select and "selected" in given:
            self.fields.append((self._select, given["value"] or ""))
        elif tag == "textarea":
            self._area = given["name"]

    def _input(self, given: dict[str, str | None]) -> None:
        ticked = given.get("type") in {"radio", "checkbox"}
        if given.get("type") != "file" and (not ticked or "checked" in given):
            self.fields.append((given["name"] or "", given.get("value") or ("on" if ticked else "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self.fields.append((self._area, data))


def fields_of(page: str, form: str) -> MultiDict[str, str]:
    """The fields of a form, filled in as the page shows it."""
    parser = _Form(form)
    parser.feed(page)
    return MultiDict(parser.fields)
