import { afterEach, expect, test, vi } from "vitest";
import { forgetOverNights } from "#src/modules/evening/door/components/forget-door.ts";

afterEach(() => void vi.unstubAllGlobals());

/** What a browser does when a database is opened that was listed, and deleted before that: it makes an empty one, unless that is aborted. */
function browserThatHasForgotten(name: string) {
  const there = new Set<string>();
  const open = (asked: string) => {
    let isAborted = false;
    const db = { objectStoreNames: { contains: () => false }, close: () => {} };
    const transaction = { abort: () => void (isAborted = true) };
    const request = Object.assign(new EventTarget(), { result: db, transaction });
    queueMicrotask(() => {
      request.dispatchEvent(new Event("upgradeneeded"));
      if (!isAborted) there.add(asked);
      request.dispatchEvent(new Event(isAborted ? "error" : "success"));
    });
    return request;
  };
  vi.stubGlobal("indexedDB", { databases: () => Promise.resolve([{ name }]), open });
  return there;
}

test("a list that leaves the phone while its old nights are looked for doesn't come back empty", async () => {
  const there = browserThatHasForgotten("door-list");
  await forgetOverNights(Date.UTC(2026, 10, 21, 20));
  expect([...there]).toEqual([]);
});
