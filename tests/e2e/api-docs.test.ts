import { expect, test } from "#tests/e2e/story.ts";
import { quiet, violations } from "#tests/e2e/pages.ts";

for (const colorScheme of ["light", "dark"] as const)
  test(`the API's page is accessible and fits a phone, ${colorScheme}`, async ({ page }) => {
    const expectQuiet = quiet(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/api/docs");
    await expect(page.getByRole("heading", { name: "Ronda API" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await violations(page, null)).toEqual([]);
    expectQuiet();
  });
