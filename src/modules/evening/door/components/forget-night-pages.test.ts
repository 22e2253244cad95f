import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetDoor, forgetOverPages } from "#src/modules/evening/door/components/forget-door.ts";

const NOW = Date.UTC(2026, 10, 21, 20);
const [OLD, NEW, GONE] = ["/es/admin/nights/a/way", "/es/admin/nights/b/way", "/es/admin/nights/c/way"];
const [OPEN, SCANNER] = ["/es/admin/nights/d/way", "/es/admin/ticket-scanner"];
let record: Map<string, number>;
let workers: Set<string>;

beforeEach(() => {
  record = new Map(
    [
      [OLD, 25],
      [NEW, 23],
      [SCANNER, 99],
    ].map(([page, hours]) => [`door ${page}`, Number(hours)]),
  );
  workers = new Set([OLD, NEW, GONE, OPEN, SCANNER]);
  const dated = (name: string) => new Date(NOW - record.get(name)! * 3_600_000).toUTCString();
  vi.stubGlobal("caches", {
    keys: async () => [...record.keys()],
    has: async (name: string) => record.has(name),
    delete: async (name: string) => record.delete(name),
    open: async (name: string) => ({ match: async () => ({ headers: new Headers({ date: dated(name) }) }) }),
  });
  const getRegistrations = async () =>
    [...workers].map((page) => ({
      scope: `https://ronda.test${page}`,
      unregister: async () => workers.delete(page),
    }));
  vi.stubGlobal("navigator", { serviceWorker: { getRegistrations } });
  vi.stubGlobal("location", { pathname: OPEN });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a day after a night's page was read, neither it nor its worker is on the phone", async () => {
  await forgetOverPages(NOW);
  expect([...record.keys()]).toEqual([`door ${NEW}`, `door ${SCANNER}`]);
  expect([...workers]).toEqual([NEW, OPEN, SCANNER]);
});

test("a sign-out takes all pages of nights and their workers off the phone", async () => {
  await forgetDoor();
  expect([...record.keys()]).toEqual([]);
  expect([...workers]).toEqual([SCANNER]);
});
