import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { dateCell, momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { countryName } from "#src/kernel/countries.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { bookingsOf, wantedOf } from "#src/modules/office/booking-admin/queries.server.ts";
import type { ListQuery, Sort } from "#src/modules/office/booking-admin/rules/filters.ts";
import type { ListedBooking } from "#src/modules/office/booking-admin/schema.ts";
import { idsOfPage } from "#src/modules/office/booking-admin/store/list.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { type Context, fromReplica } from "#src/platform/context.server.ts";

/** Bookings held in memory at a time. */
const PART = 1000;

export const FORMATS = ["csv", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];
type Chosen = { ids: readonly string[] } | { query: ListQuery };

/**
 * Bookings as a sheet for a file of a format: selected ones, or all of a view in its order. Texts are in the viewer's language, times
 * in the city's zone. The export is audited. Refusal: forbidden.
 */
export async function exportBookings(
  ctx: Context,
  chosen: Chosen,
  format: Format,
): Promise<Ok<{ sheet: Sheet; title: string }> | (Failure<"forbidden"> & { missing: "bookings.read" })> {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  // that words were searched for, and not which: they name people
  const asked =
    "ids" in chosen
      ? { bookings: chosen.ids.length }
      : { ...chosen.query.filters, q: chosen.query.filters.q === "" ? "" : "…" };
  await audit(ctx.db, ctx, {
    action: "bookings.exported",
    subject: ["bookings", format],
    changes: { asked: [null, asked] },
  });
  const { t } = await i18nFor(ctx.locale);
  const sheet = { head: headOf(t), parts: rowsOf(t, ctx.locale, partsOf(fromReplica(ctx), chosen)) };
  return ok({ sheet, title: t("booking-admin-list.title") });
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

async function* rowsOf(t: Text, locale: Locale, parts: AsyncIterable<ListedBooking[]>): AsyncGenerator<Row[]> {
  for await (const bookings of parts) yield bookings.map((one) => cellsOf(one, t, locale));
}

/** A booking's cells in the order of the head. */
const cellsOf = (booking: ListedBooking, t: Text, locale: Locale): Row => [
  booking.reference,
  booking.name,
  booking.email,
  booking.phone,
  countryName(locale, booking.country) || booking.country,
  t(`booking-admin-list.language.${booking.language}`),
  booking.people,
  inLocale(locale, booking.crawl.en, booking.crawl.es),
  inLocale(locale, booking.city.en, booking.city.es),
  dateCell(booking.date),
  booking.time,
  t(`booking-admin-list.state.${booking.state}`),
  booking.money ? t(`booking-admin-list.money.${booking.money}`) : null,
  booking.provider === null ? t("booking-admin-list.unpaid") : t(`booking-admin-list.provider.${booking.provider}`),
  booking.total.currency,
  moneyCell(booking.total.amount),
  moneyCell(booking.discount.amount),
  booking.coupon,
  booking.partner?.name ?? null,
  booking.partner ? t("booking-admin-list.reason", { reason: booking.partner.reason }) : null,
  booking.campaign,
  booking.qr,
  t(`booking-admin-list.source.${booking.source}`),
  momentCell(new Date(booking.bookedAt), booking.zone),
  booking.tags.join(", "),
];
