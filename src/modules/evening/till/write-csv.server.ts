import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import type { HandWay } from "#src/kernel/pay-method.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { everyTill } from "#src/modules/evening/till/queries.server.ts";
import type { TillFilter } from "#src/modules/evening/till/rules/till-list.ts";
import type { TillView } from "#src/modules/evening/till/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The tills of a filter as a sheet in the reader's words, a row per way to pay and currency. Needs `payments.read`. Refusal: forbidden {missing}.
 */
export async function tillsSheet(ctx: Context, filter: TillFilter) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: sheetOf(columns(t), sumsOf(ctx, filter)) });
}

/** What one till should hold of one way and currency, and what was counted; only cash has a float and is paid out. */
type Sum = {
  till: TillView;
  sum: Partial<TillView["sums"][number]> &
    Pick<TillView["ways"][number], "currency" | "taken" | "refunded" | "expected">;
  way: HandWay;
  unreferenced: number | null;
  count: TillView["counts"][number] | undefined;
};

async function* sumsOf(ctx: Context, filter: TillFilter): AsyncGenerator<Sum[]> {
  for await (const tills of everyTill(ctx, filter))
    yield tills.flatMap((till) =>
      [
        ...till.sums.map((sum) => ({ sum, way: "cash" as HandWay, unreferenced: null })),
        ...till.ways.map((sum) => ({ sum, way: sum.way as HandWay, unreferenced: sum.unreferenced })),
      ].map((one) => ({
        ...one,
        till,
        count: till.counts.find(({ way, currency }) => way === one.way && currency === one.sum.currency),
      })),
    );
}

const columns = (t: Text): Column<Sum>[] => [
  [t("till.csv.night"), ({ till }) => dateCell(till.night)],
  [t("till.open.city"), ({ till }) => till.city],
  [t("till.csv.by"), ({ till }) => till.by],
  [t("till.csv.state"), ({ till }) => t(`till.state.${till.state}`)],
  [t("till.currency"), ({ sum }) => sum.currency],
  [t("till.csv.way"), ({ way }) => t("till.sale.ways", { way })],
  [t("till.figure.float"), ({ sum }) => moneyCell(sum.float ?? null)],
  [t("till.csv.taken"), ({ sum }) => moneyCell(sum.taken)],
  [t("till.csv.due"), ({ sum }) => moneyCell(sum.due ?? null)],
  [t("till.figure.refunded"), ({ sum }) => moneyCell(sum.refunded)],
  [t("till.figure.paidOut"), ({ sum }) => moneyCell(sum.paidOut ?? null)],
  [t("till.csv.expected"), ({ sum }) => moneyCell(sum.expected)],
  [t("till.figure.counted"), ({ count }) => moneyCell(count?.counted ?? null)],
  [t("till.csv.over"), ({ count }) => (count ? moneyCell(Math.max(0, count.counted - count.expected)) : null)],
  [t("till.csv.short"), ({ count }) => (count ? moneyCell(Math.max(0, count.expected - count.counted)) : null)],
  [t("till.csv.unreferenced"), ({ unreferenced }) => unreferenced],
  [t("till.csv.reason"), ({ count }) => count?.reason ?? null],
  [t("till.csv.taker"), ({ till }) => till.taker],
  [t("till.csv.opened"), ({ till }) => momentCell(new Date(till.openedAt), till.zone)],
  [t("till.csv.closed"), ({ till }) => momentCell(till.closedAt === null ? null : new Date(till.closedAt), till.zone)],
  [
    t("till.csv.closedAlone"),
    ({ till: { closedAlone } }) => closedAlone && `${closedAlone.by || t("till.list.nobody")}: ${closedAlone.reason}`,
  ],
  [t("till.test"), ({ till }) => (till.test ? t("till.test") : null)],
];
