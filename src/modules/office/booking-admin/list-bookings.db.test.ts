import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newReference } from "#src/kernel/codes.ts";
import {
  countBookings,
  listBookings,
  listChoices,
  listViews,
} from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCoupon, addCrawl, addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const staff = () => database.ctx({ actor: { kind: "user", role: "support" } });

type Over = Partial<{
  departure: string | undefined;
  first_name: string;
  last_name: string;
  email: string;
  status: string;
  cancel_reason: string;
  hold_expires_at: Date;
  created_at: Date;
  language: string;
  currency: string;
  total_price: number;
  number_of_people: number;
  coupon_id: string;
  source: string;
}>;

const ids: Record<string, string> = {};
const departures: Record<string, string> = {};
let crawlId: string;
let vip: string;
let hostel: string;
let bar: string;

/** Adds a booking under a name used by the tests. */
async function add(name: string, { departure = departures["tonight"]!, total_price = 64_000, ...over }: Over = {}) {
  const { db } = database.services;
  const { id } = await db
    .insertInto("bookings")
    .values({
      scheduled_crawl_id: departure,
      crawl_id: crawlId,
      reference: newReference(),
      site_tag: "cdmx",
      language: "en",
      status: "confirmed",
      hold_expires_at: NOON,
      first_name: name,
      last_name: "Test",
      email: `${name}@guest.test`,
      phone: "+525500000000",
      country: "MX",
      number_of_people: 2,
      currency: "MXN",
      unit_price: total_price,
      subtotal: total_price,
      total_price,
      base_currency: "USD",
      rate: 20,
      rate_date: "2026-11-20",
      refund_rule: "full_until_24h",
      refund_rule_version: "1",
      created_at: NOON,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ids[name] = id;
}

type PaymentOver = {
  provider?: string;
  status?: string;
  review_reason?: string;
  dispute_state?: string;
  currency?: string;
};
async function pay(name: string, over: PaymentOver = {}) {
  const { id } = await database.services.db
    .insertInto("payments")
    .values({
      purchase_id: ids[name]!,
      attempt: 1,
      provider: "sandbox",
      method: "card",
      mode: "sandbox",
      status: "succeeded",
      amount: 64_000,
      currency: "MXN",
      expires_at: NOON,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const refund = async (name: string, status: string, provider = "sandbox") =>
  database.services.db
    .insertInto("refunds")
    .values({
      payment_id: await pay(name, { provider }),
      purchase_id: ids[name]!,
      amount: 100,
      currency: "MXN",
      reason: "customer",
      status,
      idempotency_key: randomUUID(),
    })
    .execute();

beforeAll(async () => {
  const { db } = database.services;
  ({ crawlId } = await seedMinimal(db));
  await db
    .insertInto("cities")
    .values({ id: "oaxaca", name: "Oaxaca", name_es: "Oaxaca", time_zone: "America/Mexico_City" })
    .execute();
  vip = await addCrawl(db, { title: "VIP" });
  await db.updateTable("pub_crawls").set({ city_id: "oaxaca" }).where("id", "=", vip).execute();
  departures["tonight"] = await addDeparture(db, crawlId, { date: "2026-11-20" });
  departures["soon"] = await addDeparture(db, crawlId, { date: "2026-12-03" });
  departures["far"] = await addDeparture(db, vip, { date: "2027-02-01" });
  departures["past"] = await addDeparture(db, crawlId, { date: "2026-10-01" });
  const coupon = await addCoupon(db, { code: "FIESTA" });
  hostel = await addPartner(db, { code: "Casa-77" });
  bar = await addPartner(db);
  await add("sofía", { first_name: "Sofía", last_name: "Núñez Ángel", created_at: later(-10) });
  await add("holding", { status: "pending", hold_expires_at: later(12), created_at: later(-20) });
  await add("stale", { status: "pending", hold_expires_at: later(-1), created_at: later(-30) });
  await add("expired", { status: "cancelled", cancel_reason: "expired", created_at: later(-40) });
  await add("regretful", { status: "cancelled", cancel_reason: "customer", created_at: later(-50) });
  await add("reviewed", { created_at: later(-60), departure: departures["soon"] });
  await add("unlucky", { status: "cancelled", cancel_reason: "admin", created_at: later(-70) });
  await add("paypal", { created_at: later(-80), departure: departures["soon"], language: "es" });
  await add("couple", { created_at: later(-90), coupon_id: coupon, currency: "USD", total_price: 4000 });
  await add("group", { created_at: later(-100), number_of_people: 8, departure: departures["far"], source: "admin" });
  await add("handed", { status: "cancelled", cancel_reason: "admin", created_at: later(-110) });
  await add("old", { created_at: new Date("2026-09-30T23:00:00Z"), departure: departures["past"] });
  // 1 October in UTC, still 30 September in the home time zone
  await add("late", { created_at: new Date("2026-10-01T03:00:00Z"), departure: departures["past"] });
  await credit(db, ids["reviewed"]!, hostel);
  await credit(db, ids["paypal"]!, hostel, { partner_doubts: ["email"] });
  await credit(db, ids["group"]!, bar, { partner_doubts: ["phone"], partner_verdict: "own" });
  await pay("sofía");
  await pay("reviewed", { status: "pending", review_reason: "wrong_amount" });
  await pay("paypal", { provider: "paypal" });
  await pay("expired", { status: "failed" });
  await refund("unlucky", "failed");
  await refund("regretful", "succeeded");
  await refund("handed", "manual", "cash");
});

async function listed(query: string) {
  const result = await listBookings(staff(), bookingQueryIn(query));
  if (!result.ok) throw new Error(result.reason);
  return result.list;
}

const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id)!;
const namesOf = async (query: string) => (await listed(query)).bookings.map(({ id }) => nameOf(id));
const ALL = [
  "sofía",
  "holding",
  "stale",
  "expired",
  "regretful",
  "reviewed",
  "unlucky",
  "paypal",
  "couple",
  "group",
  "handed",
];

describe("the list is narrowed by", () => {
  test.each([
    ["nothing", "", [...ALL, "late", "old"]],
    ["departures told from today", "night=next14", ALL.filter((name) => name !== "group")],
    ["departures of a range", "night=2026-12-01..2026-12-31", ["reviewed", "paypal"]],
    ["departures until a day", "night=..2026-11-01", ["late", "old"]],
    ["days of selling, at home", "sold=2026-09-30..2026-09-30", ["late", "old"]],
    ["days of selling until today", "sold=today", ALL],
    ["a crawl", "crawl=VIP", ["group"]],
    ["a city", "city=oaxaca", ["group"]],
    ["seats that are kept", "state=hold", ["holding"]],
    ["baskets that lapsed", "state=lapsed", ["stale", "expired"]],
    ["cancellations", "state=cancelled", ["regretful", "unlucky", "handed"]],
    ["what needs review", "state=review", ["reviewed"]],
    ["refunds that failed", "state=refund_failed", ["unlucky"]],
    ["refunds that staff give back themselves", "state=hand_over", ["handed"]],
    ["several rare states", "state=review,hold,refund_failed", ["holding", "reviewed", "unlucky"]],
    ["rare states of money", "state=hand_over,refund_failed", ["unlucky", "handed"]],
    ["a rare and a common state", "state=hold,cancelled", ["holding", "regretful", "unlucky", "handed"]],
    ["what is paid", "payment=paid", ["sofía", "regretful", "unlucky", "paypal", "handed"]],
    ["what isn't, of a state", "payment=unpaid&state=confirmed", ["reviewed", "couple", "group", "late", "old"]],
    ["a provider", "provider=paypal", ["paypal"]],
    ["a coupon, however it is typed", "coupon=+fiesta", ["couple"]],
    ["any coupon", "coupon=any", ["couple"]],
    ["no coupon, with others", "coupon=none&state=hold", ["holding"]],
    ["a coupon that there isn't", "coupon=NOPE", []],
    ["a partner", "partner=HOSTEL_ID", ["reviewed", "paypal"]],
    ["a partner's code, however it is typed", "partner=casa-77", ["reviewed", "paypal"]],
    ["a code that there isn't", "partner=nobody-1", []],
    ["any partner", "partner=any", ["reviewed", "paypal", "group"]],
    ["no partner, with others", "partner=none&currency=USD", ["couple"]],
    ["what may be a partner's own and nobody decided", "doubt=open", ["paypal"]],
    ["the same of one partner", "doubt=open&partner=BAR_ID", []],
    ["what was decided to be a partner's own", "doubt=own", ["group"]],
    ["what staff made by hand", "source=admin", ["group"]],
    ["what guests made, of a crawl", "source=web&crawl=VIP", []],
    ["a language", "lang=es", ["paypal"]],
    ["a currency", "currency=USD", ["couple"]],
    ["the size of the group", "people=6", ["group"]],
    ["words without accents and capitals", "q=SOFIA+nunez", ["sofía"]],
    ["words with accents, in any order", "q=%C3%A1ngel+sof%C3%ADa", ["sofía"]],
    ["a part of an address", "q=pal%40guest", ["paypal"]],
    ["the beginning of a word, of which trigrams can't be made", "q=n%C3%BA", ["sofía"]],
    ["a percent sign, which is no wildcard", "q=so%25a", []],
    ["many of these at once", "q=guest.test&state=confirmed&night=next14&lang=en&currency=MXN&payment=paid", ["sofía"]],
  ])("%s", async (_, query, names) => {
    expect(await namesOf(query.replace("VIP", vip).replace("HOSTEL_ID", hostel).replace("BAR_ID", bar))).toEqual(names);
  });

  test("a reference", async () => {
    const { reference } = (await listed("q=sofia")).bookings[0]!;
    expect(await namesOf(`q=${reference.toLowerCase()}`)).toEqual(["sofía"]);
  });
});

test("it is ordered by night, name and total, either way", async () => {
  expect(await namesOf("sort=night&state=confirmed")).toEqual([
    ...["old", "late"].toSorted((a, b) => ids[a]!.localeCompare(ids[b]!)),
    ...["sofía", "couple"].toSorted((a, b) => ids[a]!.localeCompare(ids[b]!)),
    ...["reviewed", "paypal"].toSorted((a, b) => ids[a]!.localeCompare(ids[b]!)),
    "group",
  ]);
  expect((await namesOf("sort=name"))[0]).toBe("couple");
  expect((await namesOf("sort=-name"))[0]).toBe("unlucky");
  expect((await namesOf("sort=-total"))[0]).toBe("couple");
});

/** Counts until the machine was fast enough for all of it to be exact. */
async function inTime<T>(count: () => Promise<{ counted: T; isExact: boolean }>): Promise<T> {
  for (;;) {
    const { counted, isExact } = await count();
    if (isExact) return counted;
  }
}

test("money that a bank has taken is disputed: neither paid nor owed, in the list, its filters, its sums and its file", async () => {
  const { db } = database.services;
  const disputes = async (name: string, state: "open" | "won" | "lost", currency = "MXN") => {
    await add(name, { created_at: later(-9), currency, departure: departures["far"], first_name: "Zoraida" });
    const id = await pay(name, { currency, dispute_state: state });
    const at = { opened_at: NOON, closed_at: state === "open" ? null : NOON };
    const dispute = { payment_id: id, external_id: name, amount: 64_000, currency, reason: "fraudulent", state };
    await db
      .insertInto("disputes")
      .values({ ...dispute, ...at })
      .execute();
  };
  await disputes("deciding", "open");
  await disputes("gone", "lost");
  await disputes("kept", "won");
  await disputes("dollars", "open", "USD");
  const found = async (payment: string) => (await namesOf(`q=zoraida&payment=${payment}`)).toSorted();
  expect(await found("disputed")).toEqual(["deciding", "dollars", "gone"]);
  expect(await found("paid")).toEqual(["kept"]);
  expect(await found("unpaid")).toEqual([]);
  const money = Object.fromEntries(
    (await listed("q=zoraida")).bookings.map((row) => [nameOf(row.id), [row.money, row.taken.amount]]),
  );
  expect(money).toEqual({
    deciding: ["disputed", 64_000],
    dollars: ["disputed", 64_000],
    gone: ["lost", 64_000],
    kept: [null, 0],
  });
  const query = bookingQueryIn("q=zoraida");
  const sums = await inTime(async () => {
    const counted = await countBookings(staff(), query);
    return { counted: counted.money.taken.toSorted((a, b) => a.amount - b.amount), isExact: counted.exact };
  });
  expect(sums).toEqual([
    { amount: 64_000, currency: "USD" },
    { amount: 128_000, currency: "MXN" },
  ]);
  for (const name of ["deciding", "gone", "kept", "dollars"]) {
    await sql`delete from disputes where external_id = ${name}`.execute(db);
    await db.deleteFrom("payments").where("purchase_id", "=", ids[name]!).execute();
    await db.deleteFrom("bookings").where("id", "=", ids[name]!).execute();
    delete ids[name];
  }
});

test("only what happened is summed, each kind by itself", async () => {
  const query = "night=today&currency=MXN&q=test";
  const extent = await inTime(async () => {
    const counted = await countBookings(staff(), bookingQueryIn(query));
    return { counted, isExact: counted.exact };
  });
  const pesos = (amount: number) => [{ amount, currency: "MXN" }];
  // sofía is confirmed and holding waits; five others ended, of which one was given its money back
  expect(extent).toMatchObject({
    count: 7,
    people: 4,
    money: { confirmed: pesos(64_000), waiting: pesos(64_000), back: pesos(100) },
  });
});

test.each([
  ["two letters changed over", "q=sofai", ["Sofía"]],
  ["a wrong letter, in either word", "q=sofya+nunes", ["Sofía Núñez"]],
  ["one that is right", "q=%C3%A1ngel+sofya", ["Ángel Sofía"]],
  ["an address", "q=paypla%40guest.test", ["paypal@guest.test"]],
  ["within the other filters", "q=sofai&night=today&state=confirmed", ["Sofía"]],
  ["but not beyond them", "q=sofai&state=cancelled", []],
  ["nobody of that name or one like it", "q=ramirez", []],
  ["somebody else's surname", "q=sofai+ramirez", []],
  ["too short to be misspelt", "q=so%C3%A9", []],
  ["found as it is", "q=sofia", []],
  ["no words at all", "state=refund_failed&currency=EUR", []],
])("a search for %s (%s) offers %j", async (_, query, near) => {
  expect(await listBookings(staff(), bookingQueryIn(query))).toMatchObject({ ok: true, near });
});

describe("with 70 bookings of the same moment, night, name and total", () => {
  const NAMES = Array.from({ length: 70 }, (_, n) => `twin-${n}`);
  beforeAll(async () => {
    for (const name of NAMES)
      await add(name, { first_name: "Twin", email: "twin@guest.test", created_at: later(-500), language: "es" });
  });

  test.each(["", "sort=booked", "sort=night", "sort=-name", "sort=total"])(
    "pages (%s) hold each once, forth and back",
    async (sort) => {
      const query = `q=twin&rows=25&${sort}`;
      const pages: string[][] = [];
      let page = await listed(query);
      for (;;) {
        pages.push(page.bookings.map(({ id }) => nameOf(id)));
        if (!page.next) break;
        page = await listed(`${query}&after=${page.next}`);
      }
      expect(pages.map((names) => names.length)).toEqual([25, 25, 20]);
      expect(pages.flat().toSorted()).toEqual(NAMES.toSorted());
      expect(page.first).toBe(51);
      const second = await listed(`${query}&before=${page.previous}`);
      expect([second.first, second.bookings.map(({ id }) => nameOf(id))]).toEqual([26, pages[1]]);
      const first = await listed(`${query}&before=${second.previous}`);
      expect([first.first, first.previous, first.bookings.map(({ id }) => nameOf(id))]).toEqual([1, null, pages[0]]);
    },
  );

  test("a booking that comes while somebody turns pages moves none of what is still to come", async () => {
    const first = await listed("q=twin&rows=25");
    await add("intruder", { first_name: "Twin", email: "twin@guest.test", created_at: later(5) });
    const second = await listed(`q=twin&rows=25&after=${first.next}`);
    const view = [...first.bookings, ...second.bookings].map(({ id }) => id);
    expect(new Set(view).size).toBe(50);
  });
});

test("a row tells what staff want to know at a glance", async () => {
  const [row] = (await listed("q=sofia")).bookings;
  expect(row).toMatchObject({
    name: "Sofía Núñez Ángel",
    people: 2,
    crawl: { en: "Ronda Test" },
    date: "2026-11-20",
    time: "20:00",
    total: { amount: 64_000, currency: "MXN" },
    state: "confirmed",
    provider: "sandbox",
    bookedAt: later(-10).toISOString(),
  });
  const states = Object.fromEntries(
    (await listed("")).bookings.map(({ id, state, money }) => [nameOf(id), money ? [state, money] : [state]]),
  );
  expect(states).toMatchObject({
    holding: ["hold"],
    stale: ["lapsed"],
    expired: ["lapsed"],
    regretful: ["cancelled", "refunded"],
    reviewed: ["confirmed", "review"],
    unlucky: ["cancelled", "refund_failed"],
    handed: ["cancelled", "hand_over"],
  });
});

test("how much it is: money is never added across currencies", async () => {
  const query = "night=today&state=confirmed&lang=en&q=guest";
  const extent = await inTime(async () => {
    const counted = await countBookings(staff(), bookingQueryIn(query));
    return { counted, isExact: counted.exact };
  });
  expect(extent).toMatchObject({ count: (await listed(query)).bookings.length });
  expect(extent.people).toBe(extent.count * 2);
  expect(extent.money.confirmed).toContainEqual({ amount: 4000, currency: "USD" });
});

test("few bookings are counted exactly, however busy the machine was at first", async () => {
  const { db, pool } = database.services;
  const explained =
    "select from pg_stat_activity where datname = current_database() and query like 'explain%' and wait_event_type = 'Lock'";
  const counting = await db.transaction().execute(async (tx) => {
    await sql`lock table bookings`.execute(tx);
    const begun = countBookings(staff(), bookingQueryIn("state=confirmed"));
    // the first count has run out of time by then
    await vi.waitUntil(async () => (await pool.query(explained)).rowCount !== 0, { timeout: 20_000, interval: 5 });
    return { begun };
  });
  expect(await counting.begun).toMatchObject({ exact: true });
});

test("the views that everybody has say how many they hold", async () => {
  const counts = await inTime(async () => {
    const views = await listViews(staff());
    if (!views.ok) throw new Error(views.reason);
    const counted = Object.fromEntries(views.views.map(({ id, count }) => [id, count]));
    return { counted, isExact: views.views.every(({ exact }) => exact) };
  });
  expect(counts).toMatchObject({ review: 1, hold: 1, hand_over: 1, refund_failed: 1 });
});

test("only whoever may read bookings sees any of it", async () => {
  const guide = database.ctx({ actor: { kind: "user", role: "guide" } });
  const refused = { ok: false, reason: "forbidden", missing: "bookings.read" };
  expect(await listBookings(guide, bookingQueryIn())).toEqual(refused);
  await expect(countBookings(guide, bookingQueryIn())).rejects.toThrow();
  expect(await listViews(guide)).toEqual(refused);
  expect(await listChoices(guide)).toEqual(refused);
});
