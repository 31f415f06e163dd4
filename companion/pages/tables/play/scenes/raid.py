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
from companion.words.catalogue import listed, number, paragraph


def cubes_held(game: Position) -> int:
    """Return the players' suspicion cubes, which identify a raid in its address."""
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
        """The viewer's loss in a raid now, at most what they have; None: no seat (D-5)."""
        side = self.side
        return next((one.before - one.after for one in self.scene.losses if one.side == side), None)

    @property
    def losing(self) -> str:
        """Who would lose how much in a raid now; empty: nobody."""
        lose = [(one.side, one.before - one.after) for one in self.scene.losses if one.after < one.before]
        return listed(
            self.seen.language, [self.seen.text("raid.loses", side=self.seen.names[side], n=n) for side, n in lose]
        )

    @property
    def side(self) -> Side | None:
        """The side whose loss in a raid is shown.

        In light mode with one phone for all it is the side being edited.
        """
        return self.seen.editing if self.seen.plays_all and self.seen.game.setup.light else self.own_row.own_side

    @property
    def call(self) -> FormView | None:
        """A raid that the table may call itself."""
        return self.forms.of(RAID_NOW.word)

    @property
    def is_offered(self) -> bool:
        """True if the page leads to a raid: in light mode once one is at hand.

        Correct leads to a raid that a card calls.
        """
        return self.call is not None and (self._short_of_cubes or not self.seen.game.setup.light)

    @property
    def _short_of_cubes(self) -> bool:
        """True if fewer cubes are left than goons come: a raid is at hand (P-6)."""
        return self.seen.game.supply(Cube.SUSPICION) < len(self.seen.game.setup.edition.goon_locations)

    @property
    def cubes_held(self) -> int:
        """The players' suspicion cubes, by which a raid costs them."""
        return cubes_held(self.seen.game)

    @property
    def is_looked_at(self) -> bool:
        """True if a raid's cost is looked at before it is called, with no cubes moved."""
        return self.call is not None and self.seen.chosen.get("raid", "") == str(self.cubes_held)

    @cached_property
    def scene(self) -> Scene:
        """The effects of a raid if it came now."""
        return raid_of(self.seen.game)

    @property
    def why(self) -> list[Why]:
        """The reasons for that cost."""
        return whys(self.seen.language, self.scene.why, self.seen.names)

    @cached_property
    def counted(self) -> list[Why]:
        """The reasons for the latest raid's result, each once; empty if it was no raid."""
        happened = self._last if counts_in_secret(self.seen.game) else self.news.happened
        found = dict.fromkeys(why for one in happened for why in one.why)
        return [*found] if any(why.rule.startswith("D-") for why in found) else []

    @property
    def _last(self) -> list[Happening]:
        """The events of the last raid, if it is among the latest entries."""
        lines = [line for line in self.seen.lines if line.act.type == StepKind.RAID]
        return [
            one
            for line in lines[-1:]
            for one in happenings(line, self.seen.viewer, self.seen.names, self.seen.language)
        ]

    @property
    def came(self) -> tuple[str, list[tuple[str, str, str]], list[Why]]:
        """The reason for the latest raid, its losses, and who had less (D-5); or empty.

        A loss is an icon, a name and a number.
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
