import fs from "node:fs";
import { UNSAFE_decodeViaTurboStream as decode } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { isOfRouter, pageOfData } from "#src/kernel/router-requests.ts";
import { buildOfPage, isOfServer, nothingDone, pendingPath } from "#src/ui/router-internals.ts";

// the installed React Router, read: what it is expected to do is written nowhere else
const source = fs
  .globSync("node_modules/react-router/dist/production/**/*.js")
  .map((file) => fs.readFileSync(file, "utf8"))
  .join("\n");

afterEach(() => vi.unstubAllGlobals());

test("React Router decodes the answer for nothing as an action without data", async () => {
  const answer = nothingDone();
  expect([answer.status, isOfServer(answer)]).toEqual([503, true]);
  const { value } = await decode(answer.body!, globalThis);
  expect(value).toEqual({ data: undefined });
});

test("an answer without React Router's header is a proxy's", () => {
  expect(isOfServer(new Response("busy", { status: 503 }))).toBe(false);
});

test("React Router still has the names that are used of it", () => {
  for (const name of [
    "__reactRouterDataRouter",
    "__reactRouterManifest",
    "__reactRouterRouteModules",
    "X-Remix-Response",
    "/__manifest",
    ".data",
    "_.${extension}",
  ])
    expect(source.toLowerCase().includes(name.toLowerCase()), name).toBe(true);
});

test("its requests are told from those for pages", () => {
  for (const path of ["/_root.data", "/admin/bookings.data", "/es/_.data", "/__manifest"])
    expect(isOfRouter(path), path).toBe(true);
  for (const path of ["/", "/data", "/admin/profile/data.json", "/__manifest/x"])
    expect(isOfRouter(path), path).toBe(false);
  expect(["/_root.data", "/es/_.data", "/crawls.data"].map(pageOfData)).toEqual(["", "/es", "/crawls"]);
});

test("where the router is going is read from it, and nothing from a page without it", () => {
  vi.stubGlobal("window", {});
  expect([pendingPath(), buildOfPage()]).toEqual([null, ""]);
  const location = { pathname: "/admin", search: "?a=1", hash: "#b" };
  vi.stubGlobal("window", {
    __reactRouterDataRouter: { state: { navigation: { location } } },
    __reactRouterManifest: { version: "7f3a" },
  });
  expect([pendingPath(), buildOfPage()]).toEqual(["/admin?a=1#b", "7f3a"]);
});
