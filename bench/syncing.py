"""The other yardstick: a bare Flask route that keeps the JSON that it reads, synced to disk, on waitress likewise."""

import socket
import sqlite3
import sys
from threading import local

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from companion.serving.server import HomeServer


def main() -> None:
    """Serve the one route on any port, on the database of that name, and print the address."""
    app = Flask("syncing")
    mine = local()

    def connection() -> sqlite3.Connection:
        """Return this thread's own connection, as the app has it: a write-ahead log, and each commit synced to disk."""
        if not hasattr(mine, "connection"):
            mine.connection = sqlite3.connect(sys.argv[1])
            mine.connection.execute("PRAGMA journal_mode=WAL")
            mine.connection.execute("PRAGMA synchronous=FULL")
        made: sqlite3.Connection = mine.connection
        return made

    connection().execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, body TEXT)")

    @app.post("/")
    def keep() -> ResponseReturnValue:
        body = request.get_json()
        with connection() as writing:
            writing.execute("INSERT INTO kept (body) VALUES (?)", (request.get_data(as_text=True),))
        return jsonify(body)

    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://localhost:{listener.getsockname()[1]}", flush=True)
    HomeServer(app, listener).run()


if __name__ == "__main__":
    main()
