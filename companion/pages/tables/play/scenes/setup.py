"""The setup of the real table; of several players, this phone's share."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.pages.tables.play.seen import Seen
from companion.pages.tables.setup.setup_list import SetupRow, setup_rows
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing
from companion.rules.state.step_kinds import StepKind
from companion.tables import repository
from companion.tables.line import Kind, LineInContext
from companion.tables.phone_moves import SHARED_IN_PATROL, Phone, dealt_out, shared_out
from companion.tables.repository import LoadedTable
from companion.tables.silence import chosen_keeper
from companion.tables.timeline import LATEST
from companion.words import field_labels

SETUP_STEPS: Final = 5
"""The steps of a setup: three answers, the goons, and what lies on the table."""

LAID_BY_EACH: Final = frozenset(
    {
        SetupObject.REPUTATION,
        SetupObject.POWER,
        SetupObject.CREW_BOARDS,
        SetupObject.TRAITS,
        SetupObject.TOKENS,
    }
)
"""The parts that every player lays out; the rest is shared out."""


@dataclass(frozen=True)
class SoloSetup:
    """The setup of somebody who plays alone."""

    seen: Seen

    @property
    def rows(self) -> list[SetupRow]:
        """The rows of the setup of the real table, before the first round."""
        if self.seen.game.phase is not Phase.SETUP:
            return []
        return [*setup_rows(self.seen.language, self.seen.game, self.seen.names)]

    @property
    def agreement(self) -> str:
        """The solo settings behind that list: difficulty, dealing, the advanced setup."""
        setup = self.seen.game.setup
        parts = [field_labels.word(self.seen.language, "dealing", setup.dealing)]
        if setup.difficulty is not None:
            parts.insert(0, field_labels.word(self.seen.language, "difficulty", setup.difficulty))
        # Labels begin with a capital, a list of them only once.
        rest = [f"{part[:1].lower()}{part[1:]}" for part in parts[1:]]
        return self.seen.aloud.listed(
            [parts[0], *rest, *([self.seen.aloud.say("setup.advanced")] if setup.advanced else [])]
        )

    @property
    def deck_in_box(self) -> str:
        """The sentence on cards that stay in the box where the app deals, or empty."""
        dealing = self.seen.game.setup.dealing
        return "" if dealing is Dealing.CARDS else self.seen.aloud.say(f"setup.deck_in_box.{dealing}")

    @property
    def guided_step(self) -> int | None:
        """The page's step in the guided setup, after the new game's steps, or None."""
        if self.seen.game.phase is not Phase.SETUP:
            return None
        return SETUP_STEPS - (self.seen.prompt.step is not None and self.seen.prompt.step.kind != StepKind.BEGIN)


@dataclass(frozen=True)
class SharedSetup:
    """This phone's share of the setup of several players."""

    seen: Seen

    @cached_property
    def rows(self) -> list[SetupRow]:
        """The rows that this phone's players set up; a phone without seats gets all."""
        if self.seen.game.phase is not Phase.SETUP:
            return []
        if not self.seen.viewer.seats:
            return [*setup_rows(self.seen.language, self.seen.game, self.seen.names)]
        return self._laid_here(self.seen.game, self.seen.viewer.seats, self._shares, keeps=self.seen.keeps)

    @cached_property
    def laid_before(self) -> list[SetupRow]:
        """The setup rows that this phone may still have to place in the first round.

        A seat whose phone has confirmed since then that all is moved has placed its rows.
        """
        last = _last_of_setup(self.seen.loaded, self.seen.lines)
        if last is None:
            return []
        phone = Phone(self.seen.loaded, self.seen.viewer, self.seen.moment)
        phones = phone.phones_at(last.version)
        still = {side for side in self.seen.viewer.seats if not phone.has_moved(side, last.version)}
        keeps = phone.keeps(last.version) and not phone.has_moved(phones.keeper, last.version)
        return self._laid_here(last.before, still, dealt_out(phones.seats), keeps=keeps)

    def _laid_here(
        self, game: Position, seats: Set[Side], laid_by: Mapping[str, Side], *, keeps: bool
    ) -> list[SetupRow]:
        if not (seats or keeps):
            return []
        own = seats | ({one.seat for one in self.seen.table.seats if one.free} if keeps else set())
        everybody = own >= {*game.players}
        rows = setup_rows(self.seen.language, game, self.seen.names, () if everybody else own)
        mine = (LAID_BY_EACH if own else set()) | {what for what, side in laid_by.items() if side in seats}
        return [one for one in rows if one.object in mine or (keeps and one.object not in {*laid_by, *LAID_BY_EACH})]

    @cached_property
    def _shares(self) -> dict[str, Side]:
        return shared_out(self.seen.table, self.seen.keeper)

    @property
    def laid_by_others(self) -> list[str]:
        """Sentences on what other phones set up that belongs to nobody."""
        rows = {one.object for one in setup_rows(self.seen.language, self.seen.game, self.seen.names)}
        return self._told_of_others(self._shares, rows)

    @property
    def moved_by_others(self) -> list[str]:
        """Sentences on what other phones move in patrol, by their share of the setup."""
        if self.seen.game.phase is not Phase.PATROL:
            return []
        return self._told_of_others(shared_out(self.seen.table, chosen_keeper(self.seen.table)), SHARED_IN_PATROL)

    def _told_of_others(self, laid_by: Mapping[str, Side], objects: Collection[str]) -> list[str]:
        shares: dict[Side, list[str]] = {}
        for what, side in laid_by.items():
            if what in objects and side not in self.seen.viewer.seats:
                shares.setdefault(side, []).append(self.seen.text(f"share.{what}"))
        return [
            self.seen.text("share", side=self.seen.aloud.name(side), what=self.seen.aloud.listed(what))
            for side, what in shares.items()
        ]


def _last_of_setup(loaded: LoadedTable, lines: Sequence[LineInContext]) -> LineInContext | None:
    """Return the log entry that ended the setup, while the first round lasts."""
    if loaded.state.game.round > 1 or loaded.state.game.phase is Phase.SETUP:
        return None
    last = _setup_line(loaded, lines)
    # A first round in which much is tapped has more lines than are remembered.
    return _setup_line(loaded, repository.log(loaded.table)) if last is None and len(lines) >= LATEST else last


def _setup_line(loaded: LoadedTable, lines: Sequence[LineInContext]) -> LineInContext | None:
    for line in reversed(lines):
        counts = line.kind is not Kind.BEGIN and line.version in loaded.state.history.counting
        if counts and line.before.phase is Phase.SETUP:
            return line
    return None
