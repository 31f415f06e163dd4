"""What the odds suggest to the player, as JSON can write it."""

from typing import Any

from companion.players.roll_call import Sending
from companion.presenters.odds import NotShown
from companion.presenters.table import names_of
from companion.rules.errors import RuleError
from companion.tables.projection.odds import hint, sees_hint, with_faces_of
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.tables.table_box import box_of_table
from companion.words.catalogue import paragraph
from companion.words.hint_sentences import hint_sentence, short_hint, worth_sentence
from companion.words.odds_sentences import odds_refusal
from companion.words.telling import Telling


def shown_hint(loaded: LoadedTable, viewer: Viewer, language: str) -> dict[str, Any]:
    """Return its plan and everything else that could be done, each with its odds, or why there is none."""
    state = with_faces_of(box_of_table(loaded.table), loaded.state)
    telling = Telling(language, names_of(loaded, language), state.game)
    shown: dict[str, Any] = {"hint": state.game.setup.hint.value, "version": state.version, "refused": None}
    try:
        if not sees_hint(state, viewer):
            raise NotShown(f"hint.not_shown.{state.game.setup.hint}")
        weighed = hint(state)
    except RuleError as error:
        return {**shown, "refused": odds_refusal(language, error), "plan": [], "others": [], "text": ""}
    first = weighed.plan[0]
    return {
        **shown,
        "plan": [_sending(telling, one) for one in weighed.plan],
        "others": [_sending(telling, one) for one in weighed.others],
        "text": paragraph(
            language, (hint_sentence(telling, first), worth_sentence(telling, first.place), telling.say("hint.assumed"))
        ),
    }


def _sending(telling: Telling, one: Sending) -> dict[str, Any]:
    return {
        "token": one.token,
        "location": one.place.value,
        "leads": str(one.leads),
        "text": short_hint(telling, one),
    }
