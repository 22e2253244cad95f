import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";
import { nightly } from "#tests/tier.ts";

/** The library without its comments: less than half to send to every page, and to read there. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What a theme can change: colours only. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Theme = "light" | "dark";

/** Expects no accessibility violation on the page as it stands: all rules in the light theme, colour rules in the dark one. */
export async function axe(page: Page, themes: readonly Theme[] = ["light", "dark"]): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" }); // a colour in mid-transition would be measured
  const html = page.locator("html");
  const before = await html.getAttribute("data-theme");
  for (const theme of themes) {
    await setTheme(page, theme);
    expect(await violations(page, theme === "light" ? null : COLOUR_RULES), `in the ${theme} theme`).toEqual([]);
  }
  await setTheme(page, before ?? "light");
}

/** The looks of the texts whose contrast was found sufficient in this process. */
const sufficient = new Set<number>();

/**
 * axe's violations on the page for these rules, or all: each as rule and elements. Contrast is most of axe's work, so by day it
 * is measured once per look of a text, not in every row of a list and the frame of every page.
 */
export async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  const looks = nightly ? [] : await page.evaluate(markAlike, [...sufficient]);
  const found = await page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axeCore };
    checker.configure({ rules: [{ id: "color-contrast", selector: ":not([data-alike])" }] });
    const { violations: all } = await checker.run({
      resultTypes: ["violations"], // reporting passes takes half of its time
      ...(only && { runOnly: { type: "rule", values: only } }),
    });
    for (const element of document.querySelectorAll("[data-alike]")) element.removeAttribute("data-alike");
    return all.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, rules);
  if (found.length === 0) for (const look of looks) sufficient.add(look);
  return found;
}

/**
 * Marks the elements whose text looks like a known one or an earlier one on the page, and returns the looks of the others. A
 * look is a hash of what decides contrast: the text's colour, size and weight, and the tag, classes, backgrounds and opacity of
 * everything around it, on this width of screen. What isn't visible counts only once it is. Runs in the browser.
 */
function markAlike(known: number[]): number[] {
  const seen = new Set(known);
  const surroundings = new Map<Element | null, number>();
  const mixed = (start: number, ...parts: (string | number | null)[]) =>
    // FNV-1a
    Array.from(parts.join("|")).reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16777619), start);
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== "");
  const looks: number[] = [];
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const box = [
      element.getAttribute("class"),
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
    ];
    const around = mixed(surroundings.get(element.parentElement) ?? innerWidth, element.tagName, ...box);
    surroundings.set(element, around);
    if (!hasText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const look = mixed(around, style.color, style.fontSize, style.fontWeight, style.textShadow);
    if (seen.has(look)) element.setAttribute("data-alike", "");
    else looks.push(look);
    seen.add(look);
  }
  return looks;
}

const setTheme = (page: Page, theme: string) =>
  page.locator("html").evaluate((html, name) => html.setAttribute("data-theme", name), theme);
