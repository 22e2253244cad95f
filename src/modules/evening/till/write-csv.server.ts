import { fail, ok } from "#src/kernel/result.ts";
import { dateCell, momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { everyTill } from "#src/modules/evening/till/queries.server.ts";
import type { TillFilter } from "#src/modules/evening/till/rules/till-list.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The tills of a filter as a sheet in the reader's words, a row per currency. Needs `payments.read`. Refusal: forbidden {missing}.
 */
export async function tillsSheet(ctx: Context, filter: TillFilter) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } satisfies Sheet });
}

const headOf = (t: Text): string[] => [
  t("till.csv.night"),
  t("till.open.city"),
  t("till.csv.by"),
  t("till.csv.state"),
  t("till.currency"),
  t("till.figure.float"),
  t("till.csv.taken"),
  t("till.csv.due"),
  t("till.figure.refunded"),
  t("till.figure.paidOut"),
  t("till.csv.expected"),
  t("till.figure.counted"),
  t("till.csv.over"),
  t("till.csv.short"),
  t("till.csv.reason"),
  t("till.csv.taker"),
  t("till.csv.opened"),
  t("till.csv.closed"),
  t("till.csv.closedAlone"),
  t("till.test"),
];

async function* partsOf(ctx: Context, filter: TillFilter, t: Text): AsyncGenerator<Row[]> {
  for await (const tills of everyTill(ctx, filter))
    yield tills.flatMap((till) =>
      till.sums.map((sum): Row => {
        const count = till.counts.find(({ currency }) => currency === sum.currency);
        return [
          dateCell(till.night),
          till.city,
          till.by,
          t(`till.state.${till.state}`),
          sum.currency,
          moneyCell(sum.float),
          moneyCell(sum.taken),
          moneyCell(sum.due),
          moneyCell(sum.refunded),
          moneyCell(sum.paidOut),
          moneyCell(sum.expected),
          moneyCell(count?.counted ?? null),
          count ? moneyCell(Math.max(0, count.counted - count.expected)) : null,
          count ? moneyCell(Math.max(0, count.expected - count.counted)) : null,
          count?.reason ?? null,
          till.taker,
          momentCell(new Date(till.openedAt), till.zone),
          momentCell(till.closedAt === null ? null : new Date(till.closedAt), till.zone),
          till.closedAlone && `${till.closedAlone.by || t("till.list.nobody")}: ${till.closedAlone.reason}`,
          till.test ? t("till.test") : null,
        ];
      }),
    );
}
