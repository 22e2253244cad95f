import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { open, signIn } from "#tests/e2e/pages.ts";
import { expect, test } from "#tests/e2e/story.ts";

const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

test("add-ons are chosen with the places, paid with them, bought later, and handed out on the night", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const listed = (await (await page.request.get("/api/scheduled-crawls")).json()) as Departure[];
  const night = listed.find((one) => one.crawl_id === MEXICO_CITY && one.availability_level === "high")!;
  await open(page, `/checkout?departure=${night.id}&people=2`);
  const total = page.getByRole("button", { name: /^Proceed to payment/ });
  await page.getByText("Add something extra").click();
  // each has its price before the next: who proceeds while one is on its way is shown it first
  for (const one of ["Ronda T-shirt", "Late tacos"]) {
    const before = await total.innerText();
    await page.getByRole("button", { name: `One more: ${one}` }).click();
    await expect(total).not.toHaveText(before);
  }
  await page.locator("#first_name").fill("Ana");
  await page.locator("#last_name").fill("Ruiz");
  await page.locator("#email").fill("ana.ruiz@example.test");
  await page.locator("#phone").fill("+52 55 1234 5678");
  await page.locator("#country").selectOption("MX");
  await page.locator("input[name=agreed]").check();
  await total.click();
  await page.locator("button[value=approve]").click();
  await page.waitForURL(/booking-confirmation/);
  const [, id] = /booking-confirmation\/([\w-]+)/.exec(page.url())!;
  await open(page, `/booking-confirmation/${id}/manage`);
  await expect(page.getByText("1 × Ronda T-shirt")).toBeVisible();
  // one more, later
  await page.getByRole("link", { name: "Add something extra" }).click();
  await page.getByRole("button", { name: "One more: Ronda T-shirt" }).click();
  await page.getByRole("button", { name: "See the price" }).click();
  await page.getByRole("button", { name: /^Add and pay/ }).click();
  await page.locator("button[value=approve]").click();
  await page.waitForURL(/booking-confirmation/);
  await open(page, `/booking-confirmation/${id}/manage`);
  await expect(page.getByText("2 × Ronda T-shirt")).toBeVisible();

  await signIn(page, "admin@ronda.test");
  await open(page, `/admin/nights/${night.id}/way/add-ons`);
  await page.getByRole("button", { name: "Hand out one to Ana Ruiz: Ronda T-shirt" }).click();
  await expect(page.getByText("2 sold, 1 handed out")).toBeVisible();
  await page.reload();
  await expect(page.getByText("2 sold, 1 handed out")).toBeVisible();
  await expect(page.getByText("1 sold, 0 handed out")).toBeVisible();
});
