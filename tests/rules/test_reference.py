import pytest
from support.common import rule

from companion.rules.reference import REFERENCE
from companion.rules.rulings.house_rulings import HOUSE_RULINGS


def test_every_rule_holds_for_some_edition():
    assert all(entry.editions for entry in REFERENCE.values())


@rule("E-18")
@pytest.mark.parametrize(
    ("id_", "editions"),
    [
        ("O-5", ["prototype"]),
        ("S-8", ["later"]),
        ("P-7", ["later"]),
        ("P-10", ["later"]),
        ("G-1", ["later"]),
        ("G-7", ["later"]),
        ("Z-8", ["first", "later"]),
    ],
)
def test_a_rule_that_some_editions_do_not_have_says_so(id_: str, editions: list[str]):
    assert list(REFERENCE[id_].editions) == editions


@rule("E-18")
def test_every_other_rule_holds_for_all_three_editions():
    partial = {id_ for id_, entry in REFERENCE.items() if len(entry.editions) < 3}
    assert partial == {"O-5", "S-8", "P-7", "P-10", "G-1", "G-7", "Z-8"}


def test_the_reference_and_the_house_rulings_name_each_other():
    of_the_reference = {(id_, key) for id_, entry in REFERENCE.items() for key in entry.rulings}
    of_the_rulings = {(id_, key) for key, ruling in HOUSE_RULINGS.items() for id_ in ruling.rules}
    assert of_the_reference == of_the_rulings


def test_the_reference_says_what_the_sources_leave_open():
    assert [id_ for id_, entry in REFERENCE.items() if entry.open] == [
        *("V-1", "E-8", "E-9", "E-10", "E-11", "E-12", "S-8", "S-10", "S-11", "R-6"),
        *("L-9", "L-16", "L-19", "L-20", "L-21", "C-5", "C-6", "T-1", "T-5", "P-8", "P-9", "P-10", "P-11"),
        *("D-4", "D-7", "D-8", "O-9", "O-10", "O-11", "G-5", "F-3", "F-6"),
        *("Z-6", "Z-7", "Z-8", "Z-9", "Z-10", "Z-12", "Z-14", "Z-17", "Z-21", "Z-22"),
    ]
