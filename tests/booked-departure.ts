import { newReference } from "#src/kernel/codes.ts";
import { dateIn, departureTimes } from "#src/kernel/local-time.ts";
import type { Context } from "#src/platform/context.server.ts";

const ZONE = "America/Mexico_City";

type Booking = Partial<{
  number_of_people: number;
  additional_names: string[];
  language: "en" | "es";
  status: "pending" | "confirmed" | "cancelled";
  cancel_reason: string;
  email: string;
  user_id: string;
  test: boolean;
  total_price: number;
  add_ons: number;
  discount: number;
  currency: string;
  peso_rate: number;
  special_requests: string;
}>;

/** A confirmed booking of Sofía Núñez for the night after `ctx.now`, 20:00 to 00:30 in Mexico City. Returns its id. */
export async function bookDeparture(ctx: Pick<Context, "db" | "now">, over: Booking = {}): Promise<string> {
  const { db } = ctx;
  await db
    .insertInto("currency_rates")
    .values([
      { currency: "USD", per_usd: 1, date: "2026-11-20" },
      { currency: "MXN", per_usd: 20, date: "2026-11-20" },
    ])
    .onConflict((c) => c.doNothing())
    .execute();
  await db
    .insertInto("cities")
    .values({ id: "mexico-city", name: "Mexico City", name_es: "Ciudad de México", time_zone: ZONE })
    .onConflict((c) => c.doNothing())
    .execute();
  const crawl = await db
    .insertInto("pub_crawls")
    .values({
      slug: newReference(),
      title: "Ronda Mexico City",
      title_es: "Ronda Ciudad de México",
      city_id: "mexico-city",
      meeting_place: "Fuente de Cibeles, Roma Norte",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const date = dateIn(new Date(+ctx.now + 86_400_000), ZONE);
  const { startsAt, endsAt } = departureTimes(date, "20:00", "00:30", ZONE);
  const departure = await db
    .insertInto("scheduled_crawls")
    .values({
      crawl_id: crawl.id,
      date,
      start_time: "20:00",
      end_time: "00:30",
      starts_at: startsAt,
      ends_at: endsAt,
      sales_close_at: startsAt,
      total_spots: 40,
      available_spots: 38,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return book(ctx, { crawl_id: crawl.id, scheduled_crawl_id: departure.id }, over);
}

async function book(
  { db, now }: Pick<Context, "db" | "now">,
  departure: { crawl_id: string; scheduled_crawl_id: string },
  { total_price = 64_000, ...over }: Booking,
): Promise<string> {
  const booking = await db
    .insertInto("bookings")
    .values({
      ...departure,
      reference: newReference(),
      site_tag: "cdmx",
      language: "en",
      status: "confirmed",
      hold_expires_at: now,
      first_name: "Sofía",
      last_name: "Núñez",
      email: "sofia@guest.test",
      phone: "+525500000000",
      country: "MX",
      number_of_people: 1,
      currency: "MXN",
      unit_price: total_price,
      subtotal: total_price,
      total_price,
      base_currency: "USD",
      rate: 20,
      rate_date: "2026-11-20",
      refund_rule: "full_until_24h",
      refund_rule_version: "1",
      confirmed_at: now,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return booking.id;
}
