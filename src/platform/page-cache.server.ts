import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { encodingFor } from "#src/platform/compress-answer.server.ts";
import type { Sample } from "#src/platform/metrics.server.ts";

/** Cached pages expire after this: the seats left that they show are at most this old. */
const KEEP_MS = 15_000;
/** In the last part of that time one request renders it anew, and the others get it as it is meanwhile. */
const RENEW_MS = 5000;
/** A render that fails is tried again after this. */
const RETRY_MS = 1000;
/** A page that can't be rendered at the moment (503) is shown as it was, if it is no older than this. */
const STALE_MS = 10 * 60_000;
/** The least used are evicted beyond this, so that made-up addresses can't fill the memory. */
const MOST_PAGES = 300;
/** So many pages that were asked for only once may be kept: a flood of them replaces each other, not the pages in use. */
const MOST_ONCE = 60;
/** So many pages are kept unpacked as well, for clients that take no compressed one: programs, of which many may come at once. */
const MOST_UNPACKED = 16;
/**
 * Brotli's quality for a page that is asked for now and then, and for one that had so many hits while it was kept. At 5 it takes
 * twice as long as at 4 for 7 % less; 9 takes twenty times that for 2 % less.
 */
const [QUALITY, QUALITY_OF_POPULAR, POPULAR_HITS] = [4, 5, 10];

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

/** The parts of a request that decide which page it gets; `url` is path and query. */
export type AskedPage = { method: string; url: string; host: string; cookie: string };

/** The cache key of a request for a page that is the same for everyone. */
export type PageKey = { key: string; path: string; theme: "light" | "dark"; status?: 200 | 404 };

type Cached = {
  status: number;
  until: number;
  /** When the next request is to render it anew. */
  renewAt: number;
  hits: number;
  /** Its hits when it was rendered. */
  hitsBefore: number;
  etag: string;
  br: Written;
  /** Made when it is first asked for: nearly every browser takes the other. */
  gzip: Written | null;
  plainHeaders: string[];
};
type Written = { headers: string[]; body: Buffer };

export type PageCacheOptions = {
  /** Pages that are the same for everyone, by path (with its language). Nothing else is cached. */
  pages: RegExp;
  /** Query parameters that such pages use; the others are neither passed to the page nor part of the key. */
  query: readonly string[];
  /** Whether a parameter's value is one that such pages know; others are redirected, or each would be a page of its own. */
  knows: (name: string, value: string) => boolean;
  /** What else distinguishes two requests for one path: the site that a host shows. */
  siteKey: (host: string, search: string) => string;
};

/** The theme that a Cookie header asks for. */
export const themeOf = (cookie: string): PageKey["theme"] =>
  /(?:^|;\s*)theme=dark(?:;|$)/.test(cookie) ? "dark" : "light";

const VALUE = /^[\w-]{1,60}$/;

/** The key of the cached page that a request may get, or null when it must be rendered for this visitor alone. Pure. */
export function pageKey(
  { method, url, host, cookie }: AskedPage,
  { pages, query, knows, siteKey }: PageCacheOptions,
): PageKey | null {
  const mark = url.indexOf("?");
  const pathname = mark === -1 ? url : url.slice(0, mark);
  if (!["GET", "HEAD"].includes(method) || !pages.test(pathname)) return null;
  const theme = themeOf(cookie);
  const search = mark === -1 ? "" : knownQuery(url.slice(mark + 1), query, knows);
  return { key: `${siteKey(host, search)} ${theme} ${pathname}${search}`, path: pathname + search, theme };
}

/** The path without the parameters of `query` whose value is unknown; null when there are none. Pure. */
export function withoutUnknown(
  url: string,
  { query, knows }: Pick<PageCacheOptions, "query" | "knows">,
): string | null {
  const mark = url.indexOf("?");
  if (mark === -1) return null;
  const params = new URLSearchParams(url.slice(mark + 1));
  const wrong = query.filter((name) => params.getAll(name).some((value) => !VALUE.test(value) || !knows(name, value)));
  if (wrong.length === 0) return null;
  for (const name of wrong) params.delete(name);
  return url.slice(0, mark) + (params.size > 0 ? `?${params}` : "");
}

function knownQuery(text: string, names: readonly string[], knows: PageCacheOptions["knows"]): string {
  const query = new URLSearchParams(text);
  const params = names.flatMap((name) => {
    const value = query.get(name);
    return value !== null && VALUE.test(value) && knows(name, value) ? [`${name}=${value}`] : [];
  });
  return params.length > 0 ? `?${params.join("&")}` : "";
}

/** Pages cached in this process's memory, compressed, for everyone. */
export class PageCache {
  readonly #pages = new Map<string, Cached>();
  readonly #unpacked = new Map<Cached, Buffer>();
  readonly #filling = new Map<string, Promise<Cached | null>>();
  #age = 0;
  #evictions = 0;
  #hits = 0;
  #misses = 0;

  /** What metrics say of it. Bytes are those of the compressed pages. */
  samples(): Sample[] {
    const pages = [...this.#pages.values()];
    const bytes = pages.reduce((sum, { br, gzip }) => sum + br.body.length + (gzip?.body.length ?? 0), 0);
    return [
      { name: "ronda_kept_pages_hits_total", help: "Answers from memory.", type: "counter", value: this.#hits },
      { name: "ronda_kept_pages_misses_total", help: "Pages not in memory.", type: "counter", value: this.#misses },
      {
        name: "ronda_kept_pages_evicted_total",
        help: "Pages dropped for want of room.",
        type: "counter",
        value: this.#evictions,
      },
      { name: "ronda_kept_pages", help: "Pages in memory.", type: "gauge", value: pages.length },
      { name: "ronda_kept_pages_bytes", help: "Their compressed size.", type: "gauge", value: bytes },
    ];
  }

  /** Drops every page; pages being rendered at the moment are served but not cached. */
  forget(): void {
    this.#age++;
    this.#pages.clear();
    this.#unpacked.clear();
    this.#filling.clear();
  }

  /**
   * Responds from memory. Returns false when the page isn't cached (anymore); `evenOld` when it couldn't be rendered again.
   * `requestId` stands on the answer, and `cookie` is for this visitor alone.
   */
  answer(
    { key }: PageKey,
    req: IncomingMessage,
    res: ServerResponse,
    { requestId = "", evenOld = false, cookie = "" } = {},
  ): boolean {
    const cached = this.#pages.get(key);
    const now = performance.now();
    if (!cached || (cached.until < now && !evenOld)) return false;
    if (cached.renewAt <= now && !evenOld) {
      cached.renewAt = now + RETRY_MS;
      return false;
    }
    cached.hits++;
    this.#hits++;
    const isKnown = isKnownTo(req.headers["if-none-match"], cached);
    const written = isKnown ? null : writtenFor(cached, req.headers["accept-encoding"]);
    const headers = written?.headers ?? cached.plainHeaders;
    const answer = res.writeHead(isKnown ? 304 : cached.status, [
      ...headers,
      "x-request-id",
      requestId,
      ...(cookie ? ["set-cookie", cookie] : []),
    ]);
    if (isKnown || req.method === "HEAD") answer.end();
    else answer.end(written ? written.body : this.#plain(cached));
    return true;
  }

  #plain(cached: Cached): Buffer {
    const unpacked = this.#unpacked.get(cached) ?? plainOf(cached);
    // the most recently requested page is evicted last
    this.#unpacked.delete(cached);
    this.#unpacked.set(cached, unpacked);
    if (this.#unpacked.size > MOST_UNPACKED) this.#unpacked.delete(this.#unpacked.keys().next().value!);
    return unpacked;
  }

  /**
   * The cached page, or one that is rendered once for all concurrent requests and cached if allowed (of the expected status, 200
   * unless the key says otherwise; no cookie set, not `no-store`).
   */
  async renderOnce(
    { key, status = 200 }: PageKey,
    request: Request,
    render: () => Promise<Response>,
  ): Promise<Response> {
    const other = this.#filling.get(key);
    const entry = this.#pages.get(key);
    const left = entry ? entry.until - performance.now() : 0;
    if (entry && (left > RENEW_MS || (other && left > 0))) {
      entry.hits++;
      this.#hits++;
      return asResponse(entry, request);
    }
    if (other) {
      const cached = await other;
      return cached ? asResponse(cached, request) : (this.#stale(key, request) ?? render());
    }
    this.#misses++;
    const age = this.#age;
    const rendered = render();
    const isPopular = entry !== undefined && entry.hits - entry.hitsBefore >= POPULAR_HITS;
    const quality = isPopular ? QUALITY_OF_POPULAR : QUALITY;
    const filling = rendered.then((response) =>
      isCacheable(response, status) ? compress(response.clone(), quality) : null,
    );
    const done = () => this.#filling.get(key) === filling && this.#filling.delete(key);
    this.#filling.set(key, filling);
    filling.then(done, done);
    const cached = await filling.catch((error: unknown) => {
      if (!this.#valid(key)) throw error;
      return null;
    });
    if (cached && age === this.#age) this.#keep(key, cached);
    if (cached) return asResponse(cached, request);
    // whoever happens to renew a page gets it as it is where that fails, as everybody else does
    const valid = this.#valid(key);
    const answer = await rendered.catch((error: unknown) => {
      if (!valid) throw error;
      return null;
    });
    if (answer && answer.status < 500) return answer;
    if (valid) return asResponse(valid, request);
    return (answer?.status === 503 ? this.#stale(key, request) : null) ?? answer!;
  }

  #valid(key: string): Cached | null {
    const page = this.#pages.get(key);
    return page && page.until > performance.now() ? page : null;
  }

  #stale(key: string, request: Request): Response | null {
    const old = this.#pages.get(key);
    return old && old.until + STALE_MS > performance.now() ? asResponse(old, request) : null;
  }

  #keep(key: string, cached: Cached): void {
    const before = this.#pages.get(key);
    this.#pages.delete(key);
    // a request after expiry is a use as well
    cached.hits = cached.hitsBefore = before ? before.hits + 1 : 0;
    this.#pages.set(key, cached);
    if (this.#pages.size > MOST_PAGES) this.#evict();
  }

  /** Drops the oldest page that was asked for once, or the least used when there are few of those. */
  #evict(): void {
    const pages = [...this.#pages];
    const once = pages.filter(([, { hits }]) => hits === 0);
    const [least] = once.length > MOST_ONCE ? once : pages.filter(([, { hits }]) => hits > 0).toSorted(byUse);
    if (least) this.#pages.delete(least[0]);
    // what was popular last week makes room for what is now
    if (++this.#evictions % MOST_PAGES === 0)
      for (const [, page] of pages) page.hitsBefore = page.hits = Math.ceil(page.hits / 2);
  }
}

const byUse = ([, a]: [string, Cached], [, b]: [string, Cached]) => a.hits - b.hits;

const plainOf = ({ br }: Cached): Buffer => zlib.brotliDecompressSync(br.body);

/** The page in the encoding that suits whoever asks; null for none. */
function writtenFor(cached: Cached, accepted: string | null | undefined): Written | null {
  const encoding = encodingFor(accepted ?? "");
  if (encoding === "gzip") cached.gzip ??= writtenAs("gzip", cached.plainHeaders, zlib.gzipSync(plainOf(cached)));
  return encoding && cached[encoding];
}

const writtenAs = (encoding: string, headers: string[], body: Buffer): Written => ({
  headers: [...headers, "content-encoding", encoding, "content-length", String(body.length)],
  body,
});

/** Whether a client has the page already. A proxy may have weakened the tag, and a browser may send several. */
const isKnownTo = (etags: string | null | undefined, { status, etag }: Cached): boolean =>
  status === 200 && etags?.includes(etag) === true;

function asResponse(cached: Cached, request: Request): Response {
  if (isKnownTo(request.headers.get("if-none-match"), cached))
    return new Response(null, { status: 304, headers: pairs(cached.plainHeaders) });
  const written = writtenFor(cached, request.headers.get("accept-encoding"));
  const body = written?.body ?? plainOf(cached);
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), {
    status: cached.status,
    headers: pairs(written?.headers ?? cached.plainHeaders),
  });
}

const pairs = (flat: string[]): [string, string][] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""] as [string, string]] : []));

/** Pages, and files for programs that are the same for everyone. */
const KEPT_TYPES = /^(text\/(html|calendar|plain)|application\/json)\b/;

const isCacheable = ({ status, headers }: Response, expectedStatus: number): boolean =>
  status === expectedStatus &&
  KEPT_TYPES.test(headers.get("content-type") ?? "") &&
  !headers.has("set-cookie") &&
  !/no-store|private/.test(headers.get("cache-control") ?? "");

async function compress(response: Response, quality: number): Promise<Cached> {
  const page = Buffer.from(await response.arrayBuffer());
  const small = await brotli(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } });
  const etag = `"${createHash("sha256").update(page).digest("base64url").slice(0, 22)}"`;
  const fixed = { etag, "cache-control": "no-cache", vary: "accept-encoding, cookie" };
  const headers = Object.entries({ ...Object.fromEntries(response.headers), ...fixed }).flat();
  const until = performance.now() + KEEP_MS;
  return {
    status: response.status,
    until,
    renewAt: until - RENEW_MS,
    hits: 0,
    hitsBefore: 0,
    etag,
    br: writtenAs("br", headers, small),
    gzip: null,
    plainHeaders: headers,
  };
}
