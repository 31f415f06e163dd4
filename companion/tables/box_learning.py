"""Saving to a copy: card details entered at a table, and rows of its board. Pure.

It asks the players nothing. Card details in a log entry are added to the copy as it is then; the table itself goes on
with what it took from the copy at the beginning.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.boxes.box import Box, EndFace, LeaderFace, StartFace, in_order
from companion.boxes.drawing import guard_cards
from companion.boxes.file_format import SECTIONS
from companion.boxes.merging import SECTION, covers, remember, says_something
from companion.rules.corrections.guard_cards import SetGuardFace
from companion.rules.state.cards import GoonFace, GuardFace, ItemFace
from companion.rules.state.events import Began, CardDrawn, Event, FaceTyped, GoalsSet, GuardCardTurned, RulingSet
from companion.rules.state.position import Position
from companion.rules.state.setup import BASE, Dealing, Setup


def teaches(events: Iterable[Event]) -> bool:
    """Return whether events hold anything that a copy remembers."""
    told = Began | CardDrawn | FaceTyped | GoalsSet | GuardCardTurned | RulingSet
    return any(isinstance(event, told) for event in events)


def cards_told(events: Iterable[Event]) -> set[tuple[bool, int]]:
    """Return the cards whose faces an entry has, by whether each is a guard card."""
    told = (one for one in events if isinstance(one, CardDrawn | FaceTyped | GuardCardTurned))
    return {(isinstance(one, GuardCardTurned), one.card) for one in told}


def learned(box: Box, game: Position, events: Iterable[Event]) -> Box:
    """Return the copy with the faces and board rows in an entry of a table.

    Args:
        box: what is known so far.
        game: as it is after the entry.
        events: of the entry.
    """
    of_board = game.setup.edition.board_rows.values()
    rows = {one.key: one.value for one in events if isinstance(one, RulingSet) and one.key in of_board}
    seen = remember(box, _faces(events), guards=guards_seen(box, game))
    return replace(seen, rulings={**seen.rulings, **rows}) if rows else seen


def rows_changed(before: Position, after: Position) -> Mapping[str, tuple[str | None, str | None]]:
    """Return the board rulings that differ between two positions, before and after."""
    then, now = before.setup.chosen_rulings, after.setup.chosen_rulings
    rows = after.setup.edition.board_rows.values()
    return {key: (then.get(key), now.get(key)) for key in rows if then.get(key) != now.get(key)}


def with_rows(box: Box, changed: Mapping[str, tuple[str | None, str | None]]) -> Box:
    """Return the copy with changed board rows, where it still has the old value."""
    rows = dict(box.rulings)
    for key, (then, now) in changed.items():
        if rows.get(key) == then:
            rows.pop(key, None)
            if now is not None:
                rows[key] = now
    return replace(box, rulings=rows)


def opened(box: Box, wished: Mapping[str, Any], game: Position) -> Box:
    """Return the copy with the details entered as a table was opened.

    Args:
        box: what is known so far.
        wished: the requested setup; it fits `companion.tables.setup_request.SETUP_REQUEST`.
        game: the position that this led to.
    """
    setup = game.setup
    typed = len(setup.guard_deck) == setup.guard_deck_size and "guard_deck" in wished
    return remember(
        box,
        [*game.cards.values(), *_goals(setup.leader, setup.end)],
        guards=_by_colour(box, setup) if typed else guards_seen(box, game),
        traits=_starts(wished, "trait"),
        b_sides=_starts(wished, "b_side"),
    )


def _starts(wished: Mapping[str, Any], name: str) -> list[StartFace]:
    typed = (wished, *wished.get("players", ()))
    return [SECTIONS[f"{name}s"].read(one[name]) for one in typed if name in one]


def _by_colour(box: Box, setup: Setup) -> dict[str, Sequence[GuardFace]]:
    """Split an entered guard deck, which lists its base first (Z-2), by colour."""
    size = guard_cards(box, BASE)
    return {BASE: setup.guard_deck[:size], setup.guard_colours[-1]: setup.guard_deck[size:]}


def _faces(events: Iterable[Event]) -> list[ItemFace | GoonFace | LeaderFace | EndFace]:
    faces: list[ItemFace | GoonFace | LeaderFace | EndFace] = []
    for event in events:
        match event:
            case FaceTyped(face=face) | CardDrawn(face=face):
                faces.append(face)
            case GoalsSet(leader, end):
                faces += _goals(leader, end)
            case _:
                pass
    return faces


def _goals(leader: Any, end: Any) -> list[LeaderFace | EndFace]:
    return [*([LeaderFace(leader)] if leader else []), *([EndFace(end)] if end else [])]


GUARDS: Final = "guards"


class LeftCard(NamedTuple):
    """A card in a copy.

    Attributes:
        section: where in the copy; `GUARDS`, or one of `SECTIONS`.
        card: its id there.
        face: its face.
        colour: of a guard card.
    """

    section: str
    card: str
    face: Any
    colour: str = ""

    @property
    def place(self) -> tuple[str, str, str]:
        """The place in the copy: section, colour, card."""
        return self.section, self.colour, self.card


def left_in(
    box: Box, game: Position, taken_back: Iterable[Sequence[Event]], lessons: Container[tuple[str, str, str]]
) -> list[LeftCard]:
    """Return cards entered and undone that are still in the copy: perhaps mistakes.

    Args:
        box: what is known.
        game: as it is now; what it shows is no mistake.
        taken_back: the events that entered them, entry by entry.
        lessons: cards that this table saved to the copy; cards entered in the copy itself, or in another game, are no
            mistake of this one.
    """
    events = [event for line in taken_back for event in line]
    found = (*_faces_left(box, game, events), *_guards_left(box, game, events))
    return [*{one.place: one for one in found if one.place in lessons}.values()]


def lessons(before: Box, after: Box) -> Iterator[tuple[str, str, str]]:
    """Yield the places of cards that are new in the copy, or known better."""
    known = {one.place: one.face for one in _cards(before)}
    return (one.place for one in _cards(after) if known.get(one.place) != one.face)


def _cards(box: Box) -> Iterator[LeftCard]:
    for colour, guards in box.guards.items():
        yield from (LeftCard(GUARDS, id_, face, colour) for id_, face in guards.items())
    for section in SECTIONS:
        yield from (LeftCard(section, id_, face) for id_, face in getattr(box, section).items())


def left_by(box: Box, game: Position, kind: str, card: int, lessons: Container[tuple[str, str, str]]) -> list[LeftCard]:
    """Return the cards still in the copy after this game's correction of a card.

    Args:
        box: what is known.
        game: as it is.
        kind: the type of the correction.
        card: which it is about.
        lessons: as for `left_in`.
    """
    told: list[Event] = []
    if kind == SetGuardFace.type:
        guard = game.guard_cards[card]
        told += [] if guard.face is None else [GuardCardTurned(card, guard.face, colour=guard.colour)]
        game = game._replace(guard_cards=(*game.guard_cards[:card], *game.guard_cards[card + 1 :]))
    elif card in game.cards:
        told.append(FaceTyped(card, game.cards[card]))
        game = game._replace(cards={one: face for one, face in game.cards.items() if one != card})
    return left_in(box, game, [told], lessons)


def without(box: Box, cards: Iterable[LeftCard]) -> Box:
    """Return the copy without some cards."""
    for one in cards:
        known = box.guards.get(one.colour, {}) if one.section == GUARDS else getattr(box, one.section)
        left = {id_: face for id_, face in known.items() if id_ != one.card}
        changed: dict[str, Any] = {one.section: {**box.guards, one.colour: left} if one.section == GUARDS else left}
        box = replace(box, **changed)
    return box


def typed_over(before: Position, events: Iterable[Event]) -> Iterator[Event]:
    """Yield events for cards as they were entered before a correction: mistakes.

    Args:
        before: the game just before the correction.
        events: of the correction.
    """
    guards = dict(enumerate(before.guard_cards))
    for event in events:
        match event:
            case FaceTyped(card) if card in before.cards:
                yield event._replace(face=before.cards[card])
            case GuardCardTurned(card) if card in guards and (face := guards[card].face) is not None:
                yield event._replace(face=face, colour=guards[card].colour)


def _faces_left(box: Box, game: Position, events: Iterable[Event]) -> Iterator[LeftCard]:
    shown = [one for one in (*game.cards.values(), *_goals(game.setup.leader, game.setup.end)) if says_something(one)]
    for face in filter(says_something, _faces(events)):
        section = SECTION[type(face)]
        for id_, one in in_order(getattr(box, section)):
            if covers(one, face) and not any(type(other) is type(one) and covers(one, other) for other in shown):
                yield LeftCard(section, id_, one)


def _guards_left(box: Box, game: Position, events: Iterable[Event]) -> Iterator[LeftCard]:
    up = {card.face for card in game.guard_cards if card.up}
    turned = {(event.colour, event.face) for event in events if isinstance(event, GuardCardTurned)}
    if not game.setup.solitary or game.setup.dealing is not Dealing.CARDS:
        return
    colours = game.setup.guard_colours
    for colour, other in (colours, colours[::-1]):
        # A card without a stated colour is not saved until the copy knows all of the other colour.
        told = {colour, ""} if _is_full(box, other) else {colour}
        for id_, face in in_order(box.guards.get(colour, {})):
            if face not in up and any((one, face) in turned for one in told):
                yield LeftCard(GUARDS, id_, face, colour)


def _is_full(box: Box, colour: str) -> bool:
    """Return whether the copy knows all guard cards of a colour."""
    return len(box.guards.get(colour, {})) >= guard_cards(box, colour)


def guards_seen(box: Box, game: Position) -> dict[str, list[GuardFace]]:
    """Return the guard cards of this round that the player entered, by colour.

    The app knew the cards that it dealt. A card without a stated colour has the other colour if the copy knows all
    cards of one colour and this is none of them. Until then the copy does not learn it.
    """
    seen, unsaid = _typed_by_colour(game)
    for known, other in _known_whole(box, game):
        left = Counter(box.guards[known].values()) - Counter(seen[known])
        seen[other] += [face for face in unsaid if not left[face]]
    return seen


def guards_unlearned(box: Box, game: Position) -> int:
    """Return how many guard cards of this round cannot be saved, for want of a colour."""
    _, unsaid = _typed_by_colour(game)
    return 0 if any(_known_whole(box, game)) else len(unsaid)


def _typed_by_colour(game: Position) -> tuple[dict[str, list[GuardFace]], list[GuardFace]]:
    """Return the guard cards entered this round: by colour, and without a colour."""
    unsaid: list[GuardFace] = []
    if not game.setup.solitary or game.setup.dealing is not Dealing.CARDS:
        return {}, unsaid
    seen: dict[str, list[GuardFace]] = {colour: [] for colour in game.setup.guard_colours}
    for card in game.guard_cards:
        if card.up and card.face is not None:
            seen.get(card.colour, unsaid).append(card.face)
    return seen, unsaid


def _known_whole(box: Box, game: Position) -> Iterator[tuple[str, str]]:
    """Yield the colours of an entered deck that the copy knows, each with the other."""
    if game.setup.solitary and game.setup.dealing is Dealing.CARDS:
        base, own = game.setup.guard_colours
        yield from (pair for pair in ((base, own), (own, base)) if _is_full(box, pair[0]))
