import { dayOf } from "#src/kernel/local-time.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { brandOn } from "#src/modules/site/media/draw-logo.server.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import type { SettlementSheet } from "#src/modules/evening/vouchers/draw-settlement.server.ts";
import { settlementOf } from "#src/modules/evening/vouchers/queries.server.ts";
import type { SettledNight } from "#src/modules/evening/vouchers/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What a bar redeemed in a month as a PDF in the reader's language. Refusals as of `settlementOf`. */
export async function settlementPdf(ctx: Context, barId: string, month: string) {
  const settled = await settlementOf(ctx, barId, month);
  if (!settled.ok) return settled;
  const [{ t }, brand] = await Promise.all([i18nFor(ctx.locale), brandOn(ctx)]);
  const owed = ({ amounts, unpriced }: Pick<SettledNight, "amounts" | "unpriced">) =>
    [
      ...amounts.map(({ amount, currency }) => formatMoney({ amount, currency: currency as Currency }, ctx.locale)),
      ...(unpriced > 0 ? [t("vouchers-admin.unpriced", { count: unpriced })] : []),
    ].join(" + ") || "–";
  const { nights, total, bar } = settled;
  const sheet: SettlementSheet = {
    title: `${bar.name} ${month}`,
    brand,
    month,
    bar: bar.name,
    head: [t("vouchers-admin.night"), t("vouchers-admin.redeemed"), t("vouchers-admin.owed")],
    nights:
      nights.length === 0
        ? [[t("vouchers-admin.nothing"), "", ""]]
        : nights.map((night) => [
            `${dayOf(night.date, ctx.locale)} · ${night.crawl}`,
            String(night.redeemed),
            owed(night),
          ]),
    total: [t("vouchers-admin.total"), String(total.redeemed), owed(total)],
  };
  return ok({ content: await drawnPaper("settlement", sheet) });
}
