import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast } from "#src/kernel/colour.ts";

const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");
const adminCss = readFileSync(new URL("../admin.css", import.meta.url), "utf8");

const tokens = (...selectors: string[]) => tokensIn(css, selectors);

/** The `--c-…` and `--n-…` values of every block whose selector is one of `selectors`; a later block wins. */
function tokensIn(sheet: string, selectors: readonly string[]) {
  const found: Record<string, string> = {};
  for (const [, selector = "", body = ""] of sheet.matchAll(/^([^\s@/*}][^{}]*?)\s*\{([^}]*)\}/gm)) {
    if (!selector.split(",").some((one) => selectors.includes(one.trim()))) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([cn]-[\w-]+):\s*(?:var\([\w-]+,\s*)?(#[0-9a-f]{6})\b/g))
      found[name.replace(/^c-/, "")] = value;
  }
  return found;
}

const TEXT = 4.5;
/** Large text, and graphics that show a control's shape or state (WCAG 1.4.3, 1.4.11). */
const SHAPE = 3;
const surfaces = ["bg", "surface", "surface-2"];
const on = (names: string[], grounds: string[], least: number) =>
  names.flatMap((name) => grounds.map((ground) => [name, ground, least] as const));
const pairs = [
  ...on(["text", "text-2"], [...surfaces, "surface-3"], TEXT),
  ...on(["text-3", "brand-text"], surfaces, TEXT),
  ...on(["agave-text"], ["bg", "surface", "agave-tint"], TEXT),
  ...on(["marigold-text"], ["surface", "marigold-tint"], TEXT),
  ...on(["text"], ["marigold-tint", "low-tint", "high-tint", "agave-tint", "brand-tint"], TEXT),
  ["brand-text", "brand-tint", TEXT] as const,
  ...["high", "mid", "low"].flatMap((level) => on([`${level}-text`], ["surface", `${level}-tint`], TEXT)),
  ...on(["on-brand"], ["brand", "brand-dark"], TEXT),
  ["on-marigold", "marigold", TEXT] as const,
  ["on-agave", "agave", TEXT] as const,
  ...on(["brand"], ["bg", "surface"], SHAPE),
  ...on(["border-strong", "focus"], surfaces, SHAPE),
  ...on(["high", "mid", "low"], ["surface"], SHAPE),
  ...on(["n-text", "n-text-2", "marigold"], ["n-sky-1", "n-sky-2"], TEXT),
];

const light = tokens(":root", ".paper");
const dark = { ...light, ...tokens(':root[data-theme="dark"]') };
const campaign = (accent: string) => ({ ...dark, ...tokens(`.accent-${accent}`) });
const themes = { light, dark, orange: campaign("orange"), red: campaign("red"), amber: campaign("amber") };

test.each(Object.entries(themes).flatMap(([theme, values]) => pairs.map((pair) => [theme, ...pair, values] as const)))(
  "%s: %s on %s",
  (_, text, ground, least, values) => {
    expect(contrast(values[text] ?? `no token ${text}`, values[ground] ?? `no token ${ground}`)).toBeGreaterThanOrEqual(
      least,
    );
  },
);

const adminPairs = [
  ...on(["text", "text-2", "text-3"], ["bg", "surface", "surface-2", "hover"], TEXT),
  ...on(["brand-text"], ["bg", "surface", "brand-tint"], TEXT),
  ...["agave", "marigold", "jaca", "low"].flatMap((kind) => on([`${kind}-text`], ["surface", `${kind}-tint`], TEXT)),
  ...on(["text"], ["agave-tint", "marigold-tint", "jaca-tint", "low-tint"], TEXT),
  ["on-ink", "text", TEXT] as const,
  ["on-low", "low", TEXT] as const,
  ["on-jaca", "jaca", TEXT] as const,
  ...on(["border-strong", "focus"], ["bg", "surface"], SHAPE),
  ...on(["agave", "gold-mark", "jaca", "terra", "cielo", "nopal", "rosa", "low"], ["surface"], SHAPE),
];
const adminLight = tokensIn(adminCss, [".admin"]);
const adminThemes = {
  light: adminLight,
  dark: { ...adminLight, ...tokensIn(adminCss, [':root[data-theme="dark"] .admin']) },
};

test.each(
  Object.entries(adminThemes).flatMap(([theme, values]) => adminPairs.map((pair) => [theme, ...pair, values] as const)),
)("the admin in %s: %s on %s", (_, text, ground, least, values) => {
  expect(contrast(values[text] ?? `no token ${text}`, values[ground] ?? `no token ${ground}`)).toBeGreaterThanOrEqual(
    least,
  );
});

test("the dark theme is its own set of inks, not the light one", () => {
  expect(themes.dark["bg"]).not.toBe(light["bg"]);
  expect(Object.keys(tokens(':root[data-theme="dark"]')).length).toBeGreaterThan(20);
});

test.each(["orange", "red", "amber"])(
  "the headline of a campaign in %s can be read on night and on its ground",
  (accent) => {
    const { headline = "", bg = "", "n-sky-1": night = "" } = campaign(accent);
    expect(contrast(headline, bg)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(headline, night)).toBeGreaterThanOrEqual(TEXT);
  },
);
