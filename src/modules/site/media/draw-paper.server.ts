import { readFileSync } from "node:fs";
import { create } from "fontkit";
import PDFDocument from "pdfkit";
import { isProduct } from "#src/kernel/brand.ts";
import type { DrawnLogo } from "#src/modules/site/media/draw-logo.server.ts";
import { drawLine, type Page } from "#src/modules/site/media/draw-text.server.ts";
import { shared } from "#src/modules/site/media/shape-words.server.ts";
import { formOf, houseForm, stamp } from "#src/modules/site/media/stamp-page.server.ts";
import { cutEdgeSvg } from "#src/ui/papel-picado-geometry.ts";

// What every PDF of the product uses: fonts, colors, logo and the paper's cut edge. Only the thread that draws loads it.

/** The operator's color, the text color on it, their logo, and their name, which stands for a logo that is missing. */
export type Brand = { colour: string; text: string; logo: DrawnLogo | null; name: string };
export type { Page };

export const INK = "#1d1016";
export const QUIET = "#5a444c";
export const GROUND = "#f6e1d1";
const PAPER = "#fffdf9";
export const MARIGOLD = "#ffb000";
export const WIDTH = 420;
const HEIGHT = 595; // A5: a phone shows it whole, a printer prints two per sheet
const MARGIN = 30;
export const CARD = { left: MARGIN, top: MARGIN, width: WIDTH - 2 * MARGIN, height: 520 };

/** The room for texts inside the card. */
export const INSIDE = { x: CARD.left + 20, width: CARD.width - 40 };

const ofUi = (name: string) => readFileSync(new URL(`../../../ui/${name}`, import.meta.url));
// parsed once for all documents
const fonts = {
  display: shared(create(ofUi("fonts/paper-display.ttf"))),
  regular: shared(create(ofUi("fonts/paper-regular.ttf"))),
  bold: shared(create(ofUi("fonts/paper-bold.ttf"))),
  boldExt: shared(create(ofUi("fonts/paper-bold-ext.ttf"))),
};
const logo = ofUi("logo.svg").toString();
const edgeTile = /d="([^"]+)"/.exec(cutEdgeSvg())?.[1] ?? "";
const logoPaths = [...logo.matchAll(/<path [^>]*?d="([^"]+)"/g)].map(([, path = ""]) => path);
const [nameX = 0, nameY = 0, nameScale = 1] = (/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)/.exec(logo) ?? [])
  .slice(1)
  .map(Number);

/** An empty PDF with our fonts and pages of a size in points; `done` is its content, once it has been ended. */
export function openPdf(title: string, size: [width: number, height: number]): { pdf: Page; done: Promise<Buffer> } {
  const pdf = new PDFDocument({ size, margin: 0, autoFirstPage: false, font: "", info: { Title: title } });
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  return { pdf, done };
}

/** A PDF with one paper page for each of `sheets`, which may be measured first, and which `draw` fills; `drawSame` draws what they all have, once. */
export function drawPaper<Sheet>(
  title: string,
  sheets: readonly Sheet[] | ((pdf: Page) => readonly Sheet[]),
  draw: (pdf: Page, sheet: Sheet) => void,
  drawSame?: (pdf: Page) => void,
): Promise<Buffer> {
  const { pdf, done } = openPdf(title, [WIDTH, HEIGHT]);
  let same: ReturnType<typeof formOf> | undefined;
  for (const sheet of typeof sheets === "function" ? sheets(pdf) : sheets) {
    pdf.addPage();
    stamp(pdf, houseForm(pdf, "ground", drawGround));
    if (drawSame) stamp(pdf, (same ??= formOf(pdf, drawSame)));
    draw(pdf, sheet);
  }
  pdf.end();
  return done;
}

function drawGround(pdf: Page) {
  pdf.rect(0, 0, WIDTH, HEIGHT).fill(GROUND);
  pdf.roundedRect(CARD.left, CARD.top, CARD.width, 60, 12).fill(PAPER);
  pdf.rect(CARD.left, CARD.top + 30, CARD.width, CARD.height - 60).fill(PAPER);
  drawEdge(pdf, CARD.top + CARD.height - 30, PAPER);
}

/** A row of the cut edge across the card: scallops down, or up with `up`. */
function drawEdge(pdf: Page, top: number, colour: string, up = false) {
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

/** The band on top of a sheet: logo, a line at the right, and a prominent mark on test sheets. */
export function drawBand(pdf: Page, brand: Brand, line: string, test: string | null) {
  const { left, top, width } = CARD;
  const mark = { x: left + 20, y: top + 15, height: 34 };
  const key = JSON.stringify([brand.colour, brand.text, brand.logo ? null : brand.name, test !== null]);
  const band = houseForm(pdf, key, () => {
    pdf.save().roundedRect(left, top, width, 120, 12).clip().rect(left, top, width, 88).fill(brand.colour).restore();
    drawEdge(pdf, top + 59, PAPER, true);
    if (!brand.logo) drawDisc(pdf, mark, brand);
    if (test) pdf.rect(left, top + 88, width, 20).fill(MARIGOLD);
  });
  stamp(pdf, band);
  if (brand.logo)
    pdf.image(Buffer.from(brand.logo.png), left + 20, top + 32 - brand.logo.height / 2, { width: brand.logo.width });
  else drawName(pdf, mark, brand);
  drawBandLine(pdf, brand, line);
  if (!test) return;
  const notice = { x: left + 10, y: top + 93.5, width: width - 20 };
  drawLine(pdf, test, { ...notice, face: "bold", size: 9, colour: INK, align: "center" });
}

/** The line at the right of the band. */
export function drawBandLine(pdf: Page, brand: Brand, line: string) {
  const { left, top, width } = CARD;
  const beside = { x: left + width / 2, y: top + 27, width: width / 2 - 20 };
  drawLine(pdf, line, { ...beside, face: "bold", size: 11, colour: brand.text, align: "right" });
}

/** The mark and the name on the brand's color, three times as wide as high. */
export function drawMark(pdf: Page, x: number, y: number, height: number, brand: Brand) {
  drawDisc(pdf, { x, y, height }, brand);
  drawName(pdf, { x, y, height }, brand);
}

type MarkPlace = { x: number; y: number; height: number };

/** The mark, with the product's own name beside it, which is drawn as well. */
function drawDisc(pdf: Page, { x, y, height }: MarkPlace, brand: Brand) {
  pdf
    .save()
    .translate(x, y)
    .scale(height / 100);
  pdf.circle(50, 50, 49).fill(brand.text);
  const [glasses = "", drinks = "", ...name] = logoPaths;
  pdf.path(glasses).fill(brand.colour).path(drinks).fill(MARIGOLD);
  if (isProduct(brand.name)) {
    pdf.translate(nameX, nameY).scale(nameScale);
    for (const path of name) pdf.path(path).fill(brand.text);
  }
  pdf.restore();
}

/** An operator's name beside the mark. */
function drawName(pdf: Page, { x, y, height }: MarkPlace, brand: Brand) {
  if (isProduct(brand.name)) return;
  const box = { x: x + height * 1.2, y: y + height * 0.22, width: height * 4 };
  drawLine(pdf, brand.name, { ...box, face: "display", size: height * 0.6, colour: brand.text });
}
