import { sql } from "kysely";
import type { AddOn } from "#src/modules/sales/add-ons/rules/price.ts";
import type { AddOnFields } from "#src/modules/sales/add-ons/schema.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

const OFFERED = [
  "id",
  "name",
  "name_es",
  "description",
  "description_es",
  "picture",
  "city_id",
  "crawl_id",
  "only_on",
  "price",
  "currency",
  "most",
  "stock",
  "stock_per_night",
] as const;

/** All that are switched on, in their order. */
export const activeAddOns = (db: Db | Tx): Promise<AddOn[]> =>
  db
    .selectFrom("add_ons")
    .select([...OFFERED, sql<AddOn["prices"]>`prices`.as("prices")])
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** All, in their order, with the names of where they are offered. */
export const allAddOns = (db: Db | Tx) =>
  db
    .selectFrom("add_ons as a")
    .leftJoin("cities as t", "t.id", "a.city_id")
    .leftJoin("pub_crawls as c", "c.id", "a.crawl_id")
    .select(["a.id", "a.name", "a.name_es", "a.picture", "a.price", "a.currency", "a.stock", "a.stock_per_night"])
    .select(["a.most", "a.only_on", "a.is_active", "t.name as city", "t.name_es as city_es", "c.title", "c.title_es"])
    .orderBy("a.position")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();

const edited = (db: Db | Tx, id: string) =>
  db
    .selectFrom("add_ons")
    .select([...OFFERED, "is_active", "version", sql<AddOn["prices"]>`prices`.as("prices")])
    .where("id", "=", id);

export const addOnById = (db: Db, id: string) => edited(db, id).executeTakeFirst();

/** Locks an add-on against other changes. */
export const lockAddOn = (tx: Tx, id: string) => edited(tx, id).forNoKeyUpdate().executeTakeFirst();

/**
 * Locks those of some add-ons that have a stock, always in the same order, and returns it: what is left is counted by one booking at a
 * time.
 */
export const lockStocks = (on: Statements, ids: readonly string[]) => stocksOf(on, ids, "for no key update");

/** The same as they are now, without a lock. */
export async function stocksOf(on: Statements, ids: readonly string[], lock: "" | "for no key update" = "") {
  const text = `select id, stock from add_ons where id = any($1::uuid[]) and stock is not null order by id ${lock}`;
  const name = lock === "" ? "read-stocks" : "lock-stocks";
  const { rows } = await on.query<{ id: string; stock: number }>({ name, text, values: [ids] });
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

const columns = ({ prices, ...rest }: AddOnFields) => ({ ...rest, prices: JSON.stringify(prices) });

/** Adds an add-on at the end under an id made by its form; false when it is there already. */
export const insertAddOn = async (tx: Tx, id: string, addOn: AddOnFields): Promise<boolean> =>
  (await tx
    .insertInto("add_ons")
    .values({ id, ...columns(addOn), position: sql`(select coalesce(max(position), 0) + 1 from add_ons)` })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Writes a locked add-on's form, which raises its version. */
export const saveAddOnRow = (tx: Tx, id: string, addOn: AddOnFields) =>
  tx
    .updateTable("add_ons")
    .set((was) => ({ ...columns(addOn), version: was("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

export const setActive = (tx: Tx, id: string, isActive: boolean) =>
  tx.updateTable("add_ons").set({ is_active: isActive }).where("id", "=", id).execute();

export const removeAddOn = (tx: Tx, id: string) => tx.deleteFrom("add_ons").where("id", "=", id).execute();

/** Locks all add-ons as `lockStocks` does, and returns them in their order. */
export async function lockOrder(tx: Tx) {
  const rows = await tx
    .selectFrom("add_ons")
    .select(["id", "position", "created_at"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => a.position - b.position || +a.created_at - +b.created_at);
}

export const saveOrder = (tx: Tx, ids: readonly string[]) =>
  sql`update add_ons set position = o.n from unnest(${[...ids]}::uuid[]) with ordinality as o (id, n) where o.id = add_ons.id`.execute(
    tx,
  );

export const cityOfCrawl = async (db: Db | Tx, id: string): Promise<string | null> =>
  (await db.selectFrom("pub_crawls").select("city_id").where("id", "=", id).executeTakeFirst())?.city_id ?? null;

/** Puts one picture in the place of another. */
export const exchangePicture = (tx: Tx, { from, to }: { from: string; to: string }) =>
  sql`update add_ons set version = version + 1, picture = ${to} where picture = ${from}`.execute(tx);
