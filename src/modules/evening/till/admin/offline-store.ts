import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { SALES } from "#src/modules/evening/door/components/forget-door.ts";
import { type KeptSale, leftHere, type RefusedHere, type Reserve } from "#src/modules/evening/till/rules/offline.ts";

/** A database of its own: it outlives a sign-out like the phone's other unsent things, and an older page knows nothing of it. */
interface SalesSchema extends DBSchema {
  sales: { key: string; value: KeptSale & { at: number } };
  refused: { key: string; value: RefusedHere };
  reserves: { key: [string, string]; value: Reserve };
}

/** What a phone keeps of its sales without a line: money, so nothing here works from memory alone. */
export class SalesStore {
  private db: IDBPDatabase<SalesSchema> | null = null;

  /** Whether anything can be kept here: a phone that can't sells nothing, and is lent nothing. */
  get keeps(): boolean {
    return this.db !== null;
  }

  async open(): Promise<void> {
    try {
      this.db = await openDB<SalesSchema>(SALES, 1, {
        upgrade(db) {
          db.createObjectStore("sales", { keyPath: "sale.key" });
          db.createObjectStore("refused", { keyPath: "sale.key" });
          db.createObjectStore("reserves", { keyPath: ["device", "departure"] });
        },
        // browsers drop the connections of pages in the background
        terminated: () => void this.open(),
      });
    } catch {
      // a browser that keeps nothing sells nothing
      this.db = null;
    }
  }

  /** Whether it was possible: a full phone goes on with what the page knows. */
  private async tried(work: () => Promise<unknown> | undefined): Promise<boolean> {
    try {
      await work();
      return true;
    } catch {
      return false;
    }
  }

  /** Unsent sales, oldest first. */
  sales = async (): Promise<KeptSale[]> => ((await this.db?.getAll("sales")) ?? []).toSorted((a, b) => a.at - b.at);

  refused = async (): Promise<RefusedHere[]> => (await this.db?.getAll("refused")) ?? [];

  reserves = async (): Promise<Reserve[]> => (await this.db?.getAll("reserves")) ?? [];

  /** Keeps what has changed of a sale; where that can't be, it is kept as it was, and told anew by the next answer. */
  async keep(sale: KeptSale): Promise<void> {
    await this.tried(async () => {
      const tx = this.db?.transaction("sales", "readwrite", { durability: "strict" });
      const before = await tx?.store.get(sale.sale.key);
      await tx?.store.put({ ...sale, at: before?.at ?? Date.now() });
      await tx?.done;
    });
  }

  /**
   * Keeps a new sale for good where the reserve still has its places, told with what all windows of this phone have sold. In one
   * transaction: another window may be selling, or have handed over what it sold. `lost`: it couldn't be kept.
   */
  async keepNew(sale: KeptSale, now: number): Promise<{ result: "kept" | "few"; sales: KeptSale[] } | "lost"> {
    try {
      return await this.tryNew(sale, now);
    } catch {
      // a connection that was dropped without a word is opened again, once
      await this.open();
      return this.tryNew(sale, now).catch(() => "lost" as const);
    }
  }

  private async tryNew(sale: KeptSale, now: number): Promise<{ result: "kept" | "few"; sales: KeptSale[] } | "lost"> {
    const tx = this.db?.transaction(["sales", "reserves"], "readwrite", { durability: "strict" });
    if (!tx) return "lost";
    const reserve = await tx.objectStore("reserves").get([sale.device, sale.sale.departure_id]);
    const sales = (await tx.objectStore("sales").getAll()).toSorted((a, b) => a.at - b.at);
    const isFew = !reserve || sale.sale.people > leftHere(reserve, sales, now);
    if (!isFew) await tx.objectStore("sales").put({ ...sale, at: Date.now() });
    await tx.done;
    return { result: isFew ? "few" : "kept", sales };
  }

  /**
   * Forgets sales that were answered; what was refused is told from now on. Where that can't be, they are sent once more by the next
   * page, and answered the same.
   */
  async answered(keys: readonly string[], refused: readonly RefusedHere[]): Promise<void> {
    await this.tried(async () => {
      const tx = this.db?.transaction(["sales", "refused"], "readwrite");
      if (!tx) return;
      for (const one of refused) await tx.objectStore("refused").put(one);
      for (const key of keys) await tx.objectStore("sales").delete(key);
      await tx.done;
    });
  }

  understood = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) await this.tried(() => this.db?.delete("refused", key));
  };

  /** False where it couldn't be kept: places that this phone doesn't know are sold by nobody. */
  keepReserve = (reserve: Reserve): Promise<boolean> => this.tried(() => this.db?.put("reserves", reserve));

  dropReserve = async ({ device, departure }: Pick<Reserve, "device" | "departure">): Promise<void> => {
    await this.tried(() => this.db?.delete("reserves", [device, departure]));
  };
}
