"""The setup of a table, from the request and its copy, for API and pages alike.

A table stores all values that it uses, so that later changes of the copy don't change its log.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.boxes.box import Box
from companion.boxes.drawing import guards_known, setup_of
from companion.boxes.file_format import BOX, GUARD, START
from companion.boxes.schemas import MOST_ENTRIES, Flag, Name
from companion.rules.engine.mid_game_setup import EnteredPosition
from companion.rules.errors import RuleError
from companion.rules.live import LiveMapping, LiveSequence
from companion.rules.rulings.ranking import FEWEST_SIDES, MOST_SIDES
from companion.rules.schema import EnumField, IntField, ListField, ObjectField, Path
from companion.rules.shuffling.house_deck import NEWEST
from companion.rules.state.cards import END_GOAL, LEADER_GOAL, GuardFace, end_goal, leader_goal
from companion.rules.state.pieces import Cube, Kind
from companion.rules.state.setup import (
    ADVANCED_REPUTATION_OF_GUARDS,
    Dealing,
    Depth,
    Difficulty,
    OddsFor,
    Setup,
    Start,
    Turns,
    boxed,
)
from companion.rules.vocabulary import Crew, EditionName
from companion.tables.position_entry import (
    FIGURES,
    FIGURES_OF_PLAYERS,
    figures,
    figures_of_players,
    place_of,
    place_of_players,
)

_START: Final = ObjectField({name: shape for name, shape in START.members.items() if name != "name"})
_SET_AT_THE_START: Final = ("b_side", "trait")
"""A player's start in the advanced setup (S-8): the crew board's B side, then the trait."""

PLAYER: Final = ObjectField(
    {"name": Name(), "crew": EnumField(tuple(Crew)), "start": _START, "trait": START, "b_side": START}
)
"""A player; `start` holds the resulting values if they were entered directly (S-8)."""

SETUP_REQUEST: Final = ObjectField(
    {
        "players": ListField(PLAYER, MOST_SIDES),
        "edition": EnumField(EditionName.words()),
        "rulings": BOX.members["rulings"],
        "difficulty": EnumField(tuple(Difficulty)),
        "dealing": EnumField(tuple(Dealing)),
        "advanced": Flag(),
        "starts": ObjectField({"player": _START, "guards": _START}),
        "trait": START,
        "b_side": START,
        "leader_goal": LEADER_GOAL,
        "end_goal": END_GOAL,
        "cubes": BOX.members["cubes"],
        "cards": ObjectField(LiveMapping(LiveSequence(lambda: tuple(f"{kind}s" for kind in Kind.words())), IntField())),
        "tomes_out": IntField(),
        "guard_cards": IntField(0, MOST_ENTRIES),
        "guard_deck": ListField(GUARD, MOST_ENTRIES),
        "begin": FIGURES,
        "begin_together": FIGURES_OF_PLAYERS,
        "depth": EnumField(tuple(Depth)),
        "roll_call": Flag(),
        "turns": EnumField(tuple(Turns)),
        "odds": EnumField(tuple(OddsFor)),
        "hint": EnumField(tuple(OddsFor)),
        "instant_goal": Flag(),
        "first_player": IntField(0, MOST_SIDES - 1),
    }
)
"""The request for a table; missing fields are as the copy says, otherwise the edition."""


_ONLY_ALONE: Final = (
    "difficulty",
    "dealing",
    "starts",
    "trait",
    "b_side",
    "tomes_out",
    "guard_cards",
    "guard_deck",
    "begin",
    "odds",
    "hint",
)
"""Fields about the guards, or about the only player against them."""


_ONLY_TOGETHER: Final = ("depth", "roll_call", "turns", "instant_goal", "first_player", "begin_together")
"""Fields for games of several players, without a choice in a solitary one."""


class InvalidSetup(RuleError):
    """Requested options that exclude each other, or that edition or copy lack."""


def agreed(wished: Mapping[str, Any], box: Box | None = None) -> Setup:
    """Return the setup of a game: of named players, otherwise a solitary one.

    Args:
        wished: what was wished; it fits `SETUP_REQUEST`.
        box: what lies on the table; None: a box as the edition says, of which no card is known.

    Raises:
        InvalidSetup: it cannot be.
    """
    return _of_players(wished, box) if "players" in wished else _alone(wished, box)


def _of_players(wished: Mapping[str, Any], box: Box | None) -> Setup:
    base = Setup(guards=None, difficulty=None) if box is None else setup_of(box, None)
    setup = _shared(base, wished)
    players = wished["players"]
    RuleError.refuse([*_bad_for_players(wished, players), *_bad_advanced(wished, setup)])
    least = Start(reputation=0) if wished.get("advanced") else Start()
    setup = replace(setup, advanced=wished.get("advanced", False))
    return boxed(
        replace(
            setup,
            starts=tuple(start_of(least, player)._replace(**player.get("start", {})) for player in players),
            first_player=wished.get("first_player"),
            depth=Depth(wished.get("depth", Depth.FULL)),
            roll_call=wished.get("roll_call", False),
            instant=wished.get("instant_goal", False),
            turns=Turns(wished.get("turns", Turns.TOLD)),
        )
    )


def _bad_for_players(wished: Mapping[str, Any], players: Sequence[Mapping[str, Any]]) -> Iterator[InvalidSetup]:
    """Yield what a game of so many players does not have."""
    yield from (InvalidSetup("table.only_alone", (name,)) for name in _ONLY_ALONE if name in wished)
    if not FEWEST_SIDES <= len(players) <= MOST_SIDES:
        yield InvalidSetup("sides.number", ("players",), least=FEWEST_SIDES, most=MOST_SIDES)
        return
    typed = wished.get("begin_together", {})
    yield from _bad_seats(wished, ("first_player",), len(players))
    yield from _bad_seats(typed, ("first_player", "leader", "instant"), len(players), "begin_together")
    if len(typed.get("sides", ())) > len(players):
        yield InvalidSetup("shape.too_many", ("begin_together", "sides"), most=len(players))


def _bad_seats(wished: Mapping[str, Any], names: Iterable[str], players: int, *path: str) -> Iterator[InvalidSetup]:
    for name in names:
        if name in wished and wished[name] >= players:
            yield InvalidSetup("shape.range", (*path, name), least=0, most=players - 1)


def _bad_advanced(wished: Mapping[str, Any], setup: Setup) -> Iterator[InvalidSetup]:
    """Yield errors: no advanced setup here, or its fields without it (E-7, S-8)."""
    if wished.get("advanced"):
        if not setup.edition.advanced_setup:
            yield InvalidSetup("table.no_advanced_setup", ("advanced",))
        return
    yield from (InvalidSetup("table.not_advanced", (name,)) for name in _SET_AT_THE_START if name in wished)
    for index, player in enumerate(wished.get("players", ())):
        typed = (name for name in ("start", *_SET_AT_THE_START) if name in player)
        yield from (InvalidSetup("table.not_advanced", ("players", index, name)) for name in typed)


def begun(wished: Mapping[str, Any], setup: Setup) -> EnteredPosition | None:
    """Return the requested position of a game under way; None: it begins."""
    if "begin_together" in wished:
        return figures_of_players(wished["begin_together"])
    return figures(wished["begin"], setup) if "begin" in wished else None


def place_of_figure(path: Path, wished: Mapping[str, Any], setup: Setup) -> Path:
    """Return the request's path for the path of an error from `mid_game_setup`."""
    if "begin_together" in wished:
        return ("begin_together", *place_of_players(path))
    return ("begin", *place_of(path, setup, wished["begin"]))


def _shared(base: Setup, wished: Mapping[str, Any]) -> Setup:
    """Return the requested values common to all games, over the copy's."""
    return replace(
        base,
        edition_name=EditionName(wished.get("edition", base.edition_name)),
        chosen_rulings={**base.chosen_rulings, **wished.get("rulings", {})},
        cubes={**base.cubes, **{Cube(cube): n for cube, n in wished.get("cubes", {}).items()}},
        cards={**base.cards, **{Kind(kind.removesuffix("s")): n for kind, n in wished.get("cards", {}).items()}},
        leader=leader_goal(wished["leader_goal"]) if "leader_goal" in wished else None,
        end=end_goal(wished["end_goal"]) if "end_goal" in wished else None,
    )


def _alone(wished: Mapping[str, Any], box: Box | None) -> Setup:
    difficulty = Difficulty(wished.get("difficulty", Difficulty.MODERATE))
    base = Setup(difficulty=difficulty) if box is None else setup_of(box, difficulty)
    complete = box is not None and guards_known(box, difficulty).complete
    setup = replace(
        _shared(base, wished),
        tomes_out=wished.get("tomes_out", base.tomes_out),
        guard_cards=wished.get("guard_cards", base.guard_cards),
    )
    if "guard_deck" in wished:
        faces = (GuardFace(face["strength"], face.get("special", False)) for face in wished["guard_deck"])
        setup = replace(setup, guard_deck=tuple(faces))
        complete = len(setup.guard_deck) == setup.guard_deck_size
    dealing = Dealing(wished.get("dealing", Dealing.APP if complete else Dealing.CARDS))
    advanced = wished.get("advanced", False)
    odds, hint = (OddsFor(wished.get(name, OddsFor.NOBODY)) for name in ("odds", "hint"))
    made = boxed(replace(setup, dealing=dealing, starts=_starts(wished), advanced=advanced, odds=odds, hint=hint))
    # The roll call goes in turns; a location is resolved when the table reaches it.
    made = replace(made, house_deck=NEWEST, turns=Turns.ENFORCED)
    RuleError.refuse([*_bad_alone(wished, made, complete=complete), *_bad_advanced(wished, made)])
    return made


def _bad_alone(wished: Mapping[str, Any], made: Setup, *, complete: bool) -> Iterator[InvalidSetup]:
    """Yield what a game against the guards does not have."""
    yield from (InvalidSetup("table.only_together", (name,)) for name in _ONLY_TOGETHER if name in wished)
    known = len(made.guard_deck)
    if known > made.guard_deck_size:
        yield InvalidSetup("shape.too_many", ("guard_deck",), most=made.guard_deck_size)
    elif made.dealing is Dealing.APP and not complete:
        yield InvalidSetup("table.guard_deck_unknown", ("guard_deck",), n=made.guard_deck_size, known=known)
    if (made.tomes_out or 0) > made.cards[Kind.TOME]:
        yield InvalidSetup("shape.range", ("tomes_out",), least=0, most=made.cards[Kind.TOME])


def start_of(least: Start, typed: Mapping[str, Any]) -> Start:
    """Return an advanced start: the B side's numbers plus the trait's (S-8).

    Args:
        least: the start of a player who has neither.
        typed: `b_side` and `trait` as their owner reads them, if there are any.
    """
    sets = {what: n for what, n in typed.get("b_side", {}).items() if what != "name"}
    adds = {what: n for what, n in typed.get("trait", {}).items() if what != "name"}
    start = least._replace(**sets)
    return start._replace(**{what: getattr(start, what) + n for what, n in adds.items()})


def _starts(wished: Mapping[str, Any]) -> tuple[Start, Start]:
    """Return the starts of player and guards; advanced on 0 and 20 (S-8, Z-1)."""
    player, guards = Start(), Start()
    if wished.get("advanced"):
        player, guards = Start(reputation=0), Start(reputation=ADVANCED_REPUTATION_OF_GUARDS)
    player = start_of(player, wished)
    given = wished.get("starts", {})
    return player._replace(**given.get("player", {})), guards._replace(**given.get("guards", {}))


def request_of(setup: Setup) -> dict[str, Any]:
    """Return the request from which `agreed` makes this setup again without the copy.

    It leaves out what only older tables have.
    """
    wished: dict[str, Any] = {
        "edition": setup.edition_name.value,
        "rulings": dict(setup.chosen_rulings),
        "cubes": {cube.value: n for cube, n in setup.cubes.items()},
        "cards": {f"{kind}s": n for kind, n in setup.cards.items()},
        "advanced": setup.advanced,
    }
    if setup.leader:
        wished["leader_goal"] = {"counts": setup.leader.counts.value, "minimum": setup.leader.minimum}
    if setup.end:
        wished["end_goal"] = {"kind": setup.end.kind, "counts": str(setup.end.counts)}
    return wished | (_request_of_one(setup) if setup.solitary else _request_of_players(setup))


def _request_of_one(setup: Setup) -> dict[str, Any]:
    return {
        "difficulty": setup.difficulty,
        "dealing": setup.dealing.value,
        "guard_deck": [face._asdict() for face in setup.guard_deck],
        "starts": {"player": setup.starts[0]._asdict(), "guards": setup.starts[1]._asdict()},
        "odds": setup.odds.value,
        "hint": setup.hint.value,
        "tomes_out": setup.tomes_out,
        **({} if setup.guard_cards is None else {"guard_cards": setup.guard_cards}),
    }


def _request_of_players(setup: Setup) -> dict[str, Any]:
    return {
        "players": [{"start": start._asdict()} if setup.advanced else {} for start in setup.starts],
        "depth": setup.depth.value,
        "roll_call": setup.roll_call,
        "turns": setup.turns or Turns.TOLD,
        "instant_goal": setup.instant,
        **({} if setup.first_player is None else {"first_player": setup.first_player}),
    }
