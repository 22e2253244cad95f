import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { SIGNATURE_HEADER, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";
import { OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { sandboxProvider } from "#src/modules/money/sandbox/serve-provider.server.ts";
import type { Attempt } from "#src/platform/payment-provider.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const minutes = (n: number) => new Date(NOON.getTime() + n * 60_000);
const provider = (now = NOON) => sandboxProvider({ ...database.services, clock: () => now });

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  paymentId: randomUUID(),
  bookingId: randomUUID(),
  reference: "RONDA-234567",
  site: "cdmx",
  attempt: 1,
  money: { amount: 90_000, currency: "MXN" },
  method: "card",
  installments: false,
  description: "Pub crawl",
  customerEmail: "guest@ronda.test",
  locale: "en",
  expiresAt: minutes(31),
  successUrl: "http://ronda.test/back",
  cancelUrl: "http://ronda.test/checkout",
  ...over,
});
const open = async (over?: Partial<Attempt>) => (await provider().createAttempt(attempt(over))).externalId;
const make = (id: string, input: Partial<OutcomeInput>, now = NOON) =>
  recordOutcome(database.ctx({ now }), id, OutcomeInput.parse(input));

/** Opens connections in advance: while they are being made, concurrent calls run one after another. */
async function warm() {
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.services.pool.connect()));
  for (const client of clients) client.release();
}

const events = (session: string) =>
  database.services.db
    .selectFrom("sandbox_events")
    .select("type")
    .where("session_id", "=", session)
    .execute()
    .then((rows) => rows.map((row) => row.type));

test("the wiring offers the sandbox only in sandbox mode", async () => {
  const { providers, taskList } = await import("#src/wiring.ts");
  const live = { ...database.services, settings: { ...database.services.settings, PAYMENTS_MODE: "live" as const } };
  expect(Object.keys(providers(database.services))).toContain("sandbox");
  expect(Object.keys(providers(live))).not.toContain("sandbox");
  expect(Object.keys(taskList(live)).filter((name) => name.startsWith("sandbox"))).toEqual([]);
});

test("one payment has one session, however often and at once it is asked for", async () => {
  const request = attempt({ locale: "es" });
  await warm();
  const result = await Promise.all(Array.from({ length: 8 }, () => provider().createAttempt(request)));
  expect(new Set(result.map((one) => one.externalId)).size).toBe(1);
  expect(result[0]!.redirectUrl).toBe(`http://ronda.test/es/sandbox/pay/${result[0]!.externalId}`);
  expect(result[0]!.externalId).toMatch(/^sbx_[2-9A-Z]{20}$/);
  expect(await open()).not.toBe(result[0]!.externalId);
});

test("what costs nothing is not paid here", async () => {
  await expect(open({ method: "free" })).rejects.toThrow("free is not paid here");
});

test("an unknown session is an error, not a state", async () => {
  await expect(provider().fetchState("sbx_NOBODY")).rejects.toThrow("no session");
  await expect(provider().expire("sbx_NOBODY")).rejects.toThrow("no session");
});

test.each([
  [["approve"], { status: "paid", money: { amount: 90_000, currency: "MXN" } }, ["payment.succeeded"]],
  [["wrong_amount"], { status: "paid", money: { amount: 89_900, currency: "MXN" } }, ["payment.succeeded"]],
  [["decline"], { status: "open" }, ["payment.failed"]],
  [["insufficient_funds", "approve"], { status: "paid" }, ["payment.failed", "payment.succeeded"]],
  [["cancel"], { status: "cancelled", reason: "cancelled_by_payer" }, ["payment.cancelled"]],
  [["voucher"], { status: "pending" }, ["payment.pending"]],
  [["voucher", "voucher_paid"], { status: "paid" }, ["payment.pending", "payment.succeeded"]],
  [
    ["voucher", "voucher_lapsed"],
    { status: "failed", reason: "voucher_lapsed" },
    ["payment.pending", "payment.failed"],
  ],
  [["approve", "dispute"], { status: "paid" }, ["payment.succeeded", "dispute.created"]],
] as const)("%o ends as %o", async (outcomes, state, types) => {
  const id = await open();
  for (const outcome of outcomes) expect(await make(id, { outcome })).toMatchObject({ ok: true });
  expect(await provider().fetchState(id)).toMatchObject(state);
  expect((await events(id)).toSorted()).toEqual([...types].toSorted());
});

test.each([
  [["approve"], "cancel", "paid"],
  [["approve"], "approve", "paid"],
  [["approve"], "voucher_lapsed", "paid"],
  [["approve", "dispute"], "dispute", "paid"],
  [["cancel"], "approve", "cancelled"],
  [["voucher"], "approve", "pending"],
  [["voucher", "voucher_lapsed"], "voucher_paid", "failed"],
  [[], "voucher_paid", "open"],
  [[], "dispute", "open"],
] as const)("after %o, %s is refused: it is %s", async (before, outcome, state) => {
  const id = await open();
  for (const one of before) await make(id, { outcome: one });
  const messages = await events(id);
  expect(await make(id, { outcome })).toEqual({ ok: false, reason: "wrong_state", state });
  expect(await events(id)).toEqual(messages);
});

test("a session lives until its time is over, and 30 minutes at least", async () => {
  const long = await open({ expiresAt: minutes(45) });
  const short = await open({ expiresAt: minutes(1) });
  expect(await provider(minutes(44)).fetchState(long)).toEqual({ status: "open" });
  expect(await provider(minutes(29)).fetchState(short)).toEqual({ status: "open" });
  expect(await provider(minutes(30)).fetchState(short)).toEqual({ status: "expired", reason: "expired" });
  expect(await make(long, { outcome: "approve" }, minutes(45))).toMatchObject({ reason: "wrong_state" });
  expect(await provider(minutes(45)).fetchState(long)).toMatchObject({ status: "expired" });
});

test("expiring closes what is open and nothing else", async () => {
  const [opened, paid, pending] = [await open(), await open(), await open()];
  await make(paid, { outcome: "approve" });
  await make(pending, { outcome: "voucher" });
  expect(await provider().expire(opened)).toMatchObject({ status: "expired" });
  expect(await provider().expire(opened)).toMatchObject({ status: "expired" });
  expect(await provider().expire(paid)).toMatchObject({ status: "paid" });
  expect(await provider().expire(pending)).toEqual({ status: "pending" });
  expect(await make(opened, { outcome: "approve" })).toMatchObject({ reason: "wrong_state", state: "expired" });
});

test("paying and expiring at the same moment have one winner, and both sides know it", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => open()));
  await warm();
  for (const id of ids) {
    const [paid, closed] = await Promise.all([make(id, { outcome: "approve" }), provider().expire(id)]);
    const now = await provider().fetchState(id);
    expect(now.status).toBe(paid.ok ? "paid" : "expired");
    expect(closed.status).toBe(now.status);
  }
});

test("a double click pays once and tells once", async () => {
  const id = await open();
  await warm();
  const clicks = await Promise.all([1, 2, 3, 4].map(() => make(id, { outcome: "approve" })));
  expect(clicks.filter((click) => click.ok)).toHaveLength(1);
  expect(await events(id)).toEqual(["payment.succeeded"]);
});

const message = (over: object = {}) =>
  JSON.stringify({ id: "sbe_1", type: "payment.succeeded", session: "sbx_1", created: 1, ...over });
const read = async (body: string, secret: string, at = NOON) =>
  provider().parseWebhook(body, new Headers({ [SIGNATURE_HEADER]: await signatureFor(secret, body, at) }), NOON);

test("a message is believed with the current or the previous secret, and with no other", async () => {
  const { db } = database.services;
  expect(await read(message(), "anything")).toBeNull();
  const current = await sharedSecret(db, "sandbox-webhook");
  expect(await read(message(), current)).toEqual({
    eventId: "sbe_1",
    type: "payment.succeeded",
    topic: "payment",
    refs: { externalId: "sbx_1" },
  });
  expect(await read(message(), "old")).toBeNull();
  await db.insertInto("secrets").values({ name: "sandbox-webhook-previous", value: "old" }).execute();
  expect(await read(message(), "old")).toMatchObject({ eventId: "sbe_1" });
  expect(await read(message(), current, minutes(-6))).toBeNull();
  expect(await provider().parseWebhook(message(), new Headers(), NOON)).toBeNull();
});

test.each([
  ["no JSON", "{"],
  ["another type", message({ type: "payment.made" })],
  ["a field more", message({ amount: 1 })],
  ["no session", message({ session: "" })],
  ["a list", "[]"],
])("a signed message that is %s is not believed", async (_, body) => {
  expect(await read(body, await sharedSecret(database.services.db, "sandbox-webhook"))).toBeNull();
});
