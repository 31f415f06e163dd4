"""How an operation of the API is declared: its body, its answer and its document come from one place."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, request
from marshmallow import Schema

from companion.api.core.bodies import parse_body
from companion.api.core.fields import FieldFaults, load
from companion.api.core.problems import Problem
from companion.web.language import request_language

PREFIX: Final = "/api/v1"

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True)
class Operation:
    """One method of one path, as the document tells it.

    Attributes:
        method: in lower case.
        path: below the prefix, with `{name}` for its parameters.
        name: unique; the operation id.
        summary: one line.
        tag: under which heading.
        body: the schema of the request, or None.
        drafts: whether it also takes a body with `"draft": true`, of which nothing is required.
        answer: the schema of a good answer, or None where it has no body.
        status: of a good answer.
        problems: the statuses of the problems that it can answer with.
        parameters: the values that a path parameter can have, or None for any text.
        query: parameters of the query, none of them required: name, JSON Schema and description.
        headers: request headers: name, description and whether it is required.
        secured: whether it wants the edit token.
        view: what answers.
    """

    method: str
    path: str
    name: str
    summary: str
    tag: str
    body: Schema | None
    drafts: bool
    answer: Schema | None
    status: int
    problems: tuple[int, ...]
    parameters: Mapping[str, Sequence[str] | None]
    query: Sequence[tuple[str, Mapping[str, Any], str]]
    headers: Sequence[tuple[str, str, bool]]
    secured: bool
    view: Callable[..., Response]


class Resource:
    """The operations of one resource; `register` puts them on a blueprint."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.operations: list[Operation] = []

    def operation(
        self,
        method: str,
        path: str,
        *,
        body: Schema | None = None,
        drafts: bool = False,
        answer: Schema | None = None,
        status: int = 200,
        problems: Sequence[int] = (),
        parameters: Mapping[str, Sequence[str] | None] | None = None,
        query: Sequence[tuple[str, Mapping[str, Any], str]] = (),
        headers: Sequence[tuple[str, str, bool]] = (),
        secured: bool = False,
    ) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
        """Declare the decorated function as the operation; the first line of its docstring is the summary.

        The function reads its body itself (`read`), since a draft is read otherwise than a whole sheet.
        """

        def declare(view: Callable[..., Response]) -> Callable[..., Response]:
            known = {404} if parameters else set()
            # Whoever is often wrong about codes is told nothing more of them.
            known |= {429} if "code" in (parameters or {}) else set()
            read = {400, 413, 415, 422} if body else set()
            self.operations.append(
                Operation(
                    method,
                    path,
                    view.__name__,
                    (view.__doc__ or "").split("\n", maxsplit=1)[0].rstrip("."),
                    self.tag,
                    body,
                    drafts,
                    answer,
                    status,
                    tuple(sorted(known | read | set(problems))),
                    parameters or {},
                    query,
                    headers,
                    secured,
                    view,
                )
            )
            return view

        return declare

    def register(self, blueprint: Blueprint) -> None:
        """Make Flask route the operations."""
        for operation in self.operations:
            blueprint.add_url_rule(
                _rule(operation),
                endpoint=operation.name,
                view_func=operation.view,
                methods=[operation.method.upper()],
            )


def _rule(operation: Operation) -> str:
    rule = operation.path
    for name, values in operation.parameters.items():
        # Bare figures would be read as numbers.
        listed = ",".join(f'"{value}"' for value in values or ())
        converter = f"any({listed}):{name}" if values else name
        rule = rule.replace(f"{{{name}}}", f"<{converter}>")
    return rule


def read(schema: Schema, *, partial: bool = False) -> dict[str, Any]:
    """The loaded body of this request.

    Raises:
        Problem: for a body that cannot be read or does not fit.
    """
    return loaded(schema, parse_body(request), partial=partial)


def loaded(schema: Schema, value: Any, *, partial: bool = False) -> dict[str, Any]:
    """The value as the schema has it; what does not fit is a problem."""
    try:
        return load(schema, value, partial=partial)
    except FieldFaults as faults:
        raise Problem("invalid-fields", errors=faults.errors) from faults


def send(
    value: Mapping[str, Any],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Response:
    """A JSON answer; it is in the language of the request, or in the one said."""
    told = {"Content-Language": language or request_language(), "Vary": "Accept-Language", **(headers or {})}
    return Response(_encode(value), status, told, mimetype="application/json")


def send_unchanged(etag: str) -> Response:
    """The answer to someone who has it already: 304, without a body."""
    return Response(status=304, headers={"ETag": etag, "Vary": "Accept-Language"})
