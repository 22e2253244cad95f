import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from "idb";

/** Whether the phone has kept what was given to it. `full`: there is no room; `none`: it keeps nothing at all. */
export type Storage = "kept" | "full" | "none";

/** The worst of several. */
export const worstOf = (all: Iterable<Storage>): Storage => {
  const found = new Set(all);
  return found.has("none") ? "none" : found.has("full") ? "full" : "kept";
};

type Layout<Schema extends DBSchema> = Required<Pick<OpenDBCallbacks<Schema>, "upgrade">> & {
  /** called when another window deletes the database, which is closed by then; without it, the storage says that nothing is kept */
  onDeleted?: () => void;
};

/**
 * A database of this browser that may be missing, full or dropped at any time: work in it answers undefined where it couldn't be
 * done, and nothing throws. The first work opens it.
 */
export class PhoneDb<Schema extends DBSchema> {
  /** null: closed; undefined: not opened yet */
  private db: Promise<IDBPDatabase<Schema>> | null | undefined;
  private failed = new Map<string, Storage>();
  private readonly name: string;
  private readonly layout: Layout<Schema>;

  constructor(name: string, layout: Layout<Schema>) {
    this.name = name;
    this.layout = layout;
  }

  async open(): Promise<void> {
    this.db = this.opening();
    await this.db.then(
      () => this.failed.delete("open"),
      () => this.failed.set("open", "none"),
    );
  }

  // async: without any storage it throws at once
  private opening = async (): Promise<IDBPDatabase<Schema>> =>
    openDB<Schema>(this.name, 1, {
      upgrade: this.layout.upgrade,
      // browsers drop the connections of pages in the background
      terminated: () => void this.open(),
      blocking: () => {
        this.close();
        // whoever doesn't expect it must be told that nothing is kept anymore
        if (this.layout.onDeleted) this.layout.onDeleted();
        else this.failed.set("open", "none");
      },
    });

  close(): void {
    void this.db?.then(
      (db) => db.close(),
      () => {},
    );
    this.db = null;
  }

  /** Whether it could be opened and read, the last time. */
  get keeps(): boolean {
    return !this.failed.has("open");
  }

  /** Opens it again where it was closed. */
  async reopen(): Promise<void> {
    if (this.db === null) await this.open();
  }

  /** Kept only once nothing is left that couldn't be. */
  get storage(): Storage {
    return worstOf(this.failed.values());
  }

  /** Forgets that some work failed: what it was for is gone. */
  forgive(what: string): void {
    this.failed.delete(what);
  }

  /**
   * Does work, under a name: that it failed is told by `storage` until the same has been possible again. Failed reads are those of
   * an opening. A connection that was dropped without a word is opened again, once.
   */
  async trying<T>(what: string, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    if (this.db === undefined) void this.open();
    for (let isAgain = false; this.db; isAgain = true) {
      try {
        const done = await work(await this.db);
        this.failed.delete(what);
        return done;
      } catch (error) {
        const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
        this.failed.set(what, isFull ? "full" : "none");
        if (isFull || isAgain || !this.db) return undefined;
        this.close();
        await this.open();
      }
    }
    return undefined;
  }
}

/** Whether this browser has a database of that name: opening it would make one. An older browser doesn't say, so: no. */
export async function isThere(name: string): Promise<boolean> {
  const databases = await globalThis.indexedDB?.databases?.().catch(() => []);
  return databases?.some((one) => one.name === name) ?? false;
}
