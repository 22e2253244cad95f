import { csvLine } from "#src/kernel/csv.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { settlementOf } from "#src/modules/vouchers/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What a bar redeemed in a month as CSV in the reader's language: a line per night and currency, amounts decimal. Refusals as of
 * `settlementOf`.
 */
export async function settlementCsv(ctx: Context, barId: string, month: string) {
  const settled = await settlementOf(ctx, barId, month);
  if (!settled.ok) return settled;
  const { t } = await i18nFor(ctx.locale);
  const head = ["bar", "date", "crawl", "redeemed", "unpriced", "amount", "currency"] as const;
  const lines = settled.nights.flatMap(({ date, crawl, redeemed, unpriced, amounts }) =>
    (amounts.length > 0 ? amounts : [null]).map((sum, index) =>
      csvLine([
        settled.bar.name,
        date,
        crawl,
        // only once per night, or a sum of the column would count it twice
        index === 0 ? String(redeemed) : null,
        index === 0 ? String(unpriced) : null,
        sum && (sum.amount / 100).toFixed(2),
        sum && sum.currency,
      ]),
    ),
  );
  return ok({ text: [csvLine(head.map((column) => t(`vouchers-admin.column.${column}`))), ...lines].join("") });
}
