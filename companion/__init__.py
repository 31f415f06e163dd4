"""The companion to Lockup: A Roll Player Tale.

`companion.rules` and `companion.scoring` hold the whole game and can be imported without Flask. So the application is
only built, and its parts only imported, when it is asked for.
"""

# Type checkers take it for true. Importing it from `typing` takes so long that Ctrl-C could hit Python before `main`.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from flask import Flask

    from companion.config import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """Return the Flask application.

    Args:
        settings: how it is set; left out, what the environment says (`companion.config`).
    """
    from companion.app import build  # noqa: PLC0415 - see above

    return build(settings)
