"""Names of acts: on the buttons that undo them, and in sentences that name them."""

from collections.abc import Callable, Mapping, Set
from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.engine.mid_game_setup import PHASES
from companion.rules.phases.light_mode import SUPPLY
from companion.rules.registry import Registry
from companion.rules.schema import Option
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.words.field_labels import word_of_field
from companion.words.messages import GAME
from companion.words.telling import Names, Telling, capital

PHRASES: Final[Registry[str, Callable[[Telling, Act], str]]] = Registry()


def undo_label(language: str, act: Act, before: Position, names: Names, number: int = 1) -> str:
    """The label of the undo of an act.

    Args:
        language: to be spoken.
        act: the last that was done, or a correction.
        before: the game in which it was done.
        names: of the seats, see `seat_names`.
        number: of the corrections that are taken back with one tap; of several each would be too long.
    """
    telling = Telling(language, names, before)
    return telling.say("undo", what=_phrase_of_all(telling, act, number))


def redo_label(language: str, act: Act, before: Position, names: Names, number: int = 1) -> str:
    """The label of doing an act again that was taken back; see `undo_label`."""
    telling = Telling(language, names, before)
    return telling.say("redo", what=_phrase_of_all(telling, act, number))


def _phrase_of_all(telling: Telling, act: Act, number: int) -> str:
    return telling.say("undo.together", n=number) if number > 1 else _own_phrase(telling, act)


def placement(language: str, act: Act, before: Position, names: Names) -> str:
    """Describe which tokens go where, for the player who places them; see `undo_label`."""
    return capital(_own_phrase(Telling(language, names, before), act))


def undo_sentence(language: str, act: Act, before: Position, names: Names, number: int = 1, *, after: int = 0) -> str:
    """What was taken back, in a sentence, and how many taps after it; see `undo_label`."""
    telling = Telling(language, names, before)
    what = telling.say("undo.together", n=number) if number > 1 else act_phrase(telling, act)
    return telling.say("taken_back.more", what=what, n=after) if after > 0 else telling.say("taken_back", what=what)


def redecision_label(language: str, act: Act, before: Position, names: Names) -> str:
    """The label of deciding an act again, under a house ruling that was changed; see `undo_label`."""
    telling = Telling(language, names, before)
    return telling.say("again", what=act_phrase(telling, act))


def act_sentence(language: str, act: Act, before: Position, names: Names) -> str:
    """Return the name of an act as a sentence of its own; see `undo_label`."""
    telling = Telling(language, names, before)
    return capital(telling.say("done", what=act_phrase(telling, act)))


def corrected_number(language: str, act: Act, before: Position, names: Names) -> str:
    """Return the sentence of a correction that would read as a move, empty for any other; see `undo_label`."""
    telling = Telling(language, names, before)
    return telling.say("corrected", what=act_phrase(telling, act)) if act.type in _READ_AS_MOVES else ""


_READ_AS_MOVES: Final = frozenset({"set_cubes", "set_tomes"})
"""The corrections whose events are told as somebody taking or returning something."""

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
    """The seats that the words of an act name, as those whose numbers it changes."""
    return {*act.values.get(_FIELD_OF_SIDE.get(act.type, ""), ())}


def act_phrase(telling: Telling, act: Act) -> str:
    """What an undo of an act takes back, as it stands in a sentence."""
    if f"undo.{act.type}" in GAME:
        return PHRASES.get(act.type, _noun)(telling, act)
    if f"action.{act.type}" in GAME:
        label = telling.say(f"action.{act.type}")
        return telling.say("undo.correction", what=label[:1].lower() + label[1:])
    return telling.say("undo.other")


def _noun(telling: Telling, act: Act) -> str:
    return telling.say(f"undo.{act.type}")


@PHRASES.of("begin_round")
def _of_round(telling: Telling, act: Act) -> str:
    return telling.say("undo.begin_round", round=telling.game.round + 1)


@PHRASES.of("assign")
def _of_tokens(telling: Telling, act: Act) -> str:
    down = act.values.get("face_down", ())
    up = [token for token in act.values["tokens"] if token not in down]
    return telling.say("undo.assign", crew=telling.crew(up, len(down)), location=Location(act.one("location")))


def _own_phrase(telling: Telling, act: Act) -> str:
    """Return the name of an act for its player, who knows the face-down tokens (V-1)."""
    down = act.values.get("face_down", ()) if act.type == "assign" else ()
    if not down:
        return act_phrase(telling, act)
    up = [telling.token(token) for token in act.values["tokens"] if token not in down]
    lying = [telling.say("token.named_face_down", token=token) for token in down]
    return telling.say("undo.assign", crew=telling.listed([*up, *lying]), location=Location(act.one("location")))


@PHRASES.of("turn_guard_card", "show_guard_card", "reveal_guard_card", "look_at_guard_card")
def _of_guard_card(telling: Telling, act: Act) -> str:
    location = telling.game.guard_cards[act.one("card")].location
    return telling.say(f"undo.{act.type}", location=telling.location(location))


@PHRASES.of("resolve")
def _of_resolving(telling: Telling, act: Act) -> str:
    location = telling.game.location
    return telling.say("undo.resolve", n=location.number if location else "", location=telling.location(location))


@PHRASES.of("enter_tokens", "enter_strength", "nobody_there", "gather", "gather_strengths")
def _of_location(telling: Telling, act: Act) -> str:
    return telling.say(f"undo.{act.type}", location=telling.location(telling.game.location))


@PHRASES.of("take", "decline")
def _of_reward(telling: Telling, act: Act) -> str:
    """What is taken or declined has its place in lights out; where roll call is elsewhere nobody knows it."""
    here = telling.game.location is not None
    return telling.say(f"undo.{act.type}.here", location=telling.game.location) if here else _noun(telling, act)


@PHRASES.of("decline_later")
def _of_later_decline(telling: Telling, act: Act) -> str:
    return telling.say("undo.decline_later", location=Location(act.one("location")))


@PHRASES.of("set_ruling")
def _of_ruling(telling: Telling, act: Act) -> str:
    """A row of the board is known by its place, any other ruling by nothing so short."""
    asked = act.one("ruling")["key"]
    places = (location for location, key in telling.game.setup.edition.board_rows.items() if key == asked)
    return telling.say("undo.board_row", location=place) if (place := next(places, None)) else _noun(telling, act)


@PHRASES.of("go_on")
def _of_going_on(telling: Telling, act: Act) -> str:
    return telling.say("undo.go_on.night") if telling.game.location is None else _of_location(telling, act)


@PHRASES.of("rank_location", "rank_strengths")
def _of_ranking(telling: Telling, act: Act) -> str:
    return telling.say(f"undo.{act.type}", location=Location(act.one("location")))


@PHRASES.of("move_suspicion")
def _of_cube_move(telling: Telling, act: Act) -> str:
    cubes = act.values["cubes"]
    origin = telling.all_of(dict.fromkeys(cube_place(telling, one) for one in cubes))
    what = telling.amount(Cube.SUSPICION, len(cubes))
    return telling.say(f"undo.{act.type}", what=what, origin=origin, target=cube_place(telling, act.one("to")))


@PHRASES.of("set_reputation", "set_storage")
def _of_number(telling: Telling, act: Act) -> str:
    """A number that a side has."""
    side, game = act.one("side"), telling.game
    was = (game.reputation if act.type == "set_reputation" else game.storage)[side]
    whose = _whose(telling, side)
    return telling.say(f"undo.{act.type}{whose}", side=telling.name(side), was=was, now=act.values["number"])


@PHRASES.of("set_tomes")
def _of_tomes(telling: Telling, act: Act) -> str:
    holder = act.one("holder")
    was, now = telling.game.tomes.get(holder, 0), act.values["number"]
    if isinstance(holder, int):
        whose = _whose(telling, holder) or ".of"
        return telling.say(f"undo.set_tomes{whose}", side=telling.name(holder), was=was, now=now)
    return telling.say("undo.set_tomes", place=telling.where(holder), was=was, now=now)


@PHRASES.of("set_phase")
def _of_phase(telling: Telling, act: Act) -> str:
    game = telling.game
    now = _moment(telling, act.values["round"], Phase(act.one("phase")))
    return telling.say("undo.set_phase", was=_moment(telling, game.round, game.phase), now=now)


def _moment(telling: Telling, round_: int, phase: Phase) -> str:
    """Where a game is; before its first round, after its last one, and in light depth one word says it."""
    if phase is Phase.PATROL and round_ == telling.game.setup.edition.rounds:
        phase = Phase.LAST_RAID
    if phase is Phase.ROUND:
        return telling.say("undo.begin_round", round=round_)
    word = word_of_field(telling, "phase", phase.value)
    word = word[:1].lower() + word[1:]
    return telling.say("moment", round=round_, phase=word) if phase in PHASES else word


@PHRASES.of("go_to_location")
def _of_next_location(telling: Telling, act: Act) -> str:
    return telling.say(f"undo.{act.type}", location=Location(act.one("location")))


def _whose(telling: Telling, side: Side) -> str:
    """How the sentence of something that is somebody's is called; alone one is spoken to."""
    setup = telling.game.setup
    return ".guards" if side == setup.guards else ".yours" if setup.solitary else ""


@PHRASES.of("set_cubes")
def _of_cubes(telling: Telling, act: Act) -> str:
    place, cube = act.one("place"), Cube(act.one("cube"))
    word = word_of_field(telling, "cube", cube.value)
    if isinstance(place, int):
        key, at = _whose(telling, place) or ".of", {"side": telling.name(place)}
        was = telling.game.at(place, cube)
    else:
        key, at = "", {"place": telling.location(Location(str(place)))}
        was = telling.game.at(Location(str(place)), cube)
    return telling.say(f"undo.set_cubes{key}", cube=word, was=was, now=act.values["number"], **at)


@PHRASES.of("set_marker", "set_turn")
def _of_side(telling: Telling, act: Act) -> str:
    return telling.say(f"undo.{act.type}", side=telling.name(act.one("side")))


def cube_place(telling: Telling, option: Option) -> str:
    """Where cubes lie: a seat, a location, the supply; it bends."""
    if isinstance(option, int):
        return telling.person(option)
    return telling.where(SUPPLY) if option == SUPPLY else telling.location(Location(str(option)))
