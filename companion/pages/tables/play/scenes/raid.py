"""A raid of several players: what it would cost, and what it has cost."""

from dataclasses import dataclass
from functools import cached_property

from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import Happening, happenings, whys
from companion.pages.tables.play.form_view import FormView
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.news import News
from companion.pages.tables.play.own_row import OwnRow
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.screen.raid_part import why_raided
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.free_actions import RAID_NOW
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.tables.projection.scenes.raid import raid_of, raid_scene
from companion.tables.projection.scenes.scene import Scene
from companion.words.catalogue import number, paragraph


def cubes_held(game: Position) -> int:
    """How many suspicion cubes the players have, by which the address of a raid that is looked at is known."""
    return sum(game.at(side, Cube.SUSPICION) for side in game.players)


@dataclass(frozen=True)
class SharedRaid:
    """A raid of several players: what it would cost, and what it has cost."""

    seen: Seen
    forms: Forms
    own_row: OwnRow
    news: News

    @property
    def loss(self) -> int | None:
        """What a raid would cost whoever looks now, which is no more than they have; None for who has no seat (D-5)."""
        side = self.side
        return next((one.before - one.after for one in self.scene.losses if one.side == side), None)

    @property
    def side(self) -> Side | None:
        """Of whom is said what a raid would cost; in light depth with one phone for all, whose numbers are set."""
        return self.seen.editing if self.seen.plays_all and self.seen.game.setup.light else self.own_row.own_side

    @property
    def call(self) -> FormView | None:
        """A raid that the table may call itself."""
        return self.forms.of(RAID_NOW.word)

    @property
    def is_offered(self) -> bool:
        """Whether the table's page leads to that: in light depth once a raid is at hand; for a card Correct does."""
        return self.call is not None and (self._short_of_cubes or not self.seen.game.setup.light)

    @property
    def _short_of_cubes(self) -> bool:
        """Whether fewer cubes are left than goons come, each of which brings some: a raid is at hand (P-6)."""
        return self.seen.game.supply(Cube.SUSPICION) < len(self.seen.game.setup.edition.goon_locations)

    @property
    def cubes_held(self) -> int:
        """How many suspicion cubes the players have, by which a raid costs them."""
        return cubes_held(self.seen.game)

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody looks at what a raid would cost, before it is called and while cubes stay where they are."""
        return self.call is not None and self.seen.chosen.get("raid", "") == str(self.cubes_held)

    @cached_property
    def scene(self) -> Scene:
        """What a raid would cost everybody now."""
        return raid_of(self.seen.game)

    @property
    def why(self) -> list[Why]:
        """Why it would cost that."""
        return whys(self.seen.language, self.scene.why, self.seen.names)

    @cached_property
    def counted(self) -> list[Why]:
        """How the raid was counted that happened last, each reason once; none where it was something else."""
        happened = self._last if counts_in_secret(self.seen.game) else self.news.happened
        found = dict.fromkeys(why for one in happened for why in one.why)
        return [*found] if any(why.rule.startswith("D-") for why in found) else []

    @property
    def _last(self) -> list[Happening]:
        """What has happened in the last raid, as far as its line is one of the last."""
        lines = [line for line in self.seen.lines if line.act.type == StepKind.RAID]
        return [
            one
            for line in lines[-1:]
            for one in happenings(line, self.seen.viewer, self.seen.names, self.seen.language)
        ]

    @property
    def came(self) -> tuple[str, list[tuple[str, str, str]], list[Why]]:
        """Why a raid has just come, what it has cost whom, and who had less than that (D-5); empty where none has.

        What it has cost is a sign, a name, a figure.
        """
        if not self.counted:
            return "", [], []
        counting = counts_in_secret(self.seen.game)
        lines = [line for line in self.seen.lines if not counting or line.act.type == StepKind.RAID]
        scene = raid_scene(self.seen.state, lines[-1:])
        if scene is None or not scene.raid_done:
            return "", [], []
        losses = [(self.seen.seat_icon(one.side), self.seen.names[one.side], number(-one.lost)) for one in scene.losses]
        floors = whys(self.seen.language, [one for one in scene.why if one.rule == "D-5"], self.seen.names)
        return paragraph(self.seen.language, why_raided(self.seen.language, self.seen.game, scene)), losses, floors
