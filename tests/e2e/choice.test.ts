import { expect, type Page, test } from "#tests/e2e/story.ts";
import { approved, type Booked, goingToPay } from "#tests/e2e/guests.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";

// The choices of a guest whose money came when the seats were gone, and what becomes of credit.

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const confirmation = ({ id, token }: Booked, language = "") => `${language}/booking-confirmation/${id}?token=${token}`;

/** Three guests who paid MX$1,200 after their hold lapsed and others took the seats; the lapse is made in the database. */
async function paidTooLate(page: Page, folder: string, language: string): Promise<Booked> {
  const { redirectUrl, ...booking } = await goingToPay(page, undefined, { language });
  await inDatabaseOf(folder, async (db) => {
    const lapsed = { status: "cancelled", cancel_reason: "expired", cancelled_at: new Date() };
    await db.updateTable("bookings").set(lapsed).where("id", "=", booking.id).execute();
    const sold = { available_spots: 0, late_tolerance: 0 };
    await db.updateTable("scheduled_crawls").set(sold).where("id", "=", booking.departure.id).execute();
  });
  await approved(page, redirectUrl);
  return booking;
}

test("another departure: a phone's guest finds one, and the tickets are for it", async ({ page, server }) => {
  test.slow(); // three pages, each checked in both themes
  const expectQuiet = quiet(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const booking = await paidTooLate(page, server.folder, "en");
  await open(page, confirmation(booking));
  await expect(heading(page, "The last places were taken before your payment arrived")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What should we do with your MX$1,200?" })).toBeVisible();
  await expect(page.getByText(/^Choose by \d{1,2}:\d\d [AP]M on .* \(Mexico City time\)\.$/)).toBeVisible();
  await axe(page);

  await page.getByRole("link", { name: /Go on another night/ }).click();
  await expect(heading(page, "Choose another night")).toBeVisible();
  await axe(page);
  await page
    .getByRole("link", { name: /Same price/ })
    .first()
    .click();
  await expect(heading(page, /^Move to .*\?$/)).toBeVisible();
  const date = (await heading(page, /^Move to/).textContent())!.slice("Move to ".length, -1);
  await page.reload();
  await alive(page);
  await axe(page);
  await page.getByRole("button", { name: "Move to this night" }).click();
  await expect(heading(page, /You’re in/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: date })).toBeVisible();
  await expect(page.getByText("Ticket 1 of 3").first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Ticket 1 of 3").first()).toBeVisible();
  expectQuiet();
});

test("the money, in Spanish: one press sends it back, and the page stays clear about it", async ({ page, server }) => {
  const booking = await paidTooLate(page, server.folder, "es");
  await open(page, confirmation(booking, "/es"));
  await page.getByRole("button", { name: "Reembolsar MX$1,200 ahora" }).click();
  await expect(page.getByText("Los MX$1,200 completos ya van de regreso.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: /saldo/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Los MX$1,200 completos ya van de regreso.", { exact: false })).toBeVisible();
  await axe(page);
});

test.describe("without JavaScript, in Spanish", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, locale: "es-MX" });

  test("credit is taken, pays part of another departure, and is taken off and put in again", async ({
    page,
    server,
  }) => {
    const booking = await paidTooLate(page, server.folder, "es");
    await page.goto(confirmation(booking, "/es"));
    await page.getByRole("button", { name: "Recibir MX$1,200 de saldo" }).click();
    await expect(heading(page, "Tu pago ahora es saldo a favor")).toBeVisible();
    const code = (await page.getByText(/^RC-/).textContent())!;

    const other = await goingToPay(page, ["Ana Ruiz", "Diego Ferrer", "Marta Navarro"], { language: "es", own: true });
    await page.goto(`/es/checkout?departure=${other.departure.id}&booking=${other.id}`);
    const receipt = page.locator("summary").filter({ hasText: "MX$1,600" });
    await receipt.click();
    await page.getByLabel("Código de tarjeta de regalo o saldo (opcional)").fill("RC-2222-2222-2222");
    await page.getByLabel("Código de tarjeta de regalo o saldo (opcional)").press("Enter");
    await expect(page.locator("#credit_code-error")).toHaveText(
      "No hay ninguna tarjeta de regalo ni saldo con este código.",
    );
    await page.getByLabel("Código de tarjeta de regalo o saldo (opcional)").fill(code);
    await page.getByRole("button", { name: "Aplicar" }).click();
    const toPay = page.getByRole("button", { name: /Por pagar: MX\$400$/ });
    await expect(toPay).toBeVisible();
    await expect(page.getByText(/^[-−]MX\$1,200$/).filter({ visible: true })).toBeVisible();
    await page.getByRole("button", { name: /^Quitar RC-/ }).click();
    await expect(toPay).toHaveCount(0);
    await receipt.click();
    await page.getByLabel("Código de tarjeta de regalo o saldo (opcional)").fill(code);
    await page.getByRole("button", { name: "Aplicar" }).click();
    await page
      .getByRole("button", { name: /^Pagar MX\$400/ })
      .first()
      .click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await page.locator('button[value="approve"]').click();
    await expect(page.getByText("Boleto 1 de 4").first()).toBeVisible();
  });
});

test("credit that covers a whole departure needs no other payment", async ({ page, server }) => {
  const booking = await paidTooLate(page, server.folder, "en");
  await open(page, confirmation(booking));
  await page.getByRole("button", { name: "Get MX$1,200 in credit" }).click();
  await expect(heading(page, "Your payment is now credit")).toBeVisible();
  await axe(page);
  const code = (await page.getByText(/^RC-/).textContent())!;

  const other = await goingToPay(page, ["Ana Ruiz"], { own: true });
  await open(page, `/checkout?departure=${other.departure.id}&booking=${other.id}`);
  await page.getByLabel("Gift card or credit code (optional)").fill(code.toLowerCase());
  await page.getByLabel("Gift card or credit code (optional)").press("Enter");
  await expect(page.getByText("Your credit covers everything: there’s nothing left to pay.")).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Confirm" }).first().click();
  await expect(heading(page, /You’re in/)).toBeVisible();
  await open(page, confirmation(booking));
  await expect(page.getByText("Left of MX$1,200")).toBeVisible();
});

test("a voucher for cash: the page says how much, until when and what to do, and the departure is confirmed when it is paid", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await inDatabaseOf(server.folder, async (db) => {
    const on = { key: "oxxo_enabled", value: "true" };
    await db
      .insertInto("app_settings")
      .values(on)
      .onConflict((c) => c.doNothing())
      .execute();
  });
  const booking = await goingToPay(page, ["Ana Ruiz"], { days: 6 });
  await expect(async () => {
    await open(page, `/checkout?departure=${booking.departure.id}&booking=${booking.id}`);
    await expect(page.getByText("Cash at OXXO")).toBeVisible({ timeout: 1000 });
  }).toPass(); // settings are cached for a second
  await page.getByText("Cash at OXXO").click();
  await page.getByRole("button", { name: "Pay MX$800" }).first().click();
  await page.getByRole("button", { name: "Get the voucher" }).click();
  await expect(heading(page, "Now pay your voucher")).toBeVisible();
  const facts = page.getByRole("definition");
  await expect(facts.filter({ hasText: /^RND-\w{6}$/ })).toBeVisible();
  await expect(facts.filter({ hasText: /^MX\$800$/ }).first()).toBeVisible();
  await expect(facts.filter({ hasText: /^\d{1,2}:\d\d [AP]M on .* \(Mexico City time\)$/ })).toBeVisible();
  await expect(page.getByText("show it at the counter of any OXXO")).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Show the voucher" }).click();
  await page.getByRole("button", { name: "Voucher was paid" }).click();
  await expect(heading(page, "Paid")).toBeVisible(); // leaving sooner would abort the submission
  await open(page, confirmation(booking));
  await expect(page.getByText("Ticket 1 of 2").first()).toBeVisible();
});
