// Python with the app in it, beside the page: it starts from a memory that it kept, or from the files, and answers.

import createModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { fill, folderOf, isFilled, mount, openStorage } from "./storage.js";

const HERE = new URL("./", import.meta.url).href;
const BUILD = HERE.split("/").at(-2);
const FOLDER = "/data";
const APP = "/app";
const HEAD = 64;
const ATTEMPTS = 40;
const PAUSE = 50;

const tell = (kind, more = {}) => postMessage({ kind, ...more });
const bytesOf = async (name) => new Uint8Array(await (await fetch(HERE + name)).arrayBuffer());

const settings = {
  indexURL: HERE,
  packageBaseUrl: HERE,
  lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} },
  stdout: (line) => console.info(line),
  stderr: (line) => console.info(line),
};

/** Give back the memory of bytes that nobody needs any more, by sending them nowhere: an idle worker would keep it. */
function letGo({ buffer }) {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(buffer, [buffer]);
  port1.close();
  port2.close();
}

/** Put the files of the app where Python finds them; what is there already is left. */
function unpack(FS, packed, isWanted = () => true) {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  let at = 4 + length;
  const folders = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(packed.subarray(4, at)))) {
    const path = `${APP}/${name}`;
    if (isWanted(path)) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!folders.has(folder)) FS.mkdirTree(folder);
      folders.add(folder);
      FS.writeFile(path, packed.slice(at, at + size), { canOwn: true });
    }
    at += size;
  }
  letGo(packed);
}

/** Python as it starts from nothing, with the app made. */
async function startCold(how = {}) {
  const [python, app] = await Promise.all([loadPyodide({ ...settings, ...how }), bytesOf("app.files")]);
  tell("step", { done: 1 });
  unpack(python.FS, app);
  python.runPython(`
import sys
sys.path.insert(0, "${APP}")
sys.dont_write_bytecode = True
from companion.pocket.missing import stand_in
stand_in()
from companion.pocket.phone import Phone
phone = Phone()
`);
  return python;
}

/** Make what makes a module with so much memory: Pyodide restores into the memory that there is, and that is too small. */
function moduleOf(length) {
  return async (given) => {
    const module = await createModule(given);
    module.growMemory(length);
    return module;
  };
}

/** Python as it was when its memory was kept. */
async function startWarm({ bytes, whole }) {
  const app = bytesOf("app.files");
  // Pyodide holds on to what it is given, and a function to all around it: the memory would be there twice.
  const python = await loadPyodide({ ...settings, _loadSnapshot: bytes, createPyodideModule: moduleOf(whole) });
  delete python._api.config._loadSnapshot;
  letGo(bytes);
  tell("step", { done: 1 });
  const loaded = python.runPython("import sys; [one.__file__ for one in [*sys.modules.values()] if getattr(one, '__file__', None)]");
  const known = new Set(loaded.toJs());
  loaded.destroy();
  unpack(python.FS, await app, (path) => !known.has(path));
  return python;
}

/** The memory that this build has kept on this phone, if all of it is there, and how long it was. */
async function keptMemory(folder) {
  if (!folder) return null;
  try {
    const file = await (await folder.getFileHandle("memory")).createSyncAccessHandle();
    try {
      const head = new Uint8Array(HEAD);
      file.read(head, { at: 0 });
      const [build, length, whole] = new TextDecoder().decode(head).trim().split(" ");
      if (build !== BUILD || file.getSize() !== HEAD + Number(length)) return null;
      const bytes = new Uint8Array(Number(length));
      file.read(bytes, { at: HEAD });
      return { bytes, whole: Number(whole) };
    } finally {
      file.close();
    }
  } catch {
    return null;
  }
}

/** Make a memory for the next start, with all in it that pages need, while another worker is asked. */
async function makeMemory(place) {
  const folder = await folderOf(place);
  if (await keptMemory(folder)) return;
  const made = await startCold({ _makeSnapshot: true });
  made.FS.mkdirTree(FOLDER);
  made.FS.writeFile(`${FOLDER}/lockup.db`, await bytesOf("empty.db"));
  made.runPython("phone.warm()");
  await keepMemory(folder, made.makeMemorySnapshot());
}

/** Keep it, without the zeros at its end, where there is room; its head is written last and says that it is whole. */
async function keepMemory(folder, made) {
  const memory = made.subarray(0, made.findLastIndex(Boolean) + 1);
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < 2 * memory.length) return;
  const file = await (await folder.getFileHandle("memory", { create: true })).createSyncAccessHandle();
  try {
    file.truncate(0);
    file.write(memory, { at: HEAD });
    file.flush();
    file.write(new TextEncoder().encode(`${BUILD} ${memory.length} ${made.length} `.padEnd(HEAD)), { at: 0 });
    file.flush();
  } catch (fault) {
    console.info(`Memory not kept: ${fault.message}`);
    file.truncate(0);
  } finally {
    file.close();
  }
}

/** The storage; a tab that was closed a moment ago may have it still. */
async function storageOf(place) {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await openStorage(place);
    } catch (fault) {
      if (!left) throw fault;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

let storage;
let python;
let phone;
let place;
let zone;

async function start(given) {
  ({ place, zone } = given);
  const begun = performance.now();
  storage = await storageOf(place);
  const memory = given.cold ? null : await keptMemory(storage.folder);
  try {
    python = memory && (await startWarm(memory));
  } catch (fault) {
    console.info(`The kept memory is of no use: ${fault.message}`);
  }
  const warm = Boolean(python);
  python ||= await startCold();
  tell("step", { done: 2 });
  if (!isFilled(storage.files.get("lockup.db"))) fill(storage.files.get("lockup.db"), await bytesOf("empty.db"));
  mount(python.FS, FOLDER, storage.files);
  phone = python.globals.get("phone");
  if (phone.must_migrate()) unpack(python.FS, await bytesOf("migrations.files"));
  phone.open(zone);
  await storage.keep();
  // Another tab asks for the app; the page of this one may be busy and not hear it.
  new BroadcastChannel(`lockup ${place}/`).onmessage = ({ data: asked }) => asked === "yield" && rest();
  tell("ready", { storage: storage.kind, warm, milliseconds: Math.round(performance.now() - begun) });
}

/** What the app answers to a request; `how` is the method of the phone that is asked. */
function ask(how, { method, address, headers, body }) {
  const given = python.toPy(headers);
  const sent = python.toPy(new Uint8Array(body ?? 0));
  try {
    const answered = how(method, address, place, given, sent);
    const [status, sentHeaders, content] = answered.toJs();
    answered.destroy();
    return { status, headers: sentHeaders, body: content.buffer };
  } finally {
    given.destroy();
    sent.destroy?.();
  }
}

/** An answer leaves once its bytes last; where they cannot be kept, all is as it was before. */
async function answer(request) {
  const found = ask(phone.ask, request);
  try {
    await storage.keep();
  } catch (fault) {
    console.info(`Storage: ${fault.name}: ${fault.message}`);
    if (fault.name !== "QuotaExceededError") throw fault;
    phone.close();
    await storage.restore();
    phone.open(zone);
    return ask(phone.refuse, request);
  }
  return found;
}

let turn = Promise.resolve();

/** Answer what was asked before, then let go of the files. */
function rest() {
  turn = turn.then(() => {
    if (phone) {
      phone.close();
      storage.close();
    }
    phone = null;
    tell("rests");
  });
}

onmessage = ({ data, ports }) => {
  if (data.kind === "start") {
    turn = start(data).catch((fault) => {
      const lines = String(fault.message ?? fault).trim().split("\n");
      console.info(lines.join("\n"));
      tell("failed", { reason: lines.at(-1) });
      throw fault;
    });
    turn.catch(() => {});
  } else if (data.kind === "choose") {
    turn = turn.then(async () => {
      for (const [name, value] of Object.entries(data.cookies)) phone?.remember(name, value);
      await storage.keep().catch((fault) => console.info(`Storage: ${fault.message}`));
    });
  } else if (data.kind === "make") {
    makeMemory(data.place)
      .catch((fault) => console.info(`Memory not made: ${fault.message}`))
      .finally(() => tell("made"));
  } else if (data.kind === "ask") {
    const [port] = ports;
    turn = turn.then(async () => {
      try {
        const answered = await answer(data);
        port.postMessage(answered, answered.body ? [answered.body] : []);
      } catch (fault) {
        console.info(`A request failed: ${fault.message}`);
        port.postMessage(null);
      }
    });
  } else if (data.kind === "rest") {
    rest();
  }
};
