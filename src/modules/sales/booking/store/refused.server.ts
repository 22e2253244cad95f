import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Since when a mail server refuses the address of a booking's guest for good; null where it doesn't, or took something since. */
export async function refusedSince(on: Db | Tx, bookingId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`select min(e.refused_at) as since
    from emails e join bookings b on b.id = e.booking_id
    where e.booking_id = ${bookingId}::uuid and e.refused_at is not null and lower(e.recipient) = lower(b.email)
      and not exists (select from emails s where s.booking_id = b.id and lower(s.recipient) = lower(b.email)
        and s.sent_at > e.refused_at)`.execute(on);
  return rows[0]?.since ?? null;
}

/** Whether an email of a booking came to an address, or may be on its way there. */
export async function hasReached(tx: Tx, bookingId: string, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom("emails")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where(sql<boolean>`lower(recipient) = lower(${address})`)
    .where("status", "in", ["sent", "sending"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
