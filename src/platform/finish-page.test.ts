import { expect, test } from "vitest";
import { finishPage, nameScripts } from "#src/platform/finish-page.server.ts";

// what React Router 8.5.1 writes; when that changes, finishPage names the part it misses
const NONCE = "0123456789abcdef";
const WRITTEN = `<html><head><link rel="modulepreload" href="/assets/a.js"/></head><body><script nonce="${NONCE}">first()</script>
<script type="application/ld+json">{"@type":"Event"}</script>
<script nonce="${NONCE}" type="module" async="">;
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

import("/assets/entry-3.js");</script><script nonce="${NONCE}">last("</" + "b>")</script></body></html>`;

const finished = finishPage(WRITTEN, ["home"], NONCE);
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

test("a page that shows nothing without its scripts waits for nothing", () => {
  const atOnce = finishPage(WRITTEN, ["home"], NONCE, true);
  expect(boot(atOnce)).toEqual(boot(finished));
  expect(atOnce).not.toContain('addEventListener("load"');
  expect(atOnce).toContain('add("script",{type:"module",src:"/assets/entry-3.js"})');
});

test("every script of the page has its hash, data has none, and the nonce is gone", () => {
  const { html, hashes } = nameScripts(finished, NONCE);
  expect(hashes).toHaveLength(3);
  expect(html).not.toContain("nonce");
  expect(html).toContain("<script>first()</script>");
  expect(nameScripts(`<script nonce="${NONCE}">alert(1)</script>`, NONCE).hashes).toEqual([
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  ]);
});

// as stored text would write it, should some component ever print it unescaped
test.each([
  "<script>stolen()</script>",
  '<script type="module" async="">window.__reactRouterManifest = {\n};stolen()</script>',
  '<script nonce="">stolen()</script>',
  `<script data-nonce="${NONCE.slice(1)}">stolen()</script>`,
  "<script nonce='guessed'>stolen()</script>",
])("%s inside a page is named by nobody", (injected) => {
  const page = WRITTEN.replace("<body>", `<body><p>${injected}</p>`);
  const { hashes } = nameScripts(finishPage(page, ["home"], NONCE), NONCE);
  expect(hashes).toEqual(nameScripts(finished, NONCE).hashes);
});

test("a framework that writes its scripts in another way is noticed", () => {
  expect(() => finishPage(WRITTEN.replace("__reactRouterManifest", "__manifest"), [], NONCE)).toThrow("lacks");
});

test("what is written into the script can't end it", () => {
  expect(finishPage(WRITTEN, ["</script>"], NONCE)).toContain("\\u003c/script>");
});

test("a page with something for who is signed in knows it before anything is drawn", () => {
  const script = finishPage(WRITTEN.replace("<body>", '<body><div data-if-signed-in=""></div>'), [], NONCE);
  expect(script.indexOf("document.cookie")).toBeLessThan(script.indexOf("<body>"));
  expect(nameScripts(script, NONCE).hashes).toHaveLength(4);
  expect(finished.slice(0, finished.indexOf("<body>"))).not.toContain("<script");
});
