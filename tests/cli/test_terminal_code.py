"""The code that `lockup serve` prints in a terminal, read off a picture of it."""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from serving import LOCKUP, forked
from support.servers import Forks
from terminal import DARK, LIGHT, codes_seen, open_terminal, serving_in_terminal, shown

from companion.cli.terminal_code import terminal_code

pytestmark = pytest.mark.slow

FOREIGN = set("▀▄█?\x1b")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """What is printed in a terminal of 80 columns, and the address of which the code is."""
    database = f"sqlite:///{tmp_path_factory.mktemp('home') / 'lockup.db'}"
    command = (LOCKUP, "serve", "--port", "0", "--host", "192.168.1.20", "--database", database)
    with serving_in_terminal(*command) as server:
        yield server.said, f"http://192.168.1.20:{server.port}"


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_code_is_read_off_a_terminal_of_80_columns_without_inverting_it(
    printed: tuple[str, str], theme: tuple[int, int]
) -> None:
    said, address = printed
    screen = shown(said, theme)
    assert f"  {address}" in screen.text
    assert codes_seen(screen) == [address]


def test_the_whole_code_is_among_the_last_24_lines(printed: tuple[str, str]) -> None:
    said, address = printed
    assert codes_seen(shown(said, DARK, lines=24)) == [address]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_its_margin_is_four_modules_wide(printed: tuple[str, str], theme: tuple[int, int]) -> None:
    said, _ = printed
    rows = [[cell for cell in row if cell[1] == 255] for row in shown(said, theme).rows]
    code = [row for row in rows if row]
    dark = [[letter != " " for letter, _, _ in row] for row in code]
    columns = [any(column) for column in zip(*dark, strict=True)]
    assert (columns.index(True), columns[::-1].index(True)) == (4, 4)
    lines = [any(row) for row in dark]
    # A line has two modules.
    assert (lines.index(True), lines[::-1].index(True)) == (2, 2)


def test_letters_have_the_colours_of_the_terminal(printed: tuple[str, str]) -> None:
    said, _ = printed
    cells = [cell for row in shown(said, DARK).rows for cell in row]
    assert {(back, front) for letter, back, front in cells if letter.isalnum()} == {DARK}


def test_where_nothing_is_a_terminal_there_is_nothing_but_text(
    servers: Forks, tmp_path: Path, migrated_file: Path
) -> None:
    file = shutil.copy(migrated_file, tmp_path)
    with forked(servers, f"sqlite:///{file}", host="192.168.1.20") as server:
        assert re.match(r"Open (this address|one of these) on your phone:\n  http://192\.168\.1\.20:", server.said)
        assert not FOREIGN & set(server.said)


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[str]]]:
    """Draws a code in a terminal of that width, encoding and environment."""
    with ExitStack() as open_:

        def drawn(
            address: str = "http://192.168.1.20:8470", columns: int = 80, encoding: str = "utf-8", **env: str
        ) -> list[str]:
            _, its = open_.enter_context(open_terminal(columns))
            terminal = open_.enter_context(open(its, "w", encoding=encoding, closefd=False))
            for name in ("NO_COLOR", "COLUMNS", "LINES"):
                monkeypatch.delenv(name, raising=False)
            for name, value in {"TERM": "xterm-256color", **env}.items():
                monkeypatch.setenv(name, value)
            monkeypatch.setattr(sys, "stdout", terminal)
            monkeypatch.setattr(sys, "__stdout__", terminal)
            return terminal_code(address)

        yield drawn
        # Before what it stands for is closed.
        monkeypatch.undo()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "iso8859-2", "gb18030", "cp936"])
def test_an_encoding_that_lacks_blocks_or_has_them_twice_as_wide_gets_no_code(
    draw: Callable[..., list[str]], encoding: str
) -> None:
    assert draw(encoding=encoding) == []


@pytest.mark.parametrize("named", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}, {"TERM": "vt220"}], ids=str)
def test_a_terminal_without_colours_gets_no_code(draw: Callable[..., list[str]], named: dict[str, str]) -> None:
    assert draw(**named) == []


@pytest.mark.parametrize("named", ["xterm", "linux", "screen", "tmux-256color", "xterm-kitty", "alacritty"])
def test_any_other_terminal_gets_one(draw: Callable[..., list[str]], named: str) -> None:
    assert draw(TERM=named)


def test_a_code_that_would_wrap_is_not_drawn(draw: Callable[..., list[str]]) -> None:
    width = 33
    assert draw(columns=width) == []
    lines = draw(columns=width + 1)
    assert codes_seen(shown("\n".join(lines), DARK, columns=width + 1)) == ["http://192.168.1.20:8470"]


@pytest.mark.parametrize("length", [1, 63, 126, 190])
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_addresses_of_any_length_are_read(draw: Callable[..., list[str]], length: int, theme: tuple[int, int]) -> None:
    address = f"http://{'a' * length}:65535"
    assert codes_seen(shown("\n".join(draw(address)), theme)) == [address]
