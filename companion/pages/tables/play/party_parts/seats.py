"""Everybody at a table of several players, and the numbers that can be set."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.board_view import seat_icon
from companion.pages.tables.play.party_parts.base import PartyTable
from companion.pages.tables.setup.setup_list import SetupRow, setup_rows
from companion.rules.corrections.seats import NO, YES
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.tables.line import LineInContext
from companion.tables.phone_moves import SHARED_IN_PATROL, Phone, dealt_out, shared_out
from companion.tables.projection.actions import current_prompt
from companion.tables.silence import chosen_keeper
from companion.words import field_labels

LAID_BY_EACH: Final = frozenset(
    {
        SetupObject.REPUTATION,
        SetupObject.POWER,
        SetupObject.CREW_BOARDS,
        SetupObject.TRAITS,
        SetupObject.TOKENS,
    }
)
"""What everybody lays out for themselves; the rest is shared out."""


class PassedOver(NamedTuple):
    """A seat that everybody waits for, and that can be passed over from now on; or one that somebody comes back to.

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
    """A number that is set by one tap more or less, or typed: a correction with its value left open.

    Attributes:
        key: tells it from the others on the page.
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


class PartySeats(PartyTable):
    """Everybody at the table, and the numbers that can be set."""

    _last_of_setup: tuple[LineInContext, Phone] | None = None

    @property
    def setup_rows(self) -> list[SetupRow]:
        """What lies on the real table before the first round, as far as it is laid by whoever is at this phone."""
        if self.game.phase is not Phase.SETUP:
            return []
        if not self.viewer.seats:
            return [*setup_rows(self.language, self.game, self.names)]
        return self._laid_here(self.game, self.viewer.seats, self._shares, keeps=self.keeps)

    def came_from_setup(self, last: LineInContext | None, phone: Phone) -> None:
        """Say with which line the setup ended, while the first round lasts, and on which phone this is."""
        self._last_of_setup = (last, phone) if last else None

    @cached_property
    def laid_before(self) -> list[SetupRow]:
        """The same while the first round lasts: who taps that it begins may not have laid all that is listed.

        Who has said at the phone of a seat since that all is moved has laid it.
        """
        if self._last_of_setup is None:
            return []
        last, phone = self._last_of_setup
        phones = phone.phones_at(last.version)
        still = {side for side in self.viewer.seats if not phone.has_moved(side, last.version)}
        keeps = phone.keeps(last.version) and not phone.has_moved(phones.keeper, last.version)
        return self._laid_here(last.before, still, dealt_out(phones.seats), keeps=keeps)

    def _laid_here(
        self, game: Position, seats: Set[Side], laid_by: Mapping[str, Side], *, keeps: bool
    ) -> list[SetupRow]:
        if not (seats or keeps):
            return []
        own = setup_rows(self.language, game, self.names, () if keeps else seats)
        mine = LAID_BY_EACH | {what for what, side in laid_by.items() if side in seats}
        return [one for one in own if one.object in mine or (keeps and one.object not in laid_by)]

    @cached_property
    def _shares(self) -> dict[str, Side]:
        return shared_out(self.table, self.keeper)

    @property
    def laid_by_others(self) -> list[str]:
        """What other phones lay out in the setup that is nobody's own, a sentence each."""
        rows = {one.object for one in setup_rows(self.language, self.game, self.names)}
        return self._told_of_others(self._shares, rows)

    @property
    def moved_by_others(self) -> list[str]:
        """The same of a patrol, in which the phones move what is like their share of the setup."""
        if self.game.phase is not Phase.PATROL:
            return []
        return self._told_of_others(shared_out(self.table, chosen_keeper(self.table)), SHARED_IN_PATROL)

    def _told_of_others(self, laid_by: Mapping[str, Side], objects: Collection[str]) -> list[str]:
        shares: dict[Side, list[str]] = {}
        for what, side in laid_by.items():
            if what in objects and side not in self.viewer.seats:
                shares.setdefault(side, []).append(page_text(self.language, f"share.{what}"))
        return [
            page_text(self.language, "share", side=self.aloud.name(side), what=self.aloud.listed(what))
            for side, what in shares.items()
        ]

    @property
    def leaves_setup_to(self) -> str:
        """Who lays out what is nobody's own, where that is done on another phone."""
        return self.names[self.keeper] if self.viewer.seats and not self.keeps else ""

    @property
    def absent(self) -> list[PassedOver]:
        """Who is waited for while the phone sleeps, to be passed over; or who comes back to an empty seat (S-10)."""
        if "set_away" not in self._correctable or self.game.setup.light:
            return []
        asked = {action.side for action in current_prompt(self.state).actions} if self.keeps else set()
        silent = [side for side in self.asleep if side in asked and side not in self.viewer.seats]
        back = [side for side in self.game.away if side == self.viewer.seat]
        return [
            PassedOver(self.names[side], back=side in back, fields=_away(side, side not in back))
            for side in (*back, *silent)
            if side in back or (side not in self.game.away and self._may("set_away", side))
        ]

    @property
    def left(self) -> int:
        """How many suspicion cubes are left before a raid (P-6)."""
        return self.game.supply(Cube.SUSPICION)

    @property
    def everybody(self) -> Iterator[dict[str, Any]]:
        """The seats, clockwise."""
        game = self.game
        for side in game.players:
            yield {
                "side": side,
                "sign": seat_icon(game, side),
                "name": self.names[side],
                "reputation": game.reputation[side],
                "suspicion": game.at(side, Cube.SUSPICION),
                "power": game.at(side, Cube.POWER),
                "marker": side == game.first_player,
                "leader": side == game.leader,
                "mine": side in self.viewer.seats and not self.plays_all,
                "free": side in self.free,
                "editing": side == self.editing,
                "away": side in game.away,
                "keeps": side == self.keeper and len(self.viewer.seats) < len(game.players),
                "asleep": side in self.asleep and side not in self.viewer.seats,
            }

    @property
    def wanted(self) -> list[tuple[str, str]]:
        """Who asks for a seat, as far as they have said so, and for which; for the host to answer."""
        if self.table.host not in self.viewer.seats:
            return []
        return [(one.asked_name, self.names[one.seat]) for one in self.table.seats if one.wanted]

    @property
    def steppers(self) -> list[Stepper]:
        """The numbers of the side that is being edited."""
        side, game = self.editing, self.game
        fixed = (("f.side", encoded(side)),)
        found = [
            Stepper("reputation", field_labels.field(self.language, "reputation"), "star", "set_reputation", fixed,
                    game.reputation[side]),
            *(self._cubes(side, cube) for cube in (Cube.SUSPICION, Cube.POWER)),
        ]  # fmt: skip
        counts = self._correctable.get("set_count")
        if counts is not None:
            what = counts.fields["what"]
            assert isinstance(what, ChoiceField)
            (word,) = what.options
            label = field_labels.option(self.language, "set_count", "what", word, game=game, names=self.names)
            value = game.counted.get((side, str(word)), 0)
            count = Stepper("count", label, str(word), "set_count", (*fixed, ("f.what", encoded(word))), value)
            found.append(count)
        return [one for one in found if self._may(one.type, side)]

    def stepper_of(self, kind: str, fields: Sequence[tuple[str, str]]) -> Stepper | None:
        """The stepper that sets the number of a correction, as its form sends it."""
        found = (one for one in self.steppers if one.type == kind and {*one.fixed} <= {*fields})
        return next(found, None)

    def _cubes(self, place: Side | Location, cube: Cube) -> Stepper:
        named = place.value if isinstance(place, Location) else place
        label = field_labels.option(self.language, "", "cube", cube.value, game=self.game, names=self.names)
        fixed = (("f.place", encoded(named)), ("f.cube", encoded(cube.value)))
        return Stepper(f"{cube}-{named}", label, f"cube-{cube}", "set_cubes", fixed, self.game.at(place, cube))

    @property
    def may_give_marker(self) -> bool:
        """Whether the side that is edited can be given the first player marker."""
        return self.editing != self.game.first_player and self._may("set_marker", self.editing)

    @property
    def suspicion(self) -> Stepper | None:
        """The suspicion of the side that is edited."""
        return next((one for one in self.steppers if one.icon == "cube-suspicion"), None)
