import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { failRefund } from "#src/modules/money/sandbox/fail-refund.server.ts";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { sandboxProvider } from "#src/modules/money/sandbox/serve-provider.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const provider = () => sandboxProvider(database.services);
const pesos = (amount: number) => ({ amount, currency: "MXN" as const });

async function session(input?: Partial<OutcomeInput>, method: "paypal" | "oxxo" = "paypal"): Promise<string> {
  const { externalId } = await provider().createAttempt({
    paymentId: randomUUID(),
    bookingId: randomUUID(),
    reference: "RONDA-234567",
    site: "cdmx",
    attempt: 1,
    money: pesos(1000),
    method,
    installments: false,
    description: "Pub crawl",
    customerEmail: "guest@ronda.test",
    locale: "es",
    expiresAt: NOON,
    successUrl: "http://ronda.test/back",
    cancelUrl: "http://ronda.test/checkout",
  });
  if (input) await recordOutcome(database.ctx(), externalId, OutcomeInput.parse(input));
  return externalId;
}
const refund = (externalId: string, amount: number, refundId: string = randomUUID()) =>
  provider().refund({ externalId, chargeId: null, refundId, money: pesos(amount), askedBefore: null });

/** Opens connections in advance: while they are being made, concurrent calls run one after another. */
async function warm() {
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.services.pool.connect()));
  for (const client of clients) client.release();
}

const refundEvents = (id: string) =>
  database.services.db
    .selectFrom("sandbox_events")
    .select("type")
    .where("session_id", "=", id)
    .where("type", "like", "refund.%")
    .execute()
    .then((rows) => rows.map((row) => row.type));

test("one refund id gives back once", async () => {
  const id = await session({ outcome: "approve" });
  const same = randomUUID();
  await warm();
  const answers = await Promise.all([1, 2, 3, 4].map(() => refund(id, 600, same)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: "succeeded" });
  expect(await refundEvents(id)).toEqual(["refund.succeeded"]);
  expect(await refund(id, 400)).toMatchObject({ status: "succeeded" });
  expect(await refund(id, 1)).toEqual({ status: "failed", reason: "exceeds_charge" });
  await expect(refund(id, 500, same)).rejects.toThrow("other details");
});

test("many refunds at once never give back more than was charged", async () => {
  const id = await session({ outcome: "wrong_amount" }); // charges 900
  await warm();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, 200)));
  expect(answers.filter((answer) => answer.status === "succeeded")).toHaveLength(4);
  expect(await refund(id, 100)).toMatchObject({ status: "succeeded" });
});

test("what was not paid is not refunded", async () => {
  expect(await refund(await session(), 10)).toEqual({ status: "failed", reason: "not_paid" });
  expect(await refund(await session({ outcome: "voucher" }), 10)).toMatchObject({ reason: "not_paid" });
  await expect(refund("sbx_NOBODY", 10)).rejects.toThrow("no session");
});

test("what was paid in cash is given back by a person, and a voucher that nobody pays lapses in three days", async () => {
  const later = (days: number) =>
    sandboxProvider({ ...database.services, clock: () => new Date(+NOON + days * 86_400_000) });
  const paid = await session({ outcome: "voucher" }, "oxxo");
  expect(await later(1).fetchState(paid)).toEqual({ status: "pending", until: new Date(+NOON + 3 * 86_400_000) });
  await recordOutcome(database.ctx(), paid, OutcomeInput.parse({ outcome: "voucher_paid" }));
  expect(await refund(paid, 10)).toEqual({ status: "manual", reason: "paid_in_cash" });
  const lapsed = await session({ outcome: "voucher" }, "oxxo");
  expect(await later(3).fetchState(lapsed)).toEqual({ status: "failed", reason: "voucher_lapsed" });
});

test("a refund that fails later is accepted first, and its money can be asked for again", async () => {
  const id = await session({ outcome: "approve", refunds_fail: true });
  const key = randomUUID();
  expect(await refund(id, 1000, key)).toMatchObject({ status: "submitted" });
  expect(await refund(id, 1)).toMatchObject({ reason: "exceeds_charge" });
  expect(await refundEvents(id)).toEqual([]);
  const { rows } = await database.services.pool.query<{ payload: object; run_at: Date }>(
    `select j.payload, j.run_at from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'sandbox.fail-refund'`,
  );
  expect(rows.map((row) => row.run_at.getTime() - NOON.getTime())).toEqual([5000]);
  await failRefund(database.ctx(), rows[0]!.payload);
  await failRefund(database.ctx(), rows[0]!.payload);
  expect(await refundEvents(id)).toEqual(["refund.failed"]);
  expect(await refund(id, 1000, key)).toEqual({ status: "failed", reason: "refund_failed" });
  expect(await refund(id, 1000)).toMatchObject({ status: "submitted" });
});
