import { afterEach, expect, test, vi } from "vitest";
import { keepPage, renewPage } from "#src/modules/evening/door/admin/keep-page.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each<[string, () => Response, string]>([
  ["somebody else is", () => new Response('<meta name="door-user" content="u2">'), "other"],
  ["who may not be here is", () => new Response("", { status: 403 }), "nobody"],
])("a page isn't kept once %s signed in", async (_, answer, expected) => {
  const gone: string[] = [];
  vi.stubGlobal("caches", { delete: async (name: string) => gone.push(name) > 0 });
  vi.stubGlobal("location", { pathname: "/admin/ticket-scanner" });
  vi.stubGlobal("fetch", async () => answer());
  expect(await keepPage({ id: "u1" })).toBe(expected);
  expect(gone).toEqual(["door /admin/ticket-scanner"]);
});

const OTHER = "/admin/nights/n/way/headcount";
test.each<[string, string, string, boolean, string[]]>([
  ["read anew", "u1", "r1", true, [OTHER]],
  ["left alone where there is none", "u1", "r1", false, []],
  ["left alone once somebody else signed in", "u2", "r1", true, []],
  ["left alone when it needs the files of a newer release", "u1", "r2", true, []],
])("the copy of another page is %s", async (_, user, release, isKept, expected) => {
  const put: string[] = [];
  const open = async () => ({ put: async (page: string) => put.push(page) });
  vi.stubGlobal("caches", { has: async (name: string) => isKept && name === `door ${OTHER}`, open });
  vi.stubGlobal("window", { __reactRouterManifest: { version: "r1" } });
  vi.stubGlobal("fetch", async () => new Response(`<meta name="door-user" content="${user}">"${release}"`));
  await renewPage(OTHER, { id: "u1" });
  expect(put).toEqual(expected);
});

test("a page is kept with the stylesheets that it names, though the page before it had brought its own", async () => {
  const added: string[] = [];
  const cache = {
    keys: async () => [],
    addAll: async (files: string[]) => void added.push(...files),
    put: async () => {},
    delete: async () => true,
  };
  const html = `<meta name="door-user" content="u1">"r1"<link rel="stylesheet" href="/assets/app-x1.css"/><script src="/assets/a-2.js">`;
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("location", { pathname: "/admin/ticket-scanner", origin: "https://ronda.test" });
  vi.stubGlobal("window", { __reactRouterManifest: { version: "r1" } });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("performance", { getEntriesByType: () => [{ name: "https://ronda.test/assets/b-3.js" }] });
  vi.stubGlobal("fetch", async () => new Response(html));
  expect(await keepPage({ id: "u1" })).toBe("kept");
  expect(added).toEqual(["/assets/b-3.js", "/assets/app-x1.css"]);
});
