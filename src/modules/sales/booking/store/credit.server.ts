import type { Db } from "#src/platform/db.server.ts";

/** Whom a booking is credited to and why, and the printed code that led to it; null where there is no such booking. */
export const creditOfBooking = async (db: Db, bookingId: string) =>
  (await db
    .selectFrom("bookings as b")
    .leftJoin("partners as p", "p.id", "b.partner_id")
    .select(["p.code", "b.partner_reason", "b.partner_at", "b.partner_before", "b.qr_code_id", "b.created_at"])
    .where("b.id", "=", bookingId)
    .executeTakeFirst()) ?? null;
