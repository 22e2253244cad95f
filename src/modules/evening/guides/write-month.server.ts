import { byLetters } from "#src/kernel/letters.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { dateCell, moneyCell, type Row, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { isWorked } from "#src/modules/evening/guides/rules/month.ts";
import { type MonthRow, nightsOfMonth } from "#src/modules/evening/guides/store/months.server.ts";
import { can, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { ratingsOfDepartures } from "#src/modules/evening/reviews/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The nights of a month (`2026-11`) by guide as a sheet in the reader's language: worked, guests, rating and, with
 * `payments.read`, pay. How many came is left empty where nobody was checked in. Requires `schedule.read`. Refusal: forbidden {missing}.
 */
export async function writeMonth(ctx: Context, month: string) {
  if (!can(ctx.actor, "schedule.read")) return fail("forbidden", { missing: "schedule.read" as const });
  const seesPay = can(ctx.actor, "payments.read");
  const { t } = await i18nFor(ctx.locale);
  const rows = (await nightsOfMonth(ctx.db, month, readable(ctx.actor))).toSorted((a, b) =>
    byLetters(a.name ?? "", b.name ?? ""),
  );
  const ratings = await ratingsOfDepartures(ctx, [...new Set(rows.map(({ departure_id }) => departure_id))]);
  const head = [
    t("guides-admin.csv.guide"),
    t("guides-admin.csv.date"),
    t("guides-admin.csv.start"),
    t("guides-admin.csv.crawl"),
    t("guides-admin.csv.city"),
    t("guides-admin.as"),
    t("guides-admin.csv.state"),
    t("guides-admin.csv.worked"),
    t("guides-admin.csv.guests"),
    t("guides-admin.csv.came"),
    t("guides-admin.csv.rating"),
    t("guides-admin.csv.reviews"),
    ...(seesPay ? [t("guides-admin.csv.pay"), t("guides-admin.csv.currency"), t("guides-admin.csv.paid")] : []),
  ];
  const cells = rows.map((row) => cellsOf(ctx, row, { t, rating: ratings.get(row.departure_id), seesPay }));
  return ok({ sheet: sheetOf(head, cells), name: `guides-${month}.csv` });
}

type Beside = { t: Text; rating: { average: number; count: number } | undefined; seesPay: boolean };

function cellsOf({ locale, now }: Context, row: MonthRow, { t, rating, seesPay }: Beside): Row {
  const isCancelled = row.status === "cancelled";
  return [
    row.name ?? t("guides-admin.gone"),
    dateCell(row.date),
    row.start_time,
    inLocale(locale, row.title, row.title_es),
    inLocale(locale, row.city, row.city_es),
    t(`guides-admin.part.${row.part}`),
    isCancelled ? t("guides-admin.state.cancelled") : t(`guides-admin.state.${row.state}`),
    t(isWorked(row, now) ? "guides-admin.yes" : "guides-admin.no"),
    row.guests,
    row.came > 0 ? row.came : null,
    rating ? Math.round(rating.average * 100) / 100 : null,
    rating?.count ?? 0,
    ...(seesPay ? payCells(row) : []),
  ];
}

const payCells = ({ pay_amount: amount, pay_currency: currency, paid_at: at, zone }: MonthRow): Row => [
  moneyCell(amount),
  currency,
  dateCell(at && dateIn(at, zone)),
];
