import type { openDB } from "idb";
import { expect, test } from "vitest";
import { PhoneStore } from "#src/modules/evening/door/admin/phone-store.ts";
import type { KeptEvent } from "#src/modules/evening/door/rules/queue.ts";

const event = (id: string): KeptEvent => ({
  id,
  kind: "in",
  departure_id: "d",
  ticket_id: "t",
  of_event: null,
  device_at: "",
  offline: true,
  way: "scan",
  reason: "",
  device: "d1",
  ahead: null,
});

/** An own store of events that is full until it isn't. */
function openedStore() {
  const at = { isFull: false, kept: new Map<number, string>() };
  let next = 1;
  const store = {
    put: async ({ id }: KeptEvent, known?: number) => {
      const key = known ?? next++;
      await Promise.resolve();
      if (at.isFull) throw new DOMException("no room", "QuotaExceededError");
      at.kept.set(key, id);
      return key;
    },
    delete: async (key: number) => void at.kept.delete(key),
    getAllKeys: async () => [...at.kept.keys()],
    getAll: async () => [...at.kept.values()].map(event),
  };
  const db = { transaction: () => ({ store, done: Promise.resolve() }), put: async () => "key" };
  return { at, phone: new PhoneStore((async () => db) as unknown as typeof openDB) };
}

test("a full phone says so until what it couldn't keep is kept", async () => {
  const { at, phone } = openedStore();
  at.isFull = true;
  await phone.open(() => {});
  await phone.keepEvents([event("a")]);
  await phone.keepFact("muted", true);
  expect(phone.storage, "another success isn't this one's").toBe("full");
  at.isFull = false;
  await phone.retry();
  expect([phone.storage, [...at.kept.values()]]).toEqual(["kept", ["a"]]);
  await phone.retry();
  expect([...at.kept.values()], "once").toEqual(["a"]);
});

test("an event keeps its place when it is replaced, and goes even while it is being written", async () => {
  const { at, phone } = openedStore();
  await phone.open(() => {});
  await phone.keepEvents([event("a"), event("b")]);
  await phone.keepEvents([event("a")]);
  expect([...at.kept]).toEqual([
    [1, "a"],
    [2, "b"],
  ]);
  const writing = phone.keepEvents([event("c")]);
  await Promise.all([writing, phone.forgetEvents(new Set(["a", "c"]))]);
  expect([...at.kept.values()]).toEqual(["b"]);
  expect((await phone.events()).map(({ id }) => id)).toEqual(["b"]);
  await phone.forgetEvents(new Set(["b"]));
  expect(at.kept.size).toBe(0);
});
