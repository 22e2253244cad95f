import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { acceptQuote } from "#src/modules/changes/groups/accept-quote.server.ts";
import { settleDeposits } from "#src/modules/changes/groups/end-deposit.server.ts";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import { groupsOfNight, openRequest, ownQuote, quoteLink } from "#src/modules/changes/groups/queries.server.ts";
import { refundDeposit } from "#src/modules/changes/groups/refund-deposit.server.ts";
import { remindGroups } from "#src/modules/changes/groups/remind-groups.server.ts";
import { requestGroup } from "#src/modules/changes/groups/request-group.server.ts";
import { depositRef } from "#src/modules/changes/groups/rules/deposit.ts";
import { offerChange } from "#src/modules/changes/groups/offer-change.server.ts";
import type { OfferChange, TakeDeposit } from "#src/modules/changes/groups/schema.ts";
import { takeDeposit } from "#src/modules/changes/groups/take-deposit.server.ts";
import { sendQuote } from "#src/modules/changes/groups/send-quote.server.ts";
import { cancelAsAdmin, priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { creditIn, creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { findCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import { previewBulkCancel } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { deleteAccount } from "#src/modules/office/privacy/delete-account.server.ts";
import { purgeData } from "#src/modules/office/privacy/purge-data.server.ts";
import { foreseeDeletion } from "#src/modules/office/privacy/queries.server.ts";
import { composeEmail } from "#src/modules/mail/notifications/compose-email.server.ts";
import { readSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { handOverCash } from "#src/modules/money/payments/hand-over-cash.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { applyCredit, removeCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { freeLapsedHolds, release } from "#src/modules/sales/booking/release-hold.server.ts";
import { PASSWORD, requestAt } from "#tests/accounts.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test" });
const stage = payingStage(database);
const { at, provider, webhook } = stage;
const DAY = 24 * 60;
const day = (days: number) => new Date(+NOON + days * 86_400_000).toISOString().slice(0, 10);
const staff = (minutes = 0) => at(minutes, { role: "admin", kind: "user" });
const db = () => database.services.db;

let crawl = "";
beforeAll(async () => void (await seedMinimal(db())));
beforeEach(async () => {
  await db().deleteFrom("rate_counters").execute();
  crawl = await addCrawl(db(), { title: `Deposits ${randomUUID()}` });
});

const TOTAL = 2_400_000;
const DEPOSIT = 600_000;
const OFFER = {
  people: 30,
  date: day(40),
  start_time: "20:00",
  end_time: "00:30",
  total: TOTAL,
  currency: "MXN" as const,
  deposit: DEPOSIT as number | null,
  deposit_by: day(10) as string | null,
  places: null,
  pay_by: day(30),
  valid_until: day(7),
  included: "Dos bares.",
};

async function offered(over: Partial<typeof OFFER> = {}) {
  const email = `${randomUUID()}@guest.test`;
  const wish = { people: 30, city: "", date: "", words: "", name: "Sofía Núñez", email, phone: "" };
  await requestGroup(at(0), { ...wish, occasion: "company", language: "es" }, { key: randomUUID(), trap: "" });
  const { id } = await db()
    .selectFrom("group_requests")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const answer = await sendQuote(staff(), { ...OFFER, ...over, id, crawl_id: crawl, key: randomUUID() });
  return { answer, request: id };
}
const END = new Date(`${day(31)}T06:00:00.000Z`);
const linked = (id: string) => ({ id, token: new URL(quoteLink(at(0), id, "es")).searchParams.get("token") });
async function accepted(over: Partial<typeof OFFER> = {}) {
  const { request } = await offered(over);
  const rows = db().selectFrom("group_quotes").selectAll().where("request_id", "=", request);
  const { id: quote } = await rows.executeTakeFirstOrThrow();
  expect(await acceptQuote(at(1), linked(quote))).toEqual({ ok: true });
  const { booking_id: booking, departure_id: departure } = await rows.executeTakeFirstOrThrow();
  const deposit = await db().selectFrom("group_deposits").select("id").where("quote_id", "=", quote).executeTakeFirst();
  return { request, quote, booking: booking!, departure: departure!, deposit: deposit?.id ?? "" };
}

async function goesToPay(deposit: string, minutes: number) {
  const input = { of: depositRef(deposit), provider: "sandbox", method: "card" } as const;
  const started = await startPayment(at(minutes), input, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  return `sandbox_${started.payment_id}`;
}
async function paysDeposit(deposit: string, minutes: number) {
  const externalId = await goesToPay(deposit, minutes);
  provider.pays(externalId);
  await webhook(externalId, minutes);
}
async function paysRest(booking: string, minutes: number) {
  const { externalId } = await stage.goesToPay(booking, minutes);
  provider.pays(externalId);
  await webhook(externalId, minutes);
}
async function depositPaid(over: Partial<typeof OFFER> = {}) {
  const found = await accepted(over);
  await paysDeposit(found.deposit, 5);
  return found;
}
const standing = async (id: string, minutes: number) => (await ownQuote(at(minutes), id, linked(id).token))?.standing;
const stateOf = async (id: string) =>
  (await db().selectFrom("group_deposits").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const refundsOf = async (id: string) => (await stage.refunds(id)).map(({ amount }) => amount);
const statusOf = async (departure: string) =>
  (await db().selectFrom("scheduled_crawls").select("status").where("id", "=", departure).executeTakeFirstOrThrow())
    .status;
const emailsAbout = async (id: string) =>
  (await db().selectFrom("emails").select(["kind", "payload"]).orderBy("created_at").orderBy("kind").execute())
    .filter(({ payload }) => JSON.stringify(payload).includes(id))
    .map(({ kind }) => kind);
async function accountsOf(id: string): Promise<Record<string, number>> {
  const rows = await db()
    .selectFrom("ledger_entries")
    .select(["account"])
    .select((e) => e.fn.sum<string>("amount").as("sum"))
    .where("purchase_id", "=", id)
    .groupBy("account")
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]).filter(([, sum]) => sum !== 0));
}

test("a deposit is paid first, and the booking waits until the rest is due, which is all that is left to pay", async () => {
  const { quote, booking, deposit } = await accepted();
  expect(await stage.bookingRow(booking)).toMatchObject({
    status: "pending",
    hold_expires_at: new Date(`${day(11)}T06:00:00.000Z`),
  });
  expect(await standing(quote, 2)).toBe("deposit");
  await paysDeposit(deposit, 5);
  expect([await standing(quote, 6), await stateOf(deposit)]).toEqual(["unpaid", "paid"]);
  expect(await stage.bookingRow(booking)).toMatchObject({
    status: "pending",
    hold_expires_at: new Date(`${day(31)}T06:00:00.000Z`),
    hold_length: "agreed",
  });
  expect(await accountsOf(deposit)).toEqual({ clearing: DEPOSIT, credit: -DEPOSIT });
  await paysRest(booking, 10);
  expect((await stage.payments(booking)).map(({ amount }) => amount)).toEqual([TOTAL - DEPOSIT]);
  expect((await stage.bookingRow(booking)).status).toBe("confirmed");
  await settleDeposits(at(20));
  expect(await refundsOf(deposit)).toEqual([]);
  expect(await emailsAbout(quote)).toEqual(
    expect.arrayContaining(["group_accepted", "group_deposit_paid", "staff_group_answer"]),
  );
  expect(await checkLedger(at(30))).toBe(0);
});

test("an offer without a deposit is paid as a whole", async () => {
  const { quote, booking, deposit } = await accepted({ deposit: null, deposit_by: null });
  expect([deposit, await standing(quote, 2)]).toEqual(["", "unpaid"]);
  await paysRest(booking, 10);
  expect((await stage.payments(booking)).map(({ amount }) => amount)).toEqual([TOTAL]);
});

test.each([
  ["without its day", { deposit_by: null }, { reason: "deposit_incomplete", field: "deposit_by" }],
  ["without an amount", { deposit: null }, { reason: "deposit_incomplete", field: "deposit" }],
  ["of the whole", { deposit: TOTAL }, { reason: "deposit_wrong" }],
  ["of too little", { deposit: 100 }, { reason: "deposit_wrong" }],
  ["due with the rest", { deposit_by: day(30) }, { reason: "wrong_days", fields: ["deposit_by"] }],
])("a deposit %s is refused", async (_, over, refusal) => {
  expect((await offered(over)).answer).toMatchObject({ ok: false, ...refusal });
});

test("a deposit that isn't paid by its day ends all of it, and money that comes then goes back", async () => {
  const { quote, booking, deposit, departure } = await accepted();
  const late = await goesToPay(deposit, 6);
  await freeLapsedHolds(at(12 * DAY), null);
  expect([await standing(quote, 12 * DAY), await statusOf(departure)]).toEqual(["over", "cancelled"]);
  provider.pays(late);
  await webhook(late, 12 * DAY);
  expect([await stateOf(deposit), await refundsOf(deposit)]).toEqual(["unpaid", [DEPOSIT]]);
  expect((await stage.bookingRow(booking)).status).toBe("cancelled");
  expect(
    await startPayment(at(12 * DAY), { of: depositRef(deposit), provider: "sandbox", method: "card" }, "again-2"),
  ).toMatchObject({
    reason: "not_payable",
  });
  expect(await checkLedger(at(12 * DAY))).toBe(0);
});

type Found = Awaited<ReturnType<typeof depositPaid>>;
const admin = { role: "admin" as const, kind: "user" as const };
const ends = (minutes: number, reason: "admin" | "customer" | "departure_cancelled") => (found: Found) =>
  db()
    .transaction()
    .execute((tx) => release(at(minutes, admin), tx, { id: found.booking, reason, from: ["pending"] }));
const cancels =
  (minutes: number, refund: number, as: "guest" | "operator" | "none") =>
  async ({ booking }: Found) =>
    expect(
      await cancelBooking(
        at(minutes, admin),
        { booking_id: booking, token: null, expected_refund: { amount_minor: refund, currency: "MXN" } },
        as,
      ),
    ).toMatchObject({ ok: true });
const LATE = 40 * DAY - 5;

/** Who ends it, whether the rest was paid, and then: the deposit's state, what of it goes back, and its accounts in the books. */
test.each<[string, boolean, (found: Found) => Promise<unknown>, string, number[], Record<string, number>]>([
  ["nobody pays the rest", false, () => freeLapsedHolds(at(32 * DAY), null), "kept", [], { breakage: -DEPOSIT }],
  ["the guest cancels before that", false, ends(9, "customer"), "kept", [], { breakage: -DEPOSIT }],
  ["staff cancel before that", false, ends(9, "admin"), "returned", [DEPOSIT], { refund_due: -DEPOSIT }],
  [
    "its night is called off before that",
    false,
    ends(9, "departure_cancelled"),
    "returned",
    [DEPOSIT],
    { refund_due: -DEPOSIT },
  ],
  [
    "the guest cancels in time",
    true,
    cancels(9, TOTAL - DEPOSIT, "guest"),
    "returned",
    [DEPOSIT],
    { refund_due: -DEPOSIT },
  ],
  ["the guest cancels too late", true, cancels(LATE, 0, "guest"), "paid", [], { credit: -DEPOSIT }],
  [
    "staff cancel, though late",
    true,
    cancels(LATE, TOTAL - DEPOSIT, "operator"),
    "returned",
    [DEPOSIT],
    { refund_due: -DEPOSIT },
  ],
  ["staff cancel and keep the money", true, cancels(LATE, 0, "none"), "paid", [], { credit: -DEPOSIT }],
])("a deposit where %s (all paid: %s)", async (_, isWhole, end, state, refunds, accounts) => {
  const found = await depositPaid();
  if (isWhole) await paysRest(found.booking, 8);
  await end(found);
  for (const minutes of [LATE + 1, LATE + 6]) await settleDeposits(at(minutes));
  expect([await stateOf(found.deposit), await refundsOf(found.deposit)]).toEqual([state, refunds]);
  expect(await accountsOf(found.deposit)).toEqual({ clearing: DEPOSIT, ...accounts });
  expect(await emailsAbout(found.quote)).toEqual(
    state === "paid"
      ? expect.not.arrayContaining(["group_deposit_kept"])
      : expect.arrayContaining([`group_deposit_${state}`]),
  );
  expect(await checkLedger(at(LATE + 10))).toBe(0);
});

test("staff refund a deposit that was kept, once, and it is no revenue any more", async () => {
  const { booking, deposit } = await depositPaid();
  await freeLapsedHolds(at(32 * DAY), null);
  expect((await stage.bookingRow(booking)).status).toBe("cancelled");
  for (let n = 0; n < 2; n++) expect(await refundDeposit(staff(33 * DAY), { id: deposit })).toEqual({ ok: true });
  expect([await stateOf(deposit), await refundsOf(deposit)]).toEqual(["returned", [DEPOSIT]]);
  expect(await accountsOf(deposit)).toEqual({ clearing: DEPOSIT, refund_due: -DEPOSIT });
  expect(await checkLedger(at(33 * DAY))).toBe(0);
});

test("the rest that comes once a deposit was kept goes back", async () => {
  const { booking } = await depositPaid();
  const { externalId } = await stage.goesToPay(booking, 30 * DAY);
  await freeLapsedHolds(at(32 * DAY), null);
  provider.pays(externalId);
  await webhook(externalId, 32 * DAY + 5);
  expect((await stage.payments(booking)).map(({ placement }) => placement)).toEqual(["unplaced"]);
  expect(await checkLedger(at(33 * DAY))).toBe(0);
});

test("a booking that is paid as a whole beside its deposit gives that back", async () => {
  const { booking, deposit } = await accepted();
  const whole = await stage.goesToPay(booking, 2);
  await paysDeposit(deposit, 5);
  provider.pays(whole.externalId);
  await webhook(whole.externalId, 6);
  expect((await stage.bookingRow(booking)).status).toBe("confirmed");
  await settleDeposits(at(10));
  expect([await stateOf(deposit), await refundsOf(deposit)]).toEqual(["returned", [DEPOSIT]]);
  expect(await checkLedger(at(11))).toBe(0);
});

test("nobody takes a deposit off its booking, or enters it for another", async () => {
  const { booking, deposit } = await depositPaid();
  await removeCredit(at(6, admin), { booking_id: booking, token: null });
  expect(await creditIn({ db: db() }, booking)).toMatchObject({
    amount: DEPOSIT,
    parts: [{ code: "", isDeposit: true }],
  });
  const { code } = await db()
    .selectFrom("credits")
    .select("code")
    .where("purchase_id", "=", deposit)
    .executeTakeFirstOrThrow();
  expect(await findCredit(at(7), code)).toMatchObject({ reason: "credit_invalid" });
});

test("a group is reminded of its deposit, and then of the rest", async () => {
  const { quote, deposit } = await accepted();
  const reminders = async () =>
    (await db().selectFrom("emails").select("dedupe_key").where("kind", "=", "group_reminder").execute())
      .map(({ dedupe_key: key }) => key)
      .filter((key) => key.includes(quote))
      .map((key) => key.split("reminder.")[1]!.split(".").slice(0, 2).join("."))
      .toSorted();
  await remindGroups(at(5 * DAY));
  expect(await reminders()).toEqual(["deposit.7"]);
  await paysDeposit(deposit, 6 * DAY);
  await remindGroups(at(25 * DAY));
  expect(await reminders()).toEqual(["7", "deposit.7"].map((key) => expect.stringContaining(key)));
});

test("who accepts a change isn't reminded of what they were reminded of before it", async () => {
  const { request, quote } = await depositPaid();
  await remindGroups(at(25 * DAY));
  await offersChange(request, { valid_until: day(30) }, 25 * DAY);
  const { id } = (await versionsOf(request)).at(-1)!;
  expect(await acceptQuote(at(25 * DAY + 1), linked(id))).toEqual({ ok: true });
  await remindGroups(at(25 * DAY + 2));
  const reminded = async () =>
    (await Promise.all([quote, id].map(emailsAbout))).map(
      (kinds) => kinds.filter((kind) => kind === "group_reminder").length,
    );
  expect(await reminded()).toEqual([1, 0]);
  await remindGroups(at(30 * DAY));
  expect(await reminded()).toEqual([1, 1]);
});

const companysId = async (deposit: string) => (await stage.payments(deposit))[0]!.external_id!;
const disputed =
  (state: "open" | "won" | "lost", minutes = 6) =>
  async (deposit: string) => {
    const externalId = await companysId(deposit);
    provider.disputes.set(externalId, { state, money: { amount: DEPOSIT, currency: "MXN" }, reason: "fraudulent" });
    await webhook(externalId, minutes, { type: "dispute.created" });
  };
async function refundedInPart(deposit: string) {
  const externalId = await companysId(deposit);
  provider.refundsElsewhere(externalId, 200_000);
  await webhook(externalId, 6, { type: "refund.created" });
}

test.each([
  ["is disputed", disputed("open"), TOTAL, "paid"],
  ["was charged back", disputed("lost"), TOTAL, "returned"],
  ["went back in part at the company", refundedInPart, TOTAL - DEPOSIT + 200_000, "paid"],
])("where a deposit %s, the booking is paid without that", async (_, happens, bill, state) => {
  const { booking, deposit } = await depositPaid();
  await happens(deposit);
  expect(await stateOf(deposit)).toBe(state);
  await paysRest(booking, 10);
  expect((await stage.payments(booking)).map(({ amount, placement }) => [amount, placement])).toEqual([
    [bill, "in_time"],
  ]);
  expect(await checkLedger(at(11))).toBe(0);
});

test("a deposit that was charged back isn't said to be kept", async () => {
  const { quote, deposit } = await depositPaid();
  await disputed("lost")(deposit);
  await freeLapsedHolds(at(32 * DAY), null);
  expect(await emailsAbout(quote)).not.toContain("group_deposit_kept");
});

test.each([
  ["open", "paid", { credit: -DEPOSIT }],
  ["won", "kept", { breakage: -DEPOSIT, clearing: DEPOSIT }],
  ["lost", "returned", {}],
] as const)(
  "a deposit whose bank decides as its booking lapses is settled by that: %s",
  async (state, becomes, books) => {
    const { quote, deposit } = await depositPaid();
    await disputed("open")(deposit);
    await freeLapsedHolds(at(32 * DAY), null);
    await settleDeposits(at(32 * DAY + 5));
    expect([await stateOf(deposit), await emailsAbout(quote)]).toEqual([
      "paid",
      expect.not.arrayContaining(["group_deposit_kept", "group_deposit_returned"]),
    ]);
    if (state !== "open") await disputed(state, 33 * DAY)(deposit);
    for (const minutes of [5, 10]) await settleDeposits(at(33 * DAY + minutes));
    const { dispute: _, dispute_lost: __, ...accounts } = await accountsOf(deposit);
    expect([await stateOf(deposit), accounts]).toEqual([becomes, expect.objectContaining(books)]);
    expect(await refundsOf(deposit)).toEqual([]);
    expect((await emailsAbout(quote)).filter((kind) => kind === "group_deposit_kept")).toHaveLength(
      becomes === "kept" ? 1 : 0,
    );
    expect(await checkLedger(at(33 * DAY + 20))).toBe(0);
  },
);

test("the page of an offer, and staff's, say what is really due once a part of the deposit went back", async () => {
  const { request, quote, deposit } = await depositPaid();
  const views = async () => {
    const opened = await openRequest(staff(7), request);
    if (!opened.ok) throw new Error(opened.reason);
    return [await ownQuote(at(7), quote, linked(quote).token), opened.request.quotes[0]].map((one) => [
      one?.due?.amount_minor,
      one?.deposit?.balance.amount_minor,
    ]);
  };
  const rest = TOTAL - DEPOSIT;
  expect(await views()).toEqual([
    [rest, rest],
    [rest, rest],
  ]);
  await refundedInPart(deposit);
  const more = rest + 200_000;
  expect(await views()).toEqual([
    [more, more],
    [more, more],
  ]);
});

const takes = (deposit: string, minutes: number, over: Partial<TakeDeposit> = {}) =>
  takeDeposit(staff(minutes), {
    id: deposit,
    key: randomUUID(),
    way: "transfer",
    reference: "SPEI 7",
    amount: DEPOSIT,
    currency: "MXN",
    ...over,
  });

test.each(["cash", "terminal", "transfer"] as const)(
  "a deposit that staff received by %s is paid as one online, once",
  async (way) => {
    const { quote, booking, deposit } = await accepted();
    const key = randomUUID();
    const reference = way === "cash" ? "" : "1234";
    for (let n = 0; n < 2; n++) expect(await takes(deposit, 5, { way, reference, key })).toMatchObject({ ok: true });
    expect(await takes(deposit, 6)).toMatchObject({ reason: "not_payable" });
    expect(await stage.payments(deposit)).toMatchObject([
      { provider: way, hand_reference: reference || null, placement: "delivered", amount: DEPOSIT },
    ]);
    expect([await standing(quote, 6), await stateOf(deposit)]).toEqual(["unpaid", "paid"]);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", hold_expires_at: END });
    expect(await accountsOf(deposit)).toEqual({ clearing: DEPOSIT, credit: -DEPOSIT });
    const receipts = await db().selectFrom("receipts").select("id").where("purchase_id", "=", deposit).execute();
    expect(receipts).toHaveLength(1);
    expect(await emailsAbout(quote)).toContain("group_deposit_paid");
    await paysRest(booking, 10);
    expect((await stage.payments(booking)).map(({ amount }) => amount)).toEqual([TOTAL - DEPOSIT]);
    expect(await checkLedger(at(30))).toBe(0);
  },
);

test.each([
  ["another amount than was shown", {}, 5, { amount: DEPOSIT - 1 }, "price_changed"],
  ["a deposit whose day is over", {}, 12 * DAY, {}, "not_payable"],
  ["none of ours", { id: randomUUID() }, 5, {}, "deposit_not_found"],
])("staff can't record %s", async (_, of, minutes, over, reason) => {
  const { deposit } = await accepted();
  if (minutes > DAY) await freeLapsedHolds(at(minutes), null);
  expect(await takes(deposit, minutes, { ...over, ...of })).toMatchObject({ reason });
  expect(await stateOf(deposit)).toBe("unpaid");
});

test("a deposit in cash is in the till of whoever received it, and leaves it where it is given back", async () => {
  const { deposit } = await accepted();
  const person = await addAccount(db(), {
    email: `${randomUUID()}@staff.test`,
    first_name: "Ana",
    last_name: "Ruiz",
    phone: "",
    verified: true,
  });
  await addDeparture(db(), crawl, { date: day(0) });
  const { city_id } = await db()
    .selectFrom("pub_crawls")
    .select("city_id")
    .where("id", "=", crawl)
    .executeTakeFirstOrThrow();
  const seller = (minutes: number) =>
    at(minutes, { role: "admin", kind: "user", userId: person.id, secondFactor: true });
  const opened = await openTill(seller(1), { intent: "open", key: randomUUID(), city_id, float_MXN: 0, float_USD: 0 });
  expect(opened).toMatchObject({ ok: true });
  const wish = { id: deposit, key: randomUUID(), reference: "", amount: DEPOSIT, currency: "MXN" as const };
  expect(await takeDeposit(seller(5), { ...wish, way: "cash" })).toMatchObject({ ok: true });
  expect(await refundDeposit(seller(6), { id: deposit })).toEqual({ ok: true });
  expect(await handOverCash(seller(7), { purchase_id: deposit, note: "En efectivo" })).toMatchObject({ ok: true });
  const lines = await db()
    .selectFrom("till_lines as l")
    .innerJoin("tills as t", "t.id", "l.till_id")
    .select(["l.kind", "l.way", "l.due"])
    .where("t.user_id", "=", person.id)
    .orderBy("l.at")
    .execute();
  expect(lines).toEqual([
    { kind: "taking", way: "cash", due: DEPOSIT },
    { kind: "refund", way: "cash", due: DEPOSIT },
  ]);
});

test("a deposit that was recorded by mistake goes back by the way it came, and the booking waits for the whole", async () => {
  const { quote, booking, deposit } = await accepted();
  await takes(deposit, 5, { way: "cash", reference: "" });
  for (let n = 0; n < 2; n++) expect(await refundDeposit(staff(6), { id: deposit })).toEqual({ ok: true });
  const [refund] = await stage.refunds(deposit);
  await submitRefund(at(7), refund!.id);
  expect(await closeManualRefund(staff(8), { refund_id: refund!.id, note: "En efectivo" })).toMatchObject({ ok: true });
  expect([await stateOf(deposit), await standing(quote, 9)]).toEqual(["returned", "unpaid"]);
  expect((await ownQuote(at(9), quote, linked(quote).token))?.due?.amount_minor).toBe(TOTAL);
  await paysRest(booking, 10);
  expect((await stage.payments(booking)).map(({ amount, placement }) => [amount, placement])).toEqual([
    [TOTAL, "in_time"],
  ]);
  expect(await refundDeposit(staff(11), { id: deposit })).toEqual({ ok: true });
  expect(await checkLedger(at(30))).toBe(0);
});

test("who accepts a change after their deposit went back is asked for the whole alone", async () => {
  const { request, deposit } = await accepted();
  await takes(deposit, 5, { way: "transfer" });
  expect(await refundDeposit(staff(6), { id: deposit })).toEqual({ ok: true });
  await offersChange(request, {}, 7);
  const { id } = (await versionsOf(request)).at(-1)!;
  expect(await acceptQuote(at(8), linked(id))).toEqual({ ok: true });
  expect((await ownQuote(at(9), id, linked(id).token))?.deposit).toMatchObject({
    state: "returned",
    balance: { amount_minor: TOTAL + 300_000 },
  });
  const email = await db()
    .selectFrom("emails")
    .selectAll()
    .where("kind", "=", "group_accepted")
    .where("dedupe_key", "like", `%${id}%`)
    .executeTakeFirstOrThrow();
  const { text } = await composeEmail(at(9), email, await readSubject(at(9), email));
  expect(text).toContain("$27,000");
  expect(text).not.toMatch(/anticipo|\$6,000|\$21,000/i);
});

test("a deposit that has paid for its booking isn't given back by itself, nor while the rest is at a bank", async () => {
  const found = await depositPaid();
  const { externalId } = await stage.goesToPay(found.booking, 6);
  provider.says(externalId, { status: "pending" });
  await webhook(externalId, 7);
  expect(await refundDeposit(staff(8), { id: found.deposit })).toMatchObject({ reason: "payment_under_way" });
  provider.pays(externalId);
  await webhook(externalId, 9);
  expect(await refundDeposit(staff(10), { id: found.deposit })).toMatchObject({ reason: "nothing_bought" });
});

const atBank = async (externalId: string, minutes: number) => {
  provider.says(externalId, { status: "pending" });
  await webhook(externalId, minutes);
};

test("a deposit that a bank confirms once the rest is due goes back", async () => {
  const { booking, deposit } = await accepted({ deposit_by: day(29) });
  const paying = await goesToPay(deposit, 29 * DAY);
  await atBank(paying, 29 * DAY + 5);
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", hold_expires_at: END });
  provider.pays(paying);
  await webhook(paying, 31 * DAY);
  expect([await stateOf(deposit), await refundsOf(deposit)]).toEqual(["unpaid", [DEPOSIT]]);
});

test("a refused deposit doesn't end sooner what another payment of the booking keeps", async () => {
  const { booking, deposit } = await accepted();
  const paying = await goesToPay(deposit, 9 * DAY);
  await atBank(paying, 9 * DAY + 1);
  const whole = await stage.goesToPay(booking, 10 * DAY);
  await atBank(whole.externalId, 10 * DAY + 1);
  const { hold_expires_at: until } = await stage.bookingRow(booking);
  provider.says(paying, { status: "failed", reason: "refused" });
  await webhook(paying, 10 * DAY + 5);
  expect((await stage.bookingRow(booking)).hold_expires_at).toEqual(until);
});

test("what was approved at a company is not taken once its booking has ended", async () => {
  const found = await accepted();
  const paying = await goesToPay(found.deposit, 5);
  await ends(6, "admin")(found);
  const money = { amount: DEPOSIT, currency: "MXN" as const };
  provider.says(paying, { status: "approved", money });
  await webhook(paying, 7);
  expect((await stage.payments(found.deposit)).map(({ status, charged_amount: amount }) => [status, amount])).toEqual([
    ["cancelled", null],
  ]);
});

test("staff who cancel an unpaid group read what of its deposit goes back, and may if they may refund", async () => {
  const { booking } = await depositPaid();
  const priced = await priceAdminCancellation(staff(6), booking);
  if (!priced.ok) throw new Error(priced.reason);
  const { version, currency, choices } = priced;
  for (const choice of ["none", "guest", "operator"] as const)
    expect(choices[choice]).toMatchObject({ refund: 0, credit: 0, deposit: DEPOSIT });
  const wish = { booking_id: booking, choice: "none" as const, expected: { version, refund_minor: 0, currency } };
  const clerk = at(7, { kind: "user", role: "support" });
  expect(await cancelAsAdmin(clerk, wish)).toMatchObject({ reason: "forbidden", missing: "payments.change" });
  expect(await cancelAsAdmin(staff(7), wish)).toMatchObject({ ok: true });
});

test("staff who cancel an unpaid group read that a bank decides about its deposit, and may if they may refund", async () => {
  const { booking, deposit } = await depositPaid();
  await disputed("open")(deposit);
  const priced = await priceAdminCancellation(staff(7), booking);
  if (!priced.ok) throw new Error(priced.reason);
  const { version, currency, choices } = priced;
  for (const choice of ["none", "guest", "operator"] as const)
    expect(choices[choice]).toMatchObject({ refund: 0, deposit: 0, waits: DEPOSIT });
  const clerk = at(8, { kind: "user", role: "support" });
  const wish = { booking_id: booking, choice: "none" as const, expected: { version, refund_minor: 0, currency } };
  expect(await cancelAsAdmin(clerk, wish)).toMatchObject({ reason: "forbidden", missing: "payments.change" });
  expect(await previewBulkCancel(clerk, { ids: [booking] }, "none")).toMatchObject({ missing: "payments.change" });
  const page = await previewBulkCancel(staff(8), { ids: [booking] }, "none");
  expect(page.ok && page.rows[0]!.due).toEqual({ waits: DEPOSIT, credit: 0, deposit: 0 });
  expect(await cancelAsAdmin(staff(9), wish)).toMatchObject({ ok: true });
  await disputed("won", 10)(deposit);
  await settleDeposits(at(11));
  expect([await stateOf(deposit), await refundsOf(deposit)]).toEqual(["returned", [DEPOSIT]]);
});

test.each([
  ["waits for the rest", false, "none", { amount: 0, credit: 0, deposit: DEPOSIT }],
  [
    "is paid, and gets everything back",
    true,
    "operator",
    { amount: TOTAL - DEPOSIT, credit: DEPOSIT, deposit: DEPOSIT },
  ],
  ["is paid, and gets nothing back", true, "none", { amount: 0, credit: 0, deposit: 0 }],
] as const)(
  "who cancels several bookings reads what of a deposit goes back: one %s",
  async (_, isWhole, choice, due) => {
    const { booking } = await depositPaid();
    if (isWhole) await paysRest(booking, 8);
    const preview = async (ctx: ReturnType<typeof at>) => previewBulkCancel(ctx, { ids: [booking] }, choice);
    const page = await preview(staff(9));
    if (!page.ok) throw new Error(page.reason);
    const [row] = page.rows;
    const { amount, ...other } = due;
    expect([row!.expected?.amount, row!.due]).toEqual([amount, { waits: 0, ...other }]);
    expect(page.preview.deposits).toEqual(due.deposit > 0 ? [{ amount: due.deposit, currency: "MXN" }] : []);
    const isGiving = due.deposit > 0;
    expect(await preview(at(9, { kind: "user", role: "support" }))).toMatchObject(
      isGiving ? { reason: "forbidden", missing: "payments.change" } : { ok: true },
    );
  },
);

test("the page of a night says what its group has to pay next, to who reads bookings", async () => {
  const { request, booking, departure, deposit } = await accepted();
  const groups = async (minutes: number) => {
    const read = await readNight(staff(minutes), departure);
    if (!read.ok) throw new Error(read.reason);
    return read.night.groups;
  };
  const about = { requestId: request, name: "Sofía Núñez" };
  const money = (amount_minor: number) => ({ amount_minor, currency: "MXN" });
  expect(await groups(2)).toEqual([{ ...about, state: "deposit", due: money(DEPOSIT), by: day(10) }]);
  await paysDeposit(deposit, 5);
  expect(await groups(6)).toEqual([{ ...about, state: "balance", due: money(TOTAL - DEPOSIT), by: day(30) }]);
  await paysRest(booking, 10);
  expect(await groups(11)).toEqual([{ ...about, state: "paid", due: null, by: day(30) }]);
  const whole = await accepted({ deposit: null, deposit_by: null, date: day(45) });
  expect(await groupsOfNight(at(2), whole.departure)).toMatchObject([{ state: "unpaid", due: money(TOTAL) }]);
});

const offersChange = (id: string, over: Partial<OfferChange> = {}, minutes = 6) =>
  offerChange(staff(minutes), {
    id,
    key: randomUUID(),
    people: 36,
    total: TOTAL + 300_000,
    valid_until: day(20),
    included: "Tres bares.",
    ...over,
  });
const versionsOf = (request: string) =>
  db()
    .selectFrom("group_quotes")
    .select(["id", "booking_id", "departure_id"])
    .where("request_id", "=", request)
    .orderBy("version")
    .execute();

test.each([
  ["more people, dearer", { people: 36, total: TOTAL + 300_000 }],
  ["fewer people, cheaper", { people: 20, total: TOTAL - 800_000 }],
  ["as many, with other things", { people: 30, total: TOTAL }],
])("a group that has paid its deposit accepts another offer: %s", async (_, wish) => {
  const { request, quote, booking, departure, deposit } = await depositPaid();
  const key = randomUUID();
  for (let n = 0; n < 2; n++) expect(await offersChange(request, { ...wish, key })).toEqual({ ok: true });
  const [first, second] = await versionsOf(request);
  // opening it changes nothing, and what was accepted can still be paid
  expect([await standing(quote, 7), await standing(second!.id, 7)]).toEqual(["unpaid", "open"]);
  expect((await ownQuote(at(7), second!.id, linked(second!.id).token))?.change).toMatchObject({
    people: 30,
    total: { amount_minor: TOTAL },
    due: { amount_minor: wish.total - DEPOSIT },
  });
  expect((await ownQuote(at(7), second!.id, linked(second!.id).token))?.deposit).toMatchObject({
    state: "paid",
    balance: { amount_minor: wish.total - DEPOSIT },
  });
  expect(await emailsAbout(second!.id)).toContain("group_quote");
  const paying = await stage.goesToPay(booking, 8);
  for (let n = 0; n < 2; n++) expect(await acceptQuote(at(9), linked(second!.id))).toEqual({ ok: true });
  expect(await versionsOf(request)).toEqual([
    { id: first!.id, booking_id: null, departure_id: null },
    { id: second!.id, booking_id: booking, departure_id: departure },
  ]);
  expect([await standing(quote, 10), await standing(second!.id, 10), await stateOf(deposit)]).toEqual([
    "replaced",
    "unpaid",
    "paid",
  ]);
  expect(await stage.bookingRow(booking)).toMatchObject({
    status: "pending",
    number_of_people: wish.people,
    total_price: wish.total,
    hold_expires_at: END,
  });
  expect(await seatsOf(db(), departure)).toMatchObject({ total: wish.people, available: 0, held: wish.people });
  expect((await emailsAbout(second!.id)).filter((kind) => kind === "group_accepted")).toHaveLength(1);
  // the page with the earlier amount was closed
  expect((await stage.payments(booking)).find(({ id }) => id === paying.paymentId)?.status).toBe("cancelled");
  await paysRest(booking, 12);
  expect((await stage.payments(booking)).at(-1)).toMatchObject({ amount: wish.total - DEPOSIT, placement: "in_time" });
  expect((await stage.bookingRow(booking)).status).toBe("confirmed");
  expect(await checkLedger(at(30))).toBe(0);
});

test.each([
  ["no more than its deposit", { total: DEPOSIT + 100 }, "total_too_small"],
  ["good for longer than it may be paid", { valid_until: day(31) }, "wrong_days"],
])("a change %s isn't offered", async (_, over, reason) => {
  const { request } = await depositPaid();
  expect(await offersChange(request, over)).toMatchObject({ reason });
  expect(await versionsOf(request)).toHaveLength(1);
});

test("a change isn't offered of what is paid or over, nor accepted once it is, and its request is closed with the booking", async () => {
  const paid = await depositPaid();
  expect(await offersChange(paid.request)).toEqual({ ok: true });
  const change = (await versionsOf(paid.request)).at(-1)!.id;
  await paysRest(paid.booking, 8);
  expect([await standing(change, 9), await acceptQuote(at(9), linked(change))]).toMatchObject([
    "closed",
    { reason: "quote_closed" },
  ]);
  expect((await stage.bookingRow(paid.booking)).number_of_people).toBe(30);
  expect(await offersChange(paid.request, {}, 10)).toMatchObject({ reason: "already_accepted" });
  const lapsed = await depositPaid();
  await offersChange(lapsed.request);
  await freeLapsedHolds(at(32 * DAY), null);
  const row = db().selectFrom("group_requests").select("state").where("id", "=", lapsed.request);
  expect(await row.executeTakeFirst()).toEqual({ state: "closed" });
  expect(await statusOf(lapsed.departure)).toBe("cancelled");
});

test("a payment that was begun and not opened isn't asked for at the earlier total", async () => {
  const { request, booking } = await depositPaid();
  const total = TOTAL - 800_000;
  await offersChange(request, { people: 20, total });
  const link = linked((await versionsOf(request)).at(-1)!.id);
  const key = randomUUID();
  const starts = (minutes: number) =>
    startPayment(at(minutes), { of: bookingRef(booking), provider: "sandbox", method: "card" }, key);
  provider.fails();
  expect(await starts(8)).toMatchObject({ reason: "provider_unavailable" });
  provider.wakes();
  expect(await acceptQuote(at(9), link)).toMatchObject({ reason: "payment_under_way" });
  expect((await stage.bookingRow(booking)).total_price).toBe(TOTAL);
  expect(await acceptQuote(at(DAY), link)).toEqual({ ok: true });
  expect(await starts(DAY + 1)).toMatchObject({ reason: "price_changed" });
  await paysRest(booking, DAY + 2);
  expect((await stage.payments(booking)).at(-1)).toMatchObject({ amount: total - DEPOSIT, placement: "in_time" });
});

test("who accepts a change that isn't open any more can still pay what they accepted", async () => {
  const { request, booking } = await depositPaid();
  await offersChange(request, { valid_until: day(7) });
  const { id } = (await versionsOf(request)).at(-1)!;
  const { paymentId } = await stage.goesToPay(booking, 9 * DAY);
  expect(await acceptQuote(at(9 * DAY), linked(id))).toMatchObject({ reason: "quote_expired" });
  expect((await stage.payments(booking)).find((one) => one.id === paymentId)?.status).toBe("pending");
});

test("a change whose request is reopened after its booking has ended isn't accepted once its deposit's day is over", async () => {
  const { request, booking } = await depositPaid();
  await offersChange(request, { valid_until: day(30) });
  const { id } = (await versionsOf(request)).at(-1)!;
  expect(await standing(id, 12 * DAY)).toBe("open");
  await db()
    .transaction()
    .execute((tx) => release(at(12 * DAY, admin), tx, { id: booking, reason: "admin", from: ["pending"] }));
  expect(await closeRequest(staff(12 * DAY), { id: request, closed: false })).toEqual({ ok: true });
  expect(await standing(id, 12 * DAY)).toBe("expired");
  expect((await ownQuote(at(12 * DAY), id, linked(id).token))?.valid_until).toBe(day(10));
  expect(await acceptQuote(at(12 * DAY), linked(id))).toMatchObject({ reason: "quote_expired" });
  expect((await versionsOf(request)).at(-1)).toMatchObject({ booking_id: null, departure_id: null });
});

test("a change that is accepted three times at once counts once", async () => {
  const { request, booking, departure } = await depositPaid();
  await offersChange(request);
  const { id } = (await versionsOf(request)).at(-1)!;
  const answers = await Promise.all([7, 7, 7].map((minutes) => acceptQuote(at(minutes), linked(id))));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 36, held: 36 });
  expect((await stage.bookingRow(booking)).number_of_people).toBe(36);
  expect((await emailsAbout(id)).filter((kind) => kind === "group_accepted")).toHaveLength(1);
});

test("a deposit that was paid in time, but not reported, keeps the booking as its day ends", async () => {
  const { booking, deposit } = await accepted();
  provider.pays(await goesToPay(deposit, 9 * DAY));
  await freeLapsedHolds(at(12 * DAY), null);
  expect(await stateOf(deposit)).toBe("paid");
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", hold_expires_at: END });
});

test("who paid a deposit that was kept is known as long as who paid for a night", async () => {
  const { booking, deposit } = await depositPaid();
  await freeLapsedHolds(at(32 * DAY), null);
  await purgeData(at(80 * DAY));
  const stored = await db().selectFrom("group_deposits").select("name").where("id", "=", deposit).executeTakeFirst();
  expect([stored?.name, (await stage.bookingRow(booking)).first_name]).toEqual(["Sofía Núñez", "Sofía"]);
});

test("nobody loses a deposit by deleting their account", async () => {
  const { booking, deposit } = await depositPaid();
  const { email } = await stage.bookingRow(booking);
  const { id } = await addAccount(db(), { email, first_name: "Sofía", last_name: "Núñez", phone: "", verified: true });
  const { secret, settings } = database.services;
  const { cookie } = await beginSession(db(), id, { secret, baseUrl: settings.BASE_URL });
  const request = requestAt(database.services);
  const ctx = { ...request, now: at(6).now, actor: await actorOf(request, cookie) };
  expect((await foreseeDeletion(ctx)).upcoming).toMatchObject([{ id: booking }]);
  expect(await deleteAccount(ctx, { password: PASSWORD, word: "DELETE" }, cookie)).toMatchObject({
    reason: "upcoming_bookings",
  });
  expect(await stateOf(deposit)).toBe("paid");
});

test("of a kept deposit of which a part went back at the company, staff refund the rest", async () => {
  const { quote, deposit } = await depositPaid();
  await freeLapsedHolds(at(32 * DAY), null);
  await refundedInPart(deposit);
  expect((await ownQuote(at(33 * DAY), quote, linked(quote).token))?.deposit?.kept.amount_minor).toBe(
    DEPOSIT - 200_000,
  );
  for (let n = 0; n < 2; n++) expect(await refundDeposit(staff(33 * DAY), { id: deposit })).toEqual({ ok: true });
  expect([await stateOf(deposit), await refundsOf(deposit)]).toEqual(["returned", [200_000, DEPOSIT - 200_000]]);
  expect(await checkLedger(at(33 * DAY))).toBe(0);
});

test("while a bank has a deposit its group isn't reminded, and is told where it refuses", async () => {
  const { quote, deposit } = await accepted();
  const paying = await goesToPay(deposit, 2 * DAY);
  await atBank(paying, 2 * DAY + 1);
  await remindGroups(at(5 * DAY));
  expect(await emailsAbout(quote)).not.toContain("group_reminder");
  provider.says(paying, { status: "failed", reason: "refused" });
  await webhook(paying, 5 * DAY + 1);
  expect(await emailsAbout(quote)).toContain("group_deposit_refused");
  await remindGroups(at(5 * DAY + 2));
  expect(await emailsAbout(quote)).toContain("group_reminder");
});

// last: no payment has paid for the credit that it invents, which the books wouldn't agree with
test("what a code pays of what was accepted is left to pay of a change, and its page says so", async () => {
  const { request, booking } = await depositPaid();
  await offersChange(request);
  const { id } = (await versionsOf(request)).at(-1)!;
  const change = async () => (await ownQuote(at(7), id, linked(id).token))?.change;
  const due = { amount_minor: TOTAL + 300_000 - DEPOSIT, currency: "MXN" };
  expect(await change()).toMatchObject({ due, hasCodes: false });
  const { booking: other } = await accepted({ deposit: null, deposit_by: null, date: day(45) });
  const { paymentId } = await stage.goesToPay(other, 2);
  const credit = { of: bookingRef(other), paymentId, money: { amount: 100_000, currency: "MXN" as const }, test: true };
  await db()
    .transaction()
    .execute((tx) => giveCredit(at(6), tx, credit));
  const [gift] = await creditsOf({ db: db() }, other);
  expect(await applyCredit(at(7, admin), { booking_id: booking, token: null, code: gift!.code })).toMatchObject({
    ok: true,
  });
  expect(await change()).toMatchObject({ due, hasCodes: true });
  expect(await acceptQuote(at(8), linked(id))).toEqual({ ok: true });
  expect((await ownQuote(at(9), id, linked(id).token))?.due).toEqual(due);
});
