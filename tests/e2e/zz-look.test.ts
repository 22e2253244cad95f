import { test } from "#tests/e2e/story.ts";
import { open } from "#tests/e2e/pages.ts";
test("look", async ({ page }) => {
  test.setTimeout(300_000);
  for (const [w, h, tag] of [
    [390, 844, "p"],
    [1280, 800, "d"],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    for (const lang of ["", "/es"]) {
      const l = lang ? "es" : "en";
      await open(page, lang || "/");
      await page.screenshot({ path: `/tmp/look/home-${l}-${tag}.png` });
      await page.locator("#booking-section").scrollIntoViewIfNeeded();
      const chip = page.locator('a[href*="departure="]').nth(1);
      await chip.click();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/look/chosen-${l}-${tag}.png` });
      await page.locator("#booking-section").screenshot({ path: `/tmp/look/section-${l}-${tag}.png` });
      await page.locator("#book-now").click();
      await page.waitForURL(/checkout/);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/look/checkout-${l}-${tag}.png`, fullPage: true });
    }
  }
});
