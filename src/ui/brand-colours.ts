import { contrast, parseHex, readable } from "#src/kernel/colour.ts";

/** The operator's colors, as stored: `#rrggbb` each. */
export type BrandColours = { primary: string; light: string; dark: string; onBrand: string };

/** bg, surface, surface-2 and the default brand tint of app.css: the backgrounds that brand-coloured text may have. */
const GROUNDS = {
  light: ["#fff8f2", "#ffffff", "#fceee2", "#ffe6eb"],
  dark: ["#140c12", "#21141c", "#2e1c27", "#461020"],
};
const INKS = ["#ffffff", "#140c12"];

/** The CSS that overrides the defaults of app.css with an operator's colors; invalid values are left out. */
export function brandCss(colours: BrandColours): string {
  const declarations = Object.entries(brandProperties(colours)).map(([name, value]) => `${name}:${value}`);
  return declarations.length === 0 ? "" : `:root{${declarations.join(";")}}`;
}

/**
 * The custom properties of an operator's colors; invalid values are left out. The text color on the brand color is the
 * stored one where it is readable (WCAG AA), else white or ink.
 */
export function brandProperties({ primary, light, dark, onBrand }: BrandColours): Record<`--c-${string}`, string> {
  const properties: Record<`--c-${string}`, string> = {};
  if (parseHex(light)) properties["--c-brand-light"] = light;
  if (parseHex(dark)) properties["--c-brand-dark"] = dark;
  if (parseHex(primary)) {
    properties["--c-brand"] = primary;
    properties["--c-on-brand"] = textOn(primary, onBrand);
    properties["--c-brand-text-light"] = readable(primary, GROUNDS.light, 5.5);
    properties["--c-brand-text-dark"] = readable(primary, GROUNDS.dark, 7);
  }
  return properties;
}

/** The wanted text color if it reaches 4.5:1 on `ground`, else white or ink, whichever has more contrast. */
function textOn(ground: string, colour: string) {
  if (parseHex(colour) && contrast(colour, ground) >= 4.5) return colour;
  return INKS.toSorted((a, b) => contrast(b, ground) - contrast(a, ground))[0] ?? colour;
}
