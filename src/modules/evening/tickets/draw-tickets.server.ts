import {
  type Brand,
  CARD,
  drawBand,
  drawPaper,
  GROUND,
  INK,
  INSIDE,
  type Page,
  QUIET,
  WIDTH,
} from "#src/modules/site/media/draw-paper.server.ts";
import { drawLine, drawLines } from "#src/modules/site/media/draw-text.server.ts";
import { paintQr, type Squares } from "#src/modules/site/media/draw-qr.server.ts";

/** Texts and colors of a set of tickets, in the booking's language. */
export type TicketSheet = {
  title: string;
  brand: Brand;
  heading: string;
  crawl: string;
  show: string;
  small: readonly string[];
  /** shown prominently on every page of a test booking */
  test: string | null;
  tickets: readonly TicketPage[];
};
type TicketPage = {
  qr: Squares;
  position: string;
  code: string;
  reference: string;
  /** label and value, in reading order; six fit */
  facts: readonly (readonly [label: string, value: string])[];
};

/** On the stub, whose paper is its border. */
const QR = { dark: INK, light: null, margin: 0 } as const;
const TEAR = 272; // where the stub begins

/** Draws the tickets as a PDF, one page per guest. */
export const drawTickets = (sheet: TicketSheet): Promise<Buffer> =>
  drawPaper(sheet.title, sheet.tickets, (pdf, ticket) => drawPage(pdf, sheet, ticket));

function drawPage(pdf: Page, sheet: TicketSheet, ticket: TicketPage) {
  drawBand(pdf, sheet.brand, ticket.position, sheet.test);
  drawFacts(pdf, sheet, ticket.facts);
  drawTear(pdf);
  drawStub(pdf, sheet, ticket);
  const foot = { x: CARD.left, y: CARD.top + CARD.height + 10, width: CARD.width };
  const small = { face: "regular", size: 8.5, colour: QUIET, align: "center" } as const;
  drawLines(pdf, sheet.small.join(" "), { ...foot, ...small, most: 2, step: 10.5 });
}

function drawFacts(pdf: Page, sheet: TicketSheet, facts: TicketPage["facts"]) {
  const { x: left, width } = INSIDE;
  const top = CARD.top + (sheet.test ? 120 : 106);
  drawLine(pdf, sheet.heading, { x: left, y: top, width, face: "display", size: 27, colour: INK });
  drawLine(pdf, sheet.crawl, { x: left, y: top + 34, width, face: "bold", size: 11, colour: QUIET });
  const column = width * 0.42; // the right one is wider: meeting points are long
  for (const [i, [label, value]] of facts.entries()) {
    const place = { x: left + (i % 2) * column, width: (i % 2 ? width - column : column) - 10 };
    const y = top + 60 + Math.floor(i / 2) * 44;
    drawLine(pdf, label, { ...place, y, face: "regular", size: 9.5, colour: QUIET });
    drawLines(pdf, value, { ...place, y: y + 12.5, face: "bold", size: 11.5, colour: INK, most: 2, step: 13.5 });
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
  paintQr(pdf, ticket.qr, QR, { x: WIDTH / 2 - size / 2, y: top, size });
  const line = { x: CARD.left, width: CARD.width, align: "center" } as const;
  drawLine(pdf, ticket.code, { ...line, y: top + size + 5, face: "bold", size: 12, colour: INK });
  const below = `${ticket.reference}  ·  ${sheet.show}`;
  drawLine(pdf, below, { ...line, y: top + size + 20, face: "regular", size: 9.5, colour: QUIET });
}
