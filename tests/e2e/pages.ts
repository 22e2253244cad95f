import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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

/** Collects what the browser complains about from now on. Call what it returns at the end: it expects no complaint. */
export function quiet(page: Page): () => void {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return () => expect(complaints).toEqual([]);
}

/** What a theme can change: it changes colours and nothing else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Expects no accessibility violation on the page as it stands: all rules in the light theme, those of colours in the dark one. */
export async function axe(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" }); // a colour half way through a transition is no colour
  const html = page.locator("html");
  const before = await html.getAttribute("data-theme");
  for (const theme of ["light", "dark"]) {
    await setTheme(page, theme);
    // the usual mode opens a second page for each run, which takes longer than the run
    // and to describe what passes takes it half of its time
    const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (theme === "light" ? builder : builder.withRules(COLOUR_RULES)).analyze();
    const found = violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.target).join(", ")}`);
    expect(found).toEqual([]);
  }
  await setTheme(page, before ?? "light");
}

const setTheme = (page: Page, theme: string) =>
  page.locator("html").evaluate((html, name) => html.setAttribute("data-theme", name), theme);
