import { crc32, deflateSync } from "node:zlib";
import { create, toString } from "qrcode";
import type { Page } from "#src/modules/site/media/draw-paper.server.ts";

/**
 * How a QR code looks: its two colors (`#rrggbb`), how much of it may be lost (M: 15 %, Q: 25 %), and the free border in
 * modules. Scanners want four; what has a light ground around it needs fewer.
 */
export type QrLook = { dark: string; light: string; level: "M" | "Q"; margin: number };

/** The squares of a QR code, row by row: 1 is dark. */
export type Squares = { size: number; dark: Uint8Array };

/** What fits into the dense mode as a whole, and has no row of digits that would be shorter by themselves. */
const DENSE = /^(?!.*\d{13})[0-9A-Z $%*+./:-]+$/;
/** A text as the package of the codes takes it. The mode is named where it is known: looking for the best costs more than the rest. */
export const contentOf = (text: string) => (DENSE.test(text) ? [{ data: text, mode: "alphanumeric" as const }] : text);

/** An email shows the codes of its tickets that its file has, and a group has no more of them. */
const MOST = 64;
const latest = new Map<string, Squares>();

/** The squares of a text; of the latest texts they are kept. */
export function squaresOf(text: string, level: QrLook["level"]): Squares {
  const key = level + text;
  let squares = latest.get(key);
  if (!squares) {
    const { size, data } = create(contentOf(text), { errorCorrectionLevel: level }).modules;
    squares = { size, dark: Uint8Array.from(data) };
    latest.set(key, squares);
    if (latest.size > MOST) latest.delete(latest.keys().next().value!);
  }
  return squares;
}

/** A QR code as SVG. */
export const qrSvg = (text: string, { dark, light, level, margin }: QrLook): Promise<string> =>
  toString(contentOf(text), { type: "svg", errorCorrectionLevel: level, margin, color: { dark, light } });

/**
 * A QR code as PNG with one bit per pixel and two colors, about 1 kB; `scale` pixels per module. Written here: the package of
 * the codes writes four bytes per pixel (230 kB), and sharp needs five times as long (docs/decisions/150).
 */
export function qrPng(text: string, look: QrLook, scale: number): Buffer {
  const { size, dark } = squaresOf(text, look.level);
  const side = (size + 2 * look.margin) * scale;
  const bytes = 1 + Math.ceil(side / 8); // the first says that the line isn't filtered
  const lines = Buffer.alloc(bytes * side);
  for (let row = 0; row < size; row++) {
    const line = Buffer.alloc(bytes);
    for (let column = 0; column < size; column++)
      if (dark[row * size + column])
        for (let i = 0, x = (column + look.margin) * scale; i < scale; i++, x++) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    const first = (row + look.margin) * scale;
    line.copy(lines, first * bytes);
    // filter 2: the same as the line above
    for (let i = 1; i < scale; i++) lines[(first + i) * bytes] = 2;
  }
  return pngOf(side, [look.light, look.dark], deflateSync(lines));
}

/** About `width` pixels wide: the whole number of them per module that comes nearest without exceeding it. */
export function qrScale(text: string, look: QrLook, width: number): number {
  const { size } = squaresOf(text, look.level);
  return Math.max(1, Math.floor(width / (size + 2 * look.margin)));
}

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A square PNG with a palette of two colors (PNG specification, third edition, section 11). */
function pngOf(side: number, colours: readonly [zero: string, one: string], data: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 3], 8); // one bit per pixel, an index of the palette
  const palette = Buffer.from(colours.map((colour) => colour.slice(1)).join(""), "hex");
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Draws a QR code with its free border into a square of a PDF; `light` is left as it is where it is null. */
export function paintQr(
  pdf: Page,
  { size: count, dark }: Squares,
  look: Pick<QrLook, "dark" | "margin"> & { light: string | null },
  { x, y, size }: { x: number; y: number; size: number },
): void {
  if (look.light) pdf.rect(x, y, size, size).fill(look.light);
  const step = size / (count + 2 * look.margin);
  // whole numbers, and neighbours as one bar, take fewer bytes
  const bars: string[] = [];
  for (let row = 0; row < count; row++)
    for (let column = 0, end = 0; column < count; column = end + 1) {
      for (end = column; end < count && dark[row * count + end];) end++;
      if (end > column) bars.push(`${column} ${row} ${end - column} 1 re`);
    }
  pdf.save().translate(x, y).scale(step).translate(look.margin, look.margin);
  pdf.addContent(bars.join("\n")).fill(look.dark).restore();
}
