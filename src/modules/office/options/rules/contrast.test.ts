import { expect, test } from "vitest";
import { contrast } from "#src/kernel/colour.ts";
import { contrastChecks, ENOUGH, isFaint } from "#src/modules/office/options/rules/contrast.ts";
import type { Texts } from "#src/modules/office/options/rules/option-form.ts";
import { SECTION_KEYS } from "#src/modules/office/options/rules/sections.ts";
import { defaultTextOf } from "#src/modules/base/settings/rules/app-settings.ts";

const ronda: Texts = Object.fromEntries(SECTION_KEYS.brand.map((key) => [key, defaultTextOf(key)]));

test("Ronda's own colours can be read", () => {
  expect(isFaint(ronda)).toBe(false);
  expect(contrastChecks(ronda).map(({ pair }) => pair)).toEqual(["on_primary", "dark_on_paper", "light_on_night"]);
});

test.each([
  [{ primary_color: "#f08a2c" }, "on_primary", 2.51, ["button_text_color", "primary_color"]],
  [{ primary_color: "#777777" }, "on_primary", 4.47, ["button_text_color", "primary_color"]],
  [
    { button_text_color: "#000000", primary_color: "#222222" },
    "on_primary",
    1.31,
    ["button_text_color", "primary_color"],
  ],
  [{ primary_color_dark: "#ffd27a" }, "dark_on_paper", 1.34, ["primary_color_dark"]],
  [{ primary_color_light: "#553344" }, "light_on_night", 1.78, ["primary_color_light"]],
] as [Texts, string, number, string[]][])(
  "%j fails as %s with %d, and what is offered passes",
  (over, pair, ratio, keys) => {
    const brand = { ...ronda, ...over };
    const failing = contrastChecks(brand).filter(({ passes }) => !passes);
    expect(failing).toMatchObject([{ pair, ratio: expect.closeTo(ratio, 1) }]);
    expect(failing[0]!.offers.map(({ key }) => key)).toEqual(keys);
    for (const offer of failing[0]!.offers) {
      expect(isFaint({ ...brand, [offer.key]: offer.colour })).toBe(false);
      expect(offer.ratio).toBeGreaterThanOrEqual(ENOUGH);
    }
  },
);

test("a figure is never rounded up to what it takes", () => {
  // 4.498 : 1
  const brand = { ...ronda, primary_color: "#767778" };
  const [check] = contrastChecks(brand);
  expect(contrast("#ffffff", "#767778")).toBeLessThan(ENOUGH);
  expect(check).toMatchObject({ passes: false });
  expect(check!.ratio).toBeLessThan(ENOUGH);
});

test("what is no colour isn't checked", () => {
  expect(contrastChecks({ ...ronda, primary_color: "red", primary_color_dark: "" })).toMatchObject([
    { pair: "light_on_night" },
  ]);
});
