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
    fitted(pdf, "display", name, 24, INNER).text(name, LEFT, y, { width: INNER, lineBreak: false });
    pdf.font("regular").fontSize(9.5).fillColor(QUIET);
    for (const [n, fact] of facts.entries())
      pdf.text(fact, LEFT, y + 32 + n * 13, { width: INNER, height: 12, ellipsis: true });
    const which = sheet.page.replace("{page}", String(page + 1)).replace("{pages}", String(pages.length));
    if (pages.length > 1) pdf.text(which, LEFT, CARD.top + 476, { width: INNER, align: "center" });
    y = drawRow(pdf, sheet.columns, y + 80, true);
    for (const row of rows.slice(page * ROWS, (page + 1) * ROWS)) y = drawRow(pdf, row, y);
    if (page < pages.length - 1) return;
    y += 6;
    for (const [what, amount] of sheet.sums) y = drawSum(pdf, what, amount, y);
  });
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
