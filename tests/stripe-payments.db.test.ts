import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { closeAttempts } from "#src/modules/money/payments/close-attempts.server.ts";
import { processEvent } from "#src/modules/money/payments/process-event.server.ts";
import { laterOpen } from "#src/modules/sales/booking/pay-later.server.ts";
import { paymentOptions, paymentStateOf, settleOpenPayments } from "#src/modules/money/payments/queries.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { stripeProvider } from "#src/modules/money/stripe/serve-provider.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { guardProvider } from "#src/platform/guard-provider.server.ts";
import { apiOn } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import type { Sent } from "#tests/mocks/stripe/deliver-events.ts";
import { startStripe } from "#tests/mocks/stripe/serve-stripe.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { NO_KEYS } from "#src/platform/payment-settings.server.ts";

// A booking's money from the first click to the refund, with the product's own wiring, its HTTP endpoint and Stripe's double.

const SECRET = "whsec_of_this_test";
const PREVIOUS = "whsec_before_it";
const stripe = await startStripe({ secretKey: "sk_test_ofthistest", webhookSecret: SECRET, clock: () => NOON });
const database = freshDatabase({
  STRIPE_SECRET_KEY: "sk_test_ofthistest",
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_WEBHOOK_SECRET_PREVIOUS: PREVIOUS,
  STRIPE_API_URL: stripe.origin,
});
const call = apiOn(database);
afterAll(() => stripe.stop());

let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const at = (minutes: number) => database.ctx({ now: later(minutes), actor: { browser: randomUUID() } });

async function goesToPay(method: "card" | "spei" = "card") {
  const departure = await addDeparture(database.services.db, crawlId);
  const placed = await placeBooking(at(0), bookingInput(departure), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  const booking = placed.booking.id;
  const request = { of: bookingRef(booking), provider: "stripe", method } as const;
  const started = await startPayment(at(0), request, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  const session = new URL(started.redirect_url).pathname.split("/").at(-1)!;
  return { departure, booking, session, paymentId: started.payment_id };
}

async function paid() {
  const basket = await goesToPay();
  stripe.account.pays(basket.session);
  await arrives(message("checkout.session.completed", basket.session));
  return { ...basket, intent: stripe.account.session(basket.session).payment_intent! };
}

/** The newest message of a type about an object. */
const message = (type: string, about: string): Sent => {
  const found = stripe.messages.events.findLast(
    (event) => event.type === type && JSON.stringify(event.data.object).includes(about),
  );
  if (!found) throw new Error(`Stripe sent no ${type} about ${about}`);
  return found;
};

const post = (raw: string, headers: Headers | Record<string, string>, minutes = 1) =>
  call("/webhooks/stripe", { raw, headers: Object.fromEntries(new Headers(headers)), now: later(minutes) });

/** A message arrives at the endpoint and is processed. */
async function arrives(event: Sent, minutes = 1): Promise<void> {
  const { rawBody, headers } = stripe.messages.signed(event, { at: later(minutes) });
  expect((await post(rawBody, headers, minutes)).status).toBe(200);
  const { id } = await stored(event.id).executeTakeFirstOrThrow();
  await processEvent(at(minutes), id);
}
const stored = (eventId: string) =>
  database.services.db.selectFrom("provider_events").selectAll().where("event_id", "=", eventId);

const bookingRow = (id: string) =>
  database.services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const payments = (booking: string) =>
  database.services.db.selectFrom("payments").selectAll().where("purchase_id", "=", booking).execute();
const refunds = (booking: string) =>
  database.services.db.selectFrom("refunds").selectAll().where("purchase_id", "=", booking).execute();

async function isConfirmedOnce({
  booking,
  departure,
  session,
}: {
  booking: string;
  departure: string;
  session: string;
}) {
  expect(await bookingRow(booking)).toMatchObject({ status: "confirmed" });
  expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 2, available: 38 });
  expect(await payments(booking)).toMatchObject([
    {
      status: "succeeded",
      provider: "stripe",
      external_id: session,
      charge_id: stripe.account.session(session).payment_intent,
      charged_amount: 80_000,
      charged_currency: "MXN",
    },
  ]);
}

describe("a transfer", () => {
  beforeAll(() => switchedTo("true"));

  async function switchedTo(value: string) {
    await database.services.db
      .insertInto("app_settings")
      .values({ key: "spei_enabled", value })
      .onConflict((c) => c.column("key").doUpdateSet({ value }))
      .execute();
    forgetSettings(database.services);
  }

  async function takesAccount() {
    const basket = await goesToPay("spei");
    stripe.account.takesAccount(basket.session);
    await arrives(message("checkout.session.completed", basket.session));
    return basket;
  }

  test("keeps its places for two days, is emailed once with its account, and confirms when the money is there", async () => {
    const basket = await takesAccount();
    const { hold_expires_at } = await bookingRow(basket.booking);
    expect(hold_expires_at.getTime()).toBeGreaterThan(later(2 * 24 * 60).getTime());
    const { voucher } = await paymentStateOf(at(2), basket.booking);
    expect(voucher).toMatchObject({ method: "spei", amount_minor: 80_000, url: expect.stringContaining("/voucher/") });
    const emails = database.services.db.selectFrom("emails").select("kind").where("booking_id", "=", basket.booking);
    expect(await emails.execute()).toEqual([{ kind: "voucher_issued" }]);
    stripe.account.transfers(basket.session, 80_000);
    await arrives(message("checkout.session.async_payment_succeeded", basket.session), 90);
    await isConfirmedOnce(basket);
  });

  test("in parts counts once it is whole, and goes back as any other", async () => {
    const basket = await takesAccount();
    stripe.account.transfers(basket.session, 30_000);
    await settleOpenPayments(at(5), basket.booking);
    expect(await bookingRow(basket.booking)).toMatchObject({ status: "pending" });
    stripe.account.transfers(basket.session, 50_000);
    await arrives(message("checkout.session.async_payment_succeeded", basket.session), 90);
    await isConfirmedOnce(basket);
    const cancelled = await cancelBooking(at(100), {
      booking_id: basket.booking,
      token: accessToken(database.services.secret, basket.booking),
      expected_refund: { amount_minor: 80_000, currency: "MXN" },
    });
    expect(cancelled).toMatchObject({ ok: true });
    const [refund] = await refunds(basket.booking);
    await submitRefund(at(100), refund!.id);
    expect(await refunds(basket.booking)).toMatchObject([{ status: "succeeded", amount: 80_000 }]);
  });

  test("of too much is left to staff", async () => {
    const basket = await takesAccount();
    stripe.account.transfers(basket.session, 90_000);
    await arrives(message("checkout.session.async_payment_succeeded", basket.session), 90);
    expect(await payments(basket.booking)).toMatchObject([{ review_reason: "wrong_amount", charged_amount: 90_000 }]);
    expect(await bookingRow(basket.booking)).toMatchObject({ status: "pending" });
  });

  test("is offered in pesos alone, and not while it is switched off", async () => {
    const offered = async (currency: "MXN" | "USD") => {
      const departure = await addDeparture(database.services.db, crawlId);
      const placed = await placeBooking(at(0), bookingInput(departure, { currency }), randomUUID());
      if (!placed.ok) throw new Error(placed.reason);
      const view = (await findBooking(at(0), placed.booking.id, null))!;
      const options = await paymentOptions(at(0), view.total, await laterOpen(at(0), view, view.total));
      const request = { of: bookingRef(view.id), provider: "stripe", method: "spei" } as const;
      const started = await startPayment(at(0), request, randomUUID());
      return [options.some(({ method }) => method === "spei"), started.ok];
    };
    expect(await offered("MXN")).toEqual([true, true]);
    expect(await offered("USD")).toEqual([false, false]);
    await switchedTo("false");
    expect(await offered("MXN")).toEqual([false, false]);
    await switchedTo("true");
  });
});

describe("a payment", () => {
  test("is confirmed by its message, once, however often it comes", async () => {
    const basket = await goesToPay();
    expect(await bookingRow(basket.booking)).toMatchObject({ status: "pending" });
    stripe.account.pays(basket.session);
    const event = message("checkout.session.completed", basket.session);
    await arrives(event);
    await isConfirmedOnce(basket);
    await arrives(event, 2);
    await isConfirmedOnce(basket);
    expect(await stored(event.id).execute()).toMatchObject([{ topic: "payment", payment_ref: basket.paymentId }]);
  });

  test("whose page opened after its guest was told to try again is found by the next try, and paid once", async () => {
    const departure = await addDeparture(database.services.db, crawlId);
    const placed = await placeBooking(at(0), bookingInput(departure), randomUUID());
    if (!placed.ok) throw new Error(placed.reason);
    const booking = placed.booking.id;
    const request = { of: bookingRef(booking), provider: "stripe", method: "card" } as const;
    const key = randomUUID();
    const hurried = guardProvider(stripeProvider(stripe.keys, { clock: () => NOON, budgetMs: 200 }));
    stripe.failures.isSlow(400);
    const late = await startPayment({ ...at(0), providers: { stripe: hurried } }, request, key);
    expect(late).toEqual({ ok: false, reason: "provider_unavailable" });
    stripe.failures.ends();
    const started = await vi.waitUntil(
      async () => {
        const answer = await startPayment(at(0), request, key);
        return answer.ok && answer;
      },
      { timeout: 20_000 },
    );
    const session = new URL(started.redirect_url).pathname.split("/").at(-1)!;
    const opened = stripe.account.listSessions().filter((one) => one.client_reference_id === booking);
    expect(opened).toMatchObject([{ id: session }]);
    stripe.account.pays(session);
    await arrives(message("checkout.session.completed", session));
    await isConfirmedOnce({ booking, departure, session });
  });

  test("is confirmed by coming back, before any message", async () => {
    const basket = await goesToPay();
    stripe.account.pays(basket.session);
    await settleOpenPayments(at(1), basket.booking);
    await isConfirmedOnce(basket);
    await arrives(message("checkout.session.completed", basket.session), 2);
    await isConfirmedOnce(basket);
  });

  test("that was declined leaves the page open, and then goes through", async () => {
    const basket = await goesToPay();
    stripe.account.declines(basket.session);
    await arrives(message("payment_intent.payment_failed", basket.paymentId));
    expect(await payments(basket.booking)).toMatchObject([{ status: "pending" }]);
    stripe.account.pays(basket.session);
    await arrives(message("checkout.session.completed", basket.session), 2);
    await isConfirmedOnce(basket);
  });

  test("whose page is closed can't be made any more", async () => {
    const basket = await goesToPay();
    expect(await closeAttempts(at(1), basket.booking)).toBe("closed");
    expect(stripe.account.session(basket.session).status).toBe("expired");
    expect(await payments(basket.booking)).toMatchObject([{ status: "cancelled", failure_reason: "expired" }]);
    const late = await goesToPay();
    stripe.account.pays(late.session);
    expect(await closeAttempts(at(1), late.booking)).toBe("paid");
    await isConfirmedOnce(late);
  });

  test("of another amount waits for a person and confirms nothing", async () => {
    const basket = await goesToPay();
    stripe.account.pays(basket.session, { amount: 79_999 });
    await arrives(message("checkout.session.completed", basket.session));
    expect(await bookingRow(basket.booking)).toMatchObject({ status: "pending" });
    expect(await payments(basket.booking)).toMatchObject([{ status: "pending", review_reason: "wrong_amount" }]);
  });

  test("can't be started while Stripe doesn't answer, and can be a moment later", async () => {
    const departure = await addDeparture(database.services.db, crawlId);
    const placed = await placeBooking(at(0), bookingInput(departure), randomUUID());
    if (!placed.ok) throw new Error(placed.reason);
    const request = { of: bookingRef(placed.booking.id), provider: "stripe", method: "card" } as const;
    stripe.failures.fails(1, 429);
    const key = randomUUID();
    expect(await startPayment(at(0), request, key)).toMatchObject({ reason: "provider_unavailable" });
    expect(await startPayment(at(0), request, key)).toMatchObject({ ok: true });
    expect(await payments(placed.booking.id)).toHaveLength(1);
  });
});

describe("a refund", () => {
  const cancels = (booking: string) =>
    cancelBooking(at(10), {
      booking_id: booking,
      token: accessToken(database.services.secret, booking),
      expected_refund: { amount_minor: 80_000, currency: "MXN" },
    });

  test("goes back through Stripe, once, and its messages change nothing more", async () => {
    const { booking, intent } = await paid();
    expect(await cancels(booking)).toMatchObject({ ok: true });
    const [request] = await refunds(booking);
    await submitRefund(at(11), request!.id);
    await submitRefund(at(12), request!.id);
    const result = stripe.account.listRefunds({ payment_intent: intent });
    expect(result).toMatchObject([{ amount: 80_000, status: "succeeded" }]);
    expect(await refunds(booking)).toMatchObject([{ status: "succeeded", external_id: result[0]!.id }]);
    await arrives(message("refund.created", result[0]!.id), 13);
    expect(await refunds(booking)).toMatchObject([{ status: "succeeded" }]);
  });

  test("that is on its way is settled by its message", async () => {
    const { booking, intent } = await paid();
    await cancels(booking);
    const [request] = await refunds(booking);
    stripe.account.refunding.becomes = "pending";
    await submitRefund(at(11), request!.id);
    stripe.account.refunding.becomes = "succeeded";
    expect(await refunds(booking)).toMatchObject([{ status: "submitted" }]);
    const [result] = stripe.account.listRefunds({ payment_intent: intent });
    stripe.account.refundBecomes(result!.id, "succeeded");
    await arrives(message("refund.updated", result!.id), 12);
    expect(await refunds(booking)).toMatchObject([{ status: "succeeded", external_id: result!.id }]);
  });

  test("made in the dashboard is told under the charge's name", async () => {
    const { intent } = await paid();
    const result = stripe.account.createRefund({ payment_intent: intent, metadata: {}, expand: [] });
    const event = message("refund.created", result.id);
    await arrives(event);
    expect(await stored(event.id).execute()).toMatchObject([{ topic: "refund", charge_ref: intent, last_error: null }]);
  });
});

test("a dispute and a warning are told under the charge's name", async () => {
  const { intent } = await paid();
  const { id } = stripe.account.isDisputed(intent);
  const disputed = message("charge.dispute.created", id);
  await arrives(disputed);
  expect(await stored(disputed.id).execute()).toMatchObject([
    { topic: "dispute", charge_ref: intent, dispute_ref: id },
  ]);
  stripe.account.warns(intent);
  const warned = message("radar.early_fraud_warning.created", intent);
  await arrives(warned);
  expect(await stored(warned.id).execute()).toMatchObject([{ topic: "warning", charge_ref: intent }]);
});

describe("a message", () => {
  /** Everything a message could change. */
  async function fingerprint(): Promise<string> {
    const { rows } = await database.services.pool.query<{ all: string }>(
      `select md5((select coalesce(string_agg(t::text, '' order by id), '') from payments t)
        || (select coalesce(string_agg(t::text, '' order by id), '') from bookings t)
        || (select coalesce(string_agg(t::text, '' order by id), '') from refunds t)
        || (select count(*)::text from provider_events)
        || (select count(*)::text from graphile_worker._private_jobs)) as all`,
    );
    return rows[0]!.all;
  }
  const event = (id: string) => ({
    object: "event",
    id,
    type: "checkout.session.completed",
    data: { object: { id: "cs_test_x", metadata: {} } },
  });
  const signed = (id: string, over: { at?: Date; secret?: string } = {}) =>
    stripe.messages.signed(event(id), { at: NOON, ...over });
  const send = ({ rawBody, headers }: { rawBody: string; headers: Headers }) => post(rawBody, headers, 0);
  const header = (text: string) => new Headers({ "stripe-signature": text });

  test.each<[string, () => { rawBody: string; headers: Headers }, number]>([
    ["that is not signed", () => ({ ...signed("evt_a"), headers: new Headers() }), 400],
    ["signed with another secret", () => signed("evt_b", { secret: "whsec_another" }), 400],
    ["of 301 s ago", () => signed("evt_c", { at: new Date(NOON.getTime() - 301_000) }), 400],
    ["of 301 s ahead", () => signed("evt_d", { at: new Date(NOON.getTime() + 301_000) }), 400],
    ["changed after signing", () => ({ ...signed("evt_e"), rawBody: signed("evt_f").rawBody }), 400],
    [
      "with another time than was signed",
      () => {
        const { rawBody, headers } = signed("evt_g", { at: later(-60) });
        const proof = headers.get("stripe-signature")!.split(",")[1]!;
        return { rawBody, headers: header(`t=${NOON.getTime() / 1000},${proof}`) };
      },
      400,
    ],
    [
      "with two times",
      () => {
        const { rawBody, headers } = signed("evt_h");
        return { rawBody, headers: header(`t=9999999999,${headers.get("stripe-signature")}`) };
      },
      400,
    ],
    ["with a header that says nothing", () => ({ ...signed("evt_i"), headers: header("t=,v1=") }), 400],
    ["that is no JSON", () => stripe.messages.signed("x" as never, { at: NOON }), 400],
    [
      "of the second kind, without what it is about",
      () => stripe.messages.signed({ object: "v2.core.event", id: "evt_j", type: "v1.x" }, { at: NOON }),
      400,
    ],
    [
      "of a megabyte",
      () => stripe.messages.signed({ ...event("evt_k"), pad: "x".repeat(1_048_576) }, { at: NOON }),
      413,
    ],
  ])("%s changes nothing", async (_, make, status) => {
    const before = await fingerprint();
    expect((await send(make())).status).toBe(status);
    expect(await fingerprint()).toBe(before);
  });

  test.each([
    ["signed now", {}],
    ["of 300 s ago", { at: new Date(NOON.getTime() - 300_000) }],
    ["of 300 s ahead", { at: new Date(NOON.getTime() + 300_000) }],
    ["signed with the secret before the current one", { secret: PREVIOUS }],
  ])("%s is taken in, and replayed it has no second effect", async (name, over) => {
    const existing = signed(`evt_${name}`, over);
    expect((await send(existing)).status).toBe(200);
    const before = await fingerprint();
    expect((await send(existing)).status).toBe(200);
    expect(await fingerprint()).toBe(before);
  });

  test("of a kind that nobody subscribed to is kept as such", async () => {
    const other = stripe.messages.signed({ ...event("evt_other"), type: "payout.paid" }, { at: NOON });
    expect((await send(other)).status).toBe(200);
    expect(await stored("evt_other").execute()).toMatchObject([
      { topic: "other", payment_ref: null, external_id: null },
    ]);
  });
});

test("keys alone decide whether Stripe is there, and nothing is called for it", async () => {
  const { providers } = await import("#src/wiring.ts");
  const { settings } = database.services;
  const before = stripe.requests.length;
  expect(Object.keys(providers(database.services))).toContain("stripe");
  const without = { ...database.services, settings: { ...settings, payments: NO_KEYS } };
  expect(Object.keys(providers(without))).not.toContain("stripe");
  expect(stripe.requests).toHaveLength(before);
});
