import type { PlacesKept } from "#src/modules/programs/assistants/rules/caps.ts";
import type { Db, Statements } from "#src/platform/db.server.ts";

/** One assistant after the other counts what they keep and takes more: until the end of the transaction. */
export async function lockHolds(on: Statements): Promise<void> {
  await on.query("select pg_advisory_xact_lock(hashtext('assistant_holds'))");
}

const KEPT = `
  select coalesce(sum(b.number_of_people) filter (where b.scheduled_crawl_id = $1), 0)::int as night,
    coalesce(sum(b.number_of_people) filter (where h.client = $2), 0)::int as client,
    coalesce(sum(b.number_of_people), 0)::int as "all",
    coalesce((select n.total_spots from night_facts n where n.id = $1), 0)::int as seats
  from assistant_holds h join booking_facts b on b.id = h.booking_id
  where b.status = 'pending' and b.hold_expires_at > $3 and h.created_at > $3 - interval '1 hour'`;

/** What assistants keep at a moment. */
export async function placesKept(
  on: Statements,
  of: { night: string; client: string; now: Date },
): Promise<PlacesKept> {
  const { rows } = await on.query<PlacesKept>({
    name: "assistants-keep",
    text: KEPT,
    values: [of.night, of.client, of.now],
  });
  return rows[0]!;
}

/** Notes that an assistant made an unpaid booking. */
export async function insertHold(on: Statements, hold: { booking: string; client: string; now: Date }): Promise<void> {
  const text = "insert into assistant_holds (booking_id, client, created_at) values ($1, $2, $3)";
  await on.query({ name: "assistant-hold", text, values: [hold.booking, hold.client, hold.now] });
}

/** A booking by its reference, with its state, the email it was made with, its city and the site of its sale; undefined when missing. */
export const bookingByReference = (db: Db, reference: string) =>
  db
    .selectFrom("booking_facts")
    .select(["id", "status", "email", "city_id", "site_tag"])
    .where("reference", "=", reference.toUpperCase())
    .executeTakeFirst();
