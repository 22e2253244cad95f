/** The little of fontverter that the fonts use: it comes without types. */
declare module "fontverter" {
  const fontverter: { convert(font: Buffer, format: "sfnt"): Promise<Buffer> };
  export default fontverter;
}
