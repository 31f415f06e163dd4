"""A wire between a phone and its server that a test can cut: what goes over it is not looked at."""

import socket
from contextlib import suppress
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Self


class CutWire:
    """A port that leads to a server; while it is cut, nothing gets through and what was open is closed.

    Silenced, it closes nothing either: what comes is swallowed, as on a phone that has left the Wi-Fi.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._whole = True
        self._silent = Event()
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        """Close what is open, and let nothing through until it is mended."""
        with self._lock:
            self._whole = False
            ends, self._open = self._open, set()
        for end in ends:
            _close(end)

    def mend(self) -> None:
        """Let everything through again."""
        self._whole = True

    def silence(self) -> None:
        """Let nothing through and close nothing: nobody is told. What is open now stays lost for good."""
        self._silent.set()

    def hear(self) -> None:
        """Let what comes new through; what was silenced stays so."""
        self._silent = Event()

    def drop(self) -> None:
        """Close what is open; what comes new gets through."""
        self.cut()
        self.mend()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            _close(near)
            return
        with self._lock:
            whole = self._whole
            if whole:
                self._open |= {near, far}
        if not whole:
            _close(near)
            _close(far)
            return
        silent = self._silent
        Thread(target=_carry, args=(near, far, silent), daemon=True).start()
        _carry(far, near, silent)
        with self._lock:
            self._open -= {near, far}


def _carry(source: socket.socket, target: socket.socket, silent: Event) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            if not silent.is_set():
                target.sendall(data)
    if silent.is_set():
        return
    _close(source)
    _close(target)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
