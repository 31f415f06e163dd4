"""A browser without script that fills in the forms of a box."""

from typing import Any

from filled_forms import fields_of
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

API = "/api/v1/boxes"


class BoxPhone:
    """Cookies of its own, and the box that it has open."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.link = ""

    def open(self) -> TestResponse:
        """Open "My copy"."""
        answer = self.client.get("/box")
        if answer.location == "/box?again=1":
            answer = self.client.get(answer.location)
        self.link = answer.location.rpartition("/")[2]
        return answer

    def take(self, text: str) -> TestResponse:
        """Make a copy from the text of a file and go on with it."""
        answer = self.client.post("/box/import", data={"text": text})
        if answer.status_code == 303:
            self.link = answer.location.rpartition("/")[2]
        return answer

    def path(self, below: str = "") -> str:
        return f"/box/{self.link}" + (f"/{below}" if below else "")

    def page(self, below: str = "", **query: str) -> str:
        answer = self.client.get(self.path(below), query_string=query)
        assert answer.status_code == 200, answer.status
        return answer.text

    def send(self, below: str = "", **fields: Any) -> TestResponse:
        """Send a form of a page, with these fields alone."""
        return self.client.post(self.path(below), data=fields)

    def fill(self, below: str, form: str, **changes: str | list[str] | None) -> TestResponse:
        """Send a form as its page shows it, but for these fields; None leaves one out."""
        fields = fields_of(self.page(below), form)
        for name, value in changes.items():
            fields.poplist(name)
            if value is not None:
                fields.setlist(name, value if isinstance(value, list) else [value])
        return self.client.post(self.path(below), data=_listed(fields))

    def tap(self, colour: str, *cards: int | str) -> None:
        """Tap what guard cards of a colour show."""
        for card in cards:
            assert self.send("guards", colour=colour, strength=card).status_code == 303

    @property
    def kept(self) -> dict[str, Any]:
        """The box as a program reads it."""
        kept: dict[str, Any] = self.client.get(f"{API}/{self.link}").json["box"]
        return kept


def _listed(fields: MultiDict[str, str]) -> dict[str, list[str]]:
    return {name: fields.getlist(name) for name in fields}
