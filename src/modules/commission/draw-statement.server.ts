import { formatPesos } from "#src/kernel/money.ts";
import { dayOf, monthAndYear } from "#src/kernel/local-time.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { statementOf } from "#src/modules/commission/queries.server.ts";
import { byReference, figure, type NameBooking, rateOf, sayPeople } from "#src/modules/commission/rules/shown.ts";
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
import type { Context } from "#src/platform/context.server.ts";

const PAD = 20;
const LEFT = CARD.left + PAD;
const INNER = CARD.width - 2 * PAD;
/** Bookings on one page. */
const ROWS = 16;

/** A partner's statement as a PDF in the partner's language, its bookings by `nameOf`. The caller checks access. Refusals: partner_not_found. */
export async function statementPdf(ctx: Context, partnerId: string, month: string, nameOf: NameBooking = byReference) {
  const read = await statementOf(ctx, { partnerId, month });
  if (!read.ok) return read;
  const { lines, cashLines, ...head } = read.statement;
  const { language } = head;
  const [{ t }, { branding }, logo] = await Promise.all([i18nFor(language), appSettings(ctx), drawLogo(ctx)]);
  const brand = { colour: branding.primary_color, text: branding.button_text_color, logo };
  const title = t("commission-admin.title", { month: monthAndYear(month, language) });
  const rows = [
    ...lines.map((line) => [
      dayOf(line.date, language),
      `${nameOf(line)} ${line.initials}`,
      sayPeople(line, t),
      figure(line.sale, language),
      figure(line.amount, language),
    ]),
    ...cashLines.map((line) => [
      dayOf(line.date, language),
      `${nameOf(line)} ${line.initials}`,
      t("commission-admin.cash.short"),
      "",
      figure(-line.cash, language),
    ]),
  ];
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / ROWS)) }, (_, page) => page);
  const content = await drawPaper(`${head.name} ${month}`, pages, (pdf, page) => {
    drawBand(pdf, brand, head.number ?? t("commission-admin.soFar"), null);
    let y = CARD.top + 106;
    fitted(pdf, "display", head.name, 24, INNER).text(head.name, LEFT, y, { width: INNER, lineBreak: false });
    pdf.font("regular").fontSize(9.5).fillColor(QUIET);
    pdf.text(`${title} · ${t(`commission-admin.state.${head.state}`)}`, LEFT, y + 32, { width: INNER });
    const columns = ["date", "booking", "came", "sale"] as const;
    const names = [...columns.map((name) => t(`commission-admin.column.${name}`)), rateOf(lines) ?? "MXN"];
    y = drawRow(pdf, names, y + 54, true);
    for (const row of rows.slice(page * ROWS, (page + 1) * ROWS)) y = drawRow(pdf, row, y);
    if (rows.length === 0) y = drawRow(pdf, [t("commission-admin.nothing")], y);
    if (page < pages.length - 1) return;
    const sum = (what: string, amount: number) => (y = drawSum(pdf, what, formatPesos(amount, language), y));
    y += 6;
    sum(t("commission-admin.commission"), head.commission);
    if (head.cash > 0) sum(t("commission-admin.cash.kept"), -head.cash);
    sum(t(head.due < 0 ? "commission-admin.owed" : "commission-admin.toPay"), Math.abs(head.due));
  });
  return ok({ content });
}

const EDGES = [0, 66, 154, 218, 272, INNER] as const;

function drawRow(pdf: Page, cells: readonly string[], y: number, head = false): number {
  pdf.fontSize(head ? 9 : 9.5).fillColor(head ? QUIET : INK);
  lettered(pdf, cells[0]!, LEFT, y, cells.length === 1 ? INNER : EDGES[1] - 4);
  for (const [index, cell] of cells.slice(1).entries()) {
    const [from, to] = [EDGES[index + 1]!, EDGES[index + 2]!];
    const place = {
      width: to - from - (index < 3 ? 4 : 0),
      align: index === 0 ? ("left" as const) : ("right" as const),
    };
    pdf.font(head ? "bold" : "regular").text(cell, LEFT + from, y, place);
  }
  return y + 15;
}

function drawSum(pdf: Page, what: string, amount: string, y: number): number {
  pdf.fontSize(10).fillColor(INK);
  lettered(pdf, what, LEFT, y, INNER - 110);
  pdf.font("bold").text(amount, LEFT + INNER - 110, y, { width: 110, align: "right" });
  return y + 16;
}
