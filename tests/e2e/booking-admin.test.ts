import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const region = (page: Page, name: string) => page.getByRole("region", { name });

/** A departure with seats left, by the value of its option. */
async function freeDeparture(page: Page): Promise<string> {
  const option = page
    .getByLabel("Departure")
    .locator("option")
    .filter({ hasText: /[1-9]\d free/ });
  return (await option.nth(3).getAttribute("value"))!;
}

test("a booking is made by hand, moved, refunded in part and cancelled, and its emails are seen", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000);
  await become(page, baseURL!, "admin");
  await open(page, "/admin/bookings/new");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("things need your attention");
  const expectQuiet = quiet(page); // browsers log a refused form
  const departure = await freeDeparture(page);
  await page.getByLabel("Departure").selectOption(departure);
  await expect(page.getByRole("button", { name: /^Book and take MX\$[\d,]+ in cash$/ })).toBeVisible();
  // the same from the night itself
  await open(page, `/admin/schedule/edit/${departure}`);
  await page.getByRole("main").getByRole("link", { name: "New booking" }).click();
  await expect(page.getByRole("combobox", { name: "Departure" })).toHaveValue(departure);
  await page.getByLabel("First name").fill("Rita");
  await page.getByLabel("Last name").fill("Solís");
  await page.getByLabel("Guest 2").fill("Beto");
  await page.getByRole("textbox", { name: /^Email/ }).fill("rita.solis@example.test");
  // its price is on the way: nothing is booked at another
  const price = Promise.withResolvers<void>();
  await page.route(/bookings\/new\.data\?.*price.*total=700/, async (route) => {
    await price.promise;
    await route.continue();
  });
  await page.getByLabel("Total price").fill("700");
  await page.getByLabel("Total price").press("Enter");
  await expect(page.getByRole("button", { name: /^Book and take/ })).toHaveAttribute("aria-busy", "true");
  price.resolve();

  // unsaved input is not lost by accident
  await page.getByRole("link", { name: "Coupons" }).click();
  await dialog(page).getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Rita");
  await expect(page.getByText("The amount has changed")).toHaveCount(0);
  await page.getByRole("button", { name: "Book and take MX$700 in cash" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Rita Solís" })).toBeVisible();
  const money = region(page, "Payments and refunds");
  await expect(money).toContainText("Cash");
  await expect(money).toContainText("MX$700");
  await expect(region(page, "Guests")).toContainText("Beto");
  await axe(page);

  await page.getByRole("button", { name: "Change date" }).click();
  await dialog(page).getByLabel("New date").selectOption({ index: 1 });
  await dialog(page)
    .getByRole("button", { name: /^Move to/ })
    .click();
  await expect(page.getByText("Booking changed").first()).toBeVisible();

  await page.getByRole("button", { name: "Refund…" }).click();
  await dialog(page).getByRole("textbox", { name: "Amount" }).fill("100");
  await dialog(page).getByLabel("What happened").fill("One venue was closed");
  await dialog(page).getByLabel("I’m handing the cash over now").check();
  await axe(page);
  await dialog(page).getByRole("button", { name: "Refund MX$100 in cash" }).click();
  await expect(money).toContainText("Goodwill");
  await expect(money).toContainText("Refunded");
  await expect(region(page, "Notes")).toContainText("One venue was closed");

  await page.getByRole("button", { name: "Cancel…" }).click();
  await dialog(page).getByLabel("Everything").check();
  await dialog(page)
    .getByRole("button", { name: /^Cancel 2 places, refund MX\$/ })
    .click();
  await expect(page.getByText(/is cancelled/).first()).toBeVisible();
  await expect(page.getByText("Cancelled by staff.")).toBeVisible();
  const toHandOver = money.getByRole("button", { name: "Handed over" });
  await expect(toHandOver.first()).toBeVisible();
  // where the new date cost less, its difference waits as well
  for (let left = await toHandOver.count(); left > 0; left--) {
    await toHandOver.first().click();
    await expect(page.getByText("Marked as handed over").first()).toBeVisible();
    await expect(toHandOver).toHaveCount(left - 1);
  }

  const emails = region(page, "Emails");
  await emails
    .getByRole("listitem")
    .filter({ hasText: "Cancellation" })
    .getByRole("button", { name: "See the email" })
    .click();
  await expect(dialog(page).frameLocator("iframe").locator("body")).toContainText("no longer valid");
  expectQuiet();
});
