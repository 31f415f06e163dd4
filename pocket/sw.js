// Stands between the pages of the pocket edition and the network: files come from the kept build, pages from the worker
// of the tab that has the database. It says nothing of its own and changes seldom, so that a broken build can be left.

const SCOPE = new URL(registration.scope);
const POINTER = `lockup ${SCOPE.pathname} current`;
const cacheOf = (build) => `lockup ${SCOPE.pathname} build ${build}`;
const PAST = /^(sw\.js|version\.json|unregister(\/.*)?)$/;
const PATIENCE = 120_000;
const TRIES = 2;
const PASSED_ON = ["accept", "accept-language", "content-type", "if-match", "if-none-match", "idempotency-key", "authorization", "prefer", "x-request-id"];

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join("; ");

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const path = url.pathname.slice(SCOPE.pathname.length);
  if (PAST.test(path)) return;
  event.respondWith(answer(event, url, path));
});

/** The build in use. One that has not answered yet says which was before it, and how often it was opened. */
async function pointer() {
  const found = await (await caches.open(POINTER)).match(SCOPE.href);
  return found ? found.json() : null;
}

/** The build to open; a new one that was opened twice and has never answered is left for the one before. */
async function buildToOpen() {
  const found = await pointer();
  if (!found?.before) return found?.build;
  const next = found.opened < TRIES ? { ...found, opened: found.opened + 1 } : { build: found.before };
  await (await caches.open(POINTER)).put(SCOPE.href, new Response(JSON.stringify(next)));
  return next.build;
}

async function answer(event, url, path) {
  const { request } = event;
  const build = request.destination === "document" ? await buildToOpen() : (await pointer())?.build;
  if (!build) return fetch(request);
  if (request.destination === "document") return shell(build, request);
  const kept = await caches.open(cacheOf(build));
  if (path.startsWith(`${build}/`) || path.startsWith("static/")) {
    const file = path.startsWith("static/") ? `${build}/${path}` : path;
    const found = await kept.match(SCOPE.href + file);
    if (found) return found;
  }
  // Files of another build: the one that is fetched now, or one that was left.
  if (/^[0-9a-f]{12}\//.test(path)) return (await caches.match(SCOPE.href + path)) ?? fetch(request);
  return pageOf(build, request, url);
}

/** The page around the app, under whatever address it was opened. */
async function shell(build, request) {
  const found = await (await caches.open(cacheOf(build))).match(`${SCOPE.href}${build}/index.html`);
  if (!found) return fetch(request);
  const text = (await found.text()).replace('<base href="./">', `<base href="${SCOPE.pathname}">`);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY } });
}

/** What the app answers, in the tab that has it. */
async function pageOf(build, request, url) {
  const ours = request.referrer.startsWith(SCOPE.href);
  const safe = request.method === "GET" || request.method === "HEAD";
  const headers = { "sec-fetch-site": ours ? "same-origin" : safe ? "none" : "cross-site", referer: ours ? request.referrer : "" };
  for (const name of PASSED_ON) if (request.headers.has(name)) headers[name] = request.headers.get(name);
  headers["accept-language"] ??= navigator.languages.join(",");
  const body = safe ? null : await request.arrayBuffer();
  const answered = await asked({ kind: "ask", method: request.method, address: url.href, headers, body });
  if (answered === undefined) return refused(build, 503, "nobody");
  if (answered === null) return refused(build, 500, "not_saved_fault");
  const empty = [204, 205, 304].includes(answered.status) || request.method === "HEAD";
  return new Response(empty ? null : answered.body, { status: answered.status, headers: framed(answered.headers) });
}

/** Pages stand in a frame of ours, and in nobody else's. */
const framed = (headers) =>
  headers.map(([name, value]) => [name, name.toLowerCase() === "content-security-policy" ? value.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : value]);

/** The answer of the tab that has the app; null: it failed, undefined: there is none. */
async function asked(message) {
  const shells = (await clients.matchAll({ type: "window" })).filter((one) => one.frameType === "top-level");
  if (!shells.length) return undefined;
  return new Promise((resolve) => {
    for (const one of shells) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      one.postMessage(message, [port2]);
    }
    setTimeout(resolve, PATIENCE);
  });
}

/** A sentence where the app itself cannot say it. */
async function refused(build, status, key) {
  const page = await (await caches.open(cacheOf(build))).match(`${SCOPE.href}${build}/index.html`);
  const words = JSON.parse((await page.text()).match(/id="words">(.*)<\/script>/)[1]);
  const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in words) ?? "en";
  const text = `<!doctype html><html lang="${words[language].tag}"><title>Lockup companion</title><p>${words[language][key]}</p>`;
  return new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'" } });
}
