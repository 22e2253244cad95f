import { booked } from "#tests/e2e/guests.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, test } from "#tests/e2e/story.ts";

test("who is on duty sees tonight, what waits and how it is going", async ({ page, baseURL }) => {
  const expectQuiet = quiet(page);
  await booked(page, ["Diego Ferrer"], { outcome: "wrong_amount" });
  await become(page, baseURL!, "admin");
  await open(page, "/admin");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const departures = page.getByRole("region", { name: "Departures" });
  await expect(departures.getByRole("img", { name: /places booked/ }).first()).toBeVisible();

  // tonight reloads without a page load
  const request = page.waitForResponse((answer) => answer.url().endsWith("/admin/dashboard/tonight"));
  await page.getByRole("button", { name: /Just now|ago/ }).click();
  expect((await request).status()).toBe(200);

  // period, counting day and table are all in the address
  await page.getByRole("link", { name: "90 d" }).click();
  await expect(page).toHaveURL(/\?period=90d$/);
  await page.getByRole("link", { name: "Day of the crawl" }).click();
  await expect(page).toHaveURL(/period=90d&by=service/);
  await page.getByRole("link", { name: "Show as table: Sales" }).click();
  await expect(page.getByRole("table", { name: "Sales" })).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(page.getByRole("table", { name: "Sales" })).not.toContainText(/\d{4}-\d{2}-\d{2}/);
  const href = await page.getByRole("link", { name: "Download as CSV: Sales" }).getAttribute("href");
  const file = await page.request.get(href!);
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect((await file.text()).split("\r\n")[0]).toContain("From,To,");
  expect((await page.request.get("/admin/dashboard/chart.csv?chart=nope")).status()).toBe(400);

  // each pending task links to where it is solved
  await page.getByRole("link", { name: /payments? needs? review/ }).click();
  await expect(page).toHaveURL(/\/admin\/payments#decide$/);
  expectQuiet();
});

test("the log says who did what, to which record", async ({ page, baseURL }) => {
  const expectQuiet = quiet(page);
  await booked(page, ["Diego Ferrer"], { outcome: "wrong_amount" });
  await become(page, baseURL!, "admin");
  await open(page, "/admin/audit");
  await page.getByText("Action", { exact: true }).first().click();
  await page.getByRole("link", { name: "Payment flagged for review" }).click();
  await expect(page).toHaveURL(/action=payment\.needs_review/);
  const entry = page.getByRole("listitem").filter({ hasText: "Payment flagged for review" }).last();
  await expect(entry).toContainText("amount");
  await entry.getByRole("link", { name: /^Booking / }).click();
  await expect(page).toHaveURL(/type=booking&subject=/);
  const log = await page.request.get("/admin/audit/log.csv?action=payment.needs_review");
  expect((await log.text()).trimEnd().split("\r\n").length).toBeGreaterThanOrEqual(2);
  expectQuiet();
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("tonight fits, and nothing needs to be pushed aside", async ({ page, baseURL }) => {
    await become(page, baseURL!, "admin");
    await open(page, "/es/admin/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: "Resumen" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Salidas" })).toBeInViewport();
    await page.getByRole("link", { name: "Ver como tabla: Ocupación por día" }).tap();
    await expect(page.getByRole("region", { name: "Ocupación por día" }).getByText("Semana del")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test("a customer is led home, whatever of it they ask for", async ({ page, baseURL }) => {
  await become(page, baseURL!, "customer");
  for (const path of [
    "/admin",
    "/admin/dashboard",
    "/admin/dashboard/tonight",
    "/admin/dashboard/chart.csv?chart=sales",
    "/admin/audit/log.csv",
  ]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]], path).toEqual([302, "/"]);
  }
});
