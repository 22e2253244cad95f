import { sql } from "kysely";
import type { Locale } from "#src/kernel/localized.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** The booking of a ticket; undefined when there is no such ticket, or its guests were forgotten. */
export const bookingOfTicket = async (db: Db | Tx, ticketId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("tickets as t")
      .innerJoin("booking_facts as b", "b.id", "t.booking_id")
      .select("t.booking_id")
      .where("t.id", "=", ticketId)
      .where("b.forgotten_at", "is", null)
      .executeTakeFirst()
  )?.booking_id;

/** Notes that a device has a ticket's pass; true when it hadn't before. A device may get another push token. */
export async function addDevice(
  db: Db,
  { ticketId, device, pushToken, now }: { ticketId: string; device: string; pushToken: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("wallet_passes")
    .values({ ticket_id: ticketId, wallet: "apple", device, push_token: pushToken, changed_at: now, told_at: now })
    .onConflict((c) => c.columns(["ticket_id", "wallet", "device"]).doUpdateSet({ push_token: pushToken }))
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirstOrThrow();
  return row.is_new;
}

/** How many devices have registered for a ticket's pass beside one. */
export const otherDevices = async (db: Db, ticketId: string, device: string): Promise<number> => {
  const row = await db
    .selectFrom("wallet_passes")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("ticket_id", "=", ticketId)
    .where("wallet", "=", "apple")
    .where("device", "<>", device)
    .executeTakeFirstOrThrow();
  return row.n;
};

export const dropDevice = (db: Db, ticketId: string, device: string) =>
  db
    .deleteFrom("wallet_passes")
    .where("ticket_id", "=", ticketId)
    .where("wallet", "=", "apple")
    .where("device", "=", device)
    .execute();

/** A device's passes that changed at `since` or later, or all of them. */
export const passesOfDevice = (db: Db, device: string, since: Date | null) =>
  db
    .selectFrom("wallet_passes")
    .select(["ticket_id", "changed_at"])
    .where("wallet", "=", "apple")
    .where("device", "=", device)
    .$if(since !== null, (q) => q.where("changed_at", ">=", since!))
    .orderBy("changed_at")
    .limit(500)
    .execute();

/** Notes that a ticket's link to Google Wallet was followed, in the language of its pass. */
export const addGooglePass = (db: Db, { ticketId, language, now }: { ticketId: string; language: Locale; now: Date }) =>
  db
    .insertInto("wallet_passes")
    .values({ ticket_id: ticketId, wallet: "google", language, changed_at: now, told_at: now })
    .onConflict((c) => c.columns(["ticket_id", "wallet", "device"]).doUpdateSet({ language }))
    .execute();

/** A change gets a later time than the previous one, even if the clock stands still or was set back. */
const later = (now: Date) => sql<Date>`greatest(${now}::timestamptz, changed_at + interval '1 millisecond')`;

/** Marks the passes of one booking's tickets as changed; returns whether there are any. */
export async function markBooking(tx: Tx, bookingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("wallet_passes")
    .set({ changed_at: later(now) })
    .where((e) =>
      e("ticket_id", "in", e.selectFrom("tickets").select("tickets.id").where("tickets.booking_id", "=", bookingId)),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same for everybody booked on a departure. */
export async function markDeparture(tx: Tx, departureId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("wallet_passes")
    .set({ changed_at: later(now) })
    .where((e) =>
      e(
        "ticket_id",
        "in",
        e
          .selectFrom("tickets as t")
          .innerJoin("booking_facts as b", "b.id", "t.booking_id")
          .select("t.id")
          .where("b.scheduled_crawl_id", "=", departureId),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A pass whose holder hasn't been told of its latest change. */
export type DuePass = {
  ticket_id: string;
  wallet: string;
  device: string;
  push_token: string | null;
  language: string | null;
  changed_at: Date;
  booking_id: string;
};

/** Up to `limit` passes to tell of, the oldest change first, after the place of an earlier one. */
export const duePasses = (db: Db, { after, limit }: { after: DuePass | null; limit: number }): Promise<DuePass[]> =>
  db
    .selectFrom("wallet_passes as p")
    .innerJoin("tickets as t", "t.id", "p.ticket_id")
    .select(["p.ticket_id", "p.wallet", "p.device", "p.push_token", "p.language", "p.changed_at", "t.booking_id"])
    .whereRef("p.changed_at", ">", "p.told_at")
    .$if(after !== null, (q) =>
      q.where(
        sql<boolean>`(p.changed_at, p.ticket_id, p.wallet, p.device) > (${after?.changed_at}, ${after?.ticket_id}, ${after?.wallet}, ${after?.device})`,
      ),
    )
    .orderBy("p.changed_at")
    .orderBy("p.ticket_id")
    .orderBy("p.wallet")
    .orderBy("p.device")
    .limit(limit)
    .execute();

const isPass = ({ ticket_id, wallet, device }: DuePass) =>
  sql<boolean>`(ticket_id, wallet, device) = (${ticket_id}::uuid, ${wallet}, ${device})`;

/** Notes that the holder has been told of this state; one that changed meanwhile stays due. */
export const markTold = (db: Db, pass: DuePass) =>
  db.updateTable("wallet_passes").set({ told_at: pass.changed_at }).where(isPass(pass)).execute();

/** Forgets a pass that is on no device any more. */
export const dropPass = (db: Db, pass: DuePass) => db.deleteFrom("wallet_passes").where(isPass(pass)).execute();

/** Forgets where passes of nights are that were over before an instant. */
export const dropPassesBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`
      delete from wallet_passes where (ticket_id, wallet, device) in (
        select p.ticket_id, p.wallet, p.device from wallet_passes p join tickets t on t.id = p.ticket_id
          join booking_facts b on b.id = t.booking_id
        where b.ends_at < ${before} limit ${PORTION}) returning ticket_id`.execute(db);
    return rows;
  });

/** Forgets where the passes of bookings are. */
export const dropPassesOf = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .deleteFrom("wallet_passes")
    .where((e) =>
      e("ticket_id", "in", e.selectFrom("tickets").select("tickets.id").where("tickets.booking_id", "in", bookingIds)),
    )
    .execute();
