import { describe, expect, test } from "vitest";
import { NO_KEYS, PAYPAL_HOSTS, payPages, readPaymentKeys } from "#src/platform/payment-settings.server.ts";

const STRIPE = (mode: "test" | "live") => ({
  STRIPE_SECRET_KEY: `sk_${mode}_abc123`,
  STRIPE_WEBHOOK_SECRET: "whsec_current",
});
const PAYPAL = { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "WH-1" };
const without = (input: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

describe("what stops the start", () => {
  test.each<[string, Record<string, string>, "sandbox" | "live", string, string]>([
    ["live with test keys", STRIPE("test"), "live", "STRIPE_SECRET_KEY", "is a test key, but PAYMENTS_MODE is live"],
    ["sandbox with live keys", STRIPE("live"), "sandbox", "STRIPE_SECRET_KEY", "is a live key, but PAYMENTS_MODE"],
    [
      "a restricted live key in sandbox",
      { ...STRIPE("live"), STRIPE_SECRET_KEY: "rk_live_abc" },
      "sandbox",
      "STRIPE_SECRET_KEY",
      "is a live key",
    ],
    [
      "live PayPal beside test keys of Stripe",
      { ...STRIPE("test"), ...PAYPAL },
      "live",
      "STRIPE_SECRET_KEY",
      "is a test key",
    ],
    [
      "live at PayPal's test address",
      { ...PAYPAL, PAYPAL_API_URL: PAYPAL_HOSTS.sandbox },
      "live",
      "PAYPAL_API_URL",
      "is PayPal's test address",
    ],
    [
      "sandbox at PayPal's live address",
      { ...PAYPAL, PAYPAL_API_URL: `${PAYPAL_HOSTS.live}/` },
      "sandbox",
      "PAYPAL_API_URL",
      "is PayPal's live address",
    ],
    [
      "Stripe without a secret for its messages",
      without(STRIPE("test"), "STRIPE_WEBHOOK_SECRET"),
      "sandbox",
      "STRIPE_WEBHOOK_SECRET",
      "is needed together with STRIPE_SECRET_KEY",
    ],
    [
      "Stripe without a key",
      without(STRIPE("test"), "STRIPE_SECRET_KEY"),
      "sandbox",
      "STRIPE_SECRET_KEY",
      "is needed together with STRIPE_WEBHOOK_SECRET",
    ],
    ...Object.keys(PAYPAL).map(
      (name) =>
        [`PayPal without ${name}`, without(PAYPAL, name), "sandbox", name, "is needed together with PAYPAL_"] as [
          string,
          Record<string, string>,
          "sandbox",
          string,
          string,
        ],
    ),
    [
      "a publishable key",
      { ...STRIPE("test"), STRIPE_SECRET_KEY: "pk_test_abc" },
      "sandbox",
      "STRIPE_SECRET_KEY",
      "must begin with sk_test_",
    ],
    [
      "a secret of something else",
      { ...STRIPE("test"), STRIPE_WEBHOOK_SECRET: "secret" },
      "sandbox",
      "STRIPE_WEBHOOK_SECRET",
      "must begin with whsec_",
    ],
    [
      "a blank behind the secret",
      { ...STRIPE("test"), STRIPE_WEBHOOK_SECRET_PREVIOUS: "whsec_old " },
      "sandbox",
      "STRIPE_WEBHOOK_SECRET_PREVIOUS",
      "must begin with whsec_",
    ],
    [
      "an address that is none",
      { ...STRIPE("test"), STRIPE_API_URL: "localhost:12111" },
      "sandbox",
      "STRIPE_API_URL",
      "must be an address like",
    ],
  ])("%s", (_, input, mode, name, message) => {
    const { keys, wrong } = readPaymentKeys(input, mode);
    expect(wrong).toEqual({ name, message: expect.stringContaining(message) });
    expect(keys).toEqual(NO_KEYS);
  });
});

describe("what is configured", () => {
  test("nothing in sandbox is nothing", () => {
    expect(readPaymentKeys({}, "sandbox")).toEqual({ keys: NO_KEYS, wrong: null });
  });

  test("Stripe alone, with the secret before the current one and another address", () => {
    const input = {
      ...STRIPE("test"),
      STRIPE_WEBHOOK_SECRET_PREVIOUS: "whsec_old",
      STRIPE_API_URL: "http://localhost:12111/",
    };
    expect(readPaymentKeys(input, "sandbox").keys).toEqual({
      ...NO_KEYS,
      stripe: {
        secretKey: "sk_test_abc123",
        webhookSecrets: ["whsec_current", "whsec_old"],
        apiUrl: "http://localhost:12111",
      },
    });
    expect(readPaymentKeys(STRIPE("live"), "live")).toMatchObject({ wrong: null, keys: { stripe: { apiUrl: null } } });
  });

  test("PayPal goes to the address of the mode", () => {
    expect(readPaymentKeys(PAYPAL, "sandbox").keys.paypal?.apiUrl).toBe(PAYPAL_HOSTS.sandbox);
    expect(readPaymentKeys(PAYPAL, "live").keys.paypal?.apiUrl).toBe(PAYPAL_HOSTS.live);
  });
});

test.each([
  ["nothing configured", {}, "sandbox", []],
  [
    "test keys",
    { ...STRIPE("test"), ...PAYPAL },
    "sandbox",
    ["https://checkout.stripe.com", "https://www.sandbox.paypal.com"],
  ],
  ["live keys", { ...STRIPE("live"), ...PAYPAL }, "live", ["https://checkout.stripe.com", "https://www.paypal.com"]],
  [
    "other addresses",
    { ...STRIPE("test"), ...PAYPAL, STRIPE_API_URL: "http://localhost:1", PAYPAL_API_URL: "http://localhost:2" },
    "sandbox",
    ["http://localhost:1", "http://localhost:2"],
  ],
] as const)("with %s guests are sent to these pages and no others", (_, input, mode, pages) => {
  expect(payPages(readPaymentKeys(input, mode).keys)).toEqual(pages);
});
