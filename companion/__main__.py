"""The door of the command `lockup`, also `python -m companion`: so small that Ctrl-C finds it open at once."""

import signal
import sys


def main() -> None:
    """Run the command line. Ctrl-C while that still loads, which takes most of a second, ends it without a trace."""
    handler = signal.getsignal(signal.SIGINT)
    # Where a shell has it ignored, as for a command in the background, it stays ignored.
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from companion.cli import main as command  # noqa: PLC0415

    signal.signal(signal.SIGINT, handler)
    try:
        command(prog_name="lockup")
    except SystemExit as end:
        if end.code and _double_clicked():
            from companion.cli.console import wait_for_enter  # noqa: PLC0415

            wait_for_enter()
        raise


def _double_clicked() -> bool:
    """Whether the window that shows what is said closes with the command: that of a bundle started without a word."""
    return getattr(sys, "frozen", False) and len(sys.argv) == 1 and sys.stdin is not None and sys.stdin.isatty()


if __name__ == "__main__":
    main()
