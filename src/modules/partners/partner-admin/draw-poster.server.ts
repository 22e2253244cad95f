import { paintQr, type QrLook } from "#src/modules/partners/partner-admin/draw-qr.server.ts";
import type { Paper, Print } from "#src/modules/partners/partner-admin/rules/qr-file.ts";
import {
  type Brand,
  drawMark,
  INK,
  MARIGOLD,
  openPdf,
  type Page,
  QUIET,
} from "#src/modules/site/media/draw-paper.server.ts";
import { flagPath, MOTIFS } from "#src/ui/papel-picado-geometry.ts";

/** What is said in one language: the headline, where it leads, and what to do. `lines` may be none. */
export type PosterWords = { headline: string; lines: readonly string[]; scan: string; type: string };

/** What hangs on a wall or stands on a table. `words`: one or two languages, the first one large. */
type Poster = {
  title: string;
  brand: Brand & { dark: string; light: string };
  qr: QrLook;
  /** The short address as it is read and typed. */
  address: string;
  words: readonly PosterWords[];
  fold: string;
};

/** A poster as what, on which paper. */
export type PrintedPoster = Poster & { kind: Print; paper: Paper };

const SIZES: Record<Paper, [width: number, height: number]> = { a4: [595.28, 841.89], letter: [612, 792] };
const AGAVE = "#12908c";
const PALE = "#fff8f2";

type Box = { x: number; y: number; width: number; height: number };

/** Draws a poster, or a tent whose two faces stand back to back once it is folded, as a PDF of one page. */
export function drawPoster({ kind, paper, ...poster }: PrintedPoster): Promise<Buffer> {
  const size = SIZES[paper];
  const { pdf, done } = openPdf(poster.title, size);
  pdf.addPage();
  const [width, height] = size;
  pdf.rect(0, 0, width, height).fill(poster.brand.colour);
  if (kind === "poster") drawWall(pdf, poster, { x: 0, y: 0, width, height });
  else drawTent(pdf, poster, width, height);
  pdf.end();
  return done;
}

const MARGIN = 44;

function drawWall(pdf: Page, poster: Poster, page: Box) {
  const { brand, words } = poster;
  drawBunting(pdf, brand, page, { flags: 7, scale: 0.84, sag: 22 });
  const inner = { x: MARGIN, width: page.width - 2 * MARGIN };
  const card = { ...inner, height: 288, y: page.height - 288 - 86 };
  drawCard(pdf, poster, card, 250);
  drawHeadlines(pdf, words, brand.text, { ...inner, y: 146, height: card.y - 146 - 22 }, 118);
  drawFoot(pdf, poster, { ...inner, y: page.height - 62, height: 38 });
}

/** Two faces of half a page, the upper one upside down. Each has its language where there are two. */
function drawTent(pdf: Page, poster: Poster, width: number, height: number) {
  const half = height / 2;
  const [first, second = first] = poster.words;
  const face = { x: 0, y: 0, width, height: half };
  pdf.save().translate(0, half);
  drawFace(pdf, poster, [first!], face);
  pdf.restore();
  pdf.save().translate(width, half).rotate(180);
  drawFace(pdf, poster, [second!], face);
  pdf.restore();
  pdf.moveTo(0, half).lineTo(width, half).lineWidth(0.75).dash(6, { space: 5 }).stroke(poster.brand.text).undash();
  pdf.font("regular").fontSize(7).fillColor(poster.brand.text);
  pdf.text(poster.fold, 10, half - 11, { lineBreak: false });
}

function drawFace(pdf: Page, poster: Poster, words: readonly PosterWords[], face: Box) {
  drawBunting(pdf, poster.brand, face, { flags: 12, scale: 0.42, sag: 12 });
  const size = 248;
  const card = { x: face.width - MARGIN + 14 - size, y: 84, width: size, height: size + 50 };
  pdf.roundedRect(card.x, card.y, card.width, card.height, 14).fill(poster.qr.background);
  paintQr(pdf, poster.qr, { x: card.x + 12, y: card.y + 12, size: size - 24 });
  const centred = { width: card.width, align: "center", lineBreak: false } as const;
  fitted(pdf, "bold", words[0]!.scan, 15, card.width - 36);
  pdf.fillColor(INK).text(words[0]!.scan, card.x, card.y + size - 6, centred);
  fitted(pdf, "regular", poster.address, 15, card.width - 36);
  pdf.fillColor(INK).text(poster.address, card.x, card.y + size + 18, centred);
  const left = { x: MARGIN - 6, y: 92, width: card.x - MARGIN - 12, height: face.height - 92 - 76 };
  drawHeadlines(pdf, words, poster.brand.text, left, 72);
  drawFoot(pdf, poster, { x: left.x, y: face.height - 56, width: left.width, height: 32 });
}

/** The code, what to do with it, and the address for who can't scan it. */
function drawCard(pdf: Page, { qr, address, words }: Poster, card: Box, size: number) {
  pdf.roundedRect(card.x, card.y, card.width, card.height, 18).fill(qr.background);
  paintQr(pdf, qr, { x: card.x + 19, y: card.y + (card.height - size) / 2, size });
  const x = card.x + size + 38;
  const width = card.x + card.width - 22 - x;
  let y = card.y + 40;
  for (const [index, { scan }] of words.entries()) {
    pdf.font(index === 0 ? "display" : "bold").fontSize(index === 0 ? 34 : 17);
    const options = { width, lineGap: index === 0 ? -34 * TIGHT : 0 };
    pdf.fillColor(index === 0 ? INK : QUIET).text(scan, x, y, options);
    y = pdf.y + (index === 0 ? 20 : 9);
  }
  const foot = card.y + card.height - 62;
  pdf.font("regular").fontSize(12).fillColor(QUIET);
  pdf.text(words.map(({ type }) => type).join(" / "), x, foot - 6, { width, lineBreak: false });
  fitted(pdf, "bold", address, 21, width);
  pdf.fillColor(INK).text(address, x, foot + 11, { lineBreak: false });
}

/** The headlines and what stands below them, as large as the box allows; the second language is half as large. */
function drawHeadlines(pdf: Page, words: readonly PosterWords[], colour: string, box: Box, most: number) {
  const draw = (size: number, isDrawn: boolean, down = 0): number => {
    const top = box.y + down;
    let y = top;
    for (const [index, { headline, lines }] of words.entries()) {
      const scale = index === 0 ? 1 : 0.5;
      const gap = { width: box.width, lineGap: -size * scale * TIGHT };
      pdf.font("display").fontSize(size * scale);
      const high = pdf.heightOfString(headline, gap);
      if (isDrawn) pdf.fillColor(colour).text(headline, box.x, y, gap);
      // the last line keeps its room below
      y += high + size * scale * 0.3;
      const small = Math.max(11, Math.min(22, size * 0.3) * (index === 0 ? 1 : 0.8));
      pdf.font("bold").fontSize(small);
      for (const line of lines) {
        if (isDrawn) pdf.fillColor(colour).text(line, box.x, y, { width: box.width });
        y += pdf.heightOfString(line, { width: box.width }) + 2;
      }
      y += size * 0.26;
    }
    return y - size * 0.26 - top;
  };
  const size = largest(most, (one) => draw(one, false) <= box.height && widest(pdf, words, one) <= box.width);
  draw(size, true, (box.height - draw(size, false)) / 2);
}

/** The display font's lines stand far apart, by its own measure. */
const TIGHT = 0.42;

/** The longest word of the headlines at a size: a word that is too wide would be broken anywhere. */
function widest(pdf: Page, words: readonly PosterWords[], size: number): number {
  pdf.font("display").fontSize(size);
  const parts = words[0]!.headline.split(" ");
  return Math.max(...parts.map((part) => pdf.widthOfString(part)));
}

function largest(most: number, fits: (size: number) => boolean): number {
  let size = most;
  while (size > 14 && !fits(size)) size -= 1;
  return size;
}

function drawFoot(pdf: Page, { brand }: Poster, { x, y, height }: Box) {
  if (brand.logo) pdf.image(Buffer.from(brand.logo.png), x, y, { height });
  else drawMark(pdf, x, y, height, brand);
}

/** A string of cut flags across the top. */
function drawBunting(
  pdf: Page,
  brand: Poster["brand"],
  { width }: Box,
  { flags, scale, sag }: { flags: number; scale: number; sag: number },
) {
  const colours = [MARIGOLD, PALE, AGAVE, brand.light, brand.dark];
  const hang = (x: number) => 12 + sag * 4 * (x / width) * (1 - x / width);
  pdf
    .moveTo(0, 12)
    .quadraticCurveTo(width / 2, 12 + 2 * sag, width, 12)
    .lineWidth(1.2)
    .stroke(PALE);
  for (let i = 0; i < flags; i++) {
    const x = (width / flags) * (i + 0.5);
    const lean = (Math.atan2(hang(x + 6) - hang(x - 6), 12) * 180 * 0.85) / Math.PI;
    pdf.save().translate(x, hang(x)).rotate(lean).scale(scale).translate(-50, -1);
    pdf.path(flagPath(MOTIFS[i % MOTIFS.length]!)).fill(colours[i % colours.length], "even-odd");
    pdf.restore();
  }
}

/** Sets a font at the largest size, at most `size`, at which a line fits. */
function fitted(pdf: Page, font: string, line: string, size: number, width: number) {
  pdf.font(font).fontSize(size);
  const wide = pdf.widthOfString(line);
  if (wide > width) pdf.fontSize((size * width * 0.99) / wide);
}
