"""The table of somebody who plays alone, as its page shows it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.pages.tables.numbers.numbers_view import figure_rows
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.form_commands import stays_at_home
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.goals import Goals
from companion.pages.tables.play.news import News, undone_sentence
from companion.pages.tables.play.scenes.location import LocationNow, SoloLocation
from companion.pages.tables.play.scenes.night import Raid, solo_raid
from companion.pages.tables.play.scenes.odds import TableOdds
from companion.pages.tables.play.scenes.setup import SoloSetup
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.to_move import SoloMovesToMake
from companion.rules.phases.patrol import RAID
from companion.rules.phases.roll_call import PASS
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables.line import Kind
from companion.tables.projection.actions import current_prompt
from companion.words import field_labels, step_questions


class SoloTable(NamedTuple):
    """The parts of the page of a solitary game."""

    seen: Seen
    scene: str
    board: BoardView
    forms: Forms
    here: LocationNow
    location: SoloLocation
    to_move: SoloMovesToMake
    news: News
    raid: Raid | None
    goals: Goals
    setup: SoloSetup
    table_odds: TableOdds

    @property
    def template(self) -> str:
        """The template that shows it; goons have two."""
        of_patrol = self.scene == "goons" and self.seen.game.round
        return f"tables/play/solo/{self.scene}{'_of_patrol' if of_patrol else ''}.html"

    @property
    def title(self) -> str:
        """The phase, or what lies on the table before the first."""
        if self.scene == "setup":
            return self.seen.text("setup.on_your_table")
        return field_labels.word(self.seen.language, "phase", self.seen.game.phase)

    @property
    def question(self) -> str:
        """The question that the game waits for."""
        if self.seen.state.closed:
            return self.seen.text("table.closed")
        asked = current_prompt(self.seen.state)
        return step_questions.question(self.seen.language, asked, self.seen.game, self.seen.names)

    @property
    def chosen_label(self) -> str:
        """The label of the button for the act chosen at a location; empty if none is."""
        outlook = self.location.outlook if self.scene == "duel" else None
        primary = outlook.primary if outlook is not None and outlook.without_choice else None
        return "" if primary is None else primary.label

    @property
    def asked_back(self) -> str:
        """The question back to a player who passes with tokens at home: which stay; otherwise empty."""
        seen = self.seen
        if PASS.word not in seen.address or not stays_at_home(seen.game):
            return ""
        home = seen.game.at_home(seen.game.players[0])
        if len(home) == len(seen.game.setup.tokens()):
            return seen.text("pass.all", n=len(home))
        what = seen.aloud.listed(seen.aloud.token(one) for one in home)
        return seen.text("pass.some", what=what, n=len(home))

    @property
    def figures(self) -> Iterator[dict[str, Any]]:
        """The numbers to compare with the board before a round."""
        return figure_rows(self.seen.game, self.seen.names, self.seen.language, self.seen.typed)

    def came_of_it(self) -> list[str]:
        """Return the results of the last tap that no move says."""
        seen, here = self.seen, self.here
        if seen.moved.undone is not None:
            return [undone_sentence(seen)]
        if self.raid is not None and self._raided:
            return [*self.raid.lost]
        if self.scene in {"duel", "card"} and here.first:
            return [here.first]
        # What is laid out, and what a check compares, is a list of the page; each goon was said as it was entered.
        listed = self.scene in {"setup", "check", "goons"}
        kind = seen.lines[-1].kind if seen.lines else Kind.BEGIN
        if kind is Kind.BEGIN or (listed and kind is not Kind.CORRECTION):
            return []
        return self.news.tome_did or self.news.heard

    @property
    def _raided(self) -> bool:
        """True if a raid was the latest event."""
        return bool(self.seen.lines) and self.seen.lines[-1].act.type == RAID.word


def solo_table(seen: Seen) -> SoloTable:
    """Return what the page of a solitary game is made of."""
    board = BoardView(seen)
    forms, here = Forms(seen, board), LocationNow(seen, board)
    scene = _scene(seen, forms, here)
    return SoloTable(
        seen,
        scene,
        board,
        forms,
        here,
        SoloLocation(seen, forms, here),
        SoloMovesToMake(seen, scene),
        News(seen, forms, here, scene),
        _raid(seen),
        Goals(seen),
        SoloSetup(seen),
        TableOdds(seen),
    )


def _scene(seen: Seen, forms: Forms, here: LocationNow) -> str:
    """Return the scene of the page."""
    kind = seen.prompt.step.kind if seen.prompt.step else None
    if seen.over:
        return "end"
    if kind is StepKind.TOME:
        return "tome"
    if forms.goon_panel is not None:
        return "goons"
    if forms.card is not None:
        return "card"
    if kind is StepKind.NIGHT:
        return "night"
    if here.scene is not None:
        return "duel"
    if kind is StepKind.BEGIN:
        return "check" if seen.game.round else "setup"
    board = seen.game.phase in {Phase.ROLL_CALL, Phase.SETUP} or kind is StepKind.LAY_OUT
    return "board" if board else "story"


def _raid(seen: Seen) -> Raid | None:
    """Return the raid that comes next or has just been carried out; None: neither."""
    if seen.prompt.step is not None and seen.prompt.step.kind is StepKind.RAID:
        return solo_raid(seen.game, seen.names, seen.language)
    last = seen.lines[-1] if seen.lines and seen.moved.undone is None else None
    raided = last is not None and last.act.type == RAID.word
    return solo_raid(last.before, seen.names, seen.language) if last is not None and raided else None
