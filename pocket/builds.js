// The builds that this browser has: each whole, each in a cache of its own, and which of them is in use.

const SCOPE = new URL(document.baseURI);
const POINTER = `lockup ${SCOPE.pathname} current`;
const cacheOf = (build) => `lockup ${SCOPE.pathname} build ${build}`;

/** What a worker may do; a page's own policy does not reach it. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

class DamagedFile extends Error {
  name = "DamagedFile";
}

const point = async (to) => (await caches.open(POINTER)).put(SCOPE.href, new Response(JSON.stringify(to)));

/** The build in use, or null. */
export async function currentBuild() {
  const pointer = await (await caches.open(POINTER)).match(SCOPE.href);
  return pointer ? pointer.json() : null;
}

/** Use a build from the next request on; one before it stays until this one has answered. */
export async function useBuild(build, before) {
  await point(before ? { build, before, opened: 0 } : { build });
}

/** This build has answered: it stays, with the one that was before it, and every other one goes. */
export async function keepBuild(build) {
  const { before, previous = before } = (await currentBuild()) ?? {};
  if (before) await point({ build, previous });
  const stay = [cacheOf(build), cacheOf(previous)];
  const others = (await caches.keys()).filter((one) => one.startsWith(cacheOf("")) && !stay.includes(one));
  await Promise.all(others.map((one) => caches.delete(one)));
}

/** What the host has to offer, past every cache. */
export async function newestVersion() {
  const answer = await fetch(`${SCOPE.href}version.json`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`version.json: ${answer.status}`);
  return answer.json();
}

/** The files of a build that a first visit needs; those that bring older games to it are needed by a later one. */
export const filesOf = (version, first) => version.files.filter((one) => !(first && one.later));

export const sizeOf = (files) => files.reduce((sum, one) => sum + one.size, 0);

/** Get the files of a build that are not here yet. */
export async function fetchBuild(version, files, told) {
  const cache = await caches.open(cacheOf(version.build));
  const all = sizeOf(files);
  let bytes = 0;
  for (const file of files) {
    const address = `${SCOPE.href}${version.build}/${file.name}`;
    if (!(await cache.match(address))) {
      const packed = await received(`${address}.gz`, (more) => told(bytes + more, all));
      if ((await digest(packed)) !== file.sha256) throw new DamagedFile(file.name);
      const unpacked = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
      await cache.put(address, new Response(unpacked, { headers: { "Content-Type": file.kind, "Content-Security-Policy": POLICY } }));
    }
    bytes += file.size;
    told(bytes, all);
  }
}

async function received(address, told) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const reader = answer.body.getReader();
  const parts = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value);
    length += value.length;
    told(length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function digest(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
