import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { HandWay } from "#src/kernel/pay-method.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type Refused = Insertable<Tables["refused_sales"]>;

/** Why a sale was refused for good; undefined where it wasn't. */
export const refusalOf = async (db: Db | Tx, saleId: string): Promise<string | undefined> =>
  (await db.selectFrom("refused_sales").select("reason").where("sale_id", "=", saleId).executeTakeFirst())?.reason;

/** Keeps a refused sale, once; false where it was kept before. A departure that isn't there isn't named. */
export const addRefusal = async (tx: Tx, { departure_id = null, ...sale }: Refused): Promise<boolean> =>
  (
    await tx
      .insertInto("refused_sales")
      .values((e) => ({
        ...sale,
        departure_id: e.selectFrom("scheduled_crawls").select("id").where("id", "=", departure_id),
      }))
      .onConflict((c) => c.column("sale_id").doNothing())
      .returning("sale_id")
      .execute()
  ).length === 1;

/** Forgets the refusal of a sale that was taken after all, by the same request that was still under way. */
export const dropRefusal = (db: Db, saleId: string) =>
  db.deleteFrom("refused_sales").where("sale_id", "=", saleId).where("settled_at", "is", null).execute();

export const refusalForUpdate = (tx: Tx, saleId: string) =>
  tx
    .selectFrom("refused_sales")
    .select(["sale_id", "settled_at"])
    .where("sale_id", "=", saleId)
    .forUpdate()
    .executeTakeFirst();

export const markSettled = (tx: Tx, saleId: string, { now, by }: { now: Date; by: string | null }) =>
  tx
    .updateTable("refused_sales")
    .set({ settled_at: now, settled_by: by })
    .where("sale_id", "=", saleId)
    .executeTakeFirst();

/** Refused sales that nobody has settled, the newest first. */
export const openRefusals = (db: Db, most: number) =>
  db
    .selectFrom("refused_sales as r")
    .leftJoin("door_devices as v", "v.id", "r.device_id")
    .leftJoin("user as u", "u.id", "r.user_id")
    .leftJoin("night_facts as d", "d.id", "r.departure_id")
    .select(["r.sale_id as id", "r.people", "r.amount", "r.reference", "r.sold_at", "r.reason", "v.name as device"])
    .select(["d.date", "d.start_time", "d.title", "d.title_es", "d.time_zone as zone"])
    .select([sql<Currency | null>`r.currency`.as("currency"), sql<HandWay>`r.way`.as("way")])
    .select(sql<string>`coalesce(trim(u.name), '')`.as("by"))
    .where("r.settled_at", "is", null)
    .orderBy("r.received_at", "desc")
    .orderBy("r.sale_id")
    .limit(most)
    .execute();
