import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Tap } from "#src/modules/evening/stops/schema.ts";

/** A tap with its night and whose it is; `refused`: why the server didn't take it, until somebody has read that. */
export type KeptTap = Tap & { night: string; userId: string; refused: string | null };

interface Schema extends DBSchema {
  taps: { key: number; value: KeptTap };
}

/** Keeps taps on the phone, in their order, until the server has them. They name nobody and outlive a sign-out. */
export class TapStore {
  private db: Promise<IDBPDatabase<Schema>> | null = null;

  private open() {
    this.db ??= openDB<Schema>("way", 1, {
      upgrade(db) {
        db.createObjectStore("taps", { autoIncrement: true });
      },
    });
    return this.db;
  }

  all = async (): Promise<KeptTap[]> => (await this.open()).getAll("taps");

  async add(tap: KeptTap): Promise<void> {
    const tx = (await this.open()).transaction("taps", "readwrite", { durability: "strict" });
    await tx.store.add(tap);
    await tx.done;
  }

  /** Changes kept taps, or drops those for which `now` answers null. */
  async change(now: (tap: KeptTap) => KeptTap | null): Promise<void> {
    const tx = (await this.open()).transaction("taps", "readwrite");
    for (let at = await tx.store.openCursor(); at; at = await at.continue()) {
      const changed = now(at.value);
      if (changed === null) await at.delete();
      else if (changed !== at.value) await at.update(changed);
    }
    await tx.done;
  }
}
