import { sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A partner, or undefined. */
export const partnerById = (db: Db | Tx, id: string) =>
  db.selectFrom("partners").selectAll().where("id", "=", id).executeTakeFirst();
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof partnerById>>>;

/** Locks a partner against other changes; bookings that name it don't wait. */
export const lockPartner = (tx: Tx, id: string) =>
  tx.selectFrom("partners").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Whoever takes a code that guests type, a partner or a coupon, goes one at a time: both are typed into one field. */
export const lockCode = async (tx: Tx, code: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('typed-code:' || lower(trim(${code})), 0))`.execute(
    tx,
  ));

/** Whether another partner has a code, in whatever letters. */
export const isCodeOfOther = async (tx: Tx, code: string, but: string): Promise<boolean> =>
  (await tx
    .selectFrom("partners")
    .select("id")
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where("id", "<>", but)
    .executeTakeFirst()) !== undefined;

/** Whether somebody came by a partner's code, or it stands on a QR code. */
export async function isCodeUsed(tx: Tx, { id, code }: { id: string; code: string }): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from affiliate_visits where lower(affiliate_code) = lower(${code}))
      or exists (select from qr_codes where partner_id = ${id}) as is_used`.execute(tx);
  return rows[0]!.is_used;
}

/** Adds a partner under an id made by its form; false when it is there already. */
export const insertPartner = async (tx: Tx, id: string, partner: SavePartner, at: Date): Promise<boolean> =>
  (await tx
    .insertInto("partners")
    .values({ id, ...partner, created_at: at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Writes a locked partner; its form's fields alone raise its version. */
export const writePartner = (tx: Tx, id: string, row: Updateable<Tables["partners"]>, raise: 0 | 1) =>
  tx
    .updateTable("partners")
    .set((was) => ({ ...row, version: was("version", "+", raise) }))
    .where("id", "=", id)
    .execute();

/** The cities that a partner can be in. */
export const partnerCities = (db: Db | Tx) =>
  db.selectFrom("cities").select(["id", "name", "name_es"]).orderBy("position").orderBy("id").execute();
