"""A client that holds every answer against what the OpenAPI document says of its operation."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import jsonschema_rs
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.api.core.operations import PREFIX


class DocumentedClient(FlaskClient):
    """Its answers fit the document, which it asks for once.

    Attributes:
        compared: how many answers were.
    """

    compared = 0

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        path = response.request.path.removeprefix(PREFIX)
        if response.is_json and path != "/openapi.json":
            self._compare(response.request.method.lower(), path, response)
        return response

    def _compare(self, method: str, path: str, response: TestResponse) -> None:
        template = next(template for template in self._templates if re.fullmatch(pattern_of(template), path))
        self._answer(template, method, str(response.status_code)).validate(response.json)
        self.compared += 1

    @cached_property
    def document(self) -> Any:
        return super().open(f"{PREFIX}/openapi.json").json

    @cached_property
    def _templates(self) -> list[str]:
        return sorted(self.document["paths"], key=lambda path: path.count("{"))

    def _answer(self, template: str, method: str, status: str) -> jsonschema_rs.Draft202012Validator:
        known = (template, method, status)
        if known not in self._answers:
            [content] = self.document["paths"][template][method]["responses"][status]["content"].values()
            self._answers[known] = self.schema(content["schema"])
        return self._answers[known]

    @cached_property
    def _answers(self) -> dict[tuple[str, str, str], jsonschema_rs.Draft202012Validator]:
        return {}

    def schema(self, schema: Mapping[str, Any]) -> jsonschema_rs.Draft202012Validator:
        """What validates by a schema of the document."""
        return jsonschema_rs.Draft202012Validator({**schema, "components": self.document["components"]})


def pattern_of(template: str) -> str:
    return re.sub(r"\{\w+\}", "[^/]+", template)
