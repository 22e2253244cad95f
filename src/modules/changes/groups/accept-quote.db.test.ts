import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { acceptQuote } from "#src/modules/changes/groups/accept-quote.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import { declineQuote } from "#src/modules/changes/groups/decline-quote.server.ts";
import { forgetOldRequests } from "#src/modules/changes/groups/forget-requests.server.ts";
import { quoteLink, openRequest, ownQuote } from "#src/modules/changes/groups/queries.server.ts";
import { remindGroups } from "#src/modules/changes/groups/remind-groups.server.ts";
import { requestGroup } from "#src/modules/changes/groups/request-group.server.ts";
import type { SendQuote } from "#src/modules/changes/groups/schema.ts";
import { sendQuote } from "#src/modules/changes/groups/send-quote.server.ts";
import { setDeparture } from "#src/modules/changes/groups/store/quotes.server.ts";
import { freeLapsedHolds, release } from "#src/modules/sales/booking/release-hold.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { changeGuests } from "#src/modules/office/booking-admin/change-guests.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { createDepartures } from "#src/modules/sales/schedule/create-departures.server.ts";
import { createPrivateDeparture } from "#src/modules/sales/schedule/create-private-departure.server.ts";
import { markDepartureCancelled } from "#src/modules/sales/schedule/mark-departure-cancelled.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seedMinimal, seatsOf } from "#tests/seeds.ts";

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test" });
const stage = payingStage(database);
const { at, provider, webhook } = stage;
const DAY = 24 * 60;
const VOUCHER_END = new Date(+NOON + 3 * 86_400_000);
const day = (days: number) => new Date(+NOON + days * 86_400_000).toISOString().slice(0, 10);
const staff = (minutes = 0) => at(minutes, { role: "admin", kind: "user" });
const db = () => database.services.db;

beforeAll(async () => void (await seedMinimal(db())));
let crawl = "";
beforeEach(async () => {
  await db().deleteFrom("rate_counters").execute();
  crawl = await addCrawl(db(), { title: `Groups ${randomUUID()}` });
});

const OFFER = {
  people: 30,
  date: day(40),
  start_time: "20:00",
  end_time: "00:30",
  total: 2_400_000,
  currency: "MXN" as const,
  deposit: null,
  deposit_by: null,
  places: null as number | null,
  pay_by: day(30),
  valid_until: day(7),
  included: "Dos bares, mezcal y botana.",
};

async function requested(): Promise<string> {
  const email = `${randomUUID()}@guest.test`;
  const wish = {
    people: 30,
    city: "",
    date: "",
    occasion: "company",
    words: "",
    name: "Sofía Núñez",
    email,
    phone: "",
  };
  await requestGroup(at(0), { ...wish, occasion: "company", language: "es" }, { key: randomUUID(), trap: "" });
  return (await db().selectFrom("group_requests").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
}
const offers = (id: string, over: Partial<SendQuote> = {}, minutes = 0) =>
  sendQuote(staff(minutes), { ...OFFER, id, crawl_id: crawl, key: randomUUID(), ...over });
const quotesOf = (id: string) =>
  db().selectFrom("group_quotes").selectAll().where("request_id", "=", id).orderBy("version").execute();
const linked = (id: string) => ({ id, token: new URL(quoteLink(at(0), id, "es")).searchParams.get("token") });
const standing = async (id: string, minutes = 1) => (await ownQuote(at(minutes), id, linked(id).token))?.standing;
const stateOf = async (id: string) =>
  (await db().selectFrom("group_requests").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const kindsSince = async (id: string) =>
  (await db().selectFrom("emails").select(["kind", "payload"]).orderBy("created_at").orderBy("kind").execute())
    .filter(({ payload }) => JSON.stringify(payload).includes(id))
    .map(({ kind }) => kind);

async function offered(over: Partial<SendQuote> = {}) {
  const request = await requested();
  expect(await offers(request, over)).toEqual({ ok: true });
  return { request, quote: (await quotesOf(request)).at(-1)!.id };
}
async function accepted(over: Partial<SendQuote> = {}) {
  const found = await offered(over);
  expect(await acceptQuote(at(1), linked(found.quote))).toEqual({ ok: true });
  const row = (await quotesOf(found.request)).at(-1)!;
  return { ...found, booking: row.booking_id!, departure: row.departure_id! };
}

async function paysFor(booking: string, minutes: number) {
  const { externalId } = await stage.goesToPay(booking, minutes);
  provider.pays(externalId);
  await webhook(externalId, minutes);
}
const statusOf = async (departure: string) =>
  (await db().selectFrom("scheduled_crawls").select("status").where("id", "=", departure).executeTakeFirstOrThrow())
    .status;
/** Staff give a group's night more places, for others. */
const widen = (departure: string, places: number) =>
  db()
    .updateTable("scheduled_crawls")
    .set((e) => ({
      total_spots: e("total_spots", "+", places),
      available_spots: e("available_spots", "+", places),
      bookings_disabled: false,
    }))
    .where("id", "=", departure)
    .execute();
/** Staff open a group's night for ten others, of whom two have paid. */
async function joined(departure: string): Promise<string> {
  await widen(departure, 10);
  const booking = await stage.books(departure, { number_of_people: 2, additional_names: ["Marta"] });
  await paysFor(booking, 1);
  return booking;
}
const cancels = (id: string, minutes: number) =>
  db()
    .transaction()
    .execute((tx) => release(staff(minutes), tx, { id, reason: "admin", from: ["confirmed"] }));
async function moves(booking: string, to: string, minutes: number) {
  const wish = { booking_id: booking, token: null, change: { kind: "date" as const, departure_id: to } };
  const priced = await priceChange(staff(minutes), { ...wish, admin: { keeps: true } });
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const answer = await changeBooking(staff(minutes), { ...wish, admin: { keeps: true }, expected }, randomUUID());
  expect(answer).toEqual({ ok: true, state: "applied" });
}

test("an accepted offer has a night of its own, full of one booking that waits at the agreed total until its day is over", async () => {
  const { request, quote, booking, departure } = await accepted();
  const row = await db().selectFrom("bookings").selectAll().where("id", "=", booking).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    status: "pending",
    total_price: 2_400_000,
    number_of_people: 30,
    scheduled_crawl_id: departure,
    first_name: "Sofía",
    language: "es",
    source: "admin",
  });
  expect(row.hold_expires_at.toISOString()).toBe(`${day(31)}T06:00:00.000Z`);
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 30, available: 0, held: 30 });
  expect([await stateOf(request), await standing(quote)]).toEqual(["accepted", "unpaid"]);
  expect(await kindsSince(quote)).toEqual(["group_quote", "group_accepted", "staff_group_answer"]);
  // nobody else sees it, and the crawl may have a night of its own on that day
  expect(await listDepartures(at(1), { crawl_id: crawl })).toEqual([]);
  const terms = {
    date: OFFER.date,
    start_time: "21:00",
    end_time: "23:00",
    total_spots: 20,
    price: null,
    prices: {},
    sale_price: null,
    sale_prices: {},
    early_bird_sale: false,
    hide_total_spots: false,
    bookings_disabled: false,
    external_booking_link: null,
  };
  const added = await createDepartures(
    staff(),
    { crawl_id: crawl, terms, recurrence: null, skip: [] },
    { key: randomUUID(), expected: 1 },
  );
  expect(added).toMatchObject({ ok: true });
  expect(await listDepartures(at(2), { crawl_id: crawl })).toHaveLength(1);
});

test("pressed twice at once, and again, it is accepted once", async () => {
  const { request, quote } = await offered();
  const answers = await Promise.all([1, 2, 3].map(() => acceptQuote(at(1), linked(quote))));
  expect(answers.some(({ ok }) => ok)).toBe(true);
  expect(await acceptQuote(at(2), linked(quote))).toEqual({ ok: true });
  const row = (await quotesOf(request))[0]!;
  const nights = await db().selectFrom("scheduled_crawls").select("id").where("crawl_id", "=", crawl).execute();
  const bookings = await db().selectFrom("bookings").select("id").where("crawl_id", "=", crawl).execute();
  expect([nights, bookings]).toEqual([[{ id: row.departure_id }], [{ id: row.booking_id }]]);
  expect((await kindsSince(quote)).filter((kind) => kind === "group_accepted")).toHaveLength(1);
});

test("only the newest offer of an open request is accepted, in its time, and only by its link", async () => {
  const { request, quote } = await offered();
  expect(await acceptQuote(at(1), { id: quote, token: "nope" })).toMatchObject({ reason: "quote_not_found" });
  expect(await ownQuote(at(1), quote, "nope")).toBeNull();
  expect(await acceptQuote(at(9 * DAY), linked(quote))).toMatchObject({ reason: "quote_expired" });
  await offers(request, { total: 2_000_000 });
  expect(await acceptQuote(at(1), linked(quote))).toMatchObject({ reason: "quote_replaced" });
  const newest = (await quotesOf(request)).at(-1)!.id;
  await closeRequest(staff(), { id: request, closed: true });
  expect(await acceptQuote(at(1), linked(newest))).toMatchObject({ reason: "quote_closed" });
  await closeRequest(staff(), { id: request, closed: false });
  expect(await standing(newest)).toBe("open");
  expect(await declineQuote(at(1), linked(newest))).toEqual({ ok: true });
  expect(await acceptQuote(at(1), linked(newest))).toMatchObject({ reason: "quote_declined" });
  expect(await db().selectFrom("bookings").select("id").where("crawl_id", "=", crawl).execute()).toEqual([]);
});

test("accepted and closed at the same moment, it is one of the two: nothing is held for what is closed", async () => {
  const { request, quote } = await offered();
  const [answer] = await Promise.all([
    acceptQuote(at(1), linked(quote)),
    closeRequest(staff(), { id: request, closed: true }),
  ]);
  const [row] = await quotesOf(request);
  expect([await stateOf(request), row!.booking_id !== null]).toEqual([answer.ok ? "accepted" : "closed", answer.ok]);
});

test.each([
  ["a day that is over", { date: day(-1) }, "wrong_days"],
  ["to be paid on the night", { pay_by: day(40) }, "wrong_days"],
  ["good for longer than it may be paid", { valid_until: day(31) }, "wrong_days"],
  ["less than anybody charges", { total: 500 }, "total_too_small"],
  ["a crawl that is none", { crawl_id: randomUUID() }, "crawl_not_found"],
])("an offer isn't sent: %s", async (_, over, reason) => {
  const request = await requested();
  expect(await offers(request, over)).toMatchObject({ ok: false, reason });
  expect(await quotesOf(request)).toEqual([]);
});

test("one form is one offer; what is accepted isn't offered again, and who may not offers nothing", async () => {
  const request = await requested();
  const form = { key: randomUUID() };
  for (const _ of [1, 2]) expect(await offers(request, form)).toEqual({ ok: true });
  expect(await quotesOf(request)).toHaveLength(1);
  const [quote] = await quotesOf(request);
  await acceptQuote(at(1), linked(quote!.id));
  expect(await offers(request)).toMatchObject({ reason: "already_accepted" });
  expect(await closeRequest(staff(), { id: request, closed: true })).toMatchObject({ reason: "already_accepted" });
  expect(await declineQuote(at(1), linked(quote!.id))).toMatchObject({ reason: "quote_accepted" });
  const guest = await sendQuote(at(0), { ...OFFER, id: request, crawl_id: crawl, key: randomUUID() });
  expect(guest).toMatchObject({ reason: "forbidden" });
  expect(await openRequest(staff(), request)).toMatchObject({
    request: { quotes: [{ version: 1, standing: "unpaid" }] },
  });
});

test("paid in time it is a booking like any other", async () => {
  const { quote, booking } = await accepted();
  const started = await startPayment(
    at(5 * DAY),
    { of: bookingRef(booking), provider: "sandbox", method: "card" },
    randomUUID(),
  );
  if (!started.ok) throw new Error(started.reason);
  provider.pays(`sandbox_${started.payment_id}`);
  await webhook(`sandbox_${started.payment_id}`, 5 * DAY + 2);
  expect(await standing(quote, 5 * DAY + 3)).toBe("paid");
  const tickets = await db().selectFrom("tickets").select("id").where("booking_id", "=", booking).execute();
  expect(tickets).toHaveLength(30);
});

test("never paid, it is reminded of twice and then released: the night is called off and staff hear of it", async () => {
  const { request, quote, booking, departure } = await accepted();
  const reminders = async () => (await kindsSince(quote)).filter((kind) => kind === "group_reminder").length;
  // it is to be paid until the first moment of the 31st day
  for (const [days, sent] of [
    [23, 0],
    [24, 1],
    [26, 1],
    [30, 2],
  ] as const) {
    for (const _ of [1, 2]) await remindGroups(at(days * DAY));
    expect(await reminders(), `after ${days} days`).toBe(sent);
  }
  await freeLapsedHolds(at(30 * DAY), null);
  expect(await standing(quote, 30 * DAY)).toBe("unpaid");
  await freeLapsedHolds(at(31 * DAY), null);
  const night = await db().selectFrom("scheduled_crawls").select("status").where("id", "=", departure).execute();
  expect([night, await stateOf(request), await standing(quote, 31 * DAY)]).toEqual([
    [{ status: "cancelled" }],
    "closed",
    "over",
  ]);
  expect((await kindsSince(quote)).filter((kind) => kind === "staff_group_answer")).toHaveLength(2);
  const late = await startPayment(
    at(31 * DAY),
    { of: bookingRef(booking), provider: "sandbox", method: "card" },
    randomUUID(),
  );
  expect(late).toMatchObject({ ok: false, reason: "departure_cancelled" });
  // something else may be offered
  await closeRequest(staff(31 * DAY), { id: request, closed: false });
  expect(await offers(request, { date: day(60), pay_by: day(50), valid_until: day(40) }, 31 * DAY)).toEqual({
    ok: true,
  });
});

test("a night that others have booked goes on without its group", async () => {
  const { request, quote, departure } = await accepted();
  const others = await joined(departure);
  await freeLapsedHolds(at(31 * DAY), null);
  expect([await statusOf(departure), await stateOf(request), await standing(quote, 31 * DAY)]).toEqual([
    "scheduled",
    "closed",
    "over",
  ]);
  expect((await stage.bookingRow(others)).status).toBe("confirmed");
  expect((await kindsSince(quote)).filter((kind) => kind === "staff_group_answer")).toHaveLength(2);
});

test.each([
  ["called off", false, "cancelled"],
  ["kept for the others on it", true, "scheduled"],
])("the night that a group is moved away from is %s, and the one that it comes to stays", async (_, shared, status) => {
  const { request, booking, departure } = await accepted();
  if (shared) await joined(departure);
  await paysFor(booking, 2);
  const to = await addDeparture(db(), crawl, { date: day(45) });
  await moves(booking, to, 5);
  expect([await statusOf(departure), await statusOf(to), await stateOf(request)]).toEqual([
    status,
    "scheduled",
    "accepted",
  ]);
  expect(await cancels(booking, 6)).toBe(true);
  expect([await statusOf(departure), await statusOf(to), await stateOf(request)]).toEqual([
    status,
    "scheduled",
    "closed",
  ]);
});

test("a paid group becomes larger than its night at an agreed price, and the night grows with it", async () => {
  const { booking, departure } = await accepted();
  await paysFor(booking, 2);
  const names = Array<string>(5).fill("");
  const { version } = await stage.bookingRow(booking);
  const adds = (difference: number, ctx = staff(5)) =>
    changeGuests(ctx, booking, {
      act: "change",
      kind: "add",
      key: randomUUID(),
      money: "agreed",
      version,
      difference,
      currency: "MXN",
      names,
      collect: "transfer",
      reference: "SPEI 8",
    });
  // the guest's link takes no more than there is
  const wish = { booking_id: booking, token: null, change: { kind: "add" as const, names: ["Eva"] } };
  expect(await priceChange(staff(4), wish)).toMatchObject({ ok: false });
  expect(await adds(250_000)).toMatchObject({ ok: true });
  expect(await stage.bookingRow(booking)).toMatchObject({ number_of_people: 35, total_price: 2_650_000 });
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 35, available: 0, confirmed: 35 });
  expect((await stage.payments(booking)).map(({ amount, provider: way }) => [amount, way])).toEqual([
    [2_400_000, "sandbox"],
    [250_000, "transfer"],
  ]);
  const entries = db().selectFrom("audit_log").select("changes").where("subject_id", "=", departure);
  expect(
    (await entries.where("action", "=", "departure.capacity_changed").execute()).map(({ changes }) => changes),
  ).toEqual([{ total_spots: { old: 30, new: 35 } }]);
  const letters = db().selectFrom("emails").select("payload").where("booking_id", "=", booking);
  expect(await letters.where("kind", "=", "booking_confirmation").execute()).toHaveLength(2);
  expect(await checkLedger(at(9))).toBe(0);
});

test("people who are added to a group and never paid leave its night as it was, and come back to it with late money", async () => {
  const { booking, departure } = await accepted();
  await paysFor(booking, 2);
  const wish = { booking_id: booking, token: null, change: { kind: "add" as const, names: ["Eva", "Iván"] } };
  const admin = { keeps: false, agreed: 100_000 };
  const { version } = await stage.bookingRow(booking);
  const expected = { version, difference_minor: 100_000, currency: "MXN" as const };
  const answer = await changeBooking(staff(5), { ...wish, admin, expected }, randomUUID());
  expect(answer).toMatchObject({ ok: true, state: "to_pay" });
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 32, available: 0 });
  const { id: part } = await db()
    .selectFrom("booking_changes")
    .select("id")
    .where("booking_id", "=", booking)
    .executeTakeFirstOrThrow();
  const of = changeRef(booking, part);
  const started = await startPayment(at(6), { of, provider: "sandbox", method: "card" }, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  await freeLapsedHolds(at(DAY), null);
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 30, available: 0 });
  const externalId = `sandbox_${started.payment_id}`;
  provider.pays(externalId);
  await webhook(externalId, DAY + 1);
  expect((await stage.bookingRow(booking)).number_of_people).toBe(32);
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 32, available: 0, confirmed: 32 });
});

test("a night with others doesn't grow with its group", async () => {
  const { booking, departure } = await accepted({ places: 30 });
  await paysFor(booking, 2);
  const wish = { booking_id: booking, token: null, change: { kind: "add" as const, names: ["Eva"] } };
  expect(await priceChange(staff(4), { ...wish, admin: { keeps: true } })).toMatchObject({ reason: "sold_out" });
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 30 });
});

test("what ends later of an earlier offer leaves the request as the newer one has it", async () => {
  const { request, booking } = await accepted();
  await paysFor(booking, 2);
  // another was offered meanwhile, as after a booking that came back on another night
  await db().updateTable("group_requests").set({ state: "quoted" }).where("id", "=", request).execute();
  await offers(request, { total: 2_000_000 });
  await acceptQuote(at(3), linked((await quotesOf(request)).at(-1)!.id));
  expect(await cancels(booking, 6)).toBe(true);
  expect(await stateOf(request)).toBe("accepted");
});

test("a night with others has its places, is listed, and goes on where the group never pays", async () => {
  const { booking, departure } = await accepted({ places: 50 });
  expect(await seatsOf(db(), departure)).toMatchObject({ total: 50, available: 20 });
  const night = await db()
    .selectFrom("scheduled_crawls")
    .select(["total_spots", "is_private", "bookings_disabled"])
    .where("id", "=", departure)
    .executeTakeFirstOrThrow();
  expect(night).toEqual({ total_spots: 50, is_private: false, bookings_disabled: false });
  await stage.books(departure, {}, 3);
  await freeLapsedHolds(at(32 * DAY), null);
  expect([(await stage.bookingRow(booking)).status, await statusOf(departure)]).toEqual(["cancelled", "scheduled"]);
  expect(await seatsOf(db(), departure)).toMatchObject({ available: 50 });
});

test.each([
  ["fewer places than people", { places: 29 }, "places_too_few"],
  ["a date that its crawl has a night on", { places: 50, date: day(41) }, "already_scheduled"],
])("a night with others and %s isn't offered", async (_, over, reason) => {
  await addDeparture(db(), crawl, { date: day(41) });
  expect(await offers(await requested(), over)).toMatchObject({ reason });
});

/** An offer that somebody accepted in a process that ended once its night was made. */
async function stopped() {
  const { request, quote } = await offered();
  const departure = await db()
    .transaction()
    .execute(async (tx) => {
      const night = await createPrivateDeparture(at(1), tx, { ...OFFER, crawl_id: crawl });
      if (!night.ok) throw new Error(night.reason);
      await setDeparture(tx, quote, night.id);
      return night.id;
    });
  return { request, quote, departure };
}

test("an offer whose night was called off before its booking was placed is refused once, and accepted on another night", async () => {
  const { request, quote, departure } = await stopped();
  await db()
    .transaction()
    .execute((tx) => markDepartureCancelled(staff(), tx, departure));
  expect(await acceptQuote(at(2), linked(quote))).toMatchObject({ reason: "departure_cancelled" });
  expect(await acceptQuote(at(3), linked(quote))).toEqual({ ok: true });
  const [row] = await quotesOf(request);
  expect(row!.departure_id).not.toBe(departure);
  expect((await stage.bookingRow(row!.booking_id!)).scheduled_crawl_id).toBe(row!.departure_id);
});

test.each<[string, (of: { request: string; quote: string }) => Promise<unknown>]>([
  ["declined", ({ quote }) => declineQuote(at(2), linked(quote))],
  ["closed", ({ request }) => closeRequest(staff(2), { id: request, closed: true })],
  ["replaced", ({ request }) => offers(request, { total: 2_000_000 }, 2)],
  ["accepted too late", ({ quote }) => acceptQuote(at(9 * DAY), linked(quote))],
])("a night without its booking is called off when its offer is %s", async (_, end) => {
  const found = await stopped();
  await end(found);
  const [row] = await quotesOf(found.request);
  expect([await statusOf(found.departure), row!.departure_id]).toEqual(["cancelled", null]);
});

test.each([
  ["a bank that is still paying", "card" as const, {}, { kept_for: "bank", voucher_until: null }],
  ["a voucher", "oxxo" as const, { until: VOUCHER_END }, { kept_for: null, voucher_until: VOUCHER_END }],
])("%s that comes to nothing leaves a group the time that its offer promised", async (_, method, pending, waiting) => {
  await db()
    .insertInto("app_settings")
    .values({ key: "oxxo_enabled", value: "true" })
    .onConflict((c) => c.column("key").doNothing())
    .execute();
  forgetSettings(database.services);
  const { booking, departure } = await accepted({ total: 500_000 });
  // vouchers wait for a fifth of a night's places at most
  await widen(departure, 200);
  const started = await startPayment(at(5), { of: bookingRef(booking), provider: "sandbox", method }, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  const externalId = `sandbox_${started.payment_id}`;
  provider.says(externalId, { status: "pending", ...pending });
  await webhook(externalId, 6);
  expect(await stage.bookingRow(booking)).toMatchObject(waiting);
  provider.says(externalId, { status: "failed", reason: "refused" });
  await webhook(externalId, 10);
  await freeLapsedHolds(at(5 * DAY), null);
  expect(await stage.bookingRow(booking)).toMatchObject({
    status: "pending",
    hold_expires_at: new Date(`${day(31)}T06:00:00.000Z`),
  });
  expect(await statusOf(departure)).toBe("scheduled");
});

test("who asked is known as long as something is offered or booked for a night to come", async () => {
  const [open, booked, declined] = [await offered(), await accepted(), await offered()];
  await declineQuote(at(1), linked(declined.quote));
  const askers = async () => {
    const rows = await db()
      .selectFrom("group_requests")
      .select("id")
      .where("id", "in", [open.request, booked.request, declined.request])
      .where("email", "<>", "")
      .orderBy("created_at")
      .execute();
    return new Set(rows.map(({ id }) => id));
  };
  await forgetOldRequests(at(0), new Date(`${day(35)}T12:00:00Z`));
  expect(await askers()).toEqual(new Set([open.request, booked.request]));
  const to = await addDeparture(db(), crawl, { date: day(50) });
  await paysFor(booked.booking, 2);
  await moves(booked.booking, to, 5);
  await forgetOldRequests(at(0), new Date(`${day(45)}T12:00:00Z`));
  expect(await askers()).toEqual(new Set([booked.request]));
  await forgetOldRequests(at(0), new Date(`${day(51)}T12:00:00Z`));
  expect(await askers()).toEqual(new Set());
});
