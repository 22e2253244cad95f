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

const PAD = 20;
const LEFT = CARD.left + PAD;
const INNER = CARD.width - 2 * PAD;
/** Bookings on one page. */
const ROWS = 14;

/** Draws a partner's statement as a PDF. */
export function drawStatement({ brand, name, facts, rows, ...sheet }: StatementSheet): Promise<Buffer> {
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / ROWS)) }, (_, page) => page);
  return drawPaper(sheet.title, pages, (pdf, page) => {
    drawBand(pdf, brand, sheet.number, null);
    let y = CARD.top + 106;
    drawLine(pdf, name, { x: LEFT, y, width: INNER, face: "display", size: 24, colour: INK });
    const small = { x: LEFT, width: INNER, face: "regular", size: 9.5, colour: QUIET } as const;
    for (const [n, fact] of facts.entries()) drawLine(pdf, fact, { ...small, y: y + 32 + n * 13 });
    const which = sheet.page.replace("{page}", String(page + 1)).replace("{pages}", String(pages.length));
    if (pages.length > 1) drawLine(pdf, which, { ...small, y: CARD.top + 476, align: "center" });
    y = drawRow(pdf, sheet.columns, y + 80, true);
    for (const row of rows.slice(page * ROWS, (page + 1) * ROWS)) y = drawRow(pdf, row, y);
    if (page < pages.length - 1) return;
    y += 6;
    for (const [what, amount] of sheet.sums) y = drawSum(pdf, what, amount, y);
  });
}

const EDGES = [0, 66, 154, 218, 272, INNER] as const;

function drawRow(pdf: Page, cells: readonly string[], y: number, head = false): number {
  const look = { y, size: head ? 9 : 9.5, colour: head ? QUIET : INK };
  const width = cells.length === 1 ? INNER : EDGES[1] - 4;
  drawLine(pdf, cells[0]!, { ...look, x: LEFT, width, face: "bold" });
  for (const [index, cell] of cells.slice(1).entries()) {
    const [from, to] = [EDGES[index + 1]!, EDGES[index + 2]!];
    const align = index === 0 ? "left" : "right";
    const place = { x: LEFT + from, width: to - from - (index < 3 ? 4 : 0), align } as const;
    drawLine(pdf, cell, { ...look, ...place, face: head ? "bold" : "regular", whole: index > 0 });
  }
  return y + 15;
}

function drawSum(pdf: Page, what: string, amount: string, y: number): number {
  const look = { y, face: "bold", size: 10, colour: INK } as const;
  drawLine(pdf, what, { ...look, x: LEFT, width: INNER - 116 });
  drawLine(pdf, amount, { ...look, x: LEFT + INNER - 110, width: 110, align: "right", whole: true });
  return y + 16;
}
