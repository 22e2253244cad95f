import { csvLine } from "#src/kernel/csv.ts";
import { isoIn } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { everyTill } from "#src/modules/till/queries.server.ts";
import type { TillFilter } from "#src/modules/till/rules/till-list.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The tills of a filter as lines of a CSV file in the reader's words, one per currency, amounts as decimals. Needs `payments.read`.
 * Refusal: forbidden {missing}.
 */
export function tillsCsv(ctx: Context, filter: TillFilter) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  return ok({ lines: linesOf(ctx, filter) });
}

async function* linesOf(ctx: Context, filter: TillFilter): AsyncGenerator<string> {
  const { t } = await i18nFor(ctx.locale);
  yield csvLine([
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
  ]);
  for await (const tills of everyTill(ctx, filter))
    for (const till of tills)
      for (const sum of till.sums) {
        const count = till.counts.find(({ currency }) => currency === sum.currency);
        yield csvLine([
          till.night,
          till.city,
          till.by,
          t(`till.state.${till.state}`),
          sum.currency,
          decimal(sum.float),
          decimal(sum.taken),
          decimal(sum.due),
          decimal(sum.refunded),
          decimal(sum.paidOut),
          decimal(sum.expected),
          count ? decimal(count.counted) : null,
          count ? decimal(Math.max(0, count.counted - count.expected)) : null,
          count ? decimal(Math.max(0, count.expected - count.counted)) : null,
          count?.reason ?? null,
          till.taker,
          isoIn(new Date(till.openedAt), till.zone),
          till.closedAt && isoIn(new Date(till.closedAt), till.zone),
          till.closedAlone && `${till.closedAlone.by || t("till.list.nobody")}: ${till.closedAlone.reason}`,
          till.test ? t("till.test") : null,
        ]);
      }
}

const decimal = (amount: number): string => (amount / 100).toFixed(2);
