import { byLetters } from "#src/kernel/letters.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { sortOf } from "#src/kernel/list-address.ts";
import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { can, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { BULK_STATES } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import {
  type BookingFilters,
  type BookingQuery,
  bookingQueryIn,
  BUILT_IN_VIEWS,
  daysMeant,
  rowBeside,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { moneyStateOf, stateOf, type SumOf } from "#src/modules/office/booking-admin/rules/booking-state.ts";
import type {
  BookingList,
  Choices,
  Extent,
  ListedBooking,
  Recipients,
  View,
} from "#src/modules/office/booking-admin/schema.ts";
import {
  choices,
  countEachUpTo,
  countUpTo,
  guessOf,
  idsOfPage,
  listedBookings,
  sourcesOf as readSources,
  sumsOf,
  textsNearBookings,
  type Count,
  type Sums,
  type ListFilters,
  withDepartures,
} from "#src/modules/office/booking-admin/store/list.server.ts";
import { confirmedOn, recipientsOf } from "#src/modules/office/booking-admin/store/bulk-emails.server.ts";
import { bookingsOfBulkAct, bulkActById } from "#src/modules/office/booking-admin/store/bulk-acts.server.ts";
import { countTagged, tagNamed, tagsInUse } from "#src/modules/office/booking-admin/store/tags.server.ts";
import { viewsOf } from "#src/modules/office/booking-admin/store/views.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type Forbidden = Failure<"forbidden"> & { missing: "bookings.read" };
/** Selected bookings, or all of a view. */
export type Chosen = { ids: readonly string[] } | { query: BookingQuery };
type Reader = Pick<Context, "db" | "now" | "actor" | "settings">;

/** Exact counts stop here; larger ones are estimates. */
const COUNTED = 5000;
/** Time limit of a count. */
const COUNT_MS = 50;
/** So few bookings are soon counted: if they took longer, the machine was busy, and the count gets more time. */
const FEW = 500;
const FEW_MS = 500;

const refused = () => fail("forbidden", { missing: "bookings.read" as const });

/** Today's date in the home time zone. */
export const todayAtHome = (now: Date): string => dateIn(now, HOME_ZONE);

/** The filters, with relative days resolved for today, and of the cities that the reader's role reaches. */
export function wantedOf(
  { night, sold, city, ...rest }: BookingFilters,
  { now, actor }: Pick<Context, "now" | "actor">,
): ListFilters {
  const today = todayAtHome(now);
  const days = sold && daysMeant(sold, today);
  const after = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return {
    ...rest,
    cities: readable(actor, city),
    departureDates: night && daysMeant(night, today),
    sold: days && {
      ...(days.from ? { from: instantOf(days.from, "00:00", HOME_ZONE) } : {}),
      ...(days.to ? { until: instantOf(after(days.to), "00:00", HOME_ZONE) } : {}),
    },
  };
}

/** A page of the list; if it is empty, `near` tells what the search text may have meant. Needs `bookings.read`. */
export async function listBookings(
  ctx: Reader,
  query: BookingQuery,
): Promise<Ok<{ list: BookingList; near: string[] }> | Forbidden> {
  if (!can(ctx.actor, "bookings.read")) return refused();
  const filter = await withDepartures(ctx.db, wantedOf(query, ctx));
  const list = await pageOf(ctx, filter, query);
  return ok({ list, near: list.bookings.length > 0 ? [] : await spellingsOf(ctx, filter) });
}

const spellingsOf = async ({ db, now }: Reader, filter: ListFilters): Promise<string[]> =>
  respelled(filter.q, await textsNearBookings(db, filter, now));

/**
 * The number of matching bookings, with people and money if all were counted, else an estimate. Separate from the list, which
 * shouldn't wait for it. Needs `bookings.read`; throws without.
 */
export async function countBookings(ctx: Reader, query: BookingQuery): Promise<Extent> {
  if (!can(ctx.actor, "bookings.read")) throw new Error("whoever may not read bookings may not count them");
  const filter = await withDepartures(ctx.db, wantedOf(query, ctx));
  const tests = practises(ctx);
  const sums = await counted(ctx, filter, (count) => sumsOf(ctx.db, filter, { ...count, tests }));
  const count = sums?.reduce((sum, { bookings }) => sum + bookings, 0) ?? COUNTED + 1;
  if (sums && count <= COUNTED) return { count, exact: true, ...extentOfSums(sums) };
  const guess = await guessOf(ctx.db, filter, ctx.now);
  return { count: rounded(Math.max(guess, sums ? count : 0)), exact: false, people: null, money: NO_MONEY };
}

/** Counts up to the cap; null when that takes too long, which for few bookings is longer. */
async function counted<T>(
  { db, now }: Pick<Reader, "db" | "now">,
  filter: ListFilters,
  count: (limits: Count) => Promise<T | null>,
): Promise<T | null> {
  const within = (ms: number) => count({ cap: COUNTED + 1, now, ms });
  return (await within(COUNT_MS)) ?? ((await guessOf(db, filter, now)) <= FEW ? within(FEW_MS) : null);
}

async function pageOf(ctx: Reader, filter: ListFilters, query: BookingQuery) {
  const { rows } = query;
  const [after, before] = [rowBeside(query.after), rowBeside(query.before)];
  const place = after
    ? ({ id: after.id, side: "after" } as const)
    : before && ({ id: before.id, side: "before" } as const);
  const found = await idsOfPage(ctx.db, filter, { sort: sortOf(query.sort), limit: rows + 1, place, now: ctx.now });
  const more = found.length > rows;
  const back = place?.side === "before";
  // the extra row is at the far end in reading direction
  const ids = more ? (back ? found.slice(1) : found.slice(0, rows)) : found;
  const first = back ? Math.max(1, before!.row - ids.length) : (after?.row ?? 0) + 1;
  const bookings = await bookingsOf(ctx, ids);
  return {
    bookings,
    first,
    previous: (back ? more : after !== null) && ids[0] ? `${ids[0]}.${first}` : null,
    next: (back || more) && ids.length > 0 ? `${ids.at(-1)}.${first + ids.length - 1}` : null,
  };
}

/** Bookings for the list, in the order of `ids`. Checks no access. */
export async function bookingsOf(
  ctx: Pick<Context, "db" | "now" | "settings">,
  ids: readonly string[],
): Promise<ListedBooking[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await listedBookings(ctx.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [bookingRow(ctx, row)] : [];
  });
}

const bookingRow = (
  ctx: Pick<Context, "now" | "settings">,
  row: Awaited<ReturnType<typeof listedBookings>>[number],
): ListedBooking => ({
  id: row.id,
  reference: row.reference,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  phone: row.phone,
  country: row.country,
  language: languageOf(row.language),
  people: row.number_of_people,
  crawl: { en: row.title, es: row.title_es },
  city: { en: row.city, es: row.city_es },
  date: row.date,
  time: row.start_time,
  zone: row.time_zone,
  total: { amount: row.total_price, currency: row.currency as Currency },
  discount: { amount: row.discount, currency: row.currency as Currency },
  coupon: row.coupon,
  partner: row.partner && row.partner_reason ? { name: row.partner, reason: row.partner_reason } : null,
  campaign: row.campaign || null,
  qr: row.qr_code_id,
  table: row.friend_table,
  source: row.source,
  provider: row.provider,
  state: stateOf(row, ctx.now),
  money: moneyStateOf(row),
  taken: { amount: row.taken, currency: row.currency as Currency },
  givenBack: { amount: row.given_back, currency: row.currency as Currency },
  holdEnds: row.status === "pending" ? row.hold_expires_at.toISOString() : null,
  bookedAt: row.created_at.toISOString(),
  test: row.test,
  isMoney: !row.test || practises(ctx),
  tags: row.tags,
});

const extentOfSums = (sums: Sums) => ({
  people: sums.reduce((all, { sum, people }) => (sum === null ? all : all + people), 0),
  money: moneyOf((kind) =>
    sums
      .filter(({ sum, amount }) => sum === kind && amount > 0)
      .map(({ amount, currency }) => ({ amount, currency: currency as Currency })),
  ),
});

const moneyOf = (of: (kind: SumOf) => Money[]): Extent["money"] => ({
  confirmed: of("confirmed"),
  waiting: of("waiting"),
  back: of("back"),
  taken: of("taken"),
});
const NO_MONEY = moneyOf(() => []);

/** Two significant digits, so that an estimate doesn't look exact. */
const rounded = (count: number): number => Number(count.toPrecision(2));

/** Maximum bookings per bulk action. */
export const MOST_CHOSEN = 2000;

/** The ids of the selection; null when there are too many for a bulk action. Checks no access. */
export async function chosenIds(
  { db, now, actor }: Pick<Context, "db" | "now" | "actor">,
  chosen: Chosen,
): Promise<readonly string[] | null> {
  if ("ids" in chosen) return chosen.ids;
  const ids = await idsOfPage(db, wantedOf(chosen.query, { now, actor }), {
    sort: sortOf(chosen.query.sort),
    limit: MOST_CHOSEN + 1,
    place: null,
    now,
  });
  return ids.length > MOST_CHOSEN ? null : ids;
}

/** Whom an email goes to: a selection, or everybody who is booked onto a night when it is sent. */
export type LetterTo = Chosen | { night: string };

/** The ids of the bookings an email goes to; null when there are too many. `on` is the transaction that sends it. Checks no access. */
export async function lettersTo(
  ctx: Pick<Context, "db" | "now" | "actor">,
  to: LetterTo,
  on: Db | Tx = ctx.db,
): Promise<readonly string[] | null> {
  if (!("night" in to)) return chosenIds(ctx, to);
  const ids = await confirmedOn(on, to.night, MOST_CHOSEN + 1);
  return ids.length > MOST_CHOSEN ? null : ids;
}

/** The number of recipients per language of an email to the selection. For whoever may send it. */
export async function previewBulkEmail(
  ctx: Reader,
  chosen: LetterTo,
): Promise<
  | Ok<{ recipients: Recipients }>
  | (Failure<"forbidden"> & { missing: "bookings.change" })
  | (Failure<"too_many"> & { max: number })
> {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const ids = await lettersTo(ctx, chosen);
  if (ids === null) return fail("too_many", { max: MOST_CHOSEN });
  return ok({ recipients: countOf(await recipientsOf(ctx.db, ids)) });
}

export const languageOf = (language: string): Locale => (language === "es" ? "es" : "en");

export function countOf(rows: Awaited<ReturnType<typeof recipientsOf>>): Recipients {
  const reached = rows.filter(({ email }) => email !== "");
  const es = reached.filter(({ language }) => languageOf(language) === "es").length;
  const people = reached.reduce((sum, row) => sum + row.number_of_people, 0);
  return { en: reached.length - es, es, unreachable: rows.length - reached.length, people };
}

/** The list's views with their booking counts: shared ones, then the caller's own. */
export async function listViews(ctx: Reader): Promise<Ok<{ views: View[] }> | Forbidden> {
  if (!can(ctx.actor, "bookings.read")) return refused();
  const own = ctx.actor.userId ? await viewsOf(ctx.db, ctx.actor.userId) : [];
  const views = [
    ...BUILT_IN_VIEWS.map(({ id, query }) => ({ id, name: null, query })),
    ...own.map(({ id, name, query }) => ({ id, name, query })),
  ];
  const filters = views.map(({ query }) => wantedOf(bookingQueryIn(query), ctx));
  const together = await countEachUpTo(ctx.db, filters, { cap: COUNTED + 1, now: ctx.now, ms: COUNT_MS });
  const counts = await Promise.all(filters.map((filter, i) => countOfView(ctx, filter, together?.[i] ?? null)));
  return ok({ views: views.map((view, i) => ({ ...view, ...counts[i]! })) });
}

/** A view's count: the one that was counted with the others, or else on its own. */
async function countOfView(
  { db, now }: Reader,
  filter: ListFilters,
  shared: number | null,
): Promise<{ count: number; exact: boolean }> {
  const count = shared ?? (await counted({ db, now }, filter, (limits) => countUpTo(db, filter, limits)));
  if (count !== null && count <= COUNTED) return { count, exact: true };
  return { count: rounded(Math.max(await guessOf(db, filter, now), count ?? 0)), exact: false };
}

/**
 * A bulk act with how far it is with each of its bookings; those that failed come first. Needs `bookings.read`. Refusals: forbidden,
 * bulk_act_not_found.
 */
export async function bulkBoard(ctx: Reader, id: string) {
  if (!can(ctx.actor, "bookings.read")) return refused();
  const act = isUuid(id) ? await bulkActById(ctx.db, id) : undefined;
  if (!act) return fail("bulk_act_not_found");
  const ends = await bookingsOfBulkAct(ctx.db, id);
  const bookings = new Map(
    (
      await bookingsOf(
        ctx,
        ends.map(({ booking_id: of }) => of),
      )
    ).map((booking) => [booking.id, booking]),
  );
  const rows = ends.map(({ booking_id: of, state, outcome }) => ({ booking: bookings.get(of)!, state, outcome }));
  const order = ({ state, booking }: (typeof rows)[number]) =>
    `${BULK_STATES.toReversed().indexOf(state)} ${booking.name}`;
  return ok({
    act: act.act,
    by: act.by,
    asked: act.asked_at.toISOString(),
    rows: rows.toSorted((a, b) => byLetters(order(a), order(b))),
  });
}

/**
 * How many of the chosen bookings exist, and how many have a tag of this name; `tag` is how it is written.
 * For whoever may tag them. Refusals: forbidden {missing}, too_many {max}.
 */
export async function previewTag(ctx: Reader, chosen: Chosen, name: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const ids = await chosenIds(ctx, chosen);
  if (ids === null) return fail("too_many", { max: MOST_CHOSEN });
  const tag = await tagNamed(ctx.db, name);
  return ok({ tagged: { tag: tag?.name ?? name, ...(await countTagged(ctx.db, ids, tag?.id)) } });
}

/** The options of the list's filters. */
export async function listChoices(ctx: Reader): Promise<Ok<{ choices: Choices }> | Forbidden> {
  if (!can(ctx.actor, "bookings.read")) return refused();
  const [{ crawls, cities }, tags, partners] = await Promise.all([
    choices(ctx.db),
    tagsInUse(ctx.db),
    listPartnerChoices(ctx),
  ]);
  return ok({
    choices: {
      crawls: crawls
        .filter(({ city_id }) => reaches(ctx.actor, city_id))
        .map(({ id, title, title_es }) => ({ id, name: { en: title, es: title_es } })),
      cities: cities
        .filter(({ id }) => reaches(ctx.actor, id))
        .map(({ id, name, name_es }) => ({ id, name: { en: name, es: name_es } })),
      tags,
      partners,
    },
  });
}

/** How bookings came about, by their ids, as the list of bookings says it. The caller checks access. */
export const sourcesOf = ({ db }: Pick<Context, "db">, ids: readonly string[]) => readSources(db, ids);
