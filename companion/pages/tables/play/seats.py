"""Everybody at a table of several players, and the numbers that can be set."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.signs import seat_icon
from companion.rules.corrections.seats import NO, YES
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Cube, Side
from companion.rules.vocabulary import Location
from companion.tables.projection.actions import current_prompt
from companion.words import field_labels


class PassedOver(NamedTuple):
    """A seat that can be passed over from now on, or to which a player comes back.

    Attributes:
        name: whose it is.
        back: whether it is empty, and somebody comes back.
        fields: of the correction that does it.
    """

    name: str
    back: bool
    fields: tuple[tuple[str, str], ...]


def _away(side: Side, away: bool) -> tuple[tuple[str, str], ...]:
    return (("f.side", encoded(side)), ("f.away", encoded(YES if away else NO)))


class Stepper(NamedTuple):
    """A number that is set by one tap more or less, or entered, as a correction.

    Attributes:
        key: unique on the page.
        label: what it is.
        icon: its sign.
        type: of the correction.
        fixed: its fields that are settled, as a form sends them.
        value: the number now.
    """

    key: str
    label: str
    icon: str
    type: str
    fixed: tuple[tuple[str, str], ...]
    value: int


@dataclass(frozen=True)
class Seats:
    """Everybody at the table, and the numbers that can be set."""

    seen: Seen

    @property
    def absent(self) -> list[PassedOver]:
        """The sleeping players to be passed over, or back at an empty seat (S-10)."""
        if "set_away" not in self.seen.correctable or self.seen.game.setup.light:
            return []
        asked = {action.side for action in current_prompt(self.seen.state).actions} if self.seen.keeps else set()
        silent = [side for side in self.seen.asleep if side in asked and side not in self.seen.viewer.seats]
        back = [side for side in self.seen.game.away if side == self.seen.viewer.seat]
        return [
            PassedOver(self.seen.names[side], back=side in back, fields=_away(side, side not in back))
            for side in (*back, *silent)
            if side in back or (side not in self.seen.game.away and _may(self.seen, "set_away", side))
        ]

    @property
    def everybody(self) -> Iterator[dict[str, Any]]:
        """The seats, clockwise."""
        game = self.seen.game
        for side in game.players:
            yield {
                "side": side,
                "sign": seat_icon(game, side),
                "name": self.seen.names[side],
                "reputation": game.reputation[side],
                "suspicion": game.at(side, Cube.SUSPICION),
                "power": game.at(side, Cube.POWER),
                "marker": side == game.first_player,
                "leader": side == game.leader,
                "mine": side in self.seen.viewer.seats and not self.seen.plays_all,
                "free": side in self.seen.free,
                "editing": side == self.seen.editing,
                "away": side in game.away,
                "keeps": side == self.seen.keeper and len(self.seen.viewer.seats) < len(game.players),
                "asleep": side in self.seen.asleep and side not in self.seen.viewer.seats,
            }

    @property
    def wanted(self) -> list[tuple[str, str]]:
        """The names that ask for a seat, and for which; for the host to answer."""
        if self.seen.table.host not in self.seen.viewer.seats:
            return []
        return [(one.asked_name, self.seen.names[one.seat]) for one in self.seen.table.seats if one.wanted]

    @cached_property
    def steppers(self) -> list[Stepper]:
        """The numbers of the side that is being edited."""
        side, game = self.seen.editing, self.seen.game
        fixed = (("f.side", encoded(side)),)
        found = [
            Stepper("reputation", field_labels.field(self.seen.language, "reputation"), "star", "set_reputation", fixed,
                    game.reputation[side]),
            *(self._cubes(side, cube) for cube in (Cube.SUSPICION, Cube.POWER)),
        ]  # fmt: skip
        counts = self.seen.correctable.get("set_count")
        if counts is not None:
            what = counts.fields["what"]
            assert isinstance(what, ChoiceField)
            (word,) = what.options
            label = field_labels.option(self.seen.language, "set_count", "what", word, game=game, names=self.seen.names)
            value = game.counted.get((side, str(word)), 0)
            count = Stepper("count", label, str(word), "set_count", (*fixed, ("f.what", encoded(word))), value)
            found.append(count)
        return [one for one in found if _may(self.seen, one.type, side)]

    def stepper_of(self, kind: str, fields: Sequence[tuple[str, str]]) -> Stepper | None:
        """Return the stepper that sets the number of a correction, as its form sends it."""
        found = (one for one in self.steppers if one.type == kind and {*one.fixed} <= {*fields})
        return next(found, None)

    def _cubes(self, place: Side | Location, cube: Cube) -> Stepper:
        named = place.value if isinstance(place, Location) else place
        label = field_labels.option(
            self.seen.language, "", "cube", cube.value, game=self.seen.game, names=self.seen.names
        )
        fixed = (("f.place", encoded(named)), ("f.cube", encoded(cube.value)))
        return Stepper(f"{cube}-{named}", label, f"cube-{cube}", "set_cubes", fixed, self.seen.game.at(place, cube))

    @property
    def may_give_marker(self) -> bool:
        """True if the edited side can be given the first player marker."""
        return self.seen.editing != self.seen.game.first_player and _may(self.seen, "set_marker", self.seen.editing)


def _may(seen: Seen, kind: str, side: Side) -> bool:
    action = seen.correctable.get(kind)
    field = None if action is None else action.fields.get("side", action.fields.get("place"))
    return isinstance(field, ChoiceField) and side in field.options
