/** The part of fontverter that the fonts use: it ships no types. */
declare module "fontverter" {
  const fontverter: { convert(font: Buffer, format: "sfnt"): Promise<Buffer> };
  export default fontverter;
}
