"""The OpenAPI document, made of the operations and of the same schemas that check their bodies."""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from companion.api.core.components import with_components
from companion.api.core.operations import PREFIX, Operation
from companion.api.core.problems import MEDIA_TYPE, STATUS
from companion.api.core.schema_fields import ReferenceField
from companion.schemas.fields import Described
from companion.tables.projection.json_schemas import JsonSchema
from companion.words.messages import PROBLEMS

TAGS: Final = {
    "Rulings": "Answers to questions about the rules; nothing is kept.",
    "Score sheets": "The final scores of a game, kept under a link.",
    "Statistics": "The results of finished games.",
    "Boxes": "What lies in a physical copy of the game.",
    "Tables": "Games that are played with the app.",
    "Seats": "Who plays at a table, and hearing of what happens there.",
    "Reference": "The editions and the rules.",
}
"""The headings of the document, each with its description."""

TITLES: Final = {
    200: "The answer.",
    201: "Kept.",
    204: "Deleted.",
    400: "Not JSON in UTF-8, a member twice, NaN or Infinity, nested too deep, or a header that cannot be read.",
    401: "The edit token is missing.",
    403: "The edit token belongs to something else, or another website sent this.",
    404: "Nothing is kept at this address.",
    409: "Not as things stand now.",
    412: "It has changed since; `current` holds it as it is now.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    421: "The server is not called what this request calls it.",
    422: "Something about fields; all of it at once.",
    428: "If-Match is missing.",
    429: "Too many requests; see Retry-After.",
    503: "Not by this server now; see Retry-After.",
}


class FieldErrorSchema(Schema):
    """One thing that is wrong with a field."""

    path = fields.String(required=True, metadata={"description": "JSON Pointer"})
    message = fields.String(required=True)


class ProblemSchema(Schema):
    """Problem details (RFC 9457)."""

    type = fields.String(required=True, metadata={"enum": list(STATUS)})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(FieldErrorSchema))
    current = fields.Dict()
    changed = fields.List(fields.Dict())
    rule = fields.String()
    prompt = fields.Dict()
    corrections = fields.List(fields.Dict())
    offer = fields.Dict(allow_none=True)


def document(
    operations: Iterable[Operation],
    bases: Iterable[type[Schema]],
    schemas: Mapping[str, Mapping[str, Any]],
    shared: Mapping[str, JsonSchema],
) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document.

    Args:
        operations: all there are.
        bases: schemas to which others refer only by name.
        schemas: those others, as JSON Schema, by name.
        shared: schemas used in several of them, by their component names.
    """
    plugin = MarshmallowPlugin(schema_name_resolver=_schema_name)
    spec = APISpec(
        title="Lockup companion",
        version=version("lockup-companion"),
        openapi_version="3.1.1",
        plugins=[plugin],
        info={
            "description": "Rulings, score sheets, boxes and tables for Lockup: A Roll Player Tale. Unofficial.",
            "license": {"name": "MIT License", "identifier": "MIT"},
        },
        servers=[{"url": PREFIX}],
        security=[{}],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]
    spec.components.security_scheme("edit", {"type": "http", "scheme": "bearer"})
    for base in (ProblemSchema, *bases):
        spec.components.schema(_schema_name(base), schema=base)
    for name, schema in schemas.items():
        spec.components.schema(name, dict(schema))
    listed = tuple(operations)
    for tag, description in TAGS.items():
        spec.tag({"name": tag, "description": description})
    for operation in listed:
        spec.path(path=operation.path, operations={operation.method: _operation(operation)})
    finished: dict[str, Any] = spec.to_dict()
    for operation in listed:
        if operation.drafts:
            _take_drafts(finished, operation)
    return with_components(finished, shared)


def _take_drafts(finished: dict[str, Any], operation: Operation) -> None:
    """Say that a draft is taken as well: the same members, none of them required but `draft` itself."""
    schemas = finished["components"]["schemas"]
    content = finished["paths"][operation.path][operation.method]["requestBody"]["content"]["application/json"]
    whole = content["schema"]
    name = whole["$ref"].rpartition("/")[2]
    draft = _optional(whole, schemas)
    draft["properties"]["draft"] = {"const": True}
    schemas[f"{name}Draft"] = {**draft, "required": ["draft"]}
    content["schema"] = {"anyOf": [whole, {"$ref": f"#/components/schemas/{name}Draft"}]}


def _optional(schema: Any, schemas: dict[str, Any]) -> Any:
    """Return a schema with the schemas it refers to inside it, and nothing required."""
    if isinstance(schema, list):
        return [_optional(one, schemas) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _optional(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    return {key: _optional(inner, schemas) for key, inner in schema.items() if key not in {"required", "minItems"}}


def _schema_name(schema: Any) -> str:
    cls = schema if isinstance(schema, type) else type(schema)
    return str(cls.__name__).removesuffix("Schema")


def _described(_: Any, field: fields.Field[Any], **__: Any) -> dict[str, Any]:
    """Return the parts of this app's own fields that apispec cannot know."""
    if isinstance(field, Described):
        return field.json_schema()
    if isinstance(field, ReferenceField):
        return {"$ref": field.reference}
    return {}


def _operation(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": [*_path_parameters(operation), *_query_parameters(operation), *_header_parameters(operation)],
        "responses": {str(operation.status): _good(operation)},
    }
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": operation.body}}}
    for status in operation.problems:
        described["responses"][str(status)] = _problem(status)
    if any(name == "If-None-Match" for name, _, _ in operation.headers):
        described["responses"]["304"] = {"description": "Unchanged."}
    if operation.secured:
        described["security"] = [{"edit": []}]
    elif operation.personal:
        described["security"] = [{"edit": []}, {}]
    return described


def _good(operation: Operation) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": TITLES[operation.status]}
    if operation.answer is not None:
        answer["content"] = {"application/json": {"schema": operation.answer}}
    return answer


def _problem(status: int) -> dict[str, Any]:
    types = ", ".join(f"`{slug}` ({PROBLEMS[slug][0].one})" for slug, one in STATUS.items() if one == status)
    answer: dict[str, Any] = {
        "description": f"{TITLES[status]} Types: {types}.",
        "content": {MEDIA_TYPE: {"schema": "Problem"}},
    }
    names = {405: "Allow", 429: "Retry-After", 503: "Retry-After"}
    if status in names:
        answer["headers"] = {names[status]: {"schema": {"type": "string"}}}
    return answer


def _path_parameters(operation: Operation) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", **({"enum": list(values)} if values else {})},
        }
        for name, values in operation.parameters.items()
    ]


def _query_parameters(operation: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "required": False, "description": told, "schema": schema}
        for name, schema, told in operation.query
    ]


def _header_parameters(operation: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "header", "required": required, "description": told, "schema": {"type": "string"}}
        for name, told, required in operation.headers
    ]
