"""Files as they are sent: whole, small, and each page with all that it needs of them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.pages.layout import files

TEMPLATES = files.STATIC.parent / "templates"
SHEETS = sorted(one for one in files.OWN if one.endswith(".css"))
SCRIPTS = sorted(one for one in files.OWN if one.endswith(".js"))


MACRO = re.compile(r"\{% macro (\w+)\(.*?\{%-? endmacro %\}", re.DOTALL)


@cache
def text_of(template: str) -> str:
    path = TEMPLATES / template
    return path.read_text("utf-8") if path.exists() else ""


def extended(template: str) -> list[str]:
    """A template, and those that it extends, one after the other."""
    found = re.search(r'\{% extends "([\w./]+)" %\}', text_of(template))
    return [template, *(extended(found[1]) if found else ())]


ALL_TEMPLATES = sorted(str(one.relative_to(TEMPLATES)) for one in TEMPLATES.rglob("*.html"))
EXTENDED = {base for one in ALL_TEMPLATES for base in extended(one)[1:]}
PAGES = [one for one in ALL_TEMPLATES if one not in EXTENDED and extended(one)[-1] == "layout/base.html"]


def source(template: str, macros: str = "", seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """What a template may put on a page, whichever parts it chooses then; of one that is imported, macros alone."""
    if template in seen:
        return
    text = text_of(template)
    own = {found[1]: found[0] for found in MACRO.finditer(text)}
    rest = MACRO.sub("", text)
    used = "" if macros else rest
    wanted, called = set(re.findall(r"\w+", macros)), set[str]()
    while wanted - called:
        name = (wanted - called).pop()
        called.add(name)
        used += own.get(name, "")
        wanted |= {*re.findall(r"(\w+)\(", own.get(name, ""))} & {*own}
    if not macros:
        used += "".join(own.values())
    yield used
    for other, names in re.findall(r'\{% from "([\w./]+)" import ([\w, ]+?)(?: with context)? %\}', text):
        if names := ", ".join(one for one in names.split(", ") if re.search(rf"\b{one}\(", used)):
            yield from source(other, names)
    for tag in re.findall(r"\{% (?:include|extends) (.*?)%\}", used):
        # A name that is put together from data stands for all that begin so.
        for begin in re.findall(r'"([\w./]+)"', tag):
            for other in TEMPLATES.glob(begin if begin.endswith(".html") else f"{begin}*.html"):
                yield from source(str(other.relative_to(TEMPLATES)), seen=seen | {template})


def linked(template: str, suffix: str) -> set[str]:
    """The files of a kind that a page links: where several templates fill a block, the first of them has its say."""
    texts = [text_of(one) for one in extended(template)]
    style = next(one for one in texts if "block style" in one)
    text = "".join(texts if suffix != ".css" else [style])
    return {one for one in re.findall(r"file\('([\w./]+)'\)", text) if one.endswith(suffix)}


@cache
def rules(sheet: str) -> frozenset[tuple[str, str]]:
    """The rules of a style sheet: for what, each by itself, and what."""
    found = re.findall(r"(?<=[{};])([^{};@]+)\{([^{}]*)\}", ";" + files.content(sheet).decode().replace("}", "};"))
    return frozenset((one, what) for head, what in found for one in _split(head))


def _split(head: str) -> list[str]:
    """The selectors of a rule; the commas inside brackets are theirs."""
    parts = [""]
    for sign in head:
        if sign == "," and parts[-1].count("(") == parts[-1].count(")"):
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def classes(text: str) -> set[str]:
    """The classes that stand on a page, without those that are put together from data."""
    found = " ".join(re.findall(r'class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"', text))
    return {*re.findall(r"[a-z][\w-]*", re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", found))}


ALL = frozenset[tuple[str, str]]().union(*map(rules, ("app.css", "alone.css", "several.css")))


@pytest.mark.parametrize("template", PAGES)
def test_a_page_links_all_rules_for_its_classes(template: str) -> None:
    there = frozenset[tuple[str, str]]().union(*map(rules, linked(template, ".css")))
    page = "".join(source(template))
    named = classes(page)
    assert sorted(one for one in ALL - there if is_for(one[0], page, named)) == []


def is_for(selector: str, page: str, there: set[str]) -> bool:
    """Whether a selector names classes, and all that it names stands on the page."""
    named = re.sub(r":(?:not|is)\([^()]*(?:\([^()]*\)[^()]*)*\)", "", selector)
    wanted = {*re.findall(r"\.([a-z][\w-]*)", named)}
    return bool(wanted) and wanted <= there and all(one in page for one in re.findall(r"\[([^\]]+)\]", named))


@pytest.mark.parametrize("template", PAGES)
def test_no_two_scripts_of_a_page_have_a_module_in_common(template: str) -> None:
    # It would run twice.
    needed = [one for script in linked(template, ".js") for one in files.modules(script)]
    assert len(needed) == len({*needed})


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_text_of_a_script_ends_on_its_line(script: str) -> None:
    # Indents of a text that spans lines would be lost.
    for line in (files.STATIC / script).read_text("utf-8").splitlines():
        assert line.count("`") % 2 == 0, line


def test_a_script_holds_what_it_imports_once_and_before_itself() -> None:
    assert files.modules("table.js")[-1] == "table.js"
    assert len({*files.modules("table.js")}) == len(files.modules("table.js"))
    script = files.content("table.js").decode()
    assert script.index("const $fingers = ") < script.index("}=$fingers;")
    assert "return { behind" in script
    assert "hangUp: close };" in script
    assert not re.search(r"\bimport\b(?!\()", script)
    assert "//" not in script.replace("://", "")


def test_a_style_sheet_keeps_every_rule_and_no_remark() -> None:
    sent = files.content("alone.css").decode()
    assert not re.search(r"/\*|@import|\n", sent)
    for one in files.modules("alone.css"):
        rules = re.sub(r"/\*.*?\*/", "", (files.STATIC / one).read_text("utf-8"), flags=re.DOTALL)
        assert sent.count("{") >= rules.count("{")
    assert "font:1.0625rem/1.35 var(--sans)" in sent
    assert "@media (min-width:40rem) and (max-height:39.99rem){" in sent


def test_what_is_not_understood_is_not_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "odd.js").write_text('import odd from "./even.js";\n', "utf-8")
    monkeypatch.setattr(files, "STATIC", tmp_path)
    monkeypatch.setattr(files, "OWN", frozenset({"odd.js"}))
    with pytest.raises(ValueError, match=r"odd\.js: import odd"):
        files.content.__wrapped__("odd.js")
