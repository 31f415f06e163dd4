"""Declarations of API operations: body, answer and document come from one place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, request
from marshmallow import Schema

from companion.api.core.bodies import parse_body
from companion.schemas.body import Body
from companion.web.base_path import base_path

PREFIX: Final = "/api/v1"


def address_of(path: str) -> str:
    """Return the address of an API path as clients see it."""
    return f"{base_path()}{PREFIX}{path}"


@dataclass(frozen=True)
class Operation:
    """One method of one path, as the document describes it.

    Attributes:
        method: in lower case.
        path: below the prefix, with `{name}` for its parameters.
        name: unique; the operation id.
        summary: one line.
        tag: the heading it is under.
        body: the schema of the request, or None.
        drafts: whether it also takes a body with `"draft": true`, in which nothing is required.
        answer: the schema of a good answer, or None where it has no body.
        status: of a good answer.
        problems: the statuses of the problems that it can answer with.
        parameters: the values that a path parameter can have, or None for any text.
        query: parameters of the query, none of them required: name, JSON Schema and description.
        headers: request headers: name, description and whether it is required.
        secured: whether it needs the edit token.
        personal: whether its answer depends on the edit token.
        view: the function that answers.
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
    personal: bool
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
        personal: bool = False,
    ) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
        """Declare the decorated function as the operation; the first line of its docstring is the summary.

        The function reads its body itself (`read`), since a draft is read otherwise than a whole sheet.
        """

        def declare(view: Callable[..., Response]) -> Callable[..., Response]:
            # Under another name than its own the server answers nothing.
            known = {404, 421} if parameters else {421}
            # A client that is often wrong about codes gets no more answers about them.
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
                    personal,
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


def read(body: Body) -> dict[str, Any]:
    """Return the body of this request.

    Raises:
        Problem: for a body that cannot be read.
        InvalidFields: for one that does not fit.
    """
    return body.read(parse_body(request))


def send_unchanged(etag: str) -> Response:
    """Answer someone who has it already: 304, without a body."""
    return Response(status=304, headers={"ETag": etag, "Vary": "Accept-Language"})
