import { expect, test } from "vitest";
import { certificateAddress, eventOf } from "#src/modules/money/paypal/rules/message.ts";
import { Message } from "#src/modules/money/paypal/schema.ts";

const ORDER = "5O190127TN364715T";
const CAPTURE = "2GG279541U471931P";
const up = (path: string) => ({ links: [{ rel: "up", href: `https://api.paypal.com${path}` }] });
const related = { supplementary_data: { related_ids: { order_id: ORDER } } };

test.each([
  ["CHECKOUT.ORDER.APPROVED", { id: ORDER }, "payment", { externalId: ORDER }],
  ["CHECKOUT.ORDER.COMPLETED", { id: ORDER }, "payment", { externalId: ORDER }],
  ["CHECKOUT.PAYMENT-APPROVAL.REVERSED", { order_id: ORDER }, "payment", { externalId: ORDER }],
  ["PAYMENT.CAPTURE.COMPLETED", { id: CAPTURE, ...related }, "payment", { externalId: ORDER, chargeId: CAPTURE }],
  ["PAYMENT.CAPTURE.PENDING", { id: CAPTURE, ...related }, "payment", { externalId: ORDER, chargeId: CAPTURE }],
  [
    "PAYMENT.CAPTURE.DENIED",
    { id: CAPTURE, ...up(`/v2/checkout/orders/${ORDER}`) },
    "payment",
    { externalId: ORDER, chargeId: CAPTURE },
  ],
  ["PAYMENT.CAPTURE.REFUNDED", { id: "R", ...up(`/v2/payments/captures/${CAPTURE}`) }, "refund", { chargeId: CAPTURE }],
  ["PAYMENT.CAPTURE.REVERSED", { id: "R", ...up(`/v2/payments/captures/${CAPTURE}`) }, "refund", { chargeId: CAPTURE }],
  ["PAYMENT.CAPTURE.REVERSED", { id: CAPTURE, ...related }, "refund", { externalId: ORDER, chargeId: CAPTURE }],
  ["PAYMENT.REFUND.FAILED", { id: "R", ...up(`/v2/payments/captures/${CAPTURE}`) }, "refund", { chargeId: CAPTURE }],
  [
    "CUSTOMER.DISPUTE.CREATED",
    { dispute_id: "PP-D-1", disputed_transactions: [{ seller_transaction_id: CAPTURE }] },
    "dispute",
    { chargeId: CAPTURE, disputeId: "PP-D-1" },
  ],
  ["CUSTOMER.DISPUTE.RESOLVED", { dispute_id: "PP-D-1" }, "dispute", { disputeId: "PP-D-1" }],
  ["BILLING.PLAN.CREATED", { id: "P-1" }, "other", {}],
] as const)("%s %o is about a %s", (event_type, resource, topic, refs) => {
  const event = eventOf(Message.parse({ id: "WH-1", event_type, resource }));
  expect(event).toEqual({ eventId: "WH-1", type: event_type, topic, refs: expect.anything() as object });
  expect(JSON.parse(JSON.stringify(event.refs))).toEqual(refs);
});

const OWN = "https://paypal.example:8443";
test.each([
  ["https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594", true],
  ["https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1", true],
  [`${OWN}/v1/notifications/certs/CERT-1`, true],
  ["http://api.paypal.com/v1/notifications/certs/CERT-1", false],
  ["https://api.paypal.com:8443/v1/notifications/certs/CERT-1", false],
  ["https://api-m.paypal.com/v1/notifications/certs/CERT-1", false],
  ["https://api.paypal.com.example.test/v1/notifications/certs/CERT-1", false],
  ["https://evil.test/api.paypal.com/v1/notifications/certs/CERT-1", false],
  ["https://api.paypal.com@evil.test/v1/notifications/certs/CERT-1", false],
  ["https://user@api.paypal.com/v1/notifications/certs/CERT-1", false],
  ["https://api.paypal.com/v1/notifications/certs/", false],
  ["https://api.paypal.com/v1/notifications/certs/CERT-1/more", false],
  ["https://api.paypal.com/v1/notifications/certs/..%2f..%2fCERT-1", false],
  ["https://api.paypal.com/v1/notifications/certs/CERT-1?to=https://evil.test", false],
  ["https://api.paypal.com/v1/notifications/certs/CERT-1#here", false],
  ["https://paypal.example/v1/notifications/certs/CERT-1", false],
  ["file:///v1/notifications/certs/CERT-1", false],
  ["CERT-1", false],
])("a certificate may be fetched from %s: %s", (address, may) => {
  expect(certificateAddress(address, OWN) !== null).toBe(may);
});

test("the API's own address is believed only where an operator has set another one", () => {
  expect(certificateAddress(`${OWN}/v1/notifications/certs/CERT-1`, null)).toBeNull();
});
