import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { stripeProvider } from "#src/modules/money/stripe/serve-provider.server.ts";
import type { Attempt } from "#src/platform/payment-provider.server.ts";
import { type Recorded, startStripe } from "#tests/mocks/stripe/serve-stripe.ts";

// What we send to Stripe is recorded in shapes.json: literally where the value matters, else by kind.
// If you change a request, the SDK or its API version, reread Stripe's documentation and then update the shapes.

type Shapes = { sdk: string; apiVersion: string; requests: Record<string, object[]> };
const shapes = JSON.parse(fs.readFileSync("tests/mocks/stripe/shapes.json", "utf8")) as Shapes;

const NOON = new Date("2026-11-20T18:00:00Z");
const time = { now: NOON };
const clock = () => time.now;
const stripe = await startStripe({ clock });
const provider = stripeProvider(stripe.keys, { clock });
afterAll(() => stripe.stop());

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  paymentId: "00000000-0000-4000-8000-00000000000a",
  bookingId: "",
  reference: "RONDA-234567",
  site: "oaxaca",
  attempt: 1,
  money: { amount: 80_000, currency: "MXN" },
  method: "card",
  installments: false,
  description: "Ronda Test · vie 20 nov · RONDA-234567",
  customerEmail: "guest@ronda.test",
  locale: "es",
  expiresAt: new Date(NOON.getTime() + 1_800_000),
  successUrl: "https://ronda.test/es/booking-confirmation/1?payment=returned",
  cancelUrl: "https://ronda.test/es/booking-confirmation/1?payment=cancelled",
  ...over,
});

/** Each for its own booking: a known key would answer with another test's page. */
const open = async (over: Partial<Attempt> = {}) => {
  const bookingId = `b0000000-0000-4000-8000-${randomBytes(6).toString("hex")}`;
  return (await provider.createAttempt(attempt({ bookingId, ...over }))).externalId;
};

/** A page opened earlier, which the test doesn't look at. */
async function opened() {
  const externalId = await open();
  stripe.requests.length = 0;
  return externalId;
}

async function paid() {
  const externalId = await opened();
  stripe.account.pays(externalId);
  return { externalId, chargeId: stripe.account.session(externalId).payment_intent };
}

const wish = (charge: { externalId: string; chargeId: string | null }, refundId: string) => ({
  ...charge,
  refundId,
  money: { amount: 30_000, currency: "MXN" } as const,
  askedBefore: null,
});

/** A request without what differs between runs: generated ids replaced by their kind, nothing else. */
const shapeOf = ({ method, path, parameters, idempotencyKey }: Recorded): object =>
  JSON.parse(
    JSON.stringify({ call: `${method} ${path}`, parameters, idempotencyKey })
      .replaceAll(/\b(cs_test|pi|ch|re|du|po|cus)_[0-9a-f]{24}\b/g, "<$1>")
      .replace(/stripe-node-retry-[0-9a-f-]{36}/, "<the SDK's>")
      .replaceAll(/b0000000-0000-4000-8000-[0-9a-f]{12}/g, "<booking>"),
  ) as object;

const ASKED: Record<keyof Shapes["requests"], () => Promise<unknown>> = {
  "createAttempt, card": () => open(),
  "createAttempt, Apple Pay in English": () => open({ method: "apple_pay", locale: "en" }),
  "createAttempt, Google Pay": () => open({ method: "google_pay" }),
  "createAttempt, a card in months without interest": () => open({ installments: true }),
  "createAttempt, a card in dollars": () => open({ money: { amount: 4000, currency: "USD" } }),
  "createAttempt, OXXO": () => open({ method: "oxxo", expiresAt: new Date(NOON.getTime() + 4 * 86_400_000) }),
  "createAttempt, a transfer": () => open({ method: "spei" }),
  "createAttempt, a transfer of who left no email": () => open({ method: "spei", customerEmail: "" }),
  "fetchState, a transfer": async () => {
    const id = await open({ method: "spei" });
    stripe.account.takesAccount(id);
    stripe.account.transfers(id, 80_000);
    stripe.requests.length = 0;
    await provider.fetchState(id);
  },
  fetchState: async () => provider.fetchState((await paid()).externalId),
  "expire, open": async () => provider.expire(await opened()),
  "expire, paid": async () => provider.expire((await paid()).externalId),
  refund: async () => provider.refund(wish(await paid(), "refund-1:0")),
  "refund, asked again": async () => {
    const request = wish(await paid(), "refund-2:0");
    await provider.refund(request);
    await provider.refund(request);
  },
  "refund, asked again when the key may be forgotten": async () => {
    const request = wish(await paid(), "refund-3:0");
    await provider.refund(request);
    time.now = new Date(NOON.getTime() + 21 * 3_600_000);
    await provider.refund({ ...request, askedBefore: NOON });
    time.now = NOON;
  },
  listRefunds: async () => provider.listRefunds(await paid()),
  fetchDispute: async () => provider.fetchDispute(stripe.account.isDisputed((await paid()).chargeId!).id),
  listMovements: () => provider.listMovements(new Date("2026-11-19T06:00:00Z"), new Date("2026-11-20T06:00:00Z")),
  listPayouts: () => provider.listPayouts!(new Date("2026-11-19T06:00:00Z"), new Date("2026-11-20T06:00:00Z")),
  chargesOfPayout: () => provider.chargesOfPayout!(stripe.account.paysOut([]).id),
};

describe("what is sent", () => {
  test.each(Object.entries(ASKED))("for %s is what was reviewed", async (name, ask) => {
    stripe.requests.length = 0;
    await ask();
    expect(stripe.requests.map(shapeOf)).toEqual(shapes.requests[name]);
    expect(new Set(stripe.requests.map((one) => one.version))).toEqual(new Set([shapes.apiVersion]));
  });

  test("has a shape for every question, and no shape without one", () => {
    expect(Object.keys(shapes.requests).toSorted()).toEqual(Object.keys(ASKED).toSorted());
    const request = Object.keys(ASKED).map((name) => name.split(",")[0]!);
    const questions = Object.keys(provider).filter((name) => name !== "name" && name !== "parseWebhook");
    expect([...new Set(request)].toSorted()).toEqual(questions.toSorted());
  });
});

test("the SDK and its version of the API are those with which the shapes were reviewed", () => {
  const installed = JSON.parse(fs.readFileSync("node_modules/stripe/package.json", "utf8")) as { version: string };
  expect(installed.version).toBe(shapes.sdk);
  const data = JSON.parse(fs.readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  expect(data.dependencies["stripe"]).toBe(shapes.sdk);
});

describe("what Stripe publishes", () => {
  // the SDK's types are written from its published description of the API; its enums are open types, so the compiler checks no word
  const published = fs.readFileSync("node_modules/stripe/esm/resources/Checkout/Sessions.d.ts", "utf8");
  const request = published.slice(published.indexOf("interface SessionCreateParams"));
  const words = (type: string) => {
    const [, list] = new RegExp(`type ${type} = ([^;]+);`).exec(request)!;
    return Array.from(list!.matchAll(/'([^']+)'/g), ([, word]) => word!);
  };
  const sent = Object.entries(shapes.requests)
    .filter(([name]) => name.startsWith("createAttempt"))
    .flatMap(([, calls]) => calls as { parameters: Record<string, unknown> }[])
    .filter(({ parameters }) => "mode" in parameters)
    .map(({ parameters }) => parameters);

  test.each([
    ["allowed_payment_method_types", "AllowedPaymentMethodType"],
    ["mode", "Mode"],
    ["ui_mode", "UiMode"],
    ["submit_type", "SubmitType"],
    ["locale", "Locale"],
  ])("has the words that are sent as %s", (name, type) => {
    const used = new Set(sent.flatMap((parameters) => parameters[name] as string | string[]));
    expect(used.size).toBeGreaterThan(0);
    expect(words(type)).toEqual(expect.arrayContaining([...used]));
  });

  test("has Mexican transfers among those of customers' balances", () => {
    const [, transfers] = /namespace CustomerBalance \{([\s\S]*?)\n {12}\}\n/.exec(request)!;
    expect(transfers).toMatch(/type Type = [^;]*'mx_bank_transfer'/);
    expect(request).toMatch(/interface CustomerBalance \{[\s\S]*?funding_type\?: 'bank_transfer';/);
    const intents = fs.readFileSync("node_modules/stripe/esm/resources/PaymentIntents.d.ts", "utf8");
    const [, output] = /interface DisplayBankTransferInstructions \{([\s\S]*?)\n {8}\}/.exec(intents)!;
    for (const name of ["amount_remaining", "hosted_instructions_url"]) expect(output).toContain(`${name}:`);
  });

  test("has every parameter that is sent, and installments inside those of cards", () => {
    const names = new Set(sent.flatMap((parameters) => Object.keys(parameters)));
    for (const name of names) expect(request).toMatch(new RegExp(`^ {8}${name}\\??:`, "m"));
    expect(request).toMatch(/namespace Card \{\s+interface Installments \{[^}]*?enabled\?: boolean;/);
    expect(request).not.toMatch(/^ {8}payment_method_types\??:/m);
  });

  test("writes the version of the API that is pinned", () => {
    const client = fs.readFileSync("node_modules/stripe/esm/apiVersion.js", "utf8");
    expect(client).toContain(`'${shapes.apiVersion}'`);
  });
});

describe("a transfer whose time is over", () => {
  const afterwards = async (transferred: number, then = 0) => {
    const id = await open({ method: "spei" });
    stripe.account.takesAccount(id);
    if (transferred > 0) stripe.account.transfers(id, transferred);
    time.now = new Date(NOON.getTime() + 3 * 86_400_000);
    if (then > 0) stripe.account.transfers(id, then);
    const state = await provider.fetchState(id);
    time.now = NOON;
    return state;
  };

  test("has failed where nothing came, is a wrong amount where a part did, and paid where it came late", async () => {
    expect(await afterwards(0)).toEqual({ status: "failed", reason: "transfer_lapsed" });
    expect(await afterwards(50_000)).toMatchObject({ status: "paid", money: { amount: 50_000, currency: "MXN" } });
    expect(await afterwards(0, 80_000)).toMatchObject({ status: "paid", money: { amount: 80_000, currency: "MXN" } });
    expect(await afterwards(50_000, 40_000)).toMatchObject({
      status: "paid",
      money: { amount: 90_000, currency: "MXN" },
    });
  });
});

describe("the double refuses what Stripe refuses", () => {
  const ask = async (method: string, path: string, body?: string, over: Record<string, string> = {}) => {
    const headers = {
      authorization: `Bearer ${stripe.keys.secretKey}`,
      "stripe-version": shapes.apiVersion,
      "content-type": "application/x-www-form-urlencoded",
      ...over,
    };
    const answer = await fetch(stripe.origin + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, error: ((await answer.json()) as { error?: object }).error };
  };
  const LINE = "line_items[0][quantity]=1&line_items[0][price_data][currency]=mxn";
  const SESSION = `mode=payment&success_url=https://ronda.test&${LINE}&line_items[0][price_data][unit_amount]=80000&line_items[0][price_data][product_data][name]=x`;
  const create = (body: string, over?: Record<string, string>) => ask("POST", "/v1/checkout/sessions", body, over);

  test("nothing of a request that is right", async () => {
    expect(await create(SESSION)).toEqual({ status: 200, error: undefined });
  });

  test.each([
    [
      "a parameter that the SDK's older versions had",
      "payment_method_types[0]=card",
      { code: "parameter_unknown", param: "payment_method_types" },
    ],
    [
      "an unknown one deep inside",
      "payment_intent_data[purpose]=x",
      { code: "parameter_unknown", param: "payment_intent_data[purpose]" },
    ],
    ["a word that the SDK's types let through", "ui_mode=hosted", { param: "ui_mode" }],
    ["another such word", "allowed_payment_method_types[0]=apple_pay", { param: "allowed_payment_method_types[0]" }],
    ["a language that Stripe doesn't speak", "locale=es-MX", { param: "locale" }],
    ["a number that is none", "expires_at=soon", { code: "parameter_invalid_integer", param: "expires_at" }],
    ["a page that is open too short", `expires_at=${NOON.getTime() / 1000 + 1799}`, { param: "expires_at" }],
    ["a page that is open too long", `expires_at=${NOON.getTime() / 1000 + 86_401}`, { param: "expires_at" }],
    [
      "a voucher of eight days",
      "payment_method_options[oxxo][expires_after_days]=8",
      { param: "payment_method_options[oxxo][expires_after_days]" },
    ],
    ["a transfer of nobody", "allowed_payment_method_types[0]=customer_balance", { param: "customer" }],
    ["a customer that it doesn't know", "customer=cus_0", { code: "resource_missing", param: "customer" }],
    [
      "a kind of transfer that isn't one",
      "payment_method_options[customer_balance][funding_type]=bank_transfer&payment_method_options[customer_balance][bank_transfer][type]=spei",
      { param: "payment_method_options[customer_balance][bank_transfer][type]" },
    ],
    [
      "installments in another currency than pesos",
      "payment_method_options[card][installments][enabled]=true&line_items[0][price_data][currency]=usd",
      { param: "payment_method_options[card][installments][enabled]" },
    ],
    ["an address that is none", "cancel_url=/back", { param: "cancel_url" }],
  ])("%s", async (_, more, error) => {
    expect(await create(`${SESSION}&${more}`)).toMatchObject({
      status: 400,
      error: { type: "invalid_request_error", ...error },
    });
  });

  test("what is missing, too little, or of two currencies", async () => {
    expect(await create(SESSION.replace("mode=payment&", ""))).toMatchObject({
      error: { code: "parameter_missing", param: "mode" },
    });
    expect(await create(SESSION.replace("80000", "999"))).toMatchObject({ error: { code: "amount_too_small" } });
    const dollars = `${SESSION}&${LINE.replaceAll("[0]", "[1]").replace("mxn", "usd")}&line_items[1][price_data][unit_amount]=5&line_items[1][price_data][product_data][name]=y`;
    expect(await create(dollars)).toMatchObject({ error: { param: "line_items" } });
  });

  test("strangers, and other versions of the API", async () => {
    expect(await create(SESSION, { authorization: "Bearer sk_test_other" })).toMatchObject({ status: 401 });
    expect(await create(SESSION, { "stripe-version": "2025-01-01.acacia" })).toMatchObject({ status: 400 });
    expect(await ask("GET", "/v1/subscriptions")).toMatchObject({ status: 404 });
  });

  test("a key that is used for something else; the same request replays its answer, errors too", async () => {
    const key = { "idempotency-key": "a-key" };
    expect(await create(SESSION, key)).toMatchObject({ status: 200 });
    expect(await create(SESSION, key)).toMatchObject({ status: 200 });
    expect(await create(`${SESSION}&locale=en`, key)).toMatchObject({
      status: 400,
      error: { type: "idempotency_error" },
    });
    const { chargeId } = await paid();
    const refund = (amount: number, name: string) =>
      ask("POST", "/v1/refunds", `payment_intent=${chargeId}&amount=${amount}`, { "idempotency-key": name });
    expect(await refund(90_000, "too-much")).toMatchObject({ status: 400, error: { param: "amount" } });
    expect(await refund(90_000, "too-much")).toMatchObject({ status: 400, error: { param: "amount" } });
    expect(stripe.account.listRefunds({ payment_intent: chargeId! })).toEqual([]);
  });

  test("a key whose first request is still being worked on", async () => {
    stripe.failures.isSlow(200);
    const key = { "idempotency-key": "busy" };
    const answers = await Promise.all([create(SESSION, key), create(SESSION, key)]);
    stripe.failures.ends();
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
