import { fail, ok } from "#src/kernel/result.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { findOffer, priceChoice } from "#src/modules/sales/booking/queries.server.ts";
import { paidOf, tableDeadline } from "#src/modules/sales/booking/rules/friend-table.ts";
import type { BookingView, JoinedTable, OwnTable, ShownTable } from "#src/modules/sales/booking/schema.ts";
import {
  nightOfTable,
  type TableRow,
  tableByCode,
  tableOf,
  tablesOfNight,
} from "#src/modules/sales/booking/store/friend-table.server.ts";
import { nightById } from "#src/modules/sales/booking/store/offer.server.ts";
import { appSettings, currenciesToPayIn } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";

function viewOf({ places, deadline, closed_at, friends, paying, left }: TableRow, link: string): OwnTable {
  const isOpen = closed_at === null;
  return {
    link,
    places,
    deadline: deadline.toISOString(),
    is_open: isOpen,
    friends,
    paid: paidOf(friends),
    paying: isOpen ? paying : 0,
    missing: isOpen ? left : 0,
  };
}

/** The address that friends open. */
const linkOf = (ctx: Pick<Context, "origin" | "locale">, code: string) =>
  ctx.origin + localizedPath(`/table/${code}`, ctx.locale);

/** The friends' table that a booking started; null without one. The caller checks that the booking is the reader's. */
export async function ownTable(ctx: Context, bookingId: string): Promise<OwnTable | null> {
  const row = await tableOf(ctx.pool, bookingId, ctx.now);
  return row ? viewOf(row, linkOf(ctx, row.code)) : null;
}

/** Why no table can be started with a confirmed booking anymore; null where it can be. */
export async function whyNoTable(
  ctx: Context,
  { status, departure }: BookingView,
): Promise<"not_confirmed" | "bookings_disabled" | "table_too_late" | null> {
  if (status !== "confirmed") return "not_confirmed";
  const night = await nightOfTable(ctx.pool, departure.departure_id);
  if (!night?.is_sold) return "bookings_disabled";
  const { tableHours } = await appSettings(ctx);
  return tableDeadline(ctx.now, night, tableHours) ? null : "table_too_late";
}

/** Until when friends could join a table that is started now with a booking, null where it is too late; and its most places. */
export async function limitsOfTable(ctx: Context, { departure }: BookingView) {
  const { tablePlaces, tableHours } = await appSettings(ctx);
  const night = await nightOfTable(ctx.pool, departure.departure_id);
  const deadline = night && tableDeadline(ctx.now, night, tableHours);
  return { deadline: deadline?.toISOString() ?? null, most: tablePlaces };
}

/** A friends' table by the code in its link. Public. Refusal: no_table. */
export async function tableToJoin(ctx: Context, code: string) {
  const row = await tableByCode(ctx.pool, code, ctx.now, practises(ctx));
  const night = row && (await nightById(ctx.db, row.departure_id));
  if (!night) return fail("no_table");
  const { locale } = ctx;
  const joined = row.is_open ? await findOffer(ctx, night.id, code) : null;
  const alone = await findOffer(ctx, night.id);
  const isOff = !alone.ok && alone.reason !== "sold_out";
  const [currency] = await currenciesToPayIn(ctx);
  const one = { scheduled_crawl_id: night.id, number_of_people: 1, currency: currency!, coupon_code: null };
  const priced = isOff ? null : await priceChoice(ctx, one);
  const state = isOff ? "off" : joined?.ok ? "open" : joined?.reason === "table_full" ? "full" : "over";
  const table: JoinedTable = {
    code,
    state,
    organiser: row.organiser,
    deadline: row.deadline.toISOString(),
    left: joined?.ok ? joined.offer.left : 0,
    night: {
      departure_id: night.id,
      crawl_title: inLocale(locale, night.title, night.title_es),
      image: night.image,
      city: inLocale(locale, night.city, night.city_es),
      time_zone: night.time_zone,
      date: night.date,
      start_time: night.start_time,
      end_time: night.end_time,
    },
    price: priced?.ok ? priced.quote.price_per_person : null,
    on_sale: alone.ok ? alone.offer.left : 0,
  };
  return ok({ table });
}

const forStaff = (row: TableRow): ShownTable => ({
  booking_id: row.booking_id,
  organiser: row.organiser,
  places: row.places,
  paid: paidOf(row.friends),
  is_open: row.closed_at === null,
});

/** The table that a booking started, or of which it is a share; null for any other. For staff: the caller checks permissions. */
export async function tableOfBooking(ctx: Context, bookingId: string): Promise<ShownTable | null> {
  const row = (await tableOf(ctx.pool, bookingId, ctx.now)) ?? (await tableOf(ctx.pool, bookingId, ctx.now, true));
  return row ? forStaff(row) : null;
}

/** The tables of a departure, the oldest first. For staff: the caller checks permissions. */
export const tablesOf = async (ctx: Context, departureId: string): Promise<ShownTable[]> =>
  (await tablesOfNight(ctx.pool, departureId, ctx.now)).map(forStaff);
