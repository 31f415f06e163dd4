"""The question whether an entered card is a known one, before its values are used."""

from typing import Final, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import fields_sent_again
from companion.pages.layout.frame import page_text
from companion.rules.acts.actions import Act
from companion.rules.vocabulary import Location
from companion.tables.repository import LoadedTable
from companion.tables.suggestions import recognised
from companion.tables.table_box import box_of_table
from companion.words import card_faces
from companion.words.catalogue import term
from companion.words.telling import capital

SAME: Final = "is_known"
OTHER: Final = "is_another"
"""Fields of a form: the cards that are the box's, and the cards that only look so."""


class RecognisedCard(NamedTuple):
    """A card that was typed, and that the box seems to know.

    Attributes:
        place: the space of a goon, or the field.
        question: whether it is that one.
        fields: of the form that typed it, to be sent again with the answer.
    """

    place: str
    question: str
    fields: list[tuple[str, str]]


def recognised_card(
    loaded: LoadedTable, act: Act | None, given: MultiDict[str, str], language: str
) -> RecognisedCard | None:
    """Return a form's first card that the box may know, if no player has said so yet."""
    answered = {*given.getlist(SAME), *given.getlist(OTHER)}
    found = recognised(box_of_table(loaded.table), loaded.state.game, act)
    place, face = next(((one, face) for one, face in found.items() if one not in answered), (None, None))
    if place is None:
        return None
    key, data = "card.recognised", {"face": card_faces.label(language, face)}
    if place in {*Location}:
        key, data = "card.recognised.at", {**data, "location": capital(term(language, Location(place)))}
    return RecognisedCard(place, page_text(language, key, **data), fields_sent_again(given))
