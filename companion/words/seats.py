"""The people at a table, in words."""

from typing import Final

from companion.rules.acts.actions import Act
from companion.words.catalogue import isolated, sentence
from companion.words.messages import GAME
from companion.words.telling import Names

SEAT_EVENTS: Final = frozenset(
    {
        "sit",
        "take_over",
        "take_back",
        "move",
        "ask",
        "leave",
        "let_in",
        "turn_away",
        "host",
        "keeper",
        "trust",
        "reveal",
        "rematch",
        "take_along",
        "elsewhere",
    }
)
"""Events of seats; the event and the key of its sentence have the name of the act."""


def seat_line(language: str, act: Act, names: Names) -> dict[str, str]:
    """Return the log entry of an act about seats.

    Args:
        language: of the entry.
        act: what was done.
        names: of the seats, see `seat_names`.

    Returns:
        `event`, which kind, and `text`, a sentence.
    """
    kind, fields = act.type, act.values
    if kind not in SEAT_EVENTS:
        raise AssertionError(f"nobody has said how {kind} is told")
    if kind == "trust":
        return {
            "event": kind,
            "text": sentence(language, GAME[f"seat.trust.{'all' if fields['edits_all'] else 'own'}"]),
        }
    if kind == "reveal":
        return {"event": kind, "text": sentence(language, GAME["seat.reveal"], {"n": fields["lines"]})}
    if kind in {"rematch", "take_along", "elsewhere"}:
        return {"event": kind, "text": sentence(language, GAME[f"seat.{kind}"])}
    data = {"side": isolated(names[fields["seat"]]), "name": isolated(fields.get("name", ""))}
    key = "ask_named" if kind == "ask" and fields["name"] else kind
    return {"event": kind, "text": sentence(language, GAME[f"seat.{key}"], data)}
