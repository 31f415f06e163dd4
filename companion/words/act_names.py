"""Names of acts, such as "the reward at the Smithy", and sentences with them."""

from collections.abc import Callable, Mapping, Set
from typing import Any, Final

from companion.rules.acts.actions import Act
from companion.rules.engine.mid_game_setup import PHASES
from companion.rules.phases.light_mode import SUPPLY
from companion.rules.registry import Registry
from companion.rules.schema import Option
from companion.rules.state.cards import ItemFace
from companion.rules.state.pieces import DISPLAY, Cube, Side, Zone
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
from companion.words.field_labels import word_of_field
from companion.words.messages import GAME
from companion.words.telling import Telling, capital

NAMES: Final[Registry[str, Callable[[Telling, Act], str]]] = Registry()
"""Functions that name an act with its values, by its type; other names are the sentence `act.<type>`."""

OWN_NAMES: Final[Registry[str, Callable[[Telling, Act], str]]] = Registry()
"""Names for the player whose act it is, where others may know less (V-1)."""

_FOR_ITS_PLAYER: Final = frozenset({"undo", "redo", "undone", "corrected"})
"""Sentences for the act's own player, or for those allowed to see its result."""


def name_in(pattern: str, telling: Telling, act: Act, *, number: int = 1, after: int = 0) -> str:
    """Return a sentence with the name of an act in it.

    Args:
        pattern: the sentence: `undo` and `redo` on buttons, `undone`, `again`, `corrected`, or `done`, only the name.
        telling: the reader, and the game in which it was done.
        act: what was done.
        number: of corrections that one tap made; several are counted instead of named.
        after: how many taps were undone with it.
    """
    if number > 1:
        what = telling.say("act.corrections", n=number)
    else:
        what = (own_name if pattern in _FOR_ITS_PLAYER else act_name)(telling, act)
    return capital(telling.say(f"{pattern}.more" if after else pattern, what=what, n=after))


def act_name(telling: Telling, act: Act) -> str:
    """Return the name of an act within a sentence; some corrections have only a label."""
    if act.type in NAMES:
        return NAMES[act.type](telling, act)
    for key in (f"act.{act.type}", f"action.{act.type}"):
        if key in GAME:
            name = telling.say(key)
            return name[:1].lower() + name[1:]
    return telling.say("act.other")


def has_own_name(act: Act) -> bool:
    """Return whether an act has its own name; most corrections have only their label."""
    return act.type in NAMES or f"act.{act.type}" in GAME


def own_name(telling: Telling, act: Act) -> str:
    """Return the name of an act for its player, who knows its secrets (V-1)."""
    return OWN_NAMES.get(act.type, act_name)(telling, act)


_FIELD_OF_SIDE: Final[Mapping[str, str]] = {
    "set_reputation": "side",
    "set_cubes": "place",
    "set_marker": "side",
    "set_storage": "side",
    "set_tomes": "holder",
    "set_turn": "side",
    "move_suspicion": "to",
    "nobody_there": "side",
}


def named_sides(act: Act) -> Set[Side]:
    """Return the seats that the words of an act name, those whose numbers it changes."""
    return {*act.values.get(_FIELD_OF_SIDE.get(act.type, ""), ())}


@NAMES.of("begin_round")
def _round(telling: Telling, act: Act) -> str:
    return telling.say("act.begin_round", round=telling.game.round + 1)


@NAMES.of("assign")
def _placing(telling: Telling, act: Act) -> str:
    down = act.values.get("face_down", ())
    up = [token for token in act.values["tokens"] if token not in down]
    return telling.say("act.assign", crew=telling.crew(up, len(down)), location=Location(act.one("location")))


@OWN_NAMES.of("assign")
def _own_placing(telling: Telling, act: Act) -> str:
    down = act.values.get("face_down", ())
    if not down:
        return _placing(telling, act)
    up = [telling.crew([token]) for token in act.values["tokens"] if token not in down]
    lying = [telling.say("token.named_face_down", token=token) for token in down]
    return telling.say("act.assign", crew=telling.all_of([*up, *lying]), location=Location(act.one("location")))


@NAMES.of("turn_guard_card", "show_guard_card", "reveal_guard_card", "look_at_guard_card")
def _guard_card(telling: Telling, act: Act) -> str:
    location = telling.game.guard_cards[act.one("card")].location
    return telling.say("act.guard_card", location=telling.location(location))


@NAMES.of("enter_tokens", "enter_strength", "gather", "gather_strengths")
def _tokens_here(telling: Telling, act: Act) -> str:
    return telling.say("act.tokens", location=telling.location(telling.game.location))


@NAMES.of("nobody_there")
def _nobody_here(telling: Telling, act: Act) -> str:
    location = telling.location(telling.game.location)
    return telling.say("act.nobody_there", side=telling.name(act.one("side")), location=location)


@NAMES.of("resolve")
def _result(telling: Telling, act: Act) -> str:
    location = telling.game.location
    return telling.say("act.resolve", n=location.number if location else "", location=telling.location(location))


@NAMES.of("rank_location", "rank_strengths")
def _ranking(telling: Telling, act: Act) -> str:
    return telling.say("act.ranking", location=Location(act.one("location")))


@NAMES.of("take", "decline", "decline_instead", "decline_later")
def _reward(telling: Telling, act: Act) -> str:
    """Name the location that the act states (see `DECLINE_LATER`), or the game's."""
    at, key = act.values.get("location"), "act.take" if act.type == "take" else "act.decline"
    location = Location(at[0]) if at else telling.game.location
    return telling.say(key) if location is None else telling.say(f"{key}.here", location=location)


@NAMES.of("take_rewards")
def _rewards(telling: Telling, act: Act) -> str:
    sides = act.values.get("sides", ())
    return telling.say("act.take_rewards", names=telling.all_of(map(telling.name, sides)))


@NAMES.of("recruit")
def _goons(telling: Telling, act: Act) -> str:
    spaces = [(Zone.SPACE, Location(space)) for space in act.values["goons"]]
    faces = (telling.game.face(card) for spot in spaces for card in telling.game.lying(spot))
    return telling.say("act.recruit", card=telling.all_of(map(telling.named, faces)))


@NAMES.of("craft", "reserve")
def _item(telling: Telling, act: Act) -> str:
    """Name an item of the display; one in a reserve is its owner's secret (V-1)."""
    card = act.one("card")
    face = telling.game.face(card) if telling.game.spot(card) == DISPLAY else ItemFace()
    return telling.say(f"act.{act.type}", card=telling.named(face))


@NAMES.of("give")
def _suspicion_given(telling: Telling, act: Act) -> str:
    return telling.say("act.give", side=telling.name(act.one("side")))


@NAMES.of("strengthen")
def _strength(telling: Telling, act: Act) -> str:
    return telling.say("act.strengthen", by=act.values["by"], location=Location(act.one("location")))


@NAMES.of("claim_instant")
def _instant_goal(telling: Telling, act: Act) -> str:
    return telling.say("act.claim_instant", by=act.values["points"])


@NAMES.of("set_ruling")
def _ruling(telling: Telling, act: Act) -> str:
    """Name the row of the board for a board ruling; other rulings have no short name."""
    asked = act.one("ruling")["key"]
    places = (location for location, key in telling.game.setup.edition.board_rows.items() if key == asked)
    place = next(places, None)
    return telling.say("act.set_ruling") if place is None else telling.say("act.board_row", location=place)


@NAMES.of("go_on")
def _going_on(telling: Telling, act: Act) -> str:
    location = telling.game.location
    return telling.say("act.go_on.night") if location is None else telling.say("act.go_on", location=location)


@NAMES.of("move_suspicion")
def _suspicion_moved(telling: Telling, act: Act) -> str:
    cubes = act.values["cubes"]
    origin = telling.all_of(dict.fromkeys(_cube_place(telling, one) for one in cubes))
    what = telling.amount(Cube.SUSPICION, len(cubes))
    return telling.say("act.move_suspicion", what=what, origin=origin, target=_cube_place(telling, act.one("to")))


def _cube_place(telling: Telling, option: Option) -> str:
    """Return where cubes are (a seat, a location, the supply) as an inflected text."""
    if isinstance(option, int):
        return telling.person(option)
    return telling.where(SUPPLY) if option == SUPPLY else telling.location(Location(str(option)))


@NAMES.of("set_reputation", "set_storage")
def _number_of_side(telling: Telling, act: Act) -> str:
    side, game = act.one("side"), telling.game
    was = (game.reputation if act.type == "set_reputation" else game.storage)[side]
    return _number(telling, act, telling.say(f"act.{act.type}"), was, side=telling.name(side))


@NAMES.of("set_tomes")
def _tomes_of_side(telling: Telling, act: Act) -> str:
    """Leave out the number of a player's tomes, which only their owner knows."""
    holder = act.one("holder")
    if not isinstance(holder, int):
        return _tomes(telling, act)
    return telling.say("act.of_side", side=telling.name(holder), what=telling.say("act.set_tomes"))


@OWN_NAMES.of("set_tomes")
def _tomes(telling: Telling, act: Act) -> str:
    holder, what = act.one("holder"), telling.say("act.set_tomes")
    was = telling.game.tomes.get(holder, 0)
    if isinstance(holder, int):
        return _number(telling, act, what, was, side=telling.name(holder))
    return _number(telling, act, what, was, area=telling.where(holder))


@NAMES.of("set_cubes")
def _cubes(telling: Telling, act: Act) -> str:
    place, cube = act.one("place"), Cube(act.one("cube"))
    what = word_of_field(telling, "cube", cube.value)
    if isinstance(place, int):
        return _number(telling, act, what, telling.game.at(place, cube), side=telling.name(place))
    location = Location(str(place))
    return _number(telling, act, what, telling.game.at(location, cube), place=telling.location(location))


def _number(telling: Telling, act: Act, what: str, was: int, **where: Any) -> str:
    """Return a number before and after, with whose or where it is."""
    (kind,) = where
    return telling.say(f"act.number.{kind}", what=what, was=was, now=act.values["number"], **where)


@NAMES.of("set_marker", "set_turn")
def _given_to_side(telling: Telling, act: Act) -> str:
    return telling.say(f"act.{act.type}", side=telling.name(act.one("side")))


@NAMES.of("set_phase")
def _phase(telling: Telling, act: Act) -> str:
    game = telling.game
    now = _moment(telling, act.values["round"], Phase(act.one("phase")))
    return telling.say("act.set_phase", was=_moment(telling, game.round, game.phase), now=now)


def _moment(telling: Telling, round_: int, phase: Phase) -> str:
    """Return round and phase; one word before round 1, after the last, in light depth."""
    if phase is Phase.PATROL and round_ == telling.game.setup.edition.rounds:
        phase = Phase.LAST_RAID
    if phase is Phase.ROUND:
        return telling.say("act.begin_round", round=round_)
    word = word_of_field(telling, "phase", phase.value)
    word = word[:1].lower() + word[1:]
    return telling.say("moment", round=round_, phase=word) if phase in PHASES else word


@NAMES.of("go_to_location")
def _next_location(telling: Telling, act: Act) -> str:
    return telling.say("act.go_to_location", location=Location(act.one("location")))
