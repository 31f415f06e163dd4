"""The settings of the app: one frozen value, read from the environment once; `docs/settings.md` lists them."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from companion.addresses import is_base_address, is_host
from companion.players_day import known_zone

APP_NAME: Final = "lockup-companion"
MEBIBYTE: Final = 1024 * 1024


class History(StrEnum):
    """The score sheets that a phone sees in the history."""

    HOUSEHOLD = "household"
    """All of this computer: it serves one household."""
    DEVICE = "device"
    """Only the sheets that this device made or was given."""


class Log(StrEnum):
    """The record of requests and faults."""

    OFF = "off"
    """Nothing of requests; faults as text."""
    JSON = "json"
    """A line of JSON for each."""


class Metrics(StrEnum):
    """The readers of the app's metrics."""

    OFF = "off"
    """Nobody; nothing is counted."""
    LOCAL = "local"
    """This computer."""
    ALL = "all"
    """Anyone who reaches the app: a proxy keeps others out."""


@dataclass(frozen=True)
class Capabilities:
    """The app's abilities where it runs, besides answering the phone that asks; pages offer no others.

    Attributes:
        live_phones: several phones play at one table, and each sees the actions of the others.
        second_screen: a big screen shows the table.
        host_page: the computer that serves has its own page.
        api_reader: the API's document can be read as a page.
        shared_links: a link that this phone shows leads another phone to the same.
    """

    live_phones: bool = True
    second_screen: bool = True
    host_page: bool = True
    api_reader: bool = True
    shared_links: bool = True


IN_A_POCKET: Final = Capabilities(
    live_phones=False, second_screen=False, host_page=False, api_reader=False, shared_links=False
)
"""The abilities of a phone that runs the app by itself, in its browser."""


class BadSetting(ValueError):
    """A setting with a value that it cannot have.

    Attributes:
        variable: its environment variable.
        value: what that says.
        wanted: the key of the sentence that says what it may be.
    """

    def __init__(self, variable: str, value: str, wanted: str) -> None:
        super().__init__(f"{variable} cannot be {value!r}")
        self.variable, self.value, self.wanted = variable, value, wanted


@dataclass(frozen=True)
class Settings:
    """The settings of the app.

    Attributes:
        database: an SQLAlchemy URL; by default SQLite in the user's data folder.
        history: whose sheets the history shows.
        body_limit: bytes that a request may have.
        sheets_per_hour: how many sheets, boxes and tables one address may make in an hour; 0 is any number. None is as
            many as ten phones would hardly make, and any number from the computer that serves.
        wrong_codes_per_hour: how many codes of no table one address may try in an hour; after that the app answers it
            only about tables at which it sits. 0 is any number.
        limits: the address of a Redis in which the workers of all machines count together; empty is each for itself.
        address: the address that links and codes carry where the app was opened as localhost; empty is as opened.
        home_port: the port of a computer that serves a household; the address that links and codes carry is then looked
            up each time, since it may become another one. 0 where the app is hosted. No variable sets it.
        name: the name under which phones find a computer at home whatever address it has (mDNS); empty is as its system
            answers.
        hosts: under which other names and addresses the app answers. At home they are added to its own; hosted, where
            any is named, it answers to no other.
        proxies: how many reverse proxies are in front of the app and say who really asks.
        live_streams: how many phones at once may hear of each change; more have to ask again and again.
        live_streams_each: how many of them at one address; 0 is any number.
        live_seconds: after how many seconds such a phone has to connect again.
        timezone: the IANA time zone of games whose phones name none; empty is the computer's.
        log: what is written of requests and faults.
        metrics: who may read how the app does.
        pocket: the folder with the pocket edition; empty is where `make pocket` builds it.
        can: what the app can do where it runs. No variable sets it.
        testing: whether errors reach the caller instead of a page.
    """

    database: str = ""
    history: History = History.DEVICE
    body_limit: int = MEBIBYTE
    sheets_per_hour: int | None = None
    wrong_codes_per_hour: int = 100
    limits: str = ""
    address: str = ""
    home_port: int = 0
    name: str = ""
    hosts: tuple[str, ...] = ()
    proxies: int = 0
    live_streams: int = 300
    live_streams_each: int = 60
    live_seconds: int = 3600
    timezone: str = ""
    log: Log = Log.OFF
    metrics: Metrics = Metrics.OFF
    pocket: str = ""
    can: Capabilities = Capabilities()
    testing: bool = False

    @property
    def database_url(self) -> str:
        """The database, or the default one in the user's data folder."""
        return self.database or f"sqlite:///{default_database()}"

    @property
    def pocket_folder(self) -> Path:
        """The folder of the pocket edition, if it was built."""
        return Path(self.pocket) if self.pocket else Path(__file__).parents[1] / "dist" / "pocket"


VARIABLES: Final = {
    "LOCKUP_DATABASE": "database",
    "LOCKUP_HISTORY": "history",
    "LOCKUP_BODY_LIMIT": "body_limit",
    "LOCKUP_SHEETS_PER_HOUR": "sheets_per_hour",
    "LOCKUP_WRONG_CODES_PER_HOUR": "wrong_codes_per_hour",
    "LOCKUP_LIMITS": "limits",
    "LOCKUP_ADDRESS": "address",
    "LOCKUP_NAME": "name",
    "LOCKUP_HOSTS": "hosts",
    "LOCKUP_PROXIES": "proxies",
    "LOCKUP_LIVE_STREAMS": "live_streams",
    "LOCKUP_LIVE_STREAMS_EACH": "live_streams_each",
    "LOCKUP_LIVE_SECONDS": "live_seconds",
    "LOCKUP_TIMEZONE": "timezone",
    "LOCKUP_LOG": "log",
    "LOCKUP_METRICS": "metrics",
    "LOCKUP_POCKET": "pocket",
}
"""The environment variable of each setting."""


def default_database() -> Path:
    """Return the path of the embedded database, in the user's data folder."""
    return user_data_path(APP_NAME, appauthor=False) / "lockup.db"


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Return the settings that the environment variables give.

    Raises:
        BadSetting: for a value that a setting cannot have.
    """
    environment = os.environ if environment is None else environment
    given: dict[str, object] = {}
    for variable, name in VARIABLES.items():
        if variable in environment:
            given[name] = _parsed(variable, name, environment[variable])
    return Settings(**given)  # type: ignore[arg-type]


def _parsed(variable: str, name: str, value: str) -> object:
    wanted, parse = _KINDS.get(name, ("setting.number", _number))
    try:
        return parse(value)
    except ValueError:
        raise BadSetting(variable, value, wanted) from None


def _address(value: str) -> str:
    if value and not is_base_address(value):
        raise ValueError
    return value


def _name(value: str) -> str:
    if value and not is_host(value):
        raise ValueError
    return value


def _hosts(value: str) -> tuple[str, ...]:
    return tuple(_name(one.strip()) for one in value.split(",") if one.strip())


def _timezone(value: str) -> str:
    if value and not known_zone(value):
        raise ValueError
    return value


def _limits(value: str) -> str:
    if value and not value.startswith(_REDIS):
        raise ValueError
    return value


_REDIS: Final = ("redis://", "rediss://", "redis+unix://")


def _number(value: str) -> int:
    if not value.isdecimal():
        raise ValueError
    return int(value)


_KINDS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "database": ("", str),
    "pocket": ("", str),
    "address": ("setting.address", _address),
    "limits": ("setting.limits", _limits),
    "name": ("setting.name", _name),
    "hosts": ("setting.hosts", _hosts),
    "timezone": ("setting.timezone", _timezone),
    "history": ("setting.history", History),
    "log": ("setting.log", Log),
    "metrics": ("setting.metrics", Metrics),
}
"""For each setting that is no number, the sentence that says what it may be, and its parser."""
