"""JSON Schemas of the values that `json_values` writes. Pure.

A `TypedDict` becomes a named schema, to which others refer; all other schemas are inline. Words that expansions have
added to a vocabulary by then are included.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from inspect import isfunction
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from companion.rules.rulings.automa import Item
from companion.rules.vocabulary import Resource, Vocabulary

JsonSchema = dict[str, Any]

_REFERENCE: Final = "#/components/schemas/"

_PLAIN: Final[Mapping[Any, JsonSchema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}


def schema_of(kind: Any) -> JsonSchema:
    """Return the schema of a value of this type.

    In `Annotated[T, how]`, `how` says what T leaves open: the words there are, as a tuple; the type of which a `dict`
    was written; or a function that gives the schema.
    """
    if kind in _PLAIN:
        return {**_PLAIN[kind]}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is not None:
        return _BY_ORIGIN[origin](arguments)
    if is_typeddict(kind):
        return refer_to(kind.__name__)
    if issubclass(kind, StrEnum):
        words = kind.words() if issubclass(kind, Vocabulary) else kind
        return {"type": "string", "enum": [word.value for word in words]}
    if issubclass(kind, Item):
        cost = {
            "propertyNames": {"enum": [*(one.value for one in Resource), "any"]},
            "additionalProperties": {"type": "integer"},
        }
        return object_of({"reputation": schema_of(int), "cost": {"type": "object", **cost}})
    return object_of(members_of(kind))


def object_of(members: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return an object's schema with these members; it may have others."""
    return {"type": "object", "properties": dict(members), "required": [*members]}


def refer_to(name: str) -> JsonSchema:
    """Return a reference to the schema of that name."""
    return {"$ref": _REFERENCE + name}


def name_in(reference: str) -> str:
    """Return the name of the schema that a reference leads to."""
    return reference.removeprefix(_REFERENCE)


def either_of(member: str, names: Mapping[str, str]) -> JsonSchema:
    """Return the schema of one of several objects, which the value of a member names."""
    mapping = {value: _REFERENCE + name for value, name in names.items()}
    return {
        "oneOf": [refer_to(name) for name in names.values()],
        "discriminator": {"propertyName": member, "mapping": mapping},
    }


def members_of(kind: type, *, without: frozenset[str] = frozenset()) -> dict[str, JsonSchema]:
    """Return the schemas of the members of a record, by name."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: schema_of(member) for name, member in hints.items() if name not in without}


def named_schemas(*roots: type) -> dict[str, JsonSchema]:
    """Return the schemas of these `TypedDict`s and all that they refer to, by name.

    Their docstrings are the descriptions.
    """
    found: dict[str, JsonSchema] = {}
    waiting: list[Any] = [*roots]
    while waiting:
        kind = waiting.pop()
        if is_typeddict(kind):
            if kind.__name__ in found:
                continue
            described = {"description": kind.__doc__} if kind.__doc__ else {}
            found[kind.__name__] = {**described, **object_of(members_of(kind))}
            waiting += get_type_hints(kind, include_extras=True).values()
        waiting += (one for one in get_args(kind) if get_args(one) or is_typeddict(one))
    return found


def _one_of_words(arguments: tuple[Any, ...]) -> JsonSchema:
    return {"enum": [*arguments]}


def _any_of(arguments: tuple[Any, ...]) -> JsonSchema:
    return {"anyOf": [schema_of(one) for one in arguments]}


def _list(arguments: tuple[Any, ...]) -> JsonSchema:
    if len(arguments) == 1 or arguments[1] is ...:
        return {"type": "array", "items": schema_of(arguments[0])}
    places = [schema_of(one) for one in arguments]
    return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}


def _mapping(arguments: tuple[Any, ...]) -> JsonSchema:
    _, value = arguments
    return {"type": "object", "additionalProperties": schema_of(value)}


def _annotated(arguments: tuple[Any, ...]) -> JsonSchema:
    _, how = arguments
    if isinstance(how, tuple):
        return _one_of_words(how)
    described: JsonSchema = how() if isfunction(how) else schema_of(how)
    return described


_BY_ORIGIN: Final[Mapping[Any, Callable[[tuple[Any, ...]], JsonSchema]]] = {
    Literal: _one_of_words,
    Union: _any_of,
    UnionType: _any_of,
    tuple: _list,
    list: _list,
    dict: _mapping,
    Mapping: _mapping,
    Annotated: _annotated,
}
