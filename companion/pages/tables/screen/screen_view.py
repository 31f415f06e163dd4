"""The second screen as its page shows it: one scene at a time, everything large, nobody's secrets."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from companion.pages.layout.frame import page_text
from companion.pages.layout.text_fitting import cut, width
from companion.pages.sheet.result import ICONS
from companion.pages.tables.log.happenings import Happening
from companion.pages.tables.play.board_view import seat_icon
from companion.pages.tables.setup.setup_list import SetupRow, setup_rows
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.rulings.rewards import offer
from companion.rules.state.position import Cube, Depth, Phase, Position, Side, Zone
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes import Contestant, Piece, Scene, SceneKind
from companion.tables.timeline import State
from companion.words import questions
from companion.words.catalogue import amounts, isolated, joined, listed, number, term
from companion.words.telling import Names, Telling, capital

MOST_SHAPES: Final = 8
"""As many cubes of a seat as are drawn one by one; more are a figure and one cube."""

MOST_LEFT: Final = 16
"""The same of the suspicion cubes of the box."""

CELLS: Final = ((9, "wide"), (14, "middle"), (22, "narrow"))
"""Up to which strength the cells of a bar are how wide; the tokens alone are drawn beyond the last."""

NAME_IN_A_SENTENCE: Final = 11
"""How wide a name may be there, in ems."""

WINNER_SIZES: Final = ((7.3, ""), (10.0, "middling"))
"""Up to how many ems who has won is written how large; the smallest beyond the last."""

EXPLAINS: Final = ("location.tie", "location.suspicion_lookout", "location.suspicion_stays", "location.bonus")
"""The reasons that explain a ranking best, in this order."""


class Note(NamedTuple):
    """What stands under a seat: its sign, what it says, and for tokens how many are at home, of how many."""

    icon: str
    text: str
    home: int = 0
    all: int = 0


class Bar(NamedTuple):
    """A token or card of a bar.

    Attributes:
        icon: fist or eye, or empty.
        figure: or empty.
        cells: how many cells it has after the first; it counts nothing where `points` is 0.
        points: what it adds, None face down.
    """

    icon: str
    figure: str
    cells: int
    points: int | None


class Prize(NamedTuple):
    """What somebody gets: a cube drawn so many times, in words, a sign, and whether the first player marker comes."""

    cube: str
    times: int
    text: str
    marker: bool = False
    sign: str = ""


class ScreenView:
    """What the second screen shows.

    Args:
        state: what the table has come to.
        scene: what the room looks at.
        names: of the seats.
        language: of the page.
        asleep: the seats whose phone is silent.
        told: what has happened last.
        keeper: who does the steps of the table, where several play.
    """

    def __init__(
        self,
        state: State,
        scene: Scene,
        names: Names,
        language: str,
        *,
        asleep: frozenset[Side] = frozenset(),
        told: Sequence[Happening] = (),
        keeper: Side | None = None,
    ) -> None:
        self.state, self.scene, self.names, self.language = state, scene, names, language
        self.game: Position = state.game
        self.kind = scene.kind.value
        self.aloud = Telling(language, names, self.game)
        # In a sentence a long name would leave no room for what is said of it.
        self.called = tuple(cut(name, NAME_IN_A_SENTENCE) for name in names)
        self._asleep = asleep
        self._keeper = keeper
        self._told = [one.text for one in told if one.text and not one.minor]

    def _say(self, key: str, **data: Any) -> str:
        return page_text(self.language, f"screen.{key}", **data)

    def _listed(self, sides: Sequence[Side]) -> str:
        return joined(self.language, (isolated(self.called[side]) for side in sides))

    # The frame

    @property
    def rounds(self) -> int:
        """How many rounds a game has (S-9)."""
        return self.game.setup.edition.rounds

    @property
    def title(self) -> str:
        """The phase; what everybody does at the end."""
        if counts_in_secret(self.game):
            return page_text(self.language, "count.title")
        return questions.word(self.language, "phase", self.game.phase)

    @property
    def left(self) -> int:
        """How many suspicion cubes are left before a raid (P-6)."""
        return self.game.supply(Cube.SUSPICION)

    @property
    def raids_over(self) -> bool:
        """Whether the last raid has come."""
        return self.game.phase is Phase.LAST_RAID

    @property
    def shapes(self) -> list[bool]:
        """A shape for each suspicion cube of the box, whether it is left; none where they are too many."""
        most = self.game.setup.cubes[Cube.SUSPICION]
        return [place < self.left for place in range(most)] if most <= MOST_LEFT else []

    def sign(self, side: Side) -> str:
        """The sign of a side."""
        return seat_icon(self.game, side)

    @property
    def waits(self) -> tuple[Side, ...]:
        """For whom everybody waits."""
        return self.scene.awaited

    @property
    def sentence(self) -> str:
        """What is awaited, of whom."""
        prompt = current_prompt(self.state)
        kind = prompt.step.kind if prompt.step else ""
        if self.types_goons and self._keeper is not None:
            return page_text(self.language, "goons.who", side=self.called[self._keeper])
        if kind == StepKind.LIGHT and self._keeper is not None:
            return self._goes_on
        if self.scene.awaited and (self.game.players != self.scene.awaited or kind == StepKind.HANDS):
            key = _AWAITED.get(kind, "waits")
            place = prompt.step.location if prompt.step and isinstance(prompt.step.location, Location) else None
            return self._say(f"asked.{key}", sides=self._listed(self.scene.awaited), location=place)
        return questions.question(self.language, prompt, self.game, self.called)

    @property
    def _goes_on(self) -> str:
        """What is done at the table in light depth, where the app knows but what somebody enters."""
        game = self.game
        if game.phase is not Phase.SETUP:
            return self._say("round", round=game.round)
        laid = sum(n for _, _, n in self.lying)
        return (
            self._say("laid", n=laid)
            if laid
            else questions.question(self.language, current_prompt(self.state), game, self.called)
        )

    @property
    def next_step(self) -> str:
        """In light depth who does the next step of the table."""
        step = current_prompt(self.state).step
        if step is None or step.kind != StepKind.LIGHT or self._keeper is None:
            return ""
        key = "light.begins" if self.game.round < self.rounds else "light.ends"
        return page_text(self.language, key, side=self.called[self._keeper], round=self.game.round + 1)

    @property
    def types_goons(self) -> bool:
        """Whether the goons are to be typed that lie on the board, all on one screen."""
        return any(action.type == TYPE_GOONS for action in current_prompt(self.state).actions)

    @property
    def laying(self) -> SetupRow | None:
        """What the goons lay before the first round, once all of them are typed (S-5)."""
        step = current_prompt(self.state).step
        if step is None or step.kind != StepKind.BEGIN:
            return None
        rows = setup_rows(self.language, self.game, self.names)
        return next((one for one in rows if one.object == SetupObject.SUSPICION), None)

    @property
    def speaker(self) -> str:
        """The sign beside that."""
        if self.types_goons and self._keeper is not None:
            return self.sign(self._keeper)
        return self.sign(self.waits[0]) if len(self.waits) == 1 else "token"

    @property
    def turn(self) -> str:
        """Whose turn it is, or what is asked of a card, beside what a location has come to."""
        step = current_prompt(self.state).step
        asked = self.scene.awaited or (step is not None and step.kind in _OF_CARDS)
        return self.sentence if asked and not self.scene.asking else ""

    @property
    def latest(self) -> str:
        """What has happened last; who counts has seen the last raid."""
        return "" if counts_in_secret(self.game) else " ".join(self._told[-1:])

    @property
    def goes_on(self) -> str:
        """Whose phone carries out the raid that the room sees; empty once that is done."""
        step = current_prompt(self.state).step
        if step is None or step.kind != StepKind.RAID or self._keeper is None:
            return ""
        return self._say("goes_on", side=self.called[self._keeper])

    @property
    def lying(self) -> list[tuple[Location, str, int]]:
        """Where suspicion lies on the board."""
        found = [(location, self.game.at(location, Cube.SUSPICION)) for location in self.game.setup.edition.locations]
        return [(location, capital(term(self.language, location)), n) for location, n in found if n]

    # The table

    @property
    def seats(self) -> Iterator[dict[str, Any]]:
        """Everybody, clockwise."""
        game = self.game
        for side in game.setup.sides:
            yield {
                "side": side,
                "sign": self.sign(side),
                "name": self.names[side],
                "reputation": game.reputation[side],
                "cubes": [(cube, game.at(side, cube)) for cube in (Cube.SUSPICION, Cube.POWER)],
                "marker": side == game.first_player,
                "leader": side == game.leader,
                "awaited": side in self.scene.awaited,
                "note": self._note(side),
            }

    @property
    def hundreds(self) -> bool:
        """Whether a figure has three digits: then all are smaller."""
        return any(abs(one) > 99 for one in self.game.reputation)

    @property
    def has_notes(self) -> bool:
        """Whether anything stands under a seat."""
        return any(self._note(side).text for side in self.game.setup.sides)

    def _note(self, side: Side) -> Note:
        game = self.game
        if side == game.setup.guards:
            return Note("guard-down", self._say("cards_left", n=len(game.guard_deck)))
        if side in game.away:
            return Note("off-duty", self._say("away"))
        if side in self._asleep:
            return Note("off-duty", self._say("asleep"))
        if game.phase is Phase.ROLL_CALL and game.setup.calls_roll:
            if side in game.passed:
                return Note("check", self._say("passed"))
            home = len(game.at_home(side))
            return Note("", self._say("at_home", n=home), home, len(game.setup.tokens()))
        if counts_in_secret(game):
            counting = side in self.scene.awaited
            return Note("" if counting else "check", self._say("counts" if counting else "sealed"))
        if side in self.scene.awaited:
            return Note("", self._say("chooses"))
        return Note("check", self._say("ready")) if self.scene.awaited else Note("", "")

    # A location

    @property
    def place(self) -> dict[str, Any]:
        """The location of the scene."""
        location = self.scene.location
        assert location is not None
        return {
            "location": location,
            "number": location.number,
            "name": capital(term(self.language, location)),
            "suspicion": self.scene.suspicion_there,
            "stakes": [*self._stakes(location)],
            "places": [(one.number, self._passed(one, location)) for one in self.game.setup.edition.locations],
        }

    def _passed(self, one: Location, now: Location) -> str:
        if one is now:
            return "now"
        return "done" if self.game.setup.edition.is_before(one, now) and self.game.setup.depth is Depth.FULL else ""

    def _stakes(self, location: Location) -> Iterator[tuple[str, Prize]]:
        """What each rank is offered that there may be, ranks with the same together; no rank where all have the same.

        While it is asked who is there, of what depends on their number only what holds for any.
        """
        there, seated = max(len(self.scene.ranking), 1), len(self.game.setup.starts)
        numbers = range(there, (seated if self.scene.asking else there) + 1)
        offered = [self._offered(location, rank, numbers) for rank in range(1, numbers[-1] + 1)]
        first = 1
        for prizes, same in groupby(offered):
            last = first + len([*same]) - 1
            if len(prizes) == 1:
                yield _ranks(first, last) if len({*offered}) > 1 else "", next(iter(prizes))
            first = last + 1

    def _offered(self, location: Location, rank: int, numbers: Sequence[int]) -> frozenset[Prize]:
        """What that rank is offered, with each number of players there of which there may be one."""
        ranked = next((one for one in self.scene.ranking if one.rank == rank), None)
        if ranked is not None:
            return frozenset({self._prize_of(ranked.reward)})
        setup, sides = self.game.setup, len(self.game.setup.starts)
        return frozenset(
            self._prize_of(
                offer(
                    location,
                    rank,
                    present=number,
                    table_size=sides,
                    guards=False,
                    edition=setup.edition,
                    rulings=setup.rulings,
                ).reward
            )
            for number in numbers
            if number >= rank
        )

    @property
    def cells(self) -> str:
        """How wide the cells of all bars are."""
        most = max((sum(piece.points or 0 for piece in one.pieces) for one in self.scene.ranking), default=0)
        return next((size for upto, size in CELLS if most <= upto), "none")

    @property
    def ranking(self) -> Iterator[dict[str, Any]]:
        """Who is there, the strongest first."""
        for one in self.scene.ranking:
            yield {
                "side": one.side,
                "sign": self.sign(one.side),
                "name": self.names[one.side],
                "rank": one.rank,
                "strength": one.strength,
                "marker": one.tied and one.marker,
                "bars": [self._bar(piece) for piece in one.pieces],
                "bonus": one.bonus,
                "prizes": [*self._prizes(one), *self._price(one)],
                "nothing": self._nothing(one),
            }

    def _bar(self, piece: Piece) -> Bar:
        if piece.points is None:
            return Bar("guard-down", "", 0, None)
        cells = max(piece.points - 1, 0) if self.cells != "none" else 0
        if isinstance(piece.shows, str):
            icon = "cube-power" if piece.shows == "power" else piece.shows
            return Bar(icon, "" if self.cells != "none" or not piece.points else str(piece.points), cells, piece.points)
        return Bar("", str(piece.points), cells, piece.points)

    def _prizes(self, one: Contestant) -> list[Prize]:
        prizes = [self._cubes(cube, n) for cube, n in one.gains.items()]
        prizes += [Prize("", 0, self._say(f"took.{what}"), sign=what) for what in one.takes]
        prizes += [self._card(zone, card) for zone, card in one.taken]
        if one.tomes and self.scene.location is not Location.LIBRARY:
            prizes.append(Prize("", 0, self._say("tomes", n=one.tomes), sign="tome"))
        chooses = one.side in self.scene.awaited and not one.taken
        offered = None if self._nothing(one) else one.reward
        if offered is not None and (not prizes or (chooses and offered["kind"] in _CARDS)):
            prizes.append(self._prize_of(offered))
        if one.suspicion:
            prizes.append(self._cubes(Cube.SUSPICION, one.suspicion))
        return prizes

    def _card(self, zone: Zone, card: int) -> Prize:
        """A goon or an item that somebody has taken, by its name or type as soon as it is known."""
        face = self.game.face(card)
        return Prize("", 0, self._say(f"took.{zone}", card=self.aloud.card(face) if face is not None else "?"))

    def _price(self, one: Contestant) -> list[Prize]:
        """What somebody has paid or swapped for what it got."""
        return [Prize("", 0, self._say("gave", what=self._given(one)))] if one.gives else []

    def _given(self, one: Contestant) -> str:
        return joined(self.language, (amounts(self.language, {Cube(cube): n}) for cube, n in one.gives.items()))

    def _cubes(self, cube: str, n: int) -> Prize:
        return Prize(cube, n if n <= 3 else 1, amounts(self.language, {Cube(cube): n}))

    def _prize_of(self, reward: Mapping[str, Any] | None) -> Prize:
        """What a tier offers, as short as can be."""
        if reward is None:
            return Prize("", 0, "–")
        match reward["kind"]:
            case "resources":
                ((cube, n),) = reward["resources"].items()
                return self._cubes(cube, n)
            case "power":
                return self._cubes(Cube.POWER, reward["power"])._replace(marker=bool(reward["first_player"]))
            case "swap":
                return Prize("", 0, self._say("swap", give=reward["give"], get=reward["get"]))
            case "tomes":
                some = "tomes" if reward["draw"] == reward["keep"] else "tomes_of"
                return Prize("", 0, self._say(some, n=reward["draw"], keep=reward["keep"]))
            case "reputation":
                return Prize("", 0, self._say("reputation", n=reward["reputation"]))
            case kind:
                return Prize("", 0, self._say(f"offer.{kind}"))

    def _nothing(self, one: Contestant) -> str:
        """Why somebody gets nothing."""
        if one.rank is None:
            return ""
        if one.declined:
            return self._say("declined")
        if one.strays and not one.gains and not one.cards:
            return self._say("to_library")
        return "" if one.reward or one.gains or one.cards or one.takes else self._say("nothing")

    @property
    def headline(self) -> str:
        """Who is strongest, and what that brings."""
        best = self.scene.ranking[0]
        if self.scene.asking:
            return self.sentence
        if best.strength is None:
            return self._say("face_down")
        prizes = self._prizes(best)
        gets = joined(self.language, (self._said(one) for one in prizes if one.text != "–"))
        key = "strongest" if gets and not best.declined else "strongest_nothing"
        if best.gives and key == "strongest":
            key = "strongest_for"
        return self._say(key, side=self.called[best.side], n=best.strength, prizes=gets, what=self._given(best))

    def _said(self, prize: Prize) -> str:
        return joined(self.language, (prize.text, self._say("took.marker"))) if prize.marker else prize.text

    @property
    def leader_told(self) -> str:
        """Who has taken the leader goal at this location."""
        takers = (self.called[one.side] for one in self.scene.ranking if "leader" in one.takes)
        return next((self._say("leader", side=name) for name in takers), "")

    # A raid

    @property
    def losses(self) -> Iterator[dict[str, Any]]:
        """What a raid costs everybody, the most suspicion first."""
        for place, one in enumerate(self.scene.losses, 1):
            yield {
                **one._asdict(),
                "sign": self.sign(one.side),
                "name": self.names[one.side],
                "standing": self._say(f"standing.{one.standing}", n=one.suspicion, place=place),
                "lost_text": number(-one.lost) if one.lost else "0",
            }

    @property
    def raid_because(self) -> tuple[str, str]:
        """Why there is a raid: what is needed, and what there is."""
        return why_raided(self.language, self.game, self.scene)

    # The end

    @property
    def score_lines(self) -> list[dict[str, Any]]:
        """The lines of the score, those that are uncovered with their points."""
        shown = [
            {**self._line(line.category), "cells": [number(one) if one else "–" for one in line.points], "new": False}
            for line in self.scene.lines
        ]
        if shown and self.scene.kind is SceneKind.REVEAL:
            shown[-1]["new"] = True
        return [*shown, *({**self._line(one), "cells": None, "new": False} for one in self.scene.covered)]

    def _line(self, category: str) -> dict[str, Any]:
        return {
            "icon": ICONS.get(category, category),
            "label": page_text(self.language, f"line.{category}"),
        }

    @property
    def how_it_scores(self) -> str:
        """How the newest line scores."""
        return self._say(f"scores.{self.scene.lines[-1].category}") if self.scene.lines else ""

    @property
    def totals(self) -> list[str]:
        """What everybody has so far."""
        return [number(one) for one in self.scene.totals]

    @property
    def leading(self) -> frozenset[Side]:
        """Who has most so far."""
        if not self.scene.lines:
            return frozenset()
        most = max(self.scene.totals)
        return frozenset(side for side, one in enumerate(self.scene.totals) if one == most)

    @property
    def lead(self) -> str:
        """Who leads, and by how much."""
        ahead = sorted(self.leading)
        if not ahead:
            return ""
        if len(ahead) > 1:
            return self._say("level", sides=self._listed(ahead))
        others = [one for side, one in enumerate(self.scene.totals) if side != ahead[0]]
        return self._say("leads", side=self.called[ahead[0]], n=self.scene.totals[ahead[0]] - max(others))

    @property
    def order(self) -> list[dict[str, Any]]:
        """Everybody, the winner first."""
        ranks = self.scene.ranks
        return [
            {
                "rank": ranks[side],
                "sign": self.sign(side),
                "name": self.names[side],
                "total": number(self.scene.totals[side]),
                "winner": side in self.scene.winners,
            }
            for side in sorted(range(len(ranks)), key=lambda side: ranks[side])
        ]

    @property
    def winner(self) -> str:
        """Who has won, in a word or two."""
        game, winners = self.game, self.scene.winners
        if game.setup.solitary:
            return self._say("guards_win" if winners == (game.setup.guards,) else "escaped")
        if len(winners) > 1:
            return self._say("share", sides=listed(self.language, (isolated(self.called[side]) for side in winners)))
        return self._say("wins", side=self.names[winners[0]])

    @property
    def decided(self) -> str:
        """How that was decided (F-2, F-5)."""
        totals, winners = self.scene.totals, self.scene.winners
        most = max(totals)
        second = sorted(totals)[-2] if len(totals) > 1 else 0
        if self.game.setup.solitary:
            by = abs(totals[0] - totals[1])
            key = "held_tie" if not by else "held_by" if self.game.setup.guards in winners else "escaped_by"
            return self._say(key, n=totals[self.game.players[0]], lead=by)
        if most > second:
            return self._say("ahead", n=most, lead=most - second)
        best = [side for side, one in enumerate(totals) if one == most]
        items = [f"{isolated(self.called[side])} {self.scene.items[side]}" for side in best]
        return self._say("tie", n=most, items=joined(self.language, items))

    @property
    def winner_size(self) -> str:
        """How large that is written."""
        return next((size for most, size in WINNER_SIZES if width(self.winner) <= most), "long")

    @property
    def winning_sign(self) -> str:
        """The sign in whose colour the stamp is; none where several share it."""
        return self.sign(self.scene.winners[0]) if len(self.scene.winners) == 1 else ""


def why_raided(language: str, game: Position, scene: Scene) -> tuple[str, str]:
    """Why there is a raid, in two short sentences: what is needed, and what there is (P-6, D-6).

    Args:
        language: to be spoken.
        game: as it is now.
        scene: of the raid.
    """
    if game.phase is Phase.LAST_RAID:
        return page_text(language, "screen.last_raid"), ""
    if scene.needed is None:
        return page_text(language, "screen.called"), ""
    there = "screen.were_left" if scene.raid_done else "screen.are_left"
    return page_text(language, "screen.needed", n=scene.needed), page_text(language, there, n=scene.left)


def _ranks(first: int, last: int) -> str:
    return f"{first}." if first == last else f"{first}.–{last}."


_AWAITED: Final = {
    "tome": "tome",
    "turn": "turn",
    "roll": "turn",
    "rows": "rows",
    "gather": "rows",
    "reward": "reward",
    "store": "store",
    "hands": "hands",
    "pay": "pay",
    "card": "card",
}
"""What is awaited of somebody, by the step; anything else is said in general."""

_CARDS: Final = frozenset({"recruit", "item", "seize"})
"""Rewards of which one has something only once one has taken a card."""

_OF_CARDS: Final = frozenset({StepKind.CARD, StepKind.DEMON, StepKind.PRICE})
"""Steps in which somebody types what a card shows."""
