/*
 * Screenshots of every page of src/routes.ts, on phone and desktop, in both themes and languages: the first screen and the whole
 * page. For viewing; nothing reads them.
 *   npm run screenshots [-- --only <part of a page's name>] [-- --url <address of a running server with the demo data>]
 */
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { localizedPath } from "#src/kernel/localized.ts";
import { launchOptions } from "#tests/e2e/browser.ts";
import { startOwnServer } from "#tests/e2e/own-server.ts";
import { scrollThrough } from "#tests/e2e/scroll-through.ts";
import { makeSamples, sitePages } from "#tests/e2e/site-pages.ts";

const FOLDER = "build/screenshots";
const SCREENS = { phone: { width: 390, height: 844 }, admin: { width: 1280, height: 800 } };
const THEMES = ["light", "dark"];

async function take(browser: Browser, origin: string, address: string, name: string): Promise<void> {
  for (const [screen, viewport] of Object.entries(SCREENS))
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport,
        reducedMotion: "reduce",
        timezoneId: "America/Mexico_City",
      });
      await context.addCookies([{ name: "theme", value: theme, url: origin }]);
      const page = await context.newPage();
      await page.goto(origin + address);
      await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      const file = `${FOLDER}/${name}-${screen}-${theme}`;
      await page.screenshot({ path: `${file}.png`, animations: "disabled" });
      await scrollThrough(page);
      await page.screenshot({ path: `${file}-full.png`, animations: "disabled", fullPage: true });
      await context.close();
    }
}

/** `/crawls/:slug` becomes crawls-slug-…, home home-…, the 404 page missing-…. */
const fileName = (page: string) =>
  page === "/" ? "home" : page.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "missing";

const { only = "", url } = parseArgs({ options: { only: { type: "string" }, url: { type: "string" } } }).values;
const server = url ? { origin: new URL(url).origin, stop: async () => {} } : await startOwnServer();
const browser = await chromium.launch(launchOptions);
try {
  const samples = await makeSamples(server.origin);
  for (const { name, path: pathIn, locales } of sitePages().filter((page) => page.name.includes(only)))
    for (const locale of locales) {
      const file = `${fileName(name)}-${locale}`;
      await take(browser, server.origin, localizedPath(pathIn(samples), locale), file);
      console.log(`${FOLDER}/${file}-*.png`);
    }
} finally {
  await browser.close();
  await server.stop();
}
