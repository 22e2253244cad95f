// oxlint-disable-next-line import/no-unassigned-import -- it puts a browser's database into the globals
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { ListStore } from "#src/modules/evening/door/admin/list-store.ts";
import { doorList, doorNight, ENTRY } from "#tests/door-list.ts";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  return () => vi.unstubAllGlobals();
});

const LIST = doorList([doorNight({ id: "late" }), doorNight({ id: "early" })]);
const HEAD = { userId: "u1", cursor: null, etag: '"e1"' };

test("a list is read as it came, with what was told after it", async () => {
  const [page, next] = [new ListStore(), new ListStore()];
  await page.open(() => {});
  await page.keepList(LIST, HEAD, () => 0);
  const { departures, ...rest } = LIST;
  const head = { ...rest, ...HEAD, order: departures.map(({ id }) => id) };
  await page.keepEntries(new Map([["t", ENTRY]]), head);
  await next.open(() => {});
  expect(await next.list()).toEqual({ head, list: LIST, entries: new Map([["t", ENTRY]]) });
});

test("lists that another window takes off the phone come back only with the next one", async () => {
  const page = new ListStore();
  const gone = vi.fn<() => void>();
  await page.open(gone);
  await page.keepList(LIST, HEAD, () => 0);
  const deleting = indexedDB.deleteDatabase("door-list");
  await new Promise((done) => {
    deleting.addEventListener("success", done);
  });
  expect(gone).toHaveBeenCalledOnce();
  await page.dropNight("late");
  expect([await page.list(), await indexedDB.databases()]).toEqual([null, []]);
  await page.keepList(LIST, HEAD, () => 0);
  expect((await page.list())?.list).toEqual(LIST);
});
