import {
  type Brand,
  CARD,
  drawBand,
  drawPaper,
  fitted,
  GROUND,
  INK,
  lettered,
  type Page,
  QUIET,
  WIDTH,
} from "#src/modules/media/draw-paper.server.ts";
import { paintQr } from "#src/modules/media/draw-qr.server.ts";

/** Texts and colours of a set of tickets, in the booking's language. */
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
  token: string;
  position: string;
  code: string;
  reference: string;
  /** label and value, in reading order; six fit */
  facts: readonly (readonly [label: string, value: string])[];
};

/** On the stub, whose paper is its border. */
const QR = { dark: INK, light: null, level: "M", margin: 0 } as const;
const TEAR = 272; // where the stub begins

/** Draws the tickets as a PDF, one page per guest. */
export const drawTickets = (sheet: TicketSheet): Promise<Buffer> =>
  drawPaper(sheet.title, sheet.tickets, (pdf, ticket) => drawPage(pdf, sheet, ticket));

function drawPage(pdf: Page, sheet: TicketSheet, ticket: TicketPage) {
  drawBand(pdf, sheet.brand, ticket.position, sheet.test);
  drawFacts(pdf, sheet, ticket.facts);
  drawTear(pdf);
  drawStub(pdf, sheet, ticket);
  pdf.font("regular").fontSize(8.5).fillColor(QUIET);
  pdf.text(sheet.small.join("  "), CARD.left, CARD.top + CARD.height + 12, { width: CARD.width, align: "center" });
}

function drawFacts(pdf: Page, sheet: TicketSheet, facts: TicketPage["facts"]) {
  const left = CARD.left + 20;
  const width = CARD.width - 40;
  const top = CARD.top + (sheet.test ? 120 : 106);
  fitted(pdf, "display", sheet.heading, 27, width).text(sheet.heading, left, top, { width, lineBreak: false });
  pdf.font("bold").fontSize(11).fillColor(QUIET);
  pdf.text(sheet.crawl, left, top + 34, { width, height: 14, ellipsis: true });
  const column = width * 0.42; // the right one is wider: meeting points are long
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
  paintQr(pdf, ticket.token, QR, { x: WIDTH / 2 - size / 2, y: top, size });
  const line = { width: CARD.width, align: "center" } as const;
  pdf
    .font("bold")
    .fontSize(12)
    .fillColor(INK)
    .text(ticket.code, CARD.left, top + size + 5, line);
  pdf.font("regular").fontSize(9.5).fillColor(QUIET);
  pdf.text(`${ticket.reference}  ·  ${sheet.show}`, CARD.left, top + size + 20, line);
}
