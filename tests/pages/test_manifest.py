"""What a phone needs to keep the app on its home screen."""

import re
import struct

import pytest
from flask.testing import FlaskClient

from companion.pages.layout import files


def test_the_manifest_names_the_app_in_the_language_of_the_phone(client: FlaskClient) -> None:
    asked = ({"Accept-Language": language} for language in ("en", "pl", "zh"))
    told = [client.get("/manifest.webmanifest", headers=headers).get_json() for headers in asked]
    assert len({one["name"] for one in told}) == 3
    assert [one["lang"] for one in told] == ["en", "pl", "zh-Hans"]
    assert {one["start_url"] for one in told} == {"/"}


def test_every_picture_of_the_manifest_has_the_size_that_it_says(client: FlaskClient) -> None:
    pictures = client.get("/manifest.webmanifest").get_json()["icons"]
    for one in pictures:
        with client.get(one["src"]) as sent:
            assert sent.mimetype == one["type"]
            if one["type"] == "image/png":
                width, height = struct.unpack(">II", sent.data[16:24])
                assert one["sizes"] == f"{width}x{height}"
                assert one["purpose"] == "any maskable"
    assert {"192x192", "512x512"} <= {one["sizes"] for one in pictures}


@pytest.mark.parametrize("theme", ["", "dark", "light"])
def test_the_bars_of_a_browser_have_the_colour_of_the_page(client: FlaskClient, theme: str) -> None:
    client.set_cookie("lockup_theme", theme)
    ground = re.compile(r'<meta name="theme-color" content="(#\w+)"(?: media="\(prefers-color-scheme: (\w+)\)")?>')
    said = ground.findall(client.get("/").text)
    style = files.content("app.css").decode()
    light, dark = (re.search(rf"color-scheme: ?{one}; ?--page: ?(#\w+)", style)[1] for one in ("light", "dark"))
    assert said == {"": [(light, "light"), (dark, "dark")], "dark": [(dark, "")], "light": [(light, "")]}[theme]


def test_the_policy_lets_a_page_read_its_manifest(client: FlaskClient) -> None:
    assert "manifest-src 'self'" in client.get("/").headers["Content-Security-Policy"]
