/*
 * Makes the fonts that PDFs write names with which the house's own letters lack (npm run names), in src/ui/fonts/names: the slices of
 * Noto Sans, weight 600, as the packages have them, and what each of them covers. They are stored as TrueType
 * in gzip: fontkit can't cut glyphs out of compressed fonts. The packages are too large to be installed
 * everywhere (150 MB); before a run:
 * npm install --no-save @fontsource/noto-sans@5.3.0 @fontsource/noto-sans-{sc,kr,arabic,hebrew,thai,georgian,armenian}@5.3.0
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { create } from "fontkit";
import fontverter from "fontverter";

const TARGET = "src/ui/fonts/names";
/** In the order in which they are asked for a letter; the first one that has it writes it. */
const PACKAGES = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-thai",
  "noto-sans-georgian",
  "noto-sans-armenian",
  "noto-sans-kr",
  "noto-sans-sc",
];
/** The packages also have large files with what their small ones have together. */
const isSlice = (file: string) => file.endsWith("-600-normal.woff2") && !/-(?:chinese-simplified|korean)-/.test(file);
/** Symbols, emoji and private letters aren't in names. */
const isOfNames = (point: number): boolean =>
  /[\p{L}\p{M}\p{N}\p{P}\p{Zs}\u200c\u200d]/u.test(String.fromCodePoint(point)) &&
  !(point >= 0xe000 && point <= 0xf8ff);

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET, { recursive: true });
const slices: { file: string; ranges: number[] }[] = [];
const covered = new Set<number>();

/** Code points as ranges: first, last, first, last … */
function rangesOf(points: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const point of points.toSorted((a, b) => a - b)) {
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point;
    else ranges.push(point, point);
  }
  return ranges;
}

async function add(file: string, content: Buffer, isCopied: boolean): Promise<void> {
  const all = create(content).characterSet.filter(isOfNames);
  // what earlier slices have isn't worth a file
  if (isCopied && all.every((point) => covered.has(point))) return;
  if (isCopied) for (const point of all) covered.add(point);
  slices.push({ file, ranges: rangesOf(all) });
  if (isCopied) await writeFile(`${TARGET}/${file}`, gzipSync(content, { level: 9 }));
}

await add("../paper-bold.ttf", await readFile("src/ui/fonts/paper-bold.ttf"), false);
await add("../paper-bold-ext.ttf", await readFile("src/ui/fonts/paper-bold-ext.ttf"), false);
for (const name of PACKAGES) {
  const from = `node_modules/@fontsource/${name}/files`;
  for (const file of (await readdir(from)).filter(isSlice).toSorted())
    await add(
      file.replace("-600-normal.woff2", ".ttf.gz"),
      await fontverter.convert(await readFile(`${from}/${file}`), "sfnt"),
      true,
    );
}
const rows = slices.map((slice) => JSON.stringify(slice));
await writeFile(`${TARGET}/index.json`, `[\n${rows.join(",\n")}\n]\n`);
await writeFile(`${TARGET}/noto-sans-OFL.txt`, await readFile("node_modules/@fontsource/noto-sans/LICENSE"));
