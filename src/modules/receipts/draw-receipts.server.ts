import type { ReceiptWords } from "#src/modules/receipts/rules/receipt-words.ts";
import {
  type Brand,
  CARD,
  drawBand,
  drawPaper,
  fitted,
  INK,
  lettered,
  type Page,
  QUIET,
} from "#src/modules/media/draw-paper.server.ts";

/** A receipt's texts; `test` is the prominent notice on a test receipt. */
type Sheet = ReceiptWords & { test: string | null };
/** The texts and colours of receipts, all in one language; `small` is the footer of each. */
export type ReceiptSheets = { title: string; brand: Brand; small: string; receipts: readonly Sheet[] };

const PAD = 20;
const LEFT = CARD.left + PAD;
const INNER = CARD.width - 2 * PAD;
const AMOUNT = 110; // the column of amounts

/** Draws receipts as a PDF, one page each. */
export const drawReceipts = ({ title, brand, small, receipts }: ReceiptSheets): Promise<Buffer> =>
  drawPaper(title, receipts, (pdf, sheet) => {
    drawBand(pdf, brand, "", sheet.test);
    let y = CARD.top + (sheet.test ? 122 : 106);
    fitted(pdf, "display", sheet.title, 26, INNER).text(sheet.title, LEFT, y, { width: INNER, lineBreak: false });
    y = drawSeller(pdf, sheet.seller, y + 34);
    y = drawFacts(pdf, sheet.facts, y + 12);
    y = drawAmounts(pdf, sheet, y + 6);
    pdf
      .font("regular")
      .fontSize(8.5)
      .fillColor(QUIET)
      .text(small, LEFT, Math.max(y + 14, CARD.top + 448), { width: INNER });
  });

function drawSeller(pdf: Page, lines: readonly string[], top: number): number {
  let y = top;
  for (const [index, line] of lines.entries()) {
    pdf.fontSize(index === 0 ? 11 : 9).fillColor(index === 0 ? INK : QUIET);
    lettered(pdf, line, LEFT, y, INNER);
    y = pdf.y + 2;
  }
  return y;
}

function drawFacts(pdf: Page, facts: readonly (readonly [string, string])[], top: number): number {
  const column = INNER / 2;
  let y = top;
  for (let i = 0; i < facts.length; i += 2) {
    let below = y;
    for (const [n, [label, value]] of facts.slice(i, i + 2).entries()) {
      const x = LEFT + n * column;
      pdf
        .font("regular")
        .fontSize(9)
        .fillColor(QUIET)
        .text(label, x, y, { width: column - 12 });
      pdf.fontSize(10.5).fillColor(INK);
      lettered(pdf, value, x, y + 12, column - 12);
      below = Math.max(below, pdf.y);
    }
    y = below + 8;
  }
  return y;
}

/** What was sold, what was paid, and the tax included. */
function drawAmounts(pdf: Page, { items, total, within }: Sheet, top: number): number {
  let y = drawRule(pdf, top);
  for (const line of items) y = drawLine(pdf, line, y, true);
  y = drawRule(pdf, y + 2);
  const [label, amount] = total;
  pdf
    .font("display")
    .fontSize(22)
    .fillColor(INK)
    .text(label, LEFT, y, { width: INNER - AMOUNT, lineBreak: false });
  pdf.text(amount, LEFT, y, { width: INNER, align: "right", lineBreak: false });
  y += 32;
  for (const line of within) y = drawLine(pdf, line, y, false);
  return y;
}

/** A label with its amount at the right. User-supplied names may need characters that only the bold fonts have. */
function drawLine(pdf: Page, [label, amount]: readonly [string, string], y: number, isNamed: boolean): number {
  const [font, size, colour] = isNamed ? (["bold", 10.5, INK] as const) : (["regular", 9, QUIET] as const);
  pdf.font(font).fontSize(size).fillColor(colour).text(amount, LEFT, y, { width: INNER, align: "right" });
  if (isNamed) lettered(pdf, label, LEFT, y, INNER - AMOUNT);
  else pdf.text(label, LEFT, y, { width: INNER - AMOUNT });
  return pdf.y + 5;
}

function drawRule(pdf: Page, y: number): number {
  pdf
    .moveTo(LEFT, y)
    .lineTo(LEFT + INNER, y)
    .lineWidth(1.2)
    .dash(4, { space: 3 })
    .stroke("#b79a8c")
    .undash();
  return y + 10;
}
