"""What `make check` runs for a change, and what it leaves to `make test`."""

import subprocess
import sys
from pathlib import Path

from tools.affected import ALWAYS, touched_tests
from tools.long_tests import LIST, QUICK

ROOT = Path(__file__).parent.parent


def touched(*files: str) -> set[str]:
    found = touched_tests(files)
    assert found is not None
    return {*found} - {*ALWAYS}


def test_a_change_of_the_app_touches_the_tests_of_its_room_and_those_that_import_it():
    assert {"tests/tables", "tests/pages/test_coming_back.py"} <= touched("companion/tables/permissions.py")
    assert touched("companion/pages/tables/play/table.py") == {"tests/pages"}
    assert {"tests/words", "tests/pages/test_party_pages.py"} <= touched("companion/words/telling.py")


def test_what_imports_a_module_in_its_room_counts_as_changed_too():
    # It imports no such module, but what does.
    assert "tests/tables/test_late_decline.py" in touched("companion/rules/phases/patrol.py")


def test_of_the_rules_those_tests_are_touched_that_import_what_has_changed_or_what_stands_on_it():
    patrol = touched("companion/rules/phases/patrol.py")
    # One plays games of its own, another through a helper of the tests.
    assert {"tests/rules/engine/test_random_games.py", "tests/rules/phases/test_patrol.py"} <= patrol
    assert patrol.isdisjoint({"tests/rules", "tests/rules/rulings/test_automa.py"})
    assert "tests/rules/rulings/test_automa.py" in touched("companion/rules/rulings/automa.py")
    assert {"tests/scoring/test_scores.py", "tests/rules/test_editions.py"} <= touched(
        "companion/rules/rulings/goals.py"
    )


def test_what_a_package_registers_touches_who_imports_anything_of_the_package():
    # Nobody names it but the package, and every correction of a game is looked for there.
    assert "tests/rules/engine/test_game.py" in touched("companion/rules/corrections/guards.py")


def test_a_table_of_the_rules_is_imported_by_nobody_and_touches_all_their_tests():
    assert touched("companion/rules/editions/common.toml") == {"tests/rules"}


def test_a_change_of_a_test_or_its_helper_touches_who_imports_it():
    assert touched("tests/rules/rulings/test_goals.py") == {"tests/rules/rulings/test_goals.py"}
    helped = touched("tests/pages/form_players.py")
    assert {"tests/pages/test_moves_on_pages.py", "tests/pages/test_table_pages.py"} <= helped
    assert "tests/pages/test_files.py" not in helped


def test_texts_and_templates_touch_where_they_are_read():
    assert touched("companion/translations/pl/LC_MESSAGES/messages.po") == {"tests/words"}
    assert "tests/pages" in touched("companion/templates/sheet/score.html")
    assert touched("docs/api.md") == set()


def test_nothing_known_to_have_changed_or_what_all_stand_on_touches_everything():
    assert touched_tests([]) is None
    assert touched_tests(["docs/api.md", "tests/conftest.py"]) is None
    assert touched_tests(["pyproject.toml"]) is None


def test_every_test_that_is_left_out_as_long_is_one_that_there_is():
    """One that has got another name would run; `python -m tools.long_tests` writes the list anew."""
    long = LIST.read_text("utf-8").splitlines()
    assert len(long) > 100
    assert not [
        one
        for one in long
        if f"def {one.partition('::')[2]}(" not in (ROOT / one.partition("::")[0]).read_text("utf-8")
    ]


def test_of_a_file_of_tests_that_has_changed_those_run_too_that_take_long():
    file = "tests/boxes/test_box_format.py"
    asked = [*QUICK, "--collect-only", "--quiet", "--numprocesses", "0", "-p", "tools.long_tests", file]
    # In one process, which imports the app once.
    program = f"import pytest; pytest.main({asked}); print('changed'); pytest.main({[*asked, f'--changed={file}']})"
    command = (sys.executable, "-c", program)
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    left_out, changed = (part.count(f"{file}::") for part in told.split("\nchanged\n"))
    assert 0 < left_out < changed
