"""Merging two names into one person, and splitting them; plays stay the same."""

from sqlalchemy import delete

from companion.identity.caller import Caller
from companion.persistence.database import writing
from companion.plays.models import SamePerson
from companion.plays.queries import counted, owner_of
from companion.plays.statistics import met, people


def merge(caller: Caller, person: str, into: str) -> bool:
    """Count a person under another name from now on, with all who are counted as them.

    Args:
        caller: whose statistics to change; see `owner_of`.
        person: who.
        into: as whom.

    Returns:
        Whether it was done: not if the two have sat at one table, and so are two people, nor if one of them is counted
        under another name already, or is in no play.
    """
    with writing() as session:
        found = counted(caller, person)
        everybody = {one.id for one in people(found.tallies, found.merges)}
        others = {one.person for one in met(found.meetings, found.merges)}
        if person == into or not {person, into} <= everybody - {*found.merges} or into in others:
            return False
        session.add(SamePerson(owner=owner_of(caller), person=person, into=into))
    return True


def part(caller: Caller, person: str) -> None:
    """Count a person under their own name again, with all counted as them before."""
    with writing() as session:
        session.execute(delete(SamePerson).where(SamePerson.owner == owner_of(caller), SamePerson.person == person))
