"""Answers that a schema takes from a value."""

from flask import Response
from marshmallow import Schema

from companion.schemas.answers import dump
from companion.web.json_answers import send
from companion.web.language import request_language


def send_as(schema: Schema, value: object) -> Response:
    """Send what a schema takes from a value, in the language of the request."""
    return send(dump(schema, value, request_language()))
