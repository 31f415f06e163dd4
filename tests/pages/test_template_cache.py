"""Templates are compiled once for all starts, and anew wherever what was kept of them is of no use."""

import sys
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment

from companion.pages.layout.template_cache import TemplateCache


@pytest.fixture(autouse=True)
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled things are kept instead of beside their sources."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    return tmp_path / "kept"


def rendered(templates: Path, source: str) -> str:
    """What a template says at a start of its own."""
    cache = TemplateCache(templates)
    return Environment(loader=DictLoader({"page": source}), bytecode_cache=cache).get_template("page").render()


def is_kept(templates: Path, source: str) -> bool:
    """Whether a start would find a template compiled."""
    return TemplateCache(templates).get_bucket(Environment(), "page", None, source).code is not None


def test_a_template_is_kept_for_the_next_start_until_it_changes(tmp_path: Path) -> None:
    assert not is_kept(tmp_path, "{{ 1 + 1 }}")
    assert rendered(tmp_path, "{{ 1 + 1 }}") == rendered(tmp_path, "{{ 1 + 1 }}") == "2"
    assert is_kept(tmp_path, "{{ 1 + 1 }}")
    assert not is_kept(tmp_path, "{{ 1 + 2 }}")
    assert rendered(tmp_path, "{{ 1 + 2 }}") == "3"


def test_one_that_was_cut_short_is_compiled_anew(tmp_path: Path, prefix: Path) -> None:
    rendered(tmp_path, "{{ 1 + 1 }}")
    [kept] = [one for one in prefix.rglob("*") if one.is_file()]
    whole = kept.read_bytes()
    for length in range(0, len(whole), 7):
        kept.write_bytes(whole[:length])
        assert rendered(tmp_path, "{{ 1 + 1 }}") == "2"


def test_where_nothing_can_be_kept_a_page_is_shown_all_the_same(tmp_path: Path, prefix: Path) -> None:
    prefix.write_text("This is no folder.")
    assert rendered(tmp_path, "{{ 1 + 1 }}") == "2"
    assert not is_kept(tmp_path, "{{ 1 + 1 }}")


def test_the_app_keeps_its_templates_where_python_keeps_its_modules(hosted_app: Flask) -> None:
    assert isinstance(hosted_app.jinja_env.bytecode_cache, TemplateCache) is not sys.dont_write_bytecode
