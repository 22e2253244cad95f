import { axe } from "#tests/e2e/axe.ts";
import { booked } from "#tests/e2e/guests.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Locator, type Page, test } from "#tests/e2e/story.ts";

/** The button beside an amount, and what it opens. */
const ask = (place: Page | Locator, name: RegExp) => place.getByRole("button", { name });
const reasons = (page: Page, name: RegExp) => page.getByRole("dialog", { name });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a guest asks why of the total, then of the refund, and staff read what the books have", async ({
    page,
    origin,
  }) => {
    const expectQuiet = quiet(page);
    const booking = await booked(page);

    await open(page, `/booking-confirmation/${booking.id}/manage?token=${booking.token}&do=cancel`);
    const total = ask(page, /^Why this amount\? Total: MX\$1,200$/);
    const height = (await page.locator("#order-total").boundingBox())!.height;
    await total.tap();
    const sheet = reasons(page, /^Total: MX\$1,200$/);
    await expect(sheet).toContainText("3 places × MX$400");
    const box = (await sheet.boundingBox())!;
    expect([Math.round(box.x), Math.round(box.y + box.height)], "a sheet at the bottom").toEqual([0, 844]);
    expect((await page.locator("#order-total").boundingBox())!.height, "nothing moves").toBe(height);
    await axe(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(total).toBeFocused();

    await ask(page, /^Why this amount\? Your refund: MX\$1,200$/).tap();
    await expect(reasons(page, /^Your refund: MX\$1,200$/)).toContainText(/Free until .*: everything goes back/);
    await expect(reasons(page, /^Your refund: /)).toContainText(/Refund rule of May 21, 2025/);
    await reasons(page, /^Your refund: /)
      .getByRole("button", { name: "Close" })
      .tap();
    await expect(reasons(page, /^Your refund: /)).toBeHidden();

    await become(page, origin, "admin");
    await open(page, `/admin/bookings/${booking.id}`);
    await ask(page, /^Why this amount\? .*MX\$1,200$/)
      .first()
      .tap();
    const books = page.getByRole("dialog").filter({ hasText: "Ledger lines" });
    await expect(books.getByRole("listitem").filter({ hasText: "Payment received" })).toContainText("MX$1,200");
    await axe(page);
    await books.getByRole("link", { name: "Open the ledger lines" }).tap();
    await alive(page);
    await expect(page.getByRole("heading", { level: 1, name: "Ledger lines" })).toBeVisible();
    await expect(page.getByText("Payment received")).toBeVisible();
    expectQuiet();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("the browser opens it by itself", async ({ page }) => {
    const nights = (await (await page.request.get("/api/scheduled-crawls")).json()) as {
      id: string;
      is_available: boolean;
    }[];
    const { id } = nights.find(({ is_available: isFree }) => isFree)!;
    await page.goto(`/es/checkout?departure=${id}&people=2`);
    await page.locator("main summary").first().click();
    await ask(page, /^¿Por qué esta cantidad\? Total: /).click();
    await expect(reasons(page, /^Total: /)).toContainText("2 lugares × ");
  });
});
