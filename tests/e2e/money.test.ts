import { booked } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

/** The part of the page about a booking. */
const entry = (page: Page, reference: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: reference }) });

/** A guest pays a different amount than requested; returns the booking's reference. */
async function paidWrongly(page: Page): Promise<string> {
  const { id, token } = await booked(page, ["Diego Ferrer"], { outcome: "wrong_amount" });
  const answer = await page.request.get(`/api/bookings/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { reference: string }).reference;
}

test("who isn't staff is led elsewhere, and the books are for nobody else", async ({ page, baseURL }) => {
  const led = await page.request.get("/admin/payments", { maxRedirects: 0 });
  expect([led.status(), led.headers()["location"]]).toEqual([302, "/login?next=%2Fadmin%2Fpayments"]);
  await become(page, baseURL!, "customer");
  const month = Temporal.Now.plainDateISO().toPlainYearMonth().toString();
  for (const path of ["/admin/payments", `/admin/payments/ledger.csv?month=${month}`]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]], path).toEqual([302, "/"]);
  }
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("a payment of another amount is accepted by whoever has read what that does", async ({ page, baseURL }) => {
    const expectQuiet = quiet(page);
    const reference = await paidWrongly(page);
    await become(page, baseURL!, "admin");
    await open(page, "/es");
    await page.getByLabel("Menú").tap();
    await page.getByRole("link", { name: "Dinero" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Dinero" })).toBeVisible();
    const one = entry(page, reference);
    await expect(one).toContainText("Monto distinto al pedido");
    await one.locator("summary", { hasText: "Aceptar lo que se pagó" }).tap();
    await expect(one).toContainText("cuenta como el precio");
    await axe(page);
    await one.getByRole("button", { name: "Sí, hazlo" }).first().tap();
    await expect(page.getByRole("status").filter({ hasText: "Aceptado." })).toBeVisible();
    await expect(one).toHaveCount(0);
    await expect(page.getByRole("rowheader", { name: "Ingresos" }).first()).toBeVisible(); // one for each currency
    expectQuiet();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });

  test("it is given back, and the month's entries are a file", async ({ page, baseURL }) => {
    const reference = await paidWrongly(page);
    await become(page, baseURL!, "admin");
    await page.goto("/admin/payments");
    const one = entry(page, reference);
    await one.locator("summary", { hasText: "Refund it" }).click();
    await one.getByRole("button", { name: "Yes, do it" }).last().click();
    await expect(page).toHaveURL(/\/admin\/payments\?done=give_back#decide$/);
    await expect(page.getByRole("status").filter({ hasText: "on its way back" })).toBeVisible();
    await expect(page.locator("#decide").getByText(reference)).toHaveCount(0);
    const month = await page.locator("#ledger-month").inputValue();
    const file = await page.request.get(`/admin/payments/ledger.csv?month=${month}`);
    expect(file.headers()["content-type"]).toContain("text/csv");
    const lines = (await file.text()).trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "\ufeffEntry,Movement,What happened,Date,Account,Provider,Debit,Credit,Currency,Booking,Payment ID,Refund ID,Test",
    );
    expect(lines.filter((line) => line.includes(reference)).length).toBeGreaterThanOrEqual(2);
    expect((await page.request.get("/admin/payments/ledger.csv?month=2020-13")).status()).toBe(400);
  });
});
