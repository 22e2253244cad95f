import {
  type Brand,
  CARD,
  drawBand,
  drawPaper,
  INK,
  INSIDE,
  type Page,
  QUIET,
} from "#src/modules/site/media/draw-paper.server.ts";
import { drawTable, inPages } from "#src/modules/site/media/draw-table.server.ts";
import { drawLine } from "#src/modules/site/media/draw-text.server.ts";

/** The texts of a partner's statement. `page` says which page `{page}` of how many `{pages}` one is. */
export type StatementSheet = {
  title: string;
  brand: Brand;
  number: string;
  name: string;
  facts: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  sums: readonly (readonly [what: string, amount: string])[];
  page: string;
};

/** Bookings on one page. */
const ROWS = 14;

const COLUMNS = [
  { x: 0, width: 62 },
  { x: 66, width: 84 },
  { x: 154, width: 60, align: "right", whole: true },
  { x: 218, width: 50, align: "right", whole: true },
  { x: 272, width: INSIDE.width - 272, align: "right", whole: true },
] as const;

/** Draws a partner's statement as a PDF. */
export function drawStatement({ brand, name, facts, rows, ...sheet }: StatementSheet): Promise<Buffer> {
  const pages = inPages(rows, ROWS);
  return drawPaper(sheet.title, [...pages.entries()], (pdf, [page, bookings]) => {
    drawBand(pdf, brand, sheet.number, null);
    let y = CARD.top + 106;
    drawLine(pdf, name, { ...INSIDE, y, face: "display", size: 24, colour: INK });
    const small = { ...INSIDE, face: "regular", size: 9.5, colour: QUIET } as const;
    for (const [n, fact] of facts.entries()) drawLine(pdf, fact, { ...small, y: y + 32 + n * 13 });
    const which = sheet.page.replace("{page}", String(page + 1)).replace("{pages}", String(pages.length));
    if (pages.length > 1) drawLine(pdf, which, { ...small, y: CARD.top + 476, align: "center" });
    y = drawTable(pdf, COLUMNS, [sheet.columns], { y: y + 80, size: 9, step: 15, head: true });
    y = drawTable(pdf, COLUMNS, bookings, { y, size: 9.5, step: 15 });
    if (page < pages.length - 1) return;
    y += 6;
    for (const [what, amount] of sheet.sums) y = drawSum(pdf, what, amount, y);
  });
}

function drawSum(pdf: Page, what: string, amount: string, y: number): number {
  const look = { y, face: "bold", size: 10, colour: INK } as const;
  drawLine(pdf, what, { ...look, x: INSIDE.x, width: INSIDE.width - 116 });
  drawLine(pdf, amount, { ...look, x: INSIDE.x + INSIDE.width - 110, width: 110, align: "right", whole: true });
  return y + 16;
}
