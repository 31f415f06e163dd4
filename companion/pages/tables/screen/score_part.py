"""The final scores on the second screen: uncovered line by line, then who has won."""

from typing import Any, Final

from companion.pages.layout.frame import page_text
from companion.pages.layout.text_fitting import width
from companion.pages.sheet.result import ICONS
from companion.pages.tables.screen.screen_view import ScenePart
from companion.rules.state.pieces import Side
from companion.tables.projection.scenes.scene import SceneKind
from companion.words.catalogue import isolated, joined, listed, number

WINNER_SIZES: Final = ((7.3, ""), (10.0, "middling"))
"""The size of the winner's name up to each width in ems; the smallest beyond the last."""


class ScorePart(ScenePart):
    """The final scores as the second screen shows them."""

    @property
    def score_lines(self) -> list[dict[str, Any]]:
        """The lines of the score; uncovered lines with their points."""
        shown = [
            {**self._line(line.category), "cells": [number(one) if one else "–" for one in line.points], "new": False}
            for line in self._scene.lines
        ]
        if shown and self._scene.kind is SceneKind.REVEAL:
            shown[-1]["new"] = True
        return [*shown, *({**self._line(one), "cells": None, "new": False} for one in self._scene.covered)]

    def _line(self, category: str) -> dict[str, Any]:
        return {
            "icon": ICONS.get(category, category),
            "label": page_text(self._language, f"line.{category}"),
        }

    @property
    def how_it_scores(self) -> str:
        """A sentence about how the newest line scores."""
        if not self._scene.lines:
            return ""
        category = self._scene.lines[-1].category
        two = category == "leader_goal" and len(self._scene.totals) == 2
        return self._screen.say(f"scores.{category}.two" if two else f"scores.{category}")

    @property
    def totals(self) -> list[str]:
        """The totals of all sides so far."""
        return [number(one) for one in self._scene.totals]

    @property
    def leading(self) -> frozenset[Side]:
        """The sides with the most points so far."""
        if not self._scene.lines:
            return frozenset()
        most = max(self._scene.totals)
        return frozenset(side for side, one in enumerate(self._scene.totals) if one == most)

    @property
    def lead(self) -> str:
        """A sentence about who leads, and by how much."""
        ahead = sorted(self.leading)
        if not ahead:
            return ""
        if len(ahead) > 1:
            return self._screen.say("level", sides=self._screen.listed(ahead))
        others = [one for side, one in enumerate(self._scene.totals) if side != ahead[0]]
        return self._screen.say(
            "leads", side=self._screen.called[ahead[0]], n=self._scene.totals[ahead[0]] - max(others)
        )

    @property
    def order(self) -> list[dict[str, Any]]:
        """Everybody, the winner first."""
        ranks = self._scene.ranks
        return [
            {
                "rank": ranks[side],
                "sign": self._screen.sign(side),
                "name": self._screen.names[side],
                "total": number(self._scene.totals[side]),
                "winner": side in self._scene.winners,
            }
            for side in sorted(range(len(ranks)), key=lambda side: ranks[side])
        ]

    @property
    def winner(self) -> str:
        """The winner, in a word or two."""
        game, winners = self._game, self._scene.winners
        if game.setup.solitary:
            return self._screen.say("guards_win" if winners == (game.setup.guards,) else "escaped")
        if len(winners) > 1:
            return self._screen.say(
                "share", sides=listed(self._language, (isolated(self._screen.called[side]) for side in winners))
            )
        return self._screen.say("wins", side=self._screen.names[winners[0]])

    @property
    def decided(self) -> str:
        """A sentence about how the winner was decided (F-2, F-5)."""
        totals, winners = self._scene.totals, self._scene.winners
        most = max(totals)
        second = sorted(totals)[-2] if len(totals) > 1 else 0
        if self._game.setup.solitary:
            by = abs(totals[0] - totals[1])
            key = "held_tie" if not by else "held_by" if self._game.setup.guards in winners else "escaped_by"
            return self._screen.say(key, n=totals[self._game.players[0]], lead=by)
        if most > second:
            return self._screen.say("ahead", n=most, lead=most - second)
        best = [side for side, one in enumerate(totals) if one == most]
        items = [f"{isolated(self._screen.called[side])} {self._scene.items[side]}" for side in best]
        return self._screen.say("tie", n=most, items=joined(self._language, items))

    @property
    def winner_size(self) -> str:
        """The size of the winner's name."""
        return next((size for most, size in WINNER_SIZES if width(self.winner) <= most), "long")

    @property
    def winning_sign(self) -> str:
        """The sign in whose colour the stamp is; none where several share it."""
        return self._screen.sign(self._scene.winners[0]) if len(self._scene.winners) == 1 else ""
