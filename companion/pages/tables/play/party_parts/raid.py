"""A raid, of several players: what it would cost, and what it has cost."""

from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import Happening, happenings, whys
from companion.pages.tables.play.party_parts.rows import PartyRows
from companion.pages.tables.play.table_forms import FormView
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


class PartyRaid(PartyRows):
    """A raid: what it would cost, and what it has cost."""

    @property
    def raid_loss(self) -> int | None:
        """What a raid would cost whoever looks now, which is no more than they have; None for who has no seat (D-5)."""
        side = self.raid_side
        return next((one.before - one.after for one in self.raid.losses if one.side == side), None)

    @property
    def raid_side(self) -> Side | None:
        """Of whom is said what a raid would cost; in light depth with one phone for all, whose numbers are set."""
        return self.editing if self.plays_all and self.game.setup.light else self.own_side

    @property
    def raid_call(self) -> FormView | None:
        """A raid that the table may call itself."""
        return next((form for form in self.forms if form.type == RAID_NOW.word), None)

    @property
    def offers_raid(self) -> bool:
        """Whether the table's page leads to that: in light depth once a raid is at hand; for a card Correct does."""
        return self.raid_call is not None and (self._short_of_cubes or not self.game.setup.light)

    @property
    def _short_of_cubes(self) -> bool:
        """Whether fewer cubes are left than goons come, each of which brings some: a raid is at hand (P-6)."""
        return self.game.supply(Cube.SUSPICION) < len(self.game.setup.edition.goon_locations)

    @property
    def cubes_held(self) -> int:
        """How many suspicion cubes the players have, by which a raid costs them."""
        return cubes_held(self.game)

    @property
    def calls_raid(self) -> bool:
        """Whether somebody looks at what a raid would cost, before it is called and while cubes stay where they are."""
        return self.raid_call is not None and self._looks_at_raid == str(self.cubes_held)

    @property
    def raid(self) -> Scene:
        """What a raid would cost everybody now."""
        return raid_of(self.game)

    @property
    def why_raid(self) -> list[Why]:
        """Why it would cost that."""
        return whys(self.language, self.raid.why, self.names)

    @property
    def raided(self) -> list[Why]:
        """How the raid was counted that happened last, each reason once; none where it was something else."""
        happened = self._last_raid if counts_in_secret(self.game) else self.happened
        found = dict.fromkeys(why for one in happened for why in one.why)
        return [*found] if any(why.rule.startswith("D-") for why in found) else []

    @property
    def _came_of_it(self) -> list[str]:
        """What has come of the last line, if it is of this phone; what a raid has cost is said to everybody."""
        last = self._lines[-1] if self._lines else None
        if last is None or last.version != self.state.version or last.by not in self.viewer.seats or self.raid_came[1]:
            return []
        # Who ranks first is said to everybody.
        events = [one for one in last.events if not (self.first_here and any("rank" in why.data for why in one.why))]
        news = happenings(last.with_events(events).after(last.before), self.viewer, self.names, self.language)
        return [*dict.fromkeys(one.text for one in news if not (one.silent or one.minor))]

    @property
    def _last_raid(self) -> list[Happening]:
        """What has happened in the last raid, as far as its line is one of the last."""
        lines = [line for line in self._lines if line.act.type == StepKind.RAID]
        return [one for line in lines[-1:] for one in happenings(line, self.viewer, self.names, self.language)]

    @property
    def raid_came(self) -> tuple[str, list[tuple[str, str, str]], list[Why]]:
        """Why a raid has just come, what it has cost whom, and who had less than that (D-5); empty where none has.

        What it has cost is a sign, a name, a figure.
        """
        if not self.raided:
            return "", [], []
        counting = counts_in_secret(self.game)
        lines = [line for line in self._lines if not counting or line.act.type == StepKind.RAID]
        scene = raid_scene(self.state, lines[-1:])
        if scene is None or not scene.raid_done:
            return "", [], []
        losses = [(self.seat_icon(one.side), self.names[one.side], number(-one.lost)) for one in scene.losses]
        floors = whys(self.language, [one for one in scene.why if one.rule == "D-5"], self.names)
        return paragraph(self.language, why_raided(self.language, self.game, scene)), losses, floors
