/*
 * Renders the mark of src/ui/logo.svg to the icons of browsers and phones, and writes the manifest that lists them.
 * Run by hand (npm run icons) after the mark or a colour changed; the output is checked in.
 */
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { colourToken, logoShapes, MARK } from "./house-drawings.ts";

const TARGET = "public";
const ICO_HEADER_BYTES = 22;

const [shapes, brand] = await Promise.all([logoShapes("logo"), colourToken("c-brand")]);

/** The mark for the smallest sizes, without the drinks in the glasses. */
const small = await readFile(`${TARGET}/favicon.svg`, "utf8");
/** The mark alone: the name falls outside the view box. */
const disc = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK} ${MARK}">${shapes}</svg>`;

/** The mark on a full square of its own colour, its glasses inside the 40 % circle that no launcher crops. */
function square(share: number) {
  const gap = (MARK * (1 - share)) / 2;
  const sheet = `<rect width="${MARK}" height="${MARK}" fill="${brand}"/>`;
  const mark = `<g transform="translate(${gap} ${gap}) scale(${share})">${shapes}</g>`;
  const cut = `<clipPath id="disc"><circle cx="50" cy="50" r="${49 * share}"/></clipPath>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK} ${MARK}">${cut}${sheet}<g clip-path="url(#disc)">${mark}</g></svg>`;
}

async function png(svg: string, size: number) {
  const drawn = sharp(Buffer.from(svg), { density: (72 * size) / MARK }).resize(size, size);
  return drawn.png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** A Windows icon may contain a PNG as is, after one directory entry. */
function ico(image: Buffer, size: number) {
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(ICO_HEADER_BYTES, 18);
  return Buffer.concat([header, image]);
}

const save = (name: string, content: Buffer | string) => writeFile(`${TARGET}/${name}`, content);
await save("favicon.ico", ico(await png(small, 32), 32));
await save("icon-192.png", await png(disc, 192));
await save("icon-512.png", await png(disc, 512));
await save("icon-maskable-512.png", await png(square(0.92), 512));
await save("apple-touch-icon.png", await png(square(0.96), 180));
