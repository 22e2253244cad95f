import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { axe, open, quiet } from "#tests/e2e/pages.ts";

for (const [path, language] of [
  ["/", "en"],
  ["/es", "es"],
] as const)
  test(`home in ${language} says its language, complains of nothing and is accessible`, async ({ page }) => {
    const expectQuiet = quiet(page);
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await axe(page);
    expectQuiet();
  });

test("a page that is none answers 404 in the language of its path", async ({ page }) => {
  for (const [path, language] of [
    ["/nope", "en"],
    ["/es/nope", "es"],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
  }
});

test("the README's picture of the home page", async ({ page }) => {
  test.skip(!process.env["UPDATE_SCREENSHOT"], "made on request: UPDATE_SCREENSHOT=1 npm run e2e -- --grep README");
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/");
  const shot = await page.screenshot({ animations: "disabled" });
  await sharp(shot).png({ palette: true }).toFile("docs/home.png");
});
