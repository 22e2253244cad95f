import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, test } from "#tests/e2e/story.ts";

test.use({ viewport: { width: 1280, height: 800 } });

test("a rule for groups is made with its example, and a guest who was shown it books at its price after it was switched off", async ({
  page,
  baseURL,
  browser,
}) => {
  test.slow();
  await become(page, baseURL!, "admin");
  await open(page, "/admin/price-rules");
  await page.getByRole("link", { name: "New price rule" }).first().click();
  const panel = page.locator("main").getByRole("complementary");
  await panel.getByRole("button", { name: "Create rule" }).click();
  await expect(panel.getByText("Enter an English name of up to 60 characters.").first()).toBeVisible();
  await panel.getByLabel("Name in English").fill("Groups");
  await panel.getByLabel("Name in Spanish").fill("Grupos");
  await panel.getByLabel("Value").fill("25");
  await panel.getByLabel(/^People, at least/).fill("3");
  await expect(panel.getByText(/^A group of 3 on .+, booked today, pays MX\$\S+ instead of MX\$\S+\.$/)).toBeVisible();
  await axe(page);
  await panel.getByRole("button", { name: "Create rule" }).click();
  await expect(page.getByRole("row").filter({ hasText: "3 people or more" })).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 1280, height: 800 } });
  const guest = await context.newPage();
  const departures = (await (await guest.request.get("/api/scheduled-crawls")).json()) as Departure[];
  const night = departures.find(
    (one) => one.is_available && !one.external_booking_link && !one.on_sale && one.availability_level === "high",
  )!;
  const unit = (amount: number) => `MX$${amount / 100}`;
  const regular = night.regular_price_per_person.amount_minor;
  const [lower] = night.party_prices;
  expect(lower).toMatchObject({ people_from: 3, price_per_person: { amount_minor: regular * 0.75 } });
  await open(guest, `/checkout?departure=${night.id}&people=3`);
  await expect(guest.getByText(`Groups, 3 × ${unit(regular * 0.75)}`)).toBeVisible();

  await page.getByRole("switch", { name: "Groups is active" }).click();
  await expect(page.getByRole("region", { name: /^Notices/ }).getByText("Price rule switched off")).toBeVisible();
  await expect
    .poll(async () => {
      const answer = await guest.request.get("/api/scheduled-crawls");
      return ((await answer.json()) as Departure[]).every(({ party_prices: parties }) => parties.length === 0);
    })
    .toBe(true);
  await guest.locator("#first_name").fill("Inés");
  await guest.locator("#last_name").fill("Prado");
  await guest.locator("#email").fill("ines@example.test");
  await guest.locator("#phone").fill("+52 55 1234 5678");
  await guest.locator("#country").selectOption("MX");
  await guest.locator("#agreed").check();
  await guest.getByRole("button", { name: /^Pay with PayPal/ }).click();
  // a price that had changed would be shown first, at the checkout
  await guest.waitForURL(({ pathname }) => !pathname.startsWith("/checkout"));
  await context.close();
  await page.reload();
  await expect(page.getByRole("switch", { name: "Groups is active" })).not.toBeChecked();
});
