"""`/tables/{code}/seats` and what belongs to it: sitting down, who runs the table, links to sit down."""

from collections.abc import Callable
from typing import Final, TypeVar

from flask import Response, request
from marshmallow import Schema, fields

from companion.api.core.operations import Resource, read
from companion.api.core.problems import Problem
from companion.api.core.writes import caller
from companion.api.tables.refusals import refuse, taken
from companion.api.tables.requests import CODE, KEY, Seat, Word, needed_key
from companion.api.tables.schemas import TableWrittenSchema
from companion.api.tables.viewers import found, looking
from companion.api.tables.writing import PROBLEMS, send_line
from companion.identity.caller import Caller
from companion.presenters.seats import seats_of
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.vocabulary import Crew
from companion.schemas.body import Body
from companion.schemas.fields import Choice, Flag, Name, Whole
from companion.tables import host_commands, invites, refusals, seating_commands
from companion.tables.command import Command, CommandResult
from companion.tables.line import Kind
from companion.tables.permissions import Sitting
from companion.tables.score_reveal import ALL_LINES
from companion.tables.seating import NoSuchSeat
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.words.telling import SEATS

_T = TypeVar("_T")

resource = Resource("Seats")

SEAT: Final = {"code": None, "seat": tuple(map(str, range(MOST_SIDES)))}

_LONGEST_SECRET: Final = 100
_UNKEPT: Final = {"Cache-Control": "no-store"}


class SittingBody(Body):
    """A request to sit down."""

    name = Name()
    crew = Choice(Crew)
    invite = Word(_LONGEST_SECRET)


class SeatAnswerBody(Body):
    """The answer to a phone that asks for a seat."""

    yes = Flag(required=True)


class HostBody(Body):
    """The seat that is to run the table."""

    seat = Seat(required=True)


class KeeperBody(HostBody):
    """The seat that is to do the steps of the table."""


class TrustBody(Body):
    """The choice whether everybody may correct everything that is open."""

    edits_all = Flag(required=True)


class RevealBody(Body):
    """The number of lines of the final scores that are uncovered."""

    lines = Whole(0, ALL_LINES, required=True)


class InviteBody(Body):
    """The seat for which somebody is invited; left out, any free one."""

    seat = Seat()


SITTING: Final = SittingBody()
ANSWER: Final = SeatAnswerBody()
HOST: Final = HostBody()
KEEPER: Final = KeeperBody()
TRUST: Final = TrustBody()
REVEAL: Final = RevealBody()
INVITE: Final = InviteBody()


class TableSeatSchema(Schema):
    """A seat: who it is called after, and what its phone does."""

    seat = fields.Integer(required=True)
    sign = fields.String(required=True, metadata={"enum": list(SEATS), "description": "The sign that stands for it."})
    name = fields.String(required=True, metadata={"description": "As its player wrote it, or empty."})
    crew = fields.String(required=True)
    free = fields.Boolean(required=True, metadata={"description": "Nobody's phone plays it; the host's does."})
    mine = fields.Boolean(required=True)
    host = fields.Boolean(required=True, metadata={"description": "It runs the table."})
    keeper = fields.Boolean(required=True, metadata={"description": "It does the steps of the table."})
    silent = fields.Boolean(required=True, metadata={"description": "Its phone was not heard of for a minute."})
    wanted = fields.Boolean(required=True, metadata={"description": "Another phone asks for it."})
    wanted_by = fields.String(required=True, metadata={"description": "What that one is called, or empty."})


class TableSeatsSchema(Schema):
    """The seats of a table, clockwise."""

    seats = fields.List(fields.Nested(TableSeatSchema), required=True)
    edits_all = fields.Boolean(required=True)
    watch = fields.String(
        required=True, allow_none=True, metadata={"description": "The link of the second screen; null for a watcher."}
    )


class TableSatSchema(TableWrittenSchema):
    """The table after somebody sat down, or asked to: `token` belongs to a program's seat and is shown once."""

    token = fields.String(required=True, allow_none=True)
    seated = fields.Boolean(required=True, metadata={"description": "Otherwise the host has to say yes."})


class TableInviteSchema(Schema):
    """A link to sit down: the part after `#` in a page's address, which no server writes down."""

    invite = fields.String(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    expires = fields.String(required=True)


@resource.operation(
    "get", "/tables/{code}/seats", answer=TableSeatsSchema(), problems=(403,), parameters=CODE, personal=True
)
def show_seats(code: str) -> Response:
    """Show who sits at a table, and whose phone is silent."""
    loaded = found(code)
    looking(loaded)
    return send(seats_of(loaded, caller()), headers=_UNKEPT)


def _line(address: str) -> Command:
    """Return the line about the seats that this request wants to add to the log."""
    # A key is of one request: the same bytes sent to another address are another one.
    raw = f"{request.method} {address}\n".encode() + request.get_data()
    return Command(Kind.SEAT, 0, key=needed_key(), raw=raw, language=request_language())


def _seated(write: Callable[[], _T], who: Caller, asked: Command) -> _T:
    try:
        return taken(write, who, asked)
    except NoSuchSeat as none:
        raise Problem("not-found") from none
    except refusals.NotEnded as refusal:
        raise Problem("sealed" if refusal.covered else "not-ended") from refusal


def _hand_over(code: str, what: str, write: Callable[[str, Caller, Command, int], CommandResult]) -> Response:
    """Give the caller's role at a table to the seat that the body names."""
    asked, who = _line(what), caller()
    seat = read(HOST)["seat"]
    return send_line(_seated(lambda: write(code, who, asked, seat), who, asked), who)


@resource.operation(
    "post", "/tables/{code}/seats/{seat}", body=SITTING, answer=TableSatSchema(),
    problems=PROBLEMS, parameters=SEAT, personal=True, headers=[KEY],
)  # fmt: skip
def sit_down(code: str, seat: str) -> Response:
    """Take a free seat, rename your own, or ask for one that another phone has."""
    asked = _line(f"seats/{seat}")
    body = read(SITTING)
    who = caller()
    sitting = Sitting(body.get("name"), body.get("crew"), body.get("invite"))
    sat = _seated(lambda: seating_commands.sit(code, who, asked, int(seat), sitting), who, asked)
    now_is = Caller(token=sat.token) if sat.token and sat.seated else who
    return send_line(sat.result, now_is, token=sat.token, seated=sat.seated)


@resource.operation(
    "delete", "/tables/{code}/seats/{seat}", answer=TableWrittenSchema(), problems=(400, *PROBLEMS, 422),
    parameters=SEAT, headers=[KEY], secured=True,
)  # fmt: skip
def get_up(code: str, seat: str) -> Response:
    """Leave your seat; the host frees any."""
    asked, who = _line(f"seats/{seat}"), caller()
    written = _seated(lambda: seating_commands.leave(code, who, asked, int(seat)), who, asked)
    return send_line(written, who)


@resource.operation(
    "post", "/tables/{code}/seats/{seat}/answer", body=ANSWER,
    answer=TableWrittenSchema(), problems=PROBLEMS, parameters=SEAT, headers=[KEY], secured=True,
)  # fmt: skip
def answer_seat(code: str, seat: str) -> Response:
    """Say as the host whether a phone that asks for a seat may have it."""
    asked = _line(f"seats/{seat}/answer")
    body = read(ANSWER)
    who = caller()
    written = _seated(lambda: seating_commands.let_in(code, who, asked, int(seat), yes=body["yes"]), who, asked)
    return send_line(written, who)


@resource.operation(
    "post", "/tables/{code}/host", body=HOST, answer=TableWrittenSchema(),
    problems=PROBLEMS, parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def make_host(code: str) -> Response:
    """Hand the table over to another seat, or take it when the host's phone is silent for a minute."""
    return _hand_over(code, "host", host_commands.make_host)


@resource.operation(
    "post", "/tables/{code}/keeper", body=KEEPER, answer=TableWrittenSchema(),
    problems=PROBLEMS, parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def make_keeper(code: str) -> Response:
    """Let another seat do the steps of the table, such as to begin a round."""
    return _hand_over(code, "keeper", host_commands.make_keeper)


@resource.operation(
    "post", "/tables/{code}/trust", body=TRUST, answer=TableWrittenSchema(),
    problems=PROBLEMS, parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def set_trust(code: str) -> Response:
    """Say as the host whether everybody may correct everything that is open."""
    asked = _line("trust")
    body = read(TRUST)
    who = caller()
    written = _seated(lambda: host_commands.trust(code, who, asked, edits_all=body["edits_all"]), who, asked)
    return send_line(written, who)


@resource.operation(
    "post", "/tables/{code}/reveal", body=REVEAL, answer=TableWrittenSchema(),
    problems=PROBLEMS, parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def reveal_scores(code: str) -> Response:
    """Uncover so many lines of the final scores as the keeper or the host; with 99 anybody who sits ends it."""
    asked = _line("reveal")
    body = read(REVEAL)
    who = caller()
    written = _seated(lambda: host_commands.reveal(code, who, asked, body["lines"]), who, asked)
    return send_line(written, who)


@resource.operation(
    "post", "/tables/{code}/invites", body=INVITE, answer=TableInviteSchema(), status=201,
    problems=(401, 403), parameters=CODE, secured=True,
)  # fmt: skip
def invite(code: str) -> Response:
    """Make a link with which somebody sits down without asking, for half an hour."""
    body = read(INVITE)
    try:
        secret, made = invites.make_invite(code, caller(), body.get("seat"))
    except NoSuchSeat as none:
        raise Problem("not-found") from none
    except refusals.NotHost as refusal:
        raise Problem("not-host") from refusal
    except Exception as refusal:
        refuse(refusal)
    return send({"invite": secret, "seat": made.seat, "expires": made.expires.isoformat()}, 201, _UNKEPT)
