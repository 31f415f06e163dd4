"""A game's score sheet (F-1): no one enters what the app knows."""

from collections.abc import Sequence

from companion.rules.phases.effects import by_hand, counted
from companion.rules.phases.final_counts import DEMONS, unseen
from companion.rules.rulings.raids import Suspect, raid
from companion.rules.state.cards import OTHER_GOON, EndGoal, ItemFace
from companion.rules.state.pieces import Cube, Zone
from companion.rules.state.pieces import Side as Seat
from companion.rules.state.position import Position
from companion.rules.vocabulary import Goon, Resource, Valuable
from companion.scoring.sheet import EndGameGoal, ScoreSheet, Side


def sheet(game: Position, names: Sequence[str]) -> ScoreSheet:
    """Return the score sheet of a game, at its end or at any moment before.

    Args:
        game: the state; what was counted by hand is in it.
        names: of the sides, clockwise, each once.
    """
    setup = game.setup
    last_raid = _shows_last_raid(game, names)
    return ScoreSheet(
        tuple(_side(game, seat, name, last_raid=last_raid) for seat, name in zip(setup.sides, names, strict=True)),
        setup.edition,
        setup.rulings,
        solitary=setup.solitary,
        last_raid=last_raid,
        end_game_goal=EndGameGoal.NONE if setup.end is None else EndGameGoal(setup.end.kind),
        leader_minimum=None if setup.leader is None else setup.leader.minimum,
    )


def _suspects(game: Position, names: Sequence[str]) -> list[Suspect]:
    return [
        Suspect(
            name,
            game.counted[seat, "suspicion_before"],
            game.counted[seat, "reputation_before"],
            seat == game.setup.guards,
        )
        for seat, name in enumerate(names)
    ]


def _shows_last_raid(game: Position, names: Sequence[str]) -> bool:
    """Return whether to show the last raid: not if a correction changed it (D-6)."""
    if "reputation_before" not in {what for _, what in game.counted}:
        return False
    setup = game.setup
    after = raid(_suspects(game, names), edition=setup.edition, rulings=setup.rulings, solitary=setup.solitary)
    return tuple(side.reputation for side in after.sides) == game.reputation


def _side(game: Position, seat: Seat, name: str, *, last_raid: bool) -> Side:
    goons = [game.face(card) for card in game.lying((Zone.GOONS, seat))]
    types = [goon.type for goon in goons]
    setup = game.setup
    types_of_goons = (*Goon, *setup.edition.goons)
    before = game.counted[seat, "reputation_before"] if last_raid else game.reputation[seat]
    return Side(
        name,
        guards=seat == setup.guards,
        reputation=before,
        suspicion=game.counted[seat, "suspicion_before"] if last_raid else game.at(seat, Cube.SUSPICION),
        power=game.at(seat, Cube.POWER),
        items=_items(game, seat),
        reserved=len(tuple(game.lying((Zone.RESERVE, seat)))) + by_hand(game, seat, "reserved"),
        valuables={valuable: counted(game, seat, valuable) for valuable in Valuable},
        goons={goon: n for goon in types_of_goons if goon is not Goon.DEMON and (n := counted(game, seat, goon))},
        demons=(
            *(goon.counts for goon in goons if goon.type is Goon.DEMON and goon.counts is not None),
            *(counts for word, counts in DEMONS.items() for _ in range(by_hand(game, seat, word))),
        ),
        other_goons=_other_goons(game, seat, held=OTHER_GOON in types),
        resources=_resources(game, seat),
        tomes=game.tomes.get(seat, 0) + by_hand(game, seat, "tomes"),
        first_player=seat == game.first_player,
        leader_goal=seat == game.leader,
        leader_count=None if setup.leader is None else counted(game, seat, setup.leader.counts),
        goal_count=0 if setup.end is None else goal_count(game, seat, setup.end),
        goal_points=game.counted.get((seat, "goal_points"), 0),
    )


def _other_goons(game: Position, seat: Seat, *, held: bool) -> int | None:
    """Return the entered points of goons of unknown type; None without such (E-14)."""
    told = by_hand(game, seat, "other_goons")
    return told if held or (told and unseen(game, seat)) else None


def _items(game: Position, seat: Seat) -> int:
    return len(tuple(game.lying((Zone.CRAFTED, seat)))) + by_hand(game, seat, "items")


def _resources(game: Position, seat: Seat) -> dict[Resource, int]:
    """Return a side's cubes; those counted as a sum are stored as scrap (F-1)."""
    told = {Resource.SCRAP: by_hand(game, seat, "resources"), Resource.GOLD: by_hand(game, seat, "gold")}
    return {one: n for one in Resource if (n := game.at(seat, one) + told.get(one, 0))}


def goal_count(game: Position, seat: Seat, goal: EndGoal) -> int:
    """Return a side's count for a majority goal (O-7), entered or counted."""
    if goal.counts == "other" or (seat, "goal_count") in game.counted:
        return by_hand(game, seat, "goal_count")
    if goal.counts == "items":
        return _items(game, seat)
    items: list[ItemFace] = [game.face(card) for card in game.lying((Zone.CRAFTED, seat))]
    if goal.counts.startswith("items_with_"):
        resource = Resource(goal.counts.removeprefix("items_with_"))
        return sum(face.price is not None and bool(face.price.cost.get(resource)) for face in items)
    return counted(game, seat, goal.counts)
