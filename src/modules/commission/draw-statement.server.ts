import { formatPesos } from "#src/kernel/money.ts";
import { dayOf, monthAndYear, dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { statementOf } from "#src/modules/commission/queries.server.ts";
import {
  byReference,
  figure,
  type NameBooking,
  rateOf,
  sayPeople,
  saySale,
} from "#src/modules/commission/rules/shown.ts";
import { payeeOf } from "#src/modules/commission/store/partner-page.server.ts";
import { can, isStaff } from "#src/modules/identity/rules/permissions.ts";
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
const ROWS = 14;

/** A partner's statement as a PDF in the partner's language, its bookings by `nameOf`. The caller checks access. Refusals: partner_not_found. */
export async function statementPdf(ctx: Context, partnerId: string, month: string, nameOf: NameBooking = byReference) {
  const read = await statementOf(ctx, { partnerId, month });
  if (!read.ok) return read;
  const { lines, cashLines, ...head } = read.statement;
  const { language } = head;
  const [{ t }, { branding, operator }, logo, payee] = await Promise.all([
    i18nFor(language),
    appSettings(ctx),
    drawLogo(ctx),
    payeeOf(ctx.db, partnerId),
  ]);
  const brand = { colour: branding.primary_color, text: branding.button_text_color, logo };
  const title = t("commission-admin.title", { month: monthAndYear(month, language) });
  const on = head.paidAt ?? head.agreedAt;
  const date = on === null ? "" : dayOf(dateIn(new Date(on), HOME_ZONE), language);
  // the tax number of a partner isn't for all staff
  const rfc = isStaff(ctx.actor.role) && !can(ctx.actor, "payments.change") ? null : payee.rfc;
  const { clabeEnd: end, holder } = payee;
  const facts = [
    `${title} · ${t(`commission-page.statement.${head.state}`, { date })}`,
    [operator.name, operator.rfc && `RFC ${operator.rfc}`].filter(Boolean).join(" · "),
    [rfc && `RFC ${rfc}`, end && `CLABE …${end}`, holder].filter(Boolean).join(" · "),
  ];
  const number = head.number === null ? null : t("commission-page.statements.number", { number: head.number });
  const rows = [
    ...lines.map((line) => [
      dayOf(line.date, language),
      `${nameOf(line)} ${line.initials}`,
      sayPeople(line, t),
      saySale(line, language),
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
    drawBand(pdf, brand, number ?? t("commission-admin.soFar"), null);
    let y = CARD.top + 106;
    fitted(pdf, "display", head.name, 24, INNER).text(head.name, LEFT, y, { width: INNER, lineBreak: false });
    pdf.font("regular").fontSize(9.5).fillColor(QUIET);
    for (const [n, fact] of facts.entries())
      pdf.text(fact, LEFT, y + 32 + n * 13, { width: INNER, height: 12, ellipsis: true });
    if (pages.length > 1)
      pdf.text(t("commission-page.pageOf", { page: page + 1, pages: pages.length }), LEFT, CARD.top + 476, {
        width: INNER,
        align: "center",
      });
    const columns = ["date", "booking", "came", "sale"] as const;
    const names = [...columns.map((name) => t(`commission-admin.column.${name}`)), rateOf(lines) ?? "MXN"];
    y = drawRow(pdf, names, y + 80, true);
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
