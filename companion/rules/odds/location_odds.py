"""Exact odds of leading at a location (L-2 to L-4, Z-9), now and with more tokens."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import factorial, perm
from typing import Any, NamedTuple

from companion.rules.errors import RuleError
from companion.rules.frozen import FrozenDict
from companion.rules.odds.arrivals import arrivals
from companion.rules.odds.draws import Draws, Strength, Ways
from companion.rules.odds.errors import NotAssignable
from companion.rules.odds.knowledge import (
    NO_CARDS,
    CardsThere,
    Knowledge,
    check_roll_call,
    knowledge,
    location_cards_left,
)
from companion.rules.phases.lights_out import presences
from companion.rules.rulings.ranking import Presence, rank, seat_name, strongest
from companion.rules.rulings.rewards import offer
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.vocabulary import POWER, Location


class LocationOdds(NamedTuple):
    """The odds at a location, over all deals that the player must consider possible.

    Attributes:
        location: which.
        tokens: the tokens added to the player's tokens there.
        leads: how likely the player ranks first; the marker, as it is then, breaks ties (L-4).
        below: how likely the guards' strength is below the player's; a side that is not there has none.
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
    """The Exercise Yard's result in the same lights out (L-11): marker and power."""

    marker: Side
    won: tuple[int, ...]


class Guards(NamedTuple):
    """The possible cards of the guards at a location.

    Attributes:
        ways: the number of ways for each result: the earlier result, their strength, and whether they are there.
        total: all ways.
    """

    ways: Mapping[tuple[_Earlier, Strength, bool], int]
    total: int


def location_odds(
    position: Position,
    seat: Side,
    location: Location,
    tokens: Iterable[Token] = (),
    *,
    turned_first: Sequence[int] = (),
) -> LocationOdds:
    """Return the odds of leading at a location, with or without more tokens.

    They count unseen guard cards, the guards' turns still to come and the location cards left, the special card, and
    the power and the marker that the Exercise Yard gives before in the same lights out. They assume that the player
    assigns one token a turn and never passes, that tokens still to come go elsewhere and count nowhere, and that no
    side declines, plays a tome or wins power another way. In the guards' turns the player reveals face-down cards in
    their order, with the cards of `turned_first` before: that only matters for the special card, which brings no other
    then (Z-8). A card that a tome has shown on top of a deck counts as unseen.

    Args:
        position: a solitary game in roll call; what is hidden from the seat is not looked at.
        seat: the player's.
        location: one to which tokens can be assigned.
        tokens: added there; they are at home.
        turned_first: guard cards by their number of this round.

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
        UnknownCards: not all cards of the guards are known.
        NotAssignable: no token can be assigned there, or not these (R-1, R-2).
    """
    added = tuple(tokens)
    check_assignable(position, seat, location, added)
    guards = guards_there(position, seat, location, knowledge(position, seat, len(added), turned_first))
    return judged(position, location, added, guards)


def odds_by_token(
    position: Position, seat: Side, location: Location, *, turned_first: Sequence[int] = ()
) -> FrozenDict[Token, LocationOdds]:
    """Return the odds with each token that the player can still assign there.

    One count serves for all of them, since `location_odds` assumes one token a turn anyway.
    """
    check_assignable(position, seat, location, ())
    if (seat, location) in position.assigned:
        return FrozenDict()
    return _by_token(position, seat, location, knowledge(position, seat, 1, turned_first))


def odds_by_location(position: Position, seat: Side) -> FrozenDict[Location, FrozenDict[Token, LocationOdds]]:
    """Return `odds_by_token` for each location to which the player can still assign.

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
        UnknownCards: not all cards of the guards are known.
    """
    known = knowledge(position, seat, 1, ())
    free = [place for place in position.setup.edition.assignable if (seat, place) not in position.assigned]
    return FrozenDict({place: _by_token(position, seat, place, known) for place in free})


def _by_token(position: Position, seat: Side, location: Location, known: Knowledge) -> FrozenDict[Token, LocationOdds]:
    home = position.at_home(seat)
    guards = guards_there(position, seat, location, known)
    return FrozenDict(zip(home, judged_each(position, location, [(token,) for token in home], guards), strict=True))


def next_location_card(position: Position, seat: Side) -> FrozenDict[str, Fraction]:
    """Return the chance of each location card to come next (Z-5, Z-6).

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
        UnknownCards: the cards that are left are not known.
    """
    check_roll_call(position, seat)
    left = location_cards_left(position)
    return FrozenDict({card: Fraction(number, left.total()) for card, number in left.items()})


def check_assignable(position: Position, seat: Side, location: Location, tokens: tuple[Token, ...]) -> None:
    """Reject a moment without odds, or a location or tokens for it (R-1, R-2)."""
    check_roll_call(position, seat)
    RuleError.refuse(_not_assignable(position, seat, location, tokens))


def _not_assignable(
    position: Position, seat: Side, location: Location, tokens: tuple[Token, ...]
) -> Iterator[NotAssignable]:
    closed = bool(tokens) and (seat, location) in position.assigned
    if closed or location not in position.setup.edition.assignable:
        yield NotAssignable("odds.not_assignable", ("location",), location=location)
    for index, token in enumerate(tokens):
        if token not in position.at_home(seat) or token in tokens[:index]:
            yield NotAssignable("odds.not_at_home", ("tokens", index), token=token)


def guards_there(position: Position, seat: Side, location: Location, known: Knowledge) -> Guards:
    """Count the guards' possible cards at a location."""
    cards, turned = sum(known.location_cards.values()), known.turns
    total = factorial(sum(known.unseen.values())) * perm(cards, min(turned, cards))
    return Guards(Night(position, seat, location, known).come_to(), total)


class Night:
    """The locations of lights out up to one, in order."""

    def __init__(self, position: Position, seat: Side, location: Location, known: Knowledge) -> None:
        self._position = position
        self._known = known
        self._location = location
        self._draws = Draws(known.unseen)
        self._specials = known.specials
        self._earlier = next((one for one in _before(position, location) if _gives_power(position, one)), None)
        # Where the player is not, only whether the guards are there decides.
        self._contested = self._earlier is not None and bool(position.tokens_at(seat, self._earlier))
        self._results_of: dict[tuple[Strength, bool], int] = {}
        self._results = [_Earlier(position.first_player, (0,) * len(position.setup.sides))]

    def told(self, face: GuardFace, cards: CardsThere, *, revealed: bool) -> Guards:
        """Return the guards' possible cards there if an unseen card there has that face.

        Args:
            face: the face.
            cards: the other cards there as lights out begins.
            revealed: whether the unseen card is face down until then.
        """
        ways = self._counted(cards, lambda ways: self._draws.drawn(ways, face, revealed=revealed), is_there=True)
        return Guards(ways, sum(ways.values()))

    def come_to(self) -> Mapping[tuple[_Earlier, Strength, bool], int]:
        """Return the number of orders of all cards for each result of the location."""
        cards = self._known.there.get(self._location, NO_CARDS)
        return self._counted(cards, lambda ways: ways, is_there=bool(cards.up or cards.down))

    def _counted(
        self, cards: CardsThere, first: Callable[[Ways], Ways], *, is_there: bool
    ) -> Mapping[tuple[_Earlier, Strength, bool], int]:
        """Count orders by result, after the draws of `first`."""
        found: Counter[tuple[_Earlier, Strength, bool]] = Counter()
        for comes, earlier in self._come_there:
            ways = self._draws.laid(first(earlier), cards, 0)
            for here in range(max(comes) + 1):
                ways = self._draws.laid(ways, NO_CARDS, 1) if here else ways
                for result, strength, undrawn, count in self._draws.found(ways) if comes[here] else ():
                    key = self._results[result], strength, is_there or bool(here)
                    found[key] += count * comes[here] * factorial(undrawn)
        return found

    @cached_property
    def _come_there(self) -> Sequence[tuple[Mapping[int, int], Ways]]:
        """The possible numbers of cards there with their orders, and the draws before."""
        known, earlier = self._known, self._earlier
        places = (self._location,) if earlier is None else (self._location, earlier)
        # More cards than there are specials to bring them are as good as any number.
        begun: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
        for came, orders in arrivals(known.location_cards, known.turns, known.deck, places).items():
            here, before = (*came.there, 0)[:2]
            begun[before, min(came.deck, self._specials)][here] += orders
        come = []
        for (before, deck), comes in begun.items():
            ways: Ways = {self._draws.begun(deck): 1}
            for place in _before(self._position, self._location):
                ways = self._passed(ways, place, before)
            come.append((comes, ways))
        return come

    def _passed(self, ways: Ways, place: Location, came: int) -> Ways:
        """Draw what a location draws (Z-8), and go past it."""
        cards = self._known.there.get(place, NO_CARDS)
        if place is self._earlier and self._contested:
            ways = self._draws.laid(ways, cards, came)
        elif self._specials > 1:
            ways = self._draws.revealed(ways, cards)
        elif place is not self._earlier:
            # A single special card finds the deck unchanged, at any location.
            return ways
        if place is not self._earlier:
            return self._draws.put_aside(ways, None)
        are_there = bool(cards.up or cards.down or came)
        for strength in self._draws.strengths(ways):
            if (strength, are_there) not in self._results_of:
                self._results_of[strength, are_there] = self._result(strength, are_there=are_there)
        return self._draws.put_aside(ways, lambda strength: self._results_of[strength, are_there])

    def _result(self, strength: Strength, *, are_there: bool) -> int:
        """Return the number of the Exercise Yard's result with these cards of the guards."""
        assert self._earlier is not None
        position, setup = self._position, self._position.setup
        sides = _with_guards(presences(position, self._earlier), strength, are_there=are_there)
        ranking = rank(sides, seat_name(position.first_player))
        marker, won = position.first_player, [0] * len(setup.sides)
        supply = position.supply(Cube.POWER)
        for place in ranking:
            side = place.side.seat
            reward = _reward(position, self._earlier, place.rank, len(ranking), guards=place.side.guards)
            if reward is not None and reward["kind"] == POWER:
                won[side] = min(reward["power"], supply)
                supply -= won[side]
                marker = side if reward["first_player"] else marker
        result = _Earlier(marker, tuple(won))
        if result not in self._results:
            self._results.append(result)
        return self._results.index(result)


def _before(position: Position, location: Location) -> tuple[Location, ...]:
    locations = position.setup.edition.locations
    return locations[: locations.index(location)]


def _gives_power(position: Position, location: Location) -> bool:
    """Return whether the first there wins power cubes, which count later on (L-6)."""
    reward = _reward(position, location, 1, 2, guards=False)
    return reward is not None and reward["kind"] == POWER


def _reward(
    position: Position, location: Location, place: int, present: int, *, guards: bool
) -> Mapping[str, Any] | None:
    setup = position.setup
    return offer(
        location,
        place,
        present=present,
        table_size=len(setup.sides),
        guards=guards,
        edition=setup.edition,
        rulings=setup.rulings,
    ).reward


def _with_guards(sides: Iterable[Presence], strength: Strength, *, are_there: bool) -> list[Presence]:
    """Return all sides, the guards with cards of that strength."""
    cards: tuple[int | str, ...] = (strength.number, *(POWER,) * strength.powers) if are_there else ()
    return [side._replace(cards=cards) if side.guards else side for side in sides]


def judged(position: Position, location: Location, tokens: tuple[Token, ...], guards: Guards) -> LocationOdds:
    """Return the odds of each strength, and of leading."""
    (odds,) = judged_each(position, location, [tokens], guards)
    return odds


def judged_each(
    position: Position, location: Location, choices: Iterable[tuple[Token, ...]], guards: Guards
) -> list[LocationOdds]:
    """Return the odds with each of these choices of tokens added."""
    sides = presences(position, location)
    (player,) = (side for side in sides if not side.guards)
    strengths = Counter[int]()
    deals: defaultdict[_Earlier, list[_Deal]] = defaultdict(list)
    for (earlier, strength, are_there), ways in guards.ways.items():
        (theirs,) = (side for side in _with_guards(sides, strength, are_there=are_there) if side.guards)
        theirs = _with_won(theirs, earlier)
        number = _strength(theirs)
        strengths[number] += ways
        deals[earlier].append(_Deal(theirs, number, ways))
    of_guards = FrozenDict({number: Fraction(ways, guards.total) for number, ways in sorted(strengths.items())})
    odds = []
    for tokens in choices:
        leads, compared = _count(player._replace(tokens=(*player.tokens, *tokens)), deals)
        below, equal, above = (Fraction(compared[sign], guards.total) for sign in (-1, 0, 1))
        odds.append(LocationOdds(location, tokens, Fraction(leads, guards.total), below, equal, above, of_guards))
    return odds


class _Deal(NamedTuple):
    """Deals of the guards' cards that are alike for a location.

    Attributes:
        guards: the guards there.
        strength: their strength.
        ways: the number of deals.
    """

    guards: Presence
    strength: int
    ways: int


def _count(player: Presence, deals: Mapping[_Earlier, Sequence[_Deal]]) -> tuple[int, Counter[int]]:
    """Count deals in which a player leads, and deals by the sign of the guards' lead."""
    leads, compared = 0, Counter[int]()
    for earlier, alike in deals.items():
        side, marker = _with_won(player, earlier), seat_name(earlier.marker)
        mine = _strength(side)
        for guards, theirs, ways in alike:
            compared[(theirs > mine) - (theirs < mine)] += ways
            if strongest([(mine, side), (theirs, guards)], marker) is side:
                leads += ways
    return leads, compared


def _with_won(side: Presence, earlier: _Earlier) -> Presence:
    """Return a side with the power cubes that it has won before."""
    won = earlier.won[side.seat]
    return side._replace(power=side.power + won) if won else side


def _strength(side: Presence) -> int:
    """Return the strength of a side; 0 if it is not there (L-3)."""
    return side.strength if side.is_there else 0
