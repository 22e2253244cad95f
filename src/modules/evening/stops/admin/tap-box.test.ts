// oxlint-disable-next-line import/no-unassigned-import -- it puts a browser's database into the globals
import "fake-indexeddb/auto";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { type KeptTap, type Send, TapBox } from "#src/modules/evening/stops/admin/tap-box.ts";
import { Outbox } from "#src/ui/outbox/outbox.ts";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

const whose = { night: "n", userId: "u" };
const tap = (id: string): KeptTap => ({
  ...whose,
  id,
  kind: "arrived",
  stop: "s",
  at: "2026-11-21T02:00:00Z",
  refused: null,
});

/** A phone's storage, which outlives the page. */
const storage = () => new Outbox<KeptTap>("way");
const idsIn = async (store: Outbox<KeptTap>) => (await store.rows()).map(({ id }) => id);

function page(store: Outbox<KeptTap>, send: Send) {
  const messages: (string | null)[] = [];
  const onSent = async (results: readonly { refused: string | null }[]) =>
    void messages.push(...results.map(({ refused }) => refused));
  return { box: new TapBox(whose, { store, send, tell: () => {}, onSent }), told: messages };
}

const lost: Send = () => Promise.resolve({ line: "waiting" });
const takes =
  (refuse: Record<string, string> = {}, got: string[] = []): Send =>
  (taps) => {
    got.push(...taps.map(({ id }) => id));
    return Promise.resolve({
      line: "ok",
      results: taps.map(({ id }) => ({ id, refused: refuse[id] ?? null, bar: "", missing: 0 })),
    });
  };

test("what was done without a line is kept over a reload and sent in its order once there is one", async () => {
  const store = storage();
  const first = page(store, lost).box;
  await first.open();
  for (const id of ["a", "b"]) await first.add(tap(id));
  await store.put([{ ...tap("theirs"), userId: "somebody else" }]);
  expect(first).toMatchObject({ line: "waiting", isKept: true });
  const got: string[] = [];
  const { box, told: message } = page(store, takes({}, got));
  await box.open();
  expect([got, message]).toEqual([
    ["a", "b"],
    [null, null],
  ]);
  expect(box).toMatchObject({ taps: [], line: "ok" });
  expect(await idsIn(store)).toEqual(["theirs"]);
});

test("what is refused stays, also over a reload, until somebody has read it, and isn't sent again", async () => {
  const store = storage();
  const got: string[] = [];
  const send = takes({ a: "not_tonight" }, got);
  await page(store, send).box.add(tap("a"));
  const { box } = page(store, send);
  await box.open();
  await box.add(tap("b"));
  expect(got).toEqual(["a", "b"]);
  expect(box.taps).toMatchObject([{ id: "a", refused: "not_tonight" }]);
  await box.dismiss("a");
  expect([box.taps, await idsIn(store)]).toEqual([[], []]);
});

test("a tap made while others are sent goes after them, and one that couldn't be kept says so", async () => {
  const store = storage();
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("no room", "QuotaExceededError");
  });
  const got: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { box } = page(store, async (taps) => (await promise, takes({}, got)(taps)));
  const adding = [box.add(tap("a")), box.add(tap("b"))];
  await Promise.all(adding.slice(1));
  expect(box.isKept).toBe(false);
  resolve();
  await Promise.all(adding);
  expect(got).toEqual(["a", "b"]);
  expect(box).toMatchObject({ taps: [], isKept: true });
});

test("a big group's headcounts go in as many forms as they need", async () => {
  const store = storage();
  const of = Array.from({ length: 200 }, () => crypto.randomUUID());
  const { at, refused } = tap("");
  const stop = crypto.randomUUID();
  const count = (id: string): KeptTap => ({ ...whose, id, kind: "out", stop, at, refused, present: of, of });
  for (const id of ["a", "b", "c", "d", "e"]) await store.put([count(id)]);
  const sizes: number[] = [];
  const got: string[] = [];
  const { box } = page(store, (taps) => {
    const form = new URLSearchParams({ sent_at: at, taps: JSON.stringify(taps) });
    sizes.push(form.toString().length);
    return takes({}, got)(taps);
  });
  await box.open();
  expect(got).toEqual(["a", "b", "c", "d", "e"]);
  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
  expect(sizes.length).toBeLessThan(got.length);
});

test("a lot that the server can't read loses only the tap that is at fault", async () => {
  const store = storage();
  for (const id of ["a", "wrong", "b"]) await store.put([tap(id)]);
  const got: string[] = [];
  const { box } = page(store, (taps) =>
    taps.some(({ id }) => id === "wrong") ? Promise.resolve({ line: "refused" }) : takes({}, got)(taps),
  );
  await box.open();
  expect(got).toEqual(["a", "b"]);
  expect(box).toMatchObject({ taps: [{ id: "wrong", refused: "failed" }], line: "ok" });
});
