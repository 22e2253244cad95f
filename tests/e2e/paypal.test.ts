import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { goingToPay, holding, paymentPath } from "#tests/e2e/guests.ts";
import { startOwnServer } from "#tests/e2e/own-server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { environmentOf } from "#tests/mocks/paypal/environment.ts";
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

// Paying at PayPal's own page, as a guest sees it. The server is configured with a PayPal double.

type Stage = { origin: string; folder: string; paypal: Awaited<ReturnType<typeof startPaypal>> };

const test = base.extend<object, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-paypal-"));
      const paypal = await startPaypal();
      const server = await startOwnServer(environmentOf(paypal, folder));
      await use({ origin: server.origin, folder: server.folder, paypal });
      await server.stop();
      await paypal.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ stage }, use) => use(stage.origin),
});

test.beforeEach(({ stage }) => tells(stage, { delayMs: 300 }));

/** PayPal's messages are delayed by this long after their cause, or until after something else. */
const tells = ({ paypal, origin }: Stage, when: { delayMs: number } | { after: Promise<void> }) =>
  paypal.delivers({ to: `${origin}/webhooks/paypal`, ...when });

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const success = (page: Page) => expect(heading(page, /^(You’re in\. See you|Listo\. Nos vemos el)/)).toBeVisible();

/** Goes there by PayPal's own button. */
async function goesToPaypal(page: Page) {
  await page.getByRole("button", { name: /^(Pay with|Pagar con) PayPal/ }).click();
  await page.waitForURL(/\/checkoutnow/);
}

/** At PayPal's page, to pay for seats that this browser holds. */
async function booksForPaypal(page: Page) {
  const at = { provider: "paypal", method: "paypal" };
  await page.goto((await goingToPay(page, [], { own: true, at })).redirectUrl);
}

/** The same, from our own choice of payment methods. */
async function choosesPaypal(page: Page, language = "") {
  await open(page, paymentPath(await holding(page, [], { own: true, language: language ? "es" : "en" }), language));
  await goesToPaypal(page);
}

const approves = (page: Page) => page.getByRole("button", { name: /^(Pay now|Pagar ahora)$/ }).click();

/** Presses PayPal's last button and leaves before the shop's page opens; returns the address PayPal redirects to. */
async function approvesAndLeaves(page: Page): Promise<string> {
  const token = new URL(page.url()).searchParams.get("token")!;
  const answer = await page.request.post(page.url(), { form: { token, funding: "good" }, maxRedirects: 0 });
  await page.goto("about:blank");
  return answer.headers()["location"]!;
}

/** This booking was charged once, whatever happened on the way. */
function isTakenOnce({ paypal }: Stage, page: Page) {
  const booking = /booking-confirmation\/([0-9a-f-]{36})/.exec(page.url())![1];
  const orders = Array.from(paypal.company.orders.values()).filter(
    ({ asked: request }) => request.purchase_units[0]!.custom_id === booking,
  );
  expect(orders.flatMap(({ captures }) => captures)).toHaveLength(1);
}

test("approving leads back to the tickets, and nothing of PayPal's stays in the address", async ({ page, stage }) => {
  const expectQuiet = quiet(page);
  await choosesPaypal(page);
  await approves(page);
  await success(page);
  expect(new URL(page.url()).search).toBe("?payment=returned");
  await stage.paypal.delivered();
  await page.reload();
  await success(page);
  isTakenOnce(stage, page);
  expectQuiet();
});

test("a declined card leads back to PayPal, where another one is chosen", async ({ page, stage }) => {
  await booksForPaypal(page);
  await page.getByRole("button", { name: "Pay with a card that is declined" }).click();
  await expect(heading(page, "The payment didn’t go through")).toBeVisible();
  await expect(page.getByText("The card or account you chose was declined.")).toBeVisible();
  await expect(page.getByText("Nothing was charged and we’re still holding your places.")).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await page.waitForURL(/\/checkoutnow/);
  await approves(page);
  await success(page);
  await stage.paypal.delivered();
  isTakenOnce(stage, page);
});

test("who goes back from PayPal can choose again and pays once", async ({ page, stage }) => {
  await choosesPaypal(page);
  await page.goBack();
  await expect(heading(page, "How would you like to pay?")).toBeVisible();
  await goesToPaypal(page);
  await approves(page);
  await success(page);
  await stage.paypal.delivered();
  isTakenOnce(stage, page);
});

test("who closes the tab at PayPal's last step is booked all the same", async ({ page, stage }) => {
  await booksForPaypal(page);
  const { pathname } = new URL(await approvesAndLeaves(page));
  const booking = pathname.split("/").at(-1)!;
  await stage.paypal.delivered();
  const status = async () => {
    const answer = await page.request.get(`/api/bookings/${booking}`);
    return ((await answer.json()) as { status: string }).status;
  };
  await expect.poll(status, { timeout: 20_000 }).toBe("confirmed");
  await page.goto(`/booking-confirmation/${booking}`);
  await success(page);
  isTakenOnce(stage, page);
});

test("who is led back in another browser sees that it is booked, and nobody's name", async ({
  page,
  stage,
  browser,
}) => {
  const view = Promise.withResolvers<void>();
  tells(stage, { after: view.promise }); // the other browser comes first
  await booksForPaypal(page);
  const address = await approvesAndLeaves(page);
  const other = await browser.newPage();
  await other.goto(address);
  await expect(heading(other, "This booking is confirmed.")).toBeVisible();
  await expect(other.getByText("Navarro")).toHaveCount(0);
  view.resolve();
  await stage.paypal.delivered();
  isTakenOnce(stage, other);
  await other.close();
});

/** The hold expires, and somebody else takes all the seats that are left. */
async function losesSeats({ folder }: Stage, booking: string) {
  const cluster = await startEmbedded(path.join(folder, "pg")); // joins the one started by the server
  const pool = openPool(cluster.url(), 1);
  await pool.query("update bookings set hold_expires_at = now() - interval '1 minute' where id = $1", [booking]);
  const held = "select number_of_people from bookings where id = $1 and status = 'pending'";
  await pool.query(
    `update scheduled_crawls set total_spots = total_spots - available_spots - coalesce((${held}), 0), available_spots = 0
     where id = (select scheduled_crawl_id from bookings where id = $1)`,
    [booking],
  );
  await pool.query("update bookings set status = 'cancelled', cancel_reason = 'expired' where id = $1", [booking]);
  await pool.end();
  await cluster.stop();
}

test("who approves when the departure is full is charged nothing and told so", async ({ page, stage }) => {
  await booksForPaypal(page);
  const order = new URL(page.url()).searchParams.get("token")!;
  const { asked: request } = stage.paypal.company.orders.get(order)!;
  await losesSeats(stage, request.purchase_units[0]!.custom_id!);
  await approves(page);
  await expect(heading(page, "Your places went back on sale")).toBeVisible();
  await expect(page.getByText(/and the night was full\. Nothing was charged\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "Choose another date" })).toBeVisible();
  await axe(page);
  await stage.paypal.delivered();
  expect(stage.paypal.company.orders.get(order)!.captures).toEqual([]);
});

test("cancelling at PayPal charges nothing, and paying again works", async ({ page, stage }) => {
  await booksForPaypal(page);
  await page.getByRole("link", { name: "Cancel and return" }).click();
  await expect(heading(page, "Payment cancelled")).toBeVisible();
  await expect(
    page.getByText("Your payment was cancelled. You can try again by clicking the button below."),
  ).toBeVisible();
  expect(new URL(page.url()).search).toBe("?payment=cancelled");
  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await expect(heading(page, "How would you like to pay?")).toBeVisible();
  await goesToPaypal(page);
  await approves(page);
  await success(page);
  isTakenOnce(stage, page);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("in Spanish: a card that is declined, then one that isn't", async ({ page, stage }) => {
    const expectQuiet = quiet(page);
    await choosesPaypal(page, "/es");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await page.getByRole("button", { name: "Pagar con una tarjeta que será rechazada" }).tap();
    await expect(heading(page, "El pago no pasó")).toBeVisible();
    await page.getByRole("link", { name: "Intentar el pago otra vez" }).tap();
    await page.waitForURL(/\/checkoutnow/);
    await approves(page);
    await success(page);
    await stage.paypal.delivered();
    isTakenOnce(stage, page);
    expectQuiet();
  });
});
