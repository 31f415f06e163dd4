"""The pocket edition: a folder of static files with which the whole app runs in a browser, without a server."""

import argparse
import base64
import gzip
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from sqlalchemy import create_engine

from companion.config import APP_NAME
from companion.pages.home.manifest import DARK, PURPOSE, SIZES
from companion.pages.layout import files, frame
from companion.persistence.migrate import revisions, upgrade
from companion.words.catalogue import LANGUAGES, catalogue, tag
from companion.words.messages import PAGES

ROOT: Final = Path(__file__).parent.parent
SHELL: Final = ROOT / "pocket"
WORK: Final = ROOT / "build" / "pocket"
ENGINE: Final = WORK / "node_modules" / "pyodide"
PREFIX: Final = "pocket."
"""The beginning of the names of the shell's sentences."""

MOST: Final = 12_000_000
"""Bytes that a first visit may fetch."""

BROWSER: Final = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "implementation_name": "cpython",
    "extra": "",
    "platform_python_implementation": "CPython",
}
"""The environment there, which decides which packages the app needs."""

REPLACED: Final = frozenset({"brotli", "waitress", "lockup-companion"})
"""Packages that the app needs elsewhere: `companion.pocket` replaces one, another serves, and one is the app itself."""

LEFT_OUT: Final = re.compile(
    r"(^|/)(tests?|testing|swagger-ui|__pycache__)/|^companion/(adapters|cli|serving/server|hosting|py\.typed)"
    r"|^babel/locale-data/(?!(root|en|pl|zh|zh_Hans|zh_Hans_CN|en_US|pl_PL|en_001)\.dat)"
    r"|^sqlalchemy/ext/(automap|associationproxy|mutable|horizontal_shard|baked)"
    r"|^packaging/(licenses|pylock|direct_url|dependency_groups|metadata|_manylinux|_musllinux)"
    r"|^click/(testing|shell_completion|_winconsole)"
    r"|^mako/(ext|testing)|^werkzeug/debug"
)
"""Files that a pocket does not need: tests, commands, languages that are not spoken here, the reader of the API."""

MIGRATING: Final = re.compile(r"^(alembic|mako|migrations|sqlalchemy/dialects/(mssql|mysql|oracle|postgresql))/")
"""Files that are fetched only where a database of an earlier version is there."""

DATA: Final = re.compile(
    r"^(babel/.*\.dat|limits/resources/.*|tzdata/zoneinfo/.*|[^/]+\.dist-info/METADATA|companion/.*|migrations/.*)$"
)
"""The files besides Python's own that travel along."""

STANDARD: Final = re.compile(
    r"^(ensurepip|idlelib|lib2to3|pydoc_data|test|tkinter|turtledemo|unittest|venv|curses|dbm|xmlrpc|"
    r"pyrepl|_pyrepl|msilib|xml/dom)/|^(turtle|pydoc|doctest|pdb|antigravity|this|mailbox|imaplib|smtplib|poplib|ftplib|"
    r"pickletools|optparse|bdb|plistlib|pstats|trace|modulefinder|wave|compileall|profile|symtable|cmd|fileinput|pyclbr|"
    r"tabnanny|code|filecmp|zipapp|netrc|cProfile|rlcompleter|pty|webbrowser|sched|colorsys|tty|_pyio|"
    r"encodings/(cp(?!437|125\d)|mac_|iso2022|euc|johab|hp_|ptcp|shift|tis|kz|koi|palmos|rot|bz2|zlib|quopri|uu|hex)\w*)\.py$"
)
"""The parts of Python's own library that nobody here uses."""

KINDS: Final = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


def main() -> None:
    """Build it, and say where it is and what it weighs."""
    parser = argparse.ArgumentParser(prog="python -m tools.pocket", description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "dist" / "pocket", help="the folder that gets it")
    to = parser.parse_args().to.resolve()
    size = build(to)
    print(f"{to}: a first visit fetches {size / 1e6:.1f} MB. Try it: python -m http.server --directory {to}")
    if size > MOST:
        raise SystemExit(f"It may fetch {MOST / 1e6:.0f} MB.")


def build(to: Path, *, level: int = 9) -> int:
    """Make the folder again; return how many bytes a first visit fetches.

    Args:
        to: the folder.
        level: how small gzip makes the files, from 1 to 9: the smaller, the longer it takes.
    """
    _fetch_engine()
    parts = {
        "pyodide.mjs": _without_map((ENGINE / "pyodide.mjs").read_bytes()),
        "pyodide.asm.mjs": (ENGINE / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm": (ENGINE / "pyodide.asm.wasm").read_bytes(),
        **_python_files(),
        "empty.db": empty_database(),
        **{f"static/{name}": content for name, content in _static_files()},
        **{
            one.name: one.read_bytes()
            for one in SHELL.iterdir()
            if one.suffix in {".js", ".css"} and one.name != "sw.js"
        },
    }
    named = hashlib.sha256(b"".join(_digest(parts[name]) + name.encode() for name in sorted(parts))).hexdigest()[:12]
    page = (SHELL / "index.html").read_text("utf-8").replace("BUILD", named)
    words = json.dumps(_words(), ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    page = page.replace("WORDS", words)
    parts["index.html"] = page.encode()
    shutil.rmtree(to, ignore_errors=True)
    listed = [_put(to / named, name, content, level) for name, content in sorted(parts.items())]
    version = {"build": named, "version": importlib.metadata.version(APP_NAME), "files": listed}
    (to / "version.json").write_text(json.dumps(version, indent=1) + "\n", "utf-8")
    for name in ("index.html", "sw.js"):
        (to / name).write_bytes(parts.get(name) or (SHELL / name).read_bytes())
    shutil.copytree(SHELL / "unregister", to / "unregister")
    leaving = to / "unregister" / "index.html"
    leaving.write_text(leaving.read_text("utf-8").replace("WORDS", words), "utf-8")
    shutil.copy(SHELL / "shell.css", to / "unregister" / "unregister.css")
    for name, content in parts.items():
        # Files that a first visit needs before it can unpack any, and icons, which a system fetches by itself.
        if name in {"shell.js", "shell.css", "builds.js", "storage.js"} or name.startswith(
            ("static/icon-", "static/favicon")
        ):
            (to / named / name).write_bytes(content)
    (to / "manifest.webmanifest").write_text(json.dumps(_manifest(named), ensure_ascii=False), "utf-8")
    outside = sum((to / name).stat().st_size for name in ("index.html", "sw.js", "version.json"))
    return outside + sum(int(one["size"]) for one in listed if not one.get("later"))


def _fetch_engine() -> None:
    """Have npm fetch what `package-lock.json` pins by its hash, unless that is here already."""
    lock, here = SHELL / "package-lock.json", WORK / "package-lock.json"
    if here.exists() and here.read_bytes() == lock.read_bytes() and ENGINE.is_dir():
        return
    if not shutil.which("npm"):
        raise SystemExit("The pocket edition is built with npm and Node.js; install them first.")
    WORK.mkdir(parents=True, exist_ok=True)
    shutil.copy(SHELL / "package.json", WORK)
    here.unlink(missing_ok=True)
    shutil.copy(lock, WORK)
    _run("npm", "ci", "--prefix", str(WORK), "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def _python_files() -> dict[str, bytes]:
    """Return Python's library and everything of the app, as bytecode."""
    with zipfile.ZipFile(ENGINE / "python_stdlib.zip") as archive:
        standard = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    standard = {name: content for name, content in standard.items() if not STANDARD.search(name)}
    packages = dict(_package_files())
    own = dict(_own_files())
    sources = {
        **{f"0/app/{name}": content for name, content in own.items() if name.endswith(".py")},
        **{f"2/app/{name}": content for name, content in packages.items() if name.endswith(".py")},
        **{f"2/lib/{name}": content for name, content in standard.items() if name.endswith(".py")},
    }
    compiled = _compiled(sources)
    app = {name.removeprefix("app/"): content for name, content in compiled.items() if name.startswith("app/")}
    app |= {name: content for name, content in (packages | own).items() if not name.endswith(".py") or _is_read(name)}
    app["companion/pocket/revision.txt"] = revisions()[-1].encode()
    later = {name: app.pop(name) for name in list(app) if MIGRATING.match(name)}
    library = {name.removeprefix("lib/"): content for name, content in compiled.items() if name.startswith("lib/")}
    return {"app.files": _joined(app), "migrations.files": _joined(later), "python_stdlib.zip": _stored_zip(library)}


def _is_read(name: str) -> bool:
    """Return whether the source of a module is read too: modules that decide what templates become, and migrations."""
    return name in {"companion/pages/layout/frame.py", "companion/pages/layout/whitespace.py"} or name.startswith(
        "migrations/"
    )


def _own_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the app."""
    for folder in ("companion", "migrations"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in name and not LEFT_OUT.search(name):
                yield name, path.read_bytes()


def _package_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the packages that the app needs, each as its package says it is."""
    for package in sorted(_needed(APP_NAME, {}).values(), key=lambda one: one.name):
        for listed in package.files or ():
            name = listed.as_posix()
            if LEFT_OUT.search(name) or not (name.endswith(".py") or DATA.match(name)):
                continue
            content = Path(str(listed.locate())).read_bytes()
            if listed.hash and listed.hash.value != _record_digest(content, listed.hash.mode):
                raise SystemExit(f"{name} is not as {package.name} {package.version} has it: make clean, then again.")
            yield name, content
    yield f"{APP_NAME.replace('-', '_')}.dist-info/METADATA", _metadata()


def _needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the packages that the app needs in a browser, as they are installed here."""
    package = importlib.metadata.distribution(name)
    for line in package.requires or ():
        wanted = Requirement(line)
        known = wanted.name.lower().replace("_", "-")
        needs = wanted.marker is None or wanted.marker.evaluate(BROWSER)
        if needs and known not in found and known not in REPLACED:
            found[known] = importlib.metadata.distribution(known)
            _needed(known, found)
    return found


def _metadata() -> bytes:
    return f"Metadata-Version: 2.1\nName: {APP_NAME}\nVersion: {importlib.metadata.version(APP_NAME)}\n".encode()


def _record_digest(content: bytes, mode: str) -> str:
    return base64.urlsafe_b64encode(hashlib.new(mode, content).digest()).rstrip(b"=").decode()


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return bytecode of those sources, by name; what was compiled before is taken from `build/`."""
    kept = WORK / "compiled"
    pyodide = (SHELL / "package-lock.json").read_bytes() + (SHELL / "compile.mjs").read_bytes()
    keys = {name: hashlib.sha256(pyodide + name.encode() + content).hexdigest() for name, content in sources.items()}
    new = {name: content for name, content in sources.items() if not (kept / keys[name]).exists()}
    kept.mkdir(parents=True, exist_ok=True)
    if new:
        with tempfile.TemporaryDirectory(prefix="lockup-pocket-") as folder:
            given, made = Path(folder, "given"), Path(folder, "made")
            made.mkdir()
            for name, content in new.items():
                (given / name).parent.mkdir(parents=True, exist_ok=True)
                (given / name).write_bytes(content)
            _run("node", str(SHELL / "compile.mjs"), str(ENGINE), str(given), str(made))
            for name in new:
                shutil.move(made / f"{name[2:]}c", kept / keys[name])
    return {f"{name[2:]}c": (kept / key).read_bytes() for name, key in keys.items()}


def _joined(contents: Mapping[str, bytes]) -> bytes:
    """Return files one after the other, and before them, after its length, the list of their names and sizes."""
    names = sorted(contents)
    listed = json.dumps([[name, len(contents[name])] for name in names]).encode()
    return len(listed).to_bytes(4, "little") + listed + b"".join(contents[name] for name in names)


def _stored_zip(contents: Mapping[str, bytes]) -> bytes:
    """Return an archive whose files are not packed: all of it travels packed, and opens faster so."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name in sorted(contents):
                archive.writestr(zipfile.ZipInfo(name), contents[name])
        file.seek(0)
        return file.read()


def empty_database() -> bytes:
    """Return a database as the migrations make it, in which nothing is yet."""
    with tempfile.TemporaryDirectory(prefix="lockup-pocket-") as folder:
        file = Path(folder, "empty.db")
        engine = create_engine(f"sqlite:///{file}")
        upgrade(engine)
        engine.dispose()
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        return file.read_bytes()


def _static_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of pages as a server sends them."""
    for path in sorted(files.STATIC.rglob("*")):
        name = path.relative_to(files.STATIC).as_posix()
        if path.is_file() and not LEFT_OUT.search(name) and not name.startswith(files.VENDOR):
            yield name, files.content(name)


def _words() -> dict[str, dict[str, str]]:
    """Return the sentences of the shell, by language."""
    keys = [key for key in PAGES if key.startswith(PREFIX)]
    return {
        language: {
            **{key.removeprefix(PREFIX): catalogue(language).gettext(PAGES[key].one) for key in keys},
            "tag": tag(language),
            "own_name": own_name,
        }
        for language, own_name in LANGUAGES.items()
    }


def _manifest(named: str) -> dict[str, Any]:
    """Return the app as something to put on a home screen."""
    icons = [
        {
            "src": f"{named}/static/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": PURPOSE,
        }
        for size in SIZES
    ]
    return {
        "id": f"./{APP_NAME}",
        "name": frame.page_text("en", "app.name"),
        "short_name": "Lockup",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "icons": icons,
    }


def _put(folder: Path, name: str, content: bytes, level: int) -> dict[str, Any]:
    """Write a file packed, and say of it what the shell has to know."""
    packed = gzip.compress(content, level, mtime=0)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.gz").write_bytes(packed)
    kind = KINDS.get(Path(name).suffix, "application/octet-stream")
    said = {"name": name, "size": len(packed), "sha256": _digest(packed).hex(), "kind": kind}
    return {**said, "later": True} if name == "migrations.files" else said


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _without_map(script: bytes) -> bytes:
    """Return a script without the comment that leads to its source map."""
    return re.sub(rb"//# sourceMappingURL=.*", b"", script)


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "npm_config_update_notifier": "false"})


if __name__ == "__main__":
    main()
