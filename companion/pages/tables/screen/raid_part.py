"""A raid on the second screen: what everybody loses, and why."""

from collections.abc import Iterator
from typing import Any

from companion.pages.layout.frame import page_text
from companion.pages.tables.screen.screen_view import MOST_LEFT, ScenePart
from companion.rules.state.position import Phase, Position
from companion.tables.projection.scenes.scene import Scene
from companion.words.catalogue import number


class RaidPart(ScenePart):
    """A raid as the second screen shows it."""

    @property
    def losses(self) -> Iterator[dict[str, Any]]:
        """The losses of all sides in a raid, the most suspicion first."""
        for place, one in enumerate(self._scene.losses, 1):
            yield {
                **one._asdict(),
                "sign": self._screen.sign(one.side),
                "name": self._screen.names[one.side],
                "standing": self._screen.say(f"standing.{one.standing}", n=one.suspicion, place=place),
                "lays": self._screen.say("lays_back", n=one.laid_back) if one.laid_back else "",
                "lost_text": number(-one.lost) if one.lost else "0",
            }

    @property
    def returning(self) -> tuple[int, int]:
        """The cubes that return to the supply (D-3, D-4), and how many of them are drawn: one where they are many."""
        n = self._scene.returning
        return n, n if n <= MOST_LEFT else 1

    @property
    def because(self) -> tuple[str, str]:
        """The reason for the raid: what is needed, and what there is."""
        return why_raided(self._language, self._game, self._scene)


def why_raided(language: str, game: Position, scene: Scene) -> tuple[str, str]:
    """Say in two short sentences why there is a raid: what is needed, and what there is (P-6, D-6).

    Args:
        language: of the text.
        game: as it is now.
        scene: of the raid.
    """
    if game.phase in {Phase.LAST_RAID, Phase.ENDED}:
        return page_text(language, "screen.last_raid"), ""
    if scene.needed is None:
        return page_text(language, "screen.called"), ""
    there = "screen.were_left" if scene.raid_done else "screen.are_left"
    return page_text(language, "screen.needed", n=scene.needed), page_text(language, there, n=scene.left)
