import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptEvent } from "#src/modules/evening/door/rules/queue.ts";
import type { DoorList, Entry } from "#src/modules/evening/door/schema.ts";

/** This phone as a device of the door of one person: `secret` opens the uploads, also after signing out. */
export type Device = { id: string; name: string; secret: string; userId: string };

/** What outlives a sign-out: the device and what it still has to hand over. Nothing of it names a guest. */
interface OwnSchema extends DBSchema {
  events: { key: number; value: KeptEvent };
  facts: { key: string; value: unknown };
}

/** Guest lists: deleted at sign-out (`forget-door.ts`) and, night by night, a day after each has ended (`door-worker.js`). */
interface ListSchema extends DBSchema {
  nights: { key: string; value: { id: string; until: number; night: DoorList["departures"][number] } };
  facts: { key: string; value: unknown };
  entries: { key: string; value: Entry | null };
}

/** The head of the kept list: all but its nights, whose it is, and when it came (server's clock). */
export type ListHead = Omit<DoorList, "departures"> & {
  order: string[];
  userId: string;
  cursor: string | null;
  etag: string;
};

/** Whether the phone has kept what was given to it. `full`: there is no room; `none`: it keeps nothing at all. */
export type Storage = "kept" | "full" | "none";

const LIST = "door-list";
const OWN = "door";

/** Opens what this phone keeps. Where a browser keeps nothing, all works from memory, until the page is closed. */
export class PhoneStore {
  private failed = new Map<string, Exclude<Storage, "kept">>();
  private unsaved = new Map<string, KeptEvent>();
  /** under which keys events are stored: a walk through all that wait would make each scan slower than the one before */
  private keys = new Map<string, number>();
  private writing: Promise<unknown> = Promise.resolve();
  private own: IDBPDatabase<OwnSchema> | null = null;
  private lists: IDBPDatabase<ListSchema> | null = null;

  private onGone = (): void => {};
  private readonly openDb: typeof openDB;

  constructor(openDb = openDB) {
    this.openDb = openDb;
  }

  /** `onGone` is called when the lists were deleted by another window, as at a sign-out. */
  async open(onGone: () => void): Promise<void> {
    this.onGone = onGone;
    await Promise.all([this.openOwn(), this.openLists()]);
    // asks not to be cleared when the phone runs out of room
    void navigator.storage?.persist?.().catch(() => false);
  }

  private async openOwn(): Promise<void> {
    await this.trying("open", async () => {
      this.own = await this.openDb<OwnSchema>(OWN, 1, {
        upgrade(db) {
          db.createObjectStore("events", { autoIncrement: true });
          db.createObjectStore("facts");
        },
      });
    });
  }

  private async openLists(): Promise<void> {
    await this.trying("lists", async () => {
      this.lists = await this.openDb<ListSchema>(LIST, 1, {
        upgrade(db) {
          db.createObjectStore("nights", { keyPath: "id" });
          db.createObjectStore("facts");
          db.createObjectStore("entries");
        },
        // someone signs out in another window: the lists go at once
        blocking: () => {
          this.lists?.close();
          this.lists = null;
          this.onGone();
        },
      });
    });
  }

  /** Kept only once nothing is left that couldn't be. */
  get storage(): Storage {
    const how = [...this.failed.values()];
    return how.includes("none") ? "none" : how.includes("full") ? "full" : "kept";
  }

  /** Does what may find the phone full, and notes that until the same has been possible again. */
  private async trying<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await work();
      this.failed.delete(what);
      return done;
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      this.failed.set(what, isFull ? "full" : "none");
      return undefined;
    }
  }

  /** A fact about this phone, such as its device or its choice of a door. */
  fact = async <T>(name: string): Promise<T | undefined> =>
    this.trying("read", async () => (await this.own?.get("facts", name)) as T | undefined);

  keepFact = (name: string, value: unknown) =>
    this.trying(`fact ${name}`, async () => this.own?.put("facts", value, name));

  dropFact = (name: string) => this.trying(`fact ${name}`, async () => this.own?.delete("facts", name));

  /** What is still to be sent, oldest first. */
  async events(): Promise<KeptEvent[]> {
    const kept = await this.trying("read", async () => {
      const store = this.own?.transaction("events").store;
      return store && Promise.all([store.getAllKeys(), store.getAll()]);
    });
    const [keys = [], events = []] = kept ?? [];
    for (const [at, { id }] of events.entries()) this.keys.set(id, keys[at]!);
    return events;
  }

  /** One write after the other: each knows the keys of those before. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.writing.then(work);
    this.writing = done.catch(() => {});
    return done;
  }

  /** Keeps an event until it is acknowledged; one with the same id is replaced. What there is no room for is tried again. */
  async keepEvents(events: readonly KeptEvent[]): Promise<void> {
    for (const event of events) this.unsaved.set(event.id, event);
    await this.inTurn(() => this.keepUnsaved());
  }

  private async keepUnsaved(): Promise<void> {
    const all = [...this.unsaved.values()];
    await this.trying("events", async () => {
      const tx = this.own?.transaction("events", "readwrite", { durability: "strict" });
      if (!tx) return;
      const puts = all.map((event) => tx.store.put(event, this.keys.get(event.id)));
      const [, ...keys] = await Promise.all([tx.done, ...puts]);
      for (const [at, event] of all.entries()) {
        this.keys.set(event.id, keys[at]!);
        if (this.unsaved.get(event.id) === event) this.unsaved.delete(event.id);
      }
    });
  }

  /** Keeps what there was no room for. */
  async retry(): Promise<void> {
    if (this.unsaved.size > 0) await this.keepEvents([]);
  }

  async forgetEvents(ids: ReadonlySet<string>): Promise<void> {
    for (const id of ids) this.unsaved.delete(id);
    await this.inTurn(() =>
      this.trying("forget", async () => {
        const keys = [...ids].flatMap((id) => this.keys.get(id) ?? []);
        const tx = keys.length > 0 ? this.own?.transaction("events", "readwrite") : undefined;
        if (!tx) return;
        await Promise.all([tx.done, ...keys.map((key) => tx.store.delete(key))]);
        for (const id of ids) this.keys.delete(id);
      }),
    );
    if (this.unsaved.size === 0) this.failed.delete("events");
  }

  /** The kept list and the entries told since; null without one. */
  async list(): Promise<{ head: ListHead; list: DoorList; entries: Map<string, Entry | null> } | null> {
    const { lists } = this;
    if (!lists) return null;
    const tx = lists.transaction(["facts", "nights", "entries"]);
    const entries = tx.objectStore("entries");
    const [head, rows, keys, values] = await Promise.all([
      tx.objectStore("facts").get("head") as Promise<ListHead | undefined>,
      tx.objectStore("nights").getAll(),
      entries.getAllKeys(),
      entries.getAll(),
    ]);
    if (!head) return null;
    const nights = new Map(rows.map(({ id, night }) => [id, night]));
    const { order, userId: _, cursor: __, etag: ___, ...rest } = head;
    const departures = order.flatMap((id) => nights.get(id) ?? []);
    return { head, list: { ...rest, departures }, entries: new Map(keys.map((id, at) => [id, values[at] ?? null])) };
  }

  /** Replaces the kept list; `until` says how long a night may stay. */
  async keepList(
    list: DoorList,
    head: Pick<ListHead, "userId" | "cursor" | "etag">,
    until: (night: DoorList["departures"][number]) => number,
  ) {
    if (!this.lists) await this.openLists();
    await this.trying("list", async () => {
      const tx = this.lists?.transaction(["nights", "facts", "entries"], "readwrite");
      if (!tx) return;
      const { departures, ...rest } = list;
      const nights = tx.objectStore("nights");
      await Promise.all([nights.clear(), tx.objectStore("entries").clear()]);
      for (const night of departures) await nights.put({ id: night.id, until: until(night), night });
      await tx.objectStore("facts").put({ ...rest, order: departures.map(({ id }) => id), ...head }, "head");
      await tx.done;
    });
  }

  /** Adds what the server told after the list. */
  keepEntries = (entries: ReadonlyMap<string, Entry | null>, head: ListHead) =>
    this.trying("entries", async () => {
      const tx = this.lists?.transaction(["facts", "entries"], "readwrite");
      if (!tx) return;
      for (const [id, entry] of entries) await tx.objectStore("entries").put(entry, id);
      await tx.objectStore("facts").put(head, "head");
      await tx.done;
    });

  dropNight = (id: string) => this.trying("nights", async () => this.lists?.delete("nights", id));

  /** Takes every guest list off this phone. */
  async forgetLists(): Promise<void> {
    this.lists?.close();
    this.lists = null;
    for (const what of ["list", "entries", "nights"]) this.failed.delete(what);
    globalThis.indexedDB?.deleteDatabase(LIST);
  }
}

/** What a phone keeps its things in. */
export type Store = Pick<PhoneStore, keyof PhoneStore>;
