// Compiles Python files to bytecode with the Python that runs in the browser: no other knows its format.
// node compile.mjs PYODIDE SOURCES TARGET

import path from "node:path";
import { pathToFileURL } from "node:url";

const [engine, sources, target] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(pathToFileURL(path.join(engine, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: engine });

for (const [place, folder] of [["/sources", sources], ["/target", target]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}

python.runPython(`
from importlib.util import source_hash
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from types import CodeType

SOURCES, TARGET = Path("/sources"), Path("/target")

def without_lines(code):
    """The same code, of which each instruction stands on its first line: that packs to nothing."""
    inner = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    # Entries of a location table: no columns (13), for eight instructions each, no line further than the one before.
    table = bytes([0x80 | 13 << 3 | 7, 0]) * whole + bytes([0x80 | 13 << 3 | rest - 1, 0][: 2 * bool(rest)])
    return code.replace(co_linetable=table, co_consts=inner)

for level in (0, 2):
    # What others wrote does without its docstrings, assertions and numbers of lines.
    for source in sorted((SOURCES / str(level)).rglob("*.py")):
        name = source.relative_to(SOURCES / str(level))
        text = source.read_bytes()
        code = compile(text, f"/{name}", "exec", dont_inherit=True, optimize=level)
        to = TARGET / name.with_suffix(".pyc")
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(_code_to_hash_pyc(without_lines(code) if level else code, source_hash(text), False))
`);
