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
import py_compile
from pathlib import Path

SOURCES, TARGET = Path("/sources"), Path("/target")
for level in (0, 2):
    # What others wrote does without its docstrings and assertions.
    for source in sorted((SOURCES / str(level)).rglob("*.py")):
        name = source.relative_to(SOURCES / str(level))
        to = TARGET / name.with_suffix(".pyc")
        to.parent.mkdir(parents=True, exist_ok=True)
        py_compile.compile(
            str(source), str(to), dfile=f"/{name}", doraise=True, optimize=level,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
`);
