import type { openDB } from "idb";
import { expect, test } from "vitest";
import { PhoneStore } from "#src/modules/door/admin/phone-store.ts";
import type { KeptEvent } from "#src/modules/door/rules/queue.ts";

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

test("a full phone says so until what it couldn't keep is kept", async () => {
  let isFull = true;
  const kept: string[] = [];
  const store = {
    openCursor: async () => null,
    add: async ({ id }: KeptEvent) => {
      if (isFull) throw new DOMException("no room", "QuotaExceededError");
      kept.push(id);
    },
  };
  const db = { transaction: () => ({ store, done: Promise.resolve() }), put: async () => "key" };
  const phone = new PhoneStore((async () => db) as unknown as typeof openDB);
  await phone.open(() => {});
  await phone.keepEvents([event("a")]);
  await phone.keepFact("muted", true);
  expect(phone.storage, "another success isn't this one's").toBe("full");
  isFull = false;
  await phone.retry();
  expect([phone.storage, kept]).toEqual(["kept", ["a"]]);
  await phone.retry();
  expect(kept, "once").toEqual(["a"]);
});
