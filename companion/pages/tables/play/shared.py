"""The table of several players on the phone of one of them, as its page shows it."""

from typing import NamedTuple

from companion.pages.tables.log.happenings import happenings
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.goals import Goals
from companion.pages.tables.play.news import News
from companion.pages.tables.play.others import done_by_others
from companion.pages.tables.play.own_row import OwnRow
from companion.pages.tables.play.scenes.count import Counting
from companion.pages.tables.play.scenes.light import LightRound
from companion.pages.tables.play.scenes.location import LocationNow, SharedLocation
from companion.pages.tables.play.scenes.raid import SharedRaid
from companion.pages.tables.play.scenes.setup import SharedSetup
from companion.pages.tables.play.seats import Seats
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.shared_forms import SharedForms
from companion.pages.tables.play.step import SharedStep
from companion.pages.tables.play.to_move import SharedMovesToMake
from companion.pages.tables.play.waiting import Waiting
from companion.rules.phases.final_counts import counts_in_secret
from companion.words import field_labels


class SharedTable(NamedTuple):
    """The parts of the page of a table of several players."""

    seen: Seen
    scene: str
    board: BoardView
    forms: Forms
    step: SharedStep
    own_row: OwnRow
    here: LocationNow
    location: SharedLocation
    acts: SharedForms
    to_move: SharedMovesToMake
    news: News
    raid: SharedRaid
    seats: Seats
    waiting: Waiting
    light_round: LightRound
    goals: Goals
    setup: SharedSetup
    counts: Counting | None

    @property
    def template(self) -> str:
        """The template that shows it."""
        counts = self.counts is not None and self.scene not in {"call", "light"}
        scene = "count" if counts else "call" if self.raid.is_looked_at else self.step.template
        return f"tables/play/several/{scene}.html"

    @property
    def title(self) -> str:
        """The phase; what lies on the table before the first; what everybody does at the end."""
        if self.counts is not None:
            return self.seen.text("count.title")
        laid_out = self.seen.begins and not self.seen.game.round
        if laid_out and self.forms.card is None and self.forms.goon_panel is None:
            return self.seen.text("setup.on_your_table")
        return field_labels.word(self.seen.language, "phase", self.seen.game.phase)

    @property
    def chosen_label(self) -> str:
        """The label of the button for the chosen act; empty if none is chosen."""
        primary = self.location.primary if self.seen.choice.type else None
        return "" if primary is None else primary.label

    @property
    def question(self) -> str:
        """The question that the game waits for."""
        return self.own_row.question

    @property
    def asked_back(self) -> str:
        """The question back to a player who seals a count of nothing; otherwise empty."""
        counts = "seal" in self.seen.address and self.counts is not None and self.counts.side is not None
        return self.seen.text("count.nothing") if counts else ""

    @property
    def done_by_others(self) -> tuple[str, str]:
        """Another's last act, and what changed for the viewer; either may be empty."""
        return done_by_others(self.seen, self.own_row)

    def came_of_it(self) -> list[str]:
        """Return the results of this phone's last act, but for the cost of a raid."""
        seen = self.seen
        last = seen.lines[-1] if seen.lines else None
        if last is None or last.version != seen.state.version or last.by not in seen.viewer.seats or self.raid.came[1]:
            return []
        # Who ranks first is said to everybody.
        events = [one for one in last.events if not (self.here.first and any("rank" in why.data for why in one.why))]
        news = happenings(last.with_events(events).after(last.before), seen.viewer, seen.names, seen.language)
        return [*dict.fromkeys(one.text for one in news if not (one.silent or one.minor))]


def shared_table(seen: Seen) -> SharedTable:
    """Return what the page of a table of several players is made of."""
    board = BoardView(seen)
    forms, here = Forms(seen, board), LocationNow(seen, board)
    step = SharedStep(seen, forms)
    own_row = OwnRow(seen, board, step)
    location = SharedLocation(seen, forms, here, own_row)
    acts = SharedForms(seen, forms, step, location)
    to_move = SharedMovesToMake(seen)
    news = News(seen, forms, here, step.scene)
    raid = SharedRaid(seen, forms, own_row, news)
    return SharedTable(
        seen,
        "call" if raid.is_looked_at else step.scene,
        board,
        forms,
        step,
        own_row,
        here,
        location,
        acts,
        to_move,
        news,
        raid,
        Seats(seen),
        Waiting(seen, step, own_row, acts, to_move),
        LightRound(seen, acts, own_row),
        Goals(seen),
        SharedSetup(seen),
        Counting(seen) if counts_in_secret(seen.game) else None,
    )
