/*
 * Renders the share pictures, 1200 by 630, to public/cards/<name>-<language>.jpg: a scene, darkened behind the text, bunting, a
 * headline and the logo. Run by hand (npm run cards, or with names of cards) after a scene, a headline or the logo changed; the
 * output is checked in.
 */
import { mkdir, readFile, stat } from "node:fs/promises";
import { openSync } from "fontkit";
import sharp from "sharp";
import { flagPath, MOTIFS } from "../src/ui/papel-picado-geometry.ts";
import { colourToken, LOCKUP, logoShapes } from "./house-drawings.ts";

const SIZE = { width: 1200, height: 630 };
const TARGET = "public/cards";
/** JPEG because every network reads it; a card stays under 200 kB. */
const JPEG = { quality: 82, mozjpeg: true };
const MARGIN = 64;
const LANGUAGES = ["en", "es"] as const;

type Card = {
  name: string;
  /** Name of a scene in pictures/. */
  scene: string;
  /** Width of the scene, aligned right and bottom: the whole card for a wide scene, less for a 4:3 one. */
  across: number;
  logo: "logo" | "logo-halloween";
  ink: "c-paper" | "c-marigold";
  en: readonly string[];
  es: readonly string[];
};

const WIDE = { across: SIZE.width, logo: "logo", ink: "c-paper" } as const;
const RIGHT = { across: 840, logo: "logo", ink: "c-paper" } as const;

const CARDS: readonly Card[] = [
  {
    name: "home",
    scene: "cdmx-wide",
    ...WIDE,
    en: ["The first", "round’s", "on us."],
    es: ["La primera ronda", "va por nuestra", "cuenta."],
  },
  {
    name: "mexico-city",
    scene: "cdmx-wide",
    ...WIDE,
    en: ["Mexico City,", "bar to bar."],
    es: ["Ciudad de México,", "de bar en bar."],
  },
  { name: "oaxaca", scene: "oaxaca-wide", ...WIDE, en: ["Oaxaca,", "bar to bar."], es: ["Oaxaca,", "de bar en bar."] },
  {
    name: "san-cristobal",
    scene: "san-cristobal-wide",
    ...WIDE,
    en: ["San Cristóbal,", "bar to bar."],
    es: ["San Cristóbal,", "de bar en bar."],
  },
  {
    name: "puerto-escondido",
    scene: "puerto-escondido-wide",
    ...WIDE,
    en: ["Puerto", "Escondido,", "bar to bar."],
    es: ["Puerto", "Escondido,", "de bar en bar."],
  },
  {
    name: "halloween",
    scene: "halloween-wide",
    ...WIDE,
    logo: "logo-halloween",
    ink: "c-marigold",
    en: ["A round to", "wake the dead."],
    es: ["Esta ronda", "la levantan", "los muertos."],
  },
  {
    name: "vip-bar-crawl",
    scene: "vip-wide",
    ...WIDE,
    en: ["The city", "at your feet."],
    es: ["La ciudad", "a tus pies."],
  },
  {
    name: "mezcal-tasting",
    scene: "mezcal-wide",
    ...WIDE,
    en: ["Five mezcals and", "someone to", "explain them."],
    es: ["Cinco mezcales y", "alguien que te", "los explica."],
  },
  {
    name: "crawls",
    scene: "gallery-guide",
    ...RIGHT,
    en: ["Four cities,", "one good habit."],
    es: ["Cuatro ciudades,", "la misma", "costumbre."],
  },
  {
    name: "general",
    scene: "toast",
    ...RIGHT,
    en: ["Arrive alone,", "leave with", "a group chat."],
    es: ["Llegas sin conocer", "a nadie, te vas", "con grupo."],
  },
];

const HEADLINE = { widest: 470, largest: 100, leading: 0.98, tracking: -0.025 };
const truculenta = openSync("node_modules/@fontsource/truculenta/files/truculenta-latin-900-normal.woff2");

/** A line as one path of 1 unit per em, starting at 0 0 on its baseline, and its length. */
function lettering(line: string) {
  const { glyphs, positions } = truculenta.layout(line);
  const em = truculenta.unitsPerEm;
  let x = 0;
  const shapes = glyphs.map((glyph, i) => {
    const shape = `<path transform="translate(${x.toFixed(4)} 0) scale(${1 / em} ${-1 / em})" d="${glyph.path.toSVG()}"/>`;
    x += (positions[i]?.xAdvance ?? 0) / em + HEADLINE.tracking;
    return shape;
  });
  return { shapes: shapes.join(""), length: x };
}

/** The headline, as large as its longest line allows, centred on `middle`. */
function headline(lines: readonly string[], colour: string, middle: number) {
  const set = lines.map(lettering);
  const size = Math.min(HEADLINE.largest, HEADLINE.widest / Math.max(...set.map((line) => line.length)));
  const leading = size * HEADLINE.leading;
  // capitals are 0.72 em high: the block runs from the top of the first line to the baseline of the last
  const first = middle + (size * 0.72 - leading * (lines.length - 1)) / 2;
  const placed = set.map(
    ({ shapes }, i) => `<g transform="translate(${MARGIN} ${first + i * leading}) scale(${size})">${shapes}</g>`,
  );
  return `<g fill="${colour}">${placed.join("")}</g>`;
}

/** A row of flags on a sagging rope along the upper edge. */
function bunting(colours: readonly string[]) {
  const [count, scale, sag] = [13, 0.68, 26];
  const at = (x: number) => -2 + sag * 4 * (x / SIZE.width) * (1 - x / SIZE.width);
  const flags = Array.from({ length: count }, (_, i) => {
    const x = ((i + 0.5) * SIZE.width) / count;
    const lean = (Math.atan2(at(x + 1) - at(x - 1), 2) * 180) / Math.PI;
    const flag = flagPath(MOTIFS[i % MOTIFS.length] ?? "star");
    const place = `translate(${x} ${at(x)}) rotate(${lean}) scale(${scale}) translate(-50 0)`;
    return `<path fill-rule="evenodd" fill="${colours[i % colours.length]}" transform="${place}" d="${flag}"/>`;
  });
  const rope = `<path d="M0 ${at(0)}Q${SIZE.width / 2} ${at(SIZE.width / 2) * 2 + 2} ${SIZE.width} ${at(SIZE.width)}" fill="none" stroke="${colours.at(-1)}" stroke-width="2"/>`;
  return flags.join("") + rope;
}

/** Darkens the picture behind the text: fully until `solid`, fading to nothing at `clear`. */
function scrim(colour: string, solid: number, clear: number) {
  const stop = (at: number, opacity: number) =>
    `<stop offset="${at / SIZE.width}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  const left = `<linearGradient id="left">${stop(solid, 1)}${stop(solid + (clear - solid) * 0.4, 0.7)}${stop(clear, 0)}</linearGradient>`;
  const above = `<linearGradient id="above" x2="0" y2="1"><stop stop-color="${colour}" stop-opacity="0.8"/><stop offset="0.3" stop-color="${colour}" stop-opacity="0"/></linearGradient>`;
  const sheet = (id: string) => `<rect width="${SIZE.width}" height="${SIZE.height}" fill="url(#${id})"/>`;
  return left + above + sheet("above") + sheet("left");
}

function logo(shapes: string, colour: string) {
  const scale = 76 / LOCKUP.height;
  const y = SIZE.height - MARGIN - LOCKUP.height * scale;
  return `<g color="${colour}" transform="translate(${MARGIN} ${y}) scale(${scale})">${shapes}</g>`;
}

/** The scene at its width, cropped at the top if it is taller than the card. */
async function backdrop(scene: string, across: number) {
  const svg = await readFile(`pictures/${scene}.svg`);
  const { width: units } = await sharp(svg).metadata();
  const drawn = sharp(svg, { density: (72 * across) / units }).resize(across, SIZE.height, { position: "bottom" });
  return drawn.png().toBuffer();
}

const [ink, paper, marigold, brand, light] = await Promise.all(
  ["c-ink", "c-paper", "c-marigold", "c-brand", "c-brand-light"].map(colourToken),
);
const FLAGS = [brand, marigold, "#12908c", light, paper].map(String);

async function render(card: Card, language: (typeof LANGUAGES)[number]) {
  const start = SIZE.width - card.across;
  const words = headline(card[language], await colourToken(card.ink), 304);
  const over = [
    scrim(String(ink), start === 0 ? 120 : start, start === 0 ? 760 : start + 330),
    bunting(FLAGS),
    words,
    logo(await logoShapes(card.logo), String(paper)),
  ];
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${over.join("")}</svg>`;
  const file = `${TARGET}/${card.name}-${language}.jpg`;
  await sharp({ create: { ...SIZE, channels: 3, background: String(ink) } })
    .composite([
      { input: await backdrop(card.scene, card.across), left: start, top: 0 },
      { input: Buffer.from(overlay), left: 0, top: 0 },
    ])
    .jpeg(JPEG)
    .toFile(file);
  const { size } = await stat(file);
  console.log(`${card.name}-${language}.jpg ${Math.round(size / 1024)} kB`);
}

await mkdir(TARGET, { recursive: true });
const only = process.argv.slice(2);
for (const card of CARDS) {
  if (only.length > 0 && !only.includes(card.name)) continue;
  for (const language of LANGUAGES) await render(card, language);
}
