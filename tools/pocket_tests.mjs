// Runs tests with the Python that runs in the browser, under Node.js.
// node pocket_tests.mjs PYODIDE PROJECT PACKAGES ARGUMENTS_OF_PYTEST...

import path from "node:path";
import { pathToFileURL } from "node:url";

const [engine, project, packages, pure, ...given] = process.argv.slice(2);
const indexURL = path.resolve(engine);
const { loadPyodide } = await import(pathToFileURL(path.join(indexURL, "pyodide.mjs")));
const python = await loadPyodide({ indexURL, env: { HOME: "/tmp", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1" } });

for (const [place, folder] of [["/project", project], ["/packages", packages], ["/pure", pure]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(folder) }, place);
}
python.globals.set("given", python.toPy(given));
process.exitCode = python.runPython(`
import os
import sys

os.chdir("/project")
sys.path[:0] = ["/project", "/pure", "/packages"]
from companion.pocket.missing import stand_in

stand_in()
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

from companion.serving.server import HomeServer


def skipping(reason):
    return lambda *_, **__: pytest.skip(reason)


class Missing(ModuleType):
    """A package of which every function skips the test that calls it."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return skipping("It needs " + self.__name__ + ", which is written in Rust.")


sys.modules["jsonschema_rs"] = Missing("jsonschema_rs")
subprocess.Popen.__init__ = skipping("It starts a process.")
# The app does the work of a thread at once, which never ends if the thread goes on beside it.
start = threading.Thread.start


def start_if_it_ends(thread):
    if thread.daemon:
        pytest.skip("It needs threads.")
    start(thread)


threading.Thread.start = start_if_it_ends
# What waits for another thread would wait without end: there is no other. A timer waits by itself, and shortly.
wait = threading.Condition.wait


def wait_shortly(condition, timeout=None):
    if timeout is None or timeout > 1:
        pytest.skip("It needs threads.")
    return wait(condition, timeout)


threading.Condition.wait = wait_shortly
HomeServer.__init__ = skipping("It needs a server.")
ThreadPoolExecutor.submit = threading.Barrier.wait = skipping("It needs threads.")

# Without the plugins that start processes or threads, and so without the options that the project gives them.
with open("/tmp/pytest.ini", "w") as file:
    file.write("[pytest]\\npythonpath = /project/tests\\nfilterwarnings = ignore\\n")
plugins = ["-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
int(pytest.main(["-c", "/tmp/pytest.ini", "--rootdir", "/project", *plugins, *given]))
`);
