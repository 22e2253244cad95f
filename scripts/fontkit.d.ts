/** The part of fontkit that is used here: it ships no types. */
declare module "fontkit" {
  type Glyph = { id: number; advanceWidth: number; codePoints: number[]; path: { toSVG(): string } };
  type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
  type GlyphRun = { glyphs: Glyph[]; positions: Position[]; readonly advanceWidth: number };
  type Subset = { glyphs: number[]; encode(): Uint8Array };
  type Font = {
    unitsPerEm: number;
    characterSet: number[];
    layout(text: string, features?: readonly string[]): GlyphRun;
    createSubset(): Subset;
  };
  export function openSync(file: string): Font;
  export function create(content: Buffer): Font;
}

/** pdfkit takes a parsed font as well, and its types don't say so; nor that the chosen one can be asked to bring letters along. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    _font: { encode(text: string): void };
    registerFont(name: string, font: import("fontkit").Font): this;
  }
}
