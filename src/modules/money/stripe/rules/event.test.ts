import fs from "node:fs";
import { expect, test } from "vitest";
import { EventBody, eventOf } from "#src/modules/money/stripe/rules/event.ts";

const event = (type: string, object: object) =>
  eventOf(EventBody.parse({ object: "event", id: "evt_1", type, data: { object } }));

const session = { id: "cs_1", object: "checkout.session", payment_intent: "pi_1", metadata: { payment: "p1" } };
const ofSession = { paymentId: "p1", externalId: "cs_1", chargeId: "pi_1" };
const refund = { id: "re_1", object: "refund", charge: "ch_1", payment_intent: "pi_1", metadata: {} };
const dispute = { id: "du_1", object: "dispute", charge: "ch_1", payment_intent: "pi_1", metadata: {} };

test.each([
  ["checkout.session.completed", session, "payment", ofSession],
  ["checkout.session.expired", { ...session, payment_intent: null }, "payment", { ...ofSession, chargeId: undefined }],
  ["checkout.session.async_payment_succeeded", session, "payment", ofSession],
  ["checkout.session.async_payment_failed", session, "payment", ofSession],
  [
    "payment_intent.payment_failed",
    { id: "pi_1", metadata: { payment: "p1" } },
    "payment",
    { paymentId: "p1", chargeId: "pi_1" },
  ],
  ["refund.created", refund, "refund", { chargeId: "pi_1" }],
  ["refund.updated", refund, "refund", { chargeId: "pi_1" }],
  ["refund.failed", { ...refund, payment_intent: { id: "pi_1" } }, "refund", { chargeId: "pi_1" }],
  ["charge.dispute.created", dispute, "dispute", { chargeId: "pi_1", disputeId: "du_1" }],
  ["charge.dispute.updated", dispute, "dispute", { chargeId: "pi_1", disputeId: "du_1" }],
  ["charge.dispute.closed", dispute, "dispute", { chargeId: "pi_1", disputeId: "du_1" }],
  ["radar.early_fraud_warning.created", { id: "issfr_1", payment_intent: "pi_1" }, "warning", { chargeId: "pi_1" }],
  ["charge.succeeded", { id: "ch_1", payment_intent: "pi_1" }, "other", {}],
  ["constructor", session, "other", {}],
] as const)("%s is about its payment by these names", (type, object, topic, refs) => {
  expect(event(type, object)).toEqual({ eventId: "evt_1", type, topic, refs });
});

test.each([
  ["a thin message", { object: "v2.core.event", id: "evt_1", type: "v1.billing.meter", related_object: {} }],
  ["no id", { object: "event", type: "refund.created", data: { object: {} } }],
  ["no object", { object: "event", id: "evt_1", type: "refund.created", data: {} }],
  ["a list", []],
])("%s is no message", (_, body) => {
  expect(EventBody.safeParse(body).success).toBe(false);
});

test("docs/operating.md names exactly the messages that are worked on", () => {
  const section = /Subscribe it to ([^;]*);/.exec(fs.readFileSync("docs/operating.md", "utf8"))![1]!;
  const named = Array.from(section.matchAll(/`([\w.]+)`/g), ([, type]) => type!);
  expect(named).toHaveLength(12);
  for (const type of named) expect([type, event(type, session).topic]).not.toEqual([type, "other"]);
});
