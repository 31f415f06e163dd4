"""Components of the OpenAPI document: each object and each list of words is one.

Programs that generate clients make a class of each component. They make one of an object inside another as well, and
number such classes when members have the same name. Many cannot read a list of words and numbers at all.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any, Final

from companion.tables.projection.json_schemas import JsonSchema, name_in, refer_to

_OF_THE_MEMBER: Final = frozenset({"default", "description"})
"""Words that describe a member and not its values: they stay next to the reference."""

_NAMED: Final = frozenset({"discriminator", "enum", "properties"})
"""A schema with one of these is a component: one of several objects, one of several words, or an object."""


def with_components(document: Mapping[str, Any], shared: Mapping[str, JsonSchema]) -> dict[str, Any]:
    """Return the document with every object and list of words as a component, and no component unused.

    Args:
        document: has objects inside others, and objects based on others.
        shared: schemas used in several places, by their component names. All others are named for their place.
    """
    components = _Components(document["components"]["schemas"], shared)
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                parameter["schema"] = components.known(parameter["schema"])
    used = components.used_by(document["paths"])
    return {**document, "components": {**document["components"], "schemas": used}}


class _Components:
    """The components, made of schemas by name."""

    def __init__(self, schemas: Mapping[str, JsonSchema], shared: Mapping[str, JsonSchema]) -> None:
        whole = {name: _flat(schema, schemas) for name, schema in schemas.items()}
        tidied = {name: _tidied(schema) for name, schema in {**shared, **whole}.items()}
        self._names = {_key(tidied[name]): name for name in shared}
        self._taken = set(tidied)
        self._made: dict[str, JsonSchema] = {}
        for name, schema in tidied.items():
            self._made[name] = self._inside(schema, name)

    def known(self, schema: JsonSchema) -> JsonSchema:
        """Return a reference to a schema that is shared, or that schema itself."""
        name = self._names.get(_key(_tidied(schema)))
        return schema if name is None else refer_to(name)

    def used_by(self, said: Any) -> dict[str, JsonSchema]:
        """Return the components to which a part of the document leads."""
        used: set[str] = set()
        waiting = [*_references(said)]
        while waiting:
            name = waiting.pop()
            if name not in used:
                used.add(name)
                waiting += _references(self._made[name])
        return {name: schema for name, schema in self._made.items() if name in used}

    def _inside(self, schema: JsonSchema, name: str) -> JsonSchema:
        """Return a schema with references for its parts, which are named for the schema and their place in it."""
        found = dict(schema)
        for word in ("anyOf", "oneOf", "prefixItems"):
            if word in schema:
                found[word] = [self._placed(one, name) for one in schema[word]]
        for word in ("items", "additionalProperties"):
            if word in schema:
                found[word] = self._placed(schema[word], name)
        if "properties" in schema:
            members = schema["properties"].items()
            found["properties"] = {member: self._placed(one, name + _title(member)) for member, one in members}
        return found

    def _placed(self, schema: Any, name: str) -> Any:
        """Return the schema for a place: a reference if it is shared or has to be a component."""
        if not isinstance(schema, dict):
            return schema
        values = {word: one for word, one in schema.items() if word not in _OF_THE_MEMBER}
        known = self._names.get(_key(values))
        if known is None and not _NAMED & values.keys():
            return self._inside(schema, name)
        if known is None:
            known = self._free(name, name + _kind(values))
            self._made[known] = self._inside(values, known)
        return {**refer_to(known), **{word: schema[word] for word in schema if word in _OF_THE_MEMBER}}

    def _free(self, *names: str) -> str:
        """Return the first of these names that no other component has, or the last with a number."""
        numbered = (f"{names[-1]}{number}" for number in count(2))
        free = next(name for name in chain(names, numbered) if name not in self._taken)
        self._taken.add(free)
        return free


def _flat(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return a schema that is based on another as one object, with what both say of each member."""
    if "allOf" not in schema:
        return schema
    based_on, own = schema["allOf"]
    base = schemas[name_in(based_on["$ref"])]
    members = {name: {**base["properties"].get(name, {}), **one} for name, one in own["properties"].items()}
    beside = {word: one for word, one in schema.items() if word != "allOf"}
    return {**base, **beside, "properties": {**base["properties"], **members}}


def _tidied(schema: Any) -> Any:
    """Return a schema in the form that the document uses everywhere, so that equal schemas are written alike."""
    if isinstance(schema, list):
        return [_tidied(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {word: _tidied(one) for word, one in schema.items() if word != "required" or one}
    return _by_type(found) if isinstance(found.get("enum"), list) else found


def _by_type(schema: JsonSchema) -> JsonSchema:
    """Return a list of values as one of a single type, or as one of several such lists."""
    lists: dict[str, list[Any]] = {}
    for value in schema["enum"]:
        kind = "null" if value is None else "string" if isinstance(value, str) else "integer"
        lists.setdefault(kind, []).append(value)
    beside = {word: one for word, one in schema.items() if word not in {"enum", "type"}}
    each = [_list(kind, values) for kind, values in lists.items()]
    return {**beside, **(each[0] if len(each) == 1 else {"oneOf": each})}


def _list(kind: str, values: list[Any]) -> JsonSchema:
    if kind == "null":
        return {"type": kind}
    return {"type": kind, **({"const": values[0]} if len(values) == 1 else {"enum": values})}


def _key(schema: JsonSchema) -> str:
    return json.dumps(schema, sort_keys=True)


def _title(member: str) -> str:
    return "".join(part.title() for part in member.split("_"))


def _kind(schema: JsonSchema) -> str:
    """Return the word that distinguishes a schema from another at the same place."""
    return {"string": "Word", "integer": "Number"}.get(schema.get("type", ""), "")


def _references(said: Any) -> Iterator[str]:
    """Yield the names of the schemas to which a part of the document refers."""
    if isinstance(said, dict):
        if "$ref" in said:
            yield name_in(said["$ref"])
        said = [*said.values()]
    if isinstance(said, list):
        for one in said:
            yield from _references(one)
