import { sql } from "kysely";
import type { PartnerReason, Verdict } from "#src/modules/sales/affiliates/rules/attribution.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Partners by id. */
export const partnersById = (db: Db | Tx, ids: readonly string[]) =>
  db.selectFrom("partners").select(["id", "name", "code", "email", "phone"]).where("id", "in", ids).execute();

/**
 * The same, held as settling commission holds them, by id, and before a booking refers to another: whoever agrees statements of
 * several partners locks them in that order.
 */
export const holdPartners = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("partners")
    .select(["id", "name", "code", "email", "phone"])
    .where("id", "in", ids)
    .orderBy("id")
    .forShare()
    .execute();

/** The partner of a booking and how its guest came; undefined without a partner. */
export const partnerOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("booking_facts as b")
    .innerJoin("partners as p", "p.id", "b.partner_id")
    .leftJoin("qr_codes as q", "q.id", "b.qr_code_id")
    .leftJoin("resales as r", "r.booking_id", "b.id")
    .select(["p.id", "p.name", "b.partner_at as at", "b.campaign", "q.placement", "r.reseller_reference as reference"])
    .select([
      sql<string | null>`coalesce((select w.name from partners w where lower(w.code) = lower(b.partner_before)),
        b.partner_before)`.as("before"),
      // the address of their guest, where we don't write to it
      sql<string | null>`case when b.email = '' then r.contact ->> 'email' end`.as("contact"),
      sql<PartnerReason>`b.partner_reason`.as("reason"),
      sql<string[] | null>`b.partner_doubts`.as("doubts"),
      sql<Verdict | null>`b.partner_verdict`.as("verdict"),
    ])
    .where("b.id", "=", bookingId)
    .executeTakeFirst();
