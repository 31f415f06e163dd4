"""The contents of a backup besides games: score sheets that belong to none, and copies of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.boxes.box import Box
from companion.boxes.file_format import SECTIONS, InvalidBoxFile, document, file_of, parse_file
from companion.boxes.repository import box_of
from companion.boxes.repository import make as make_box
from companion.boxes.repository import recent as recent_boxes
from companion.identity.caller import Caller
from companion.players_day import known_zone
from companion.presenters.kept_sheet import sheet_in
from companion.sheets.models import LONGEST_NOTE, LONGEST_PLACE, Sheet
from companion.sheets.repository import make as make_sheet
from companion.sheets.repository import recent as recent_sheets
from companion.tables.game_file import MOST_GAMES, BadGameFile, moment_in
from companion.tables.play_history import evenings


@dataclass(frozen=True)
class CarriedSheet:
    """A score sheet from a backup: its body, whether it is still filled in, and the details of its game."""

    body: Mapping[str, Any]
    draft: bool
    began: datetime
    zone: str | None
    place: str
    note: str


@dataclass(frozen=True)
class BesideGames:
    """The sheets and copies of a backup that are not here yet."""

    sheets: list[CarriedSheet]
    boxes: list[Box]


def beside_games(caller: Caller) -> dict[str, Any]:
    """Return the score sheets without a game and the copies that the caller sees, for a file."""
    sheets = [one.sheet for one in evenings(caller, most=MOST_GAMES) if one.table is None and one.sheet is not None]
    return {
        "sheets": [_written(one) for one in sheets if sheet_in(one.body) is not None],
        "boxes": [file_of(one) for one in map(box_of, recent_boxes(caller, most=MOST_GAMES)) if _has_cards(one)],
    }


def _has_cards(box: Box) -> bool:
    """Return whether a copy is more than the empty one that a first game has made."""
    return bool(box.guards) or any(getattr(box, section) for section in SECTIONS)


def _written(sheet: Sheet) -> dict[str, Any]:
    return {
        "body": sheet.body,
        "draft": sheet.draft,
        "played": sheet.played.isoformat(),
        **({"zone": sheet.zone} if sheet.zone else {}),
        "place": sheet.place,
        "note": sheet.note,
    }


def new_beside_games(value: Any, caller: Caller) -> BesideGames:
    """Return what a file has besides games and the caller does not see here yet.

    Raises:
        BadGameFile: a sheet or a copy in it is none.
    """
    sheets, boxes = (_list(value, name) for name in ("sheets", "boxes"))
    here = {(_key(one.body), one.played) for one in recent_sheets(caller, most=MOST_GAMES)}
    kept = [document(box_of(one)) for one in recent_boxes(caller, most=MOST_GAMES)]
    try:
        read_boxes = [parse_file(one) for one in boxes]
    except InvalidBoxFile as fault:
        raise BadGameFile("carry.damaged") from fault
    return BesideGames(
        [one for one in map(_read, sheets) if (_key(one.body), one.began) not in here],
        [one for one in read_boxes if document(one) not in kept],
    )


def _list(value: Any, name: str) -> list[Any]:
    found = value.get(name, []) if isinstance(value, dict) else []
    if not isinstance(found, list) or len(found) > MOST_GAMES:
        raise BadGameFile("carry.damaged")
    return found


def _key(body: Mapping[str, Any]) -> str:
    return repr(sorted(body.items()))


_TEXTS: Final = {"place": LONGEST_PLACE, "note": LONGEST_NOTE}


def _read(value: Any) -> CarriedSheet:
    if not isinstance(value, dict) or not isinstance(value.get("body"), dict):
        raise BadGameFile("carry.damaged")
    texts = {name: value.get(name, "") for name in _TEXTS}
    began = moment_in(value.get("played"))
    fits = all(isinstance(text, str) and len(text) <= _TEXTS[name] for name, text in texts.items())
    if began is None or not fits or sheet_in(value["body"]) is None:
        raise BadGameFile("carry.damaged")
    return CarriedSheet(value["body"], value.get("draft") is True, began, known_zone(value.get("zone")), **texts)


def keep_beside_games(found: BesideGames, caller: Caller) -> None:
    """Keep the sheets and copies of a backup here."""
    for one in found.sheets:
        details = {"began": one.began, "place": one.place, "note": one.note}
        make_sheet(one.body, _no_answer, draft=one.draft, caller=caller, zone=one.zone, details=details)
    for box in found.boxes:
        make_box(box, _no_answer, caller=caller)


def _no_answer(_: object) -> dict[str, Any]:
    """Answer nothing: no key remembers it."""
    return {}
