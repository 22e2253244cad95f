import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { datesToMoveTo } from "#src/modules/changes/change/queries.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// What happens between requesting a change and its payment: other tabs, late money, crossing locks.

const database = freshDatabase();
const stage = payingStage(database);
const { at, provider } = stage;
let crawlId = "";
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});

const staff = (minutes = 0) => at(minutes, { kind: "user", role: "support" });
const system = (minutes: number) => at(minutes, { kind: "system" });
const newDeparture = (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(database.services.db, crawlId, over);
const seats = (departure: string) => seatsOf(database.services.db, departure);

/** A confirmed booking of two at MX$400 a person, paid by card. */
async function booked(departureId: string): Promise<string> {
  const id = await stage.books(departureId, { number_of_people: 2, additional_names: ["Marta"] });
  const { externalId } = await stage.goesToPay(id);
  provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}

async function agreedTo(id: string, change: Change, minutes = 0) {
  const priced = await priceChange(staff(minutes), { booking_id: id, token: null, change });
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return { booking_id: id, token: null, change, expected };
}

async function held(id: string, change: Change, minutes = 0): Promise<string> {
  const answer = await changeBooking(staff(minutes), await agreedTo(id, change, minutes), randomUUID());
  if (!answer.ok || answer.state !== "to_pay") throw new Error("not held");
  return answer.change_id;
}

const toPay = (id: string, change_id: string, minutes = 0, key: string = randomUUID()) =>
  startPayment(at(minutes), { of: changeRef(id, change_id), provider: "sandbox", method: "card" }, key);

async function goesToPay(id: string, changeId: string, minutes = 0): Promise<string> {
  const started = await toPay(id, changeId, minutes);
  if (!started.ok) throw new Error(started.reason);
  return `sandbox_${started.payment_id}`;
}

async function pays(externalId: string, minutes = 0): Promise<void> {
  provider.pays(externalId);
  await stage.webhook(externalId, minutes);
}

const to = (departure_id: string): Change => ({ kind: "date", departure_id });

const emailsOf = async (bookingId: string) => {
  const rows = await database.services.db
    .selectFrom("emails")
    .select("kind")
    .where("booking_id", "=", bookingId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ kind }) => kind);
};

const changeRow = (id: string) =>
  database.services.db.selectFrom("booking_changes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** A change that lapsed while its payment page was being opened, so that there was no page to close. */
async function lapsedWithOpenPage(id: string, changeId: string): Promise<string> {
  provider.hangs();
  const going = goesToPay(id, changeId);
  await expect.poll(() => stage.payments(id)).toHaveLength(2);
  await freeLapsedHolds(system(70), null);
  provider.wakes();
  expect(await changeRow(changeId)).toMatchObject({ drop_reason: "expired" });
  return going;
}

/**
 * Runs `work` while another transaction holds the lock of the first departure and then takes the second: the opposite lock order
 * deadlocks.
 */
async function whileCrossing<T>(departures: [string, string], work: () => Promise<T>): Promise<T> {
  const client = await database.services.pool.connect();
  const lock = (id: string) => client.query("select from scheduled_crawls where id = $1 for update", [id]);
  try {
    await client.query("begin");
    await lock(departures[0]);
    const done = work().catch((error: unknown) => error as T);
    await database.someoneWaits();
    await client.query("set local deadlock_timeout = '10s'"); // the other side detects the deadlock
    await lock(departures[1]);
    await client.query("commit");
    return await done;
  } finally {
    client.release();
  }
}

const inOrder = (ids: string[]) => ids.toSorted() as [string, string];

test("a late payment for a change that lapsed, while the next change for the same departure has lapsed too", async () => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000, seats: 2 })];
  const id = await booked(from);
  const first = await held(id, to(dear));
  const late = await lapsedWithOpenPage(id, first);
  await held(id, to(dear), 71);
  provider.calls.expire = 0;
  await pays(late, 140);
  expect(provider.calls.expire).toBeLessThan(5);
  expect(await stage.bookingRow(id)).toMatchObject({ scheduled_crawl_id: dear, total_price: 120_000 });
  expect(await seats(dear)).toMatchObject({ available: 0, held: 0, confirmed: 2 });
}, 20_000);

test("a change that was paid late takes the place of the one that waits", async () => {
  const [from, dear, other] = [
    await newDeparture(),
    await newDeparture({ price: 3000 }),
    await newDeparture({ price: 2500 }),
  ];
  const id = await booked(from);
  const late = await lapsedWithOpenPage(id, await held(id, to(dear)));
  const next = await held(id, to(other), 71);
  await pays(late, 75);
  expect((await stage.bookingRow(id)).scheduled_crawl_id).toBe(dear);
  // the state it was priced on is gone: no redirect to pay for it
  expect(await toPay(id, next, 76)).toMatchObject({ reason: "not_payable" });
  expect(await changeRow(next)).toMatchObject({ status: "dropped", drop_reason: "booking_changed" });
  expect(await seats(other)).toMatchObject({ available: 40, held: 0 });
});

test("paid in two tabs: made once, the second payment goes back, and nobody is told that it could not be made", async () => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000 })];
  const id = await booked(from);
  const changeId = await held(id, to(dear));
  const pages = [await goesToPay(id, changeId), await goesToPay(id, changeId)];
  for (const page of pages) await pays(page, 1);
  expect((await stage.bookingRow(id)).scheduled_crawl_id).toBe(dear);
  expect(await stage.refunds(id)).toMatchObject([{ amount: 40_000, reason: "duplicate" }]);
  expect(await emailsOf(id)).toEqual(["booking_confirmation", "booking_confirmation"]);
  expect((await paymentStateOf(at(1), id)).change).toBe("made");
});

test("naming the guests while a change waits does not lose what is paid for it", async () => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000 })];
  const id = await booked(from);
  const page = await goesToPay(id, await held(id, to(dear)));
  const { version } = await stage.bookingRow(id);
  const named = { booking_id: id, token: null, version, names: [{ position: 2, name: "Inés" }] };
  expect(await nameGuests(staff(1), named)).toEqual({ ok: true });
  await pays(page, 2);
  expect(await stage.bookingRow(id)).toMatchObject({ scheduled_crawl_id: dear, additional_names: ["Inés"] });
  expect(await stage.refunds(id)).toEqual([]);
});

test.each([
  ["is cancelled", { status: "cancelled" }],
  ["has begun", { starts_at: later(0), sales_close_at: later(0) }],
])("nobody is sent to pay for a change to a departure that %s", async (_, over) => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000 })];
  const id = await booked(from);
  const changeId = await held(id, to(dear));
  await database.services.db.updateTable("scheduled_crawls").set(over).where("id", "=", dear).execute();
  expect(await toPay(id, changeId, 1)).toMatchObject({ reason: "not_payable" });
});

test("a try to pay that failed is not opened again for a change that waits no more", async () => {
  const [from, dear, other] = [
    await newDeparture(),
    await newDeparture({ price: 3000 }),
    await newDeparture({ price: 2500 }),
  ];
  const id = await booked(from);
  const changeId = await held(id, to(dear));
  const key = randomUUID();
  provider.fails();
  expect(await toPay(id, changeId, 0, key)).toMatchObject({ reason: "provider_unavailable" });
  provider.wakes();
  await held(id, to(other), 1);
  expect(await toPay(id, changeId, 2, key)).toMatchObject({ reason: "not_payable" });
});

test("the payment page says for which departure the guest pays", async () => {
  const [from, dear] = [
    await newDeparture({ date: "2027-02-10" }),
    await newDeparture({ date: "2027-02-13", price: 3000 }),
  ];
  const id = await booked(from);
  const page = await goesToPay(id, await held(id, to(dear)));
  expect(provider.opened.get(page)?.description).toContain("13");
});

test("a form sent twice at once is answered twice alike", async () => {
  const [from, same, dear] = [await newDeparture(), await newDeparture(), await newDeparture({ price: 3000 })];
  for (const [wish, state] of [
    [to(same), "applied"],
    [to(dear), "to_pay"],
  ] as const) {
    const agreed = await agreedTo(await booked(from), wish);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => changeBooking(staff(), agreed, key)));
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, state });
  }
});

test("the seats that a change keeps don't count against its own guest", async () => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000, seats: 2 })];
  const id = await booked(from);
  await held(id, to(dear));
  expect(await priceChange(staff(1), { booking_id: id, token: null, change: to(dear) })).toMatchObject({ ok: true });
  expect((await datesToMoveTo(staff(1), id)).find(({ departure_id }) => departure_id === dear)?.left).toBe(2);
  const other = await booked(await newDeparture());
  expect(await priceChange(staff(1), { booking_id: other, token: null, change: to(dear) })).toMatchObject({
    reason: "sold_out",
    left: 0,
  });
  expect((await datesToMoveTo(staff(1), other)).map(({ departure_id }) => departure_id)).not.toContain(dear);
});

test("a form that is refused leaves the payment page of the change that waits open", async () => {
  const [from, dear, other] = [
    await newDeparture(),
    await newDeparture({ price: 3000 }),
    await newDeparture({ price: 2500 }),
  ];
  const id = await booked(from);
  const page = await goesToPay(id, await held(id, to(dear)));
  const agreed = await agreedTo(id, to(other), 1);
  const stale = { ...agreed, expected: { ...agreed.expected, version: 0 } };
  expect(await changeBooking(staff(1), stale, randomUUID())).toMatchObject({ reason: "booking_changed" });
  const dearer = { ...agreed, expected: { ...agreed.expected, difference_minor: 1 } };
  expect(await changeBooking(staff(1), dearer, randomUUID())).toMatchObject({ reason: "quote_changed" });
  expect(await provider.fetchState(page)).toMatchObject({ status: "open" });
});

test("paid for a change after everything was cancelled: no email says that the guest is still booked", async () => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000 })];
  const id = await booked(from);
  const page = await goesToPay(id, await held(id, to(dear)));
  const expected_refund = { amount_minor: 80_000, currency: "MXN" } as const;
  await cancelBooking(staff(1), { booking_id: id, token: null, expected_refund });
  await pays(page, 2);
  expect((await stage.refunds(id)).map(({ amount, reason }) => [reason, amount])).toEqual([
    ["customer", 80_000],
    ["change_lost", 40_000],
  ]);
  const queuedEmail = () =>
    database.services.db
      .selectFrom("emails")
      .select(["id", "status"])
      .where("booking_id", "=", id)
      .where("kind", "=", "change_lost")
      .executeTakeFirst();
  const email = await queuedEmail();
  await sendEmail(system(3), { id: email!.id });
  expect((await queuedEmail())?.status).toBe("withheld");
});

test("a change that gives way to another takes the locks of its departures in order", async () => {
  const from = await newDeparture();
  const [low, high] = inOrder([await newDeparture({ price: 2500 }), await newDeparture({ price: 3000 })]);
  const id = await booked(from);
  await held(id, to(high));
  const agreed = await agreedTo(id, to(low), 1);
  const answer = await whileCrossing([low, high], () => changeBooking(staff(1), agreed, randomUUID()));
  expect(answer).toMatchObject({ ok: true });
});

test("a cancellation takes the locks of its departures in order", async () => {
  const departures = [await newDeparture(), await newDeparture()];
  const [low, high] = inOrder(departures);
  await database.services.db.updateTable("scheduled_crawls").set({ price: 3000 }).where("id", "=", high).execute();
  const id = await booked(low);
  await held(id, to(high));
  const expected_refund = { amount_minor: 80_000, currency: "MXN" } as const;
  const cancel = () => cancelBooking(staff(1), { booking_id: id, token: null, expected_refund });
  expect(await whileCrossing([low, high], cancel)).toMatchObject({ ok: true });
});

test("a change needs one connection at a time", async () => {
  const [from, same] = [await newDeparture(), await newDeparture()];
  const agreed = await agreedTo(await booked(from), to(same));
  const pool = openPool(database.url, 1);
  const db = openDb(pool);
  expect(await changeBooking({ ...staff(), pool, db }, agreed, randomUUID())).toMatchObject({ state: "applied" });
  const dear = await newDeparture({ price: 3000 });
  const wish = await agreedTo(agreed.booking_id, to(dear));
  const record = await changeBooking({ ...staff(), pool, db }, wish, randomUUID());
  if (!record.ok || record.state !== "to_pay") throw new Error("not held");
  const payment = {
    of: changeRef(wish.booking_id, record.change_id),
    provider: "sandbox",
    method: "card",
  } as const;
  // settings are cached for a second: force a read
  forgetSettings({ db });
  expect(await startPayment({ ...at(1), pool, db }, payment, randomUUID())).toMatchObject({ ok: true });
  await db.destroy();
}, 30_000);

test("a coupon stays with those who had it when people were added and all move", async () => {
  const { db } = database.services;
  const [from, same] = [await newDeparture(), await newDeparture()];
  await addCoupon(db, { code: "GUESTLIST", value: 100 });
  const id = await stage.books(from, { number_of_people: 1, coupon_code: "GUESTLIST" });
  await startPayment(at(0), { of: bookingRef(id), provider: "free", method: "free" }, randomUUID());
  await pays(await goesToPay(id, await held(id, { kind: "add", names: Array<string>(9).fill("") })));
  const agreed = await agreedTo(id, to(same));
  expect(agreed.expected.difference_minor).toBe(0);
  const listed = (await datesToMoveTo(staff(), id)).find(({ departure_id }) => departure_id === same);
  expect(listed?.difference.amount_minor).toBe(0);
  expect(await changeBooking(staff(), agreed, randomUUID())).toMatchObject({ state: "applied" });
  expect(await stage.bookingRow(id)).toMatchObject({ subtotal: 400_000, discount: 40_000, total_price: 360_000 });
  expect(await stage.refunds(id)).toEqual([]);
});

test("a second payment of the booking itself is not taken for one of the change", async () => {
  const [from, dear] = [await newDeparture(), await newDeparture({ price: 3000 })];
  const id = await stage.books(from, { number_of_people: 2 });
  const [one, two] = [await stage.goesToPay(id), await stage.goesToPay(id)];
  await pays(one.externalId);
  provider.pays(two.externalId);
  const changeId = await held(id, to(dear));
  expect(await dropChange(staff(1), { booking_id: id, token: null, change_id: changeId })).toEqual({ ok: true });
  expect(await changeRow(changeId)).toMatchObject({ drop_reason: "guest" });
  expect(await stage.refunds(id)).toMatchObject([{ amount: 80_000, reason: "duplicate" }]);
});
