import { sql } from "kysely";
import type { KeptTerms, TermsFields } from "#src/modules/partners/commission/rules/terms.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

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
