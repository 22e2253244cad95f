import { sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { KeptTerms, TermsFields } from "#src/modules/sales/affiliates/rules/terms.ts";
import type { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

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

/** Who has a code, in whatever letters: another partner, or a coupon; null when it is free. */
export async function takenBy(tx: Tx, code: string, but: string): Promise<"partner" | "coupon" | null> {
  const { rows } = await sql<{ by: "partner" | "coupon" }>`
    select 'partner' as by from partners where lower(code) = lower(${code}) and id <> ${but}
    union all select 'coupon' from coupons where lower(trim(code)) = lower(${code}) limit 1`.execute(tx);
  return rows[0]?.by ?? null;
}

/** Whether somebody came by a partner's code, or it stands on a QR code. */
export async function isCodeUsed(tx: Tx, { id, code }: { id: string; code: string }): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from affiliate_visits where lower(affiliate_code) = lower(${code}))
      or exists (select from bookings where partner_id = ${id}) or exists (select from qr_codes where partner_id = ${id}) as is_used`.execute(
    tx,
  );
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

/** All terms of a partner with who agreed to them, newest version first. */
export const termsOfPartner = (db: Db | Tx, partnerId: string) =>
  db
    .selectFrom("partner_terms as t")
    .leftJoin("user as u", "u.id", "t.created_by")
    .select(["t.id", "t.version", "t.basis", "t.kind", "t.value", "t.tiers", "t.exceptions", "t.created_at"])
    .select(sql<string>`t.valid_from::text`.as("valid_from"))
    .select("u.name as by")
    .where("t.partner_id", "=", partnerId)
    .orderBy("t.version", "desc")
    .$castTo<KeptTerms & { created_at: Date; by: string | null }>()
    .execute();

type AddedTerms = { partnerId: string; version: number; terms: TermsFields; by: string | null; at: Date };

/** Adds a version of a locked partner's terms. */
export const insertTerms = (tx: Tx, { partnerId, version, terms, by, at }: AddedTerms) =>
  tx
    .insertInto("partner_terms")
    .values({
      ...terms,
      partner_id: partnerId,
      version,
      tiers: JSON.stringify(terms.tiers),
      exceptions: JSON.stringify(terms.exceptions),
      created_at: at,
      created_by: by,
    })
    .execute();

/** The cities that a partner can be in. */
export const partnerCities = (db: Db | Tx) =>
  db.selectFrom("cities").select(["id", "name", "name_es"]).orderBy("position").orderBy("id").execute();

/** The crawls that terms may except. */
export const crawlChoices = (db: Db | Tx) =>
  db
    .selectFrom("pub_crawls")
    .select(["id", "title", "title_es"])
    .where("deleted_at", "is", null)
    .orderBy(inLetters("title"))
    .execute();
