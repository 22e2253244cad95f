/** The part of fontkit that the scripts use: it ships no types. */
declare module "fontkit" {
  type Glyph = { path: { toSVG(): string } };
  type GlyphRun = { glyphs: Glyph[]; positions: { xAdvance: number }[] };
  type Font = { unitsPerEm: number; characterSet: number[]; layout(text: string): GlyphRun };
  export function openSync(file: string): Font;
  export function create(content: Buffer): Font;
}
