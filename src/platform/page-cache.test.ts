import { expect, test } from "vitest";
import { PageCache, type PageCacheOptions, pageKey } from "#src/platform/page-cache.server.ts";

const options: PageCacheOptions = {
  pages: /^\/(es|about)?$/,
  query: ["date", "month"],
  sessionCookie: "ronda.session_token",
  siteKey: (host) => (host.includes("oaxaca") ? "oaxaca" : "cdmx"),
};
const ask = (url: string, { method = "GET", host = "ronda.test", cookie = "" } = {}) =>
  pageKey({ method, url, host, cookie }, options);

test.each([
  ["/", {}, "cdmx light /"],
  ["/es", { cookie: "a=b; theme=dark" }, "cdmx dark /es"],
  ["/", { cookie: "mytheme=dark" }, "cdmx light /"],
  ["/", { cookie: "theme=darkness" }, "cdmx light /"],
  ["/about", { host: "oaxaca.ronda.test" }, "oaxaca light /about"],
  ["/?utm_source=x&date=2026-12-01&fbclid=y", {}, "cdmx light /?date=2026-12-01"],
  ["/?month=2026-12&date=2026-12-01", {}, "cdmx light /?date=2026-12-01&month=2026-12"],
  ["/?date=%3Cscript%3E", {}, "cdmx light /"],
  [`/?date=${"1".repeat(61)}`, {}, "cdmx light /"],
])("%s with %o is kept as %s", (url, asked, key) => expect(ask(url, asked)?.key).toBe(key));

test.each([
  ["/", { method: "POST" }],
  ["/", { cookie: "x=1; __Secure-ronda.session_token=abc" }],
  ["/checkout", {}],
  ["/about/", {}],
  ["//about", {}],
])("%s with %o is never kept", (url, asked) => expect(ask(url, asked)).toBeNull());

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

test.each([
  ["a cookie", { "set-cookie": "a=b" }],
  ["no-store", { "cache-control": "no-store" }],
  ["private", { "cache-control": "private, no-cache" }],
  ["another kind", { "content-type": "application/json" }],
])("an answer with %s is each person's own", async (_, headers) => {
  let n = 0;
  const { rendered, texts } = await crowd(new PageCache(), async () => page(String(++n), headers));
  expect({ rendered, texts: texts.toSorted() }).toEqual({ rendered: 5, texts: ["1", "2", "3", "4", "5"] });
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
