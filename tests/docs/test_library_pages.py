"""The pages about the rules as a library, and the docstrings of what they name: each example comes out as written."""

import doctest
import importlib
import inspect

import pytest
from documents import DOCUMENTS, blocks, rows
from support.extras import brought_by

import companion.rules
import companion.scoring
from companion.rules.acts.action_types import ACTION_TYPES
from companion.rules.engine.decider import STEPS
from companion.rules.phases.free_actions import ANY_TIME

PAGES = [name for name in DOCUMENTS if name.startswith("docs/library/")]
MODULES = ("companion.rules.engine.game", "companion.rules.frozen", "companion.scoring")


@pytest.mark.parametrize("page", [*PAGES, "README.md"])
def test_every_example_of_a_page_comes_out_as_written(page: str) -> None:
    if page == "docs/library/adapters.md":
        for extra, module in (("gym", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")):
            brought_by(extra, module)
    examples = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_every_example_of_a_docstring_comes_out_as_written(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted
    assert found.failed == 0


def test_the_pages_name_most_of_what_is_public_and_the_index_names_the_pages() -> None:
    said = "".join(DOCUMENTS[page] for page in PAGES)
    unsaid = {name for name in companion.rules.__all__ if name not in said}
    assert unsaid <= {"Action", "DemonValuable", "Edition", "Invalid", "GoonFace", "HouseRuling"} | OF_PEOPLE
    index = DOCUMENTS["docs/library/README.md"]
    assert all(page.rpartition("/")[2] in index for page in PAGES if not page.endswith("README.md"))


def test_every_public_function_has_an_example_in_the_pages() -> None:
    shown = "".join(code for page in PAGES for code in blocks(page, "python"))
    public = [getattr(package, name) for package in (companion.rules, companion.scoring) for name in package.__all__]
    functions = {one.__name__ for one in public if inspect.isfunction(one)}
    assert functions > {"raid", "score"}
    assert {name for name in functions if f"{name}(" not in shown} == set()


def test_the_page_about_acts_has_each_type_with_its_steps_and_its_fields() -> None:
    found = {kind: (steps, fields) for kind, steps, fields, _ in rows("docs/library/acts.md", "type")}
    offered = {word: [kind for kind, step in STEPS.items() if one in step.offers] for word, one in ACTION_TYPES.items()}
    assert {word for word, steps in offered.items() if not steps} == {*ANY_TIME}
    assert found == {
        f"`{word}`": (
            ", ".join(f"`{kind}`" for kind in offered[word]) or "any",
            ", ".join([*(f"`{name}`" for name in one.asks), *(["…"] if one.further else [])]) or "–",
        )
        for word, one in ACTION_TYPES.items()
    }


OF_PEOPLE = {"ENFORCER", "Item", "ItemFace", "Turns", "RuleError", "UnknownFormat", "Phase", "Prompt"}
"""What is handed out, and seldom made by whoever uses the library."""
