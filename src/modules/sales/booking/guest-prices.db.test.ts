import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { SCOPES_OF_PARTNERS } from "#src/modules/base/identity/rules/scopes.ts";
import { viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { departuresForPartner, listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { apiOn } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addKey } from "#tests/keys.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addCoupon, addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

// a place costs MX$400
const database = freshDatabase();
const db = () => database.services.db;
const api = apiOn(database);
let crawlId: string;
const partners: Record<string, string> = {};
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  for (const [code, is_active] of [
    ["HOSTEL", true],
    ["BAR", true],
    ["GONE", false],
  ] as const) {
    const row = { name: code, code, is_active, created_at: NOON };
    partners[code] = (await db().insertInto("partners").values(row).returning("id").executeTakeFirstOrThrow()).id;
  }
  const poster = { id: "poster", partner_id: partners["HOSTEL"]!, target: "/", created_at: NOON };
  await db().insertInto("qr_codes").values(poster).execute();
});
afterEach(() => dropRules(db()));

const at = (minutes = 0, over = {}) =>
  database.ctx({ now: later(minutes), actor: { browser: randomUUID(), userId: null, ...over } });
const linkOf = (code: string | null, qr: string | null = null) =>
  viaText({ code, qr, at: NOON.getTime(), place: qr ? "qr" : "link", before: null, beforeAt: null });
const asks = async (id: string, over = {}, ctx = at()) => {
  const answer = await quoteBooking(ctx, { scheduled_crawl_id: id, number_of_people: 1, currency: "MXN", ...over });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.quote;
};
const paysFor = async (id: string, over = {}, ctx = at()) => (await asks(id, over, ctx)).total.amount_minor;
const books = async (id: string, over = {}, ctx = at()) => {
  const placed = await placeBooking(ctx, bookingInput(id, { number_of_people: 1, ...over }), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking;
};

test("a partner's guests pay its price: by its link, its QR code and at its desk, and nobody else", async () => {
  await addRule(db(), { name: "Guests of Hostel", partner_id: partners["HOSTEL"]!, percent: 20 });
  const id = await addDeparture(db(), crawlId);
  const prices = [
    await paysFor(id, { referral: linkOf("hostel") }),
    await paysFor(id, { referral: linkOf(null, "poster") }),
    await paysFor(id),
    await paysFor(id, { referral: linkOf("BAR") }),
    await paysFor(id, { referral: linkOf("GONE") }),
    await paysFor(id, { referral: "no referral" }),
  ];
  expect(prices).toEqual([32_000, 32_000, 40_000, 40_000, 40_000, 40_000]);
  expect(await asks(id, { referral: linkOf("HOSTEL") })).toMatchObject({ price_rule: { name: "Guests of Hostel" } });
  expect((await books(id, { referral: linkOf("HOSTEL") })).total.amount_minor).toBe(32_000);
  // a code that is typed credits the booking, and changes no price
  expect((await books(id, { partner_code: "HOSTEL" })).total.amount_minor).toBe(40_000);
  const typed = { partner_code: "BAR", referral: linkOf("HOSTEL") };
  expect((await books(id, typed)).total.amount_minor).toBe(32_000);
});

test("no list says it, but that of the partner's desk", async () => {
  await addRule(db(), { partner_id: partners["HOSTEL"]!, percent: 20 });
  await addRule(db(), { partner_id: partners["HOSTEL"]!, percent: 30, people_from: 4 });
  const id = await addDeparture(db(), crawlId);
  const one = (list: Awaited<ReturnType<typeof listDepartures>>) => list.find((night) => night.id === id)!;
  const filter = { crawl_id: crawlId };
  expect(one(await listDepartures(at(), filter))).toMatchObject({
    price_per_person: { amount_minor: 40_000 },
    on_sale: false,
    price_rule: null,
    party_prices: [],
  });
  expect(one(await departuresForPartner(at(), filter, partners["HOSTEL"]!))).toMatchObject({
    price_per_person: { amount_minor: 32_000 },
    party_prices: [{ people_from: 4, price_per_person: { amount_minor: 28_000 } }],
  });
  expect(one(await departuresForPartner(at(), filter, partners["BAR"]!))).toMatchObject({
    price_per_person: { amount_minor: 40_000 },
  });
});

test("a partner's program is quoted what the list of nights says to it", async () => {
  const key = await addKey(database, SCOPES_OF_PARTNERS, { partner: partners["HOSTEL"]! });
  await addRule(db(), { partner_id: partners["HOSTEL"]!, percent: 20 });
  const id = await addDeparture(db(), crawlId);
  const { rows } = await api("/api/scheduled-crawls", key);
  const coupon_code = "FEW";
  await addCoupon(db(), { code: coupon_code });
  const body = { scheduled_crawl_id: id, number_of_people: 1, currency: "MXN" };
  const quoted = await api("/api/quotes", { body, ...key });
  const checked = await api("/api/coupons/check", { body: { ...body, coupon_code }, ...key });
  const price = { price_per_person: { amount_minor: 32_000 } };
  expect([rows.find((night) => night["id"] === id), quoted.json]).toMatchObject([price, price]);
  expect(JSON.stringify(checked.json)).toContain("32000");
});

test("who was shown a partner's price books at it though the link is forgotten meanwhile", async () => {
  await addRule(db(), { partner_id: partners["HOSTEL"]!, percent: 20 });
  const id = await addDeparture(db(), crawlId);
  const ctx = at();
  const { price_promise, total } = await asks(id, { referral: linkOf("HOSTEL") }, ctx);
  expect((await books(id, { price_promise, displayed_total: total }, ctx)).total.amount_minor).toBe(32_000);
  // another browser can't use it
  expect((await books(id, { price_promise })).total.amount_minor).toBe(40_000);
});

test("a second night costs less for who is signed in and has one that is paid, as long as it isn't cancelled", async () => {
  await addRule(db(), { nights_from: 2, nights_days: 30, percent: 25 });
  const [first, second] = [await addDeparture(db(), crawlId), await addDeparture(db(), crawlId)];
  await db().updateTable("scheduled_crawls").set({ date: "2026-12-10" }).where("id", "=", second).execute();
  const { id: userId } = await addAccount(db(), { email: "lucia@guest.test" });
  const signedIn = (minutes = 0) => at(minutes, { userId, kind: "user" });
  expect(await paysFor(first, {}, signedIn())).toBe(40_000);
  const { id } = await books(first, {}, signedIn());
  expect(await paysFor(second, {}, signedIn())).toBe(40_000);
  const become = (row: { status: string; cancel_reason?: string; cancelled_at?: Date }) =>
    db().updateTable("bookings").set(row).where("id", "=", id).execute();
  await become({ status: "confirmed" });
  expect(await paysFor(second, {}, signedIn())).toBe(30_000);
  expect((await books(second, {}, signedIn())).total.amount_minor).toBe(30_000);
  // what was promised to who has no browser's token yet is the account's alone
  const { price_promise } = await asks(second, {}, at(0, { userId, kind: "user", browser: null }));
  expect(price_promise).not.toBeNull();
  expect(await paysFor(second, { price_promise })).toBe(40_000);
  await dropRules(db());
  expect(await paysFor(second, { price_promise }, signedIn())).toBe(30_000);
  expect(await paysFor(second, { price_promise }, at(0, { userId: randomUUID(), kind: "user" }))).toBe(40_000);
  await addRule(db(), { nights_from: 2, nights_days: 30, percent: 25 });
  // somebody else, and the same address without the account
  expect(await paysFor(second)).toBe(40_000);
  expect((await books(second)).total.amount_minor).toBe(40_000);
  await become({ status: "cancelled", cancel_reason: "customer", cancelled_at: NOON });
  expect(await paysFor(second, {}, signedIn())).toBe(40_000);
});
