import { csvLine } from "#src/kernel/csv.ts";
import { dateFormat } from "#src/kernel/formatters.ts";
import { clockIn, dateIn } from "#src/kernel/local-time.ts";
import { inLocale, languageTag, type Locale } from "#src/kernel/localized.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { bookingsOf, wantedOf } from "#src/modules/booking-admin/queries.server.ts";
import type { ListQuery, Sort } from "#src/modules/booking-admin/rules/filters.ts";
import type { ListedBooking } from "#src/modules/booking-admin/schema.ts";
import { idsOfPage } from "#src/modules/booking-admin/store/list.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { type Context, fromReplica } from "#src/platform/context.server.ts";
import { type Cell, xlsx } from "#src/platform/write-xlsx.server.ts";

/** Bookings held in memory at a time. */
const PART = 1000;

export const FORMATS = ["csv", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];
type Chosen = { ids: readonly string[] } | { query: ListQuery };

/**
 * Streams bookings as a file: selected ones, or all of a view in its order. Texts, dates and money are in the viewer's language,
 * times in the city's zone. The export is audited. Refusal: forbidden.
 */
export async function exportBookings(
  ctx: Context,
  chosen: Chosen,
  format: Format,
): Promise<Ok<{ file: AsyncGenerator<Uint8Array> }> | (Failure<"forbidden"> & { missing: "bookings.read" })> {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const asked = "ids" in chosen ? { bookings: chosen.ids.length } : chosen.query.filters;
  await audit(ctx.db, ctx, {
    action: "bookings.exported",
    subject: ["bookings", format],
    changes: { asked: [null, asked] },
  });
  const { t } = await i18nFor(ctx.locale);
  const parts = partsOf(fromReplica(ctx), chosen);
  return ok({ file: format === "csv" ? asCsv(t, ctx.locale, parts) : asXlsx(t, ctx.locale, parts) });
}

async function* partsOf(ctx: Context, chosen: Chosen): AsyncGenerator<ListedBooking[]> {
  if ("ids" in chosen) {
    for (let at = 0; at < chosen.ids.length; at += PART) yield bookingsOf(ctx, chosen.ids.slice(at, at + PART));
    return;
  }
  const wanted = wantedOf(chosen.query.filters, ctx);
  const { sort } = chosen.query;
  for (let last: string | undefined, more = true; more;) {
    const ids = await idsOfPage(ctx.db, wanted, pageAfter(last, sort, ctx.now));
    if (ids.length > 0) yield bookingsOf(ctx, ids);
    last = ids.at(-1);
    more = ids.length === PART;
  }
}

const pageAfter = (id: string | undefined, sort: Sort, now: Date) => ({
  sort,
  limit: PART,
  now,
  place: id === undefined ? null : ({ id, side: "after" } as const),
});

const HEAD = [
  "reference",
  "name",
  "email",
  "phone",
  "country",
  "language",
  "guests",
  "crawl",
  "city",
  "night",
  "time",
  "state",
  "refund",
  "payment",
  "currency",
  "total",
  "discount",
  "coupon",
  "partner",
  "reason",
  "campaign",
  "qr",
  "source",
  "booked",
  "tags",
] as const satisfies readonly string[];
const headOf = (t: Text): string[] => HEAD.map((name) => t(`booking-admin-list.export.${name}`));

/** A booking's cells in the order of the head; each format supplies its dates and money. */
type Ways<C> = { date: (day: string) => C; moment: (day: string, clock: string) => C; money: (amount: number) => C };
const cellsOf = <C>(
  booking: ListedBooking,
  t: Text,
  locale: Locale,
  { date, moment, money }: Ways<C>,
): (C | string | number)[] => {
  const at = new Date(booking.bookedAt);
  return [
    booking.reference,
    booking.name,
    booking.email,
    booking.phone,
    booking.country,
    t(`booking-admin-list.language.${booking.language}`),
    booking.people,
    inLocale(locale, booking.crawl.en, booking.crawl.es),
    inLocale(locale, booking.city.en, booking.city.es),
    date(booking.date),
    booking.time,
    t(`booking-admin-list.state.${booking.state}`),
    booking.money ? t(`booking-admin-list.money.${booking.money}`) : "",
    booking.provider === null ? t("booking-admin-list.unpaid") : t(`booking-admin-list.provider.${booking.provider}`),
    booking.total.currency,
    money(booking.total.amount),
    money(booking.discount.amount),
    booking.coupon ?? "",
    booking.partner?.name ?? "",
    booking.partner ? t("booking-admin-list.reason", { reason: booking.partner.reason }) : "",
    booking.campaign ?? "",
    booking.qr ?? "",
    t(`booking-admin-list.source.${booking.source}`),
    moment(dateIn(at, booking.zone), clockIn(at, booking.zone)),
    booking.tags.join(", "),
  ];
};

// without it, spreadsheets don't read a CSV file as UTF-8
const BYTE_ORDER_MARK = "\ufeff";

async function* asCsv(t: Text, locale: Locale, parts: AsyncIterable<ListedBooking[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const days = dateFormat(languageTag(locale), { timeZone: "UTC", year: "numeric", month: "2-digit", day: "2-digit" });
  const date = (day: string) => days.format(new Date(`${day}T12:00:00Z`));
  const ways = { date, moment: (day: string, clock: string) => `${date(day)} ${clock}`, money: decimal };
  yield encoder.encode(BYTE_ORDER_MARK + csvLine(headOf(t)));
  for await (const bookings of parts)
    yield encoder.encode(bookings.map((one) => csvLine(cellsOf(one, t, locale, ways).map(String))).join(""));
}

const asXlsx = (t: Text, locale: Locale, parts: AsyncIterable<ListedBooking[]>): AsyncGenerator<Uint8Array> =>
  xlsx(t("booking-admin-list.title"), headOf(t), rowsOf(t, locale, parts));

async function* rowsOf(t: Text, locale: Locale, parts: AsyncIterable<ListedBooking[]>): AsyncGenerator<Cell[][]> {
  const ways: Ways<Cell> = {
    date: (date) => ({ date }),
    moment: (day, clock) => ({ moment: `${day}T${clock}` }),
    money: (amount) => ({ money: amount / 100 }),
  };
  for await (const bookings of parts) yield bookings.map((one) => cellsOf(one, t, locale, ways));
}

/**
 * Minor units in the decimal format of spreadsheets in both languages: `64000` becomes `640.00`. All our currencies have two
 * decimals.
 */
const decimal = (amount: number): string => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
