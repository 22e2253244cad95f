import { expect, test } from "#tests/e2e/story.ts";
import { accountLink, atProvider, booked } from "#tests/e2e/guests.ts";
import { open, quiet } from "#tests/e2e/pages.ts";

const PASSWORD = "una ronda para los primos";

test("who booked as a guest makes an account, finds the booking there, moves it, and one of three stays at home", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow(); // a dozen pages
  const email = `sofia.${Date.now()}@example.test`;
  const field = (name: string) => page.locator(`#${name}`);
  const main = page.getByRole("main");
  // booked in another browser: only the address says whose it is
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const guest = await elsewhere.newPage();
  const booking = await booked(guest, ["Diego Ferrer", "Ana Ruiz"], { email });
  await elsewhere.close();
  const expectQuiet = quiet(page);

  await open(page, "/signup");
  await field("first_name").fill("Sofía");
  await field("last_name").fill("Navarro");
  await field("email").fill(email);
  await field("password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(main).toContainText("Please check your email for the confirmation link");

  await open(page, await accountLink(page, email, "account_verify"));
  await field("password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page).toHaveURL(/\/bookings\?note=verified$/);
  await expect(main).toContainText("Your email is confirmed");
  await expect(page.getByRole("heading", { level: 1, name: "My Bookings" })).toBeVisible();
  const ticket = page.getByRole("article").filter({ hasText: "Confirmed" });
  await expect(ticket).toHaveCount(1);
  await ticket.getByRole("link", { name: "Manage" }).click();
  await expect(page).toHaveURL(new RegExp(booking.id));
  await page.getByRole("link", { name: /Change the date/ }).click();
  await page
    .getByRole("link", { name: /\+ MX\$300/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Move and pay MX$300" }).click();
  await atProvider(page, "approve");
  await expect(page.getByText("Your booking has been changed")).toBeVisible();

  await open(page, `/booking-confirmation/${booking.id}`);
  await page.getByRole("link", { name: "Change or cancel this booking" }).click();
  await page.getByRole("link", { name: /Remove a guest/ }).click();
  await page.getByLabel("Ana Ruiz").check();
  await page.getByRole("button", { name: "See your refund" }).click();
  await page.getByRole("button", { name: "Remove 1 guest and get MX$500 back" }).click();
  await expect(page.getByText("Done: those places are free again.")).toBeVisible();
  await open(page, "/bookings");
  await expect(page.getByRole("article")).toContainText(/Refund of MX\$300/);
  await expect(page.getByRole("article")).toContainText("MX$1,000");
  expectQuiet();
});
