import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** People in a departure's other bookings that were or may still be paid by voucher. */
export async function voucherPeople(db: Db | Tx, departureId: string, bookingId: string, now: Date): Promise<number> {
  const { people } = await db
    .selectFrom("booking_facts as b")
    .select(sql<number>`coalesce(sum(b.number_of_people), 0)::int`.as("people"))
    .where("b.scheduled_crawl_id", "=", departureId)
    .where("b.id", "<>", bookingId)
    .where((e) =>
      e.exists(
        e
          .selectFrom("payments as p")
          .select("p.id")
          .whereRef("p.purchase_id", "=", "b.id")
          .where("p.method", "in", ["oxxo", "spei"])
          .where(
            sql<boolean>`case b.status when 'confirmed' then p.status = 'succeeded'
              when 'pending' then b.hold_expires_at > ${now} and p.status in ('created', 'pending') else false end`,
          ),
      ),
    )
    .executeTakeFirstOrThrow();
  return people;
}
