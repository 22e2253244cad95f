import { afterAll, beforeAll, expect, test } from "vitest";
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

// A double that accepts anything would prove nothing: it refuses what PayPal refuses.

const paypal = await startPaypal();
afterAll(() => paypal.stop());

let token = "";
beforeAll(async () => {
  const { clientId, clientSecret } = paypal.keys;
  const answer = await fetch(`${paypal.origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: "grant_type=client_credentials",
  });
  ({ access_token: token } = (await answer.json()) as { access_token: string });
});

let requests = 0;
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(paypal.origin + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "paypal-request-id": `request-${requests++}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const { id, details } = (await answer.json()) as { id?: string; details?: { issue: string }[] };
  return { status: answer.status, id: id!, issue: details?.[0]?.issue };
}

const unit = { amount: { currency_code: "MXN", value: "800.00" } };
const order = {
  intent: "CAPTURE",
  purchase_units: [unit],
  payment_source: {
    paypal: {
      experience_context: {
        brand_name: "Ronda",
        locale: "es-MX",
        shipping_preference: "NO_SHIPPING",
        user_action: "PAY_NOW",
        payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
        return_url: "https://ronda.example/",
        cancel_url: "https://ronda.example/",
      },
    },
  },
};
const unitWith = (over: object) => ({ ...order, purchase_units: [{ ...unit, ...over }] });
const amountOf = (value: unknown, currency_code = "MXN") => unitWith({ amount: { currency_code, value } });

test.each<[string, object]>([
  ["an amount that is a number", amountOf(800)],
  ["an amount without decimals", amountOf("800")],
  ["an amount with three", amountOf("800.000")],
  ["an amount below nothing", amountOf("-800.00")],
  ["a currency that is none", amountOf("800.00", "XXX")],
  ["a field that PayPal doesn't know", { ...order, expires_at: "2026-11-20T18:00:00Z" }],
  ["a field of the unit that PayPal doesn't know", unitWith({ metadata: {} })],
  ["a description too long", unitWith({ description: "x".repeat(128) })],
  ["no unit", { ...order, purchase_units: [] }],
  ["another intent", { ...order, intent: "SALE" }],
])("no order over %s", async (_, body) => {
  expect(await post("/v2/checkout/orders", body)).toMatchObject({ status: 400 });
});

test("an order is opened once under a request id, and needs one", async () => {
  const same = { "paypal-request-id": "the same" };
  const first = await post("/v2/checkout/orders", order, same);
  expect(first.status).toBe(200);
  expect((await post("/v2/checkout/orders", order, same)).id).toBe(first.id);
  expect(await post("/v2/checkout/orders", amountOf("1.00"), same)).toMatchObject({ status: 422 });
  expect(await post("/v2/checkout/orders", order, { "paypal-request-id": "" })).toMatchObject({ status: 400 });
});

test("an order is captured once, after its payer approved", async () => {
  const { id } = await post("/v2/checkout/orders", order);
  const capture = () => post(`/v2/checkout/orders/${id}/capture`, {});
  expect(await capture()).toMatchObject({ status: 422, issue: "ORDER_NOT_APPROVED" });
  paypal.company.approve(id, "declined");
  expect(await capture()).toMatchObject({ status: 422, issue: "INSTRUMENT_DECLINED" });
  paypal.company.approve(id);
  expect(await capture()).toMatchObject({ status: 201 });
  expect(await capture()).toMatchObject({ status: 422, issue: "ORDER_ALREADY_CAPTURED" });
  expect(await post("/v2/checkout/orders/NOBODY/capture", {})).toMatchObject({ status: 404 });
});

test("a capture is refunded up to its amount, in its currency, under names that PayPal takes", async () => {
  const { id } = await post("/v2/checkout/orders", order);
  paypal.company.approve(id);
  await post(`/v2/checkout/orders/${id}/capture`, {});
  const path = `/v2/payments/captures/${paypal.company.orders.get(id)!.captures[0]!.id}/refund`;
  const money = (value: string, currency_code = "MXN") => ({ amount: { currency_code, value } });
  expect(await post(path, money("800.01"))).toMatchObject({ issue: "REFUND_AMOUNT_EXCEEDED" });
  expect(await post(path, money("1.00", "USD"))).toMatchObject({ issue: "REFUND_CAPTURE_CURRENCY_MISMATCH" });
  expect(await post(path, { ...money("1.00"), custom_id: "a:0" })).toMatchObject({ status: 400 });
  expect(await post(path, money("300.00"))).toMatchObject({ status: 201 });
  expect(await post(path, {}), "the rest").toMatchObject({ status: 201 });
  expect(await post(path, money("0.01"))).toMatchObject({ issue: "CAPTURE_FULLY_REFUNDED" });
});

test("nothing is done for who has no token", async () => {
  for (const authorization of ["", "Bearer nothing", `Basic ${token}`])
    expect(await post("/v2/checkout/orders", order, { authorization })).toMatchObject({ status: 401 });
});
