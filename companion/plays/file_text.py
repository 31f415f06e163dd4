"""The text of a file in any encoding that spreadsheets use, or its kind. Pure."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

from companion.plays.past_play import UnreadableFile

_WIDE: Final = (BOM_UTF16_LE, BOM_UTF16_BE)
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_INSIDE: Final = {
    "xl/": ("import.workbook", "Excel (.xlsx)"),
    "Index/": ("import.workbook", "Apple Numbers (.numbers)"),
    "word/": ("import.no_table", "Word (.docx)"),
}
"""The kind of a packed file, by a folder in it."""
_OPEN_DOCUMENT: Final = {
    b"opendocument.spreadsheet": ("import.workbook", "LibreOffice Calc (.ods)"),
    b"opendocument.text": ("import.no_table", "LibreOffice Writer (.odt)"),
}
"""The kind of an OpenDocument file, by a mark near its beginning."""
_BEGINNINGS: Final = {
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("import.workbook", "Excel (.xls)"),
    b"\x1f\x8b": ("import.packed", "gz"),
    b"7z\xbc\xaf\x27\x1c": ("import.packed", "7z"),
    b"Rar!\x1a\x07": ("import.packed", "rar"),
    b"%PDF-": ("import.no_table", "PDF"),
    b"{\\rtf": ("import.no_table", "RTF"),
    b"SQLite format 3\x00": ("import.no_table", "SQLite"),
    b"\x89PNG": ("import.no_table", "PNG"),
    b"\xff\xd8\xff": ("import.no_table", "JPEG"),
}
_LOOKED_AT: Final = 200
"""The number of bytes that show the kind of a file."""
_MARKUP: Final = re.compile(rb"\s*<(?:!doctype|html|\?xml|table|head|meta)\b|\s*<\?(?:xml|mso)", re.IGNORECASE)
_CHINESE: Final = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xa9\xb0-\xf7][\xa1-\xfe])*")
"""GB 2312: characters of two bytes, both beyond ASCII."""
_POLISH: Final = re.compile(rb"[A-Za-z][\xb9\xb3\xbf\x9c\x9f]|[\xa3\xaf\x8c][A-Za-z]")
"""Bytes that are letters in Windows-1250, the code page of Poland, and symbols in Windows-1252 that follow no letter.
"""
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def text_of(data: bytes, language: str) -> str:
    """Return the text of a file.

    Args:
        data: the file.
        language: the language of the request; it decides where the bytes allow two code pages.

    Raises:
        UnreadableFile: it is a workbook, an archive, or something else that is no text.
    """
    _refuse_others(data)
    text = _decoded(data, language)
    if _CONTROLS.search(text):
        raise UnreadableFile("import.encoding")
    return text.removeprefix("\ufeff")


def _refuse_others(data: bytes) -> None:
    kinds = [kind for beginning, kind in _BEGINNINGS.items() if data.startswith(beginning)]
    if data.startswith(_ZIP):
        kinds = _kinds_of_packed(data)
    elif _MARKUP.match(data[:_LOOKED_AT].removeprefix(BOM_UTF8)):
        kinds = [("import.no_table", "HTML/XML")]
    for key, kind in kinds:
        raise UnreadableFile(key, kind=kind)


def _kinds_of_packed(data: bytes) -> list[tuple[str, str]]:
    try:
        names = ZipFile(BytesIO(data)).namelist()
    except (BadZipFile, ValueError, NotImplementedError):
        names = []
    inside = [kind for begin, kind in _INSIDE.items() if any(name.startswith(begin) for name in names)]
    told = [kind for mark, kind in _OPEN_DOCUMENT.items() if mark in data[:_LOOKED_AT]]
    return [*told, *inside, ("import.packed", "zip")]


def _decoded(data: bytes, language: str) -> str:
    if data.startswith(_WIDE):
        encodings = ["utf-16"]
    elif b"\x00" in data[:_LOOKED_AT]:
        # Without a mark the letters of English tell where the empty half of a character is.
        encodings = ["utf-16-be" if data[:1] == b"\x00" else "utf-16-le"]
    else:
        encodings = ["utf-8-sig", *_code_pages(data, language)]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UnreadableFile("import.encoding")


def _code_pages(data: bytes, language: str) -> list[str]:
    """Return the Windows code pages that a file may be in, the likeliest first."""
    if _CHINESE.fullmatch(data):
        return ["gb18030"]
    central = language == "pl" or _POLISH.search(data)
    return ["cp1250", "cp1252"] if central else ["cp1252", "cp1250"]
