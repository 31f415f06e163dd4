"""`/editions` and `/rules`: what the rules module knows, to read (docs/api.md, The reference)."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.operations import Resource
from companion.boxes.box import cards_of
from companion.rules import editions
from companion.rules.reference import REFERENCE
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, default_rulings
from companion.rules.vocabulary import EditionName
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.words.catalogue import reference_texts, sentence
from companion.words.messages import RULINGS

resource = Resource("Reference")


class EditionsSchema(Schema):
    """The answer of `/editions`."""

    editions = fields.List(fields.String(), required=True)


class RulingSchema(Schema):
    """A house ruling: the question, what it may be set to, and this edition's default."""

    key = fields.String(required=True)
    rules = fields.List(fields.String(), required=True)
    values = fields.List(fields.String(), required=True)
    default = fields.String(required=True)
    text = fields.String(required=True)


class EditionSchema(Schema):
    """The answer of `/editions/{edition}`: cards, cubes, goon types and house rulings."""

    edition = fields.String(required=True)
    counts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    goons = fields.List(fields.String(), required=True)
    rulings = fields.List(fields.Nested(RulingSchema), required=True)


class RuleSchema(Schema):
    """A rule of the reference; an open one is not settled by the sources."""

    id = fields.String(required=True)
    text = fields.String(required=True)
    editions = fields.List(fields.String(), required=True)
    status = fields.String(required=True, metadata={"enum": ["open", "settled"]})
    rulings = fields.List(fields.String(), required=True)


class RulesSchema(Schema):
    """The answer of `/rules`."""

    rules = fields.List(fields.Nested(RuleSchema), required=True)


NOT_IN_BOXES: Final = ("guard_cards", "location_cards", "reference_cards")
"""Cards of an edition that no box counts as such: it lists guard cards by their colours."""
CUBES: Final = ("scrap", "iron", "potion", "gold", "power", "suspicion")


@resource.operation("get", "/editions", answer=EditionsSchema())
def list_editions() -> Response:
    """List the editions."""
    return send({"editions": list(EditionName.words())})


@resource.operation("get", "/editions/{edition}", answer=EditionSchema(), parameters={"edition": EditionName.words()})
def show_edition(edition: str) -> Response:
    """Show an edition: its cards and cubes, goon types and house rulings with their defaults."""
    shown = editions.edition(EditionName(edition))
    language = request_language()
    defaults = default_rulings(shown)
    rulings: list[dict[str, Any]] = [
        {
            "key": key,
            "rules": ruling.rules,
            "values": ruling.values,
            "default": defaults[key],
            "text": sentence(language, RULINGS[key]),
        }
        for key, ruling in HOUSE_RULINGS.items()
    ]
    counts = {name: shown.counts[name] for name in (*cards_of(shown), *NOT_IN_BOXES, *CUBES)}
    return send({"edition": shown.name, "counts": counts, "goons": shown.goons, "rulings": rulings})


@resource.operation("get", "/rules", answer=RulesSchema())
def list_rules() -> Response:
    """The rules reference, every statement with its id."""
    texts = reference_texts(request_language())["rules"]
    return send(
        {
            "rules": [
                {
                    "id": rule,
                    "text": texts[rule],
                    "editions": entry.editions,
                    "status": "open" if entry.open else "settled",
                    "rulings": entry.rulings,
                }
                for rule, entry in REFERENCE.items()
            ]
        }
    )
