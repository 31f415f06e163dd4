"""The pages as Flask sees them."""

from flask import Blueprint, Flask, Response
from werkzeug.exceptions import HTTPException


def build(app: Flask) -> Blueprint:
    """The blueprint of the pages."""
    return Blueprint("pages", __name__)


def error_page(error: HTTPException) -> Response:
    """A page for an error."""
    return Response(str(error.description), error.code)
