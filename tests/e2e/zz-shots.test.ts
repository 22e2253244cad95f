import { expect, type Page, test } from "#tests/e2e/story.ts";
import { approved, type Booked, goingToPay } from "#tests/e2e/guests.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { open } from "#tests/e2e/pages.ts";

// What a guest can choose whose money came when the places were gone, and what becomes of credit.

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const confirmation = ({ id, token }: Booked, language = "") => `${language}/booking-confirmation/${id}?token=${token}`;

/** Three who paid MX$1,200 when their hold had lapsed and others had the places: what half an hour would do is done in the database. */
async function paidTooLate(page: Page, folder: string, language: string): Promise<Booked> {
  const { redirectUrl, ...booking } = await goingToPay(page, undefined, { language });
  await inDatabaseOf(folder, async (db) => {
    const lapsed = { status: "cancelled", cancel_reason: "expired", cancelled_at: new Date() };
    await db.updateTable("bookings").set(lapsed).where("id", "=", booking.id).execute();
    const sold = { available_spots: 0, late_tolerance: 0 };
    await db.updateTable("scheduled_crawls").set(sold).where("id", "=", booking.night.id).execute();
  });
  await approved(page, redirectUrl);
  return booking;
}

test("shots", async ({ page, server }) => {
  test.setTimeout(240_000);
  const shoot = async (name: string) => {
    for (const [w, h] of [
      [390, 844],
      [1280, 800],
    ] as const)
      for (const theme of ["light", "dark"] as const) {
        await page.setViewportSize({ width: w, height: h });
        await page.locator("html").evaluate((html, n) => html.setAttribute("data-theme", n), theme);
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/shots/${name}-${w}-${theme}.png`, fullPage: w === 390 });
      }
  };
  const booking = await paidTooLate(page, server.folder, "es");
  await open(page, confirmation(booking, "/es"));
  await shoot("choice-es");
  await open(page, confirmation(booking));
  await shoot("choice-en");
  await open(page, confirmation(booking) + "&do=date");
  await shoot("dates");
  await page
    .getByRole("link", { name: /(Same price|back)/ })
    .first()
    .click();
  await expect(heading(page, /^Move to/)).toBeVisible();
  await shoot("quote");
  await open(page, confirmation(booking));
  await page.getByRole("button", { name: "Take MX$1,200 of credit" }).click();
  await expect(heading(page, "Your payment is now credit")).toBeVisible();
  await shoot("credited");
  const code = (await page.getByText(/^RC-/).textContent())!;
  const other = await goingToPay(page, ["Ana Ruiz", "A B", "C D"]);
  await open(page, `/checkout?departure=${other.night.id}&booking=${other.id}`);
  await shoot("pay-before");
  await page.getByLabel("Credit code (optional)").fill(code.toLowerCase());
  await page.getByLabel("Credit code (optional)").press("Enter");
  await expect(page.getByText("To pay").first()).toBeVisible();
  await shoot("pay-after");
});
