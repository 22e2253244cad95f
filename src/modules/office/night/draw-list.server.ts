import { INK, openPdf, type Page, QUIET } from "#src/modules/site/media/draw-paper.server.ts";
import { drawLine, linesOf } from "#src/modules/site/media/draw-text.server.ts";

type PaperGuest = { name: string; code: string; isIn: boolean };
type PaperParty = { name: string; people: string; note: string; guests: readonly PaperGuest[] };

/** The texts of a guest list on paper. `page` says which page `{n}` of how many `{of}` one is. */
export type PaperList = {
  title: string;
  heading: string;
  lines: readonly string[];
  empty: string;
  page: string;
  parties: readonly PaperParty[];
};

const [WIDTH, HEIGHT] = [595, 842]; // A4
const MARGIN = 40;
const INNER = WIDTH - 2 * MARGIN;
const BOTTOM = HEIGHT - 52;
const COLUMN = INNER / 2;
const GUEST = 23;
const HEAD = 22;
const NOTE = 14;
const NOTES = { face: "regular", size: 10.5 } as const;
const PAD = 7;
const LINE = "#cdbfc2";

/** Draws a guest list as an A4 PDF: a box to tick for each guest, big enough for a pen in the dark. */
export function drawList(list: PaperList): Promise<Buffer> {
  const { pdf, done } = openPdf(list.title, [WIDTH, HEIGHT]);
  const pages = pagesOf(pdf, list);
  for (const [index, rows] of pages.entries()) {
    pdf.addPage();
    const top = index === 0 ? drawHead(pdf, list) : MARGIN;
    if (list.parties.length === 0)
      drawLine(pdf, list.empty, { x: MARGIN, y: top + 12, width: INNER, face: "regular", size: 12, colour: QUIET });
    let y = top;
    for (const row of rows) {
      row.draw(y);
      y += row.height;
    }
    drawFoot(
      pdf,
      `${list.heading} · ${list.lines[0] ?? ""}`,
      list.page.replace("{n}", String(index + 1)).replace("{of}", String(pages.length)),
    );
  }
  pdf.end();
  return done;
}

/** A row of the list: a party's head or two of its guests. `keep`: it isn't parted from what follows. */
type Row = { height: number; keep: boolean; draw: (y: number) => void };

const FIRST_TOP = MARGIN + 82;

function pagesOf(pdf: Page, { parties }: PaperList): Row[][] {
  const pages: Row[][] = [[]];
  let y = FIRST_TOP;
  for (const party of parties) {
    const rows = rowsOf(pdf, party);
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    const isLong = height > BOTTOM - MARGIN;
    for (const [index, row] of rows.entries()) {
      // a party stays together; one that fills more than a page begins where it is, and its head keeps two rows
      const needs = isLong ? (row.keep ? row.height + 2 * GUEST : row.height) : index === 0 ? height : 0;
      if (y + needs > BOTTOM) {
        pages.push([]);
        y = MARGIN;
      }
      pages.at(-1)!.push(row);
      y += row.height;
    }
  }
  return pages;
}

function rowsOf(pdf: Page, party: PaperParty): Row[] {
  const lines = linesOf(pdf, party.note, { ...NOTES, width: INNER, most: 3 });
  const head: Row = {
    height: HEAD + lines.length * NOTE,
    keep: true,
    draw: (y) => {
      pdf
        .moveTo(MARGIN, y)
        .lineTo(WIDTH - MARGIN, y)
        .lineWidth(0.7)
        .stroke(LINE);
      drawLine(pdf, party.name, { x: MARGIN, y: y + PAD, width: INNER - 160, face: "bold", size: 13, colour: INK });
      const people = { x: WIDTH - MARGIN - 150, y: y + PAD + 1, width: 150, align: "right" } as const;
      drawLine(pdf, party.people, { ...people, ...NOTES, colour: QUIET });
      for (const [index, line] of lines.entries())
        drawLine(pdf, line, { x: MARGIN, y: y + HEAD + 1 + index * NOTE, width: INNER, ...NOTES, colour: INK });
    },
  };
  const pairs = Array.from({ length: Math.ceil(party.guests.length / 2) }, (_, row) =>
    party.guests.slice(row * 2, row * 2 + 2),
  );
  const guests = pairs.map((pair, index) => ({
    height: GUEST + (index === pairs.length - 1 ? PAD : 0),
    keep: false,
    draw: (y: number) => {
      for (const [column, guest] of pair.entries()) drawGuest(pdf, guest, MARGIN + column * COLUMN, y);
    },
  }));
  return [head, ...guests];
}

function drawGuest(pdf: Page, { name, code, isIn }: PaperGuest, x: number, y: number) {
  pdf
    .rect(x, y + 4, 15, 15)
    .lineWidth(1.1)
    .stroke(INK);
  if (isIn)
    pdf
      .moveTo(x + 3, y + 12)
      .lineTo(x + 6.5, y + 15.5)
      .lineTo(x + 12.5, y + 7)
      .lineWidth(1.6)
      .stroke(INK);
  drawLine(pdf, name, { x: x + 23, y: y + 5, width: COLUMN - 23 - 66, face: "bold", size: 11, colour: INK });
  drawLine(pdf, code, { x: x + COLUMN - 62, y: y + 6, width: 58, face: "regular", size: 10, colour: QUIET });
}

function drawHead(pdf: Page, list: PaperList): number {
  drawLine(pdf, list.heading, { x: MARGIN, y: MARGIN - 4, width: INNER, face: "display", size: 24, colour: INK });
  for (const [index, line] of list.lines.entries()) {
    const look = index === 0 ? ({ face: "bold", colour: INK } as const) : ({ face: "regular", colour: QUIET } as const);
    drawLine(pdf, line, { x: MARGIN, y: MARGIN + 30 + index * 16, width: INNER, size: 11, ...look });
  }
  return FIRST_TOP;
}

function drawFoot(pdf: Page, left: string, right: string) {
  const foot = { y: HEIGHT - 36, face: "regular", size: 9, colour: QUIET } as const;
  drawLine(pdf, left, { ...foot, x: MARGIN, width: INNER - 100 });
  drawLine(pdf, right, { ...foot, x: WIDTH - MARGIN - 90, width: 90, align: "right" });
}
