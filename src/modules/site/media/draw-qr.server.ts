import { crc32, deflateSync } from "node:zlib";
import { create, toString } from "qrcode";
import type { Page } from "#src/modules/site/media/draw-paper.server.ts";

/**
 * How a QR code looks: its two colors (`#rrggbb`), how much of it may be lost (M: 15 %, Q: 25 %), and the free border in
 * modules. Scanners want four; what has a light ground around it needs fewer.
 */
export type QrLook = { dark: string; light: string; level: "M" | "Q"; margin: number };

/** A QR code as SVG. */
export const qrSvg = (text: string, { dark, light, level, margin }: QrLook): Promise<string> =>
  toString(text, { type: "svg", errorCorrectionLevel: level, margin, color: { dark, light } });

/**
 * A QR code as PNG with one bit per pixel and two colors, about 1 kB; `scale` pixels per module. Written here: the package of
 * the codes writes four bytes per pixel (230 kB), and sharp needs five times as long (docs/decisions/150).
 */
export function qrPng(text: string, look: QrLook, scale: number): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: look.level });
  const side = (modules.size + 2 * look.margin) * scale;
  const bytes = 1 + Math.ceil(side / 8); // the first says that the line isn't filtered
  const lines = Buffer.alloc(bytes * side);
  for (let row = 0; row < modules.size; row++) {
    const line = Buffer.alloc(bytes);
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        for (let i = 0, x = (column + look.margin) * scale; i < scale; i++, x++) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    for (let i = 0; i < scale; i++) line.copy(lines, ((row + look.margin) * scale + i) * bytes);
  }
  return pngOf(side, [look.light, look.dark], deflateSync(lines, { level: 9 }));
}

/** About `width` pixels wide: the whole number of them per module that comes nearest without exceeding it. */
export function qrScale(text: string, look: QrLook, width: number): number {
  const { modules } = create(text, { errorCorrectionLevel: look.level });
  return Math.max(1, Math.floor(width / (modules.size + 2 * look.margin)));
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
  text: string,
  look: Omit<QrLook, "light"> & { light: string | null },
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const { modules } = create(text, { errorCorrectionLevel: look.level });
  const step = size / (modules.size + 2 * look.margin);
  if (look.light) pdf.rect(x, y, size, size).fill(look.light);
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        pdf.rect(x + (column + look.margin) * step, y + (row + look.margin) * step, step, step);
  pdf.fill(look.dark);
}
