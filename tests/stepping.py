"""Which step a table of several waited for at each version, by its log alone."""

from typing import Any, Final

from flask import Flask

from companion.tables import store
from companion.tables.history import Kind
from companion.tables.store import LogLine

ANY_TIME: Final = frozenset({"raid_now", "play_tome", "claim_instant"})
"""What can be done in the middle of a step, which stays as it was."""

EACH: Final = frozenset({"rows", "roll", "hands", "holdings", "light"})
"""Steps at which each does something of their own, so that the others' taps stay good."""

ENDS: Final = frozenset({"begin_round", "end_game", "raid", "go_on"})
"""What ends such a step for all nevertheless, or leaves nothing to be done twice."""


class Steps:
    """The steps of a table.

    Attributes:
        lines: of its log, as far as it was read.
    """

    def __init__(self, app: Flask, code: str) -> None:
        self._app, self._code = app, code
        self.lines: list[LogLine] = []
        self._asked: list[tuple[Any, ...]] = [()]
        self._ended = 0

    @property
    def version(self) -> int:
        """The version of the table now."""
        with self._app.app_context():
            kept = store.find(self._code)
            new = store.log(kept.table, after=len(self.lines))
        self.lines += new
        for place, line in enumerate(new):
            # Who sits down ends no step; of the games between lines that are read at once no step is known.
            seats_alone = all(one.kind is Kind.SEAT for one in new[place + 1 :])
            after = kept.state.game if seats_alone else new[place + 1].before
            step = line.before.agenda[0] if line.before.agenda else None
            type_ = line.act.get("type")
            ends = step is not None and type_ not in ANY_TIME and (step.kind not in EACH or type_ in ENDS)
            self._ended += line.kind is Kind.ACT and ends
            asks = after.agenda[0]._replace(data={}) if after.agenda else None
            self._asked.append((asks, after.round, after.phase, self._ended))
        return len(self.lines)

    def asked(self, version: int) -> tuple[Any, ...]:
        """What everybody was asked at a version: the step, and how many acts have ended one like it before."""
        return self._asked[version]

    def kind(self) -> str:
        """The kind of the step that the table waits for."""
        step = self._asked[self.version][0]
        return step.kind.value if step else ""
