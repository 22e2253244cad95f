import { contrast, parseHex, readable } from "./colour.ts";

/** The operator's colours, as stored: `#rrggbb` each. */
export type BrandColours = { primary: string; light: string; dark: string; onBrand: string };

/** bg, surface, surface-2 and the default brand tint of app.css: the backgrounds that brand-coloured text may have. */
const GROUNDS = {
  light: ["#fff8f2", "#ffffff", "#fceee2", "#ffe6eb"],
  dark: ["#140c12", "#21141c", "#2e1c27", "#461020"],
};
const INKS = ["#ffffff", "#140c12"];

/**
 * The CSS that overrides the defaults of app.css with an operator's colours; invalid values are left out. The text colour on
 * the brand colour is the stored one where it is readable (WCAG AA), else white or ink.
 */
export function brandCss({ primary, light, dark, onBrand }: BrandColours): string {
  const declarations: string[] = [];
  const set = (name: string, value: string) => {
    if (parseHex(value)) declarations.push(`--c-${name}:${value}`);
  };
  set("brand-light", light);
  set("brand-dark", dark);
  if (parseHex(primary)) {
    set("brand", primary);
    set("on-brand", textOn(primary, onBrand));
    set("brand-text-light", readable(primary, GROUNDS.light, 5.5));
    set("brand-text-dark", readable(primary, GROUNDS.dark, 7));
  }
  return declarations.length === 0 ? "" : `:root{${declarations.join(";")}}`;
}

/** The wanted text colour if it reaches 4.5:1 on `ground`, else white or ink, whichever has more contrast. */
function textOn(ground: string, wanted: string) {
  if (parseHex(wanted) && contrast(wanted, ground) >= 4.5) return wanted;
  return INKS.toSorted((a, b) => contrast(b, ground) - contrast(a, ground))[0] ?? wanted;
}
