/*
 * Renders the drawn scenes of pictures/*.svg to public/pictures/<name>-<width>.{avif,webp}.
 * Run by hand (npm run pictures) after a scene changed; the output is checked in.
 */
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import sharp from "sharp";

const WIDTHS = [320, 640, 960, 1280];
/** 80 is on WebP's scale; AVIF looks the same at 50 and weighs half (at its own 80 it weighs more than the WebP). */
const WEBP = { quality: 80, effort: 6 };
/** Chroma at half resolution, as always in WebP: flat inks show no difference, and it saves a fifth of the file. */
const AVIF = { quality: 50, effort: 4, chromaSubsampling: "4:2:0" };
const SOURCE = "pictures";
const TARGET = "public/pictures";
/** The DPI at which librsvg draws one SVG unit as one pixel. */
const UNIT_DENSITY = 72;

/** Renders the scene at exactly this width: downscaling a rendered halftone would give a moiré. */
async function draw(svg: Buffer, width: number) {
  const { width: units } = await sharp(svg).metadata();
  const drawn = sharp(svg, { density: (UNIT_DENSITY * width) / units }).resize({ width });
  return drawn.flatten({ background: "#140c12" }).png().toBuffer();
}

async function render(file: string) {
  const name = basename(file, ".svg");
  const svg = await readFile(`${SOURCE}/${file}`);
  for (const width of WIDTHS) {
    const pixels = await draw(svg, width);
    await sharp(pixels).avif(AVIF).toFile(`${TARGET}/${name}-${width}.avif`);
    await sharp(pixels).webp(WEBP).toFile(`${TARGET}/${name}-${width}.webp`);
    const { size } = await stat(`${TARGET}/${name}-${width}.avif`);
    console.log(`${name}-${width}.avif ${Math.round(size / 1024)} kB`);
  }
}

await mkdir(TARGET, { recursive: true });
const only = process.argv.slice(2);
for (const file of await readdir(SOURCE)) {
  if (file.endsWith(".svg") && (only.length === 0 || only.includes(basename(file, ".svg")))) await render(file);
}
