import {
  type Brand,
  CARD,
  drawBand,
  drawBandLine,
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
  reference: string;
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
  /** label and value, in reading order; six fit */
  facts: readonly (readonly [label: string, value: string])[];
};

/** On the stub, whose paper is its border. */
const QR = { dark: INK, light: null, margin: 0 } as const;
const QR_SIZE = 148;
const TEAR = 272; // where the stub begins
const STUB = CARD.top + TEAR + 14;
const STUB_LINE = { x: CARD.left, width: CARD.width, align: "center" } as const;

/** Draws the tickets as a PDF, one page per guest. */
export function drawTickets(sheet: TicketSheet): Promise<Buffer> {
  const { title, brand, tickets } = sheet;
  const [first, ...others] = tickets.map(({ facts }) => facts.map((fact) => fact.join("\n")));
  const isSame = (n: number) => others.every((facts) => facts[n] === first![n]);
  return drawPaper(
    title,
    tickets,
    (pdf, ticket) => {
      drawBandLine(pdf, brand, ticket.position);
      drawFacts(pdf, sheet, ticket.facts, (n) => !isSame(n));
      paintQr(pdf, ticket.qr, QR, { x: WIDTH / 2 - QR_SIZE / 2, y: STUB, size: QR_SIZE });
      drawLine(pdf, ticket.code, { ...STUB_LINE, y: STUB + QR_SIZE + 5, face: "bold", size: 12, colour: INK });
    },
    (pdf) => {
      drawBand(pdf, brand, "", sheet.test);
      drawHead(pdf, sheet);
      drawFacts(pdf, sheet, tickets[0]!.facts, isSame);
      drawTear(pdf);
      drawFoot(pdf, sheet);
    },
  );
}

/** Where the head begins, below the band. */
const topOf = ({ test }: TicketSheet) => CARD.top + (test ? 120 : 106);

function drawHead(pdf: Page, sheet: TicketSheet) {
  const { x, width } = INSIDE;
  const y = topOf(sheet);
  drawLine(pdf, sheet.heading, { x, y, width, face: "display", size: 27, colour: INK });
  drawLine(pdf, sheet.crawl, { x, y: y + 34, width, face: "bold", size: 11, colour: QUIET });
}

function drawFacts(pdf: Page, sheet: TicketSheet, facts: TicketPage["facts"], isDrawn: (n: number) => boolean) {
  const { x: left, width } = INSIDE;
  const column = width * 0.42; // the right one is wider: meeting points are long
  for (const [i, [label, value]] of facts.entries()) {
    if (!isDrawn(i)) continue;
    const place = { x: left + (i % 2) * column, width: (i % 2 ? width - column : column) - 10 };
    const y = topOf(sheet) + 60 + Math.floor(i / 2) * 44;
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

/** What is below a ticket's code, and below the card. */
function drawFoot(pdf: Page, { reference, show, small }: TicketSheet) {
  const look = { ...STUB_LINE, face: "regular", colour: QUIET } as const;
  drawLine(pdf, `${reference}  ·  ${show}`, { ...look, y: STUB + QR_SIZE + 20, size: 9.5 });
  drawLines(pdf, small.join(" "), { ...look, y: CARD.top + CARD.height + 10, size: 8.5, most: 2, step: 10.5 });
}
