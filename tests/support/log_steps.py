"""Which step a table of several waited for at each version, by its log alone."""

from typing import Any, Final

from flask import Flask

from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.position import Position
from companion.tables import repository
from companion.tables.line import Kind, LineInContext

EACH: Final = frozenset({"rows", "roll", "hands", "holdings", "light", "price", "store"})
"""Steps at which each does something of their own, so that the others' taps stay good."""

ENDS: Final = frozenset({"begin_round", "end_game", "raid", "go_on"})
"""What ends such a step for all nevertheless, or leaves nothing to be done twice."""


class Steps:
    """The steps of a table.

    Args:
        at: the version up to which nothing is asked about.
    """

    def __init__(self, app: Flask, code: str, at: int = 0) -> None:
        self._app, self._code, self._at, self._ended = app, code, at, 0
        self._lines: list[LineInContext] = []
        self._asked: list[tuple[Any, ...]] = [()]
        if at:
            with app.app_context():
                self._asked = [self._as(repository.find(code).state.game)]

    @property
    def version(self) -> int:
        """The version of the table now."""
        with self._app.app_context():
            loaded = repository.find(self._code)
            new = repository.log(loaded.table, after=self._at + len(self._lines))
        self._lines += new
        for place, line in enumerate(new):
            # Who sits down ends no step; of the games between lines that are read at once no step is known.
            seats_alone = all(one.kind is Kind.SEAT for one in new[place + 1 :])
            after = loaded.state.game if seats_alone else new[place + 1].before
            step = line.before.agenda[0] if line.before.agenda else None
            type_ = line.act.type
            ends = step is not None and type_ not in ANY_TIME and (step.kind not in EACH or type_ in ENDS)
            self._ended += line.kind is Kind.ACT and ends
            self._asked.append(self._as(after))
        return self._at + len(self._lines)

    def _as(self, game: Position) -> tuple[Any, ...]:
        asks = game.agenda[0]._replace(data={}) if game.agenda else None
        return (asks, game.round, game.phase, self._ended)

    def lines(self, after: int, upto: int) -> list[LineInContext]:
        """Those of its log after one, up to another."""
        return self._lines[after - self._at : upto - self._at]

    def asked(self, version: int) -> tuple[Any, ...]:
        """What everybody was asked at a version: the step, and how many acts have ended one like it before."""
        return self._asked[version - self._at]

    def kind(self) -> str:
        """The kind of the step that the table waits for."""
        step = self.asked(self.version)[0]
        return step.kind.value if step else ""
