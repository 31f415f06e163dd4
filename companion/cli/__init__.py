"""The command `lockup`: serve at home, prepare a hosted database, check a deal."""

from companion.cli.group import main
from companion.cli.serve import serve
from companion.cli.upgrade import upgrade
from companion.cli.verify import verify

__all__ = ["main"]

for _command in (serve, upgrade, verify):
    main.add_command(_command)
