import { expect, test } from "#tests/e2e/story.ts";
import { COLOUR_RULES, violations } from "#tests/e2e/axe.ts";
import { quiet } from "#tests/e2e/pages.ts";

test("the API's page is accessible in both themes and fits a phone", async ({ page }) => {
  const expectQuiet = quiet(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: "Booking API" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await violations(page, null)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" }); // changes only colours
  expect(await violations(page, COLOUR_RULES), "in the dark").toEqual([]);
  expectQuiet();
});
