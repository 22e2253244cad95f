import { randomUUID } from "node:crypto";
import type { Db } from "#src/platform/db.server.ts";

/** An add-on for 250 pesos, one for each person and as many as are wanted by default. Returns its id. */
export async function addAddOn(db: Db, over: Partial<Record<string, unknown>> = {}): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("add_ons")
    .values({ id, name: "T-shirt", name_es: "Playera", price: 25_000, currency: "MXN", ...over })
    .execute();
  return id;
}
