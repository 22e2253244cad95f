import { afterEach, expect, test, vi } from "vitest";
import { keepPage } from "#src/modules/door/admin/keep-page.ts";

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
