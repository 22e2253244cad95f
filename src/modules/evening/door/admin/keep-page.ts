import { buildOfPage } from "#src/ui/router-internals.ts";

/** The cache of one page, which `public/door-worker.js` answers it from. */
const cacheOf = (page: string) => `door ${page}`;

/** Where the worker finds that a newer page is out. */
const NEWER = "/door-newer";

/** The files of this page: what it has loaded until now. */
const loadedFiles = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && /^\/(assets|icon-|door|favicon|apple-)/.test(pathname),
      )
      .map(({ pathname }) => pathname)
      .filter((path) => !path.startsWith("/door-worker")),
  ),
];

const ASKED = { headers: { accept: "text/html", "x-by-itself": "1" }, cache: "no-store" } as const;

const userIn = (html: string) => /<meta name="door-user" content="([^"]*)"/.exec(html)?.[1];

/** Whether a page is of the release that runs here, whose files this phone has. */
const isOfRelease = (html: string): boolean => html.includes(`"${buildOfPage()}"`);

/**
 * Keeps this page and the files that it runs with, so that it opens without a connection. A page of a newer release isn't kept
 * before it has itself been opened and has loaded its own files; the worker is only told that it is out. Answers `other` when
 * somebody else is signed in by now, and `nobody` when no one is.
 */
export async function keepPage(me: { id: string }): Promise<"kept" | "newer" | "other" | "nobody" | "offline"> {
  if (!("caches" in globalThis)) return "kept";
  const page = location.pathname;
  let answer: Response;
  try {
    answer = await fetch(page, ASKED);
  } catch {
    return "offline";
  }
  // the copy would be opened again, and again find somebody else
  if (answer.redirected || answer.status === 403) {
    await forgetPage();
    return "nobody";
  }
  if (!answer.ok) return "offline";
  const html = await answer.text();
  if (userIn(html) !== me.id) {
    await forgetPage();
    return "other";
  }
  const cache = await caches.open(cacheOf(page));
  if (!isOfRelease(html)) {
    await cache.put(NEWER, new Response(""));
    return "newer";
  }
  // a page that another one led to has their stylesheets, but may not have loaded the files that it names
  const files = [...new Set([...loadedFiles(), ...filesNamed(html).filter((file) => file.endsWith(".css"))])];
  const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !paths.has(file)));
  await cache.put(page, new Response(html, { headers: keptHeaders(answer.headers) }));
  await cache.delete(NEWER);
  const urls = new Set([page, ...files, ...filesNamed(html)]);
  await Promise.all([...paths].filter((path) => !urls.has(path)).map((path) => cache.delete(path)));
  document.documentElement.dataset["kept"] = "";
  return "kept";
}

/**
 * Reads the copy of another page again, if this phone has one: what was done here shows there, and there may be no connection when it
 * is opened. A copy that can't be read now stays.
 */
export async function renewPage(page: string, me: { id: string }): Promise<void> {
  if (!("caches" in globalThis) || !(await caches.has(cacheOf(page)))) return;
  const answer = await fetch(page, ASKED).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const html = await answer.text();
  if (userIn(html) !== me.id || !isOfRelease(html)) return;
  const cache = await caches.open(cacheOf(page));
  await cache.put(page, new Response(html, { headers: keptHeaders(answer.headers) }));
}

/** Deletes the stored page from the phone: the next time it opens, it asks the server who is signed in. */
export async function forgetPage(): Promise<void> {
  await globalThis.caches?.delete(cacheOf(location.pathname));
}

// the length of the compressed page isn't that of its text
function keptHeaders(input: Headers): Headers {
  const headers = new Headers(input);
  for (const name of ["content-encoding", "content-length", "set-cookie"]) headers.delete(name);
  return headers;
}

/** What an earlier opening has loaded, such as the texts of a part that wasn't shown this time, may be needed again. */
const filesNamed = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? [];

/** Registers the worker that opens this page without a connection. Without a secure connection there is none. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register("/door-worker.js", { scope: location.pathname }).catch(() => {});
}
