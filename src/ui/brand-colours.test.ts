import { expect, test } from "vitest";
import { brandCss } from "./brand-colours.ts";
import { contrast } from "#src/kernel/colour.ts";

const ronda = { primary: "#dc1846", light: "#ea7490", dark: "#840e2a", onBrand: "#ffffff" };
const value = (css: string, name: string) => new RegExp(`--c-${name}:(#[0-9a-f]{6})`, "i").exec(css)?.[1] ?? "";

test("the default colours come through as they are stored", () => {
  const css = brandCss(ronda);
  expect(value(css, "brand")).toBe("#dc1846");
  expect(value(css, "on-brand")).toBe("#ffffff");
});

test.each(["#ffe600", "#00ff88", "#101010", "#dc1846", "#777777", "#ffffff"])(
  "text on and of an operator's %s can be read in both themes",
  (primary) => {
    const css = brandCss({ ...ronda, primary });
    expect(contrast(value(css, "on-brand"), primary)).toBeGreaterThanOrEqual(4.2);
    for (const ground of ["#fff8f2", "#ffffff", "#fceee2", "#ffe6eb"])
      expect(contrast(value(css, "brand-text-light"), ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ["#140c12", "#21141c", "#2e1c27", "#461020"])
      expect(contrast(value(css, "brand-text-dark"), ground)).toBeGreaterThanOrEqual(4.5);
  },
);

test("what is no colour never reaches the style element", () => {
  const css = brandCss({ primary: "red;}</style><script>", light: "#12", dark: "url(x)", onBrand: "white" });
  expect(css).toBe("");
});
