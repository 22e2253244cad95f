import { COLOURS } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { cutEdgeSvg, flagPath, MOTIFS } from "#src/ui/papel-picado-geometry.ts";
import logo from "#src/ui/logo.svg?raw";

/** Width of an email's column in CSS pixels; pictures have twice as many. */
const COLUMN = 576;
const AGAVE = "#12908c";

export type Brand = AppSettings["branding"];
/** Email programs show no SVG: the motif is sent as PNG. Transparent, so that table colors show through. */
export type Pictures = { bunting: Buffer; logo: Buffer; edge: Buffer; tear: Buffer; foot: Buffer };

// an operator has one brand at a time
let last: { key: string; pictures: Promise<Pictures> } | undefined;

/** The pictures of an email in the operator's colors; rendered once (about 60 ms), then cached. */
export function drawPictures(brand: Brand): Promise<Pictures> {
  const key = JSON.stringify(brand);
  if (last?.key !== key) last = { key, pictures: draw(brand) };
  return last.pictures;
}

async function draw(brand: Brand): Promise<Pictures> {
  const [bunting, mark, edge, tear, foot] = await Promise.all(
    [buntingSvg(brand), logoSvg(brand), edgeSvg("up"), tearSvg(), edgeSvg("down")].map(png),
  );
  return { bunting, logo: mark, edge, tear, foot } as Pictures;
}

async function png(svg: string): Promise<Buffer> {
  // loaded for the first email: no start waits for it
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(svg), { density: 144 })
    .png({ palette: true, colours: 16, effort: 10, compressionLevel: 9 })
    .toBuffer();
}

const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

/** A string of nine flags that sags in the middle. */
function buntingSvg(brand: Brand): string {
  const colours = [brand.primary_color, COLOURS.marigold, AGAVE, brand.primary_color_light, brand.primary_color_dark];
  const count = 9;
  const sag = 14;
  const hang = (x: number) => 2 + sag * 4 * (x / COLUMN) * (1 - x / COLUMN);
  const flags = Array.from({ length: count }, (_, i) => {
    const x = (COLUMN / count) * (i + 0.5);
    const lean = (Math.atan2(hang(x + 6) - hang(x - 6), 12) * 180) / Math.PI;
    const motif = MOTIFS[i % MOTIFS.length] ?? "star";
    const place = `translate(${x} ${hang(x)}) rotate(${lean.toFixed(1)}) scale(0.5) translate(-50 -1)`;
    return `<path transform="${place}" fill="${colours[i % colours.length]}" fill-rule="evenodd" d="${flagPath(motif)}"/>`;
  });
  const rope = `<path d="M0 2Q${COLUMN / 2} ${2 + sag * 2} ${COLUMN} 2" fill="none" stroke="#8a6d74" stroke-width="1.5"/>`;
  return svg(COLUMN, 82, rope + flags.join(""));
}

/** Size of Ronda's logo in CSS pixels. */
export const RONDAS_LOGO = { width: 112, height: 38 };

/** The logo for the brand-coloured band: disc and name in the brand's text color. */
function logoSvg(brand: Brand): string {
  const drawn = logo
    .replaceAll(/var\(--logo-disc[^"]*/g, brand.button_text_color)
    .replaceAll(/var\(--logo-glass[^"]*/g, brand.primary_color)
    .replaceAll(/var\(--c-marigold[^"]*/g, COLOURS.marigold)
    .replaceAll("currentColor", brand.button_text_color);
  const inside = /<symbol[^>]*>([\s\S]*)<\/symbol>/.exec(drawn)?.[1] ?? "";
  return svg(112, 38, `<g transform="scale(0.38)">${inside}</g>`);
}

/** The cut edge across the column, in paper: `up` cuts into the block above, `down` ends the sheet. */
function edgeSvg(way: "up" | "down"): string {
  const tile = /d="([^"]+)"/.exec(cutEdgeSvg())?.[1] ?? "";
  const scale = way === "up" ? "scale(1 -1) translate(0 -30)" : "scale(1 1)";
  const tiles = Array.from({ length: COLUMN / 24 }, (_, i) => `<path transform="translate(${i * 24})" d="${tile}"/>`);
  return svg(COLUMN, 30, `<g fill="${COLOURS.paper}" fill-rule="evenodd" transform="${scale}">${tiles.join("")}</g>`);
}

/** The perforation of the sheet with its two punched notches. */
function tearSvg(): string {
  const r = 11;
  const sheet = `M0 0H${COLUMN}V2a${r} ${r} 0 0 0 0 ${2 * r}V26H0V24a${r} ${r} 0 0 0 0 ${-2 * r}Z`;
  const dashes = `<path d="M20 13H${COLUMN - 20}" stroke="#b79a8c" stroke-width="2" stroke-dasharray="7 6"/>`;
  return svg(COLUMN, 26, `<path fill="${COLOURS.paper}" d="${sheet}"/>${dashes}`);
}
