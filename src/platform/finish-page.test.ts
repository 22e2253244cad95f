import { expect, test } from "vitest";
import { finishPage, scriptHashes } from "#src/platform/finish-page.server.ts";

// what React Router 8.5.1 writes; when that changes, finishPage names the part it misses
const WRITTEN = `<html><head><link rel="modulepreload" href="/assets/a.js"/></head><body><script>first()</script>
<script type="application/ld+json">{"@type":"Event"}</script>
<script type="module" async="">;
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-2.js";
  window.__reactRouterManifest = {
  "entry": {
    "module": "/assets/entry-3.js",
    "imports": ["/assets/react-4.js"]
  },
  "routes": {
    "root": { "module": "/assets/root-1.js", "imports": ["/assets/react-4.js"] },
    "en/home": { "module": "/assets/home-2.js" },
    "en/other": { "module": "/assets/other-5.js" }
  }
};
  window.__reactRouterRouteModules = {"root":route0,"en/home":route1};

import("/assets/entry-3.js");</script><script>last("</" + "b>")</script></body></html>`;

const finished = finishPage(WRITTEN, ["home"]);
const boot = (text: string) => JSON.parse(/window\.lateBoot=(\{.*?\});/.exec(text)?.[1] ?? "null") as unknown;

test("nothing is fetched before the page has loaded", () => {
  expect(finished).not.toContain('modulepreload" href');
  expect(finished).not.toContain('type="module"');
  expect(finished).toContain('addEventListener("load"');
});

test("the browser is told the page's own routes and texts, and fetches only what they need", () => {
  expect(boot(finished)).toEqual({
    routes: { root: "/assets/root-1.js", "en/home": "/assets/home-2.js" },
    areas: ["home"],
  });
  expect(finished).toContain('["/assets/react-4.js","/assets/root-1.js","/assets/home-2.js"]');
});

test("every script of the page has its hash, data has none", () => {
  expect(scriptHashes(finished)).toHaveLength(3);
  expect(scriptHashes("<script>alert(1)</script>")).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
});

test("a framework that writes its scripts in another way is noticed", () => {
  expect(() => finishPage(WRITTEN.replace("__reactRouterManifest", "__manifest"), [])).toThrow("lacks");
});

test("what is written into the script can't end it", () => {
  expect(finishPage(WRITTEN, ["</script>"])).toContain("\\u003c/script>");
});
