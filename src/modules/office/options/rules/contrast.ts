import { contrast, parseHex, readable } from "#src/kernel/colour.ts";
import type { Texts } from "#src/modules/office/options/rules/option-form.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";

/** WCAG 2.2 AA for text. */
export const ENOUGH = 4.5;

/** The backgrounds of the site's pages, light and dark. */
const PAPER = "#fff8f2";
const NIGHT = "#140c12";
/** Texts by preference. On any color white or black can be read. */
const INKS = ["#ffffff", NIGHT, "#000000"];

/** A color that would do: what it is for, what it is and the contrast it gives. */
export type Offer = { key: SettingKey; colour: string; ratio: number };

/** Two of the brand's colors that are read on one another, and their contrast; `offers` where it is too low. */
export type ContrastCheck = {
  pair: "on_primary" | "dark_on_paper" | "light_on_night";
  ratio: number;
  passes: boolean;
  offers: Offer[];
};

/** Contrast in two digits; what isn't enough is never rounded up to it. */
function ratio2(ratio: number): number {
  const rounded = Math.round(ratio * 100) / 100;
  return ratio < ENOUGH ? Math.min(rounded, ENOUGH - 0.01) : rounded;
}

function check(pair: ContrastCheck["pair"], colours: readonly [string, string], offers: () => Offer[]): ContrastCheck {
  const ratio = contrast(...colours);
  const passes = ratio >= ENOUGH;
  return { pair, ratio: ratio2(ratio), passes, offers: passes ? [] : offers() };
}

const offer = (key: SettingKey, colour: string, ground: string): Offer => ({
  key,
  colour,
  ratio: ratio2(contrast(colour, ground)),
});

/** How readable the brand's colors are (WCAG 2.2 AA: 4.5 to 1). Colors that are none aren't checked. */
export function contrastChecks(brand: Texts): ContrastCheck[] {
  const colour = (key: SettingKey) => (parseHex(brand[key] ?? "") ? brand[key]! : null);
  const [primary, text] = [colour("primary_color"), colour("button_text_color")];
  const [light, dark] = [colour("primary_color_light"), colour("primary_color_dark")];
  return [
    ...(primary && text ? [check("on_primary", [text, primary], () => offersOn(primary, text))] : []),
    ...(dark
      ? [
          check("dark_on_paper", [dark, PAPER], () => [
            offer("primary_color_dark", readable(dark, [PAPER], ENOUGH), PAPER),
          ]),
        ]
      : []),
    ...(light
      ? [
          check("light_on_night", [light, NIGHT], () => [
            offer("primary_color_light", readable(light, [NIGHT], ENOUGH), NIGHT),
          ]),
        ]
      : []),
  ];
}

/** The text that can be read on this color, then the shade nearest to it that can carry this text. */
function offersOn(primary: string, text: string): Offer[] {
  const ink = INKS.find((one) => contrast(one, primary) >= ENOUGH) ?? "#000000";
  const shade = offer("primary_color", readable(primary, [text], ENOUGH), text);
  return [offer("button_text_color", ink, primary), ...(shade.ratio >= ENOUGH ? [shade] : [])];
}

/** Whether some text could hardly be read. */
export const isFaint = (brand: Texts): boolean => contrastChecks(brand).some(({ passes }) => !passes);
