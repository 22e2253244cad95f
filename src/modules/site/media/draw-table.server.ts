import { INK, INSIDE, type Page, QUIET } from "#src/modules/site/media/draw-paper.server.ts";
import { drawLine } from "#src/modules/site/media/draw-text.server.ts";

/** A column: where it begins inside the card, how wide it is; a text that is `whole` is written smaller rather than cut. */
type Column = { x: number; width: number; align?: "left" | "right"; whole?: boolean };
type Cells = readonly string[];
type Look = { y: number; size: number; step: number; head?: boolean };

/**
 * Draws rows of a table on a card, `step` points each, and returns where what follows may begin. The first cell is bold, in a `head`
 * each is; a row of one cell has the card's width.
 */
export function drawTable(pdf: Page, columns: readonly Column[], rows: readonly Cells[], look: Look): number {
  const { y, size, step, head = false } = look;
  for (const [n, cells] of rows.entries())
    for (const [index, text] of cells.entries()) {
      const { x, ...column } = columns[index]!;
      const place = cells.length === 1 ? INSIDE : { ...column, x: INSIDE.x + x };
      const face = head || index === 0 ? "bold" : "regular";
      drawLine(pdf, text, { ...place, y: y + n * step, size, face, colour: head ? QUIET : INK });
    }
  return y + rows.length * step;
}

/** Rows as pages of so many; one page at least. */
export const inPages = <Row>(rows: readonly Row[], most: number): Row[][] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / most)) }, (_, n) => rows.slice(n * most, (n + 1) * most));
