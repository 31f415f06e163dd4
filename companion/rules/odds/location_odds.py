"""Who will lead at a location (L-2 to L-4, Z-9): exact, for the board as it lies and with a token added."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import factorial, perm
from typing import NamedTuple

from companion.rules.frozen import FrozenDict
from companion.rules.odds.arrivals import arrivals
from companion.rules.odds.draws import Drawn, Draws, Ways
from companion.rules.odds.errors import NotAssignable
from companion.rules.odds.knowledge import NO_CARDS, Knowledge, check_roll_call, knowledge, location_cards_left
from companion.rules.phases.lights_out import presences
from companion.rules.rulings.ranking import Presence, rank
from companion.rules.rulings.rewards import offer
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.vocabulary import POWER, Location


class LocationOdds(NamedTuple):
    """What a location will come to, over all deals that the player must hold possible.

    Attributes:
        location: which.
        tokens: those that are added to what the player has there.
        leads: how likely the player ranks first; ties are broken by the marker as it lies then (L-4).
        below: how likely the guards' strength is below the player's; whoever is not there has none.
        equal: how likely it is the same.
        above: how likely it is above.
        guards: how likely each strength of the guards is, the least first.
    """

    location: Location
    tokens: tuple[Token, ...]
    leads: Fraction
    below: Fraction
    equal: Fraction
    above: Fraction
    guards: FrozenDict[int, Fraction]


class _Earlier(NamedTuple):
    """What the Exercise Yard of the same night has come to: who holds the marker, and power won by side (L-11)."""

    marker: Side
    won: tuple[int, ...]


class _Guards(NamedTuple):
    """What the guards can have at a location.

    Attributes:
        ways: in how many ways it comes to what: the earlier result, their numbers, their power cards, whether they
            are there at all.
        total: all ways.
    """

    ways: Mapping[tuple[_Earlier, int, int, bool], int]
    total: int


def location_odds(
    position: Position,
    seat: Side,
    location: Location,
    tokens: Iterable[Token] = (),
    *,
    turned_first: Sequence[int] = (),
) -> LocationOdds:
    """What a location will come to, as it stands or with tokens added in one turn.

    What is counted: unseen guard cards, the guards' turns still to come and the location cards left, the special card,
    and the power and the marker that the Exercise Yard gives before in the same night. What is assumed: the player
    assigns one token a turn and never passes; tokens still to come go elsewhere and count nowhere; nobody declines,
    plays a tome or wins power another way. In the guards' turns the player turns face-down cards up in their order,
    those of `turned_first` before: that matters for the special card alone, which brings no other then (Z-8). What
    a tome has shown on top of a deck counts as unseen.

    Args:
        position: the game in roll call, alone; what is hidden from the seat is not looked at.
        seat: the player's.
        location: one to which tokens can be assigned.
        tokens: added there; they are at home.
        turned_first: guard cards by their number of this round.

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
        UnknownCards: not all cards of the guards are known.
        NotAssignable: no token can be assigned there, or not these (R-1, R-2).
    """
    check_roll_call(position, seat)
    added = tuple(tokens)
    _check_assignable(position, seat, location, added)
    guards = _guards(position, seat, location, knowledge(position, seat, len(added), turned_first))
    return _judged(position, seat, location, added, guards)


def odds_by_token(
    position: Position, seat: Side, location: Location, *, turned_first: Sequence[int] = ()
) -> FrozenDict[Token, LocationOdds]:
    """The odds with each token that the player can still assign to a location; see `location_odds`.

    One count serves for all of them, since one token a turn is what it assumes anyway.
    """
    check_roll_call(position, seat)
    _check_assignable(position, seat, location, ())
    if (seat, location) in position.assigned:
        return FrozenDict()
    guards = _guards(position, seat, location, knowledge(position, seat, 1, turned_first))
    return FrozenDict(
        {token: _judged(position, seat, location, (token,), guards) for token in position.at_home(seat)}
    )


def next_location_card(position: Position, seat: Side) -> FrozenDict[str, Fraction]:
    """How likely each location card is to come next, a location or `off_duty` (Z-5); empty if none is left (Z-6).

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
        UnknownCards: it is not known which are left.
    """
    check_roll_call(position, seat)
    left = location_cards_left(position)
    return FrozenDict({card: Fraction(number, left.total()) for card, number in left.items()})


def _check_assignable(position: Position, seat: Side, location: Location, tokens: tuple[Token, ...]) -> None:
    closed = bool(tokens) and (seat, location) in position.assigned
    if closed or location not in position.setup.edition.assignable:
        raise NotAssignable("odds.not_assignable", ("location",), location=location)
    for index, token in enumerate(tokens):
        if token not in position.at_home(seat) or token in tokens[:index]:
            raise NotAssignable("odds.not_at_home", ("tokens", index), token=token)


def _guards(position: Position, seat: Side, location: Location, known: Knowledge) -> _Guards:
    """Count what the guards can have at a location."""
    night = _Night(position, seat, location, known)
    ways: Counter[tuple[_Earlier, int, int, bool]] = Counter()
    for drawn, number, there in night.come_to():
        ways[night.results[drawn.earlier], drawn.number, drawn.powers, there] += number * factorial(sum(drawn.left))
    cards, turned = sum(known.location_cards.values()), known.turns
    return _Guards(ways, factorial(sum(known.unseen.values())) * perm(cards, min(turned, cards)))


class _Night:
    """The locations up to one, as lights out comes to them.

    Attributes:
        results: what the Exercise Yard can come to; `Drawn.earlier` counts them.
    """

    def __init__(self, position: Position, seat: Side, location: Location, known: Knowledge) -> None:
        self._position = position
        self._known = known
        self._location = location
        self._draws = Draws(tuple(known.unseen))
        self._earlier = next((one for one in _before(position, location) if _gives_power(position, one)), None)
        # Where the player is not, only whether the guards are there decides.
        self._contested = self._earlier is not None and bool(position.tokens_at(seat, self._earlier))
        self.results = [_Earlier(position.first_player, (0,) * len(position.setup.sides))]

    def come_to(self) -> Iterator[tuple[Drawn, int, bool]]:
        """What can lie at the location, in how many ways, and whether the guards are there."""
        known, earlier = self._known, self._earlier
        places = (self._location,) if earlier is None else (self._location, earlier)
        # More cards than there are specials to bring them are as good as any number.
        begun: Counter[tuple[tuple[int, ...], int]] = Counter()
        for came, ways in arrivals(known.location_cards, known.turns, known.deck, places).items():
            begun[came.there, min(came.deck, known.specials)] += ways
        for (there, deck), ways in begun.items():
            came_here, came_earlier = (*there, 0)[:2]
            drawn: Ways = {Drawn((*known.unseen.values(),), deck): ways}
            for place in _before(self._position, self._location):
                drawn = self._passed(drawn, place, came_earlier)
            cards = known.there.get(self._location, NO_CARDS)
            for one, number in self._draws.laid(drawn, cards, came_here).items():
                yield one, number, bool(cards.up or cards.down or came_here)

    def _passed(self, ways: Ways, place: Location, came: int) -> Ways:
        """The night goes past a location: what it draws of the deck, and at the Exercise Yard what comes of it."""
        cards = self._known.there.get(place, NO_CARDS)
        if place is self._earlier and self._contested:
            ways = self._draws.laid(ways, cards, came)
        elif self._known.specials > 1:
            ways = self._draws.revealed(ways, cards)
        if place is not self._earlier:
            return _put_aside(ways, None)
        there = bool(cards.up or cards.down or came)
        found = {
            both: self._result(*both, there) for both in {(drawn.number, drawn.powers) for drawn in ways}
        }
        return _put_aside(ways, found)

    def _result(self, number: int, powers: int, there: bool) -> int:
        """Which result the Exercise Yard comes to with these cards of the guards: one of `results`."""
        assert self._earlier is not None
        position, setup = self._position, self._position.setup
        sides = _with_guards(position, self._earlier, number, powers, there)
        ranking = rank(sides, str(position.first_player))
        marker, won = position.first_player, [0] * len(setup.sides)
        supply = position.supply(Cube.POWER)
        for place in ranking:
            side = int(place.side.name)
            reward = offer(
                self._earlier,
                place.rank,
                present=len(ranking),
                table_size=len(sides),
                guards=place.side.guards,
                edition=setup.edition,
                rulings=setup.rulings,
            ).reward
            if reward is not None and reward["kind"] == POWER:
                won[side] = min(reward["power"], supply)
                supply -= won[side]
                marker = side if reward["first_player"] else marker
        result = _Earlier(marker, tuple(won))
        if result not in self.results:
            self.results.append(result)
        return self.results.index(result)


def _before(position: Position, location: Location) -> tuple[Location, ...]:
    locations = position.setup.edition.locations
    return locations[: locations.index(location)]


def _gives_power(position: Position, location: Location) -> bool:
    """Whether the first there wins power cubes, which count at later locations (L-6)."""
    setup = position.setup
    first = offer(
        location, 1, present=2, table_size=2, guards=False, edition=setup.edition, rulings=setup.rulings
    ).reward
    return first is not None and first["kind"] == POWER


def _put_aside(ways: Ways, results: Mapping[tuple[int, int], int] | None) -> Ways:
    """What was drawn at a location that is over: it counts nowhere else, but for what it came to."""
    after: Counter[Drawn] = Counter()
    for drawn, count in ways.items():
        earlier = drawn.earlier if results is None else results[drawn.number, drawn.powers]
        after[Drawn(drawn.left, drawn.deck, earlier=earlier)] += count
    return after


def _with_guards(position: Position, location: Location, number: int, powers: int, there: bool) -> list[Presence]:
    """All sides there, the guards with these cards."""
    cards = (number, *(POWER,) * powers) if there else ()
    return [side._replace(cards=cards) if side.guards else side for side in presences(position, location)]


def _judged(
    position: Position, seat: Side, location: Location, tokens: tuple[Token, ...], guards: _Guards
) -> LocationOdds:
    """Who is how strong, and who leads."""
    leads = 0
    compared = Counter[int]()
    strengths = Counter[int]()
    for (earlier, number, powers, there), ways in guards.ways.items():
        sides = [
            side._replace(
                power=side.power + earlier.won[int(side.name)],
                tokens=(*side.tokens, *tokens) if side.name == str(seat) else side.tokens,
            )
            for side in _with_guards(position, location, number, powers, there)
        ]
        mine, theirs = (_strength(side) for side in sorted(sides, key=lambda side: side.guards))
        compared[(theirs > mine) - (theirs < mine)] += ways
        strengths[theirs] += ways
        ranking = rank(sides, str(earlier.marker))
        leads += ways if ranking and not ranking[0].side.guards else 0
    total = guards.total
    return LocationOdds(
        location,
        tokens,
        Fraction(leads, total),
        *(Fraction(compared[sign], total) for sign in (-1, 0, 1)),
        FrozenDict({strength: Fraction(ways, total) for strength, ways in sorted(strengths.items())}),
    )


def _strength(side: Presence) -> int:
    """What counts of a side: nothing where it is not there (L-3)."""
    return side.strength if side.is_there else 0
