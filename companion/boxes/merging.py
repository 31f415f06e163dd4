"""Remembering what a table has seen: faces are added once, and completed where more of them becomes known.

A box knows faces, not copies: of two cards that look the same it remembers one. Guard cards are the exception: the
deck holds as many as were seen side by side.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias, TypeVar

from companion.boxes.box import Box, EndFace, LeaderFace, StartFace, in_order, new_id
from companion.boxes.drawing import guard_cards
from companion.boxes.file_format import SECTIONS
from companion.boxes.schemas import MOST_ENTRIES
from companion.rules.state.cards import OTHER_GOON, GoonFace, GuardFace, ItemFace

Seen: TypeAlias = ItemFace | GoonFace | LeaderFace | EndFace | StartFace

Face = TypeVar("Face", ItemFace, GoonFace, LeaderFace, EndFace, StartFace)

SECTION: Final[Mapping[type, str]] = {
    ItemFace: "items",
    GoonFace: "goons",
    LeaderFace: "leader_goals",
    EndFace: "end_goals",
}
"""The sections of a box whose faces identify themselves."""

_FIRST: Final[Mapping[type, tuple[str, ...]]] = {
    ItemFace: ("price",),
    GoonFace: ("type", "icons"),
    LeaderFace: ("goal",),
    EndFace: ("goal",),
    StartFace: ("reputation", "power", "suspicion", "storage"),
}
"""The values a card shows first: two faces that agree in them may be one card, seen earlier and later."""

_LATER: Final[Mapping[type, tuple[str, ...]]] = {
    ItemFace: ("valuables", "effects"),
    GoonFace: ("resource", "valuables", "effects", "counts"),
}
"""The values it shows later."""


def remember(
    box: Box,
    faces: Iterable[ItemFace | GoonFace | LeaderFace | EndFace] = (),
    *,
    guards: Mapping[str, Iterable[GuardFace]] | None = None,
    traits: Iterable[StartFace] = (),
    b_sides: Iterable[StartFace] = (),
) -> Box:
    """Return the box with what a table has seen.

    Nothing that the box knows is lost or altered, and what it knows already changes nothing. A face of which more has
    become known completes the one that was remembered; where it contradicts every one, it is another card. Names do
    not make two faces of what looks the same; they only keep apart what is not fully known.

    Args:
        box: what is known so far.
        faces: items, goons and goals, in the order in which they were seen.
        guards: by colour, the guard cards that were seen side by side in one deck: as many as these the box has.
        traits: what was typed in of them at the start of an advanced game.
        b_sides: likewise.
    """
    known: dict[str, dict[str, Any]] = {section: dict(getattr(box, section)) for section in SECTIONS}
    for face in faces:
        _add(known[SECTION[type(face)]], face)
    for section, starts in (("traits", traits), ("b_sides", b_sides)):
        for start in starts:
            _add(known[section], start)
    deck = {colour: dict(cards) for colour, cards in box.guards.items()}
    for colour, seen in (guards or {}).items():
        _add_guards(deck.setdefault(colour, {}), seen, guard_cards(box, colour))
    changed: dict[str, Any] = {"guards": {colour: cards for colour, cards in deck.items() if cards}, **known}
    return replace(box, **changed)


def _add(known: dict[str, Face], face: Face) -> None:
    if not says_something(face):
        return
    listed = list(in_order(known))
    for id_, one in listed:
        if covers(one, face):
            if _same_values(one, face) and not one.name:
                known[id_] = one._replace(name=face.name)
            return
    # Python keeps the first of equals: the oldest.
    found = max(
        ((id_, one) for id_, one in listed if _completes(face, one)),
        key=lambda pair: (bool(face.name) and pair[1].name == face.name, _agreeing(pair[1], face)),
        default=None,
    )
    if found is not None:
        id_, one = found
        known[id_] = one._replace(**_values(face), name=one.name or face.name)
    elif len(known) < MOST_ENTRIES:
        known[new_id(known)] = face


def _values(face: Seen) -> dict[str, Any]:
    """Return the known values of a face, without its name."""
    members = (*_FIRST[type(face)], *_LATER.get(type(face), ()))
    values = {member: getattr(face, member) for member in members}
    # What a start leaves out, it does not set: that is known of it.
    return values if isinstance(face, StartFace) else {key: value for key, value in values.items() if value is not None}


def says_something(face: Seen) -> bool:
    """Return whether enough of a face is known to remember it."""
    shown = [getattr(face, member) is not None for member in _FIRST[type(face)]]
    return any(shown) if isinstance(face, StartFace) else all(shown)


def _same_values(one: Seen, other: Seen) -> bool:
    return _values(one) == _values(other)


def covers(one: Seen, face: Seen) -> bool:
    """Return whether the known face `one` already has all that `face` shows."""
    if _named_only(one) and _apart(one, face):
        return False
    known = _values(one)
    return all(member in known and known[member] == value for member, value in _values(face).items())


def _completes(face: Seen, one: Seen) -> bool:
    """Return whether `face` can be the known `one`, seen again and better."""
    if _apart(one, face):
        return False
    known, seen = _values(one), _values(face)
    agree = all(seen[member] == value for member, value in known.items() if member in seen)
    based = all(member in known for member in _FIRST[type(face)])
    return agree and (based or bool(face.name and one.name == face.name))


def _agreeing(one: Seen, face: Seen) -> int:
    known = _values(one)
    return sum(known.get(member) == value for member, value in _values(face).items())


def _apart(one: Seen, other: Seen) -> bool:
    """Return whether two faces have different names."""
    return bool(one.name and other.name) and one.name != other.name


def _named_only(face: Seen) -> bool:
    """Return whether only its name tells a card from others of its kind."""
    if isinstance(face, GoonFace):
        return face.type == OTHER_GOON
    return isinstance(face, EndFace) and face.goal.counts == "other"


def _add_guards(known: dict[str, GuardFace], seen: Iterable[GuardFace], size: int) -> None:
    """Add cards seen more often than they are known, while the colour has cards left."""
    left = Counter(known.values())
    for face in seen:
        if left[face]:
            left[face] -= 1
        elif len(known) < min(size, MOST_ENTRIES):
            known[new_id(known)] = face
