// oxlint-disable-next-line import/no-unassigned-import -- it puts a browser's database into the globals
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import {
  deviceOf,
  forgetDoor,
  forgetOldTaps,
  forgetOverNights,
  unsentEntries,
} from "#src/modules/evening/door/components/forget-door.ts";
import { OUTBOXES, placesOf } from "#src/modules/evening/door/rules/outboxes.ts";
import { Outbox } from "#src/ui/outbox/outbox.ts";

const NOW = Date.UTC(2026, 10, 21, 20);
let request: { secret: string | null; body: unknown }[];

beforeEach(() => {
  request = [];
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("fetch", async (_: string, { headers, body }: RequestInit) => {
    request.push({ secret: new Headers(headers).get("authorization"), body: JSON.parse(body as string) });
    return new Response();
  });
  return () => vi.unstubAllGlobals();
});

/** A phone with a device, and places at two doors; `unsent`: it has yet to hand over an entry, and a sale of the first door. */
async function phone({ unsent }: { unsent: boolean }) {
  const [door, sales] = [new Outbox(OUTBOXES.door), new Outbox(OUTBOXES.sales)];
  await door.keepFact("device", { id: "d", userId: "u", secret: "s" });
  for (const departure of ["first", "second"])
    await sales.keepFact(placesOf({ device: "d", departure }), { device: "d", departure, secret: "s" });
  const refused = { id: "refused", device: "d", sale: { departure_id: "second" }, refused: "sold_out" };
  await sales.put([refused]);
  if (!unsent) return { door, sales };
  await door.put([{ id: "entry" }]);
  const sale = { id: "sale", device: "d", sale: { departure_id: "first" } };
  await sales.put([sale]);
  return { door, sales };
}

test("a sign-out takes the device's secret and the places that it could sell off the phone", async () => {
  const { door, sales } = await phone({ unsent: false });
  expect([await unsentEntries(), await deviceOf("u"), await deviceOf("else")]).toEqual([
    { unsent: 0, device: "d" },
    "d",
    null,
  ]);
  await forgetDoor();
  expect([await door.facts(), await sales.facts(), await unsentEntries()]).toEqual([
    [],
    [],
    { unsent: 0, device: null },
  ]);
  const input = (departure: string) => ({
    secret: "Bearer s",
    body: { departure_id: null, give_back: [departure] },
  });
  expect(request).toEqual([input("first"), input("second")]);
});

test("what isn't sent keeps its secret and its places", async () => {
  const { door, sales } = await phone({ unsent: true });
  expect(await unsentEntries()).toEqual({ unsent: 2, device: "d" });
  await forgetDoor();
  expect(await door.fact("device")).toMatchObject({ secret: "s" });
  expect(await sales.facts()).toMatchObject([{ departure: "first" }]);
  expect(request).toMatchObject([{ body: { give_back: ["second"] } }]);
});

test("what a guide did on the way leaves the phone after two days, sent or not", async () => {
  const way = new Outbox(OUTBOXES.way);
  const at = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
  const [old, recent, refused] = [
    { id: "old", at: at(49), refused: null },
    { id: "recent", at: at(47), refused: null },
    { id: "refused", at: at(47), refused: "not_tonight" },
  ];
  await way.put([old, recent, refused]);
  await forgetOldTaps(NOW);
  expect(await way.rows()).toEqual([recent, refused]);
  expect((await unsentEntries()).unsent).toBe(1);
});

test("a phone that keeps nothing of the door is left as it is", async () => {
  await Promise.all([forgetDoor(), forgetOldTaps(NOW), forgetOverNights(NOW), unsentEntries()]);
  expect(await indexedDB.databases()).toEqual([]);
});

test("a list that leaves the phone while its old nights are looked for doesn't come back empty", async () => {
  vi.spyOn(indexedDB, "databases").mockResolvedValueOnce([{ name: "door-list", version: 1 }]);
  await forgetOverNights(NOW);
  expect(await indexedDB.databases()).toEqual([]);
});
