import display from "@fontsource/truculenta/files/truculenta-latin-900-normal.woff?inline";
import regular from "@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff?inline";
import bold from "@fontsource/instrument-sans/files/instrument-sans-latin-700-normal.woff?inline";
import boldExt from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-700-normal.woff?inline";
import PDFDocument from "pdfkit";
import { create } from "qrcode";
import { cutEdgeSvg } from "#src/ui/papel-picado-geometry.ts";
import logo from "#src/ui/logo.svg?raw";

/** The words and colours of a set of tickets, all in the language of the booking. */
export type TicketSheet = {
  title: string;
  brand: { colour: string; text: string };
  heading: string;
  crawl: string;
  show: string;
  small: readonly string[];
  /** told loudly on every page of a practice booking */
  test: string | null;
  tickets: readonly TicketPage[];
};
type TicketPage = {
  token: string;
  position: string;
  code: string;
  reference: string;
  /** label and value, in reading order; six fit */
  facts: readonly (readonly [label: string, value: string])[];
};

const INK = "#1d1016";
const QUIET = "#5a444c";
const GROUND = "#f6e1d1";
const PAPER = "#fffdf9";
const MARIGOLD = "#ffb000";
const WIDTH = 420;
const HEIGHT = 595; // A5, which a phone shows whole and a printer prints twice a sheet
const MARGIN = 30;
const CARD = { left: MARGIN, top: MARGIN, width: WIDTH - 2 * MARGIN, height: 520 };
const TEAR = 272; // where the stub begins

type Page = InstanceType<typeof PDFDocument>;
const fonts = { display, regular, bold, boldExt };
const bytes = (dataUri: string) => Buffer.from(dataUri.slice(dataUri.indexOf(",") + 1), "base64");
const edgeTile = /d="([^"]+)"/.exec(cutEdgeSvg())?.[1] ?? "";
const logoPaths = [...logo.matchAll(/<path [^>]*?d="([^"]+)"/g)].map(([, path = ""]) => path);
const [nameX = 0, nameY = 0, nameScale = 1] = (/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)/.exec(logo) ?? [])
  .slice(1)
  .map(Number);

/** Draws the tickets as a PDF, one page a guest. */
export function drawTickets(sheet: TicketSheet): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [WIDTH, HEIGHT], margin: 0, autoFirstPage: false, info: { Title: sheet.title } });
  for (const [name, uri] of Object.entries(fonts)) pdf.registerFont(name, bytes(uri));
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  for (const ticket of sheet.tickets) drawPage(pdf, sheet, ticket);
  pdf.end();
  return done;
}

function drawPage(pdf: Page, sheet: TicketSheet, ticket: TicketPage) {
  pdf.addPage();
  pdf.rect(0, 0, WIDTH, HEIGHT).fill(GROUND);
  pdf.roundedRect(CARD.left, CARD.top, CARD.width, 60, 12).fill(PAPER);
  pdf.rect(CARD.left, CARD.top + 30, CARD.width, CARD.height - 60).fill(PAPER);
  edge(pdf, CARD.top + CARD.height - 30, PAPER);
  drawBand(pdf, sheet, ticket.position);
  drawFacts(pdf, sheet, ticket.facts);
  drawTear(pdf);
  drawStub(pdf, sheet, ticket);
  pdf.font("regular").fontSize(8.5).fillColor(QUIET);
  pdf.text(sheet.small.join("  "), CARD.left, CARD.top + CARD.height + 12, { width: CARD.width, align: "center" });
}

/** A row of the cut edge across the card: scallops down, or up where `up` is told. */
function edge(pdf: Page, top: number, colour: string, up = false) {
  const scale = CARD.width / (24 * 15);
  pdf.save();
  pdf.rect(CARD.left, top, CARD.width, 30).clip();
  pdf.translate(CARD.left, up ? top + 30 * scale : top).scale(scale, up ? -scale : scale);
  for (let i = 0; i < 15; i++)
    pdf
      .save()
      .translate(i * 24, 0)
      .path(edgeTile)
      .fill(colour, "even-odd")
      .restore();
  pdf.restore();
}

function drawBand(pdf: Page, { brand, test }: TicketSheet, position: string) {
  const { left, top, width } = CARD;
  pdf.save().roundedRect(left, top, width, 120, 12).clip().rect(left, top, width, 88).fill(brand.colour).restore();
  edge(pdf, top + 59, PAPER, true);
  drawLogo(pdf, left + 20, top + 15, 34, brand);
  pdf.font("bold").fontSize(11).fillColor(brand.text);
  pdf.text(position, left, top + 27, { width: width - 20, align: "right" });
  if (!test) return;
  pdf.rect(left, top + 88, width, 20).fill(MARIGOLD);
  pdf
    .font("bold")
    .fontSize(9)
    .fillColor(INK)
    .text(test, left, top + 93.5, { width, align: "center" });
}

function drawLogo(pdf: Page, x: number, y: number, height: number, brand: TicketSheet["brand"]) {
  pdf
    .save()
    .translate(x, y)
    .scale(height / 100);
  pdf.circle(50, 50, 49).fill(brand.text);
  const [glasses = "", drinks = "", ...name] = logoPaths;
  pdf.path(glasses).fill(brand.colour).path(drinks).fill(MARIGOLD);
  pdf.translate(nameX, nameY).scale(nameScale);
  for (const path of name) pdf.path(path).fill(brand.text);
  pdf.restore();
}

function drawFacts(pdf: Page, sheet: TicketSheet, facts: TicketPage["facts"]) {
  const left = CARD.left + 20;
  const width = CARD.width - 40;
  const top = CARD.top + (sheet.test ? 120 : 106);
  fitted(pdf, "display", sheet.heading, 27, width).text(sheet.heading, left, top, { width, lineBreak: false });
  pdf.font("bold").fontSize(11).fillColor(QUIET);
  pdf.text(sheet.crawl, left, top + 34, { width, height: 14, ellipsis: true });
  const column = width * 0.42; // the right one is wider: meeting places are long
  for (const [i, [label, value]] of facts.entries()) {
    const x = left + (i % 2) * column;
    const y = top + 60 + Math.floor(i / 2) * 44;
    pdf
      .font("regular")
      .fontSize(9.5)
      .fillColor(QUIET)
      .text(label, x, y, { width: column - 12 });
    pdf.fontSize(11.5).fillColor(INK);
    lettered(pdf, value, x, y + 12.5, (i % 2 ? width - column : column) - 10);
  }
}

/** The perforation between ticket and stub, with its two punched notches. */
function drawTear(pdf: Page) {
  const y = CARD.top + TEAR;
  pdf
    .circle(CARD.left, y, 9)
    .fill(GROUND)
    .circle(CARD.left + CARD.width, y, 9)
    .fill(GROUND);
  pdf.moveTo(CARD.left + 15, y).lineTo(CARD.left + CARD.width - 15, y);
  pdf.lineWidth(1.5).dash(5, { space: 4 }).stroke("#b79a8c").undash();
}

function drawStub(pdf: Page, sheet: TicketSheet, ticket: TicketPage) {
  const size = 148;
  const top = CARD.top + TEAR + 14;
  drawQr(pdf, ticket.token, WIDTH / 2 - size / 2, top, size);
  const line = { width: CARD.width, align: "center" } as const;
  pdf
    .font("bold")
    .fontSize(12)
    .fillColor(INK)
    .text(ticket.code, CARD.left, top + size + 5, line);
  pdf.font("regular").fontSize(9.5).fillColor(QUIET);
  pdf.text(`${ticket.reference}  ·  ${sheet.show}`, CARD.left, top + size + 20, line);
}

function drawQr(pdf: Page, token: string, x: number, y: number, size: number) {
  const { modules } = create(token, { errorCorrectionLevel: "M" });
  const step = size / modules.size;
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) pdf.rect(x + column * step, y + row * step, step, step);
  pdf.fill(INK);
}

/** Sets the type size at which a line fits, `size` at most. */
function fitted(pdf: Page, font: string, line: string, size: number, width: number): Page {
  pdf.font(font).fontSize(size).fillColor(INK);
  const wide = pdf.widthOfString(line);
  return wide > width ? pdf.fontSize(Math.floor((size * width) / wide)) : pdf;
}

/** Writes a text with the Latin face, and with its companion the letters (of central Europe) that the first one lacks. */
function lettered(pdf: Page, text: string, x: number, y: number, width: number) {
  const runs = text.match(/[\u0020-\u00ff–—‘’“”…]+|[^\u0020-\u00ff–—‘’“”…]+/g) ?? [];
  for (const [i, run] of runs.entries()) {
    pdf.font(/[\u0020-\u00ff–—‘’“”…]/.test(run) ? "bold" : "boldExt");
    const options = { width, continued: i < runs.length - 1, lineGap: -1 };
    if (i === 0) pdf.text(run, x, y, options);
    else pdf.text(run, options);
  }
}
