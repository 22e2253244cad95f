import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { SALES } from "#src/modules/door/components/forget-door.ts";
import type { KeptSale, RefusedHere, Reserve } from "#src/modules/till/rules/offline.ts";

/** A database of its own: it outlives a sign-out like the phone's other unsent things, and an older page knows nothing of it. */
interface SalesSchema extends DBSchema {
  sales: { key: string; value: KeptSale & { at: number } };
  refused: { key: string; value: RefusedHere };
  reserves: { key: [string, string]; value: Reserve };
}

/** What a phone keeps of its sales without a line: money, so nothing here works from memory alone. */
export class SalesStore {
  private db: IDBPDatabase<SalesSchema> | null = null;

  async open(): Promise<void> {
    try {
      this.db = await openDB<SalesSchema>(SALES, 1, {
        upgrade(db) {
          db.createObjectStore("sales", { keyPath: "sale.key" });
          db.createObjectStore("refused", { keyPath: "sale.key" });
          db.createObjectStore("reserves", { keyPath: ["device", "departure"] });
        },
      });
    } catch {
      // a browser that keeps nothing sells nothing
      this.db = null;
    }
  }

  /** Unsent sales, oldest first. */
  sales = async (): Promise<KeptSale[]> => ((await this.db?.getAll("sales")) ?? []).toSorted((a, b) => a.at - b.at);

  refused = async (): Promise<RefusedHere[]> => (await this.db?.getAll("refused")) ?? [];

  reserves = async (): Promise<Reserve[]> => (await this.db?.getAll("reserves")) ?? [];

  /** Keeps a sale for good; false where it couldn't be. */
  async keep(sale: KeptSale): Promise<boolean> {
    try {
      const tx = this.db?.transaction("sales", "readwrite", { durability: "strict" });
      if (!tx) return false;
      const before = await tx.store.get(sale.sale.key);
      await tx.store.put({ ...sale, at: before?.at ?? Date.now() });
      await tx.done;
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets sales that were answered; what was refused is told from now on. */
  async answered(keys: readonly string[], refused: readonly RefusedHere[]): Promise<void> {
    const tx = this.db?.transaction(["sales", "refused"], "readwrite");
    if (!tx) return;
    for (const one of refused) await tx.objectStore("refused").put(one);
    for (const key of keys) await tx.objectStore("sales").delete(key);
    await tx.done;
  }

  understood = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) await this.db?.delete("refused", key);
  };

  keepReserve = async (reserve: Reserve): Promise<void> => {
    await this.db?.put("reserves", reserve);
  };

  dropReserve = async ({ device, departure }: Pick<Reserve, "device" | "departure">): Promise<void> => {
    await this.db?.delete("reserves", [device, departure]);
  };
}
