import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { forgetFacts } from "#src/modules/office/operations/queries.server.ts";
import { paymentsAdmin } from "#src/modules/books/reconciliation/queries.server.ts";
import { navigationCounts } from "#src/modules/office/reports/rules/attention.ts";
import { attentionCounts, salesReport, tonight, waitingItems } from "#src/modules/office/reports/queries.server.ts";
import type { Tonight } from "#src/modules/office/reports/schema.ts";
import { writeChart } from "#src/modules/office/reports/write-chart.server.ts";
import { doorEvent, partyTonight } from "#tests/at-the-door.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";

const database = freshDatabase({ RONDA_SEED: "demo" });
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const as = (role: string, minutes = 0) => stage.at(minutes, { kind: "user", role, secondFactor: true });
async function view(minutes: number, role = "manager"): Promise<Tonight> {
  const result = await tonight(as(role, minutes));
  if (!result.ok) throw new Error(result.reason);
  return result.tonight;
}
async function sells(departure: string, people: number, currency: "MXN" | "USD" = "MXN") {
  const booking = await stage.books(departure, { number_of_people: people, currency });
  const attempt = await stage.goesToPay(booking);
  stage.provider.pays(attempt.externalId);
  await stage.webhook(attempt.externalId);
}

test("tonight has its departures with seats, holds that live, money by currency and state", async () => {
  const { db } = database.services;
  const departure = await addDeparture(db, crawlId, { date: "2026-11-20", seats: 10 });
  await addDeparture(db, crawlId, { date: "2026-11-21" });
  await addDeparture(db, crawlId, { date: "2026-11-19" });
  await sells(departure, 3);
  await sells(departure, 2, "USD");
  await stage.books(departure, { number_of_people: 4 });
  const [one, ...others] = (await view(5)).departures;
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    id: departure,
    start: "20:00",
    total: 10,
    inside: 0,
    booked: 5,
    held: 4,
    free: 1,
    state: "upcoming",
  });
  expect(one!.until).toEqual({ hours: 7, minutes: 55 });
  expect(one!.sums).toEqual([
    { currency: "MXN", amount: 120_000 },
    { currency: "USD", amount: 4_000 },
  ]);
  // a lapsed hold keeps no seats, swept or not
  expect((await view(40)).departures[0]).toMatchObject({ held: 0, free: 5 });
  expect(await view(40)).toMatchObject({ seats: 10, booked: 5 });
  expect((await view(8 * 60)).departures[0]!.state).toBe("running");
  // at 00:15 it is still tonight; after the departure's end it is the next day
  expect((await view(12 * 60 + 15)).departures[0]!.id).toBe(departure);
  expect((await view(12 * 60 + 31)).departures[0]!.id).not.toBe(departure);
  expect((await cancelDepartureBookings(as("admin", 60), { departure_id: departure })).ok).toBe(true);
  expect(await view(61)).toMatchObject({
    seats: 0,
    booked: 0,
    sums: [],
    departures: [{ state: "cancelled", booked: 0 }],
  });
});

test("a guide sees tonight without its money, and who sees no guest lists sees nothing of it", async () => {
  const { sums, departures } = await view(0, "guide");
  expect([sums, ...departures.map((departure) => departure.sums)]).toEqual([null, null]);
  for (const role of ["marketing", "customer"])
    expect(await tonight(as(role))).toEqual({ ok: false, reason: "forbidden", missing: "manifest.read" });
});

test("what waits is counted with the day since when, for whoever may open it", async () => {
  const { db, pool } = database.services;
  await pool.query("delete from graphile_worker._private_jobs"); // queued at noon of that day, they would count as late
  expect(await attentionCounts(as("admin"))).toEqual({
    guides: { count: 0, oldest: null },
    payments: { count: 0, oldest: null },
    invoices: { count: 0, oldest: null },
    refunds: { count: 0, oldest: null },
    tills: { count: 0, oldest: null },
    sales: { count: 0, oldest: null },
    desks: { count: 0, oldest: null },
    entries: { count: 0, oldest: null },
    emails: { count: 0, oldest: null },
    addresses: { count: 0, oldest: null },
    messages: { count: 0, oldest: null },
    reviews: { count: 0, oldest: null },
    unpaid: { count: 0, oldest: null },
    doubts: { count: 0, oldest: null },
    questions: { count: 0, oldest: null },
    webhooks: { count: 0, oldest: null },
    health: { count: 0, oldest: null, elsewhere: 0 },
  });
  const message = (hour: number, status = "new") => ({
    form_key: randomUUID(),
    request_hash: "",
    name: "Ana",
    email: "ana@example.test",
    subject: "Birthday",
    message: "May we bring a cake?",
    language: "es",
    site_tag: "cdmx",
    created_at: new Date(`2026-11-20T${hour}:00:00Z`),
    status,
    done_at: status === "done" ? new Date() : null,
  });
  await db
    .insertInto("contact_messages")
    .values([message(13), message(12), message(10, "done")])
    .execute();
  const email = (status: string) => ({
    dedupe_key: randomUUID(),
    kind: "x",
    language: "en",
    recipient: "a@b.test",
    status,
  });
  await db
    .insertInto("emails")
    .values([email("failed"), email("sent"), email("retry")])
    .execute();
  const departure = await addDeparture(db, crawlId, { date: "2026-11-28" });
  const booking = await stage.books(departure);
  const attempt = await stage.goesToPay(booking);
  stage.provider.pays(attempt.externalId, { amount: 90_000, currency: "MXN" });
  await stage.webhook(attempt.externalId);
  const review = (stars: number, id: string) => ({
    booking_id: id,
    crawl_id: crawlId,
    stars,
    language: "en",
    created_at: new Date(),
  });
  await db
    .insertInto("ratings")
    .values([review(2, booking), review(3, await stage.books(departure))])
    .execute();

  forgetFacts(database.services); // known for ten seconds
  const counts = await attentionCounts(as("admin"));
  expect(counts.messages).toEqual({ count: 2, oldest: "2026-11-20T12:00:00.000Z" });
  expect([counts.emails?.count, counts.payments?.count, counts.reviews?.count]).toEqual([1, 1, 1]);
  expect(counts.health).toMatchObject({ count: 1, elsewhere: 1 }); // that email again
  const open = async (role: string) => {
    const of = await attentionCounts(as(role));
    return Object.keys(of).filter((subject) => of[subject as keyof typeof of] !== null);
  };
  expect(await open("support")).toEqual([
    "payments",
    "refunds",
    "invoices",
    "tills",
    "sales",
    "entries",
    "emails",
    "addresses",
    "messages",
    "reviews",
    "unpaid",
  ]);
  expect(await open("marketing")).toEqual(["desks", "reviews", "doubts", "questions"]);
  expect(await open("guide")).toEqual([]);

  // and by name, the oldest first
  const { of, may } = await waitingItems(as("admin"));
  expect(of.messages?.map(({ who, kind, at }) => [who, kind, at])).toEqual([
    ["Ana", "Birthday", "2026-11-20T12:00:00.000Z"],
    ["Ana", "Birthday", "2026-11-20T13:00:00.000Z"],
  ]);
  const who = "Sofía Navarro";
  expect(of.payments).toMatchObject([{ who, amount: 80_000, currency: "MXN", kind: "review", booking_id: booking }]);
  expect([of.reviews, of.emails]).toMatchObject([[{ who, kind: "2" }], [{ who: "a@b.test", kind: "x" }]]);
  expect([of.refunds, may.handOver]).toEqual([undefined, true]);
  expect(Object.keys((await waitingItems(as("marketing"))).of)).toEqual(["reviews"]);
  expect((await waitingItems(as("guide"))).of).toEqual({});

  // a role that is limited to cities sees what is of theirs, and no other's
  const { city_id } = await db
    .selectFrom("pub_crawls")
    .select("city_id")
    .where("id", "=", crawlId)
    .executeTakeFirstOrThrow();
  const limited = async (city: string) => {
    const ctx = stage.at(0, { kind: "user", role: "manager", secondFactor: true, cities: [city] });
    const { reviews, messages } = await attentionCounts(ctx);
    return [reviews?.count, messages, Object.keys((await waitingItems(ctx)).of)];
  };
  expect(await limited(city_id)).toEqual([1, null, ["reviews"]]);
  expect(await limited("elsewhere")).toEqual([0, null, []]);
});

test("bookings that may be a partner's own wait for whoever may change their credit", async () => {
  const { db } = database.services;
  const departure = await addDeparture(db, crawlId, { date: "2026-11-29" });
  const partner = await addPartner(db);
  const doubtful = async (over: Parameters<typeof credit>[3]) =>
    credit(db, await stage.books(departure), partner, { status: "confirmed", partner_doubts: ["email"], ...over });
  await doubtful({});
  await doubtful({ partner_verdict: "theirs" });
  // nobody has to decide about what comes to nothing
  await doubtful({ status: "pending" });
  const waits = { count: 1, oldest: "2026-11-20T18:00:00.000Z" };
  expect((await attentionCounts(as("admin"))).doubts).toEqual(waits);
  expect((await attentionCounts(as("marketing"))).doubts).toEqual(waits);
  expect((await attentionCounts(as("support"))).doubts).toBeNull();
});

test("a night of the next 48 hours that lacks guides needs somebody who may change it, and is named with what is missing", async () => {
  const { db } = database.services;
  const mezcal = await addCrawl(db, { title: "Mezcal" });
  const night = await addDeparture(db, mezcal, { date: "2026-11-21" });
  const later = await addDeparture(db, mezcal, { date: "2026-11-23" });
  await addDeparture(db, mezcal, { date: "2026-11-22" }); // without guests
  for (let groups = 0; groups < 3; groups++) await sells(night, 7);
  await sells(later, 7);
  const lacking = async (minutes: number, role = "manager") =>
    (await waitingItems(as(role, minutes))).of.guides?.map(({ id, who, kind, night: of }) => [id, who, kind, of]);
  const message = { guests: 21, missing: 2, hours: 31, minutes: 0 };
  expect(await lacking(60)).toEqual([[night, "Mezcal 20:00", "nobody", message]]);
  expect((await attentionCounts(as("manager", 60))).guides).toEqual({ count: 1, oldest: null });
  expect((await attentionCounts(as("support", 60))).guides).toBeNull();
  expect(await lacking(60, "support")).toBeUndefined();

  const guide = async (name: string, state: "asked" | "accepted", over: { reminded_at?: Date; part?: string } = {}) => {
    const user = { name, email: `${randomUUID()}@ronda.test`, email_verified: true, role: "guide" };
    const { id: user_id } = await db.insertInto("user").values(user).returning("id").executeTakeFirstOrThrow();
    const request = { request_id: randomUUID(), asked_at: new Date(), created_at: new Date(), part: "guide" };
    await db
      .insertInto("shifts")
      .values({ departure_id: night, user_id, state, ...request, ...over })
      .execute();
  };
  await guide("Itzel Mora", "accepted");
  expect(await lacking(60)).toMatchObject([[night, "Mezcal 20:00", "few", { missing: 1 }]]);
  await guide("Mateo", "accepted");
  await guide("Luz", "asked", { part: "backup" });
  expect(await lacking(60)).toBeUndefined();
  await guide("Diego", "asked", { reminded_at: new Date() });
  expect(await lacking(60)).toMatchObject([[night, "Mezcal 20:00", "unanswered", { missing: 0 }]]);
  // once it has left it is too late, and the next one is near
  expect(await lacking(33 * 60)).toMatchObject([[later, "Mezcal 20:00", "nobody", { guests: 7 }]]);
  const tomorrow = (await view(25 * 60, "guide")).departures;
  expect(tomorrow.find(({ id }) => id === night)?.guides).toEqual(["Itzel", "Mateo"]);
});

test("whoever was let in counts until their ticket is void", async () => {
  const { db } = database.services;
  const { booking, departure, tickets } = await partyTonight(database, { number_of_people: 2 });
  const events = tickets.map((ticket_id) => doorEvent({ booking, departure, tickets }, { ticket_id }));
  await recordEvents(as("admin"), { deviceId: null, userId: null, revokedAt: null }, { events, aheadMs: 0 });
  const inside = async () => (await view(5)).departures.find(({ id }) => id === departure)!.inside;
  expect(await inside()).toBe(2);
  await db.updateTable("tickets").set({ status: "void" }).where("id", "=", tickets[0]!).execute();
  expect(await inside()).toBe(1);
});

test("the menu, Needs you and the page of the money say the same number", async () => {
  const { db } = database.services;
  const departure = await addDeparture(db, crawlId, { date: "2026-12-12", seats: 10 });
  await sells(departure, 3);
  const payment = await db
    .selectFrom("payments as p")
    .innerJoin("bookings as b", "b.id", "p.purchase_id")
    .select(["p.id", "p.purchase_id"])
    .where("b.scheduled_crawl_id", "=", departure)
    .executeTakeFirstOrThrow();
  const manager = as("manager", 5);
  const textOf = async () => {
    const page = await paymentsAdmin(manager);
    if (!page.ok) throw new Error(page.reason);
    return [navigationCounts(await attentionCounts(manager)).payments, page.admin.todo];
  };
  const proven = async () => {
    const { n } = await db
      .selectFrom("ledger_differences")
      .select((e) => e.fn.countAll<number>().as("n"))
      .where("gone_at", "is", null)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("ledger_proofs")
      .values({ at: stage.at(0).now, differences: n })
      .execute();
  };
  await proven();
  const [before] = await textOf();
  expect(await textOf()).toEqual([before, before]);
  const refund = { payment_id: payment.id, purchase_id: payment.purchase_id, reason: "goodwill", currency: "MXN" };
  const [due, later] = [stage.at(0), stage.at(600)].map(({ now }) => now);
  await db
    .insertInto("refunds")
    .values([
      { ...refund, idempotency_key: "badge 1", amount: 1, status: "manual", due_at: due! },
      { ...refund, idempotency_key: "badge 2", amount: 2, status: "failed", due_at: later! },
      { ...refund, idempotency_key: "badge 3", amount: 3, status: "requested", due_at: due! },
      { ...refund, idempotency_key: "badge 4", amount: 4, status: "requested", due_at: later! },
      { ...refund, idempotency_key: "badge 5", amount: 5, status: "submitted", due_at: due! },
    ])
    .execute();
  const wrong = { account: "revenue", currency: "MXN", expected: 1, actual: 2, found_at: due! };
  await db
    .insertInto("ledger_differences")
    .values(["one", "two"].map((key) => ({ ...wrong, key, purchase_id: payment.purchase_id })))
    .execute();
  await proven();
  await db.updateTable("payments").set({ dispute_state: "open" }).where("id", "=", payment.id).execute();
  // a dispute, three refunds that nobody has on their way, and two differences of the books
  expect(await textOf()).toEqual([before! + 6, before! + 6]);
});

test("what was sold under a price rule is in the report and its file, with what the rule took off", async () => {
  const { db } = database.services;
  await addRule(db, { name: "Early bird", percent: 25 });
  const departure = await addDeparture(db, crawlId, { date: "2026-12-13", seats: 10 });
  await sells(departure, 2);
  await dropRules(db);
  for (const wish of [{ period: "7d" }, { by: "service", from: "2026-12-13", to: "2026-12-13" }]) {
    const read = await salesReport(as("admin", 5), wish);
    if (!read.ok) throw new Error(read.reason);
    const [rule, ...others] = read.report.rules;
    expect(others).toEqual([]);
    expect(rule).toMatchObject({ name: "Early bird", bookings: 1, guests: 2 });
    // a quarter off is a third of what is paid
    expect(rule!.discounts).toEqual(rule!.revenue.map((sum) => ({ ...sum, amount: sum.amount / 3 })));
    const file = await writeChart(as("admin", 5), "rules", wish);
    if (!file.ok) throw new Error(file.reason);
    expect([...file.sheet.parts].flat()).toMatchObject([["Early bird", 1, 2, expect.anything(), expect.anything()]]);
  }
});
