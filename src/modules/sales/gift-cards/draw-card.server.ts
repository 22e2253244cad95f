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
} from "#src/modules/site/media/draw-paper.server.ts";
import { drawLine, drawLines } from "#src/modules/site/media/draw-text.server.ts";

/** Texts and colors of a gift card, in its language; empty where there is none. */
export type GiftCardSheet = {
  title: string;
  brand: Brand;
  name: string;
  amount: string;
  night: string;
  to: string;
  from: string;
  message: string;
  codeLabel: string;
  code: string;
  small: readonly string[];
  /** shown prominently on practice */
  test: string | null;
};

const TEAR = 348; // where the part with the code begins
const CENTER = { x: INSIDE.x, width: INSIDE.width, align: "center" } as const;
const RIBBON = 22;
/** Between two lines of the message. */
const STEP = 12.5;

/** Draws a gift card as a PDF of one page: a parcel with its ribbon, what is written on it, and the code below the perforation. */
export function drawGiftCard(sheet: GiftCardSheet): Promise<Buffer> {
  return drawPaper(sheet.title, [sheet], (pdf) => {
    drawBand(pdf, sheet.brand, sheet.name, sheet.test);
    drawRibbon(pdf, sheet.brand.colour);
    const top = CARD.top + 168;
    drawLine(pdf, sheet.amount, { ...CENTER, y: top, face: "display", size: 48, colour: INK, whole: true });
    let y = top + 62;
    if (sheet.night !== "")
      y = drawLines(pdf, sheet.night, { ...CENTER, y, face: "bold", size: 12, colour: INK, most: 2, step: 15 }) + 4;
    const people = [sheet.to, sheet.from].filter((line) => line !== "").join("  ·  ");
    if (people !== "") drawLine(pdf, people, { ...CENTER, y, face: "bold", size: 11.5, colour: QUIET });
    if (sheet.message !== "") {
      const from = y + 22;
      // what doesn't fit is in the email in full
      const most = Math.floor((CARD.top + TEAR - 10 - from) / STEP);
      drawLines(pdf, sheet.message, { ...CENTER, y: from, face: "regular", size: 10, colour: INK, most, step: STEP });
    }
    drawTear(pdf);
    drawLine(pdf, sheet.codeLabel, { ...CENTER, y: CARD.top + TEAR + 26, face: "regular", size: 10.5, colour: QUIET });
    drawLine(pdf, sheet.code, {
      ...CENTER,
      y: CARD.top + TEAR + 44,
      face: "bold",
      size: 19,
      colour: INK,
      whole: true,
    });
    drawLines(pdf, sheet.small.join(" "), {
      ...CENTER,
      y: CARD.top + TEAR + 82,
      face: "regular",
      size: 9.5,
      colour: QUIET,
      most: 4,
      step: 12,
    });
  });
}

/** A ribbon across the card with its bow, in the operator's color. */
function drawRibbon(pdf: Page, colour: string) {
  const y = CARD.top + 138;
  const middle = CARD.left + CARD.width / 2;
  pdf.rect(CARD.left, y - RIBBON / 2, CARD.width, RIBBON).fill(colour);
  for (const side of [-1, 1]) {
    // a loop, and the end that hangs from the knot
    pdf
      .moveTo(middle, y)
      .bezierCurveTo(middle + side * 22, y - 40, middle + side * 66, y - 34, middle + side * 60, y - 6)
      .bezierCurveTo(middle + side * 56, y + 14, middle + side * 24, y + 14, middle, y)
      .fillAndStroke(colour, "#fffdf9");
    pdf
      .moveTo(middle, y + 4)
      .lineTo(middle + side * 34, y + 34)
      .lineTo(middle + side * 18, y + 36)
      .lineTo(middle + side * 2, y + 12)
      .fillAndStroke(colour, "#fffdf9");
  }
  pdf.roundedRect(middle - 10, y - 11, 20, 22, 6).fillAndStroke(colour, "#fffdf9");
}

/** The perforation above the code, with its two punched notches. */
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
