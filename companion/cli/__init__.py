"""The command `lockup`: serve at home, prepare and keep a database, check a deal, play games by itself."""

from companion.cli.group import main

__all__ = ["main"]
