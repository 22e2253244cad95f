import {
  type Brand,
  CARD,
  drawBand,
  drawPaper,
  INK,
  type Page,
  QUIET,
} from "#src/modules/site/media/draw-paper.server.ts";
import { drawLine } from "#src/modules/site/media/draw-text.server.ts";

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
    drawLine(pdf, bar, { x: LEFT, y, width: INNER, face: "display", size: 26, colour: INK });
    y = drawRow(pdf, head, y + 40, true);
    for (const night of nights.slice(page * ROWS, (page + 1) * ROWS)) y = drawRow(pdf, night, y);
    if (page === pages.length - 1) drawRow(pdf, total, y + 8, true);
  });
}

function drawRow(pdf: Page, [what, count, amount]: Line, y: number, head = false): number {
  const size = head ? 9.5 : 10.5;
  const look = { y, size, colour: head ? QUIET : INK };
  const face = head ? "bold" : "regular";
  drawLine(pdf, what, { ...look, x: LEFT, width: INNER - 156, face: "bold" });
  drawLine(pdf, count, { ...look, x: LEFT + INNER - 150, width: 55, align: "right", face, whole: true });
  drawLine(pdf, amount, { ...look, x: LEFT + INNER - 90, width: 90, align: "right", face, whole: true });
  return y + size * 1.22 + 6;
}
