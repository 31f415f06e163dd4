"""The difference between another copy and yours, and your copy with chosen parts."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.boxes.box import COLOURS, Box, in_order
from companion.boxes.code import SharedBox
from companion.boxes.drawing import guard_cards
from companion.boxes.file_format import SECTIONS, document, parse
from companion.boxes.merging import remember
from companion.rules.editions import DEFAULT_EDITION
from companion.rules.schema import MOST
from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import POWER, EditionName

SETTINGS: Final = "settings"
"""The part that is no card: edition, rulings and counts."""

_COUNTED: Final = ("rulings", "cubes", "cards", "guard_cards")


@dataclass(frozen=True)
class Difference:
    """Something of which both copies know something else.

    Attributes:
        key: `edition`, `tomes_out`, a member such as `cubes.gold`, or a guard card such as `guards.base.3`, by its id
            in your copy.
        place: of a guard card, which of its colour it is, from 1 on; otherwise 0.
        mine, theirs: what each says.
    """

    key: str
    place: int
    mine: Any
    theirs: Any


@dataclass(frozen=True)
class Part:
    """The cards or settings of a kind that the other copy knows: all, and the new."""

    known: int
    new: int


@dataclass(frozen=True)
class Comparison:
    """The other copy beside yours.

    Attributes:
        parts: by colour of guard cards, section and `SETTINGS`.
        differences: what somebody has to choose between.
        completed: cards of which the other copy knows more than yours.
    """

    parts: Mapping[str, Part]
    differences: tuple[Difference, ...]
    completed: int

    @property
    def new(self) -> int:
        """The number of new cards and settings in all."""
        return sum(part.new for part in self.parts.values())

    @property
    def same(self) -> int:
        """The number of cards and settings that your copy says too."""
        return sum(part.known for part in self.parts.values()) - self.new - self.completed - len(self.differences)


def compare(box: Box, other: SharedBox) -> Comparison:
    """Compare your copy with what a code holds."""
    mine, theirs = _settings(box, whole=other.whole), _settings(other.box, whole=other.whole)
    # An edition that no code can name is not said by theirs either, only assumed.
    differences = [
        Difference(key, 0, mine[key], value)
        for key, value in theirs.items()
        if key in mine and mine[key] != value and (key != "edition" or mine[key] in {*EditionName})
    ]
    for colour in COLOURS:
        differences.extend(_different_guards(box, other.box, colour))
    after = combine(box, other, ())
    parts = {SETTINGS: Part(len(theirs), len(theirs.keys() - mine.keys()))}
    parts |= {one: _part(other.box.guards, after.guards, box.guards, one) for one in COLOURS}
    parts |= {one: _part(vars(other.box), vars(after), vars(box), one) for one in SECTIONS}
    completed = sum(
        getattr(after, section)[id_] != face for section in SECTIONS for id_, face in getattr(box, section).items()
    )
    return Comparison(parts, tuple(differences), completed)


def added_by(box: Box, other: SharedBox, key: str) -> int:
    """Return how much more your copy gets if that difference is taken: itself, and cards for which it makes room."""
    if key != "edition" and not key.startswith("guard_cards."):
        return 1
    with_it, without = (_guards(combine(box, other, taken)) for taken in ([key], []))
    return 1 + with_it - without


def _guards(box: Box) -> int:
    return sum(map(len, box.guards.values()))


def _part(theirs: Mapping[str, Any], after: Mapping[str, Any], before: Mapping[str, Any], name: str) -> Part:
    return Part(len(theirs.get(name, ())), len(after.get(name, ())) - len(before.get(name, ())))


def combine(box: Box, other: SharedBox, theirs: Collection[str]) -> Box:
    """Return your copy with all that is new, and of what differs what was chosen.

    Nothing else that it knows is lost or altered; see `remember`.

    Args:
        box: your copy.
        other: what a code holds.
        theirs: the keys of the differences in which the other copy is right.
    """
    mine, said = _settings(box, whole=other.whole), _settings(other.box, whole=other.whole)
    taken = {key: value for key, value in said.items() if key not in mine or key in theirs}
    known = {colour: dict(cards) for colour, cards in box.guards.items()}
    seen = {colour: Counter(cards.values()) for colour, cards in other.box.guards.items()}
    for colour in COLOURS:
        for one in _different_guards(box, other.box, colour):
            if one.key in theirs:
                known[colour][one.key.rpartition(".")[2]] = one.theirs
            else:
                seen[colour] -= Counter([one.theirs])
    return remember(
        replace(_with_settings(box, taken), guards=known),
        [face for section in ("items", "goons", "leader_goals", "end_goals") for face in _faces_of(other.box, section)],
        guards={colour: _counted(_faces(other.box, colour), count) for colour, count in seen.items()},
        traits=_faces_of(other.box, "traits"),
        b_sides=_faces_of(other.box, "b_sides"),
    )


def _faces(box: Box, colour: str) -> list[GuardFace]:
    return [face for _, face in in_order(box.guards.get(colour, {}))]


def _counted(faces: Iterable[GuardFace], count: Counter[GuardFace]) -> Iterator[GuardFace]:
    """Yield of each face so many, in order."""
    left = Counter(count)
    for face in faces:
        if left[face]:
            left[face] -= 1
            yield face


def _faces_of(box: Box, section: str) -> list[Any]:
    return [face for _, face in in_order(getattr(box, section))]


def _settings(box: Box, *, whole: bool) -> dict[str, Any]:
    """Return what a copy says beside its cards, flat; an edition counts once anything else is said."""
    said = document(box)
    found = {f"{member}.{name}": value for member in _COUNTED for name, value in said.get(member, {}).items()}
    if not whole:
        return {key: value for key, value in found.items() if key.startswith("guard_cards.")}
    is_chosen = box.edition != DEFAULT_EDITION or said.keys() - {"name", "edition"}
    return {name: said[name] for name in ("edition", "tomes_out") if name in said and is_chosen} | found


def _with_settings(box: Box, settings: Mapping[str, Any]) -> Box:
    said = document(box)
    for key, value in settings.items():
        member, _, name = key.partition(".")
        if name:
            said[member] = {**said.get(member, {}), name: value}
        else:
            said[member] = value
    return parse(said)


def _different_guards(box: Box, other: Box, colour: str) -> list[Difference]:
    """Return the cards for which a colour has no room beside yours, each with your card that is most alike."""
    sizes = {**other.guard_cards, **box.guard_cards}
    mine, missing = box.guards.get(colour, {}), Counter(_faces(other, colour)) - Counter(_faces(box, colour))
    crowded = len(mine) + missing.total() - guard_cards(replace(box, guard_cards=sizes), colour)
    both = Counter(_faces(other, colour))
    extra = []
    for place, (id_, face) in enumerate(in_order(mine), 1):
        if both[face]:
            both[face] -= 1
        else:
            extra.append(Difference(f"guards.{colour}.{id_}", place, face, None))
    alike = [(_distance(one.mine, face), one.place, one, face) for one in extra for face in missing]
    chosen: dict[str, Difference] = {}
    for _, _, one, face in sorted(alike, key=lambda pair: pair[:2]):
        if len(chosen) < crowded and one.key not in chosen and missing[face]:
            missing[face] -= 1
            chosen[one.key] = replace(one, theirs=face)
    return sorted(chosen.values(), key=lambda one: one.place)


def _distance(face: GuardFace, other: GuardFace) -> int:
    if isinstance(face.strength, int) and isinstance(other.strength, int):
        return 2 * abs(face.strength - other.strength) + (face.special != other.special)
    return int(face.special != other.special) if face.strength == other.strength == POWER else MOST
