/*
 * Makes the fonts that the packages don't have as they are needed (npm run fonts; run again after the packages' update), in src/ui/fonts:
 * truculenta-900.woff2 is weight 900 in every optical size, Latin: two fifths of the package's file.
 * truculenta-ticket.woff2 is one size of it with the letters of English and Spanish: small enough to stand in the ticket page.
 * paper-*.ttf are what PDFs are drawn with: to unpack a compressed face for each of them took half of the time of an email.
 */
import { readFile, writeFile } from "node:fs/promises";
import fontverter from "fontverter";
import subsetFont from "subset-font";

const SOURCE = "node_modules/@fontsource-variable/truculenta";
const TARGET = "src/ui/fonts";
/** The ranges of the package's own Latin file, by code point. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2c6, 0x2c6],
  [0x2da, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2215],
] as const;
const HEADINGS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:-–’·¿?¡!ÁÉÍÓÚÑáéíóúüñ";

const latin = LATIN.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).join("");
const whole = await readFile(`${SOURCE}/files/truculenta-latin-opsz-normal.woff2`);
const cut = async (name: string, text: string, axes: { wght: number; opsz?: number }) =>
  writeFile(`${TARGET}/${name}`, await subsetFont(whole, text, { targetFormat: "woff2", variationAxes: axes }));
await cut("truculenta-900.woff2", latin, { wght: 900 });
await cut("truculenta-ticket.woff2", HEADINGS, { wght: 900, opsz: 32 });

const PAPER = {
  display: "truculenta/files/truculenta-latin-900-normal",
  regular: "instrument-sans/files/instrument-sans-latin-500-normal",
  bold: "instrument-sans/files/instrument-sans-latin-700-normal",
  "bold-ext": "instrument-sans/files/instrument-sans-latin-ext-700-normal",
};
for (const [name, file] of Object.entries(PAPER)) {
  const packed = await readFile(`node_modules/@fontsource/${file}.woff2`);
  await writeFile(`${TARGET}/paper-${name}.ttf`, await fontverter.convert(packed, "sfnt"));
}

// the licences ask to go with every copy
await writeFile(`${TARGET}/truculenta-OFL.txt`, await readFile(`${SOURCE}/LICENSE`));
await writeFile(
  `${TARGET}/instrument-sans-OFL.txt`,
  await readFile("node_modules/@fontsource/instrument-sans/LICENSE"),
);
