"""Bodies: objects in which every field is known, loaded whole or refused with everything wrong with them."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, validates_schema

from companion.rules.schema import Invalid
from companion.schemas.faults import InvalidFields


class Body(Schema):
    """The body of a request, or an object in one."""

    class Meta:
        """Unknown fields are refused."""

        unknown = RAISE

    error_messages = {"type": "shape.object", "unknown": "shape.unknown"}

    def read(self, value: Any, *, draft: bool = False) -> dict[str, Any]:
        """Load a JSON value; a draft requires nothing, and nothing is assumed that it leaves out.

        Raises:
            InvalidFields: with everything that is wrong, at once.
        """
        try:
            loaded: dict[str, Any] = self.load(value, partial=draft)
        except ValidationError as error:
            raise InvalidFields(error.messages) from None  # type: ignore[arg-type]
        return loaded

    def faults_between(self, body: Mapping[str, Any], *, draft: bool) -> Iterator[Invalid]:
        """Yield what is wrong between fields, each of which is valid."""
        return iter(())

    @validates_schema
    def _check_between(self, body: Mapping[str, Any], *, partial: bool | None, **_: Any) -> None:
        refuse_faults(self.faults_between(body, draft=bool(partial)))

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Name faults by their places: known fields in order, then unknown fields in the order sent."""
        assert isinstance(error.messages, dict)
        members = data if isinstance(data, dict) else {}
        known = {field.data_key or name for name, field in self.fields.items()}
        sent = {name: place for place, name in enumerate(members) if name not in known}
        faults: list[Invalid] = []
        for name in sorted(error.messages, key=lambda one: sent.get(one, -1)):
            faults += placed(error.messages[name], *((name,) if name in known or name in members else ()))
        raise ValidationError(faults)


def placed(messages: Any, *place: str | int) -> Iterator[Invalid]:
    """Yield what is wrong with a part, as the whole names it: keys of sentences, or faults with a path in that part."""
    for message in messages:
        yield Invalid(place, message) if isinstance(message, str) else message._replace(path=(*place, *message.path))


def refuse_faults(faults: Iterator[Invalid]) -> None:
    """Refuse what has faults, in the way that marshmallow gathers them."""
    found = list(faults)
    if found:
        raise ValidationError(found)
