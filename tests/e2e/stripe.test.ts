import { goingToPay, holding, paymentPath } from "#tests/e2e/guests.ts";
import { startOwnServer } from "#tests/e2e/own-server.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { type Browser, expect, type Page, test as base } from "#tests/e2e/story.ts";
import { startStripe, type StripeDouble } from "#tests/mocks/stripe/serve-stripe.ts";

// Paying at Stripe, with Stripe's double: the product is configured with its keys and sends guests to its page.

const test = base.extend<object, { stripe: StripeDouble }>({
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
    async ({}, use) => {
      const stripe = await startStripe();
      await use(stripe);
      await stripe.stop();
    },
    { scope: "worker" },
  ],
  origin: [
    async ({ stripe }, use) => {
      const server = await startOwnServer({
        STRIPE_SECRET_KEY: "sk_test_double",
        STRIPE_WEBHOOK_SECRET: "whsec_double",
        STRIPE_API_URL: stripe.origin,
      });
      stripe.messages.sendTo(`${server.origin}/webhooks/stripe`);
      await use(server.origin);
      stripe.messages.sendTo(null);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
// one test's message settings must not affect the next
test.afterEach(({ stripe }) => void Object.assign(stripe.messages.travel, { copies: 1, shuffled: false, held: false }));

/** At the choice of payment method, with seats that this browser holds. */
async function book(page: Page, language = "", goTo: (page: Page, path: string) => Promise<unknown> = open) {
  await goTo(page, paymentPath(await holding(page, [], { own: true, language: language ? "es" : "en" }), language));
  await expect(heading(page, /How would you like to pay\?|¿Cómo quieres pagar\?/)).toBeVisible();
}

/** At Stripe's page; returns its session. */
async function bookAtStripe(page: Page, stripe: StripeDouble): Promise<string> {
  const at = { provider: "stripe", method: "card" };
  await page.goto((await goingToPay(page, [], { own: true, at })).redirectUrl);
  return atStripe(page, stripe);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const payNow = (page: Page) => page.getByRole("button", { name: /^(Pay|Pagar) MX/ }).click();
const success = (page: Page) => expect(heading(page, /^(You’re in\. See you|Listo\. Nos vemos el)/)).toBeVisible();

/** The session a browser is at. */
async function atStripe(page: Page, stripe: StripeDouble): Promise<string> {
  await page.waitForURL(`${stripe.origin}/c/pay/*`);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}
const press = (page: Page, outcome: string) => page.locator(`button[value="${outcome}"]`).click();
const bookingOf = (stripe: StripeDouble, session: string) => stripe.account.session(session).metadata["booking"]!;

async function elsewhere(browser: Browser, origin: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin })).newPage();
  await open(page, path);
  return page;
}

test("by card, in English: to Stripe's page and back to the tickets", async ({ page, stripe }) => {
  const expectQuiet = quiet(page);
  await book(page);
  await expect(page.getByText("Test mode: no real money is charged.")).toBeVisible();
  await payNow(page);
  const session = await atStripe(page, stripe);
  expect(stripe.account.session(session)).toMatchObject({ locale: "en", submit_type: "book", amount_total: 40_000 });
  await press(page, "pay");
  await success(page);
  await expect(page.getByText("We sent your tickets to")).toBeVisible();
  expectQuiet();
});

test("by card, in Spanish, on a phone, after two cards that are declined", async ({ browser, origin, stripe }) => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "es-MX",
  });
  const page = await context.newPage();
  // on a bad day messages come repeatedly and in any order
  Object.assign(stripe.messages.travel, { copies: 3, shuffled: true });
  await book(page, "/es");
  await expect(page.getByText("Modo de prueba: no se cobra dinero real.")).toBeVisible();
  await page.getByRole("button", { name: "Pagar", exact: true }).click();
  const session = await atStripe(page, stripe);
  expect(stripe.account.session(session).locale).toBe("es-419");
  await press(page, "card_declined");
  await expect(page.getByRole("alert")).toHaveText("Tu tarjeta fue rechazada. Prueba con otra.");
  await press(page, "insufficient_funds");
  await expect(page.getByRole("alert")).toBeVisible();
  await press(page, "pay");
  await success(page);
  await context.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form of ours leads to Stripe's page, and to no page of anybody else", async ({ page, stripe }) => {
    await book(page, "", (at, path) => at.goto(path));
    const answer = await page.request.get(page.url());
    expect(answer.headers()["content-security-policy"]).toContain(`form-action 'self' ${stripe.origin};`);
    await payNow(page);
    await atStripe(page, stripe);
    await press(page, "pay");
    await success(page);
  });

  test("would lead nowhere, did the policy not name it", async ({ page, stripe }) => {
    await book(page, "", (at, path) => at.goto(path));
    await page.route("**/checkout?*", async (route) => {
      const response = await route.fetch();
      const policy = response.headers()["content-security-policy"]!.replace(` ${stripe.origin};`, ";");
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
    });
    await page.reload();
    await page.unroute("**/checkout?*");
    const refused = page.waitForEvent("console", (message) => message.text().includes("form-action"));
    await payNow(page);
    await refused;
    expect(page.url()).not.toContain(stripe.origin);
  });
});

test("going back in the browser leads to the choice again, and the next page can be paid", async ({ page, stripe }) => {
  await book(page);
  await payNow(page);
  const first = await atStripe(page, stripe);
  await page.goBack();
  await expect(heading(page, "How would you like to pay?")).toBeVisible();
  await payNow(page);
  const second = await atStripe(page, stripe);
  expect(bookingOf(stripe, second)).toBe(bookingOf(stripe, first));
  await press(page, "pay");
  await success(page);
});

test("the tab is closed before coming back: the message confirms, and the page opened anew shows it", async ({
  page,
  context,
  stripe,
}) => {
  const session = await bookAtStripe(page, stripe);
  await page.close();
  stripe.account.pays(session); // on Stripe's page, without returning
  await stripe.messages.arrived();
  const again = await context.newPage();
  await open(again, `/booking-confirmation/${bookingOf(stripe, session)}`);
  await success(again);
});

test("coming back in another browser, without cookies and before any message, confirms and shows nothing private", async ({
  page,
  browser,
  origin,
  stripe,
}) => {
  stripe.messages.travel.held = true;
  const session = await bookAtStripe(page, stripe);
  const { success_url: back } = stripe.account.pays(session);
  const other = await elsewhere(browser, origin, back);
  await expect(heading(other, "This booking is confirmed.")).toBeVisible();
  expect(await other.content()).not.toContain("Navarro");
  await other.context().close();
  stripe.messages.release();
  await stripe.messages.arrived();
  await open(page, `/booking-confirmation/${bookingOf(stripe, session)}`);
  await success(page);
});

test("cancelled on Stripe's page: it is said in those words, and paying again works", async ({ page, stripe }) => {
  const expectQuiet = quiet(page);
  await bookAtStripe(page, stripe);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(heading(page, "Payment cancelled")).toBeVisible();
  await expect(
    page.getByText("Your payment was cancelled. You can try again by clicking the button below."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await payNow(page);
  await atStripe(page, stripe);
  await press(page, "pay");
  await success(page);
  expectQuiet();
});

test.describe("Apple Pay", () => {
  const choice = (page: Page) => page.getByRole("button", { name: /Apple Pay/ });

  test("is not shown where the device can't, says no, or takes offence at being asked", async ({ page }) => {
    await book(page);
    await expect(page.getByRole("radio", { name: /Card/ })).toBeChecked();
    await expect(choice(page)).toHaveCount(0);
    for (const answer of ["no", "throws"]) {
      await page.addInitScript((says) => {
        const canMakePayments = () => {
          if (says === "throws") throw new Error("insecure document");
          return false;
        };
        Object.assign(globalThis, { ApplePaySession: { canMakePayments } });
      }, answer);
      await page.reload();
      await alive(page);
      await expect(page.getByRole("radio", { name: /Card/ })).toBeVisible();
      await expect(choice(page)).toHaveCount(0);
    }
  });

  test("is shown where the device can, and leads to the same page", async ({ page, stripe }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { ApplePaySession: { canMakePayments: () => true } });
    });
    await book(page);
    await choice(page).click();
    const session = await atStripe(page, stripe);
    expect(stripe.account.session(session)).toMatchObject({
      metadata: { method: "apple_pay" },
      payment_method_types: ["card", "link"],
    });
    await page.getByRole("button", { name: "Book with Apple Pay" }).click();
    await success(page);
  });
});
