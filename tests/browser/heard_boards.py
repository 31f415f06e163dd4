"""A board as somebody knows it who has only heard of it: what each side has, from sentences of the live region."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

YOU: Final = "You"
GUARDS: Final = "Guards"
OTHER: Final = {YOU: GUARDS, GUARDS: YOU}

PLACES: Final = "Exercise Yard|Sewers|Infirmary|Smithy|Commissary|Chow Hall|Cell Block|Library"
PLACE: Final = f"(?:the )?(?:{PLACES})"
_SPACES: Final = "Sewers|Infirmary|Smithy|Commissary|Chow Hall"
SPACE: Final = f"(?:the )?({_SPACES})"
CUBE: Final = r"(scrap|potions?|iron|gold|power(?: cubes?)?|suspicion(?: cubes?)?)"
KIND: Final = "([A-Z][a-z]+)"
TOMES: Final = r"(?:(\d+) )?tomes?"


def kind_of(cube: str) -> str:
    """A cube by its kind, however many are spoken of."""
    return "potion" if cube == "potions" else cube.partition(" ")[0]


@dataclass
class Held:
    """What a side has.

    Attributes:
        reputation, tomes: so many.
        cubes: by kind.
        goons: as whoever plays knows them.
        items, reserved: crafted ones, those that wait.
        marker: whether the first player marker lies there.
        leader: whether the leader goal does.
    """

    reputation: int = 0
    tomes: int = 0
    cubes: Counter[str] = field(default_factory=Counter)
    goons: list[Any] = field(default_factory=list)
    items: list[Any] = field(default_factory=list)
    reserved: list[Any] = field(default_factory=list)
    marker: bool = False
    leader: bool = False


class Board:
    """What has been heard so far.

    Attributes:
        sides: what each side has.
        goons: that lie at a location, by its name.
        discards_of_goons: those that went there.
        display: the items that lie there.
        unplaced: what was heard and says nothing that is known here.
    """

    def __init__(self) -> None:
        self.sides = {YOU: Held(), GUARDS: Held()}
        self.goons: dict[str, Any] = {}
        self.discards_of_goons: list[Any] = []
        self.display: dict[int, Any] = {}
        self.unplaced: list[str] = []

    def lay_out(self, line: str) -> None:
        """What a line of the list before the first round says of pieces that count."""
        if found := re.search(r"Reputation: You (\d+), Guards (\d+)", line):
            self.sides[YOU].reputation, self.sides[GUARDS].reputation = int(found[1]), int(found[2])
        if found := re.search(r"Power cubes: You (\d+), Guards (\d+)", line):
            self.sides[YOU].cubes["power"], self.sides[GUARDS].cubes["power"] = int(found[1]), int(found[2])
        if found := re.search(r"First player marker to (you|the guards)", line):
            self.gets_marker(YOU if found[1] == "you" else GUARDS)

    def hear(self, said: str) -> None:
        """Move the pieces that an announcement names."""
        said = re.sub(r"^(The guards|You) (win|escape)[^:]*: |Next: \d\. .*", "", said)
        for sentence in re.split(r"(?<=\.)\s+", said.strip()):
            text = sentence.rstrip(".")
            of_side = re.fullmatch(f"({YOU}|{GUARDS}): (.*)", text)
            if of_side:
                for part in of_side[2].split(", "):
                    self._place(part, _OF_A_SIDE, of_side[1])
            elif text and not self._placed(text, _SENTENCES):
                for part in [text] if any(re.match(one, text) for one in _TELLS) else text.split(", "):
                    self._place(part[:1].upper() + part[1:], _OF_THE_TABLE)

    def _place(self, text: str, known: "Mapping[str, Does | None]", *of: str) -> None:
        if not self._placed(text, known, *of) and not any(re.match(one, text) for one in _TELLS):
            self.unplaced.append(" ".join((*of, text)))

    def _placed(self, text: str, known: "Mapping[str, Does | None]", *of: str) -> bool:
        for pattern, does in known.items():
            if found := re.fullmatch(pattern, text):
                if does is not None:
                    does(self, *of, *found.groups())
                return True
        return False

    def gain(self, side: str, number: str | int, cube: str) -> None:
        """Cubes come to a side, or leave it."""
        self.sides[side].cubes[kind_of(cube)] += int(number)

    def more_or_less(self, side: str, sign: str, number: str, cube: str) -> None:
        """Cubes come from the supply, or go there."""
        self.gain(side, int(number) * (1 if sign == "+" else -1), cube)

    def from_other(self, side: str, number: str, cube: str) -> None:
        """Cubes come from the other side."""
        self.gain(side, number, cube)
        self.gain(OTHER[side], -int(number), cube)

    def to_other(self, side: str, number: str, cube: str) -> None:
        """Cubes go to the other side."""
        self.from_other(OTHER[side], number, cube)

    def stands(self, side: str, reputation: str) -> None:
        """A side's marker goes somewhere on the track."""
        self.sides[YOU if side == "you" else GUARDS if side == "the guards" else side].reputation = int(reputation)

    def draws(self, side: str, number: str | None) -> None:
        """Tomes come to a side."""
        self.sides[side].tomes += int(number or 1)

    def loses(self, side: str, number: str | None) -> None:
        """Tomes leave a side."""
        self.sides[side].tomes -= int(number or 1)

    def crafts(self, side: str, space: str) -> None:
        """An item of the display is crafted."""
        self.sides[side].items.append(self.display.pop(int(space) - 1))

    def reserves(self, side: str, space: str) -> None:
        """An item of the display is put into reserve."""
        self.sides[side].reserved.append(self.display.pop(int(space) - 1))

    def crafts_reserved(self, side: str) -> None:
        """The item in reserve is crafted."""
        self.sides[side].items.append(self.sides[side].reserved.pop())

    def takes(self, side: str, kind: str, place: str) -> None:
        """A goon goes to a side."""
        self.sides[side].goons.append(self._goon(kind, place))

    def shifts(self, kind: str, end: str) -> None:
        """The last goon before a space moves up to it, or the last of all is discarded."""
        spaces = _SPACES.split("|")
        before = spaces[: spaces.index(end)] if end in spaces else spaces
        goon = self._goon(kind, next(one for one in reversed(before) if one in self.goons))
        if end == "Discards":
            self.discards_of_goons.append(goon)
        else:
            self.goons[end] = goon

    def _goon(self, kind: str, place: str) -> Any:
        goon = self.goons.pop(place)
        assert goon.kind == kind, (goon, kind, place)
        return goon

    def gets_marker(self, side: str) -> None:
        """The first player marker goes to a side."""
        for name, held in self.sides.items():
            held.marker = name == side

    def leads(self, side: str) -> None:
        """The leader goal goes to a side."""
        for name, held in self.sides.items():
            held.leader = name == side


Does = Callable[..., None]
"""What the board does with what a sentence names."""


_OF_A_SIDE: Final[Mapping[str, Does | None]] = {
    rf"([+−])(\d+) {CUBE}": Board.more_or_less,
    rf"(\d+) {CUBE} from (?:here|{PLACE})": Board.gain,
    rf"(\d+) {CUBE} from (?:you|the guard board)": Board.from_other,
    rf"(\d+) {CUBE} to (?:you|the guard board)": Board.to_other,
    r"track: (\d+)": Board.stands,
    r"craft item (\d+)": Board.crafts,
    r"craft reserved item": Board.crafts_reserved,
    r"reserve item (\d+)": Board.reserves,
    r"\+(\d+) tomes?": Board.draws,
    r"draw \d+ tomes?": None,
    r"keep (\d+)": Board.draws,
    rf"{TOMES} to the (?:discards|deck)": Board.loses,
    rf"{KIND} from {SPACE}": Board.takes,
    r"first player marker(?: .*)?": Board.gets_marker,
    r"leader goal(?: .*)?": Board.leads,
    r"(?:your )?(?:\d|lookout|enforcer)(?: home| to .*)?": None,
    r"(?:\d+ )?guard cards? .*|shuffle (?:guard|location) cards": None,
}
"""What a side does, in few words."""

_OF_THE_TABLE: Final[Mapping[str, Does | None]] = {
    rf"{KIND} to (Discards|{_SPACES})": Board.shifts,
    r"New item \d": None,
    rf"(?:Suspicion: )?{PLACE} \d+(?: {CUBE})?|\d+ {CUBE}": None,
    rf"\d+ (?:\w| )+ to (?:the supply|{PLACE})": None,
    r"All from the locations to the supply": None,
}
"""What lies on the board, in few words."""

_SENTENCES: Final[Mapping[str, Does | None]] = {
    rf"Take (\d+) {CUBE} from (?:the supply|{PLACE})": lambda board, *what: board.gain(YOU, *what),
    rf"(?:Put|Move) (\d+) {CUBE}(?: from {PLACE})? (?:on|to) the guard board": lambda board, *what: board.gain(
        GUARDS, *what
    ),
    rf"Return (\d+) {CUBE} to the supply": lambda board, *what: board.more_or_less(YOU, "−", *what),
    rf"Return (\d+) {CUBE} from the guard board to the supply": lambda board, *what: board.more_or_less(
        GUARDS, "−", *what
    ),
    rf"Give (\d+) {CUBE} to the guards": lambda board, *what: board.to_other(YOU, *what),
    rf"Take (\d+) {CUBE} from the guard board": lambda board, *what: board.from_other(YOU, *what),
    rf"Put the goon from {SPACE} next to the guard board \({KIND}\)": lambda board, place, kind: board.takes(
        GUARDS, kind, place
    ),
    rf"Take the goon from {SPACE} \({KIND}\)": lambda board, place, kind: board.takes(YOU, kind, place),
    rf"Move the goon from {SPACE} to {SPACE} \({KIND}\)": lambda board, _, end, kind: board.shifts(kind, end),
    rf"Discard the goon at {SPACE} \({KIND}\)": lambda board, _, kind: board.shifts(kind, "Discards"),
    r"Take the first player marker": lambda board: board.gets_marker(YOU),
    r"Give the guards the first player marker": lambda board: board.gets_marker(GUARDS),
    r"Take the leader goal": lambda board: board.leads(YOU),
    r"Give the guards the leader goal": lambda board: board.leads(GUARDS),
    r"Take item (\d+) from the display": lambda board, space: board.crafts(YOU, space),
    r"Take item (\d+) from the display, face down": lambda board, space: board.reserves(YOU, space),
    r"Put item (\d+) from the display next to the guard board": lambda board, space: board.crafts(GUARDS, space),
    r"Reserve item (\d+) from the display for the guards": lambda board, space: board.reserves(GUARDS, space),
    r"You lose \d+ reputation, to (\d+)": lambda board, to: board.stands(YOU, to),
    r"The guards lose \d+ reputation, to (\d+)": lambda board, to: board.stands(GUARDS, to),
    r"Move (you|the guards) to (\d+) on the reputation track": Board.stands,
    r"Draw (\d+) tomes?": lambda board, number: board.draws(YOU, number),
    r"Draw \d+ tomes?, keep (\d+).*": lambda board, number: board.draws(YOU, number),
    r"Discard (\d+) tomes?": lambda board, number: board.loses(YOU, number),
    r"Put (\d+) tomes? back on the deck": lambda board, number: board.loses(YOU, number),
}
"""Whole sentences, as a single move is told."""

_TELLS: Final = (
    rf"(?:{PLACES}), first: ", r"The guard card at ", r"A new card at ", r"Place your ", r"Take your .* back$",
    r"The location card shows", r"No guard card comes", r"Round \d of 6", r"Tokens home, cards aside$",
    r"(?:Guard cards|Place a guard card) face down",
    r"Move the round marker", r"An item is worth", r"Nobody loses reputation", r"(?:Craft|Recruit|Reserve|Swap) .*for ",
    r"Move (?:your|the guard card) .* to the Library$", r"At .* (?:you have|the guards have)",
    r"You keep the first player marker", r"Put the top item card on display space",
    r"A guard card goes from", r"The guards have no limit", r"Put the top goon card", r"Corrected: ",
    r"Reveal the top", r"Take the guard card", r"Turn ", r"Shuffle ",
    r"(?:You|The guards) score \d+ for the end game goal",
    rf"{SPACE}: [A-Z][a-z]+, \d suspicion icon",
)  # fmt: skip
"""How sentences begin that tell of what lies there or came of it, and of no piece that counts."""
