import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { creditBackFrom, creditIn, creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { endOfCode } from "#src/modules/money/credits/rules/credit.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { recordExternalRefunds } from "#src/modules/money/payments/record-external-refunds.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { resolveReview } from "#src/modules/money/payments/resolve-review.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { applyCredit, removeCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { redeemAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { checkBalance } from "#src/modules/sales/gift-cards/check-balance.server.ts";
import { forgetCards, forgetOrders, forgetReceiver } from "#src/modules/sales/gift-cards/forget-people.server.ts";
import { issueGiftCard } from "#src/modules/sales/gift-cards/issue-gift-card.server.ts";
import { orderGiftCard } from "#src/modules/sales/gift-cards/order-gift-card.server.ts";
import {
  giftCardForStaff,
  giftCardPdf,
  giftCardsSheet,
  giftCardToMail,
  listGiftCards,
  ownGiftCard,
} from "#src/modules/sales/gift-cards/queries.server.ts";
import { readdressGiftCard } from "#src/modules/sales/gift-cards/readdress-gift-card.server.ts";
import { refundGiftCard } from "#src/modules/sales/gift-cards/refund-gift-card.server.ts";
import { returnGiftCard } from "#src/modules/sales/gift-cards/return-gift-card.server.ts";
import { giftCardRef } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { OrderGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { giftCardForSale } from "#src/modules/sales/gift-cards/sell-gift-card.server.ts";
import { endGiftCards, sendGiftCards } from "#src/modules/sales/gift-cards/send-gift-cards.server.ts";
import { cardById } from "#src/modules/sales/gift-cards/store.server.ts";
import { voidGiftCard } from "#src/modules/sales/gift-cards/void-gift-card.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test" });
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const staff = (minutes = 60, over: object = {}) => at(minutes, { role: "admin", kind: "user", userId: null, ...over });
const DAY = 24 * 60;
let crawlId: string;

async function set(values: Record<string, string>) {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }));
  await database.services.db
    .insertInto("app_settings")
    .values(rows)
    .onConflict((c) => c.column("key").doUpdateSet((e) => ({ value: e.ref("excluded.value") })))
    .execute();
  forgetSettings(database.services);
}
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  await set({ gift_cards_on: "true" });
});
// all of them order from one address
beforeEach(async () => void (await database.services.db.deleteFrom("rate_counters").execute()));

const order = (over: object = {}) =>
  OrderGiftCard.parse({
    key: randomUUID(),
    worth: "listed",
    listed: "1000",
    own: "",
    currency: "MXN",
    crawl: "",
    people: "2",
    buyer_name: "Sofía",
    buyer_email: "buyer@guest.test",
    receiver_name: "Diego",
    receiver_email: "diego@guest.test",
    message: "¡Feliz cumpleaños!",
    send_on: "",
    language: "es",
    ...over,
  });
async function orders(over: object = {}, minutes = 0): Promise<string> {
  const ordered = await orderGiftCard(at(minutes), order(over));
  if (!ordered.ok) throw new Error(ordered.reason);
  return ordered.id!;
}
async function starts(id: string, minutes = 0) {
  const started = await startPayment(
    at(minutes),
    { of: giftCardRef(id), provider: "sandbox", method: "card" },
    randomUUID(),
  );
  if (!started.ok) throw new Error(started.reason);
  return { paymentId: started.payment_id, externalId: `sandbox_${started.payment_id}` };
}
/** A card of 1,000 pesos that is paid for and sent. */
async function sold(over: object = {}, minutes = 0) {
  const id = await orders(over, minutes);
  const attempt = await starts(id, minutes);
  provider.pays(attempt.externalId);
  await webhook(attempt.externalId, minutes + 1);
  const [credit] = await creditsOf(database.services, id);
  return { id, code: credit!.code, ...attempt };
}
const left = async (id: string) => (await creditsOf(database.services, id))[0]?.left;
const token = (booking: string) => accessToken(database.services.secret, booking);
const applies = (booking: string, code: string, minutes = 2) =>
  applyCredit(at(minutes), { booking_id: booking, token: token(booking), code });
const NOTHING = { amount_minor: 0, currency: "MXN" as const };
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const mailed = async (id: string) =>
  (await database.services.db.selectFrom("emails").selectAll().orderBy("created_at").execute())
    .filter(({ payload }) => JSON.stringify(payload).includes(id))
    .map(({ kind, recipient }) => [kind, recipient]);
const balances = async (id: string): Promise<Record<string, number>> => {
  const { rows } = await database.services.pool.query<{ account: string; sum: number }>(
    "select account, sum(amount)::int as sum from ledger_entries where purchase_id = $1 group by 1 having sum(amount) <> 0",
    [id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
};
const paysFree = (booking: string, minutes = 3) =>
  startPayment(at(minutes), { of: bookingRef(booking), provider: "free", method: "free" }, randomUUID());

describe("a card that is bought", () => {
  test("is owed once it is paid, and emailed with a code that nobody guesses", async () => {
    const { id, code } = await sold();
    expect(code).toMatch(/^GC(-[2-9A-Z]{4}){5}$/);
    expect(await balances(id)).toEqual({ clearing: 100_000, credit: -100_000 });
    expect(await mailed(id)).toEqual([
      ["gift_card_bought", "buyer@guest.test"],
      ["gift_card_received", "diego@guest.test"],
    ]);
    expect(await ownGiftCard(at(5), id)).toMatchObject({ state: "live", left: 100_000, returnable: true });
    expect(JSON.stringify(await ownGiftCard(at(5), id))).not.toContain(code);
    expect(await giftCardPdf(at(5), id, "es")).toMatchObject({ contentType: "application/pdf" });
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("is one card when its form is sent twice at once", async () => {
    const input = order();
    const answers = await Promise.all([orderGiftCard(at(0), input), orderGiftCard(at(0), input)]);
    expect(new Set(answers.map((answer) => answer.ok && answer.id)).size).toBe(1);
  });

  test("and paid in two tabs: the second payment goes back", async () => {
    const id = await orders();
    for (const attempt of [await starts(id), await starts(id, 1)]) {
      provider.pays(attempt.externalId);
      await webhook(attempt.externalId, 2);
    }
    expect((await stage.payments(id)).map(({ placement }) => placement)).toEqual(["delivered", "duplicate"]);
    expect(await left(id)).toBe(100_000);
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("waits for its day, and goes out once in its morning", async () => {
    const day = dateIn(later(3 * DAY), HOME_ZONE);
    const { id } = await sold({ send_on: day });
    expect(await mailed(id)).toEqual([["gift_card_bought", "buyer@guest.test"]]);
    await sendGiftCards(at(2 * DAY));
    expect(await mailed(id)).toHaveLength(1);
    await Promise.all([sendGiftCards(at(4 * DAY)), sendGiftCards(at(4 * DAY))]);
    expect((await mailed(id)).map(([kind]) => kind)).toEqual(["gift_card_bought", "gift_card_received"]);
  });

  test("says the night that it is worth", async () => {
    const id = await orders({ worth: "night", crawl: crawlId, people: "3" });
    const card = await ownGiftCard(at(1), id);
    expect(card!.night).toMatchObject({ people: 3 });
    expect(card!.amount % 3).toBe(0);
  });

  test.each([
    ["too little", { worth: "own", own: "10" }, "amount_outside"],
    ["too much", { worth: "own", own: "20000" }, "amount_outside"],
    ["what isn't listed", { listed: "999" }, "not_found"],
    ["a crawl that isn't sold", { worth: "night", crawl: randomUUID() }, "not_found"],
    ["a day that is over", { send_on: "2020-01-01" }, "day_outside"],
  ])("is refused for %s", async (_, over, reason) => {
    expect(await orderGiftCard(at(0), order(over))).toMatchObject({ ok: false, reason });
  });

  test("is refused while none are sold, and a bot is told that all is well", async () => {
    expect(await orderGiftCard(at(0), order(), "spam")).toEqual({ ok: true, id: null });
    await set({ gift_cards_on: "false" });
    expect(await orderGiftCard(at(0), order())).toMatchObject({ reason: "not_offered" });
    await set({ gift_cards_on: "true" });
  });

  test("can't be paid for while its company doesn't answer, and can afterwards", async () => {
    const id = await orders();
    provider.fails();
    expect(
      await startPayment(at(0), { of: giftCardRef(id), provider: "sandbox", method: "card" }, randomUUID()),
    ).toMatchObject({ reason: "provider_unavailable" });
    provider.wakes();
    const { externalId } = await starts(id, 1);
    provider.pays(externalId);
    await webhook(externalId, 2);
    expect(await left(id)).toBe(100_000);
  });

  test("its company being away at each step, it is paid for once, and its money goes back once", async () => {
    const away = async (act: () => Promise<unknown>) => {
      provider.fails();
      await act().catch(() => undefined);
      provider.wakes();
    };
    const id = await orders();
    const way = { of: giftCardRef(id), provider: "sandbox", method: "card" } as const;
    const key = randomUUID();
    await away(() => startPayment(at(0), way, key));
    const started = await startPayment(at(0), way, key);
    const externalId = `sandbox_${started.ok ? started.payment_id : ""}`;
    provider.pays(externalId);
    await away(() => webhook(externalId, 1, { eventId: "card-paid" }));
    expect(await ownGiftCard(at(2), id)).toMatchObject({ state: "unpaid" });
    await webhook(externalId, 2, { eventId: "card-paid" });
    expect(await ownGiftCard(at(2), id)).toMatchObject({ state: "live", left: 100_000 });
    expect((await stage.payments(id)).map(({ status }) => status)).toEqual(["succeeded"]);
    expect((await mailed(id)).map(([kind]) => kind)).toEqual(["gift_card_bought", "gift_card_received"]);

    // giving it back asks nobody; the refund is sent once the company answers
    await away(() => returnGiftCard(at(3), { id }));
    const [refund] = await stage.refunds(id);
    await away(() => submitRefund(at(4), refund!.id));
    expect(await stage.refunds(id)).toMatchObject([{ status: "requested" }]);
    await submitRefund(at(5), refund!.id);
    await submitRefund(at(6), refund!.id);
    expect(await stage.refunds(id)).toMatchObject([{ status: "succeeded", amount: 100_000 }]);
    expect(provider.leftOf(externalId)).toBe(0);
    expect(await balances(id)).toEqual({});
    expect(await checkLedger(at(10))).toBe(0);
  });
});

describe("a card that is paid later", () => {
  beforeAll(() => set({ oxxo_enabled: "true" }));
  const DUE = later(3 * DAY);
  const slip = "https://pay.example/voucher/1";
  /** An order with a voucher that can be paid for three days. */
  async function withVoucher() {
    const id = await orders();
    const payment = { of: giftCardRef(id), provider: "sandbox", method: "oxxo" } as const;
    const started = await startPayment(at(0), payment, randomUUID());
    if (!started.ok) throw new Error(started.reason);
    const externalId = `sandbox_${started.payment_id}`;
    provider.says(externalId, { status: "pending", until: DUE, voucherUrl: slip });
    await webhook(externalId, 1);
    return { id, externalId };
  }

  test("is issued and sent once the money is there, and its buyer has what to pay until then", async () => {
    const { id, externalId } = await withVoucher();
    expect((await paymentStateOf(at(2), id)).voucher).toMatchObject({ url: slip, until: DUE.toISOString() });
    expect(await ownGiftCard(at(2), id)).toMatchObject({ state: "unpaid" });
    expect(await creditsOf(database.services, id)).toEqual([]);
    expect(await mailed(id)).toEqual([["gift_card_voucher", "buyer@guest.test"]]);
    const email = await voucherEmail(id);
    expect(email).toMatchObject({ status: "sent", text: expect.stringContaining("MX$1,000") });
    expect(email.text).toContain("Hasta entonces no hay tarjeta");

    provider.pays(externalId);
    for (const minutes of [2 * DAY, 2 * DAY + 1]) await webhook(externalId, minutes);
    expect(await left(id)).toBe(100_000);
    expect((await mailed(id)).map(([kind]) => kind)).toEqual([
      "gift_card_voucher",
      "gift_card_bought",
      "gift_card_received",
    ]);
    expect(await checkLedger(at(3 * DAY))).toBe(0);
  });

  // as the simulation says it, and Stripe of vouchers and transfers
  test.each([
    { status: "failed", reason: "voucher_lapsed" },
    { status: "failed", reason: "payment_failed" },
    { status: "failed", reason: "transfer_lapsed" },
    { status: "cancelled", reason: "expired" },
  ] as const)("is none while its voucher isn't paid, and may be paid another way after $reason", async (says) => {
    const { id, externalId } = await withVoucher();
    expect(await paymentStateOf(at(2), id)).toMatchObject({ voucher_lapsed: false });
    provider.says(externalId, says);
    await webhook(externalId, 3 * DAY + 60);
    expect(await paymentStateOf(at(4 * DAY), id)).toMatchObject({ voucher: null, voucher_lapsed: true });
    expect(await ownGiftCard(at(4 * DAY), id)).toMatchObject({ state: "unpaid", left: 0 });
    const card = await starts(id, 4 * DAY);
    expect(await paymentStateOf(at(4 * DAY), id)).toMatchObject({ voucher_lapsed: false });
    provider.pays(card.externalId);
    await webhook(card.externalId, 4 * DAY + 1);
    expect(await left(id)).toBe(100_000);
  });

  test("is voided by nobody while it can be paid, and paid later by nobody once it is void", async () => {
    const { id, externalId } = await withVoucher();
    expect(await voidGiftCard(staff(DAY), { id })).toEqual({ ok: false, reason: "card_payable", until: DUE });
    expect(await ownGiftCard(at(DAY), id)).toMatchObject({ state: "unpaid" });
    provider.says(externalId, { status: "failed", reason: "voucher_lapsed" });
    await webhook(externalId, 3 * DAY + 60);
    const { paymentId } = await starts(id, 4 * DAY);
    expect(await voidGiftCard(staff(4 * DAY + 1), { id })).toMatchObject({ reason: "card_payable" });
    provider.says(`sandbox_${paymentId}`, { status: "cancelled", reason: "expired" });
    await webhook(`sandbox_${paymentId}`, 5 * DAY);
    expect(await voidGiftCard(staff(5 * DAY), { id })).toEqual({ ok: true });
    const again = { of: giftCardRef(id), provider: "sandbox", method: "oxxo" } as const;
    expect(await startPayment(at(5 * DAY), again, randomUUID())).toMatchObject({ reason: "not_payable" });
  });

  test("can be voided when its company never answered", async () => {
    const id = await orders();
    provider.fails();
    const payment = { of: giftCardRef(id), provider: "sandbox", method: "card" } as const;
    expect(await startPayment(at(0), payment, randomUUID())).toMatchObject({ reason: "provider_unavailable" });
    provider.wakes();
    expect(await voidGiftCard(staff(DAY), { id })).toEqual({ ok: true });
  });

  test("is paid twice by voucher and card: the later one goes back", async () => {
    const { id, externalId } = await withVoucher();
    const card = await starts(id, 5);
    provider.pays(card.externalId);
    await webhook(card.externalId, 6);
    provider.pays(externalId);
    await webhook(externalId, DAY);
    expect(await left(id)).toBe(100_000);
    expect(await stage.refunds(id)).toMatchObject([{ amount: 100_000, reason: "duplicate" }]);
    expect(await checkLedger(at(2 * DAY))).toBe(0);
  });

  const paysLater = (id: string, minutes: number) =>
    startPayment(at(minutes), { of: giftCardRef(id), provider: "sandbox", method: "oxxo" }, randomUUID());
  test("has one voucher at a time, so that nobody is mailed as many as a stranger likes", async () => {
    const { id, externalId } = await withVoucher();
    expect(await paysLater(id, 5)).toMatchObject({ reason: "provider_not_offered" });
    expect(await ownGiftCard(at(5), id)).toMatchObject({ later: [] });
    expect(await mailed(id)).toHaveLength(1);
    provider.says(externalId, { status: "failed", reason: "voucher_lapsed" });
    await webhook(externalId, 3 * DAY + 60);
    expect(await ownGiftCard(at(4 * DAY), id)).toMatchObject({ later: ["oxxo"] });
    expect(await paysLater(id, 4 * DAY)).toMatchObject({ ok: true });
  });

  test("is mailed one voucher a day, though several pages were opened before", async () => {
    const id = await orders();
    for (const started of [await paysLater(id, 0), await paysLater(id, 1)]) {
      const externalId = `sandbox_${started.ok ? started.payment_id : ""}`;
      provider.says(externalId, { status: "pending", until: DUE, voucherUrl: slip });
      await webhook(externalId, 2);
    }
    expect(await mailed(id)).toHaveLength(1);
  });

  test("isn't offered where its day would pass before the money is there", async () => {
    const id = await orders({ send_on: dateIn(at(2 * DAY).now, HOME_ZONE) });
    expect(await ownGiftCard(at(0), id)).toMatchObject({ later: [] });
    const payment = { of: giftCardRef(id), provider: "sandbox", method: "oxxo" } as const;
    expect(await startPayment(at(0), payment, randomUUID())).toMatchObject({ reason: "provider_not_offered" });
  });

  async function voucherEmail(id: string) {
    const row = () =>
      database.services.db
        .selectFrom("emails")
        .select(["id", "status", "text"])
        .where("kind", "=", "gift_card_voucher")
        .where("dedupe_key", "like", `gift_card.${id}.%`)
        .executeTakeFirstOrThrow();
    await sendEmail(at(2), { id: (await row()).id });
    return row();
  }
});

describe("a card for which too little was paid", () => {
  async function underpaid(paid: number) {
    const id = await orders();
    const attempt = await starts(id);
    provider.pays(attempt.externalId, { amount: paid });
    await webhook(attempt.externalId, 1);
    return { id, ...attempt };
  }
  const accepts = (paymentId: string) => resolveReview(staff(), { payment_id: paymentId, decision: "accept" });

  test("is worth what was paid once staff accept it", async () => {
    const { id, paymentId } = await underpaid(30_000);
    expect(await accepts(paymentId)).toEqual({ ok: true });
    expect(await ownGiftCard(at(61), id)).toMatchObject({ amount: 30_000, left: 30_000, returnable: true });
    expect(await balances(id)).toEqual({ clearing: 30_000, credit: -30_000 });
    expect(await returnGiftCard(at(62), { id })).toEqual({ ok: true });
    expect(await stage.refunds(id)).toMatchObject([{ amount: 30_000, taken_back: 0 }]);
    expect(await checkLedger(at(70))).toBe(0);
  });

  test("is worth less by what has gone back at the company meanwhile", async () => {
    const { id, externalId, paymentId } = await underpaid(30_000);
    provider.refundsElsewhere(externalId, 20_000);
    await recordExternalRefunds(at(5), paymentId);
    expect(await accepts(paymentId)).toEqual({ ok: true });
    expect(await ownGiftCard(at(61), id)).toMatchObject({ amount: 10_000, left: 10_000 });
    expect(await checkLedger(at(70))).toBe(0);
  });
});

describe("what goes back", () => {
  test("an unused card in its days: all of it, once, and the code is void", async () => {
    const { id, code } = await sold();
    const answers = await Promise.all([returnGiftCard(at(5), { id }), returnGiftCard(at(5), { id })]);
    expect(answers).toEqual([{ ok: true }, { ok: true }]);
    expect(await stage.refunds(id)).toMatchObject([{ amount: 100_000, taken_back: 0 }]);
    expect(await ownGiftCard(at(6), id)).toMatchObject({ state: "void", left: 0 });
    expect(await checkBalance(at(6), code)).toMatchObject({ reason: "nothing_left" });
    expect(await balances(id)).not.toHaveProperty("credit");
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("nothing once its days are over, or a part is used", async () => {
    const { id } = await sold();
    expect(await returnGiftCard(at(15 * DAY), { id })).toMatchObject({ reason: "not_returnable" });
    const used = await sold();
    await applies(await books(await newDeparture()), used.code);
    expect(await returnGiftCard(at(5), used)).toMatchObject({ reason: "not_returnable" });
  });

  test("by staff only what is left, whatever they type", async () => {
    const { id, code, paymentId } = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, code);
    expect(await paysFree(booking)).toMatchObject({ ok: true });
    const rest = (await left(id))!;
    expect(rest).toBeLessThan(100_000);
    const wish = (amount: number) => ({ payment_id: paymentId, amount, reason: "goodwill" });
    expect(await refundPart(staff(), wish(rest + 1), "more")).toMatchObject({ reason: "refund_too_much", left: rest });
    expect(await refundPart(staff(), wish(rest), "rest")).toEqual({ ok: true });
    expect(await ownGiftCard(at(61), id)).toMatchObject({ left: 0, state: "used" });
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await checkLedger(at(70))).toBe(0);
    // what was used comes back to it, and is as good as before
    const { total_price: total } = await stage.bookingRow(booking);
    const nothing = { amount_minor: 0, currency: "MXN" as const };
    const cancelled = await cancelBooking(at(71), {
      booking_id: booking,
      token: token(booking),
      expected_refund: nothing,
    });
    expect(cancelled).toMatchObject({ ok: true });
    expect(await ownGiftCard(at(72), id)).toMatchObject({ left: total, state: "live" });
    expect(await checkLedger(at(80))).toBe(0);
  });

  test("at the company, of a card that was used: what was spent is taken off revenue", async () => {
    const { id, code, externalId, paymentId } = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, code);
    await paysFree(booking);
    const rest = (await left(id))!;
    provider.refundsElsewhere(externalId, 100_000);
    await recordExternalRefunds(at(5), paymentId);
    expect(await stage.refunds(id)).toMatchObject([{ source: "external", taken_back: 100_000 - rest }]);
    expect(await checkLedger(at(70))).toBe(0);
  });
});

describe("a booking that is cancelled after the money behind its card went back", () => {
  async function cancelledAfter({ worth, gone }: { worth: string; gone: number }) {
    const card = await sold({ worth: "own", own: worth });
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, card.code);
    expect(await paysFree(booking)).toMatchObject({ ok: true });
    provider.refundsElsewhere(card.externalId, gone);
    await recordExternalRefunds(at(5), card.paymentId);
    const wish = { booking_id: booking, token: token(booking), expected_refund: NOTHING };
    expect(await cancelBooking(at(6), wish)).toMatchObject({ ok: true });
    return { ...card, booking };
  }

  test("returns nothing where all of it did", async () => {
    const { id, code, booking } = await cancelledAfter({ worth: "400", gone: 40_000 });
    expect(await checkBalance(at(7), code)).toMatchObject({ reason: "nothing_left" });
    expect([await balances(id), await balances(booking)]).toEqual([{}, {}]);
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("returns what of it didn't", async () => {
    // 400 of 1,000 were used, and 800 went back: 600 that were left, and 200 that were spent
    const { id } = await cancelledAfter({ worth: "1000", gone: 80_000 });
    expect(await left(id)).toBe(20_000);
    expect(await balances(id)).toEqual({ clearing: 20_000, credit: -20_000 });
    expect(await checkLedger(at(10))).toBe(0);
  });
});

describe("one card in many hands", () => {
  test("at 50 checkouts at once is spent once", async () => {
    const { id, code } = await sold();
    const departure = await newDeparture({ seats: 100 });
    const bookings: string[] = [];
    for (let n = 0; n < 50; n++) bookings.push(await books(departure, { number_of_people: 1 }));
    const answers = await Promise.all(bookings.map((booking) => applies(booking, code)));
    const reserved = answers.reduce((sum, answer) => sum + (answer.ok && "use" in answer ? answer.use : 0), 0);
    expect(reserved).toBe(100_000);
    expect(await left(id)).toBe(0);
  });

  test("would be spent more often by reading what is left and then taking it", async () => {
    const { id, code } = await sold();
    const { db } = database.services;
    const departure = await newDeparture({ seats: 100 });
    const bookings: string[] = [];
    for (let n = 0; n < 8; n++) bookings.push(await books(departure, { number_of_people: 1 }));
    const credit = await db.selectFrom("credits").selectAll().where("code", "=", code).executeTakeFirstOrThrow();
    let reading = bookings.length;
    let allRead = () => {};
    const read = new Promise<void>((resolve) => (allRead = resolve));
    await Promise.all(
      bookings.map((purchase_id) =>
        db.transaction().execute(async (tx) => {
          const rows = await tx.selectFrom("credit_uses").select("amount").where("credit_id", "=", credit.id).execute();
          if (--reading === 0) allRead();
          await read;
          const amount = Math.min(40_000, credit.amount - rows.reduce((sum, row) => sum + row.amount, 0));
          const now = later(1);
          const use = {
            credit_id: credit.id,
            purchase_id,
            amount,
            state: "reserved",
            created_at: now,
            updated_at: now,
          };
          await tx.insertInto("credit_uses").values(use).execute();
        }),
      ),
    );
    const { rows } = await database.services.pool.query<{ sum: number }>(
      "select sum(amount)::int as sum from credit_uses where credit_id = $1",
      [credit.id],
    );
    expect(rows[0]!.sum).toBeGreaterThan(100_000);
    await db.deleteFrom("credit_uses").where("credit_id", "=", credit.id).execute();
    expect(await left(id)).toBe(100_000);
  });

  test("two bookings with the same two cards in either order don't wait for each other", async () => {
    const [one, two] = [await sold(), await sold()];
    const departure = await newDeparture({ seats: 100 });
    const [first, second] = [await books(departure), await books(departure)];
    await applies(first, one.code);
    await applies(second, two.code);
    const answers = await Promise.all([paysFreeOrCard(first), paysFreeOrCard(second)]);
    expect(answers).toEqual([true, true]);
    expect(await checkLedger(at(70))).toBe(0);
  });
  const paysFreeOrCard = async (booking: string) => {
    const bill =
      (await stage.bookingRow(booking)).total_price - ((await creditIn(database.services, booking))?.amount ?? 0);
    if (bill === 0) return (await paysFree(booking)).ok;
    const { externalId } = await goesToPay(booking, 3);
    provider.pays(externalId);
    await webhook(externalId, 4);
    return (await stage.bookingRow(booking)).status === "confirmed";
  };
});

test("what went back to a card is told also where a part stays with us", async () => {
  const { db } = database.services;
  const shirt = await addAddOn(db, { most: 5 });
  forgetAddOns({ db });
  const departure = await newDeparture();
  const { id, code } = await sold();
  const booking = await books(departure, { number_of_people: 1, add_ons: [{ id: shirt, quantity: 1 }] });
  await applies(booking, code);
  await paysFree(booking);
  const piece = { departureId: departure, bookingId: booking, addOnId: shirt, id: randomUUID(), deviceAt: null };
  expect(await redeemAddOn(staff(), piece)).toMatchObject({ ok: true });
  const wish = { booking_id: booking, token: token(booking), expected_refund: NOTHING };
  expect(await cancelBooking(at(20), wish)).toMatchObject({ ok: true });
  expect(await left(id)).toBe(75_000);
  expect(await creditBackFrom(database.services, booking)).toEqual([
    { code, amount: 40_000, voided: 0, left: 75_000, disputed: false, currency: "MXN" },
  ]);
});

describe("what waits for a card", () => {
  /** Runs acts in this order, each once those before it wait for what `locks` has locked, and then lets all of them go on. */
  async function queued(locks: (tx: Tx) => Promise<unknown>, acts: readonly (() => Promise<unknown>)[]) {
    const { db, pool } = database.services;
    const waiting = async () =>
      (await pool.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
        .rowCount;
    const begun: Promise<unknown>[] = [];
    await db.transaction().execute(async (tx) => {
      await locks(tx);
      for (const act of acts) {
        begun.push(act());
        await expect.poll(waiting, { interval: 10 }).toBe(begun.length);
      }
    });
    return Promise.all(begun);
  }
  const credit = (tx: Tx, code: string) =>
    tx.selectFrom("credits").select("id").where("code", "=", code).forUpdate().executeTakeFirstOrThrow();

  test("a card that is used as it is given back stays with whoever uses it", async () => {
    const { id, code } = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    const answers = await queued(
      (tx) => credit(tx, code),
      [() => applies(booking, code), () => returnGiftCard(at(3), { id })],
    );
    expect(answers).toMatchObject([{ ok: true }, { reason: "not_returnable" }]);
    expect(await stage.refunds(id)).toEqual([]);
  });

  test("staff refund only what is left after a use that came first", async () => {
    const { code, paymentId } = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    const wish = { payment_id: paymentId, amount: 100_000, reason: "goodwill" };
    const answers = await queued(
      (tx) => credit(tx, code),
      [() => applies(booking, code), () => refundPart(staff(3), wish, "all")],
    );
    expect(answers).toMatchObject([
      { ok: true, use: 40_000 },
      { reason: "refund_too_much", left: 60_000 },
    ]);
  });

  test("two cancelled bookings give the same two cards their credit back in either order", async () => {
    const cancels = (booking: string) =>
      cancelBooking(at(20), { booking_id: booking, token: token(booking), expected_refund: NOTHING });
    const books1 = async () => books(await newDeparture(), { number_of_people: 1 });
    const one = await sold({ worth: "own", own: "500" });
    const two = await sold({ worth: "own", own: "400" });
    const [before, first, second] = [await books1(), await books1(), await books1()];
    await applies(before, one.code);
    await paysFree(before);
    await applies(first, one.code, 3);
    await applies(first, two.code, 4);
    await paysFree(first, 5);
    await cancels(before);
    await applies(second, two.code, 6);
    await applies(second, one.code, 7);
    await paysFree(second, 8);
    const usesOf = async (booking: string) => (await creditIn(database.services, booking))!.parts;
    const [firstUses, secondUses] = [await usesOf(first), await usesOf(second)];
    expect([firstUses, secondUses].map((uses) => uses.map(({ amount }) => amount))).toEqual([
      [10_000, 30_000],
      [10_000, 30_000],
    ]);
    // each would have the credit that the other wants as it comes to its second use
    const answers = await queued(
      (tx) =>
        tx
          .selectFrom("credit_uses")
          .select("id")
          .where("id", "in", [firstUses[0]!.id, secondUses[0]!.id])
          .forUpdate()
          .execute(),
      [() => cancels(first), () => cancels(second)],
    );
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect([await left(one.id), await left(two.id)]).toEqual([50_000, 40_000]);
    expect(await checkLedger(at(70))).toBe(0);
  });

  test("the lock of the card alone would show more than is left", async () => {
    const { id, code } = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    const reads = () =>
      database.services.db.transaction().execute(async (tx) => {
        await tx.selectFrom("gift_cards").select("id").where("id", "=", id).forUpdate().execute();
        const read = (await cardById(tx, id))!.left;
        await credit(tx, code);
        return read;
      });
    const [, read] = await queued((tx) => credit(tx, code), [() => applies(booking, code), reads]);
    expect(read).toBe(100_000);
    expect(await left(id)).toBe(60_000);
  });
});

describe("a booking paid with a card of a bank, and with two gift cards", () => {
  async function mixed() {
    const first = await sold({ worth: "own", own: "300" });
    const second = await sold({ worth: "own", own: "200" });
    const booking = await books(await newDeparture());
    expect(await applies(booking, first.code)).toMatchObject({ ok: true, use: 30_000 });
    expect(await applies(booking, second.code)).toMatchObject({ ok: true, use: 20_000 });
    const { total_price: total } = await stage.bookingRow(booking);
    return { first, second, booking, total };
  }

  test("goes back the way it came when it is cancelled", async () => {
    const { first, second, booking, total } = await mixed();
    const { externalId } = await goesToPay(booking, 3);
    provider.pays(externalId);
    await webhook(externalId, 4);
    expect(await stage.payments(booking)).toMatchObject([{ amount: total - 50_000, status: "succeeded" }]);
    expect([await left(first.id), await left(second.id)]).toEqual([0, 0]);
    const result = await cancelBooking(at(10), {
      booking_id: booking,
      token: token(booking),
      expected_refund: { amount_minor: total - 50_000, currency: "MXN" },
    });
    expect(result).toMatchObject({ ok: true });
    expect(await stage.refunds(booking)).toMatchObject([{ amount: total - 50_000 }]);
    expect([await left(first.id), await left(second.id)]).toEqual([30_000, 20_000]);
    expect(await checkLedger(at(70))).toBe(0);
  });

  type First = { externalId: string; paymentId: string };
  const refunded = (amount: number) => async (first: First) => {
    provider.refundsElsewhere(first.externalId, amount);
    await recordExternalRefunds(at(5), first.paymentId);
  };
  const disputed = (amount: number, states: readonly ("open" | "lost")[]) => async (first: First) => {
    for (const state of states) {
      provider.disputes.set(first.externalId, { state, money: { amount, currency: "MXN" }, reason: "fraudulent" });
      await webhook(first.externalId, 5, { type: "dispute.updated" });
    }
  };
  test.each([
    [
      "all of it",
      () => Promise.resolve(),
      ["MX$300 goes back", "MX$300 … FIRST holds MX$300", "MX$200 … SECOND holds MX$200"],
    ],
    [
      "what a bank decides about",
      disputed(30_000, ["open"]),
      ["MX$300 goes back", "MX$300 bank FIRST", "MX$200 … SECOND holds MX$200"],
    ],
    [
      "what a bank has taken a part of",
      disputed(10_000, ["open", "lost"]),
      ["MX$300 goes back", "MX$200 bank FIRST", "MX$100 void FIRST", "MX$200 … SECOND holds MX$200"],
    ],
    [
      "what the company hasn't refunded",
      refunded(10_000),
      ["MX$300 goes back", "MX$200 … FIRST holds MX$200", "MX$100 void FIRST", "MX$200 … SECOND holds MX$200"],
    ],
    ["nothing of one", refunded(30_000), ["MX$300 goes back", "MX$300 void FIRST", "MX$200 … SECOND holds MX$200"]],
  ])("its email names the whole price by where it goes: %s", async (_, happens, sentences) => {
    const { first, second, booking, total } = await mixed();
    const { externalId } = await goesToPay(booking, 3);
    provider.pays(externalId);
    await webhook(externalId, 4);
    await happens(first);
    const expected_refund = { amount_minor: total - 50_000, currency: "MXN" } as const;
    expect(await cancelBooking(at(10), { booking_id: booking, token: token(booking), expected_refund })).toMatchObject({
      ok: true,
    });
    const text = await cancelledEmail(booking);
    const money = text
      .split(/\n+/)
      .filter((line) => line.includes("MX$"))
      .map((line) => line.replace(endOfCode(first.code), "FIRST").replace(endOfCode(second.code), "SECOND"));
    expect(money.map(brief)).toEqual(sentences);
    expect(text).not.toContain(first.code);
    expect(money.reduce((sum, line) => sum + 100 * Number(/MX\$(\d+)/.exec(line)![1]), 0)).toBe(total);
  });

  /** A sentence about money by its amounts and card. */
  const brief = (line: string) =>
    line
      .replace(/^Te devolvemos (\S+) .*/, "$1 goes back")
      .replace(
        / de lo que pagaste ya regresaron a tu saldo o tarjeta de regalo (\w+), que ahora tiene (\S+)\./,
        " … $1 holds $2",
      )
      .replace(/ de lo que pagaste salieron de tu saldo o tarjeta de regalo (\w+)\. .* en disputa, .*/, " bank $1")
      .replace(/ de lo que pagaste salieron de tu saldo o tarjeta de regalo (\w+)\..*/, " void $1");
  async function cancelledEmail(booking: string): Promise<string> {
    const emails = () =>
      database.services.db
        .selectFrom("emails")
        .select(["id", "text"])
        .where("booking_id", "=", booking)
        .where("kind", "=", "booking_cancelled")
        .executeTakeFirstOrThrow();
    await sendEmail(at(11), { id: (await emails()).id });
    return (await emails()).text!;
  }

  // rule refunds-8: money first, then the card that was applied last
  test("goes back in that order as its people become fewer, and the rest when it is cancelled", async () => {
    const first = await sold({ worth: "own", own: "300" });
    const second = await sold({ worth: "own", own: "200" });
    const booking = await books(await newDeparture(), { number_of_people: 3 });
    await applies(booking, first.code);
    await applies(booking, second.code);
    const { externalId } = await goesToPay(booking, 3);
    provider.pays(externalId);
    await webhook(externalId, 4);
    const back = async () => ({
      money: (await stage.refunds(booking)).reduce((sum, { amount }) => sum + amount, 0),
      first: await left(first.id),
      second: await left(second.id),
    });
    // 1,200 pesos: 700 by card, 300 and 200 by gift cards
    expect(await back()).toEqual({ money: 0, first: 0, second: 0 });
    const ctx = at(5, { kind: "system" });
    for (const [position, then] of [
      [3, { money: 40_000, first: 0, second: 0 }],
      [2, { money: 70_000, first: 0, second: 10_000 }],
    ] as const) {
      const wish = { booking_id: booking, token: null, change: { kind: "remove" as const, positions: [position] } };
      const priced = await priceChange(ctx, wish);
      if (!priced.ok) throw new Error(priced.reason);
      const { version, difference } = priced.quote;
      const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
      expect(await changeBooking(ctx, { ...wish, expected }, randomUUID())).toMatchObject({ ok: true });
      expect(await back()).toEqual(then);
    }
    const wish = { booking_id: booking, token: token(booking), expected_refund: NOTHING };
    expect(await cancelBooking(at(10), wish)).toMatchObject({ ok: true });
    expect(await back()).toEqual({ money: 70_000, first: 30_000, second: 20_000 });
    expect(await checkLedger(at(70))).toBe(0);
  });

  test("takes one of them off again, and then the other is all", async () => {
    const { first, booking } = await mixed();
    const { parts } = (await creditIn(database.services, booking))!;
    expect(parts.map(({ amount }) => amount)).toEqual([30_000, 20_000]);
    const part = parts[0]!.id;
    expect(await removeCredit(at(3), { booking_id: booking, token: token(booking), part })).toEqual({ ok: true });
    expect(await creditIn(database.services, booking)).toMatchObject({ amount: 20_000 });
    expect(await left(first.id)).toBe(30_000);
  });

  test("takes no third one once they cover it", async () => {
    const big = await sold();
    const more = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, big.code);
    expect(await applies(booking, more.code)).toMatchObject({ reason: "credit_not_needed" });
  });
});

test("a card of another currency than the booking is refused, and says which", async () => {
  const { code } = await sold({ worth: "own", own: "50", currency: "USD" });
  expect(await applies(await books(await newDeparture()), code)).toMatchObject({
    reason: "credit_currency",
    currency: "USD",
  });
});

test("what is left is told by the code, and nothing about any other", async () => {
  const { code } = await sold();
  expect(await checkBalance(at(5), code)).toMatchObject({ ok: true, left: 100_000, currency: "MXN" });
  const unknown = await checkBalance(at(5), "GC-2222-2222-2222-2222-2222");
  const ended = await checkBalance(at(800 * DAY), code);
  expect(ended).toEqual(unknown);
});

describe("a card that ends", () => {
  test("is reminded of once, and what is left becomes revenue once", async () => {
    const { id, code } = await sold();
    await endGiftCards(at(600 * DAY));
    expect(await mailed(id)).toHaveLength(2);
    await endGiftCards(at(710 * DAY));
    await endGiftCards(at(711 * DAY));
    expect((await mailed(id)).filter(([kind]) => kind === "gift_card_ending")).toHaveLength(1);
    const booking = await books(await newDeparture());
    await applies(booking, code);
    await endGiftCards(at(735 * DAY));
    await endGiftCards(at(736 * DAY));
    const { breakage } = await balances(id);
    // what a booking has reserved stays until it is paid or lapses
    expect(breakage).toBe(-(100_000 - (await creditIn(database.services, booking))!.amount));
    expect(await checkLedger(at(737 * DAY))).toBe(0);
  });

  test("is reminded of also once new ones have no end", async () => {
    const { id } = await sold();
    await set({ gift_card_months: "0" });
    await endGiftCards(at(710 * DAY));
    await set({ gift_card_months: "24" });
    expect((await mailed(id)).map(([kind]) => kind)).toContain("gift_card_ending");
  });

  test("never does where it has no end", async () => {
    await set({ gift_card_months: "0" });
    const { id, code } = await sold();
    await set({ gift_card_months: "24" });
    await endGiftCards(at(5000 * DAY));
    expect(await left(id)).toBe(100_000);
    expect(await checkBalance(at(5000 * DAY), code)).toMatchObject({ ok: true, until: null });
  });
});

describe("staff", () => {
  const issue = (over: object = {}) => ({
    key: randomUUID(),
    own: 50_000,
    currency: "MXN" as const,
    gesture: "Rain on their night",
    receiver_name: "Diego",
    receiver_email: "diego@guest.test",
    message: "",
    send_on: "",
    language: "es" as const,
    ...over,
  });
  test("give one as a gesture: an expense, once, which voiding undoes", async () => {
    const wish = issue();
    const issued = await issueGiftCard(staff(), wish);
    expect(await issueGiftCard(staff(), wish)).toEqual(issued);
    const id = issued.ok ? issued.id : "";
    expect(await balances(id)).toEqual({ promotion: 50_000, credit: -50_000 });
    expect(await mailed(id)).toEqual([["gift_card_received", "diego@guest.test"]]);
    expect(await checkLedger(at(70))).toBe(0);
    expect(await voidGiftCard(staff(61), { id })).toEqual({ ok: true });
    expect(await balances(id)).toEqual({});
    expect(await checkLedger(at(70))).toBe(0);
  });

  async function gives(own: number) {
    const issued = await issueGiftCard(staff(), issue({ own }));
    const id = issued.ok ? issued.id : "";
    return { id, code: (await creditsOf(database.services, id))[0]!.code };
  }
  test("void one that a basket has reserved: it can't pay for it any more", async () => {
    const { id, code } = await gives(500_000);
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, code);
    expect(await voidGiftCard(staff(2), { id })).toEqual({ ok: true });
    expect(await balances(id)).toEqual({});
    await paysFree(booking);
    expect(await stage.payments(booking)).toMatchObject([{ placement: "unplaced" }]);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending" });
    await freeLapsedHolds(at(60), (await stage.bookingRow(booking)).scheduled_crawl_id);
    expect(await left(id)).toBe(0);
    expect(await checkBalance(at(61), code)).toMatchObject({ reason: "nothing_left" });
    expect(await checkLedger(at(70))).toBe(0);
  });

  test("void again what a booking has returned to a void one", async () => {
    const { id, code } = await gives(500_000);
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, code);
    expect(await paysFree(booking)).toMatchObject({ ok: true });
    expect(await voidGiftCard(staff(5), { id })).toEqual({ ok: true });
    const wish = { booking_id: booking, token: token(booking), expected_refund: NOTHING };
    expect(await cancelBooking(at(6), wish)).toMatchObject({ ok: true });
    const { total_price: total } = await stage.bookingRow(booking);
    expect(await giftCardForStaff(staff(), id)).toMatchObject({ state: "void", left: total });
    for (const _ of [1, 2]) expect(await voidGiftCard(staff(7), { id })).toEqual({ ok: true });
    expect(await left(id)).toBe(0);
    expect(await balances(id)).toEqual({});
    expect(await checkLedger(at(70))).toBe(0);
  });

  test("send one again, also to another address, and don't void a paid one", async () => {
    const { id } = await sold();
    expect(await readdressGiftCard(staff(), { id, receiver_email: "other@guest.test" })).toEqual({ ok: true });
    expect((await mailed(id)).at(-1)).toEqual(["gift_card_received", "other@guest.test"]);
    expect(await voidGiftCard(staff(), { id })).toMatchObject({ reason: "card_paid" });
  });

  test("refund what is left of a paid one, once, and no more than was confirmed", async () => {
    const { id, code } = await sold();
    const booking = await books(await newDeparture(), { number_of_people: 1 });
    await applies(booking, code);
    await paysFree(booking);
    const wish = { id, amount: 60_000, key: randomUUID() };
    const more = { ...wish, amount: 60_001, key: randomUUID() };
    expect(await refundGiftCard(staff(), more)).toMatchObject({ reason: "refund_too_much", left: 60_000 });
    for (const _ of [1, 2]) expect(await refundGiftCard(staff(), wish)).toEqual({ ok: true });
    expect(await stage.refunds(id)).toMatchObject([{ amount: 60_000, taken_back: 0 }]);
    expect(await giftCardForStaff(staff(), id)).toMatchObject({ state: "used", left: 0 });
    const unused = await sold();
    await refundGiftCard(staff(), { id: unused.id, amount: 100_000, key: randomUUID() });
    expect(await giftCardForStaff(staff(), unused.id)).toMatchObject({ state: "void", left: 0 });
    expect(await refundGiftCard(staff(), { ...wish, id: await orders() })).toMatchObject({ reason: "nothing_bought" });
    expect(await checkLedger(at(70))).toBe(0);
  });

  test("find it, and have it in their file without its code", async () => {
    const { id, code } = await sold({ receiver_name: "Ximena Encontrada" });
    const list = await listGiftCards(staff(), { search: "ximena", page: 1 });
    expect(list.ok && list.cards.map((card) => card.id)).toEqual([id]);
    const file = await giftCardsSheet(staff());
    const text = file.ok ? await csvText(file.sheet) : "";
    expect(text).toContain("Ximena Encontrada");
    expect(text).not.toContain(code);
  });

  test.each([
    ["somebody limited to a city", { cities: [randomUUID()], role: "manager" }],
    ["a guide", { role: "guide" }],
    ["nobody", { role: null }],
  ])("but not %s", async (_, actor) => {
    const ctx = staff(60, actor);
    expect(await issueGiftCard(ctx, issue())).toMatchObject({ reason: "forbidden" });
    expect(await voidGiftCard(ctx, { id: randomUUID() })).toMatchObject({ reason: "forbidden" });
    expect(await refundGiftCard(ctx, { id: randomUUID(), amount: 1, key: randomUUID() })).toMatchObject({
      reason: "forbidden",
    });
    expect(await readdressGiftCard(ctx, { id: randomUUID(), receiver_email: "a@guest.test" })).toMatchObject({
      reason: "forbidden",
    });
    expect(await listGiftCards(ctx, { search: "", page: 1 })).toMatchObject({ reason: "forbidden" });
    expect(await giftCardsSheet(ctx)).toMatchObject({ reason: "forbidden" });
  });
});

describe("people of a card", () => {
  const row = (of: string) =>
    database.services.db.selectFrom("gift_cards").selectAll().where("id", "=", of).executeTakeFirstOrThrow();
  const forgetsReceiver = (email: string) =>
    database.services.db.transaction().execute((tx) => forgetReceiver(tx, email));
  const forgetsBuyer = (id: string, minutes: number) =>
    database.services.db.transaction().execute((tx) => giftCardForSale.forget!(tx, [id], later(minutes)));

  test("who received one is forgotten in it, and its buyer once an order wasn't paid", async () => {
    const { id, code } = await sold({ receiver_email: "Erased@guest.test" });
    await forgetsReceiver("erased@guest.test");
    expect(await row(id)).toMatchObject({ receiver_name: "", receiver_email: "", message: "", buyer_name: "Sofía" });
    expect(await checkBalance(at(20), code)).toMatchObject({ ok: true });
    const unpaid = await orders();
    await forgetOrders(at(50 * DAY), later(20 * DAY));
    expect(await row(unpaid)).toMatchObject({ buyer_email: "", receiver_email: "", state: "void" });
    expect(
      await startPayment(at(50 * DAY), { of: giftCardRef(unpaid), provider: "sandbox", method: "card" }, randomUUID()),
    ).toMatchObject({
      reason: "not_payable",
    });
  });

  const inThreeDays = () => ({ send_on: dateIn(later(3 * DAY), HOME_ZONE) });

  test("a card whose buyer is forgotten still goes out on its day, and then forgets its receiver in time", async () => {
    const { id } = await sold(inThreeDays());
    await forgetsBuyer(id, DAY);
    expect(await row(id)).toMatchObject({ buyer_name: "", buyer_email: "", receiver_email: "diego@guest.test" });
    await sendGiftCards(at(4 * DAY));
    expect((await mailed(id)).at(-1)).toEqual(["gift_card_received", "diego@guest.test"]);
    expect((await giftCardToMail(at(4 * DAY), id))!.buyer_name).not.toBe("");
    await forgetCards(at(50 * DAY), later(20 * DAY));
    expect(await row(id)).toMatchObject({ receiver_name: "", receiver_email: "", message: "" });
  });

  test("one whose receiver is forgotten before its day waits for another address", async () => {
    const { id } = await sold({ ...inThreeDays(), receiver_email: "gone@guest.test" });
    await forgetsBuyer(id, DAY);
    await forgetsReceiver("gone@guest.test");
    await sendGiftCards(at(4 * DAY));
    expect(await mailed(id)).toEqual([["gift_card_bought", "buyer@guest.test"]]);
    expect(await row(id)).toMatchObject({ sent_at: null });
    expect(await readdressGiftCard(staff(4 * DAY), { id, receiver_email: "new@guest.test" })).toEqual({ ok: true });
    await sendGiftCards(at(4 * DAY + 60));
    expect((await mailed(id)).at(-1)).toEqual(["gift_card_received", "new@guest.test"]);
  });
});
