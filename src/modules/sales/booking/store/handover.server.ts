import type { Db } from "#src/platform/db.server.ts";

/** An unpaid booking behind a link. */
export type HeldPlaces = {
  id: string;
  departure_id: string;
  language: string;
  number_of_people: number;
  total_price: number;
  currency: string;
  hold_expires_at: Date;
};

/** The newest unpaid booking of a browser; null where it has none. */
export const newestHeld = async (db: Db, browser: string): Promise<HeldPlaces | null> =>
  (await db
    .selectFrom("bookings")
    .select([
      "id",
      "scheduled_crawl_id as departure_id",
      "language",
      "number_of_people",
      "total_price",
      "currency",
      "hold_expires_at",
    ])
    .where("browser", "=", browser)
    .where("status", "=", "pending")
    .orderBy("created_at", "desc")
    .executeTakeFirst()) ?? null;

/** Makes a booking of one browser another's. */
export async function claimBooking(db: Db, id: string, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable("bookings").set({ browser: to }).where("id", "=", id).where("browser", "=", from).execute();
}
