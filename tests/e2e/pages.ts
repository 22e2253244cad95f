import { expect, type Locator, type Page } from "@playwright/test";
import axeCore from "axe-core";

/** Opens a page of the site and waits until it hears clicks. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Waits until the page hears clicks: what comes at the first sign of somebody has come. */
export async function alive(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.evaluate(() => dispatchEvent(new Event("pointermove")));
  await expect(page.locator('[data-when="touched"]:not([data-here])')).toHaveCount(0, { timeout: 20_000 });
}

/** Signs in as the demo data's customer or another of its accounts, as the form does it. */
export async function signIn(page: Page, email = "lucia@ronda.test"): Promise<void> {
  const form = { email, password: "ronda-demo-2026" };
  const answer = await page.request.post("/login", { form, headers: { "sec-fetch-site": "same-origin" } });
  expect(answer.ok()).toBe(true);
}

/** The stack of toasts. */
export const notices = (page: Page): Locator =>
  page.getByRole("region", { name: /^(Notices|Notificaciones)$/ }).getByRole("listitem");

/** Collects what the browser complains about from now on. Call what it returns at the end: it expects no complaint. */
export function quiet(page: Page): () => void {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return () => expect(complaints).toEqual([]);
}

/** Turns a calendar, month by month, to the one that has a date, and returns the cell of its day. */
export async function turnTo(calendar: Page | Locator, date: string): Promise<Locator> {
  const month = calendar.getByRole("grid"); // its name is the month's
  // the last row of a month names the first days of the next one, but shows none of them
  const cell = calendar.locator(`td[data-day="${date}"]:not([data-outside])`);
  await expect(month).toBeVisible();
  while ((await cell.count()) === 0) {
    const shown = (await month.getAttribute("aria-label"))!;
    await calendar.getByRole("link", { name: /^(Next month|Mes siguiente)$/ }).click();
    await expect(month).not.toHaveAttribute("aria-label", shown); // to look at once would be to turn twice
  }
  return cell;
}

/** What a theme can change: it changes colours and nothing else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Theme = "light" | "dark";

/** Expects no accessibility violation on the page as it stands: all rules in the light theme, those of colours in the dark one. */
export async function axe(page: Page, themes: readonly Theme[] = ["light", "dark"]): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" }); // a colour half way through a transition is no colour
  const html = page.locator("html");
  const before = await html.getAttribute("data-theme");
  for (const theme of themes) {
    await setTheme(page, theme);
    expect(await violations(page, theme === "light" ? null : COLOUR_RULES), `in the ${theme} theme`).toEqual([]);
  }
  await setTheme(page, before ?? "light");
}

/** What axe finds wrong on the page by these rules, or by all: each as rule and elements. */
export async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axeCore };
    const found = await checker.run({
      resultTypes: ["violations"], // to describe what passes takes it half of its time
      ...(only && { runOnly: { type: "rule", values: only } }),
    });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, rules);
}

const setTheme = (page: Page, theme: string) =>
  page.locator("html").evaluate((html, name) => html.setAttribute("data-theme", name), theme);
