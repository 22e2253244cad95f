import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

/**
 * The records of cities that have an id of their own, by what leads them there. Bars are left out: a night's guide names those of
 * its way, and only who may change crawls changes them.
 */
export const OF_CITIES = {
  city: ["group_requests", "tills"],
  crawl: ["scheduled_crawls", "bookings"],
  night: [
    "add_on_uses",
    "checkin_events",
    "departure_stops",
    "entries",
    "friend_tables",
    "headcounts",
    "offline_places",
    "shifts",
    "stop_steps",
    "test_resales",
    "voucher_uses",
    "waiting_entries",
  ],
  booking: [
    "ad_events",
    "booking_changes",
    "booking_notes",
    "emails",
    "invoices",
    "partner_cash",
    "ratings",
    "resales",
    "statement_questions",
    "tickets",
  ],
  purchase: ["credit_uses", "credits", "payments", "receipts", "refunds"],
} as const;

const CRAWL = "join pub_crawls c on c.id =";
const ofBooking = (table: string, column: string) =>
  `select c.city_id, b.scheduled_crawl_id from ${table} x join bookings b on b.id = x.${column} ${CRAWL} b.crawl_id`;
const LED = {
  city: (table: string) => `select x.city_id, null::uuid as night from ${table} x`,
  crawl: (table: string) =>
    `select c.city_id, ${table === "bookings" ? "x.scheduled_crawl_id" : "x.id"} from ${table} x ${CRAWL} x.crawl_id`,
  night: (table: string) =>
    `select c.city_id, d.id from ${table} x join scheduled_crawls d on d.id = x.departure_id ${CRAWL} d.crawl_id`,
  booking: (table: string) => ofBooking(table, "booking_id"),
  purchase: (table: string) =>
    `select f.city_id, f.scheduled_crawl_id from ${table} x join purchase_facts f on f.id = x.purchase_id`,
};
const BY_KEY = [
  ...(Object.keys(OF_CITIES) as (keyof typeof OF_CITIES)[]).flatMap((way) =>
    OF_CITIES[way].map((table) => `${LED[way](table)} where x.id = any(asked.ids)`),
  ),
  // what is sold for no city is of none that a role is limited to
  "select x.city_id, x.scheduled_crawl_id from purchase_facts x where x.kind not in ('booking', 'change') and x.id = any(asked.ids)",
  "select x.city_id, null::uuid from pub_crawls x where x.id = any(asked.ids)",
  `select c.city_id, d.id from scheduled_crawls d ${CRAWL} d.crawl_id where d.series_id = any(asked.ids)`,
  `${LED.night("refused_sales")} where x.sale_id = any(asked.ids)`,
  `${LED.booking("bulk_act_bookings")} where x.bulk_act_id = any(asked.ids)`,
].join(" union all ");

/** Whether an id among these is of a record of another city; nights that the user has accepted to guide are none. */
export async function anyElsewhere(
  db: Db,
  { ids, cities, userId }: { ids: readonly string[]; cities: readonly string[]; userId: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    select exists (select from (select ${ids}::uuid[] as ids) asked cross join lateral (${sql.raw(BY_KEY)}) found (city, night)
      where (found.city = any(${cities}::text[])) is not true and not exists (select from shifts s
        where s.departure_id = found.night and s.user_id = ${userId}::uuid and s.state = 'accepted')) as elsewhere`.execute(
    db,
  );
  return rows[0]!.elsewhere;
}
