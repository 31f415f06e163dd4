"""The door of the command `lockup`, also `python -m companion`: so small that it is open at once."""

import os
import signal
import sys

_FIRST = 1
"""The process id of a container's first process, which signals do not end unless it handles them."""


def main() -> None:
    """Run the command line. Until it serves, Ctrl-C and SIGTERM end it on the spot, whatever it is doing.

    Python would raise an exception instead, wherever it happens to be: in places that swallow it, and only once a long
    wait for the database is over.
    """
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_DFL if os.getpid() != _FIRST else _end)
    from companion.cli import main as command  # noqa: PLC0415 - it takes most of a second

    try:
        command(prog_name="lockup")
    except SystemExit as end:
        if end.code and _double_clicked():
            from companion.cli.console import wait_for_enter  # noqa: PLC0415

            wait_for_enter()
        raise


def _end(number: int, _: object) -> None:
    os._exit(128 + number)


def _double_clicked() -> bool:
    """Return whether this is a bundle started without arguments: its window closes with the command."""
    return getattr(sys, "frozen", False) and len(sys.argv) == 1 and sys.stdin is not None and sys.stdin.isatty()


if __name__ == "__main__":
    main()
