import { dayOf } from "#src/kernel/local-time.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { drawLogo } from "#src/modules/media/draw-logo.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import {
  CARD,
  drawBand,
  drawPaper,
  fitted,
  INK,
  lettered,
  type Page,
  QUIET,
} from "#src/modules/media/draw-paper.server.ts";
import { settlementOf } from "#src/modules/vouchers/queries.server.ts";
import type { SettledNight } from "#src/modules/vouchers/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAD = 20;
const LEFT = CARD.left + PAD;
const INNER = CARD.width - 2 * PAD;
/** Nights on one page. */
const ROWS = 13;

/** What a bar redeemed in a month as a PDF in the reader's language. Refusals as of `settlementOf`. */
export async function settlementPdf(ctx: Context, barId: string, month: string) {
  const settled = await settlementOf(ctx, barId, month);
  if (!settled.ok) return settled;
  const [{ t }, { branding }, logo] = await Promise.all([i18nFor(ctx.locale), appSettings(ctx), drawLogo(ctx)]);
  const brand = { colour: branding.primary_color, text: branding.button_text_color, logo };
  const owed = ({ amounts, unpriced }: Pick<SettledNight, "amounts" | "unpriced">) =>
    [
      ...amounts.map(({ amount, currency }) => formatMoney({ amount, currency: currency as Currency }, ctx.locale)),
      ...(unpriced > 0 ? [t("vouchers-admin.unpriced", { count: unpriced })] : []),
    ].join(" + ") || "–";
  const { nights, total, bar } = settled;
  const pages = Array.from({ length: Math.max(1, Math.ceil(nights.length / ROWS)) }, (_, page) => page);
  const content = await drawPaper(`${bar.name} ${month}`, pages, (pdf, page) => {
    drawBand(pdf, brand, month, null);
    let y = CARD.top + 106;
    fitted(pdf, "display", bar.name, 26, INNER).text(bar.name, LEFT, y, { width: INNER, lineBreak: false });
    y = drawLine(
      pdf,
      [t("vouchers-admin.night"), t("vouchers-admin.redeemed"), t("vouchers-admin.owed")],
      y + 40,
      true,
    );
    for (const night of nights.slice(page * ROWS, (page + 1) * ROWS))
      y = drawLine(pdf, [`${dayOf(night.date, ctx.locale)} · ${night.crawl}`, String(night.redeemed), owed(night)], y);
    if (nights.length === 0) y = drawLine(pdf, [t("vouchers-admin.nothing"), "", ""], y);
    if (page === pages.length - 1)
      drawLine(pdf, [t("vouchers-admin.total"), String(total.redeemed), owed(total)], y + 8, true);
  });
  return ok({ content });
}

function drawLine(pdf: Page, [what, count, amount]: readonly [string, string, string], y: number, head = false) {
  pdf.fontSize(head ? 9.5 : 10.5).fillColor(head ? QUIET : INK);
  lettered(pdf, what, LEFT, y, INNER - 150);
  const below = pdf.y;
  pdf.font(head ? "bold" : "regular").text(count, LEFT + INNER - 150, y, { width: 55, align: "right" });
  pdf.text(amount, LEFT + INNER - 90, y, { width: 90, align: "right" });
  return Math.max(below, pdf.y) + 6;
}
