/** The part of fontkit that is used here: it ships no types. */
declare module "fontkit" {
  type Glyph = { path: { toSVG(): string } };
  type GlyphRun = { glyphs: Glyph[]; positions: { xAdvance: number }[] };
  type Font = { unitsPerEm: number; characterSet: number[]; layout(text: string): GlyphRun };
  export function openSync(file: string): Font;
  export function create(content: Buffer): Font;
}

/** pdfkit takes a parsed font as well, and its types don't say so. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import("fontkit").Font): this;
  }
}
