import { ok } from "#src/kernel/result.ts";
import { dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { settlementOf } from "#src/modules/evening/vouchers/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What a bar redeemed in a month as a sheet in the reader's language: a row per night and currency. Refusals as of `settlementOf`.
 */
export async function settlementSheet(ctx: Context, barId: string, month: string) {
  const settled = await settlementOf(ctx, barId, month);
  if (!settled.ok) return settled;
  const { t } = await i18nFor(ctx.locale);
  const head = ["bar", "date", "crawl", "redeemed", "unpriced", "amount", "currency"] as const;
  const rows = settled.nights.flatMap(({ date, crawl, redeemed, unpriced, amounts }) =>
    (amounts.length > 0 ? amounts : [null]).map((sum, index) => [
      settled.bar.name,
      dateCell(date),
      crawl,
      // only once per night, or a sum of the column would count it twice
      index === 0 ? redeemed : null,
      index === 0 ? unpriced : null,
      moneyCell(sum && sum.amount),
      sum && sum.currency,
    ]),
  );
  const heads = head.map((column) => t(`vouchers-admin.column.${column}`));
  return ok({ sheet: sheetOf(heads, rows) });
}
