import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { isAskedFor, nameAndDay, readWords, type Word } from "#src/modules/office/command/rules/days.ts";
import { begins, beginsNearly, hasWords } from "#src/modules/office/command/rules/words.ts";
import type { Found, Hit } from "#src/modules/office/command/schema.ts";
import { allCrawls, departuresBetween } from "#src/modules/office/command/store.server.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { findCustomers } from "#src/modules/office/customers/queries.server.ts";
import { can, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { findForCommand, spellingsNear } from "#src/modules/office/booking-admin/find-bookings.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Results per kind. */
const MOST = 5;
/** Range of departures to search, in days from today: for others there is the schedule. */
const DAYS = { back: 2, ahead: 90 };
/** More than a busy operator has in those days. */
const LOOKED_THROUGH = 1500;

const NOTHING = { bookings: [], departures: [], crawls: [], customers: [], partners: [], similar: false };

/**
 * Records that match the query and that the caller may see: words in any order, accents ignored, days by their names, a guest by
 * name and day; if there are none, those whose spelling is nearest.
 */
export async function findByWords(ctx: Context, typed: string): Promise<Found> {
  const input = typed.slice(0, 100);
  const words = readWords(input, ctx.now, HOME_ZONE);
  if (words.length === 0) return NOTHING;
  const night = nameAndDay(words, ctx.now, HOME_ZONE);
  const [bookings, departures, crawls, customers, partners] = await Promise.all([
    findBookings(ctx, { search: input, night }),
    findDepartures(ctx, words, begins),
    findCrawls(ctx, words, begins),
    findPeople(ctx, input),
    findPartners(ctx, words, begins),
  ]);
  const found = { bookings, departures, crawls, customers, partners, similar: false };
  return isEmpty(found) ? findSimilar(ctx, { search: input, night, words }) : found;
}

const isEmpty = ({ bookings, departures, crawls, customers, partners }: Found): boolean =>
  [bookings, departures, crawls, customers, partners].every((hits) => hits.length === 0);

type SpellingQuery = Parameters<typeof spellingsNear>[1];

async function findSimilar(
  ctx: Context,
  { search, night, words }: SpellingQuery & { words: readonly Word[] },
): Promise<Found> {
  const spellings = await spellingsNear(ctx, { search, night });
  const [bookings, customers, departures, crawls, partners] = await Promise.all([
    Promise.all(
      spellings.map((spelling) =>
        findBookings(ctx, { search: spelling, night: night && { ...night, name: spelling } }),
      ),
    ),
    // somebody on a night is a booking, not a customer
    night ? [] : Promise.all(spellings.map((spelling) => findPeople(ctx, spelling))),
    findDepartures(ctx, words, beginsNearly),
    findCrawls(ctx, words, beginsNearly),
    findPartners(ctx, words, beginsNearly),
  ]);
  return { bookings: firstOf(bookings), customers: firstOf(customers), departures, crawls, partners, similar: true };
}

/** The first results of several searches, each once. */
const firstOf = (found: readonly Hit[][]): Hit[] =>
  [...new Map(found.flat().map((hit) => [hit.id, hit])).values()].slice(0, MOST);

async function findBookings(ctx: Context, search: SpellingQuery): Promise<Hit[]> {
  const today = dateIn(ctx.now, HOME_ZONE);
  const found = await findForCommand(ctx, search);
  return found.map(({ id, name, people, reference, date, state }) => ({
    id,
    kind: "booking",
    path: `/admin/bookings/${id}`,
    title: `${name} × ${people}`,
    detail: `${reference} · ${shortDate(date, ctx.locale, today)}`,
    state,
  }));
}

async function findDepartures(ctx: Context, words: readonly Word[], fits: typeof begins): Promise<Hit[]> {
  const opensNights = can(ctx.actor, "manifest.read");
  if (!opensNights && !can(ctx.actor, "schedule.read")) return [];
  const today = dateIn(ctx.now, HOME_ZONE);
  const rows = await departuresBetween(
    ctx.db,
    { from: daysFrom(today, -DAYS.back), to: daysFrom(today, DAYS.ahead), cities: readable(ctx.actor) },
    LOOKED_THROUGH,
  );
  const upcomingFirst = [...rows.filter(({ date }) => date >= today), ...rows.filter(({ date }) => date < today)];
  return upcomingFirst
    .filter((row) => isAskedFor(words, textsOf(row), row.date, fits))
    .slice(0, MOST)
    .map((row) => ({
      id: row.id,
      kind: "departure",
      path: opensNights ? `/admin/nights/${row.id}` : `/admin/schedule/edit/${row.id}`,
      title: inLocale(ctx.locale, row.title, row.title_es),
      detail: `${shortDate(row.date, ctx.locale, today)} ${row.start_time} · ${row.total_spots - row.available_spots} / ${row.total_spots}`,
      state: row.status,
    }));
}

async function findCrawls(ctx: Context, words: readonly Word[], fits: typeof begins): Promise<Hit[]> {
  if (!can(ctx.actor, "crawls.read")) return [];
  const rows = await allCrawls(ctx.db);
  const texts = words.map(({ text }) => text);
  return rows
    .filter((row) => hasWords(texts, textsOf(row), fits))
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

async function findPartners(ctx: Context, words: readonly Word[], fits: typeof begins): Promise<Hit[]> {
  if (!can(ctx.actor, "affiliates.read")) return [];
  const texts = words.map(({ text }) => text);
  return (await listPartnerChoices(ctx))
    .filter(({ name, code }) => hasWords(texts, [name, code], fits))
    .slice(0, MOST)
    .map(({ id, name, code }) => ({
      id,
      kind: "partner",
      path: `/admin/affiliates?partner=${id}`,
      title: name,
      detail: code,
      state: "",
    }));
}

const textsOf = ({
  title,
  title_es,
  city,
  city_es,
}: Record<"title" | "city", string> & Record<"title_es" | "city_es", string | null>) => [
  title,
  title_es ?? "",
  city,
  city_es ?? "",
];

async function findPeople(ctx: Context, input: string): Promise<Hit[]> {
  const found = await findCustomers(ctx, input, MOST);
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
