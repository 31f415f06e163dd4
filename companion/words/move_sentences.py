"""Moves in words: each physical move as a sentence and as a short phrase.

The sentence stands alone and is read aloud. The phrase follows a number and an icon, in the column of the seat that
moves, and so says only where something comes from or goes to.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.engine.physical_moves.move import DECK, Area, How, Move, Piece, Where
from companion.rules.engine.secrecy import hidden_cards
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import TOKENS, Goon, Location
from companion.words.telling import Names, Telling, for_somebody


def move_sentence(language: str, move: Move, names: Names, game: Position, reader: Side | None = None) -> str:
    """Return a move as a sentence in the imperative: Take 2 iron from the supply.

    Args:
        language: to be spoken.
        move: as its reader may know it.
        names: of the seats, see `seat_names`.
        game: at whose table it is.
        reader: the reader's only seat, which is addressed without a name; None: several seats, or none.
    """
    telling = Telling(language, names, game)
    found = _SENTENCES.get(move.piece, _cubes)(telling, move) or _moved(telling, move)
    hand = _hand(move, game)
    if hand is None or len(game.players) < 2 or hand in {game.setup.guards, reader}:
        return found
    return for_somebody(telling, hand, found)


def _moved(telling: Telling, move: Move) -> str:
    """Return the plain sentence, for corrections and for pieces of an expansion."""
    origin, to = _where(telling, move.source), _where(telling, move.target)
    text = telling.say("hands.move", what=_what(telling, move), origin=origin, to=to)
    return _with_card(telling, move, text) if move.piece in {Piece.GOON, Piece.ITEM} else text


def _hand(move: Move, game: Position) -> Side | None:
    """Return who moves it: a single piece's new owner, and a player for the guards."""
    ends = [one.of for one in (move.target, move.source) if one.area is Area.SIDE and isinstance(one.of, int)]
    if move.piece in _TAKEN and ends:
        return ends[0]
    if move.side == game.setup.guards:
        return next((one for one in ends if one != move.side), move.side)
    return move.side


def move_phrase(language: str, move: Move, names: Names, game: Position, here: Location | None) -> str:
    """Return the phrase that follows icon and number, such as "from the supply".

    Args:
        language: of the phrase.
        move: as its reader may know it.
        names: of the seats.
        game: at whose table it is.
        here: the location that is named anyway.
    """
    telling = Telling(language, names, game)
    source, target = move.source, move.target
    if move.how is How.SHUFFLE:
        return telling.say("move.shuffle")
    if source == target:
        return _turned(telling, move, here)
    if target.area in {Area.TRACK, Area.ROUNDS}:
        return telling.say("move.track", n=target.of)
    if target.area in _TARGETS:
        return _put_back(telling, move, here)
    if target.area is Area.DISPLAY and isinstance(target.of, int):
        return telling.say("move.to_display", n=target.of + 1)
    if target.area in _PLACES and not (target.area is Area.SIDE and target.of == move.side):
        down = "_down" if source.area is Area.ASIDE and move.how is How.DOWN else ""
        return telling.say(f"{_named('move.to', target, game)}{down}", place=_where(telling, target))
    if source.of == here and here is not None and source.area in {Area.LOCATION, Area.SPACE}:
        return telling.say("move.from_here")
    if source.area is Area.DISPLAY and isinstance(source.of, int):
        return telling.say("move.from_display", n=source.of + 1)
    if source.area in _SOURCES:
        # No player sits at the guard board: for pieces that come there, say where they go.
        served = source.area is Area.SUPPLY and target.of is not None and target.of == game.setup.guards
        return telling.say("move.to_guards" if served else _SOURCES[source.area])
    return telling.say(_named("move.from", source, game), place=_where(telling, source))


def _turned(telling: Telling, move: Move, here: Location | None) -> str:
    """Return the card that is turned or looked at, with its place if needed."""
    place = move.source.of
    if isinstance(place, Location) and place != here:
        return telling.say(f"move.turn_at.{move.how}", location=place)
    return telling.say(f"move.turn.{move.how}")


def _put_back(telling: Telling, move: Move, here: Location | None) -> str:
    """Say where pieces leave play, and which, if others like them are elsewhere."""
    source, target = move.source, move.target
    if target == DECK and source.area is Area.DISPLAY and isinstance(source.of, int):
        return telling.say("move.to_deck_from_display", n=source.of + 1)
    if isinstance(source.of, Location) and target == DECK:
        own = move.piece is Piece.GUARD_CARD
        return telling.say("move.guard_card_to_deck" if own else "move.to_deck_from_location", location=source.of)
    if move.piece is Piece.CREW and isinstance(source.of, Location):
        return telling.say("move.home_here" if source.of == here else "move.home_from", location=source.of)
    if isinstance(source.of, Location) and source.of != here and target.area is Area.SUPPLY:
        return telling.say("move.clear", location=source.of)
    return telling.say(_TARGETS[target.area])


def _named(key: str, where: Where, game: Position) -> str:
    """Return the key for a place: locations and a solitary player have their own."""
    if isinstance(where.of, Location):
        return f"{key}_location"
    if where.area is Area.SIDE and game.setup.solitary:
        return f"{key}_guards" if where.of == game.setup.guards else f"{key}_you"
    return key


_TARGETS: Final = {
    Area.SUPPLY: "move.to_supply",
    Area.HOME: "move.home",
    Area.ASIDE: "move.aside",
    Area.DISCARDS: "move.to_discards",
    Area.DECK: "move.to_deck",
    Area.GOALS: "move.to_goals",
}
_SOURCES: Final = {
    Area.SUPPLY: "move.from_supply",
    Area.DECK: "move.from_deck",
    Area.DISCARDS: "move.from_discards",
    Area.GOALS: "move.from_goals",
}
_TAKEN: Final = frozenset({Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL})
_PLACES: Final = frozenset({Area.LOCATION, Area.SPACE, Area.DISPLAY, Area.SIDE})


def _what(telling: Telling, move: Move) -> str:
    """Return the piece with its number."""
    if isinstance(move.piece, Cube):
        return telling.amount(move.piece, move.number)
    if move.piece is Piece.TOKEN:
        return _crew(telling, move)
    return telling.say(f"piece.{move.piece}", n=move.number)


def _crew(telling: Telling, move: Move) -> str:
    if move.which not in TOKENS:
        return telling.crew((), move.number)
    return telling.crew((move.which,))


def _where(telling: Telling, where: Where) -> str:
    """Return a place, in the words of `Telling.spot`."""
    match where:
        case Where(Area.LOCATION | Area.SPACE, Location() as location):
            return telling.location(location)
        case Where(Area.ASIDE):
            return telling.location(None)
        case Where(Area.SIDE, int() as side):
            return telling.person(side)
        case Where(Area.DISPLAY, int() as space):
            return telling.where(where.area, space=space)
        case Where(area, int() as side) if area is not Area.HOME:
            return telling.where(area, side)
    return telling.where(where.area)


def _own(telling: Telling, side: Any, key: str, **data: Any) -> str:
    """Say what a person does for the guards, or a player for itself."""
    return telling.say(f"{key}.guards" if side == telling.game.setup.guards else key, **data)


def _cubes(telling: Telling, move: Move) -> str | None:
    what = _what(telling, move)
    match move.source, move.target:
        case Where(Area.SUPPLY), Where(Area.LOCATION, Location() as location):
            return telling.say("hands.lay", what=what, location=location)
        case Where(Area.LOCATION, Location() as location), Where(Area.SUPPLY):
            return telling.say("hands.clear", what=what, location=location)
        case Where(Area.SUPPLY), Where(Area.SIDE, side):
            return _own(telling, side, "hands.gain", what=what)
        case Where(Area.SIDE, side), Where(Area.SUPPLY):
            return _own(telling, side, "hands.return", what=what)
        case Where(Area.LOCATION, Location() as location), Where(Area.SIDE, side):
            return _own(telling, side, "hands.gain_from", what=what, location=location)
        case Where(Area.SIDE, side), Where(Area.LOCATION, Location() as location):
            return _own(telling, side, "hands.lay_back", what=what, location=location)
        case Where(Area.LOCATION, Location() as location), Where(Area.LOCATION, Location() as to):
            return telling.say("hands.move_cubes", what=what, location=location, to=to)
        case Where(Area.SIDE, int() as side), Where(Area.SIDE, int() as other):
            return _handed_over(telling, move, side, other)
    return None


def _handed_over(telling: Telling, move: Move, side: Side, other: Side) -> str:
    """Describe cubes that go from one side to another, for the person who moves them."""
    what, guards = _what(telling, move), telling.game.setup.guards
    if side == guards:
        return telling.say("hands.give.guards", what=what)
    if other == guards:
        return telling.say("hands.give_to_guards", what=what)
    if move.side == other:
        return telling.say("hands.get", what=what, other=telling.name(side))
    return telling.say("hands.give", what=what, other=telling.name(other))


def _track(telling: Telling, move: Move) -> str:
    return _own(telling, move.side, "hands.score", now=move.target.of)


def _round_marker(telling: Telling, move: Move) -> str:
    return telling.say("hands.round_marker", n=move.target.of)


def _marker(telling: Telling, move: Move) -> str:
    return _own(telling, move.target.of, "hands.marker")


def _goal(telling: Telling, move: Move) -> str:
    """Describe a goal card that a side takes or returns."""
    if move.target.area is Area.GOALS:
        return _own(telling, move.source.of, f"hands.{move.piece}_back")
    return _own(telling, move.target.of, f"hands.{move.piece}")


def _token(telling: Telling, move: Move) -> str | None:
    crew = _crew(telling, move)
    if move.source == move.target:
        return telling.say(f"hands.turn_token.{move.how}", crew=crew, location=move.source.of)
    match move.source, move.target:
        case _, Where(Area.HOME):
            return telling.say("hands.take_tokens", crew=crew)
        case Where(Area.HOME), Where(Area.LOCATION, Location() as location):
            key = "hands.assign_down" if move.how is How.DOWN and move.which in TOKENS else "hands.assign"
            return telling.say(key, crew=crew, location=location)
        case Where(Area.LOCATION), Where(Area.LOCATION, Location() as location):
            return telling.say("hands.move_tokens", crew=crew, location=location)
    return None


def crew_moved(telling: Telling, move: Move) -> str:
    """Return the move of a crew whose tokens were only counted, and so move as one."""
    match move.source, move.target:
        case Where(Area.HOME), Where(of=to):
            key = "hands.crew_again" if to is move.which else "hands.crew_strays"
        case Where(of=source), Where(Area.HOME):
            key = "hands.crew_home" if source is move.which else "hands.strays_home"
        case _, Where(of=to):
            key = "hands.crew_back" if to is move.which else "hands.move_crew"
    return telling.say(key, location=move.which, to=move.target.of)


def _guard_card(telling: Telling, move: Move) -> str | None:
    if move.how is How.SHUFFLE:
        return telling.say("hands.shuffle_guards", n=move.number)
    if move.how is How.LOOK:
        return telling.say("hands.look_at_guard_card", location=_where(telling, move.source))
    if move.source == move.target:
        return telling.say(f"hands.turn_guard_card.{move.how}", location=_where(telling, move.source))
    match move.source, move.target:
        case Where(Area.DECK), Where(Area.LOCATION, Location() as location):
            key = "hands.reveal_guard_card" if move.how is How.REVEAL else "hands.lay_guard_card"
            return telling.say(key, location=location)
        case Where(Area.LOCATION, Location() as location), Where(Area.ASIDE):
            return telling.say("hands.take_guard_card", n=move.number, location=location)
        case Where(Area.LOCATION, Location() as location), Where(Area.LOCATION, Location() as to):
            return telling.say("hands.move_guard_card", location=location, to=to)
        case Where(Area.ASIDE), Where(Area.LOCATION, Location() as to):
            key = "hands.bring_guard_card_down" if move.how is How.DOWN else "hands.bring_guard_card"
            return telling.say(key, n=move.number, to=to)
        case Where(Area.LOCATION, Location() as location), Where(Area.DECK):
            return telling.say("hands.guard_card_back", location=location)
    return None


def _location_card(telling: Telling, move: Move) -> str:
    if move.how is How.SHUFFLE:
        return telling.say("hands.shuffle_locations", n=move.number)
    return telling.say("hands.location_card_back" if move.target.area is Area.DECK else "hands.location_card")


def _item(telling: Telling, move: Move) -> str | None:
    match move.source, move.target:
        case Where(Area.DECK), Where(Area.DISPLAY, int() as space):
            return telling.say("hands.lay_item", space=space + 1)
        case Where(Area.DISPLAY, int() as space), Where(Area.CRAFTED, side):
            return _own(telling, side, "hands.craft", space=space + 1)
        case Where(Area.DISPLAY, int() as space), Where(Area.RESERVE, side):
            return _own(telling, side, "hands.reserve", space=space + 1)
        case Where(Area.RESERVE), Where(Area.CRAFTED, side):
            return _own(telling, side, "hands.craft_own")
    back = _item_back(telling, move)
    return None if back is None else _with_card(telling, move, back)


def _item_back(telling: Telling, move: Move) -> str | None:
    match move.source, move.target:
        case Where(Area.DISPLAY, int() as space), Where(Area.DECK):
            return telling.say("hands.item_back", space=space + 1)
        case Where(Area.CRAFTED | Area.RESERVE as area, side), Where(Area.DISPLAY, int() as space):
            return _own(telling, side, f"hands.{area}_back", space=space + 1)
        case Where(Area.CRAFTED, side), Where(Area.RESERVE):
            return _own(telling, side, "hands.reserve_again")
    return None


def goon_moved(move: Move, game: Position) -> GoonFace | None:
    """Return the goon of a move, if its type is known."""
    face = game.cards.get(move.which) if move.piece is Piece.GOON and isinstance(move.which, int) else None
    return face if isinstance(face, GoonFace) and face.type in Goon.words() else None


def _goon(telling: Telling, move: Move) -> str | None:
    """Return the move of a goon."""
    text = _goon_moved(telling, move)
    return None if text is None else _with_card(telling, move, text)


def _with_card(telling: Telling, move: Move, text: str) -> str:
    """Add the card to a sentence if everyone knows more of it than its kind (V-1)."""
    game, card = telling.game, move.which
    if not isinstance(card, int) or card not in game.cards or card in hidden_cards(game, ()):
        return text
    face = game.face(card)
    known = face.name or goon_moved(move, game) or (isinstance(face, ItemFace) and face.price)
    return telling.say("hands.named_card", text=text.rstrip(".。"), card=telling.card(face)) if known else text


def _goon_moved(telling: Telling, move: Move) -> str | None:
    match move.source, move.target:
        case _ if move.how is How.SHUFFLE:
            return telling.say("hands.shuffle_goons")
        case Where(Area.DECK), Where(Area.DISCARDS):
            return telling.say("hands.goons_unshuffled", n=move.number)
        case Where(Area.DECK), Where(Area.SPACE, Location() as location):
            return telling.say("hands.lay_goon", location=location)
        case Where(Area.SPACE, Location() as location), Where(Area.SPACE, Location() as to):
            return telling.say("hands.move_goon", location=location, to=to)
        case Where(Area.SPACE, Location() as location), Where(Area.DECK):
            return telling.say("hands.goon_back", location=location)
        case Where(Area.SPACE, Location() as location), Where(Area.DISCARDS):
            return telling.say("hands.discard_goon", location=location)
        case Where(Area.SPACE, Location() as location), Where(Area.GOONS, side):
            return _own(telling, side, "hands.take_goon", location=location)
        case Where(Area.GOONS, side), Where(Area.SPACE, Location() as location):
            return _own(telling, side, "hands.own_goon_back", location=location)
        case Where(Area.DISCARDS), Where(Area.SPACE, Location() as location):
            return telling.say("hands.discarded_goon_back", location=location)
    return None


def _tome(telling: Telling, move: Move) -> str | None:
    match move.source, move.target:
        case _ if move.how is How.SHUFFLE:
            return telling.say("hands.shuffle_tomes")
        case Where(Area.DECK), Where(Area.DISCARDS):
            return telling.say("hands.tomes_unshuffled", n=move.number)
        case Where(Area.DECK), Where(Area.SIDE) if move.drawn > move.number:
            return telling.say("hands.choose_tomes", draw=move.drawn, keep=move.number)
        case Where(Area.DECK), Where(Area.SIDE):
            return telling.say("hands.draw_tomes", n=move.number)
        case Where(Area.SIDE), Where(Area.DISCARDS):
            return telling.say("hands.discard_tomes", n=move.number)
        case Where(Area.SIDE), Where(Area.DECK):
            return telling.say("hands.tomes_back", n=move.number)
        case Where(Area.DISCARDS), Where(Area.SIDE):
            return telling.say("hands.discarded_tomes_back", n=move.number)
    return None


_SENTENCES: Final[Mapping[Piece | Cube, Callable[[Telling, Move], str | None]]] = {
    Piece.TOKEN: _token,
    Piece.CREW: crew_moved,
    Piece.GUARD_CARD: _guard_card,
    Piece.LOCATION_CARD: _location_card,
    Piece.ITEM: _item,
    Piece.GOON: _goon,
    Piece.TOME: _tome,
    Piece.FIRST_PLAYER: _marker,
    Piece.LEADER_GOAL: _goal,
    Piece.INSTANT_GOAL: _goal,
    Piece.REPUTATION: _track,
    Piece.ROUND_MARKER: _round_marker,
}
"""The best sentence for each piece; None: use the plain one of `_moved`."""
