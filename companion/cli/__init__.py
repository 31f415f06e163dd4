"""The command `lockup`: serve at home, prepare and keep a database, check a deal, play games by itself."""

from companion.cli.archive import export, import_
from companion.cli.backup import backup, restore
from companion.cli.doctor import doctor
from companion.cli.group import main
from companion.cli.housekeeping import delete, expire, list_
from companion.cli.serve import serve
from companion.cli.simulate import simulate
from companion.cli.upgrade import upgrade
from companion.cli.verify import verify

__all__ = ["main"]

for _command in (
    serve,
    upgrade,
    verify,
    backup,
    restore,
    export,
    import_,
    list_,
    delete,
    expire,
    doctor,
    simulate,
):
    main.add_command(_command)
