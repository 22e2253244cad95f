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

/**
 * axe's violations on the page for these rules, or all: each as rule and elements. Contrast is most of axe's work, so by day it
 * is measured once per look of a text, not in every row of a list and the frame of every page. `COLOUR_RULES` where every look is
 * known find nothing.
 */
export async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  const looks = nightly ? [] : await page.evaluate(markAlike, [...sufficient]);
  if (!nightly && rules === COLOUR_RULES && looks.length === 0) return [];
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
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
 * look is a hash of what decides contrast: the text's size and weight, and the tag, classes, colour, backgrounds and opacity of
 * the text and everything around it. What isn't visible counts only once it is. Runs in the browser.
 */
function markAlike(counts: number[]): number[] {
  const ids = new Set(counts);
  const surroundings = new Map<Element | null, number>();
  const mixed = (start: number, ...parts: (string | null)[]) => {
    const text = parts.join("|");
    let hash = start;
    // FNV-1a
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
    return hash;
  };
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== "");
  const looks: number[] = [];
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const box = [
      element.getAttribute("class"),
      style.color,
      style.textDecorationLine,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
    ];
    const around = mixed(surroundings.get(element.parentElement) ?? 2166136261, element.tagName, ...box);
    surroundings.set(element, around);
    if (!hasText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const look = mixed(around, style.fontSize, style.fontWeight, style.textShadow);
    element.toggleAttribute("data-alike", ids.has(look)); // marks may be left
    if (!ids.has(look)) looks.push(look);
    ids.add(look);
  }
  return looks;
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
