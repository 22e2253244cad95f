import { describe, expect, test } from "vitest";
import { cachedPagesOf, missingPageKey } from "#src/cached-pages.server.ts";
import type { Services } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { pageKey } from "#src/platform/page-cache.server.ts";

const settings = readSettings({
  BASE_URL: "https://ronda.test",
  SITE_ORIGINS: "https://ronda.test,https://www.ronda.test,https://oaxaca.ronda.test",
});
const options = cachedPagesOf({ settings } as Services, () => null, { userOf: () => null } as never);
const asked = (url: string, { host = "ronda.test", cookie = "" } = {}) => ({ method: "GET", url, host, cookie });

/** What a page that is kept differs by; two requests of one row's pair mustn't share it. */
const DIFFERENT: [string, ReturnType<typeof asked>, ReturnType<typeof asked>][] = [
  ["two hosts of a site, whose addresses it names", asked("/a"), asked("/a", { host: "www.ronda.test" })],
  ["two sites by their hosts", asked("/a"), asked("/a", { host: "oaxaca.ronda.test" })],
  ["two sites by the query", asked("/a?site=cdmx"), asked("/a?site=oaxaca")],
  ["two languages", asked("/a"), asked("/es/a")],
  ["two themes", asked("/a"), asked("/a", { cookie: "theme=dark" })],
];

describe("the page that every unknown address gets", () => {
  const keyOf = (page: ReturnType<typeof asked>) => missingPageKey(page, options)!.key;

  test.each(DIFFERENT)("is another for %s", (_, one, other) => {
    const [first, second] = [keyOf(one), keyOf(other)];
    expect(second).not.toBe(first);
    // whoever asks next gets their own again
    expect(keyOf(one)).toBe(first);
  });

  test("is one for all unknown addresses, and no other page", () => {
    expect(keyOf(asked("/a"))).toBe(keyOf(asked("/b/c")));
    expect(keyOf(asked("/"))).not.toBe(pageKey(asked("/"), options)!.key);
  });

  test("is rendered for who asks with more than reading", () => {
    expect(missingPageKey({ ...asked("/a"), method: "POST" }, options)).toBeNull();
  });
});

test.each(DIFFERENT.map(([what, one, other]) => [what, one, other] as const))(
  "the home page is another for %s",
  (_, one, other) => {
    const home = (page: ReturnType<typeof asked>) => ({
      ...page,
      url: page.url.replace("/es/a", "/es").replace("/a", "/"),
    });
    expect(pageKey(home(other), options)!.key).not.toBe(pageKey(home(one), options)!.key);
  },
);
