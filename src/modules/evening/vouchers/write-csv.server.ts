import { ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
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
  const rows = settled.nights.flatMap(({ amounts, ...night }) =>
    (amounts.length > 0 ? amounts : [null]).map((sum, index) => ({ ...night, sum, isFirst: index === 0 })),
  );
  const columns: Column<(typeof rows)[number]>[] = [
    [t("vouchers-admin.column.bar"), () => settled.bar.name],
    [t("vouchers-admin.column.date"), ({ date }) => dateCell(date)],
    [t("vouchers-admin.column.crawl"), ({ crawl }) => crawl],
    // only once per night, or a sum of the column would count it twice
    [t("vouchers-admin.column.redeemed"), ({ redeemed, isFirst }) => (isFirst ? redeemed : null)],
    [t("vouchers-admin.column.unpriced"), ({ unpriced, isFirst }) => (isFirst ? unpriced : null)],
    [t("vouchers-admin.column.amount"), ({ sum }) => moneyCell(sum && sum.amount)],
    [t("vouchers-admin.column.currency"), ({ sum }) => sum && sum.currency],
  ];
  return ok({ sheet: sheetOf(columns, [rows]) });
}
