// The files that last: in the browser's private file system, else in its database, else nowhere.
// Python's SQLite reads and writes them as files of a folder; an answer leaves once `keep` has come to its end.

const NAMES = ["lockup.db", "lockup.db-journal", "phone.db", "phone.db-journal"];
const PAGE = 4096;

/** Numbers by which C knows what went wrong. */
const NO_SUCH_FILE = 44;
const NO_ROOM = 51;
const WRONG = 28;
const FAULT = 29;

const FOLDER = 0o40755;
const FILE = 0o100644;
const IS_FOLDER = (mode) => (mode & 0o170000) === 0o040000;

/** Bytes in memory, and which pages of them were changed since they were kept. */
class MemoryFile {
  constructor(bytes = new Uint8Array(0)) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.changed = new Set();
  }

  size() {
    return this.length;
  }

  read(target, at) {
    const found = this.bytes.subarray(at, Math.min(this.length, at + target.length));
    target.set(found);
    return found.length;
  }

  write(source, at) {
    this.reach(at + source.length);
    this.bytes.set(source, at);
    for (let page = Math.floor(at / PAGE); page * PAGE < at + source.length; page += 1) this.changed.add(page);
    return source.length;
  }

  reach(length) {
    if (length <= this.length) return;
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.fill(0, this.length, length);
    this.length = length;
  }

  truncate(length) {
    this.reach(length);
    this.length = length;
  }

  flush() {}
}

/** A file of the browser's private file system; what is written is there, and flushed it outlasts a power cut. */
class PrivateFile {
  constructor(handle) {
    this.handle = handle;
    this.dirty = false;
  }

  size() {
    return this.handle.getSize();
  }

  read(target, at) {
    return this.handle.read(target, { at });
  }

  write(source, at) {
    this.dirty = true;
    // Where there is no room Chromium throws nothing and returns some other number.
    if (this.handle.write(source, { at }) !== source.length) throw new DOMException("No room", "QuotaExceededError");
    return source.length;
  }

  truncate(length) {
    this.dirty = true;
    this.handle.truncate(length);
  }

  flush() {
    if (this.dirty) this.handle.flush();
    this.dirty = false;
  }
}

/**
 * Open the files of the pocket that is served under `place`.
 * @returns {Promise<{kind: string, files: Map<string, any>, keep: () => Promise<void>, restore: () => Promise<void>, close: () => void, folder: any}>}
 */
export async function openStorage(place) {
  for (const open of [openPrivate, openIndexed]) {
    try {
      return await open(place);
    } catch (fault) {
      // A tab that was just closed has its files for a moment still: the caller tries again.
      if (fault.name === "NoModificationAllowedError") throw fault;
      console.info(`Storage: ${fault.name}: ${fault.message}`);
    }
  }
  const nothing = async () => {};
  return { kind: "memory", files: new Map(NAMES.map((name) => [name, new MemoryFile()])), keep: nothing, restore: nothing, close: () => {}, folder: null };
}

const named = (place) => `lockup ${place}`.replaceAll("/", "_");

/** The folder of this pocket in the browser's private file system. */
export async function folderOf(place) {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(named(place), { create: true });
}

/** Whether this browser has games of the pocket that is served under `place`; where that can't be known, it may have. */
export async function hasGames(place) {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(named(place));
    await folder.getFileHandle("lockup.db");
    return true;
  } catch {
    return indexedDB.databases().then(
      (found) => found.some(({ name }) => name === named(place)),
      () => true,
    );
  }
}

async function openPrivate(place) {
  const folder = await folderOf(place);
  const files = new Map();
  for (const name of NAMES) {
    const file = await folder.getFileHandle(name, { create: true });
    files.set(name, new PrivateFile(await file.createSyncAccessHandle()));
  }
  const keep = async () => {
    for (const file of files.values()) file.flush();
  };
  const close = () => {
    for (const { handle } of files.values()) handle.close();
  };
  return { kind: "private", files, keep, restore: keep, close, folder };
}

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openIndexed(place) {
  const opening = indexedDB.open(named(place), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("pages");
  const database = await asked(opening);
  const owner = crypto.randomUUID();
  const begin = () => database.transaction("pages", "readwrite", { durability: "strict" });
  const done = (transaction) =>
    new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("Another tab has it.", "AbortError"));
    });
  const taking = begin();
  taking.objectStore("pages").put(owner, "owner");
  await done(taking);
  const files = new Map(NAMES.map((name) => [name, new MemoryFile()]));
  const restore = async () => {
    for (const [name, file] of files) await readIndexed(database, name, file);
  };
  await restore();
  const keep = async () => {
    const changed = [...files].filter(([, file]) => file.changed.size || file.kept !== file.length);
    if (!changed.length) return;
    const writing = begin();
    const pages = writing.objectStore("pages");
    // A tab that slept while another took over writes nothing any more.
    pages.get("owner").onsuccess = ({ target }) => {
      if (target.result !== owner) return writing.abort();
      for (const [name, file] of changed) {
        for (const page of file.changed) {
          if (page * PAGE < file.length) pages.put(file.bytes.slice(page * PAGE, Math.min(file.length, (page + 1) * PAGE)), [name, page]);
        }
        pages.put(file.length, [name, "length"]);
      }
    };
    await done(writing);
    for (const [, file] of changed) {
      file.changed.clear();
      file.kept = file.length;
    }
  };
  return { kind: "indexed", files, keep, restore, close: () => database.close(), folder: null };
}

async function readIndexed(database, name, file) {
  const pages = database.transaction("pages").objectStore("pages");
  const length = (await asked(pages.get([name, "length"]))) ?? 0;
  const bytes = new Uint8Array(length);
  const range = IDBKeyRange.bound([name, 0], [name, Infinity]);
  const [keys, values] = await Promise.all([asked(pages.getAllKeys(range)), asked(pages.getAll(range))]);
  keys.forEach(([, page], index) => {
    const at = page * PAGE;
    if (at < length) bytes.set(values[index].subarray(0, length - at), at);
  });
  Object.assign(file, { bytes, length, kept: length, changed: new Set() });
}

/** Make a folder of Python's file system that holds those files; any other file in it lives in memory. */
export function mount(FS, folder, files) {
  const fail = (number) => {
    throw new FS.ErrnoError(number);
  };
  const tried = (act) => {
    try {
      return act();
    } catch (fault) {
      console.info(`Storage: ${fault.name}: ${fault.message}`);
      return fail(fault.name === "QuotaExceededError" ? NO_ROOM : FAULT);
    }
  };
  const stream = {
    llseek(opened, offset, whence) {
      const from = whence === 1 ? opened.position : whence === 2 ? opened.node.file.size() : 0;
      return from + offset < 0 ? fail(WRONG) : from + offset;
    },
    read: (opened, buffer, offset, length, at) => tried(() => opened.node.file.read(buffer.subarray(offset, offset + length), at)),
    write: (opened, buffer, offset, length, at) => tried(() => opened.node.file.write(buffer.subarray(offset, offset + length), at)),
    fsync(opened) {
      tried(() => opened.node.file.flush());
      return 0;
    },
  };
  const make = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = operations;
    node.stream_ops = stream;
    node.made = new Date();
    if (IS_FOLDER(mode)) node.children = new Set();
    else node.file = files.get(name) ?? new MemoryFile();
    parent?.children.add(name);
    return node;
  };
  const operations = {
    getattr(node) {
      const size = node.file ? node.file.size() : PAGE;
      const times = { atime: node.made, mtime: node.made, ctime: node.made };
      return { dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: PAGE, blocks: Math.ceil(size / 512), ...times };
    },
    setattr(node, given) {
      if (given.mode !== undefined) node.mode = given.mode;
      if (given.size !== undefined) tried(() => node.file.truncate(given.size));
    },
    lookup: () => fail(NO_SUCH_FILE),
    mknod: (parent, name, mode) => make(parent, name, mode),
    unlink(parent, name) {
      parent.children.delete(name);
      // That a journal is empty says that there is none.
      tried(() => {
        const file = files.get(name);
        file?.truncate(0);
        file?.flush();
      });
    },
    rename(node, folder, name) {
      node.parent.children.delete(node.name);
      folder.children.add(name);
      node.name = name;
    },
    rmdir: () => {},
    readdir: (node) => [".", "..", ...node.children],
  };
  FS.mkdirTree(folder);
  FS.mount({ mount: () => make(null, "/", FOLDER) }, {}, folder);
  const root = FS.lookupPath(folder).node;
  for (const [name, file] of files) if (file.size()) make(root, name, FILE);
}

/** Whether there is a database; its first page was written last. */
export function isFilled(file) {
  const head = new Uint8Array(6);
  file.read(head, 0);
  return new TextDecoder().decode(head) === "SQLite";
}

/** Give a phone that has no database yet an empty one. */
export function fill(file, empty) {
  file.truncate(0);
  file.write(empty.subarray(PAGE), PAGE);
  file.flush();
  file.write(empty.subarray(0, PAGE), 0);
  file.flush();
}
