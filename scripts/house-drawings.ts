/* Shapes and colours that the icons and cards take from the site's own files, so changes to the logo or a token reach them. */
import { readFile } from "node:fs/promises";

/** The disc of the mark in logo units; the name is to its right. */
export const MARK = 100;
export const LOCKUP = { width: 295.36, height: 100 };

/** Value of a colour token of src/app.css, without the two dashes: `colourToken("c-brand")`. */
export async function colourToken(name: string): Promise<string> {
  const css = await readFile("src/app.css", "utf8");
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  if (!value) throw new Error(`src/app.css has no colour --${name}`);
  return value;
}

/** The shapes of a logo file, 100 units high; librsvg doesn't support `var()`, so each gets its fallback. */
export async function logoShapes(file: "logo" | "logo-halloween"): Promise<string> {
  const sprite = await readFile(`src/ui/${file}.svg`, "utf8");
  const shapes = /<symbol id="lockup"[^>]*>([\s\S]*)<\/symbol>/.exec(sprite)?.[1];
  if (!shapes) throw new Error(`src/ui/${file}.svg has no lockup`);
  return withFallbacks(shapes);
}

function withFallbacks(svg: string): string {
  const inner = svg.replaceAll(/var\(--[\w-]+, ([^()]+)\)/g, "$1");
  return inner === svg ? svg : withFallbacks(inner);
}
