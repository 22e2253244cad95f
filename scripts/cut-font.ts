/*
 * Cuts the display face to what the site uses of it: weight 900 in every optical size, Latin. Written to
 * src/ui/fonts/truculenta-900.woff2 (npm run fonts), which is two fifths of the package's file; run again after its update.
 */
import { readFile, writeFile } from "node:fs/promises";
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

const text = LATIN.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).join("");
const whole = await readFile(`${SOURCE}/files/truculenta-latin-opsz-normal.woff2`);
await writeFile(
  `${TARGET}/truculenta-900.woff2`,
  await subsetFont(whole, text, { targetFormat: "woff2", variationAxes: { wght: 900 } }),
);
// the licence asks to go with every copy
await writeFile(`${TARGET}/truculenta-OFL.txt`, await readFile(`${SOURCE}/LICENSE`));
