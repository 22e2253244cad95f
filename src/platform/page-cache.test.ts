import type { IncomingMessage, ServerResponse } from "node:http";
import zlib from "node:zlib";
import { expect, test, vi } from "vitest";
import { PageCache, type PageCacheOptions, pageKey, withoutUnknown } from "#src/platform/page-cache.server.ts";

const options: PageCacheOptions = {
  pages: /^\/(es|about)?$/,
  query: ["date", "month"],
  knows: (_, value) => /^\d{4}-\d\d(-\d\d)?$/.test(value),
  siteKey: (host) => (host.includes("oaxaca") ? "oaxaca" : "cdmx"),
};
const ask = (url: string, { method = "GET", host = "ronda.test", cookie = "" } = {}) =>
  pageKey({ method, url, host, cookie }, options);

test.each([
  ["/", {}, "cdmx light /"],
  ["/es", { cookie: "a=b; theme=dark" }, "cdmx dark /es"],
  ["/", { cookie: "mytheme=dark" }, "cdmx light /"],
  ["/", { cookie: "theme=darkness" }, "cdmx light /"],
  ["/", { cookie: "session=anybody's" }, "cdmx light /"],
  ["/about", { host: "oaxaca.ronda.test" }, "oaxaca light /about"],
  ["/?utm_source=x&date=2026-12-01&fbclid=y", {}, "cdmx light /?date=2026-12-01"],
  ["/?month=2026-12&date=2026-12-01", {}, "cdmx light /?date=2026-12-01&month=2026-12"],
  ["/?date=%3Cscript%3E", {}, "cdmx light /"],
  [`/?date=${"1".repeat(61)}`, {}, "cdmx light /"],
  ["/?date=soon&month=2026-12", {}, "cdmx light /?month=2026-12"],
])("%s with %o is kept as %s", (url, input, key) => expect(ask(url, input)?.key).toBe(key));

test.each([
  ["/", { method: "POST" }],
  ["/checkout", {}],
  ["/about/", {}],
  ["//about", {}],
])("%s with %o is never kept", (url, input) => expect(ask(url, input)).toBeNull());

const page = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { "content-type": "text/html", ...headers } });
const request = new Request("http://ronda.test/");
const KEY = { key: "k", path: "/", theme: "light" } as const;

/** Requests a page this many times at once; returns the responses and how often it was rendered. */
async function crowd(cache: PageCache, render: () => Promise<Response>, size = 5) {
  let rendered = 0;
  const once = () => (rendered++, render());
  const answers = await Promise.all(Array.from({ length: size }, () => cache.renderOnce(KEY, request, once)));
  return { rendered, texts: await Promise.all(answers.map((answer) => answer.text())) };
}

test("a crowd that asks at once costs one rendering", async () => {
  const { rendered, texts } = await crowd(new PageCache(), async () => page("hello"));
  expect({ rendered, texts }).toEqual({ rendered: 1, texts: Array(5).fill("hello") });
});

test.each(["text/calendar; charset=utf-8", "text/plain; charset=utf-8", "application/json"])(
  "so does a file of %s",
  async (type) => {
    const { rendered } = await crowd(new PageCache(), async () => page("hello", { "content-type": type }));
    expect(rendered).toBe(1);
  },
);

test.each([
  ["a cookie", { "set-cookie": "a=b" }],
  ["no-store", { "cache-control": "no-store" }],
  ["private", { "cache-control": "private, no-cache" }],
  ["another kind", { "content-type": "application/pdf" }],
])("an answer with %s is each person's own", async (_, headers) => {
  let n = 0;
  const { rendered, texts } = await crowd(new PageCache(), async () => page(String(++n), headers));
  expect({ rendered, texts: texts.toSorted() }).toEqual({ rendered: 5, texts: ["1", "2", "3", "4", "5"] });
});

test("a page that is kept already isn't rendered again", async () => {
  const cache = new PageCache();
  const first = await crowd(cache, async () => page("hello"));
  const second = await crowd(cache, async () => page("again"));
  expect([first.rendered, second.rendered, second.texts[0]]).toEqual([1, 0, "hello"]);
});

test("a page that was being rendered when the content changed is shown but not kept", async () => {
  const cache = new PageCache();
  const old = cache.renderOnce(KEY, request, async () => {
    cache.forget();
    return page("old");
  });
  expect(await (await old).text()).toBe("old");
  expect(await (await cache.renderOnce(KEY, request, async () => page("new"))).text()).toBe("new");
});

test("a rendering that fails is not remembered", async () => {
  const cache = new PageCache();
  await expect(cache.renderOnce(KEY, request, async () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await (await cache.renderOnce(KEY, request, async () => page("up"))).text()).toBe("up");
});

test.each([
  ["/", null],
  ["/?date=2026-12-01&utm_source=x", null],
  ["/?date=soon", "/"],
  ["/es?date=soon&utm_source=x", "/es?utm_source=x"],
  ["/?date=2026-12-01&date=soon", "/"],
  [`/?month=${"1".repeat(99)}&date=2026-12-01`, "/?date=2026-12-01"],
])("%s is led to %s", (url, tidy) => expect(withoutUnknown(url, options)).toBe(tidy));

/** Whether the cache answers by itself. */
async function isKept(cache: PageCache, key: string): Promise<boolean> {
  const res = { writeHead: () => ({ end: () => {} }) } as unknown as ServerResponse;
  const req = { method: "GET", headers: { "accept-encoding": "br" } } as unknown as IncomingMessage;
  return cache.answer({ ...KEY, key }, req, res);
}
const visit = (cache: PageCache, key: string) => cache.renderOnce({ ...KEY, key }, request, async () => page(key));

test("a flood of pages that are asked for once or twice replaces no page in use", async () => {
  const cache = new PageCache();
  await visit(cache, "home");
  for (let n = 0; n < 5; n++) await isKept(cache, "home");
  for (let n = 0; n < 700; n++) {
    await visit(cache, `flood ${n}`);
    if (n % 100 === 0) await isKept(cache, "home"); // as its guests do
  }
  expect(await isKept(cache, "home")).toBe(true);
  expect(await isKept(cache, "flood 0")).toBe(false);
});

test("a kept page is shown while it can't be rendered", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const cache = new PageCache();
    const busy = async () => new Response("busy", { status: 503 });
    const text = async () => (await cache.renderOnce(KEY, request, busy)).text();
    expect(await text()).toBe("busy");
    await cache.renderOnce(KEY, request, async () => page("kept"));
    vi.advanceTimersByTime(60_000);
    expect(await isKept(cache, KEY.key)).toBe(false);
    expect(await text()).toBe("kept");
    vi.advanceTimersByTime(3_600_000);
    expect(await text()).toBe("busy");
  } finally {
    vi.useRealTimers();
  }
});

test("a missing page is kept where its key says so, and stays missing", async () => {
  const cache = new PageCache();
  const missing = async () => new Response("nothing here", { status: 404, headers: { "content-type": "text/html" } });
  const first = await cache.renderOnce({ ...KEY, status: 404 }, request, missing);
  expect([first.status, await isKept(cache, KEY.key)]).toEqual([404, true]);
  await new PageCache().renderOnce(KEY, request, missing);
  expect(await isKept(new PageCache(), KEY.key)).toBe(false);
});

/** What a kept page is answered with, as a client that sends these headers sees it. */
async function answerTo(headers: Record<string, string>, method = "GET") {
  const cache = new PageCache();
  await visit(cache, KEY.key);
  const sent = { status: 0, headers: {} as Record<string, string>, bytes: 0 };
  const res = {
    writeHead(status: number, flat: string[]) {
      sent.status = status;
      for (let at = 0; at < flat.length; at += 2) sent.headers[flat[at]!] = flat[at + 1]!;
      return res;
    },
    end: (body?: Buffer) => void (sent.bytes = body?.length ?? 0),
  };
  const req = { method, headers } as unknown as IncomingMessage;
  cache.answer(KEY, req, res as unknown as ServerResponse, { requestId: "request-1" });
  return sent;
}
const ETAG = (await answerTo({})).headers["etag"]!;

test.each([
  ["compressed as the client can", { "accept-encoding": "gzip, br" }, "GET", 200, "br", true],
  ["as gzip where it can't do more", { "accept-encoding": "gzip" }, "GET", 200, "gzip", true],
  ["plain for a program", {}, "GET", 200, undefined, true],
  ["without its text for HEAD", { "accept-encoding": "br" }, "HEAD", 200, "br", false],
  ["as unchanged", { "accept-encoding": "br", "if-none-match": `W/${ETAG}` }, "GET", 304, undefined, false],
  ["whole where another is known", { "if-none-match": '"another"' }, "GET", 200, undefined, true],
])("a kept page is sent %s", async (_, headers, method, status, encoding, whole) => {
  const sent = await answerTo(headers, method);
  expect([sent.status, sent.headers["content-encoding"], sent.bytes > 0]).toEqual([status, encoding, whole]);
  expect(sent.headers).toMatchObject({ "x-request-id": "request-1", etag: ETAG, "cache-control": "no-cache" });
});

test("a page that is still in time is rendered anew by one request, and the others get it as it is meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const cache = new PageCache();
    const text = async (render: () => Promise<Response>) => (await cache.renderOnce(KEY, request, render)).text();
    const unwanted = async () => page("unwanted");
    await text(async () => page("old"));
    vi.advanceTimersByTime(9999);
    expect([await isKept(cache, KEY.key), await text(unwanted)]).toEqual([true, "old"]);
    vi.advanceTimersByTime(1);
    const turn = Promise.withResolvers<Response>();
    expect(await isKept(cache, KEY.key), "who comes first renders").toBe(false);
    const first = text(() => turn.promise);
    expect([await isKept(cache, KEY.key), await text(unwanted)]).toEqual([true, "old"]);
    turn.resolve(page("new"));
    expect(await first).toBe("new");
    expect([await isKept(cache, KEY.key), await text(unwanted)]).toEqual([true, "new"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a page is never older than fifteen seconds, however long its renewal takes or fails", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const cache = new PageCache();
    const render = (answer: Promise<Response>) => cache.renderOnce(KEY, request, () => answer);
    await render(Promise.resolve(page("old")));
    vi.advanceTimersByTime(10_000);
    expect(await isKept(cache, KEY.key)).toBe(false);
    const failing = () => render(Promise.reject(new Error("down")));
    expect(await (await failing()).text(), "whoever renews it gets it as it is").toBe("old");
    expect(await isKept(cache, KEY.key)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(await isKept(cache, KEY.key), "it is tried again").toBe(false);
    expect(await (await render(Promise.resolve(new Response("oops", { status: 500 })))).text()).toBe("old");
    vi.advanceTimersByTime(4001);
    expect(await isKept(cache, KEY.key)).toBe(false);
    await expect(failing()).rejects.toThrow("down");
    expect((await render(Promise.resolve(new Response("oops", { status: 500 })))).status).toBe(500);
    expect(await (await render(Promise.resolve(page("new")))).text()).toBe("new");
  } finally {
    vi.useRealTimers();
  }
});

test("whoever takes only gzip gets the whole page, kept or just rendered", async () => {
  const cache = new PageCache();
  const wish = new Request("http://ronda.test/", { headers: { "accept-encoding": "gzip" } });
  const unzipped = async (answer: Response) => [
    answer.headers.get("content-encoding"),
    zlib.gunzipSync(Buffer.from(await answer.arrayBuffer())).toString(),
  ];
  for (const text of ["first", "kept"])
    expect(await unzipped(await cache.renderOnce(KEY, wish, async () => page(text)))).toEqual(["gzip", "first"]);
});

test("a page in use is compressed better when it is renewed", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const cache = new PageCache();
    const text = Array.from(
      { length: 3000 },
      (_, n) => `<li>${(n * 7919) % 1009} of ${(n * 104_729) % 4093}</li>`,
    ).join("");
    const wish = new Request("http://ronda.test/", { headers: { "accept-encoding": "br" } });
    const size = async () =>
      Number((await cache.renderOnce(KEY, wish, async () => page(text))).headers.get("content-length"));
    const first = await size();
    vi.advanceTimersByTime(16_000);
    const rarely = await size();
    for (let n = 0; n < 10; n++) await size();
    vi.advanceTimersByTime(16_000);
    const often = await size();
    expect([rarely === first, often < first]).toEqual([true, true]);
  } finally {
    vi.useRealTimers();
  }
});

test("a page that is rendered again and is as it was isn't sent again to who has it", async () => {
  const cache = new PageCache();
  const get = (etag: string, text: string) => {
    cache.forget();
    const wish = new Request("http://ronda.test/", { headers: { "if-none-match": etag } });
    return cache.renderOnce(KEY, wish, async () => page(text));
  };
  const etag = (await get('"another"', "hello")).headers.get("etag")!;
  const answers = [await get(etag, "hello"), await get(etag, "changed")];
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual([304, 200]);
  expect(bodies).toEqual(["", "changed"]);
  expect(answers[0]!.headers.get("etag")).toBe(etag);
});
