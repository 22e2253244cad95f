import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach } from "vitest";
import { forgetRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { TestDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

/** What tests of unpaid places need: the defaults of a new installation before each of them, nights, and guests who are others each time. */
export function holdingStage(database: TestDatabase) {
  const stage = payingStage(database);
  let crawlId: string;
  let guests = 0;
  beforeAll(async () => {
    ({ crawlId } = await seedMinimal(database.services.db));
  });
  beforeEach(async () => {
    const { pool } = database.services;
    await pool.query(
      "update bookings set status = 'cancelled', cancel_reason = 'customer', created_at = created_at - interval '3 days'",
    );
    await pool.query(
      "update booking_changes set status = 'dropped', drop_reason = 'expired', closed_at = created_at where status = 'pending'",
    );
    await pool.query("update booking_changes set created_at = created_at - interval '3 days'");
    await pool.query("delete from rate_counters");
    await pool.query("delete from hold_episodes");
    await settings({});
  });

  async function settings(values: Record<string, number>): Promise<void> {
    const { pool } = database.services;
    await pool.query(
      "delete from app_settings where key like 'unpaid_%' or key in ('hold_renewals', 'short_hold_minutes')",
    );
    for (const [key, value] of Object.entries(values))
      await pool.query("insert into app_settings (key, value) values ($1, $2)", [key, String(value)]);
    forgetSettings(database.services);
    forgetRecent(database.services);
  }

  const night = (seats = 1000) => addDeparture(database.services.db, crawlId, { seats });

  /** Forgets what was read of unpaid places, so that the next booking reads it again. */
  const forget = () => forgetRecent(database.services);

  /** Somebody else each time: another browser, mailbox and phone; `over` names what they share with others. */
  function guest({ address = "203.0.113.7", browser = "", email = "", phone = "", minutes = 0 } = {}) {
    const n = ++guests;
    const ctx = { ...stage.at(minutes, { address, browser: browser || `browser-${n}` }), locale: "en" as const };
    const customer = {
      ...bookingInput("").customer,
      email: email || `guest-${n}@mail-${n}.test`,
      phone: phone || `+52 55 ${10_000_000 + n}`,
    };
    const asks = (departure: string, people: number, over: object = {}) =>
      placeBooking(ctx, bookingInput(departure, { number_of_people: people, customer, ...over }), randomUUID());
    return {
      ctx,
      email: customer.email,
      asks,
      /** Asks, and again with the mailed code where one is asked for. */
      proves: async (departure: string, people: number) => {
        const first = await asks(departure, people);
        if (first.ok || first.reason !== "email_code_needed") return first;
        return asks(departure, people, { email_code: await codeMailedTo(customer.email) });
      },
    };
  }

  async function codeMailedTo(email: string): Promise<string> {
    const { rows } = await database.services.pool.query<{ payload: { token: string } }>(
      "select payload from emails where kind = 'booking_code' and recipient = $1 order by created_at desc limit 1",
      [email],
    );
    return rows[0]!.payload.token;
  }

  return {
    ...stage,
    settings,
    night,
    forget,
    guest,
    codeMailedTo,
    held: async (id: string) => (await seatsOf(database.services.db, id)).held,
    /** How many codes were mailed, to anybody or to one address. */
    codesMailed: async (email: string | null = null) =>
      (
        await database.services.pool.query(
          "select from emails where kind = 'booking_code' and recipient = coalesce($1, recipient)",
          [email],
        )
      ).rowCount!,
    /** A night on which guests of one network keep as many places as it may: 60. */
    crowded: async () => {
      const departure = await night();
      const answers = await Promise.all([1, 2, 3].map(() => guest().asks(departure, 20)));
      if (answers.some(({ ok }) => !ok)) throw new Error("not crowded");
      return departure;
    },
  };
}
