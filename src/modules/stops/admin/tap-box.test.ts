import { expect, test } from "vitest";
import { type Send, TapBox } from "#src/modules/stops/admin/tap-box.ts";
import type { KeptTap } from "#src/modules/stops/admin/tap-store.ts";

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
function storage(isFull = false) {
  let kept: KeptTap[] = [];
  return {
    ids: () => kept.map(({ id }) => id),
    all: async () => kept,
    add: async (one: KeptTap) => {
      if (isFull) throw new Error("no room");
      kept = [...kept, one];
    },
    change: async (now: (one: KeptTap) => KeptTap | null) => {
      kept = kept.flatMap((one) => now(one) ?? []);
    },
  };
}

function page(store: ReturnType<typeof storage>, send: Send) {
  const told: (string | null)[] = [];
  const onSent = async (results: readonly { refused: string | null }[]) =>
    void told.push(...results.map(({ refused }) => refused));
  return { box: new TapBox(whose, { store, send, tell: () => {}, onSent }), told };
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
  await store.add({ ...tap("theirs"), userId: "somebody else" });
  expect(first).toMatchObject({ line: "waiting", isKept: true });
  const got: string[] = [];
  const { box, told } = page(store, takes({}, got));
  await box.open();
  expect([got, told]).toEqual([
    ["a", "b"],
    [null, null],
  ]);
  expect(box).toMatchObject({ taps: [], line: "ok" });
  expect(store.ids()).toEqual(["theirs"]);
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
  expect([box.taps, store.ids()]).toEqual([[], []]);
});

test("a tap made while others are sent goes after them, and one that couldn't be kept says so", async () => {
  const store = storage(true);
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
