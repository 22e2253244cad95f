import { byLetters } from "#src/kernel/letters.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
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
  const rows = (await nightsOfMonth(ctx.db, ctx, month, readable(ctx.actor))).toSorted((a, b) =>
    byLetters(a.name ?? "", b.name ?? ""),
  );
  const ratings = await ratingsOfDepartures(ctx, [...new Set(rows.map(({ departure_id }) => departure_id))]);
  const nights = rows.map((row): ListedNight => ({ ...row, rating: ratings.get(row.departure_id) }));
  const columns = [...nightColumns(ctx, t), ...(seesPay ? payColumns(t) : [])];
  return ok({ sheet: sheetOf(columns, [nights]), name: `guides-${month}.csv` });
}

type ListedNight = MonthRow & { rating: { average: number; count: number } | undefined };

const nightColumns = ({ locale, now }: Context, t: Text): Column<ListedNight>[] => [
  [t("guides-admin.csv.guide"), ({ name }) => name ?? t("guides-admin.gone")],
  [t("guides-admin.csv.date"), ({ date }) => dateCell(date)],
  [t("guides-admin.csv.start"), (row) => row.start_time],
  [t("guides-admin.csv.crawl"), (row) => inLocale(locale, row.title, row.title_es)],
  [t("guides-admin.csv.city"), (row) => inLocale(locale, row.city, row.city_es)],
  [t("guides-admin.as"), ({ part }) => t(`guides-admin.part.${part}`)],
  [
    t("guides-admin.csv.state"),
    ({ status, state }) => t(`guides-admin.state.${status === "cancelled" ? "cancelled" : state}`),
  ],
  [t("guides-admin.csv.worked"), (row) => t(isWorked(row, now) ? "guides-admin.yes" : "guides-admin.no")],
  [t("guides-admin.csv.guests"), ({ guests }) => guests],
  [t("guides-admin.csv.came"), ({ came }) => (came > 0 ? came : null)],
  [t("guides-admin.csv.rating"), ({ rating }) => (rating ? Math.round(rating.average * 100) / 100 : null)],
  [t("guides-admin.csv.reviews"), ({ rating }) => rating?.count ?? 0],
];

const payColumns = (t: Text): Column<ListedNight>[] => [
  [t("guides-admin.csv.pay"), (row) => moneyCell(row.pay_amount)],
  [t("guides-admin.csv.currency"), (row) => row.pay_currency],
  [t("guides-admin.csv.paid"), (row) => dateCell(row.paid_at && dateIn(row.paid_at, row.zone))],
];
