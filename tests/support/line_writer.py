"""A client of its own process that adds lines to a table, and writes down which are acknowledged: what strace watches.

`python line_writer.py <SQLite file> <file to write to> <number of lines>`
"""

import os
import sys

KEY = "line-writer-0000000000000"


def main() -> None:
    """Open a table and add so many lines."""
    from companion import create_app
    from companion.config import Settings

    file, told, number = sys.argv[1:]
    client = create_app(Settings(database=f"sqlite:///{file}")).test_client()
    setup = {"players": [{"name": "Mei"}, {"name": "Ola"}], "depth": "light"}
    now = client.post("/api/v1/tables", json=setup, headers={"Idempotency-Key": f"{KEY}-table"}).json
    address, bearer = f"/api/v1/tables/{now['code']}/corrections", f"Bearer {now['token']}"
    out = os.open(told, os.O_WRONLY | os.O_CREAT)
    for line in range(int(number)):
        fields = {"side": [line % 2], "number": line % 40}
        body = {"version": now["version"], "type": "set_reputation", "fields": fields}
        answer = client.post(address, json=body, headers={"Idempotency-Key": f"{KEY}-{line}", "Authorization": bearer})
        assert answer.status_code == 200, answer.text
        now = answer.json
        os.write(out, b"acknowledged %d\n" % now["version"])


if __name__ == "__main__":
    main()
