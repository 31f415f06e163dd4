"""The contents of the score page: text, points and note of every field, the rows asked for, and the totals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.pages.layout.reasons import Why, told
from companion.pages.sheet.score_fields import PLAIN, SCORING_RULINGS
from companion.pages.sheet.score_form import ScoreForm
from companion.rules.rulings.house_rulings import default_rulings
from companion.rules.vocabulary import DemonValuable, Goon, Valuable
from companion.schemas.scores import COUNTED_GOONS, SHEET, sheet_of
from companion.scoring.score import Scores, SideScore, score
from companion.scoring.sheet import EndGameGoal, Side
from companion.words.catalogue import number, sentence
from companion.words.messages import ERRORS, PAGES, Message
from companion.words.telling import SEATS

GUARDS_SEAT: Final = "keys"


@dataclass(frozen=True)
class Row:
    """One row of a side.

    Attributes:
        name: the field's name.
        kind: `number`, `demons`, `cards` or `holder`.
        icon: of the sprite.
        label: what is asked.
        shown: whether it is asked for now.
        opener: the field that makes the page ask for it at once, before the server has heard of it.
        words: what that field must hold for it; empty is any number from 1.
    """

    name: str
    kind: str
    icon: str
    label: str
    shown: bool = True
    opener: str = ""
    words: str = ""


@dataclass(frozen=True)
class SideView:
    """A side on the page: its seat, its name, its rows in order."""

    index: int
    seat: str
    name: str
    guards: bool
    rows: tuple[Row, ...]


class ScoreView:
    """A form, scored, in a language."""

    def __init__(self, form: ScoreForm, language: str) -> None:
        self.form = form
        self.language = language
        self.faults = form.faults()
        self.sheet = sheet_of(SHEET.read(form.body))
        self.scores: Scores = score(self.sheet)

    @cached_property
    def sides(self) -> list[SideView]:
        """Every side with its rows."""
        return [
            SideView(index, self.seat(index), side.name, side.guards, tuple(self._rows(index, side)))
            for index, side in enumerate(self.sheet.sides)
        ]

    def seat(self, index: int) -> str:
        """Return the glyph of a side; the guards have keys."""
        return GUARDS_SEAT if self.sheet.sides[index].guards else SEATS[index % len(SEATS)]

    def _rows(self, index: int, side: Side) -> Iterator[Row]:
        def row(field: str, icon: str, kind: str = "number", *, opener: str = "", **how: Any) -> Row:
            name, opened = f"{index}.{field}", f"{index}.{opener}" if opener else ""
            # A wrong number stays in sight until it is right.
            how["shown"] = how.get("shown", True) or name in self.faults
            return Row(name, kind, icon, self._say(f"score.{field}"), opener=opened, **how)

        yield row("reputation", "star")
        yield row("suspicion", "cube-suspicion", shown=self.sheet.last_raid)
        by_cards = "cards" in self.form.sides[index]
        if by_cards:
            yield row("cards", "item", "cards")
            hobgoblins = bool(side.goons.get(Goon.HOBGOBLIN))
            yield row("power", "cube-power", shown=hobgoblins, opener="cards", words=Goon.HOBGOBLIN)
        else:
            yield from self._count_rows(index, side, row)
        yield row(
            "reserved", "item", shown=self._asks_for_items(index) and self._ruling("reserved_items") == "tie_break"
        )
        yield row("resources", "resources", shown=not side.guards)
        yield row("gold", "cube-gold")
        yield row("tomes", "tome", shown=not side.guards)
        yield row("goal", "end_game_goal", shown=self.sheet.end_game_goal is not EndGameGoal.NONE)
        yield Row("marker", "holder", "marker", self._say("score.marker"))
        yield Row("leader", "holder", "leader_goal", self._say("score.leader"))
        yield row("leader_count", "leader_goal", shown=self._asks_for_leader_count())

    def _count_rows(self, index: int, side: Side, row: Any) -> Iterator[Row]:
        printed = self.sheet.edition.goons
        for goon in Goon.words():
            # A goon that the edition does not print still shows once it was entered (E-14).
            shown = goon in printed or bool(side.goons.get(goon))
            if goon is Goon.DEMON:
                yield row("demons", goon.value, "demons")
                for valuable in Valuable:
                    counted = self._asks_for_valuable(side, valuable)
                    words = f"{valuable} {DemonValuable.ANY}"
                    yield row(f"valuable.{valuable}", valuable.value, shown=counted, opener="demons", words=words)
            else:
                # Goons of an expansion have no icon.
                yield row(f"goon.{goon}", goon.value if goon in {*Goon} else "token", shown=shown)
            if goon is Goon.CULTIST:
                # An entered number stays in sight, even where it no longer decides.
                shown = bool(side.goons.get(goon)) or side.items > 0 or self._asks_for_items(index)
                yield row("items", "item", shown=shown, opener=f"goon.{goon}")
            if goon is Goon.HOBGOBLIN:
                yield row("power", "cube-power", shown=bool(side.goons.get(goon)), opener=f"goon.{goon}")

        yield row("other_goons", "token", shown=side.other_goons is not None)

    @staticmethod
    def _asks_for_valuable(side: Side, valuable: Valuable) -> bool:
        return any(demon.value in {valuable.value, "any"} for demon in side.demons)

    def _asks_for_items(self, index: int) -> bool:
        """Return whether items decide: a tie (F-2), but not against the guards (F-5) or for a side nobody has begun."""
        begun = [score.total for score, side in zip(self.scores.sides, self.form.sides, strict=True) if _begun(side)]
        total = self.scores.sides[index].total
        return _begun(self.form.sides[index]) and not self.sheet.solitary and begun.count(total) > 1

    def _asks_for_leader_count(self) -> bool:
        """Return whether the counts matter: in the prototype (O-5), and where a tie of two scores nobody (E-5)."""
        held = any(side.leader_goal for side in self.sheet.sides)
        tie = len(self.sheet.sides) == 2 and self._ruling("leader_tie") == "nobody"
        return held and (tie or bool(self.sheet.edition.goals["leader_rechecked"]))

    def _ruling(self, key: str) -> str:
        return self.sheet.rulings[key]

    # The notes under the labels

    def outputs(self) -> dict[str, str]:
        """Return every changing text of the page by the name of its place."""
        places: dict[str, str] = {}
        for index, side in enumerate(self.scores.sides):
            places[f"{index}.total"] = number(side.total)
            places[f"{index}.name"] = side.name
            places |= dict(self._notes(index, side))
        for name, fault in self.faults.items():
            places[f"{name}.error"] = sentence(self.language, ERRORS[fault.key], fault.data)
        places["lead"] = self.lead()
        return places

    def _notes(self, index: int, scored: SideScore) -> Iterator[tuple[str, str]]:
        side = self.sheet.sides[index]
        points = {line.category: line.points for line in scored.lines}
        of_goons = {f"goon.{goon}": goon.value for goon in COUNTED_GOONS}
        for field, category in {**_CATEGORY, **of_goons}.items():
            yield f"{index}.{field}.points", _signed(points[category]) if points.get(category) else ""
        each = self.sheet.edition.scores
        yield f"{index}.reputation.note", self._say("note.track")
        yield f"{index}.suspicion.note", self._say("line.raid" if points["raid"] else "note.last_raid")
        yield f"{index}.goon.cultist.note", self._times(side.goons.get(Goon.CULTIST, 0), "items", side.items)
        yield f"{index}.goon.hobgoblin.note", self._times(side.goons.get(Goon.HOBGOBLIN, 0), "power", side.power)
        for goon in (Goon.BANDIT, Goon.FLAYER):
            yield f"{index}.goon.{goon}.note", self._say("note.each", each=each[goon.value])
        for goon in (Goon.DWARF, Goon.RATMAN):
            yield f"{index}.goon.{goon}.note", "" if points[goon.value] else self._say("note.by_number")
        yield f"{index}.items.note", self._say("note.crafted")
        for valuable in Valuable:
            yield f"{index}.valuable.{valuable}.note", self._say("note.valuables")
        plain = sum(side.resources.get(one, 0) for one in PLAIN)
        yield f"{index}.resources.points", _signed(plain) if plain and not side.guards else ""
        yield f"{index}.resources.note", self._say("note.plain")
        worth = points["resources"] - (0 if side.guards else plain)
        yield f"{index}.gold.points", _signed(worth) if worth else ""
        yield f"{index}.gold.note", self._say("note.each", each=each["gold"])
        yield f"{index}.tomes.note", self._say("note.each", each=each["tome"])
        # Points that were counted say of how many; points of a condition are typed themselves.
        goal = "counted" if points["end_game_goal"] and side.goal_count else self.sheet.end_game_goal
        yield f"{index}.goal.note", self._say(f"note.goal_{goal}", n=side.goal_count)
        for holder, category, held in (
            ("marker", "first_player", side.first_player),
            ("leader", "leader_goal", side.leader_goal),
        ):
            yield f"{index}.{holder}.points", _signed(points[category]) if points[category] else ""
            yield f"{index}.{holder}.note", self._holder_note(category, held=held)

    def _holder_note(self, category: str, *, held: bool) -> str:
        if held:
            return ""
        holder = next((side.name for side in self.sheet.sides if getattr(side, category)), None)
        return self._say("note.nobody") if holder is None else self._say("note.holder", side=holder)

    def _times(self, count: int, what: str, number_of: int) -> str:
        return self._say(f"note.{what}", count=count, n=number_of) if count else self._say(f"note.per_{what}")

    def lead(self) -> str:
        """Say who leads and by how much."""
        ordered = sorted(self.scores.sides, key=lambda side: side.rank)
        if len(ordered) == 1:
            return ""
        best, second = ordered[:2]
        if best.total > second.total:
            return self._say("lead", side=best.name, n=best.total - second.total)
        if self.sheet.solitary:
            return self._say("lead.guards_tie", n=best.total)
        if second.rank > 1:
            return self._say("lead.items", side=best.name, n=best.total)
        level = [index for index, side in enumerate(self.scores.sides) if side.rank == 1]
        return self._say("lead.tie_items" if any(map(self._asks_for_items, level)) else "lead.tie", n=best.total)

    def why(self, index: int) -> list[Why]:
        """Return a side's reasons."""
        return told(self.scores.sides[index].reasons)

    def asks_for_ruling(self, key: str) -> bool:
        """Return whether a house ruling decides something here, is not the default, or soon could decide."""
        # While nobody has counted anything, all are level at zero.
        counted = {"zero_suspicion": "suspicion", "zero_majority": "goal_count"}.get(key)
        if counted is None or any(counted in side for side in self.form.sides):
            reasons = (reason for side in self.scores.sides for reason in side.reasons)
            if any(reason.key_of_ruling == key for reason in reasons):
                return True
        if key == "leader_tie" and len(self.sheet.sides) == 2 and any(side.leader_goal for side in self.sheet.sides):
            return True
        if key == "reserved_items" and any(map(self._asks_for_items, range(len(self.sheet.sides)))):
            return True
        return self._ruling(key) != default_rulings(self.sheet.edition)[key]

    def shown(self) -> dict[str, bool]:
        """Return which rows and house rulings are asked for now, by their own names on the page."""
        rows = {f"{side.index}/{row.name}": row.shown for side in self.sides for row in side.rows}
        return rows | {f"ruling/{key}": self.asks_for_ruling(key) for key in SCORING_RULINGS}

    @cached_property
    def values(self) -> dict[str, str]:
        """The text of every field that has a row."""
        names = {row.name for side in self.sides for row in side.rows}
        names |= {f"{side.index}.name" for side in self.sides} | {"last_raid", "end_game_goal", "edition"}
        return {name: self.form.value(name) for name in names}

    def _say(self, key: str, **data: Any) -> str:
        message: Message = PAGES[key]
        return sentence(self.language, message, data)


def _begun(side: Mapping[str, Any]) -> bool:
    """Return whether anything of a side was entered but its name."""
    held = (value for member, value in side.items() if member not in {"name", "guards"})
    return any(any(one != [] for one in value.values()) if isinstance(value, Mapping) else True for value in held)


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else number(points)


_CATEGORY: Final[Mapping[str, str]] = {
    "suspicion": "raid",
    "demons": "demon",
    "tomes": "tomes",
    "goal": "end_game_goal",
}
"""The score line of a field's points; a goon's field is named as its line is."""
