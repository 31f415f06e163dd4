"""The blueprint that the modules of pages put their views on."""

from typing import Final

from flask import Blueprint

blueprint: Final = Blueprint("pages", __name__)
