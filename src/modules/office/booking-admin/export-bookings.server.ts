import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { sortOf } from "#src/kernel/list-address.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { type Column, dateCell, momentCell, moneyCell, type Sheet, sheetOf } from "#src/kernel/sheet.ts";
import { countryName } from "#src/kernel/countries.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { bookingsOf, wantedOf } from "#src/modules/office/booking-admin/queries.server.ts";
import { type BookingQuery, filtersOf } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { ListedBooking } from "#src/modules/office/booking-admin/schema.ts";
import { idsOfPage } from "#src/modules/office/booking-admin/store/list.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { type Context, fromReplica } from "#src/platform/context.server.ts";
import { portionsOf, readAhead, readParts } from "#src/platform/in-portions.server.ts";

/** Bookings held in memory at a time. */
const PART = 1000;

export const FORMATS = ["csv", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];
type Chosen = { ids: readonly string[] } | { query: BookingQuery };

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
  const filter =
    "ids" in chosen
      ? { bookings: chosen.ids.length }
      : { ...filtersOf(chosen.query), q: chosen.query.q === "" ? "" : "…" };
  await audit(ctx.db, ctx, {
    action: "bookings.exported",
    subject: ["bookings", format],
    changes: { asked: [null, filter] },
  });
  const { t } = await i18nFor(ctx.locale);
  const sheet = sheetOf(columns(t, ctx.locale), readAhead(bookingsIn(fromReplica(ctx), chosen)));
  return ok({ sheet, title: t("booking-admin-list.title") });
}

async function* bookingsIn(ctx: Context, chosen: Chosen): AsyncGenerator<ListedBooking[]> {
  for await (const ids of "ids" in chosen ? portionsOf(chosen.ids, PART) : idsIn(ctx, chosen.query))
    yield bookingsOf(ctx, ids);
}

function idsIn(ctx: Context, query: BookingQuery) {
  const filter = wantedOf(query, ctx);
  const pageAfter = (id: string | null) => ({
    sort: sortOf(query.sort),
    limit: PART,
    now: ctx.now,
    place: id === null ? null : ({ id, side: "after" } as const),
  });
  return readParts<string>(PART, (last) => idsOfPage(ctx.db, filter, pageAfter(last)));
}

const columns = (t: Text, locale: Locale): Column<ListedBooking>[] => [
  [t("booking-admin-list.export.reference"), ({ reference }) => reference],
  [t("booking-admin-list.export.name"), ({ name }) => name],
  [t("booking-admin-list.export.email"), ({ email }) => email],
  [t("booking-admin-list.export.phone"), ({ phone }) => phone],
  [t("booking-admin-list.export.country"), ({ country }) => countryName(locale, country) || country],
  [t("booking-admin-list.export.language"), ({ language }) => t(`booking-admin-list.language.${language}`)],
  [t("booking-admin-list.export.guests"), ({ people }) => people],
  [t("booking-admin-list.export.crawl"), ({ crawl }) => inLocale(locale, crawl.en, crawl.es)],
  [t("booking-admin-list.export.city"), ({ city }) => inLocale(locale, city.en, city.es)],
  [t("booking-admin-list.export.night"), ({ date }) => dateCell(date)],
  [t("booking-admin-list.export.time"), ({ time }) => time],
  [t("booking-admin-list.export.state"), ({ state }) => t(`booking-admin-list.state.${state}`)],
  [t("booking-admin-list.export.refund"), ({ money }) => (money ? t(`booking-admin-list.money.${money}`) : null)],
  [
    t("booking-admin-list.export.payment"),
    ({ provider }) => (provider === null ? t("booking-admin-list.unpaid") : providerText(provider, t)),
  ],
  [t("booking-admin-list.export.currency"), ({ total }) => total.currency],
  [t("booking-admin-list.export.total"), ({ total }) => moneyCell(total.amount)],
  [t("booking-admin-list.export.discount"), ({ discount }) => moneyCell(discount.amount)],
  [t("booking-admin-list.export.coupon"), ({ coupon }) => coupon],
  [t("booking-admin-list.export.partner"), ({ partner }) => partner?.name ?? null],
  [
    t("booking-admin-list.export.reason"),
    ({ partner }) => (partner ? t("booking-admin-list.reason", { reason: partner.reason }) : null),
  ],
  [t("booking-admin-list.export.campaign"), ({ campaign }) => campaign],
  [t("booking-admin-list.export.qr"), ({ qr }) => qr],
  [t("booking-admin-list.export.table"), ({ table }) => table],
  [t("booking-admin-list.export.source"), ({ source }) => t(`booking-admin-list.source.${source}`)],
  [t("booking-admin-list.export.booked"), ({ bookedAt, zone }) => momentCell(new Date(bookedAt), zone)],
  [t("booking-admin-list.export.tags"), ({ tags }) => tags.join(", ")],
];
