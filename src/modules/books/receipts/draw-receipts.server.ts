import type { ReceiptWords } from "#src/modules/books/receipts/rules/receipt-words.ts";
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
import { drawLine, drawLines, linesOf, type Place } from "#src/modules/site/media/draw-text.server.ts";

/** A receipt's texts; `test` is the prominent notice on a test receipt. */
type Sheet = ReceiptWords & { test: string | null };
/** A page of a receipt; the sum is on its last one. */
type ReceiptPage = Omit<Sheet, "total"> & { total: Sheet["total"] | null };
/** The texts and colors of receipts, all in one language; `small` is the footer of each. */
export type ReceiptSheets = { title: string; brand: Brand; small: string; receipts: readonly Sheet[] };

const { x: LEFT, width: INNER } = INSIDE;
const AMOUNT = 110; // the column of amounts

/** Where what is below the facts and amounts has to begin. */
const FOOT = CARD.top + 448;

/** Draws receipts as a PDF, one page each; one that has more lines than fit is continued on another. */
export const drawReceipts = ({ title, brand, small, receipts }: ReceiptSheets): Promise<Buffer> => {
  const pagesOf = (pdf: Page) =>
    receipts.flatMap((receipt) => {
      const pages = split(pdf, receipt);
      if (pages.length === 1) return pages;
      return pages.map((page, n) => ({ ...page, title: `${page.title} · ${n + 1}/${pages.length}` }));
    });
  return drawPaper(title, pagesOf, (pdf, sheet) => {
    drawBand(pdf, brand, "", sheet.test);
    // what is long takes two lines, if everything has room then
    const most = heightOf(pdf, sheet, 2) > FOOT ? 1 : 2;
    const y = drawBody({ pdf, most, isDrawn: true }, sheet);
    const foot = { x: LEFT, y: Math.max(y + 8, FOOT), width: INNER };
    drawLines(pdf, small, { ...foot, face: "regular", size: 8.5, colour: QUIET, most: 4, step: 10.5 });
  });
};

const heightOf = (pdf: Page, sheet: ReceiptPage, most: number) => drawBody({ pdf, most, isDrawn: false }, sheet);

/** The pages of a receipt: as many of its lines as fit with the seller and the facts, the others below the title alone. */
function split(pdf: Page, sheet: Sheet): ReceiptPage[] {
  if (heightOf(pdf, sheet, 1) <= FOOT) return [sheet];
  const bare = { ...sheet, seller: [], facts: [], items: [] };
  const blank = { ...bare, total: null, within: [] };
  const start = heightOf(pdf, blank, 1);
  const ofSum = heightOf(pdf, bare, 1) - start;
  let page: ReceiptPage = { ...sheet, items: [], total: null, within: [] };
  let y = heightOf(pdf, page, 1);
  const pages: ReceiptPage[] = [];
  for (const [n, line] of sheet.items.entries()) {
    const height = drawItem({ pdf, most: 2, isDrawn: false }, line, 0, true);
    const isLast = n === sheet.items.length - 1;
    if (page.items.length > 0 && y + height + (isLast ? ofSum : 0) > FOOT) {
      pages.push(page);
      [page, y] = [blank, start];
    }
    page = { ...page, items: [...page.items, line] };
    y += height;
  }
  return [...pages, { ...page, total: sheet.total, within: sheet.within }];
}

/** How many lines a text may take, and whether it is drawn or only its room is counted. */
type Draft = { pdf: Page; most: number; isDrawn: boolean };

function drawBody(draft: Draft, sheet: ReceiptPage): number {
  const top = CARD.top + (sheet.test ? 122 : 106);
  if (draft.isDrawn)
    drawLine(draft.pdf, sheet.title, { x: LEFT, y: top, width: INNER, face: "display", size: 26, colour: INK });
  let y = drawSeller(draft, sheet.seller, top + 34);
  y = drawFacts(draft, sheet.facts, y + 12);
  return drawAmounts(draft, sheet, y + 6);
}

/** Writes a text and returns where the next one may begin. */
function put({ pdf, most, isDrawn }: Draft, text: string, place: Place & { step: number }): number {
  if (isDrawn) return drawLines(pdf, text, { ...place, most });
  return place.y + Math.max(1, linesOf(pdf, text, { ...place, most }).length) * place.step;
}

function drawSeller(draft: Draft, lines: readonly string[], top: number): number {
  let y = top;
  for (const [index, line] of lines.entries()) {
    const look = index === 0 ? ({ size: 11, colour: INK } as const) : ({ size: 9, colour: QUIET } as const);
    y = put(draft, line, { x: LEFT, y, width: INNER, face: "bold", ...look, step: look.size * 1.2 }) + 2;
  }
  return y;
}

function drawFacts(draft: Draft, facts: readonly (readonly [string, string])[], top: number): number {
  const column = INNER / 2;
  let y = top;
  for (let i = 0; i < facts.length; i += 2) {
    let below = y;
    for (const [n, [label, value]] of facts.slice(i, i + 2).entries()) {
      const place = { x: LEFT + n * column, width: column - 12 };
      if (draft.isDrawn) drawLine(draft.pdf, label, { ...place, y, face: "regular", size: 9, colour: QUIET });
      const look = { face: "bold", size: 10.5, colour: INK } as const;
      below = Math.max(below, put(draft, value, { ...place, ...look, y: y + 12, step: 12.5 }));
    }
    y = below + 8;
  }
  return y;
}

/** What was sold, what was paid, and the tax included. */
function drawAmounts(draft: Draft, { items, total, within }: ReceiptPage, top: number): number {
  let y = drawRule(draft, top);
  // what they say of pieces and prices isn't cut
  for (const line of items) y = drawItem({ ...draft, most: 2 }, line, y, true);
  if (total === null) return y;
  y = drawRule(draft, y + 2);
  const [label, amount] = total;
  const sum = { y, face: "display", size: 22, colour: INK } as const;
  const right = { x: LEFT + INNER - AMOUNT - 30, width: AMOUNT + 30, align: "right", whole: true } as const;
  if (draft.isDrawn) drawLine(draft.pdf, label, { ...sum, x: LEFT, width: INNER - AMOUNT - 40 });
  if (draft.isDrawn) drawLine(draft.pdf, amount, { ...sum, ...right });
  y += 32;
  for (const line of within) y = drawItem(draft, line, y, false);
  return y;
}

/** A label with its amount at the right. */
function drawItem(draft: Draft, [label, amount]: readonly [string, string], y: number, isNamed: boolean): number {
  const look = isNamed
    ? ({ face: "bold", size: 10.5, colour: INK } as const)
    : ({ face: "regular", size: 9, colour: QUIET } as const);
  const right = { x: LEFT + INNER - AMOUNT + 8, width: AMOUNT - 8, align: "right", whole: true } as const;
  if (draft.isDrawn) drawLine(draft.pdf, amount, { ...look, ...right, y });
  return put(draft, label, { ...look, x: LEFT, y, width: INNER - AMOUNT, step: look.size * 1.2 }) + 5;
}

function drawRule({ pdf, isDrawn }: Draft, y: number): number {
  if (!isDrawn) return y + 10;
  pdf
    .moveTo(LEFT, y)
    .lineTo(LEFT + INNER, y)
    .lineWidth(1.2)
    .dash(4, { space: 3 })
    .stroke("#b79a8c")
    .undash();
  return y + 10;
}
