"""What bytes a spreadsheet may save its text in, and what is named as something else."""

from contextlib import suppress
from io import BytesIO
from zipfile import ZipFile, ZipInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.plays.file_text import text_of
from companion.plays.past_play import UnreadableFile

POLISH = "date;name 1;points 1\n5.3.2024;Łukasz Żółw;41\n6.3.2024;Święta Małgośka;29\n"
GERMAN = "date;name 1;points 1\n5.3.2024;Jürgen Groß;41\n6.3.2024;Zoë;29\n"
CHINESE = "date,name 1,points 1\n2024年3月5日,维拉,41\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1250"])
@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_polish_is_read_in_each_encoding_that_spreadsheets_save_it_in(encoding: str, language: str) -> None:
    assert text_of(POLISH.encode(encoding), language) == POLISH


@pytest.mark.parametrize("language", ["en", "zh"])
def test_german_is_read_in_its_own_code_page(language: str) -> None:
    assert text_of(GERMAN.encode("cp1252"), language) == GERMAN
    assert text_of(GERMAN.replace("Zoë", "Zoe").encode("cp1252"), "pl") == GERMAN.replace("Zoë", "Zoe")


@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_chinese_is_read_in_its_own_code_page(language: str) -> None:
    assert text_of(CHINESE.encode("gb18030"), language) == CHINESE


def packed(*names: str, mimetype: str = "") -> bytes:
    """An archive with empty files, and what it says that it is; of no date, since tests are named by it."""
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        if mimetype:
            archive.writestr(ZipInfo("mimetype"), mimetype)
        for name in names:
            archive.writestr(ZipInfo(name), "")
    return file.getvalue()


OPEN_DOCUMENT = "application/vnd.oasis.opendocument"


@pytest.mark.parametrize(("data", "key", "kind"), [
    (packed("[Content_Types].xml", "xl/workbook.xml"), "workbook", "Excel (.xlsx)"),
    (packed("content.xml", mimetype=f"{OPEN_DOCUMENT}.spreadsheet"), "workbook", "LibreOffice Calc (.ods)"),
    (packed("Index/Document.iwa"), "workbook", "Apple Numbers (.numbers)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "workbook", "Excel (.xls)"),
    (packed("word/document.xml"), "no_table", "Word (.docx)"),
    (packed("content.xml", mimetype=f"{OPEN_DOCUMENT}.text"), "no_table", "LibreOffice Writer (.odt)"),
    (packed("games.csv"), "packed", "zip"),
    (packed(), "packed", "zip"),
    (packed("games.csv")[:40], "packed", "zip"),
    (b"\x1f\x8b\x08" + bytes(20), "packed", "gz"),
    (b"7z\xbc\xaf\x27\x1c" + bytes(20), "packed", "7z"),
    (b"%PDF-1.7 ...", "no_table", "PDF"),
    (b"<!DOCTYPE html><html>", "no_table", "HTML/XML"),
    (b"\xef\xbb\xbf<?xml version='1.0'?><Workbook>", "no_table", "HTML/XML"),
    (b"\n <table border=1><tr>", "no_table", "HTML/XML"),
    (b"\x89PNG\r\n\x1a\n", "no_table", "PNG"),
])  # fmt: skip
def test_what_is_no_text_is_named_as_what_it_is(data: bytes, key: str, kind: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        text_of(data, "en")
    assert (refused.value.key, refused.value.data) == (f"import.{key}", {"kind": kind})


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x01\x01" + bytes(40), b"a\x00\x00\x00", bytes(range(256)), b"\xff\xfe\x00"]
)
def test_other_bytes_are_said_to_be_no_text(data: bytes) -> None:
    with pytest.raises(UnreadableFile) as refused:
        text_of(data, "en")
    assert refused.value.key == "import.encoding"


@given(st.binary(max_size=300))
def test_whatever_bytes_come_they_are_text_or_refused(data: bytes) -> None:
    with suppress(UnreadableFile):
        text_of(data, "pl")
