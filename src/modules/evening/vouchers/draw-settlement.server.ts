import { type Brand, CARD, drawBand, drawPaper, INK, INSIDE } from "#src/modules/site/media/draw-paper.server.ts";
import { drawTable, inPages } from "#src/modules/site/media/draw-table.server.ts";
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

/** Nights on one page. */
const ROWS = 13;

const COLUMNS = [
  { x: 0, width: INSIDE.width - 156 },
  { x: INSIDE.width - 150, width: 55, align: "right", whole: true },
  { x: INSIDE.width - 90, width: 90, align: "right", whole: true },
] as const;
const HEAD = { size: 9.5, step: 9.5 * 1.22 + 6, head: true };
const NIGHT = { size: 10.5, step: 10.5 * 1.22 + 6 };

/** Draws what a bar redeemed in a month as a PDF. */
export function drawSettlement({ title, brand, month, bar, head, nights, total }: SettlementSheet): Promise<Buffer> {
  const pages = inPages(nights, ROWS);
  return drawPaper(title, [...pages.entries()], (pdf, [page, rows]) => {
    drawBand(pdf, brand, month, null);
    let y = CARD.top + 106;
    drawLine(pdf, bar, { ...INSIDE, y, face: "display", size: 26, colour: INK });
    y = drawTable(pdf, COLUMNS, [head], { ...HEAD, y: y + 40 });
    y = drawTable(pdf, COLUMNS, rows, { ...NIGHT, y });
    if (page === pages.length - 1) drawTable(pdf, COLUMNS, [total], { ...HEAD, y: y + 8 });
  });
}
