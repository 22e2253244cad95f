import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const HOUR_MS = 3_600_000;
const worker = readFileSync("public/door-worker.js", "utf8");

/** What the phone's worker answers a page with, of which it has a copy of that age. */
async function opened(page: string, hours: number) {
  const gone: string[] = [];
  const listeners: Record<string, (event: object) => void> = {};
  const copy = { headers: new Headers({ date: new Date(Date.now() - hours * HOUR_MS).toUTCString() }), body: "copy" };
  const build = { match: async (request: string) => (request === page ? copy : undefined) };
  runInNewContext(worker, {
    URL,
    Date,
    location: { origin: "https://ronda.test" },
    registration: { scope: `https://ronda.test${page}` },
    addEventListener: (kind: string, act: (event: object) => void) => (listeners[kind] = act),
    caches: { open: async () => build, delete: async (name: string) => gone.push(name) },
    indexedDB: { databases: async () => [] },
    fetch: async () => ({ body: "server's" }),
  });
  const answer = Promise.withResolvers<{ body: string }>();
  listeners["fetch"]!({
    request: { method: "GET", mode: "navigate", url: `https://ronda.test${page}` },
    respondWith: answer.resolve,
    waitUntil: () => {},
  });
  return { body: (await answer.promise).body, gone };
}

const HEADCOUNT = "/en/admin/nights/n/way/headcount";
test.each([
  [HEADCOUNT, 23, "copy", []],
  [HEADCOUNT, 25, "server's", [`door ${HEADCOUNT}`]],
  ["/en/admin/ticket-scanner", 25, "copy", []],
])("a night's page is answered from the phone for a day: %s after %i h", async (page, hours, body, gone) => {
  expect(await opened(page, hours)).toEqual({ body, gone });
});
