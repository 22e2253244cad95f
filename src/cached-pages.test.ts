import { describe, expect, test } from "vitest";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { cachedPagesOf, missingPageKey, RecentKeys, signedInMarkOf } from "#src/cached-pages.server.ts";
import type { Services } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { pageKey } from "#src/platform/page-cache.server.ts";

const settings = readSettings({
  BASE_URL: "https://ronda.test",
  SITE_ORIGINS: "https://ronda.test,https://www.ronda.test,https://oaxaca.ronda.test",
});
const options = cachedPagesOf({ settings } as Services, () => null);
const request = (url: string, { host = "ronda.test", cookie = "" } = {}) => ({ method: "GET", url, host, cookie });

/** What a page that is kept differs by; two requests of one row's pair mustn't share it. */
const DIFFERENT: [string, ReturnType<typeof request>, ReturnType<typeof request>][] = [
  ["two hosts of a site, whose addresses it names", request("/a"), request("/a", { host: "www.ronda.test" })],
  ["two sites by their hosts", request("/a"), request("/a", { host: "oaxaca.ronda.test" })],
  ["two sites by the query", request("/a?site=cdmx"), request("/a?site=oaxaca")],
  ["two languages", request("/a"), request("/es/a")],
  ["two themes", request("/a"), request("/a", { cookie: "theme=dark" })],
];

describe("the page that every unknown address gets", () => {
  const keyOf = (page: ReturnType<typeof request>) => missingPageKey(page, options)!.key;

  test.each(DIFFERENT)("is another for %s", (_, one, other) => {
    const [first, second] = [keyOf(one), keyOf(other)];
    expect(second).not.toBe(first);
    // whoever asks next gets their own again
    expect(keyOf(one)).toBe(first);
  });

  test("is one for all unknown addresses, and no other page", () => {
    expect(keyOf(request("/a"))).toBe(keyOf(request("/b/c")));
    expect(keyOf(request("/"))).not.toBe(pageKey(request("/"), options)!.key);
  });

  test("is rendered for who asks with more than reading", () => {
    expect(missingPageKey({ ...request("/a"), method: "POST" }, options)).toBeNull();
  });
});

test.each(DIFFERENT.map(([what, one, other]) => [what, one, other] as const))(
  "the home page is another for %s",
  (_, one, other) => {
    const home = (page: ReturnType<typeof request>) => ({
      ...page,
      url: page.url.replace("/es/a", "/es").replace("/a", "/"),
    });
    expect(pageKey(home(other), options)!.key).not.toBe(pageKey(home(one), options)!.key);
  },
);

describe("what was found out of an address", () => {
  /** Keys that name all that was asked, how often one was worked out, and a clock. */
  function recentKeys() {
    const state = { found: 0, now: 0 };
    const find = (page: ReturnType<typeof request>) => {
      state.found++;
      const { method, host, url, cookie } = page;
      return { key: [method, host, url, cookie].join(" "), path: url, theme: "light" as const };
    };
    return { state, keys: new RecentKeys(find, () => state.now) };
  }

  test.each([
    ...DIFFERENT,
    ["two methods", request("/a"), { ...request("/a"), method: "POST" }],
    ["two queries", request("/a?date=2026-12-01"), request("/a?date=2026-12-02")],
    ["a chosen language", request("/"), request("/", { cookie: "language=es" })],
  ] as const)("isn't used for %s", (_, one, other) => {
    const { keys } = recentKeys();
    expect(keys.of(other)?.key).not.toBe(keys.of(one)?.key);
  });

  test("is used for whoever asks the same, whatever other cookies they have, and some seconds long", () => {
    const { keys, state } = recentKeys();
    for (const cookie of ["a=b", "c=d; theme=light"]) keys.of(request("/", { cookie }));
    expect(state.found).toBe(1);
    state.now = 5000;
    keys.of(request("/", { cookie: "a=b" }));
    keys.forget();
    keys.of(request("/", { cookie: "a=b" }));
    expect(state.found).toBe(3);
  });

  test("is bounded in number and length", () => {
    const { keys, state } = recentKeys();
    for (let n = 0; n < 2; n++) keys.of(request(`/?date=${"1".repeat(300)}`));
    expect(state.found).toBe(2);
    keys.of(request("/"));
    for (let n = 0; n < 500; n++) keys.of(request(`/${n}`));
    keys.of(request("/"));
    expect(state.found).toBe(504);
  });
});

test.each([
  ["nobody", "theme=dark", null],
  ["who is signed in and marked", "SESSION=a; signed_in=1", null],
  ["who is signed in", "SESSION=a", "signed_in=1; Path=/; SameSite=Lax; Secure"],
  ["who has signed out", "signed_in=1", "signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure"],
  ["whose session has ended", "SESSION=ended", null],
  ["whose session nobody has looked up yet", "SESSION=new", undefined],
])("%s is marked so on a page that is the same for everybody", (_, cookie, mark) => {
  const origin = "https://ronda.test";
  const own = (text: string) => text.replace("SESSION", sessionCookie(origin));
  const users: Record<string, string | null> = { [own("SESSION=a")]: "sofia", [own("SESSION=ended")]: null };
  expect(signedInMarkOf({ userOf: (of) => users[of] }, origin)(own(cookie))).toBe(mark);
});
