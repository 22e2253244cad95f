import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { QueryConfig } from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cancelSale } from "#src/modules/partners/desk/cancel-sale.server.ts";
import { revokeDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { deskOf, deskSale, deskState, type DeviceRow, refusedSale } from "#src/modules/partners/desk/queries.server.ts";
import type { DeskSale } from "#src/modules/partners/desk/schema.ts";
import { checkCredit, sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { openDb } from "#src/platform/db.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
const LIMIT = 400_000;

beforeAll(() => seedMinimal(db()));
beforeEach(async () => {
  await db().updateTable("app_settings").set({ value: "true" }).where("key", "=", "open_for_sale").execute();
  forgetSettings({ db: db() });
});

const staff = () => stage.at(0, { kind: "user", role: "admin" });
const guest = (minutes = 0) => stage.at(minutes, { browser: "tablet" });

async function addPartner(limit = LIMIT): Promise<string> {
  const id = randomUUID();
  const values = {
    id,
    name: "Casa Nopal",
    code: `nopal-${id}`,
    email: "hola@nopal.example",
    phone: "+52 55 9876 5432",
  };
  await db()
    .insertInto("partners")
    .values({ ...values, desk_credit_limit: limit, created_at: NOON })
    .execute();
  return id;
}
async function boundTo(partner_id: string): Promise<DeviceRow> {
  const offered = await offerBinding(staff(), { partner_id, name: "Reception" });
  if (!offered.ok) throw new Error(offered.reason);
  const bound = await bindDevice(guest(), offered.token, { name: "Reception", pin: "274913" });
  if (!bound.ok) throw new Error(bound.reason);
  return (await deskOf(guest(), bound.secret))!;
}
const newDesk = async (limit?: number) => boundTo(await addPartner(limit));
const night = async (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(db(), await addCrawl(db(), {}), { date: "2026-11-20", prices: { MXN: 40_000 }, ...over });
const sale = (departure_id: string, over: Partial<DeskSale> = {}): DeskSale => ({
  intent: "sell",
  key: randomUUID(),
  departure_id,
  people: 2,
  name: "Lena Brandt",
  email: "",
  phone: "+49 151 2345678",
  language: "en",
  way: "cash",
  expected: 80_000,
  ...over,
});
const owed = async (partner: string) =>
  Number(
    (
      await db()
        .selectFrom("partner_cash")
        .select((e) => e.fn.sum("amount").as("cash"))
        .where("partner_id", "=", partner)
        .executeTakeFirstOrThrow()
    ).cash ?? 0,
  );
const bookingsOf = (departure: string) =>
  db().selectFrom("bookings").selectAll().where("scheduled_crawl_id", "=", departure).execute();

/** Entries of the audit log about a booking, by who did it. */
const doersOf = async (booking: string): Promise<Record<string, number>> => {
  const entries = db().selectFrom("audit_log").select("actor_kind").where("subject_id", "=", booking);
  const kinds = (await entries.execute()).map(({ actor_kind: kind }) => kind);
  return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]));
};

test("a desk shows and takes the price of its partner's guests", async () => {
  const desk = await newDesk();
  const departure = await night();
  await addRule(db(), { partner_id: desk.partner_id, percent: 20 });
  const state = await deskState(guest(), desk);
  const prices = state.kind === "open" ? state.nights.filter(({ id }) => id === departure) : [];
  expect(prices).toMatchObject([{ price: 32_000 }]);
  expect(await sellAtDesk(guest(), desk, sale(departure, { expected: 64_000 }))).toMatchObject({ ok: true });
  expect(await owed(desk.partner_id)).toBe(64_000);
  // at another's it costs what it costs everybody
  expect(await sellAtDesk(guest(), await newDesk(), sale(departure, { expected: 64_000 }))).toMatchObject({
    reason: "price_changed",
  });
  await dropRules(db());
});

describe("a sale at a desk", () => {
  test("in cash confirms at once, is the partner's, and is owed; the books agree", async () => {
    const desk = await newDesk();
    const departure = await night();
    const terms = { site_tag: "page:terms", sections: "{}", published_at: NOON };
    const { id } = await db().insertInto("content_versions").values(terms).returning("id").executeTakeFirstOrThrow();
    const sold = await sellAtDesk(guest(), desk, sale(departure, { email: "lena@example.test" }));
    if (!sold.ok) throw new Error(sold.reason);
    expect(await stage.bookingRow(sold.booking_id)).toMatchObject({
      status: "confirmed",
      source: "web",
      browser: null,
      currency: "MXN",
      partner_id: desk.partner_id,
      partner_reason: "desk",
      partner_doubts: null,
      held_network: null,
      terms_version: id,
    });
    expect(await stage.payments(sold.booking_id)).toMatchObject([{ provider: "hostel", amount: 80_000 }]);
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 38, confirmed: 2, held: 0 });
    expect(await owed(desk.partner_id)).toBe(80_000);
    expect(await deskSale(guest(), desk, sold.booking_id)).toMatchObject({ sale: { state: "paid", pay: null } });
    expect(await deskState(guest(), desk)).toMatchObject({
      cash: { owed: 80_000, limit: LIMIT },
      tonight: { bookings: 1, people: 2 },
      sales: [{ name: "Lena Brandt", state: "paid" }],
    });
    expect(await doersOf(sold.booking_id)).toEqual({ desk: 4 });
    // what the guest left is nothing that the desk sees afterwards, and the link ends after a while
    const output = JSON.stringify([await deskState(guest(), desk), await deskSale(guest(), desk, sold.booking_id)]);
    expect(output).not.toMatch(/lena@example|2345678/);
    expect(await deskSale(guest(31), desk, sold.booking_id)).toMatchObject({ sale: { tickets: null } });
    const emails = db().selectFrom("emails").select("kind").where("booking_id", "=", sold.booking_id);
    expect(await emails.execute()).toEqual([{ kind: "booking_confirmation" }]);
    expect(await checkLedger(staff())).toBe(0);
    // given back, the money comes from us by hand, and the partner still owes what it took
    const expected = { version: 1, refund_minor: 80_000, currency: "MXN" as const };
    const wish = { booking_id: sold.booking_id, choice: "operator" as const, expected };
    expect(await cancelAsAdmin(staff(), wish)).toMatchObject({ ok: true });
    await database.work();
    expect(await stage.refunds(sold.booking_id)).toMatchObject([{ amount: 80_000, status: "manual" }]);
    expect(await owed(desk.partner_id)).toBe(80_000);
    expect(await checkLedger(staff())).toBe(0);
  });

  test("by link holds places until the guest pays; cancelled, they are free, and only one's own can be", async () => {
    const desk = await newDesk(0);
    const departure = await night();
    const sold = await sellAtDesk(guest(), desk, sale(departure, { way: "link" }));
    if (!sold.ok) throw new Error(sold.reason);
    const { booking_id } = sold;
    const view = await deskSale(guest(), desk, booking_id);
    expect(view).toMatchObject({ sale: { state: "waiting", pay: { url: expect.stringContaining(booking_id) } } });
    const other = await newDesk();
    expect(await deskSale(guest(), other, booking_id)).toMatchObject({ reason: "booking_not_found" });
    expect(await cancelSale(guest(), other, { booking_id })).toMatchObject({ reason: "booking_not_found" });
    const { externalId } = await stage.goesToPay(booking_id);
    expect(await cancelSale(guest(), desk, { booking_id })).toMatchObject({ ok: true });
    expect(await cancelSale(guest(), desk, { booking_id })).toMatchObject({ ok: true });
    expect(await doersOf(booking_id)).toMatchObject({ desk: 3 });
    expect(externalId).toContain("sandbox_");
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, held: 0 });
    const again = await sellAtDesk(guest(), desk, sale(departure, { way: "link" }));
    if (!again.ok) throw new Error(again.reason);
    const paid = await stage.goesToPay(again.booking_id);
    stage.provider.pays(paid.externalId);
    await stage.webhook(paid.externalId);
    expect(await deskSale(guest(), desk, again.booking_id)).toMatchObject({ sale: { state: "paid" } });
    expect(await cancelSale(guest(), desk, { booking_id: again.booking_id })).toMatchObject({ reason: "already_paid" });
    expect(await owed(desk.partner_id)).toBe(0);
  });

  test("sent again by its key is one sale: at once, after a lost answer, and by the other way", async () => {
    const desk = await newDesk();
    const departure = await night();
    const input = sale(departure);
    await Promise.all([sellAtDesk(guest(), desk, input), sellAtDesk(guest(), desk, input)]);
    const again = await sellAtDesk(guest(1), desk, input);
    expect(again).toMatchObject({ ok: true });
    expect(await sellAtDesk(guest(2), desk, { ...input, way: "link" })).toEqual(again);
    expect(await bookingsOf(departure)).toHaveLength(1);
    expect(await owed(desk.partner_id)).toBe(80_000);
    // a key of another desk says nothing of that one's sale
    expect(await sellAtDesk(guest(), await newDesk(), input)).toMatchObject({ reason: "idempotency_conflict" });
    // its places were let go before it was asked for again: nothing is booked behind the desk's back
    const lapsed = sale(departure, { way: "link" });
    expect(await sellAtDesk(guest(), desk, lapsed)).toMatchObject({ ok: true });
    await db()
      .updateTable("desk_devices")
      .set({ seen_at: new Date(NOON.getTime() + 40 * 60_000) })
      .execute();
    const later = { ...desk, seen_at: new Date(NOON.getTime() + 40 * 60_000) };
    expect(await sellAtDesk(guest(40), later, { ...lapsed, way: "cash" })).toMatchObject({ reason: "sale_ended" });
  });

  test("sent again by its key with other content is refused, unpaid and paid, and changes nothing", async () => {
    const desk = await newDesk();
    const departure = await night();
    const other = await night();
    const input = sale(departure, { way: "link" });
    const sold = await sellAtDesk(guest(), desk, input);
    if (!sold.ok) throw new Error(sold.reason);
    const others: Partial<DeskSale>[] = [
      { name: "Mateo Ríos" },
      { people: 3, expected: 120_000 },
      { phone: "+52 55 1111 2222" },
      { departure_id: other },
    ];
    const conflicts = async () => {
      for (const way of ["link", "cash"] as const)
        for (const content of others)
          expect(await sellAtDesk(guest(1), desk, { ...input, way, ...content })).toEqual({
            ok: false,
            reason: "idempotency_conflict",
          });
    };
    const asItIs = async () => [
      await stage.bookingRow(sold.booking_id),
      await stage.payments(sold.booking_id),
      await bookingsOf(other),
      await owed(desk.partner_id),
    ];
    const held = await asItIs();
    await conflicts();
    expect(await asItIs()).toEqual(held);
    expect(await sellAtDesk(guest(1), desk, { ...input, way: "cash" })).toMatchObject({ ok: true });
    const paid = await asItIs();
    await conflicts();
    expect(await asItIs()).toEqual(paid);
    // whoever sent something else isn't shown this one as theirs
    expect(await refusedSale(guest(1), desk, { key: input.key, reason: "idempotency_conflict" })).toBeNull();
  });

  test("in cash that the guest has paid online meanwhile says that the cash is the guest's, and owes nothing", async () => {
    const desk = await newDesk();
    const input = sale(await night(), { way: "link" });
    const sold = await sellAtDesk(guest(), desk, input);
    if (!sold.ok) throw new Error(sold.reason);
    const { externalId } = await stage.goesToPay(sold.booking_id);
    stage.provider.pays(externalId);
    // our side hears of it while it closes what is open, then knows it
    for (const _ of ["heard", "known"])
      expect(await sellAtDesk(guest(), desk, { ...input, way: "cash" })).toEqual({ ok: false, reason: "paid_online" });
    expect(await sellAtDesk(guest(), desk, input)).toMatchObject({ ok: true });
    const output = await refusedSale(guest(), desk, { key: input.key, reason: "paid_online" });
    expect(output).toMatchObject({ state: "paid", way: "link" });
    expect(await stage.payments(sold.booking_id)).toMatchObject([{ provider: "sandbox" }]);
    expect(await owed(desk.partner_id)).toBe(0);
  });

  test("in cash for which the guest's credit leaves less to pay takes nothing, and nothing is owed", async () => {
    const desk = await newDesk();
    const source = await stage.books(await night(), { number_of_people: 1 });
    const { paymentId } = await stage.goesToPay(source);
    const options = {
      of: bookingRef(source),
      paymentId,
      money: { amount: 30_000, currency: "MXN" as const },
      test: true,
    };
    const transaction = db().transaction();
    await transaction.execute((tx) => giveCredit(stage.at(0), tx, options));
    const [credit] = await creditsOf(database.services, source);
    const input = sale(await night(), { way: "link" });
    const sold = await sellAtDesk(guest(), desk, input);
    if (!sold.ok) throw new Error(sold.reason);
    const token = accessToken(database.services.secret, sold.booking_id);
    const { code } = credit!;
    expect(await applyCredit(stage.at(1), { booking_id: sold.booking_id, token, code })).toMatchObject({ ok: true });
    expect(await sellAtDesk(guest(), desk, { ...input, way: "cash" })).toMatchObject({ reason: "price_changed" });
    expect(await owed(desk.partner_id)).toBe(0);
    expect(await stage.bookingRow(sold.booking_id)).toMatchObject({ status: "pending" });
  });

  test("with a code the partner owes the rest alone; with one that pays all of it nothing; sent again each is the same", async () => {
    // the tests before it give credit for which nobody paid
    const differences = await checkLedger(stage.at(1));
    const desk = await newDesk();
    const source = await stage.books(await night(), { number_of_people: 1 });
    const gesture = { of: bookingRef(source), paymentId: null, money: { amount: 110_000, currency: "MXN" as const } };
    await db()
      .transaction()
      .execute((tx) => giveCredit(stage.at(0), tx, { ...gesture, test: true }));
    const { code } = (await creditsOf(database.services, source))[0]!;
    const left = async () => (await creditsOf(database.services, source))[0]!.left;
    const total = sale(await night()).expected;
    expect(await checkCredit(guest(), desk, { credit_code: code, expected: total })).toEqual({
      ok: true,
      credit: { code, left: 110_000 },
    });
    const all = sale(await night(), { way: "link", credit_code: code, credit_pays: total });
    const first = await sellAtDesk(guest(), desk, all);
    if (!first.ok) throw new Error(first.reason);
    expect(await sellAtDesk(guest(), desk, all), "again").toEqual(first);
    expect(await sellAtDesk(guest(), desk, { ...all, way: "cash" }), "in cash, of which there is none").toEqual(first);
    expect(await stage.bookingRow(first.booking_id)).toMatchObject({ status: "confirmed", total_price: total });
    expect([await left(), await owed(desk.partner_id)]).toEqual([110_000 - total, 0]);

    const part = sale(await night(), { way: "cash", credit_code: code, credit_pays: 110_000 - total });
    const wrong = { ...part, key: randomUUID(), credit_pays: total };
    expect(await sellAtDesk(guest(), desk, wrong)).toMatchObject({ reason: "credit_changed", credit: { code } });
    const nameless = { ...wrong, credit_code: "" };
    expect(await sellAtDesk(guest(), desk, nameless)).toMatchObject({ reason: "credit_changed" });
    const second = await sellAtDesk(guest(), desk, part);
    if (!second.ok) throw new Error(second.reason);
    expect(await sellAtDesk(guest(), desk, part), "again").toEqual(second);
    expect([await left(), await owed(desk.partner_id)]).toEqual([0, total - (110_000 - total)]);
    const shownSale = await deskSale(guest(), desk, second.booking_id);
    expect(shownSale).toMatchObject({ sale: { state: "paid", way: "cash", total, credit: 110_000 - total } });
    expect(await sellAtDesk(guest(), desk, { ...part, key: randomUUID() })).toMatchObject({ reason: "credit_spent" });
    expect(await checkLedger(stage.at(1))).toBe(differences);
  });

  test("whose code is spent elsewhere while its places are taken holds none of them", async () => {
    const desk = await newDesk();
    const source = await stage.books(await night(), { number_of_people: 1 });
    const gesture = { of: bookingRef(source), paymentId: null, money: { amount: 30_000, currency: "MXN" as const } };
    const id = await db()
      .transaction()
      .execute((tx) => giveCredit(stage.at(0), tx, { ...gesture, test: true }));
    const { code } = (await creditsOf(database.services, source))[0]!;
    const departure = await night();
    const before = await seatsOf(db(), departure);
    const selling = await db()
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable("credits").set({ voided: 30_000 }).where("id", "=", id).execute();
        const answer = sellAtDesk(guest(), desk, sale(departure, { credit_code: code, credit_pays: 30_000 }));
        await database.someoneWaits();
        return { answer };
      });
    expect(await selling.answer).toMatchObject({ reason: "credit_spent" });
    expect(await bookingsOf(departure)).toMatchObject([{ status: "cancelled" }]);
    expect(await seatsOf(db(), departure)).toEqual(before);
  });

  test("whose code pays less by then, has ended or isn't wanted any more is sold without it", async () => {
    const desk = await newDesk();
    let cash = 0;
    for (const [gone, reason] of [
      [{ voided: 20_000 }, "credit_changed"],
      [{ expires_at: new Date(0) }, "credit_expired"],
      // it is reserved still, which a device that names no code doesn't know
      [null, "price_changed"],
    ] as const) {
      const source = await stage.books(await night(), { number_of_people: 1 });
      const gesture = { of: bookingRef(source), paymentId: null, money: { amount: 30_000, currency: "MXN" as const } };
      const id = await db()
        .transaction()
        .execute((tx) => giveCredit(stage.at(0), tx, { ...gesture, test: true }));
      const { code } = (await creditsOf(database.services, source))[0]!;
      const input = sale(await night(), { way: "link", credit_code: code, credit_pays: 30_000 });
      const sold = await sellAtDesk(guest(), desk, input);
      if (!sold.ok) throw new Error(sold.reason);
      if (gone) await db().updateTable("credits").set(gone).where("id", "=", id).execute();
      const inCash = { ...input, way: "cash" as const };
      const { credit_code: _, credit_pays: __, ...nameless } = inCash;
      expect(await sellAtDesk(guest(1), desk, gone ? inCash : nameless)).toMatchObject({ reason });
      const without = { ...inCash, credit_code: "", credit_pays: 0 };
      expect(await sellAtDesk(guest(1), desk, without)).toEqual(sold);
      expect(await sellAtDesk(guest(1), desk, without), "again").toEqual(sold);
      expect(await deskSale(guest(1), desk, sold.booking_id)).toMatchObject({ sale: { state: "paid", credit: 0 } });
      cash += input.expected;
      expect(await owed(desk.partner_id)).toBe(cash);
    }
  });

  test("of the partner's own address is theirs with a doubt", async () => {
    const desk = await newDesk();
    const sold = await sellAtDesk(guest(), desk, sale(await night(), { phone: "55 9876 5432" }));
    if (!sold.ok) throw new Error(sold.reason);
    expect(await stage.bookingRow(sold.booking_id)).toMatchObject({ partner_doubts: ["phone"] });
  });
});

describe("a desk is nobody's staff", () => {
  test("it sells nothing that the site doesn't: after sales close, switched off, elsewhere, too many, at another price", async () => {
    const desk = await newDesk(10_000_000);
    const refused = async (departure: string, over: Partial<DeskSale> = {}) => {
      const sold = await sellAtDesk(guest(), desk, sale(departure, over));
      return sold.ok ? "sold" : sold.reason;
    };
    const closed = await night();
    await db().updateTable("scheduled_crawls").set({ sales_close_at: NOON }).where("id", "=", closed).execute();
    expect(await refused(closed)).toBe("departure_past");
    expect(await refused(await night({ bookings_disabled: true }))).toBe("bookings_disabled");
    expect(await refused(await night({ external_booking_link: "https://elsewhere.example" }))).toBe("external_booking");
    expect(await refused(await night({ seats: 1 }))).toBe("sold_out");
    expect(await refused(await night(), { people: 90, expected: 3_600_000 })).toBe("too_many_people");
    const departure = await night();
    expect(await refused(departure, { expected: 10_000 })).toBe("price_changed");
    expect(await refused(departure, { expected: 0 })).toBe("free_not_here");
    await db().updateTable("app_settings").set({ value: "false" }).where("key", "=", "open_for_sale").execute();
    forgetSettings({ db: db() });
    expect(await refused(departure)).toBe("bookings_disabled");
    expect(await bookingsOf(departure)).toEqual([]);
  });

  test("closed, asking for its PIN or of a partner that is off, it sells nothing; revoked in the middle, it takes no cash", async () => {
    const desk = await newDesk();
    const departure = await night();
    expect(await sellAtDesk(guest(11), desk, sale(departure))).toMatchObject({ reason: "desk_closed" });
    const off = { ...desk, partner_active: false };
    expect(await sellAtDesk(guest(), off, sale(departure))).toMatchObject({ reason: "desk_closed" });
    // read before it was revoked, sold after it
    expect(await revokeDesk(staff(), { id: desk.id })).toMatchObject({ ok: true });
    expect(await sellAtDesk(guest(), desk, sale(departure))).toMatchObject({ reason: "desk_closed" });
    expect(await owed(desk.partner_id)).toBe(0);
    expect(await bookingsOf(departure)).toMatchObject([{ status: "pending" }]);
  });

  test("its unpaid places are its partner's, not those of the guests on the same network", async () => {
    const [desk, departure] = [await newDesk(), await night({ seats: 100 })];
    const many = () => sellAtDesk(guest(), desk, sale(departure, { way: "link", people: 10, expected: 400_000 }));
    for (const _ of [1, 2, 3, 4, 5, 6]) expect(await many()).toMatchObject({ ok: true });
    expect(await many()).toMatchObject({ reason: "unpaid_sales", left: 60 });
    const own = await placeBooking(guest(), bookingInput(departure), randomUUID());
    expect(own).toMatchObject({ ok: true });
  });
});

test("a desk's unpaid places count while they are held", async () => {
  const [desk, departure] = [await newDesk(), await night({ seats: 100 })];
  const sells = (minutes: number) =>
    sellAtDesk(
      guest(minutes),
      { ...desk, seen_at: stage.at(minutes).now },
      sale(departure, { way: "link", people: 20, expected: 800_000 }),
    );
  for (const _ of [1, 2, 3]) expect(await sells(0)).toMatchObject({ ok: true });
  expect(await sells(9)).toMatchObject({ reason: "unpaid_sales", left: 60 });
  expect(await sells(32)).toMatchObject({ ok: true });
});

test("a partner that was switched off meanwhile has no credit left", async () => {
  const [desk, departure] = [await newDesk(), await night()];
  await db().updateTable("partners").set({ is_active: false }).where("id", "=", desk.partner_id).execute();
  // the desk was read before
  expect(await sellAtDesk(guest(), desk, sale(departure))).toMatchObject({ reason: "credit_limit", left: 0 });
  expect(await owed(desk.partner_id)).toBe(0);
});

test.each([
  [5, true],
  [6, false],
])("a desk with 55 unpaid places sells %i more: %s", async (people, fits) => {
  const [desk, departure] = [await newDesk(), await night({ seats: 100 })];
  const sells = (many: number) =>
    sellAtDesk(guest(), desk, sale(departure, { way: "link", people: many, expected: many * 40_000 }));
  for (const many of [20, 20, 15]) expect(await sells(many)).toMatchObject({ ok: true });
  expect(await sells(people)).toMatchObject(fits ? { ok: true } : { reason: "unpaid_sales", left: 55 });
  expect((await seatsOf(db(), departure)).held).toBe(55 + (fits ? people : 0));
});

describe("the credit limit", () => {
  test.each([
    [2, true],
    [3, false],
  ])("of six people, with four on it, takes %i more: %s", async (people, fits) => {
    const desk = await newDesk(240_000);
    const departure = await night();
    const sells = (many: number) =>
      sellAtDesk(guest(), desk, sale(departure, { people: many, expected: many * 40_000 }));
    expect(await sells(4)).toMatchObject({ ok: true });
    expect(await sells(people)).toMatchObject(fits ? { ok: true } : { reason: "credit_limit", left: 80_000 });
    expect(await owed(desk.partner_id)).toBe(160_000 + (fits ? 80_000 : 0));
  });

  test("is refused with what is left, and the same sale goes on by link", async () => {
    const desk = await newDesk(100_000);
    const departure = await night();
    expect(await sellAtDesk(guest(), desk, sale(departure))).toMatchObject({ ok: true });
    const input = sale(departure);
    expect(await sellAtDesk(guest(), desk, input)).toMatchObject({ reason: "credit_limit", left: 20_000 });
    expect(await sellAtDesk(guest(), desk, { ...input, way: "link" })).toMatchObject({ ok: true });
    expect(await owed(desk.partner_id)).toBe(80_000);
  });

  test("counts what is agreed and not paid yet: agreeing to a statement gives no new credit", async () => {
    const desk = await newDesk(100_000);
    const departure = await night();
    expect(await sellAtDesk(guest(), desk, sale(departure))).toMatchObject({ ok: true });
    const { partner_id } = desk;
    const month = { partner_id, month: "2026-11", number: 1, test: true, counted: 2, closed_at: NOON };
    const agreed = { state: "agreed", agreed_at: NOON, agreed_by: "partner", commission: 8000, cash_kept: 80_000 };
    const result = db()
      .insertInto("partner_statements")
      .values({ ...month, ...agreed });
    const { id: statement_id } = await result.returning("id").executeTakeFirstOrThrow();
    await db().updateTable("partner_cash").set({ statement_id }).where("partner_id", "=", partner_id).execute();
    expect(await sellAtDesk(guest(), desk, sale(departure))).toMatchObject({ reason: "credit_limit", left: 28_000 });
    await db()
      .updateTable("partner_statements")
      .set({ state: "paid", paid_at: NOON })
      .where("id", "=", statement_id)
      .execute();
    expect(await sellAtDesk(guest(), desk, sale(departure))).toMatchObject({ ok: true });
  });

  /** Eight sales at once by two desks of a partner that may keep three of them. */
  const eightAtOnce = async (pool?: pg.Pool) => {
    const partner = await addPartner(240_000);
    const desks = [await boundTo(partner), await boundTo(partner)];
    const departure = await night();
    const ctx = pool ? { ...guest(), pool: pool as never, db: openDb(pool) } : guest();
    const sold = await Promise.all(
      Array.from({ length: 8 }, (_, n) => sellAtDesk(ctx, desks[n % 2]!, sale(departure)).catch(() => null)),
    );
    return { sold: sold.filter((one) => one?.ok).length, owed: await owed(partner) };
  };

  test("holds when many are sold at once", async () => {
    expect(await eightAtOnce()).toEqual({ sold: 3, owed: 240_000 });
  });

  test("control: counted without the lock more is kept", async () => {
    const { pool } = database.services;
    const isLock = (request: string | QueryConfig) =>
      (typeof request === "string" ? request : request.text).includes("hashtextextended('desk:'");
    /** The same connections, which lock nobody's cash, and read slowly enough for others to come between. */
    const connect = async () => {
      const client = await pool.connect();
      const query = async (request: string | QueryConfig, values?: unknown[]) =>
        isLock(request) ? { rows: [], rowCount: 0, command: "SELECT" } : client.query(request, values);
      return { query, release: (broken?: Error) => client.release(broken) };
    };
    const bare = new Proxy(pool, {
      get: (of, name) => {
        const own: unknown = name === "connect" ? connect : Reflect.get(of, name, of);
        return typeof own === "function" ? own.bind(of) : own;
      },
    });
    expect((await eightAtOnce(bare)).owed).toBeGreaterThan(240_000);
  });
});
