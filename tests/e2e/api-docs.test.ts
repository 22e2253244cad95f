import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { quiet } from "#tests/e2e/pages.ts";

for (const colorScheme of ["light", "dark"] as const)
  test(`the API's page is accessible and fits a phone, ${colorScheme}`, async ({ page }) => {
    const expectQuiet = quiet(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/api/docs");
    await expect(page.getByRole("heading", { name: "Ronda API" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`)).toEqual([]);
    expectQuiet();
  });
