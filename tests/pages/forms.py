"""A browser without script: it sends forms, follows where they lead and reads fields."""

import re
from html import unescape

from flask import Flask
from werkzeug.test import TestResponse


class FormPhone:
    """Cookies of its own, and the sheet that it fills in."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.link = ""

    def start(self, players: str = "4", by: str = "counts", edition: str = "later", **more: object) -> TestResponse:
        """Make a sheet and go on with it."""
        answer = self.client.post("/score", data={"players": players, "by": by, "edition": edition, **more})
        if answer.status_code == 303:
            self.link = answer.location.rpartition("/")[2]
        return answer

    @property
    def form(self) -> str:
        return f"/score/{self.link}"

    def send(self, do: str = "", **fields: str) -> TestResponse:
        """Send the form with a button, and some of its fields; `0.gold` is written `gold_0`, `marker` as it is."""
        given = {_name(name): text for name, text in fields.items()}
        return self.client.post(self.form, data={**given, **({"do": do} if do else {})})

    def page(self, path: str = "") -> str:
        return self.client.get(path or self.form).text

    def value(self, name: str) -> str:
        """What a field of the form holds."""
        [tag] = re.findall(rf'<input[^>]* name="{re.escape(name)}"[^>]*>', self.page())
        return unescape(re.search(r'value="([^"]*)"', tag)[1])

    def out(self, name: str) -> str:
        """A changing text of the form."""
        return unescape(re.search(rf'data-out="{re.escape(name)}"[^>]*>([^<]*)<', self.page())[1])

    def held(self, side: int, what: str) -> bool:
        """Whether a side holds the marker or the leader goal."""
        button = re.search(rf'value="hold:{what}:{side}" aria-pressed="(true|false)"', self.page())
        return button[1] == "true"


def _name(name: str) -> str:
    found = re.fullmatch(r"(\w+?)_(\d)", name)
    return f"{found[2]}.{found[1].replace('__', '.')}" if found else name
