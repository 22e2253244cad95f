import { randomUUID } from "node:crypto";
import type { Insertable, Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db } from "#src/platform/db.server.ts";
import { NOON } from "#tests/database.ts";

/** A partner, by default of a name and code of its own; returns its id. */
export async function addPartner(db: Db, over: Partial<Insertable<Tables["partners"]>> = {}): Promise<string> {
  const code = `P-${randomUUID().slice(0, 8)}`;
  const row = { name: `Hostel ${code}`, code, created_at: NOON, ...over };
  return (await db.insertInto("partners").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Credits a booking to a partner, by default for their link. */
export async function credit(
  db: Db,
  bookingId: string,
  partnerId: string,
  over: Updateable<Tables["bookings"]> = {},
): Promise<void> {
  const credited = { partner_id: partnerId, partner_reason: "link", partner_at: NOON, ...over };
  await db.updateTable("bookings").set(credited).where("id", "=", bookingId).execute();
}
