"""The prison of the week: a public deal, named by all that determines it."""

import hashlib
import re
from typing import Final, NamedTuple

from companion.rules.shuffling.house_deck import HOUSE_DECKS, NEWEST, house_deck
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName

_FINGERPRINT: Final = 8
"""The number of hexadecimal digits that identify the guard cards."""

_SEED: Final = re.compile(
    rf"(?P<week>[0-9]{{4}}-W[0-9]{{2}})\.(?P<difficulty>[a-z]+)\.(?P<edition>[a-z]+)\.[0-9a-f]{{{_FINGERPRINT}}}"
)
_LINE: Final = re.compile(
    rf"(?:(?P<name>[^\n]{{1,40}}?)\s*[:\uff1a]\s*)?Lockup (?P<seed>{_SEED.pattern})"
    r" (?P<player>-?[0-9]{1,4}):(?P<guards>-?[0-9]{1,4}) (?:escaped|held)(?:, par (?P<par>-?[0-9]{1,4}))?"
)


class Prison(NamedTuple):
    """A prison of a week.

    Attributes:
        week: by ISO 8601, such as `2026-W48`.
        difficulty: of the guards (Z-2).
        edition: whose guard deck.
        house_deck: its number; a new deck may begin in the middle of a week, and begun games keep the older.
    """

    week: str
    difficulty: Difficulty
    edition: EditionName
    house_deck: int = NEWEST

    @property
    def seed(self) -> str:
        """The seed of its cards: no secret, and different for each house deck."""
        faces = house_deck(self.edition, self.difficulty, self.house_deck)
        told = ";".join(f"{face.strength}{'*' if face.special else ''}" for face in faces)
        print_ = hashlib.sha256(told.encode()).hexdigest()[:_FINGERPRINT]
        return f"{self.week}.{self.difficulty}.{self.edition}.{print_}"


class Escape(NamedTuple):
    """The result of a player's game in a prison of a week.

    Attributes:
        name: the player, as written before the line; empty if missing.
        prison: which.
        player, guards: the final scores.
        par: the average of the odds-based player with the same copy, if known.
    """

    name: str
    prison: Prison
    player: int
    guards: int
    par: int | None = None

    @property
    def escaped(self) -> bool:
        """True if the player has more points (F-5)."""
        return self.player > self.guards

    @property
    def line(self) -> str:
        """One line to paste: the prison and the result, without how it happened."""
        ended = "escaped" if self.escaped else "held"
        par = "" if self.par is None else f", par {self.par}"
        return f"Lockup {self.prison.seed} {self.player}:{self.guards} {ended}{par} (the deal is public)"


def prison_of(seed: str) -> Prison | None:
    """Return the prison that has this seed, or None."""
    found = _SEED.fullmatch(seed)
    return None if found is None else _named(found, seed)


def escapes(text: str) -> list[Escape]:
    """Return the results in a text, the best first: largest lead, then most points.

    Lines without a known prison or house deck are skipped.
    """
    found = []
    for one in _LINE.finditer(text):
        prison = _named(one, one["seed"])
        if prison is not None:
            par = None if one["par"] is None else int(one["par"])
            found.append(Escape((one["name"] or "").strip(), prison, int(one["player"]), int(one["guards"]), par))
    return sorted(found, key=lambda one: (one.guards - one.player, -one.player))


def _named(found: re.Match[str], seed: str) -> Prison | None:
    if found["difficulty"] not in {*Difficulty} or found["edition"] not in {*EditionName}:
        return None
    week, difficulty, edition = found["week"], Difficulty(found["difficulty"]), EditionName(found["edition"])
    every = (Prison(week, difficulty, edition, number) for number in HOUSE_DECKS)
    return next((prison for prison in every if prison.seed == seed), None)
