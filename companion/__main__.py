"""The door of the command `lockup`, also `python -m companion`: so small that Ctrl-C finds it open at once."""

import signal


def main() -> None:
    """Run the command line. Ctrl-C while that still loads, which takes most of a second, ends it without a trace."""
    handler = signal.getsignal(signal.SIGINT)
    # Where a shell has it ignored, as for a command in the background, it stays ignored.
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from companion.cli import main as command  # noqa: PLC0415

    signal.signal(signal.SIGINT, handler)
    command(prog_name="lockup")


if __name__ == "__main__":
    main()
