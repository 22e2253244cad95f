/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

/** Reads `#rrggbb`; anything else (a name, a short form, a closing tag) gives null. */
export function parseHex(hex: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null;
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Contrast of two `#rrggbb` colors by WCAG 2.2, 1 to 21. Throws on anything else. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The shade nearest to `colour` with at least `ratio` on all `grounds`: mixed with black on light grounds, with white on dark
 * ones.
 */
export function readable(colour: string, grounds: readonly string[], ratio = 4.5): string {
  const lightGround = grounds.every((ground) => luminance(ground) > 0.18);
  const end: Rgb = lightGround ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(colour, end, share);
    if (grounds.every((ground) => contrast(shade, ground) >= ratio)) return shade;
  }
  return toHex(end);
}

function luminance(hex: string) {
  const rgb = parseHex(hex);
  if (!rgb) throw new Error(`Not a colour: ${hex}`);
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(hex: string, other: Rgb, share: number) {
  const rgb = parseHex(hex) ?? other;
  const at = (i: 0 | 1 | 2) => Math.round(rgb[i] + (other[i] - rgb[i]) * share);
  return toHex([at(0), at(1), at(2)]);
}

const toHex = (rgb: Rgb) => `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
