"""The odds of a table as one viewer may see them, as JSON can write them: fractions as texts, exact."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.presenters.table import names_of
from companion.rules.errors import RuleError
from companion.rules.odds.location_odds import LocationOdds
from companion.rules.vocabulary import Location
from companion.tables.projection.odds import next_card, place_odds, sees_odds, with_faces_of
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.tables.table_box import box_of_table
from companion.tables.timeline import State
from companion.words.catalogue import sentence
from companion.words.messages import GAME
from companion.words.odds_sentences import lead_sentence, odds_refusal
from companion.words.telling import Telling


class NotShown(RuleError):
    """The table shows no odds, or gives no hint, or not to this viewer."""


def shown_odds(loaded: LoadedTable, viewer: Viewer, language: str) -> dict[str, Any]:
    """Return who will lead where, and which location card comes next, or why nobody can say."""
    state = with_faces_of(box_of_table(loaded.table), loaded.state)
    locations: list[dict[str, Any]] = []
    cards: Mapping[str, Fraction] = {}
    refused = None
    telling = Telling(language, names_of(loaded, language), state.game)
    try:
        if not sees_odds(state, viewer):
            raise NotShown(f"odds.not_shown.{state.game.setup.odds}")
        cards = next_card(state)
        locations = [_location(state, telling, one) for one in state.game.setup.edition.locations]
    except RuleError as error:
        refused = odds_refusal(language, error)
    return {
        "odds": state.game.setup.odds.value,
        "version": state.version,
        "refused": refused,
        "locations": locations,
        "next_location_card": _chances("shows", cards),
        "assumed": sentence(language, GAME["odds.assumed"]),
    }


def _location(state: State, telling: Telling, location: Location) -> dict[str, Any]:
    shown: dict[str, Any] = {"location": location.value, "refused": None, "as_it_lies": None, "tokens": []}
    try:
        found = place_odds(state, location)
    except RuleError as error:
        return {**shown, "refused": odds_refusal(telling.language, error)}
    lies = found.as_it_lies
    return {
        **shown,
        "as_it_lies": None if lies is None else _compared(telling, lies),
        "tokens": [{"token": token, **_compared(telling, odds)} for token, odds in found.tokens.items()],
    }


def _compared(telling: Telling, odds: LocationOdds) -> dict[str, Any]:
    return {
        "leads": str(odds.leads),
        "below": str(odds.below),
        "equal": str(odds.equal),
        "above": str(odds.above),
        "guards": _chances("strength", odds.guards),
        "text": lead_sentence(telling, odds),
    }


def _chances(name: str, chances: Mapping[Any, Fraction]) -> list[dict[str, Any]]:
    return [{name: str(what) if name == "shows" else what, "chance": str(chance)} for what, chance in chances.items()]
