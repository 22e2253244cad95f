import type { DBSchema } from "idb";
import { isThere, PhoneDb, type Storage } from "./phone-db.ts";

/** Something to be sent. `refused`: why the server won't take it, until somebody has read that; it isn't sent again. */
export type OutboxRow = { id: string; refused?: string | null };

/** Whether a row is still to be sent. */
export const isWaiting = ({ refused }: Pick<OutboxRow, "refused">): boolean =>
  refused === undefined || refused === null;

interface Schema<Row, Fact> extends DBSchema {
  rows: { key: number; value: Row; indexes: { id: string } };
  facts: { key: string; value: Fact };
}

/**
 * What a phone still has to hand over (docs/decisions/177): rows in the order in which they were made, each stored before it is sent
 * and kept until the server has answered it, and facts beside them, such as with which secret they are sent. Several windows may
 * use it at once. It outlives a sign-out, so nothing in it may name a guest for longer than it is unsent.
 */
export class Outbox<Row extends OutboxRow, Fact = unknown> {
  private readonly db: PhoneDb<Schema<OutboxRow, unknown>>;
  /** what couldn't be stored yet */
  private unsaved = new Map<string, Row>();

  constructor(name: string) {
    this.db = new PhoneDb(name, {
      upgrade(db) {
        // keys of the database's own keep the order; a walk through all that wait would make each row slower than the one before
        db.createObjectStore("rows", { autoIncrement: true }).createIndex("id", "id", { unique: true });
        db.createObjectStore("facts");
      },
    });
  }

  open = (): Promise<void> => this.db.open();
  close = (): void => this.db.close();

  /** Whether all that was given to it is stored. */
  get storage(): Storage {
    return this.db.storage;
  }

  /** Whether anything can be stored here at all. */
  get keeps(): boolean {
    return this.db.keeps;
  }

  /** All rows, oldest first, refused ones too. */
  rows = async (): Promise<Row[]> => ((await this.db.trying("open", (db) => db.getAll("rows"))) ?? []) as Row[];

  /**
   * Stores rows for good; one with the same id is replaced in its place. False where they couldn't be stored: they are known to this
   * page alone then, and tried again with the next ones, or by `retry`.
   */
  async put(rows: readonly Row[]): Promise<boolean> {
    for (const row of rows) this.unsaved.set(row.id, row);
    const stored = await this.db.trying("rows", async (db) => {
      const all = [...this.unsaved.values()];
      const tx = db.transaction("rows", "readwrite", { durability: "strict" });
      const ids = tx.store.index("id");
      await Promise.all([tx.done, ...all.map(async (row) => tx.store.put(row, await ids.getKey(row.id)))]);
      for (const row of all) if (this.unsaved.get(row.id) === row) this.unsaved.delete(row.id);
      return true;
    });
    return stored ?? false;
  }

  /** Stores what there was no room for. */
  async retry(): Promise<void> {
    if (this.unsaved.size > 0) await this.put([]);
  }

  /**
   * Stores a row if it `fits` with all stored rows, in one transaction, because another window may be adding or uploading one.
   * Returns the rows stored before; null if it couldn't be stored, and then that isn't retried.
   */
  async addIf(
    row: Row,
    fits: (rows: readonly Row[], facts: readonly Fact[]) => boolean,
  ): Promise<{ isAdded: boolean; rows: Row[] } | null> {
    const added = await this.db.trying("add", async (db) => {
      const tx = db.transaction(["rows", "facts"], "readwrite", { durability: "strict" });
      const add = async () => {
        const rows = (await tx.objectStore("rows").getAll()) as Row[];
        const isAdded = fits(rows, (await tx.objectStore("facts").getAll()) as Fact[]);
        const store = tx.objectStore("rows");
        if (isAdded) await store.put(row, await store.index("id").getKey(row.id));
        return { isAdded, rows };
      };
      return Promise.all([add(), tx.done]);
    });
    return added ? added[0] : null;
  }

  /**
   * Applies the outcome of rows, by id: null removes one, a row replaces it. One that another window has removed stays removed.
   * Where that can't be stored they are sent once more by the next page, and answered the same.
   */
  async settle(answers: ReadonlyMap<string, Row | null>): Promise<void> {
    for (const [id, row] of answers)
      if (row === null) this.unsaved.delete(id);
      else if (this.unsaved.has(id)) this.unsaved.set(id, row);
    await this.db.trying("settle", async (db) => {
      const tx = db.transaction("rows", "readwrite");
      const write = async ([id, row]: [string, Row | null]): Promise<void> => {
        const key = await tx.store.index("id").getKey(id);
        if (key === undefined) return;
        await (row ? tx.store.put(row, key) : tx.store.delete(key));
        if (this.unsaved.get(id) === row) this.unsaved.delete(id);
      };
      await Promise.all([tx.done, ...[...answers].map(write)]);
    });
    if (this.unsaved.size === 0) this.db.forgive("rows");
  }

  fact = async <T extends Fact>(name: string): Promise<T | undefined> =>
    (await this.db.trying("open", (db) => db.get("facts", name))) as T | undefined;

  facts = async (): Promise<Fact[]> => ((await this.db.trying("open", (db) => db.getAll("facts"))) ?? []) as Fact[];

  /** False where it couldn't be kept. */
  keepFact = async (name: string, value: Fact): Promise<boolean> =>
    (await this.db.trying(`fact ${name}`, (db) => db.put("facts", value, name))) !== undefined;

  dropFact = async (name: string): Promise<void> => {
    await this.db.trying(`fact ${name}`, (db) => db.delete("facts", name));
  };

  /** Drops facts unless rows are kept. Counted and dropped at once: a window may be storing one. */
  async dropFactsOnceEmpty(names: readonly string[]): Promise<void> {
    await this.db.trying("facts", async (db) => {
      const tx = db.transaction(["rows", "facts"], "readwrite");
      const drop = async () => {
        if ((await tx.objectStore("rows").count()) > 0) return;
        for (const name of names) await tx.objectStore("facts").delete(name);
      };
      await Promise.all([drop(), tx.done]);
    });
  }
}

/** How long an act that somebody waits for waits for the phone's storage. */
export const STORE_MS = 500;

/** The result of some work within a time; undefined if the time is over first. Milliseconds. */
export const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([
    work,
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, ms);
    }),
  ]);

/** Works with an outbox that this phone has made before; undefined without one. */
export async function inOutbox<T, Row extends OutboxRow = OutboxRow, Fact = unknown>(
  name: string,
  work: (outbox: Outbox<Row, Fact>) => Promise<T>,
): Promise<T | undefined> {
  if (!(await isThere(name))) return undefined;
  const outbox = new Outbox<Row, Fact>(name);
  return work(outbox).finally(outbox.close);
}
