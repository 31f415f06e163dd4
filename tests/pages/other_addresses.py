"""A computer that serves at home, whose address changes, and phones that come along."""

from typing import Final

from flask import Flask
from plain_browser import Page, PlainBrowser

ADDRESS: Final = "http://192.168.1.23:8470"
NAME: Final = "http://laptop.local:8470"


def transfer(page: Page) -> str:
    """What a page holds against the day when the computer has another address."""
    return next((one.given.get("data-transfer", "") for one in page.top.all("div") if "data-scene" in one.given), "")


def brought(app: Flask, code: str, secret: str) -> tuple[PlainBrowser, Page]:
    """A phone under another address, without a cookie, that brings a transfer."""
    phone = PlainBrowser(app.test_client())
    return phone, phone.send(phone.open(f"/t/{code}/move").form().fill("transfer", secret))
