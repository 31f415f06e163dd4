"""The command itself, with the others below it; on its own it serves and opens the host page."""

import io
import sys

import click

from companion.cli.serve import serve_unasked


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="lockup-companion")
@click.pass_context
def main(context: click.Context) -> None:
    """The companion to Lockup: A Roll Player Tale. Without a command it serves and opens the host page."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file or terminal that lacks a letter gets a ? instead of an end with a trace.
            stream.reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        serve_unasked()
