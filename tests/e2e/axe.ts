import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";
import { nightly } from "#tests/tier.ts";

/** What a theme can change: colours only. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Theme = "light" | "dark";

/** The minified form: a page takes half as long to read it. */
const source = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Expects no accessibility violation on the page as it stands: all rules in the first theme, colour rules in the other. */
export async function axe(page: Page, themes: readonly Theme[] = ["light", "dark"]): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" }); // a colour in mid-transition would be measured
  const before = await page.evaluate(() => document.documentElement.dataset["theme"]);
  for (const theme of themes) {
    await setTheme(page, theme);
    expect(await violations(page, theme === themes[0] ? null : COLOUR_RULES), `in the ${theme} theme`).toEqual([]);
  }
  await setTheme(page, before ?? "light");
}

/** The looks of the texts whose contrast was found sufficient in this process. */
const sufficient = new Set<number>();

/** The looks of the page's texts whose contrast isn't known yet. Marks the first text of each. */
export const newLooks = (page: Page): Promise<number[]> => page.evaluate(markNew, [...sufficient]);

/** The texts that contrast is measured of. At night, all. */
const MEASURED = nightly ? "*" : "[data-new-look]";

/**
 * axe's violations on the page for these rules, or all: each as rule and elements. Contrast is most of axe's work, so by day it
 * is measured once per look of a text, not in every row of a list and the frame of every page. `COLOUR_RULES` where every look is
 * known find nothing.
 */
export async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  const looks = nightly ? [] : await newLooks(page);
  if (!nightly && rules === COLOUR_RULES && looks.length === 0) return [];
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(
    async ([only, selector]) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axeCore };
      checker.configure({ rules: [{ id: "color-contrast", selector }] });
      const { violations: all } = await checker.run({
        resultTypes: ["violations"], // reporting passes takes half of its time
        ...(only && { runOnly: { type: "rule", values: only } }),
      });
      for (const element of document.querySelectorAll("[data-new-look]")) element.removeAttribute("data-new-look");
      return all.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    },
    [rules, MEASURED] as const,
  );
  if (found.length === 0) for (const look of looks) sufficient.add(look);
  return found;
}

/**
 * Marks the elements whose text looks like no known one and no earlier one on the page, and returns their looks. A look is a hash
 * of what decides contrast: the text's size, weight and colour, and the boxes around it that paint, fade or colour, or lie elsewhere
 * than in the flow, where something else may be behind them. Any other box adds nothing, so that a text is known on whichever page it
 * stands. What isn't visible counts only once it is. Runs in the browser.
 */
function markNew(counts: number[]): number[] {
  const ids = new Set(counts);
  const surroundings = new Map<Element | null, number>();
  const mixed = (start: number, ...parts: (string | null)[]) => {
    const text = parts.join("|");
    let hash = start;
    // FNV-1a
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
    return hash;
  };
  const hasText = (element: Element | null) =>
    [...(element?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== "");
  const paintOf = (style: CSSStyleDeclaration) =>
    [
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.backdropFilter,
      style.mixBlendMode,
      style.textDecorationLine,
    ].join("|");
  const isInFlow = (style: CSSStyleDeclaration) =>
    [style.float, style.transform, style.translate, style.scale].every((value) => value === "none") &&
    style.position === "static" &&
    [style.gridRowStart, style.gridColumnStart].every((value) => value === "auto") &&
    !style.margin.includes("-");
  /** What axe measures of an element, if anything. */
  const measured = (element: Element) => {
    const isField = element.matches("input, select, textarea");
    return isField ? `field ${(element as HTMLInputElement).value === ""}` : hasText(element) && "text";
  };
  /** What a box adds to the look of the texts in it. */
  const addedBy = (element: Element, style: CSSStyleDeclaration, colourAround: string | undefined): string[] => {
    const paint = paintOf(style);
    return [
      ...(paint === "rgba(0, 0, 0, 0)|none|1|none|none|normal|none" ? [] : [paint]),
      ...(style.color === colourAround ? [] : [style.color]),
      ...(isInFlow(style) ? [] : [element.tagName, element.getAttribute("class") ?? ""]),
      // axe compares a link with the words around it, and measures nothing that can't be used
      ...(element.tagName === "A" ? [`link ${hasText(element.parentElement)}`] : []),
      ...(element.matches(":disabled, [aria-disabled=true], [aria-hidden=true], [inert]") ? ["unusable"] : []),
    ];
  };
  const colours = new Map<Element | null, string>();
  const looks: number[] = [];
  // without the shapes of icons, which are half of some pages
  for (const element of document.querySelectorAll("html, body, body :not(path, circle, rect, line)")) {
    const style = getComputedStyle(element);
    const added = addedBy(element, style, colours.get(element.parentElement));
    const outer = surroundings.get(element.parentElement) ?? 2166136261;
    const around = added.length === 0 ? outer : mixed(outer, ...added);
    surroundings.set(element, around);
    colours.set(element, style.color);
    const kind = measured(element);
    if (!kind || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const look = mixed(around, kind, style.fontSize, style.fontWeight, style.textShadow);
    element.toggleAttribute("data-new-look", !ids.has(look)); // marks may be left
    if (!ids.has(look)) looks.push(look);
    ids.add(look);
  }
  return looks;
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
