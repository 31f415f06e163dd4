"""What a table agrees on before its first line: from what was wished and what its box says, for API and pages alike.

A table copies what it uses, so that nothing that happens to the box later changes its log.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.boxes.box import Box
from companion.boxes.format import BOX, GUARD, START
from companion.boxes.shapes import MOST_ENTRIES, Flag, Listing
from companion.boxes.use import guards_known, setup_of
from companion.rules.errors import RuleError
from companion.rules.game.cards import END_GOAL, LEADER_GOAL, GuardFace, end_goal, leader_goal
from companion.rules.game.shapes import OneOf, Record, Whole
from companion.rules.game.state import (
    ADVANCED_REPUTATION_OF_GUARDS,
    Cube,
    Dealing,
    Difficulty,
    Kind,
    Setup,
    Start,
    boxed,
)
from companion.rules.vocabulary import EditionName
from companion.tables.figures import FIGURES

_START: Final = Record({name: shape for name, shape in START.members.items() if name != "name"})
_SET_AT_THE_START: Final = ("b_side", "trait")
"""What sets a player's start in the advanced setup (S-8): the crew board, then the trait that lies beside it."""

WISHES: Final = Record(
    {
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
    }
)
"""What may be wished of a table; all that is left out is as the box says, else the edition."""


class BadWish(RuleError):
    """Two wishes that do not go together, or one that edition or box cannot grant."""


def agreed(wished: Mapping[str, Any], box: Box | None = None) -> Setup:
    """The setup of a solitary game.

    Args:
        wished: what was wished; it fits `WISHES`.
        box: what lies on the table; None: a box as the edition says, of which no card is known.

    Raises:
        BadWish: it cannot be.
    """
    difficulty = Difficulty(wished.get("difficulty", Difficulty.MODERATE))
    base = Setup(difficulty=difficulty) if box is None else setup_of(box, difficulty)
    complete = box is not None and guards_known(box, difficulty).complete
    setup = replace(
        base,
        edition_name=EditionName(wished.get("edition", base.edition_name)),
        chosen_rulings={**base.chosen_rulings, **wished.get("rulings", {})},
        cubes={**base.cubes, **{Cube(cube): n for cube, n in wished.get("cubes", {}).items()}},
        cards={**base.cards, **{Kind(kind.removesuffix("s")): n for kind, n in wished.get("cards", {}).items()}},
        tomes_out=wished.get("tomes_out", base.tomes_out),
        guard_cards=wished.get("guard_cards", base.guard_cards),
        leader=leader_goal(wished["leader_goal"]) if "leader_goal" in wished else None,
        end=end_goal(wished["end_goal"]) if "end_goal" in wished else None,
    )
    if wished.get("advanced") and not setup.edition.advanced_setup:
        raise BadWish("table.no_advanced_setup", ("advanced",))
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
