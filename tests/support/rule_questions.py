"""How the tests ask: short ways to put a table together and to read an answer's reasons."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.editions import Edition, edition
from companion.rules.reasons import Reason
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.locations import LocationResult, resolve
from companion.rules.rulings.raids import RaidResult, Suspect, raid
from companion.rules.rulings.ranking import Presence
from companion.rules.vocabulary import EditionName, Location
from companion.scoring.score import Scores, SideScore, score
from companion.scoring.sheet import ScoreSheet, Side

PROTOTYPE = edition(EditionName.PROTOTYPE)
FIRST = edition(EditionName.FIRST)
LATER = edition(EditionName.LATER)
EDITIONS = (PROTOTYPE, FIRST, LATER)

NAMES = ("Vera", "Isaac", "Stan", "Claire", "Mo")


def rulings_of(rules: Edition = LATER, **chosen: str) -> Rulings:
    """The house rulings of a table that decided some of them itself."""
    return Rulings(rules, chosen)


def player(name: str, *tokens: int | str, power: int = 1) -> Presence:
    """A player and its tokens at a location."""
    return Presence(name, power, tokens)


def guards(*cards: int | str, power: int = 1) -> Presence:
    """The guards and their cards at a location."""
    return Presence("Guards", power, guards=True, cards=cards)


def at(
    location: str,
    *sides: Presence,
    marker: str = "",
    rules: Edition = LATER,
    house: Mapping[str, str] = {},
    **lying: Any,
) -> LocationResult:
    """A location resolved; the marker lies with the first side where nothing else is said."""
    return resolve(
        Location(location),
        sides,
        marker or sides[0].name,
        edition=rules,
        rulings=Rulings(rules, house),
        solitary=any(side.guards for side in sides),
        **lying,
    )


def ranked(result: LocationResult) -> list[str]:
    """The names of a ranking, strongest first."""
    return [outcome.place.side.name for outcome in result.outcomes]


def rewarded(result: LocationResult) -> dict[str, Any]:
    """What each side of a ranking is offered."""
    return {outcome.place.side.name: outcome.offer.reward for outcome in result.outcomes}


def taken(result: LocationResult) -> dict[str, int]:
    """The suspicion cubes that each side of a ranking takes."""
    return {outcome.place.side.name: outcome.suspicion for outcome in result.outcomes}


def suspects(*counts: int, reputation: int = 30) -> list[Suspect]:
    """Sides with so many suspicion cubes each."""
    return [Suspect(name, count, reputation) for name, count in zip(NAMES, counts, strict=False)]


def raided(*counts: int, reputation: int = 30, rules: Edition = LATER, **house: str) -> RaidResult:
    """A raid on sides with so many suspicion cubes each."""
    return raid(suspects(*counts, reputation=reputation), edition=rules, rulings=Rulings(rules, house))


def solitary_raid(player_cubes: int, guards_cubes: int, reputation: int = 30, **house: str) -> RaidResult:
    """A raid on one player and the guards."""
    sides = [Suspect("Vera", player_cubes, reputation), Suspect("Guards", guards_cubes, reputation, guards=True)]
    return raid(sides, edition=LATER, rulings=rulings_of(**house), solitary=True)


def lost(result: RaidResult) -> list[int]:
    """What a raid costs each side."""
    return [side.lost for side in result.sides]


def scored(*sides: Side, rules: Edition = LATER, house: Mapping[str, str] = {}, **told: Any) -> Scores:
    """The scores of these sides; the sheet is solitary where one is the guards."""
    solitary = any(side.guards for side in sides)
    return score(ScoreSheet(sides, rules, Rulings(rules, house), solitary=solitary, **told))


def points(side: SideScore) -> dict[str, int]:
    """A side's points by category, without the zeros."""
    return {line.category: line.points for line in side.lines if line.points}


def line(category: str, *others: Side, rules: Edition = LATER, **holdings: Any) -> int:
    """What one side with these holdings scores in a category."""
    side = scored(Side("Vera", **holdings), *others, rules=rules).sides[0]
    return next(one.points for one in side.lines if one.category == category)


def cited(reasons: Iterable[Reason]) -> list[str]:
    """The rule ids of reasons, in their order."""
    return [reason.rule for reason in reasons]


def said(reasons: Iterable[Reason]) -> list[tuple[str, str]]:
    """The rule and the message key of each reason, in their order."""
    return [(reason.rule, reason.key) for reason in reasons]


def named(reasons: Iterable[Reason]) -> set[str]:
    """The keys of the house rulings that reasons say decided something."""
    return {reason.key_of_ruling for reason in reasons if reason.key_of_ruling}
