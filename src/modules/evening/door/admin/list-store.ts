import type { DBSchema } from "idb";
import type { DoorList, Entry } from "#src/modules/evening/door/schema.ts";
import { PhoneDb, type Storage } from "#src/ui/outbox/phone-db.ts";

/** Guest lists: deleted at sign-out (`forget-door.ts`) and, night by night, a day after each has ended (`door-worker.js`). */
interface ListSchema extends DBSchema {
  nights: { key: string; value: { id: string; until: number; night: DoorList["departures"][number] } };
  facts: { key: string; value: unknown };
  entries: { key: string; value: Entry | null };
}

/** The head of the stored list: everything but its nights, with its owner and when it came (server's clock). */
export type ListHead = Omit<DoorList, "departures"> & {
  order: string[];
  userId: string;
  cursor: string | null;
  etag: string;
};

const LIST = "door-list";

/** The guest lists that this phone keeps. Where a browser keeps nothing, all works from memory, until the page is closed. */
export class ListStore {
  private onGone = (): void => {};
  private readonly db = new PhoneDb<ListSchema>(LIST, {
    upgrade(db) {
      db.createObjectStore("nights", { keyPath: "id" });
      db.createObjectStore("facts");
      db.createObjectStore("entries");
    },
    // someone signs out in another window: the lists go at once
    onDeleted: () => this.onGone(),
  });

  /** `onGone` is called when the lists were deleted by another window, as at a sign-out. */
  async open(onGone: () => void): Promise<void> {
    this.onGone = onGone;
    await this.db.open();
  }

  /** Whether all that was given to it is stored. */
  get storage(): Storage {
    return this.db.storage;
  }

  /** The kept list and the entries told since; null without one. */
  async list(): Promise<{ head: ListHead; list: DoorList; entries: Map<string, Entry | null> } | null> {
    const lists = await this.db.trying("open", (db) => {
      const tx = db.transaction(["facts", "nights", "entries"]);
      const entries = tx.objectStore("entries");
      return Promise.all([
        tx.objectStore("facts").get("head") as Promise<ListHead | undefined>,
        tx.objectStore("nights").getAll(),
        entries.getAllKeys(),
        entries.getAll(),
      ]);
    });
    const [head, rows = [], keys = [], values = []] = lists ?? [];
    if (!head) return null;
    const nights = new Map(rows.map(({ id, night }) => [id, night]));
    const { order, userId: _, cursor: __, etag: ___, ...rest } = head;
    const departures = order.flatMap((id) => nights.get(id) ?? []);
    return { head, list: { ...rest, departures }, entries: new Map(keys.map((id, at) => [id, values[at] ?? null])) };
  }

  /** Replaces the stored list; `until` is how long a night may stay in it. */
  async keepList(
    list: DoorList,
    head: Pick<ListHead, "userId" | "cursor" | "etag">,
    until: (night: DoorList["departures"][number]) => number,
  ) {
    await this.db.reopen();
    await this.db.trying("list", async (db) => {
      const tx = db.transaction(["nights", "facts", "entries"], "readwrite");
      const { departures, ...rest } = list;
      const nights = tx.objectStore("nights");
      await Promise.all([nights.clear(), tx.objectStore("entries").clear()]);
      for (const night of departures) await nights.put({ id: night.id, until: until(night), night });
      await tx.objectStore("facts").put({ ...rest, order: departures.map(({ id }) => id), ...head }, "head");
      await tx.done;
    });
  }

  /** Adds changes that the server sent after the list. */
  keepEntries = (entries: ReadonlyMap<string, Entry | null>, head: ListHead) =>
    this.db.trying("entries", async (db) => {
      const tx = db.transaction(["facts", "entries"], "readwrite");
      for (const [id, entry] of entries) await tx.objectStore("entries").put(entry, id);
      await tx.objectStore("facts").put(head, "head");
      await tx.done;
    });

  dropNight = (id: string) => this.db.trying("nights", (db) => db.delete("nights", id));

  /** Takes every guest list off this phone. */
  async forgetLists(): Promise<void> {
    this.db.close();
    for (const what of ["list", "entries", "nights"]) this.db.forgive(what);
    globalThis.indexedDB?.deleteDatabase(LIST);
  }
}

/** What a phone keeps its guest lists in. */
export type Lists = Pick<ListStore, keyof ListStore>;
