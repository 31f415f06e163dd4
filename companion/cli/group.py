"""The command `lockup`, with the others below it; on its own it serves and opens the host page."""

import gc
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Final

import click

COMMANDS: Final = {
    "backup": "backup:backup",
    "delete": "housekeeping:delete",
    "doctor": "doctor:doctor",
    "expire": "housekeeping:expire",
    "export": "archive:export",
    "import": "archive:import_",
    "list": "housekeeping:list_",
    "restore": "backup:restore",
    "serve": "serve:serve",
    "simulate": "simulate:simulate",
    "upgrade": "upgrade:upgrade",
    "verify": "verify:verify",
}
"""The commands by name, each with its module in this package and its function."""


class _Commands(click.Group):
    """The commands, each imported when it is asked for: `lockup simulate` starts without the web app."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with _importing():
            command: click.Command = resolve_name(f"companion.cli.{COMMANDS[cmd_name]}")
        return command


@contextmanager
def _importing() -> Iterator[None]:
    """Pause the garbage collector: nothing imported is garbage, and checking it takes a fifth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="lockup-companion")
@click.pass_context
def main(context: click.Context) -> None:
    """The companion to Lockup: A Roll Player Tale. Without a command it serves and opens the host page."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file or terminal that lacks a letter gets a ? instead of an end with a trace.
            stream.reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        with _importing():
            from companion.cli.serve import serve_unasked  # noqa: PLC0415 - other commands do without it
        serve_unasked()
