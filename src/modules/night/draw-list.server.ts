import { printable } from "#src/modules/night/rules/printable.ts";
import { INK, openPdf, type Page, QUIET } from "#src/modules/media/draw-paper.server.ts";

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
      pdf
        .font("regular")
        .fontSize(12)
        .fillColor(QUIET)
        .text(list.empty, MARGIN, top + 12);
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
  const note = printable(party.note);
  const lines = note === "" ? [] : wrapped(pdf, note, INNER, 3);
  const head: Row = {
    height: HEAD + lines.length * NOTE,
    keep: true,
    draw: (y) => {
      pdf
        .moveTo(MARGIN, y)
        .lineTo(WIDTH - MARGIN, y)
        .lineWidth(0.7)
        .stroke(LINE);
      pdf.fillColor(INK);
      written(pdf, printable(party.name), MARGIN, y + PAD, INNER - 150, 13);
      pdf.font("regular").fontSize(10.5).fillColor(QUIET);
      pdf.text(party.people, WIDTH - MARGIN - 150, y + PAD + 1, { width: 150, align: "right", lineBreak: false });
      pdf.font("regular").fontSize(10.5).fillColor(INK);
      for (const [index, line] of lines.entries())
        pdf.text(line, MARGIN, y + HEAD + 1 + index * NOTE, { lineBreak: false });
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
  pdf.fillColor(INK);
  written(pdf, printable(name), x + 23, y + 5, COLUMN - 23 - 66, 11);
  pdf.font("regular").fontSize(10).fillColor(QUIET);
  pdf.text(code, x + COLUMN - 62, y + 6, { lineBreak: false });
}

function drawHead(pdf: Page, list: PaperList): number {
  pdf.fillColor(INK).font("display").fontSize(24);
  pdf.text(clipped(pdf, printable(list.heading), INNER), MARGIN, MARGIN - 4, { lineBreak: false });
  for (const [index, line] of list.lines.entries()) {
    pdf
      .font(index === 0 ? "bold" : "regular")
      .fontSize(11)
      .fillColor(index === 0 ? INK : QUIET);
    pdf.text(clipped(pdf, printable(line), INNER), MARGIN, MARGIN + 30 + index * 16, { lineBreak: false });
  }
  return FIRST_TOP;
}

function drawFoot(pdf: Page, left: string, right: string) {
  pdf.font("regular").fontSize(9).fillColor(QUIET);
  pdf.text(clipped(pdf, printable(left), INNER - 90), MARGIN, HEIGHT - 36, { lineBreak: false });
  pdf.text(right, WIDTH - MARGIN - 90, HEIGHT - 36, { width: 90, align: "right", lineBreak: false });
}

/** A text of the current font that is cut where it would be too wide. */
function clipped(pdf: Page, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  let [end, beyond] = [0, text.length];
  // halved, because a guest may write without a space for as long as they like
  while (beyond - end > 1) {
    const middle = Math.floor((end + beyond) / 2);
    if (pdf.widthOfString(`${text.slice(0, middle)}…`) <= width) end = middle;
    else beyond = middle;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The lines of a text, at most `most`, in the font of notes. */
function wrapped(pdf: Page, text: string, width: number, most: number): string[] {
  pdf.font("regular").fontSize(10.5);
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)!} ${word}`.trim();
    if (lines.at(-1) === "" || pdf.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most).map((line) => clipped(pdf, line, width));
  if (lines.length > most) shown[most - 1] = clipped(pdf, `${shown[most - 1]!} …`, width);
  return shown;
}

const WEST = /[\u0020-\u007e\u00a0-\u00ff–—‘’“”…]/;
const fontOf = (letter: string) => (WEST.test(letter) ? "bold" : "boldExt");

/** Writes a bold line letter by letter's font, in Latin or in its companion for central Europe, cut where it would be too wide. */
function written(pdf: Page, text: string, x: number, y: number, width: number, size: number) {
  pdf.fontSize(size);
  let at = x;
  for (const run of text.match(/[\u0020-\u007e\u00a0-\u00ff–—‘’“”…]+|[^\u0020-\u007e\u00a0-\u00ff–—‘’“”…]+/g) ?? []) {
    pdf.font(fontOf(run));
    const left = x + width - at;
    const shown = pdf.widthOfString(run) <= left ? run : fontOf(run) === "bold" ? clipped(pdf, run, left) : "";
    if (shown !== "") pdf.text(shown, at, y, { lineBreak: false });
    if (shown !== run) return;
    at += pdf.widthOfString(run);
  }
}
