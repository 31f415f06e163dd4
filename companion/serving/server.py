"""Waitress as `lockup serve` runs it: each address has its share of connections, threads and memory."""

import select
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from functools import partial
from time import monotonic, time
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from companion.serving import LASTS
from companion.serving.quotas import KIBIBYTE, MEBIBYTE, Quotas
from companion.serving.refusals import Parser, Refusal
from companion.serving.threads import Threads

MOST_CONNECTIONS: Final = 1000
ACCEPTED_AT_ONCE: Final = 32
MOST_RUNNING: Final = 64
"""Requests that are answered at once, streams apart."""

UNREAD: Final = 256 * KIBIBYTE
"""Bytes of an answer that wait for the phone to read them; beyond it, who writes waits as well."""

LONGEST_HEADERS: Final = 32 * KIBIBYTE
OTHER_FILES: Final = 200
"""Other files that the app may have open: the database with its logs, its own files."""

_LAST_ANSWERS: Final = 1.0
"""Seconds that a request may still take once the server is stopped: the person who stops it waits two at most."""

_FILES: Final = 4096
_SELECTED: Final = 500
"""A system without poll() looks after so many connections and no more."""


class Task(WSGITask):  # type: ignore[misc]
    """A request, with a way to say that its answer is a stream."""

    def get_environment(self) -> dict[str, Any]:
        """Return the environment for the app, with a function that marks the answer as a stream."""
        environ: dict[str, Any] = super().get_environment()
        environ[LASTS] = partial(self.channel.server.task_dispatcher.lasts, self.channel)
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection.

    Attributes:
        lasting: whether it carries a stream.
        begun: when the first byte of a request came that is not whole yet; monotonic.
        refused: whether what comes now is the rest of a request that was refused, which nobody reads.
        left: until when that may come; a phone that is cut off while it sends hears no answer. Monotonic.
    """

    parser_class = Parser
    task_class = Task
    error_task_class = Refusal
    server: "HomeServer"

    def __init__(self, server: "HomeServer", sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002 - waitress's own name
        self.lasting = False
        self.begun = self.left = 0.0
        self.refused = False
        self._partial: Any = None
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def buffered(self) -> int:
        """The bytes of it that wait, here or there."""
        requests = [*self.requests, self.request]
        coming: int = sum(one.body_bytes_received for one in requests if one is not None)
        return coming + int(self.total_outbufs_len)

    @property
    def idle(self) -> bool:
        """True if nothing is answered on it."""
        return not self.requests and not self.will_close

    def received(self, data: bytes) -> bool:
        """Take the bytes that have come; close the connection if there is no room for them."""
        if self.refused:
            return False
        taken: bool = super().received(data)
        self.refused = any(one.error for one in self.requests)
        if self.request is not self._partial:
            self._partial, self.begun = self.request, monotonic()
        if len(self.requests) > self.server.quotas.waiting or self.server.overfull(self):
            self.will_close = True
        return taken

    def write_soon(self, data: Any) -> int:
        """Send data, or keep it until it can be sent; close the connection if there is no room for it."""
        if self.will_close:
            raise ClientDisconnected
        count: int = super().write_soon(data)
        if self.total_outbufs_len and self.server.overfull(self):
            self.will_close = True
            self.server.pull_trigger()
            raise ClientDisconnected
        return count

    def handle_write(self) -> None:
        """Send waiting data; a client that was refused may first send the rest of its request."""
        if self.refused and self.close_when_flushed and not (self.total_outbufs_len or self.will_close):
            self.close_when_flushed: bool = False
            self.left = monotonic() + self.server.quotas.unread_seconds
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
        else:
            super().handle_write()

    def overdue(self) -> bool:
        """Return whether it has taken too long to ask, or to read."""
        quotas = self.server.quotas
        if self.left:
            return monotonic() > self.left
        if self.request is not None:
            waited = monotonic() - self.begun
            if waited > (quotas.request_seconds if self.request.headers_finished else quotas.header_seconds):
                return True
        return bool(self.total_outbufs_len) and time() - self.last_activity > quotas.unread_seconds


class HomeServer(TcpWSGIServer):  # type: ignore[misc]
    """A server for the phones of a home, ready to run.

    Args:
        app: what answers.
        listener: where phones come.
        longest_body: what the app itself refuses, with words; a bit beyond that the server cuts off.
        large: how long bodies may be that a path takes beyond that, by the end of that path.
        quotas: what one address may have.
    """

    channel_class = Channel
    active_channels: dict[int, Channel]

    def __init__(
        self,
        app: Callable[..., Any],
        listener: socket.socket,
        longest_body: int = MEBIBYTE,
        large: Mapping[str, int] | None = None,
        quotas: Quotas | None = None,
    ) -> None:
        self.quotas = quotas or Quotas()
        self._most = _most_connections()
        self._stopping = False
        adjustments = Adjustments(
            ident=None,
            # The app has to see that there is a proxy; it believes none of them unless its settings say so.
            clear_untrusted_proxy_headers=False,
            # select() ends the server where the number of a file is beyond 1,023.
            asyncore_use_poll=True,
            # Here it would let nobody in any more; `accept` makes room instead.
            connection_limit=2 * self._most,
            outbuf_high_watermark=UNREAD,
            max_request_body_size=longest_body + MEBIBYTE,
            max_request_header_size=LONGEST_HEADERS,
            # While one request is answered the next is looked for: so a phone that hangs up is noticed at once.
            channel_request_lookahead=1,
            cleanup_interval=1,
        )
        adjustments.large = {}
        for path, most in (large or {}).items():
            adjustments.large[path] = copy(adjustments)
            adjustments.large[path].max_request_body_size = max(longest_body, most) + MEBIBYTE
        super().__init__(
            app,
            {},
            _sock=listener,
            dispatcher=Threads(MOST_RUNNING, self.quotas.running),
            adj=adjustments,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
        )

    def run(self) -> None:
        """Answer until it is stopped."""
        while not self._stopping:
            self.asyncore.loop(self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1)

    def stop(self) -> None:
        """Let `run` return; a signal may call this whatever the server is doing."""
        if not self._stopping:
            self._stopping = True
            self.pull_trigger()

    def finish(self) -> bool:
        """Give requests under way a moment to finish; if all do, close all connections. Return whether all did."""
        finished: bool = self.task_dispatcher.shutdown(timeout=_LAST_ANSWERS)
        if finished:
            self.asyncore.close_all(self._map)
        return finished

    def maintenance(self, now: float) -> None:
        """Close connections that take too long."""
        super().maintenance(now)
        for channel in self._open():
            channel.will_close = channel.will_close or channel.overdue()

    def handle_accept(self) -> None:
        """Let in the phones that have come since; one at a time they would wait for each other."""
        for _ in range(ACCEPTED_AT_ONCE):
            super().handle_accept()

    def accept(self) -> tuple[socket.socket, Any] | None:
        """Return a new connection, if there is room for it; one that rests makes room."""
        accepted: tuple[socket.socket, Any] | None = super().accept()
        if accepted is None or self._makes_room(accepted[1][0]):
            return accepted
        accepted[0].close()
        return None

    def overfull(self, channel: Channel) -> bool:
        """Return whether more bytes of its address wait than may."""
        # A connection within its own share is fine, whatever its neighbours have.
        if channel.buffered * self.quotas.connections <= self.quotas.buffered:
            return False
        return sum(one.buffered for one in self._open(channel.addr[0])) > self.quotas.buffered

    def _open(self, address: str | None = None) -> list[Channel]:
        # Threads write while connections come and go.
        found = [*self.active_channels.values()]
        return [one for one in found if not one.will_close and address in {None, one.addr[0]}]

    def _makes_room(self, address: str) -> bool:
        own = self._open(address)
        if len(own) >= self.quotas.connections:
            return _let_go(own)
        # Some of the active ones are being closed already, but to look at each takes longer than all else here.
        if len(self.active_channels) >= self._most and len(open_ := self._open()) >= self._most:
            most_of, _ = Counter(one.addr[0] for one in open_).most_common(1)[0]
            return _let_go(self._open(most_of))
        return True


def _let_go(channels: Iterable[Channel]) -> bool:
    """Close the one of these connections that has rested longest; return whether there was one."""
    resting = min((one for one in channels if one.idle), key=lambda one: one.last_activity, default=None)
    if resting is not None:
        resting.will_close = True
    return resting is not None


def _most_connections() -> int:
    """Return how many connections there may be: as many as the process may have files, less some for the app."""
    if not hasattr(select, "poll"):
        return _SELECTED - OTHER_FILES
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - OTHER_FILES)
