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

/** What, how many, how much. */
type Line = readonly [what: string, count: string, amount: string];
/** The texts of what a bar redeemed in a month. */
export type SettlementSheet = {
  title: string;
  brand: Brand;
  month: string;
  bar: string;
  head: Line;
  nights: readonly Line[];
  total: Line;
};

const PAD = 20;
const LEFT = CARD.left + PAD;
const INNER = CARD.width - 2 * PAD;
/** Nights on one page. */
const ROWS = 13;

/** Draws what a bar redeemed in a month as a PDF. */
export function drawSettlement({ title, brand, month, bar, head, nights, total }: SettlementSheet): Promise<Buffer> {
  const pages = Array.from({ length: Math.max(1, Math.ceil(nights.length / ROWS)) }, (_, page) => page);
  return drawPaper(title, pages, (pdf, page) => {
    drawBand(pdf, brand, month, null);
    let y = CARD.top + 106;
    fitted(pdf, "display", bar, 26, INNER).text(bar, LEFT, y, { width: INNER, lineBreak: false });
    y = drawLine(pdf, head, y + 40, true);
    for (const night of nights.slice(page * ROWS, (page + 1) * ROWS)) y = drawLine(pdf, night, y);
    if (page === pages.length - 1) drawLine(pdf, total, y + 8, true);
  });
}

function drawLine(pdf: Page, [what, count, amount]: Line, y: number, head = false) {
  pdf.fontSize(head ? 9.5 : 10.5).fillColor(head ? QUIET : INK);
  lettered(pdf, what, LEFT, y, INNER - 150);
  const below = pdf.y;
  pdf.font(head ? "bold" : "regular").text(count, LEFT + INNER - 150, y, { width: 55, align: "right" });
  pdf.text(amount, LEFT + INNER - 90, y, { width: 90, align: "right" });
  return Math.max(below, pdf.y) + 6;
}
