import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

/** Says of some bookings from before 0101 what they are found by; those that somebody changes now are left to the next time. How many. */
export async function fillSome(db: Db, most: number): Promise<number> {
  const { numAffectedRows } = await sql`update bookings b
    set found_by = booking_words(b.first_name, b.last_name, b.email, b.reference, b.phone, b.additional_names)
    where b.id = any(array(select n.id from bookings n where n.found_by is null limit ${most} for update skip locked))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
