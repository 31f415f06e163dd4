"""What a table agrees on before its first line: from what was wished and what its box says, for API and pages alike.

A table copies what it uses, so that nothing that happens to the box later changes its log.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.boxes.box import Box
from companion.boxes.format import BOX, GUARD, START
from companion.boxes.shapes import MOST_ENTRIES, Flag, Listing, Name
from companion.boxes.use import guards_known, setup_of
from companion.rules.errors import RuleError
from companion.rules.game.beginning import Figures
from companion.rules.game.cards import END_GOAL, LEADER_GOAL, GuardFace, end_goal, leader_goal
from companion.rules.game.shapes import OneOf, Path, Record, Whole
from companion.rules.game.state import (
    ADVANCED_REPUTATION_OF_GUARDS,
    Cube,
    Dealing,
    Depth,
    Difficulty,
    Kind,
    Setup,
    Start,
    boxed,
)
from companion.rules.ranking import FEWEST_SIDES, MOST_SIDES
from companion.rules.vocabulary import Crew, EditionName
from companion.tables.figures import (
    FIGURES,
    FIGURES_OF_PLAYERS,
    figures,
    figures_of_players,
    place_of,
    place_of_players,
)

_START: Final = Record({name: shape for name, shape in START.members.items() if name != "name"})
_SET_AT_THE_START: Final = ("b_side", "trait")
"""What sets a player's start in the advanced setup (S-8): the crew board, then the trait that lies beside it."""

PLAYER: Final = Record({"name": Name(), "crew": OneOf(tuple(Crew)), "start": _START})
"""Somebody who plays; what a trait and a B side set is typed in whole (S-8)."""

WISHES: Final = Record(
    {
        "players": Listing(PLAYER, MOST_SIDES),
        "edition": OneOf(tuple(EditionName)),
        "rulings": BOX.members["rulings"],
        "difficulty": OneOf(tuple(Difficulty)),
        "dealing": OneOf(tuple(Dealing)),
        "advanced": Flag(),
        "starts": Record({"player": _START, "guards": _START}),
        "trait": START,
        "b_side": START,
        "leader_goal": LEADER_GOAL,
        "end_goal": END_GOAL,
        "cubes": BOX.members["cubes"],
        "cards": Record({f"{kind}s": Whole() for kind in Kind}),
        "tomes_out": Whole(),
        "guard_cards": Whole(0, MOST_ENTRIES),
        "guard_deck": Listing(GUARD),
        "begin": FIGURES,
        "begin_together": FIGURES_OF_PLAYERS,
        "depth": OneOf(tuple(Depth)),
        "roll_call": Flag(),
        "instant_goal": Flag(),
        "first_player": Whole(0, MOST_SIDES - 1),
    }
)
"""What may be wished of a table; all that is left out is as the box says, else the edition."""


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
)
"""What concerns the guards, or the only player against them."""


_ONLY_TOGETHER: Final = ("depth", "roll_call", "instant_goal", "first_player", "begin_together")
"""What a game of several players agrees on, and a solitary one has no choice of."""


class BadWish(RuleError):
    """Two wishes that do not go together, or one that edition or box cannot grant."""


def agreed(wished: Mapping[str, Any], box: Box | None = None) -> Setup:
    """The setup of a game: of two to five players where they are named, otherwise of a solitary one.

    Args:
        wished: what was wished; it fits `WISHES`.
        box: what lies on the table; None: a box as the edition says, of which no card is known.

    Raises:
        BadWish: it cannot be.
    """
    return _of_players(wished, box) if "players" in wished else _alone(wished, box)


def _of_players(wished: Mapping[str, Any], box: Box | None) -> Setup:
    players = wished["players"]
    if not FEWEST_SIDES <= len(players) <= MOST_SIDES:
        raise BadWish("sides.number", ("players",), least=FEWEST_SIDES, most=MOST_SIDES)
    for name in _ONLY_ALONE:
        if name in wished:
            raise BadWish("table.only_alone", (name,))
    base = Setup(guards=None, difficulty=None) if box is None else setup_of(box, None)
    setup = _shared(base, wished)
    least = Start(reputation=0) if wished.get("advanced") else Start()
    for index, player in enumerate(players):
        if "start" in player and not wished.get("advanced"):
            raise BadWish("table.not_advanced", ("players", index, "start"))
    starts = tuple(least._replace(**player.get("start", {})) for player in players)
    first = wished.get("first_player")
    _check_seats(wished, ("first_player",), len(players))
    if "begin_together" in wished:
        _check_figures(wished["begin_together"], len(players))
    return boxed(
        replace(
            setup,
            starts=starts,
            first_player=first,
            depth=Depth(wished.get("depth", Depth.FULL)),
            roll_call=wished.get("roll_call", False),
            instant=wished.get("instant_goal", False),
        )
    )


def _check_seats(wished: Mapping[str, Any], names: Iterable[str], players: int, *path: str) -> None:
    for name in names:
        if name in wished and wished[name] >= players:
            raise BadWish("shape.range", (*path, name), least=0, most=players - 1)


def _check_figures(typed: Mapping[str, Any], players: int) -> None:
    """Nothing is said of a seat that there is not."""
    _check_seats(typed, ("first_player", "leader", "instant"), players, "begin_together")
    if len(typed.get("sides", ())) > players:
        raise BadWish("shape.too_many", ("begin_together", "sides"), most=players)


def begun(wished: Mapping[str, Any], setup: Setup) -> Figures | None:
    """How a game stands already, as was wished; None: it begins."""
    if "begin_together" in wished:
        return figures_of_players(wished["begin_together"])
    return figures(wished["begin"], setup) if "begin" in wished else None


def place_of_figure(path: Path, wished: Mapping[str, Any], setup: Setup) -> Path:
    """Where in a wish that figure stands to which an error of `companion.rules.game.beginning` leads."""
    if "begin_together" in wished:
        return ("begin_together", *place_of_players(path))
    return ("begin", *place_of(path, setup, wished["begin"]))


def _shared(base: Setup, wished: Mapping[str, Any]) -> Setup:
    """What is wished of every game, over what the box says."""
    setup = replace(
        base,
        edition_name=EditionName(wished.get("edition", base.edition_name)),
        chosen_rulings={**base.chosen_rulings, **wished.get("rulings", {})},
        cubes={**base.cubes, **{Cube(cube): n for cube, n in wished.get("cubes", {}).items()}},
        cards={**base.cards, **{Kind(kind.removesuffix("s")): n for kind, n in wished.get("cards", {}).items()}},
        leader=leader_goal(wished["leader_goal"]) if "leader_goal" in wished else None,
        end=end_goal(wished["end_goal"]) if "end_goal" in wished else None,
    )
    if wished.get("advanced") and not setup.edition.advanced_setup:
        raise BadWish("table.no_advanced_setup", ("advanced",))
    return setup


def _alone(wished: Mapping[str, Any], box: Box | None) -> Setup:
    for name in _ONLY_TOGETHER:
        if name in wished:
            raise BadWish("table.only_together", (name,))
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
        if len(setup.guard_deck) > setup.guard_deck_size:
            raise BadWish("shape.too_many", ("guard_deck",), most=setup.guard_deck_size)
    dealing = Dealing(wished.get("dealing", Dealing.APP if complete else Dealing.CARDS))
    if dealing is Dealing.APP and not complete:
        known = len(setup.guard_deck)
        raise BadWish("table.guard_deck_unknown", ("guard_deck",), n=setup.guard_deck_size, known=known)
    made = boxed(replace(setup, dealing=dealing, starts=_starts(wished)))
    if (made.tomes_out or 0) > made.cards[Kind.TOME]:
        raise BadWish("shape.range", ("tomes_out",), least=0, most=made.cards[Kind.TOME])
    return made


def _starts(wished: Mapping[str, Any]) -> tuple[Start, Start]:
    """What player and guards start with; in the advanced setup the player on 0, the guards on 20 (S-8, Z-1)."""
    player, guards = Start(), Start()
    if wished.get("advanced"):
        player, guards = Start(reputation=0), Start(reputation=ADVANCED_REPUTATION_OF_GUARDS)
    for name in _SET_AT_THE_START:
        if name in wished and not wished.get("advanced"):
            raise BadWish("table.not_advanced", (name,))
        player = player._replace(**{what: n for what, n in wished.get(name, {}).items() if what != "name"})
    given = wished.get("starts", {})
    return player._replace(**given.get("player", {})), guards._replace(**given.get("guards", {}))
