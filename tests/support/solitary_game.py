"""A program as other people write it, with a client that openapi-python-client has generated: it plays a game alone.

It is started with the address of a server and writes, as JSON, what it has seen; `lockup_client` is on its path.
"""

import json
import sys
import uuid
from collections import Counter
from typing import Any, TypeVar

from lockup_client import AuthenticatedClient, Client
from lockup_client.api.rulings import rule_location
from lockup_client.api.tables import act, keep_sheet, open_table, show_scores, show_table
from lockup_client.models import (
    ActingBody,
    ActingBodyFields,
    Dealing,
    Location,
    LocationBody,
    LocationName,
    LocationSideBody,
    NewTable,
    NoPrompt,
    Table,
    TableBody,
    TableScores,
    TableSheet,
    TableWritten,
    TokenNumber,
    TokenWord,
)
from lockup_client.types import Response

Answer = TypeVar("Answer")


def main(address: str) -> None:
    home = f"{address}/api/v1"
    opened = whole(NewTable, open_table.sync_detailed(client=Client(home), body=TableBody(dealing=Dealing.HOUSE)))
    assert isinstance(opened.token, str)
    client = AuthenticatedClient(home, opened.token)
    shown: NewTable | TableWritten = opened
    acts: Counter[str] = Counter()
    while shown.prompt.actions:
        action = shown.prompt.actions[0]
        fields = {name: filled(field) for name, field in action.fields.to_dict().items()}
        body = ActingBody(shown.version, action.type_, ActingBodyFields.from_dict(fields))
        key = str(uuid.uuid4())
        shown = whole(TableWritten, act.sync_detailed(opened.code, client=client, body=body, idempotency_key=key))
        acts[action.type_] += 1
    assert isinstance(shown.prompt, NoPrompt)
    table = whole(Table, show_table.sync_detailed(opened.code, client=client))
    scores = whole(TableScores, show_scores.sync_detailed(opened.code, client=client))
    sheet = whole(TableSheet, keep_sheet.sync_detailed(opened.code, client=client))
    totals = [(side.name, side.total) for side in scores.scores.sides]
    found = {"acts": acts, "over": table.summary.over, "totals": totals, "kept": sheet.link, "leads": leads(home)}
    sys.stdout.write(json.dumps(found))


def whole(kind: type[Answer], response: Response[Any]) -> Answer:
    """The value of an answer of that kind, in which nothing is lost of what came over the wire."""
    assert isinstance(response.parsed, kind), response.parsed
    assert response.parsed.to_dict() == json.loads(response.content)
    return response.parsed


def filled(field: dict[str, Any]) -> Any:
    """What a field of an action takes: as little as it may."""
    if "options" in field:
        return field["options"][: field["least"]]
    return example(field["schema"]) if "schema" in field else field["least"]


def example(schema: dict[str, Any]) -> Any:
    """The least that fits a JSON Schema of a card."""
    if "properties" in schema:
        return {name: example(schema["properties"][name]) for name in schema["required"]}
    return schema["enum"][0] if "enum" in schema else schema.get("minimum", [])


def leads(home: str) -> str:
    """Who leads at a location where a lookout meets a token of two."""
    sides = [
        LocationSideBody("Ana", tokens=[TokenWord.LOOKOUT]),
        LocationSideBody("Bo", tokens=[TokenNumber.VALUE_2]),
    ]
    body = LocationBody(first_player="Ana", sides=sides)
    answer = whole(Location, rule_location.sync_detailed(LocationName.SMITHY, client=Client(home), body=body))
    return answer.ranking[0].name


if __name__ == "__main__":
    main(sys.argv[1])
