import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { dayWords, hasWords, wordsOf } from "#src/modules/command/rules/words.ts";
import type { Found, Hit } from "#src/modules/command/schema.ts";
import { allCrawls, departuresBetween } from "#src/modules/command/store.server.ts";
import { findCustomers } from "#src/modules/customers/queries.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { findForCommand } from "#src/modules/booking-admin/read-panel.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Results per kind. */
const MOST = 5;
/** Range of departures to search, in days from today: for others there is the schedule. */
const DAYS = { back: 2, ahead: 90 };
/** More than a busy operator has in those days. */
const LOOKED_THROUGH = 1500;

/** Records that match the query and that the caller may see: words in any order, accents ignored, days by their names. */
export async function findByWords(ctx: Context, input: string): Promise<Found> {
  const words = wordsOf(input.slice(0, 100));
  if (words.length === 0) return { bookings: [], departures: [], crawls: [], customers: [] };
  const [bookings, departures, crawls, customers] = await Promise.all([
    findBookings(ctx, input),
    findDepartures(ctx, words),
    findCrawls(ctx, words),
    findPeople(ctx, input),
  ]);
  return { bookings, departures, crawls, customers };
}

async function findBookings(ctx: Context, input: string): Promise<Hit[]> {
  const today = dateIn(ctx.now, HOME_ZONE);
  const found = await findForCommand(ctx, input.slice(0, 100));
  return found.map(({ id, name, people, reference, date, state }) => ({
    id,
    kind: "booking",
    path: `/admin/bookings/${id}`,
    title: `${name} × ${people}`,
    detail: `${reference} · ${shortDate(date, ctx.locale, today)}`,
    state,
  }));
}

async function findDepartures(ctx: Context, words: readonly string[]): Promise<Hit[]> {
  if (!can(ctx.actor, "schedule.read")) return [];
  const today = dateIn(ctx.now, HOME_ZONE);
  const rows = await departuresBetween(
    ctx.db,
    daysFrom(today, -DAYS.back),
    daysFrom(today, DAYS.ahead),
    LOOKED_THROUGH,
  );
  const upcomingFirst = [...rows.filter(({ date }) => date >= today), ...rows.filter(({ date }) => date < today)];
  return upcomingFirst
    .filter((row) =>
      hasWords(words, [row.title, row.title_es ?? "", row.city, row.city_es ?? "", ...dayWords(row.date, today)]),
    )
    .slice(0, MOST)
    .map((row) => ({
      id: row.id,
      kind: "departure",
      path: `/admin/schedule/edit/${row.id}`,
      title: inLocale(ctx.locale, row.title, row.title_es),
      detail: `${shortDate(row.date, ctx.locale, today)} ${row.start_time} · ${row.total_spots - row.available_spots} / ${row.total_spots}`,
      state: row.status,
    }));
}

async function findCrawls(ctx: Context, words: readonly string[]): Promise<Hit[]> {
  if (!can(ctx.actor, "crawls.read")) return [];
  const rows = await allCrawls(ctx.db);
  return rows
    .filter((row) => hasWords(words, [row.title, row.title_es ?? "", row.city, row.city_es ?? ""]))
    .slice(0, MOST)
    .map((row) => ({
      id: row.id,
      kind: "crawl",
      path: `/admin/edit-pub-crawl/${row.id}`,
      title: inLocale(ctx.locale, row.title, row.title_es),
      detail: inLocale(ctx.locale, row.city, row.city_es),
      state: "",
    }));
}

async function findPeople(ctx: Context, input: string): Promise<Hit[]> {
  const found = await findCustomers(ctx, input.slice(0, 100), MOST);
  return found.map(({ id, name, contact }) => ({
    id,
    kind: "customer",
    path: `/admin/customers?open=${id}`,
    title: name || contact,
    detail: contact,
    state: "",
  }));
}

const daysFrom = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
