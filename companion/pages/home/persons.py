"""The people who play here, by name: their results, and which names are one person's."""

from dataclasses import dataclass

from flask import Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.blueprint import blueprint
from companion.pages.home.figures_view import Figure, average_of, by_players, share_view
from companion.pages.layout import frame
from companion.plays.queries import counted
from companion.plays.same_person import merge, part
from companion.plays.statistics import Person, met, people, rival
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.catalogue import number


@dataclass(frozen=True)
class PersonEntry:
    """A person in the list, with their results."""

    id: str
    name: str
    results: str


@blueprint.get("/people")
def everybody() -> Response:
    """List who plays here, those with the most plays first."""
    found = counted(page_caller())
    return frame.page("home/everybody.html", people=[_entry(one) for one in people(found.tallies, found.merges)])


def _entry(person: Person) -> PersonEntry:
    share = person.results.share
    text = frame.page_text(request_language(), "history.won", won=share.won, plays=share.plays)
    return PersonEntry(person.id, person.name, text)


@blueprint.get("/people/<id_>")
def person(id_: str) -> BaseResponse:
    """Show a person's results."""
    found = counted(page_caller(), id_)
    everyone = people(found.tallies, found.merges)
    shown = next((one for one in everyone if one.id == id_), None)
    if shown is None:
        under = next((one for one in everyone if id_ in one.also), None)
        return abort(404) if under is None else redirect(url_for("pages.person", id_=under.id))
    meetings, language, results = met(found.meetings, found.merges), request_language(), shown.results
    strangers = {one.id for one in everyone} - {shown.id, *(one.person for one in meetings)}
    most_met = rival(meetings)
    return frame.page(
        "home/person.html",
        person=shown,
        figures=[
            Figure(number(results.share.plays), frame.page_text(language, "history.plays", n=results.share.plays)),
            Figure(number(results.share.won), frame.page_text(language, "history.wins", n=results.share.won)),
            Figure(number(results.best), frame.page_text(language, "history.most_points")),
        ],
        share=share_view(results.share),
        average=average_of(results),
        records=[by_players(size, one) for size, one in shown.by_players.items()],
        rival=None if most_met is None else most_met.name,
        against=""
        if most_met is None
        else frame.page_text(language, "history.rival", n=most_met.plays, ahead=most_met.ahead, behind=most_met.behind),
        also=[(one, name) for one, name in shown.also.items() if name],
        others=[one for one in everyone if one.id in strangers],
    )


@blueprint.post("/people/<id_>/same")
def same_person(id_: str) -> BaseResponse:
    """Count another name as this person's."""
    merge(page_caller(), request.form.get("other", ""), id_)
    return redirect(url_for("pages.person", id_=id_), 303)


@blueprint.post("/people/<id_>/apart")
def person_apart(id_: str) -> BaseResponse:
    """Undo the merge of two names."""
    part(page_caller(), request.form.get("other", ""))
    return redirect(url_for("pages.person", id_=id_), 303)
