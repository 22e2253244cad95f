import { expect, test } from "#tests/e2e/story.ts";
import { accountLink, atProvider, booked } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";

test("who booked as a guest keeps the booking in an account by a mailed link, finds the booking there, moves it, and one of three stays at home", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow(); // a dozen pages
  const email = `sofia.${Date.now()}@example.test`;
  const field = (name: string) => page.locator(`#${name}`);
  const main = page.getByRole("main");
  // booked in another browser, where the link to an account is asked for; it is followed in this one
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const guest = await elsewhere.newPage();
  const booking = await booked(guest, ["Diego Ferrer", "Ana Ruiz"], { email });
  await open(guest, `/booking-confirmation/${booking.id}?token=${booking.token}`);
  await guest.getByRole("button", { name: "Email me the link" }).click();
  await expect(guest.getByText(`The link is on its way to ${email}.`)).toBeVisible();
  const expectQuiet = quiet(page);

  const link = await accountLink(page, email, "sign_in_link");
  await open(page, link);
  await expect(field("email")).toHaveValue(email);
  await expect(field("first_name")).toHaveValue("Sofía");
  await axe(page);
  await page.getByRole("button", { name: "See my bookings" }).click();
  await expect(page).toHaveURL(/\/bookings\?note=verified$/);
  await expect(main).toContainText("Your email is confirmed");
  await expect(page.getByRole("heading", { level: 1, name: "My Bookings" })).toBeVisible();
  const ticket = page.getByRole("article").filter({ hasText: "Confirmed" });
  await expect(ticket).toHaveCount(1);
  // used up, for whoever else has it
  await open(guest, link);
  await expect(guest.getByText("This link no longer works")).toBeVisible();
  await elsewhere.close();
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
