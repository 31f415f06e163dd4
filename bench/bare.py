"""The yardstick: a bare Flask route that reads JSON and answers JSON, on waitress as `lockup serve` sets it up."""

import socket

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from companion.serving.server import HomeServer


def main() -> None:
    """Serve the one route on any port and print the address."""
    app = Flask("bare")

    @app.post("/")
    def echo() -> ResponseReturnValue:
        return jsonify(request.get_json())

    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://localhost:{listener.getsockname()[1]}", flush=True)
    HomeServer(app, listener).run()


if __name__ == "__main__":
    main()
