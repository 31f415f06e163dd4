"""The invented expansion, there for some tests alone: the others in the process look at all that is registered."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from companion.rules import vocabulary
from companion.rules.acts.action_types import ACTION_TYPES
from companion.rules.corrections.registry import CORRECTIONS
from companion.rules.engine.decider import STEPS
from companion.rules.engine.physical_moves.cards import AREA_OF, PIECE_OF
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.phases.guard_rewards import GUARDS
from companion.rules.phases.rewards import GAINS, USES
from companion.rules.state.events.registry import EVENTS
from companion.rules.state.pieces import KIND_OF
from companion.rules.state.stored_names import NAME_OF, RECORDS
from companion.tables.projection.events import OPEN_EVENTS
from companion.words.catalogue import LANGUAGES
from companion.words.inflection import cases
from companion.words.log_lines.registry import LINES
from companion.words.messages import FILES
from support.game_player import FACE_OF

_REGISTRIES: tuple[dict[Any, Any], ...] = (
    ACTION_TYPES,
    AREA_OF,
    CORRECTIONS,
    EVENTS,
    FACE_OF,
    GAINS,
    GUARDS,
    KIND_OF,
    LINES,
    MOVES,
    NAME_OF,
    PIECE_OF,
    RECORDS,
    STEPS,
    USES,
    vocabulary.ADDED,
    *FILES.values(),
    *(cases(language)["places"] for language in LANGUAGES),
)
_BEFORE = [dict(one) for one in _REGISTRIES]
_OPEN_BEFORE = {*OPEN_EVENTS}

gallows = import_module("support.gallows")
FACE_OF[gallows.RELIC] = gallows.RelicFace

_OWN = [{key: one[key] for key in one.keys() - before.keys()} for one, before in zip(_REGISTRIES, _BEFORE, strict=True)]
_OPEN_OWN = OPEN_EVENTS - _OPEN_BEFORE


def _leave() -> None:
    OPEN_EVENTS.difference_update(_OPEN_OWN)
    for registry, own in zip(_REGISTRIES, _OWN, strict=True):
        for key in own:
            del registry[key]


_leave()


@contextmanager
def expansion_there() -> Iterator[None]:
    """While it lasts, the expansion is known, as where its module is imported before the app starts."""
    OPEN_EVENTS.update(_OPEN_OWN)
    for registry, own in zip(_REGISTRIES, _OWN, strict=True):
        registry.update(own)
    try:
        yield
    finally:
        _leave()
