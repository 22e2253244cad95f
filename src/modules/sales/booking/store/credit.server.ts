import type { Verdict } from "#src/modules/sales/affiliates/rules/attribution.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Whom a booking is credited to and why, and the printed code that led to it; null where there is no such booking. */
export const creditOfBooking = async (db: Db, bookingId: string) =>
  (await db
    .selectFrom("bookings as b")
    .leftJoin("partners as p", "p.id", "b.partner_id")
    .select(["p.code", "b.partner_reason", "b.partner_at", "b.partner_before", "b.qr_code_id", "b.created_at"])
    .where("b.id", "=", bookingId)
    .executeTakeFirst()) ?? null;

type Credited = { partner_id: string; before: string | null; doubts: readonly string[] | null; at: Date };

/** Credits a locked booking to a partner by decision of staff, or to nobody; how its guest came stays. */
export const creditBooking = (tx: Tx, id: string, credited: Credited | null) =>
  tx
    .updateTable("bookings")
    .set({
      partner_id: credited?.partner_id ?? null,
      partner_reason: credited ? "staff" : null,
      partner_at: credited?.at ?? null,
      partner_before: credited?.before ?? null,
      partner_doubts: credited?.doubts ? [...credited.doubts] : null,
      partner_verdict: null,
    })
    .where("id", "=", id)
    .execute();

/** Says of a locked booking whether it is its partner's own. */
export const judgeBooking = (tx: Tx, id: string, verdict: Verdict | null) =>
  tx.updateTable("bookings").set({ partner_verdict: verdict }).where("id", "=", id).execute();
