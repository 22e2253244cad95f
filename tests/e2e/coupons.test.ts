import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const row = (page: Page, code: string) => page.getByRole("row").filter({ hasText: code });
const panel = (page: Page) => page.locator("main").getByRole("complementary");

/** A guest's page of a departure with seats, in another browser. */
async function checkout(page: Page) {
  const departures = (await (await page.request.get("/api/scheduled-crawls")).json()) as Departure[];
  const departure = departures.find(
    (one) => one.is_available && !one.external_booking_link && !one.on_sale && one.availability_level === "high",
  )!;
  await open(page, `/checkout?departure=${departure.id}&people=1`);
}

/** A toast: the coupon's history may contain the same words. */
const notice = (page: Page, words: string) => page.getByRole("region", { name: /^Notices/ }).getByText(words);

test("a coupon is made, used by a guest at the checkout, seen in use, and can only be switched off then", async ({
  page,
  baseURL,
  browser,
}) => {
  test.slow();
  await become(page, baseURL!, "admin");
  await open(page, "/admin/coupons");
  await page.getByRole("link", { name: "New coupon" }).first().click();
  await expect(panel(page)).toBeFocused();

  // all errors are shown at once, in the specification's words
  await page.getByLabel("Code", { exact: true }).fill("NY");

  // unsaved input is not lost by accident: Escape, a link and going back all ask first
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const ways = [
    () => page.keyboard.press("Escape"),
    () => panel(page).getByRole("link", { name: "Close" }).click(),
    () => row(page, "PAUSADO10").getByRole("link").click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole("button", { name: "Stay here" }).click();
    await expect(question).toBeHidden();
  }
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("NY");

  await page.getByRole("radio", { name: "Fixed amount" }).check();
  await page.getByLabel("Value").fill("0.00");
  const today = Temporal.Now.plainDateISO();
  await page.getByLabel(/^Starts/).fill(today.add({ days: 31 }).toString());
  await page.getByLabel(/^Expires/).fill(today.add({ days: 30 }).toString());
  await page.getByRole("button", { name: "Create coupon" }).click();
  for (const words of [
    "Coupon code must be at least 3 characters long.",
    "Discount value must be positive.",
    "Currency is required for fixed amount discounts.",
    "Expiry date must be after start date.",
  ])
    await expect(panel(page).getByRole("link", { name: words })).toBeVisible();
  await axe(page);
  // a refused save has saved nothing
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(question).toBeHidden(); // while it closes, typing goes nowhere

  const expectQuiet = quiet(page); // browsers log a refused form (422) themselves
  await page.getByLabel("Code", { exact: true }).fill("hostal50");
  await expect(page.getByLabel("Code", { exact: true }), "mended").not.toHaveAttribute("aria-invalid");
  await page.getByRole("radio", { name: "Percentage" }).check();
  await page.getByLabel("Value").fill("100");
  await page.getByRole("button", { name: "Create coupon" }).click();
  const free = page.getByRole("dialog", { name: "Free for everyone, without a limit?" });
  await expect(free).toContainText("hostal50 takes off the whole price");
  await free.getByRole("button", { name: "Back to the form" }).click();
  await page.getByRole("radio", { name: "Fixed amount" }).check();
  await page.getByLabel("Value").fill("50");
  await page.getByLabel("Currency").selectOption("MXN");
  await page.getByLabel(/^Times it can be used/).fill("1");
  await page.getByLabel(/^Starts/).fill("");
  await page.getByLabel(/^Expires/).fill("");
  await page.getByRole("button", { name: "Create coupon" }).click();
  await expect(page.getByText("Coupon created successfully")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(row(page, "hostal50")).toContainText("0 of 1");

  await row(page, "hostal50").getByRole("link").click();
  await page.getByLabel("Value").fill("60");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(panel(page)).toHaveCount(0);

  const guest = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await checkout(guest);
  const total = guest.locator("#order-total + dd");
  const before = await total.textContent();
  await guest.getByLabel("Coupon or gift card code").fill("HOSTAL50");
  await guest.getByRole("button", { name: "Apply" }).click();
  await expect(guest.getByText("Coupon applied successfully")).toBeVisible();
  await expect(total).not.toHaveText(before!);
  await guest.locator("#first_name").fill("Sofía");
  await guest.locator("#last_name").fill("Navarro");
  await guest.locator("#email").fill("sofia.navarro@example.test");
  await guest.locator("#phone").fill("+52 55 1234 5678");
  await guest.locator("#country").selectOption("ES");
  await guest.locator("#agreed").check();
  await guest.getByRole("button", { name: /Proceed to payment/ }).click();
  await guest.waitForURL(/\/sandbox\/pay\//);
  await guest.context().close();

  await open(page, "/admin/coupons?q=HOSTAL50");
  await expect(row(page, "hostal50")).toContainText("1 of 1");
  await expect(row(page, "hostal50")).toContainText("Used up");
  await page.getByRole("link", { name: "hostal50" }).click();
  await expect(panel(page)).toContainText("Sofía Navarro");
  await panel(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("hostal50 can’t be deleted");
  await expect(dialog).toContainText("One booking uses it.");
  await axe(page);
  await dialog.getByRole("button", { name: "Deactivate coupon" }).click();
  await expect(notice(page, "Coupon deactivated")).toBeVisible();
  await expect(page.getByRole("switch", { name: "hostal50 is active" })).not.toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page, "Coupon activated")).toBeVisible();
  await expect(page.getByRole("switch", { name: "hostal50 is active" })).toBeChecked();
  expectQuiet();
});

test("two who change one coupon are told of each other, and a server that can't be reached costs nothing", async ({
  page,
  baseURL,
}) => {
  test.slow();
  await become(page, baseURL!, "admin");
  await open(page, "/es/admin/coupons?q=PAUSADO");
  await page.getByRole("link", { name: "PAUSADO10" }).click();
  await expect(page).toHaveURL(/edit=/);
  const other = await page.context().newPage();
  await open(other, page.url());
  await other.getByLabel("Valor").fill("15");
  await other.getByRole("button", { name: "Guardar cupón" }).click();
  await expect(other.getByText("Cupón actualizado correctamente")).toBeVisible();

  await page.getByLabel("Valor").fill("20");
  await page.getByRole("button", { name: "Guardar cupón" }).click();
  await expect(panel(page).getByRole("row", { name: "Valor" })).toContainText("15");
  await page.route("**/admin/coupons.data**", (route) => route.abort());
  await panel(page).getByRole("button", { name: "Guardar la mía" }).click();
  await expect(page.getByText("Sin conexión con el servidor")).toBeVisible();
  await expect(page.getByLabel("Valor")).toHaveValue("20");
  await page.unroute("**/admin/coupons.data**");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await expect(page.getByText("Cupón actualizado correctamente")).toBeVisible();
  await expect(row(page, "PAUSADO10")).toContainText("20%");

  const file = await page.request.get("/es/admin/coupons/coupons.csv?q=PAUSADO");
  expect(await file.text()).toContain("PAUSADO10,Switched off,Inactivo,Porcentaje,20%,");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a coupon is switched off and deleted by thumb", async ({ page, baseURL }) => {
    await become(page, baseURL!, "admin");
    await open(page, "/admin/coupons");
    await page.getByRole("button", { name: "All filters" }).tap();
    const sheet = page.getByRole("dialog", { name: "All filters" });
    await sheet.getByLabel("State").selectOption("inactive");
    await axe(page);
    await sheet.getByRole("button", { name: "Show coupons" }).tap();
    await expect(page.getByRole("button", { name: "All filters" })).toHaveText("1");
    await expect(page.getByRole("link", { name: "EURO5" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "PAUSADO10" })).toBeVisible();
    await open(page, "/admin/coupons?q=EURO5");
    await page.getByRole("switch", { name: "EURO5 is active" }).tap();
    await expect(notice(page, "Coupon deactivated")).toBeVisible();
    await page.getByRole("link", { name: "EURO5" }).tap();
    await panel(page).getByRole("button", { name: "Delete" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Delete coupon" }).tap();
    await expect(page.getByText("Coupon deleted successfully")).toBeVisible();
    await expect(page.getByText("No coupons match")).toBeVisible();
  });
});
