import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import anyAscii from "any-ascii";
import bidiFactory from "bidi-js";
import { create, type Font } from "fontkit";
import type PDFDocument from "pdfkit";
import { forDocument } from "#src/modules/site/media/shape-words.server.ts";

// How PDFs write what people typed: in any script that names are written in, never wider than its place. The house's faces have
// the letters of western Europe; what they lack is written in slices of Noto Sans (scripts/cut-names.ts), read when they are needed.

/** A document that is being drawn. */
export type Page = InstanceType<typeof PDFDocument>;

/** A face of the house; the letters that it lacks come from the fonts of names, which have one weight. */
export type Face = "regular" | "bold" | "display";

/** Where and how a text is written: `y` is the top of its line, `size` in points. */
export type Place = {
  x: number;
  y: number;
  width: number;
  face: Face;
  size: number;
  colour: string;
  align?: "left" | "right" | "center";
  /** It becomes as small as it must rather than be cut: an amount with its end missing is another amount. */
  whole?: boolean;
};

/** The height of a face above its baseline, of its size; from the fonts' own tables. */
const ASCENT: Record<Face, number> = { regular: 0.97, bold: 0.97, display: 1.05 };
/** A line becomes this much smaller before it is cut. */
const SMALLEST = 0.7;
/** No text of paper is longer; measuring more would only take time. */
const MOST_LETTERS = 2_000;

/**
 * Writes a text on one line. One that is too wide becomes smaller, down to seven tenths, and is then cut with an ellipsis. Text
 * from right to left is shaped and ordered (UAX 9).
 */
export function drawLine(pdf: Page, text: string, place: Place): void {
  const { face, width } = place;
  const printableText = printable(text);
  let size = place.size;
  const wide = widthOf(pdf, printableText, face, size);
  if (wide > width) size = Math.max(place.whole ? 0 : place.size * SMALLEST, (size * width * 0.999) / wide);
  // the baseline stays where it would be at the full size
  write(pdf, clipped(pdf, printableText, face, size, width), {
    ...place,
    size,
    y: place.y + ASCENT[face] * place.size,
  });
}

/**
 * Writes a text on at most `most` lines, `step` points apart, broken between words, or inside those that are too long. What is
 * left is cut with an ellipsis. Returns where the next line would begin.
 */
export function drawLines(
  pdf: Page,
  text: string,
  { most, step, ...place }: Place & { most: number; step: number },
): number {
  const lines = linesOf(pdf, text, { ...place, most });
  for (const [index, line] of lines.entries())
    write(pdf, line, { ...place, y: place.y + index * step + ASCENT[place.face] * place.size });
  return place.y + Math.max(1, lines.length) * step;
}

/** The lines that `drawLines` writes. */
export function linesOf(
  pdf: Page,
  text: string,
  { face, size, width, most }: Pick<Place, "face" | "size" | "width"> & { most: number },
): string[] {
  const fits = (line: string) => widthOf(pdf, line, face, size) <= width;
  const lines: string[] = [];
  let line = "";
  const words = printable(text).split(" ").filter(Boolean);
  while (words.length > 0 && lines.length < most) {
    // a word is removed once it is written: one that fits in no line belongs to the part that is cut
    const word = words[0]!;
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      words.shift();
    } else if (line === "") {
      const head = longest(word, fits);
      lines.push(head);
      words.splice(0, 1, ...[word.slice(head.length)].filter(Boolean));
    } else {
      lines.push(line);
      line = "";
    }
  }
  if (line !== "") lines.push(line);
  if (words.length > 0 || lines.length > most)
    lines.splice(
      most - 1,
      lines.length,
      clipped(pdf, `${[...lines.slice(most - 1), ...words].join(" ")}…`, face, size, width),
    );
  return lines;
}

/** How wide a text would be, in points. */
export const widthOf = (pdf: Page, text: string, face: Face, size: number): number =>
  piecesOf(text, face).reduce((sum, piece) => sum + widthOfPiece(pdf, piece, size), 0);

/** Widths of the latest pieces at a size of 1: what stands on each page is measured once. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 2_000;

function widthOfPiece(pdf: Page, { text, font }: Piece, size: number): number {
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = choose(pdf, font).fontSize(1).widthOfString(text, shaping(text));
    if (widths.size >= MOST_WIDTHS) widths.clear();
    widths.set(key, width);
  }
  return width * size;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** With features a run is shaped as a whole, so that its words run to the left as well; without, word by word. */
const shaping = (text: string) => (RIGHT_TO_LEFT.test(text) ? { features: [] } : {});

function write(pdf: Page, text: string, { x, y, width, face, size, colour, align = "left" }: Place): void {
  const pieces = piecesOf(text, face).map((piece) => ({ ...piece, wide: widthOfPiece(pdf, piece, size) }));
  const wide = pieces.reduce((sum, piece) => sum + piece.wide, 0);
  let at = x + (align === "left" ? 0 : (width - wide) / (align === "right" ? 1 : 2));
  for (const piece of pieces) {
    choose(pdf, piece.font).fontSize(size).fillColor(colour);
    // without these it would measure the text again
    const measured = { textWidth: piece.wide, wordCount: 1 };
    pdf.text(piece.text, at, y, { ...shaping(piece.text), ...measured, lineBreak: false, baseline: "alphabetic" });
    at += piece.wide;
  }
}

/** The longest beginning of a text, by graphemes, that fits; at least one of them. */
function longest(text: string, fits: (part: string) => boolean): string {
  const letters = graphemes(text);
  let [end, beyond] = [1, letters.length];
  while (beyond - end > 1) {
    const middle = Math.floor((end + beyond) / 2);
    if (fits(letters.slice(0, middle).join(""))) end = middle;
    else beyond = middle;
  }
  return letters.slice(0, end).join("");
}

function clipped(pdf: Page, text: string, face: Face, size: number, width: number): string {
  // a hundredth for the sums of fractions
  const fits = (part: string) => widthOf(pdf, part, face, size) <= width + 0.01;
  return fits(text) ? text : `${longest(text, (part) => fits(`${part.trimEnd()}…`)).trimEnd()}…`;
}

/** A part of a line in one font, in the order in which it is seen; its letters are in the order in which they are read. */
type Piece = { text: string; font: string };
type Unit = Piece & { level: number };

const bidi = bidiFactory();
function piecesOf(text: string, face: Face): Piece[] {
  if (HOUSE.test(text)) return text === "" ? [] : [{ text, font: face }];
  const units = unitsOf(text, face);
  if (!RIGHT_TO_LEFT.test(text)) return joined(units);
  const levels = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  let at = 0;
  for (const unit of units) {
    unit.level = levels.levels[at] ?? 0;
    const other = mirrored.get(at);
    at += unit.text.length;
    if (other !== undefined) unit.text = other;
  }
  return inOrder(joined(units));
}

/** Runs as they are seen (UAX 9, L2): from the highest level down, every sequence of that level or more is reversed. */
function inOrder(runs: Unit[]): Unit[] {
  const most = Math.max(0, ...runs.map(({ level }) => level));
  let visualRuns = runs;
  for (let level = most; level > 0; level--) {
    const next: Unit[] = [];
    let reversed: Unit[] = [];
    for (const run of visualRuns) {
      if (run.level >= level) reversed.unshift(run);
      else {
        next.push(...reversed, run);
        reversed = [];
      }
    }
    visualRuns = [...next, ...reversed];
  }
  return visualRuns;
}

/** Neighbours in one font and direction as one run; what isn't a letter or a space stays apart from text that runs to the left. */
function joined(units: readonly Unit[]): Unit[] {
  const runs: Unit[] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    const isApart = unit.level % 2 === 1 && !/^[\p{L}\p{M} ]/u.test(unit.text);
    if (last && !isApart && last.font === unit.font && last.level === unit.level) last.text += unit.text;
    else runs.push({ ...unit });
  }
  return runs;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** What a reader sees as one letter each. In the house's letters each is one, and looking for more takes a fifth of a page's time. */
const graphemes = (text: string): string[] =>
  HOUSE.test(text) ? text.split("") : [...segmenter.segment(text)].map(({ segment }) => segment);

/** Each grapheme with the font that writes it. A word is in one family, so that its letters fit to each other. */
function unitsOf(text: string, face: Face): Unit[] {
  return text.split(/(?<= )/).flatMap((word) => {
    const own = HOUSE.test(word) ? face : null;
    const close = own === null && face === "bold" && graphemes(word).every((letter) => isClose(letter));
    return graphemes(word).map((letter) => ({ text: letter, font: own ?? fontOf(letter, face, close), level: 0 }));
  });
}

/** What the house's faces have. */
const HOUSE = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…]*$/;
/** The bold face's companion for central Europe. */
const EXTENSION = "../paper-bold-ext.ttf";
const isClose = (letter: string) => HOUSE.test(letter) || slicesOf(letter.codePointAt(0)!).includes(EXTENSION);

function fontOf(letter: string, face: Face, close: boolean): string {
  if (close) return HOUSE.test(letter) ? face : "boldExt";
  return slicesOf(letter.codePointAt(0)!).find((file) => !file.startsWith("../")) ?? face;
}

type Slice = { file: string; ranges: number[] };
const NAMES = new URL("../../../ui/fonts/names/", import.meta.url);
let slices: Slice[] | undefined;
const cache = new Map<number, string[]>();

/** The files that have a code point, the first one first. */
function slicesOf(point: number): string[] {
  let files = cache.get(point);
  if (!files) {
    slices ??= JSON.parse(readFileSync(new URL("index.json", NAMES), "utf8")) as Slice[];
    const has = ({ ranges }: Slice) =>
      ranges.some((first, i) => i % 2 === 0 && point >= first && point <= ranges[i + 1]!);
    files = slices.filter(has).map(({ file }) => file);
    cache.set(point, files);
  }
  return files;
}

const slicesOfNames = new Map<string, Font>();
const registered = new WeakMap<Page, Set<string>>();

/** Each file brings these of the face that names are written in, so that most bring the same, and it is written once. */
const USUAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:-–’·áéíóúñ";

/** Chooses a font; those of names are registered with the document when they are first used. */
function choose(pdf: Page, font: string): Page {
  let own = registered.get(pdf);
  if (!own) registered.set(pdf, (own = new Set()));
  if (own.has(font)) return pdf.font(font);
  own.add(font);
  if (font.endsWith(".gz")) {
    const slice = slicesOfNames.get(font) ?? create(gunzipSync(readFileSync(new URL(font, NAMES))));
    slicesOfNames.set(font, slice);
    pdf.registerFont(font, forDocument(slice));
  }
  pdf.font(font);
  // oxlint-disable-next-line no-underscore-dangle -- pdfkit has no other name for what brings letters along without writing them
  if (font === "bold") pdf._font.encode(USUAL);
  return pdf;
}

const EMOJI =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u20e3\ufe00-\ufe0f\u{e0000}-\u{e007f}]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu;

/**
 * A text as it can be written on paper: without emoji and invisible marks (joiners of Persian and Indian scripts stay), and what no
 * font of ours has in Latin letters, because boxes instead of a name help nobody at a door. What is left may be empty.
 */
export const printable = (text: string): string =>
  graphemes(
    text
      .slice(0, MOST_LETTERS)
      .toWellFormed()
      .normalize("NFC")
      // © ® ™ are pictographs by Unicode, and letters of every font
      .replaceAll(EMOJI, (letter) => (HOUSE.test(letter) ? letter : ""))
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
      .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, ""),
  )
    .map((letter) =>
      HOUSE.test(letter) || slicesOf(letter.codePointAt(0)!).length > 0
        ? letter
        : anyAscii(letter).replaceAll("`", "’"),
    )
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ (?=[,.;:!?])/g, "")
    .trim();
