import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { changePartner } from "#src/modules/office/booking-admin/change-partner.server.ts";
import { cameSince, databaseTime } from "#src/modules/office/reports/store/sales.server.ts";
import { countSales } from "#src/modules/office/reports/count-sales.server.ts";
import { type ReportWish, salesReport } from "#src/modules/office/reports/queries.server.ts";
import { writeChart } from "#src/modules/office/reports/write-chart.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { redeemAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import type { Settings } from "#src/platform/env.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ PAYMENTS_MODE: "sandbox", RONDA_SEED: "demo" });
const stage = payingStage(database);
const DAY = 24 * 60;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  await database.services.db
    .insertInto("cities")
    .values({ id: "oaxaca", name: "Oaxaca", time_zone: "America/Mexico_City", position: 2 })
    .execute();
});

const admin = (minutes = 0) => stage.at(minutes, { kind: "user", role: "admin", secondFactor: true });
async function report(wish: ReportWish = {}, minutes = 0) {
  const snapshot = await salesReport(admin(minutes), wish);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot.report;
}
const totals = async (wish?: ReportWish, minutes?: number) => (await report(wish, minutes)).totals.now;

async function sells(departure: string, over: Parameters<typeof stage.books>[1] = {}, minutes = 0) {
  const booking = await stage.books(departure, over, minutes);
  const attempt = await stage.goesToPay(booking, minutes);
  stage.provider.pays(attempt.externalId);
  await stage.webhook(attempt.externalId, minutes);
  return booking;
}

/** Staff change a booking, as its price is said. */
async function changesBooking(booking: string, change: Change, minutes: number) {
  const request = { booking_id: booking, token: null, change, admin: { keeps: false } };
  const priced = await priceChange(admin(minutes), request);
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  expect(await changeBooking(admin(minutes), { ...request, expected }, randomUUID())).toMatchObject({
    state: "applied",
  });
}

/** The report must equal a count from scratch, before and after a count. */
async function agrees(wish: ReportWish, minutes = 0) {
  const result = await report(wish, minutes);
  await countSales(database.services);
  expect(await report(wish, minutes)).toEqual(result);
  await countSales(database.services, { whole: true });
  expect(await report(wish, minutes)).toEqual(result);
  return result.totals.now;
}

describe("what was sold", () => {
  test("is known before anything was counted, while it is new, and when it is counted", async () => {
    const departure = await addDeparture(database.services.db, crawlId, { date: "2026-11-25" });
    await sells(departure);
    await sells(departure, { currency: "USD" });
    const november = { from: "2026-11-01", to: "2026-11-30" };
    expect(await agrees(november)).toEqual({ bookings: 2, guests: 4, revenue: 80_000 });
    await sells(departure, { number_of_people: 3 });
    expect(await totals(november)).toEqual({ bookings: 3, guests: 7, revenue: 200_000 });
    expect(await totals({ ...november, currency: "USD" })).toEqual({ bookings: 3, guests: 7, revenue: 4_000 });
    expect(await agrees({ ...november, by: "service" })).toEqual({ bookings: 3, guests: 7, revenue: 200_000 });
    expect((await report({ ...november, by: "service" })).bars.at(24)).toMatchObject({
      from: "2026-11-25",
      bookings: 3,
    });
    expect((await report(november)).bars.at(19)).toMatchObject({ from: "2026-11-20", bookings: 3 });
  });

  test("stays sold on its day when it is cancelled, but its departure has nothing any more", async () => {
    const departure = await addDeparture(database.services.db, crawlId, { date: "2027-01-10" });
    await sells(departure, {}, 40 * DAY);
    const winter = { from: "2026-12-15", to: "2027-01-20" };
    expect(await agrees(winter, 40 * DAY)).toEqual({ bookings: 1, guests: 2, revenue: 80_000 });
    expect((await cancelDepartureBookings(admin(42 * DAY), { departure_id: departure })).ok).toBe(true);
    expect(await agrees(winter, 42 * DAY)).toEqual({ bookings: 1, guests: 2, revenue: 0 });
    const { bars } = await report(winter, 42 * DAY);
    expect(bars.filter(({ revenue }) => revenue !== 0).map(({ from, revenue }) => [from, revenue])).toEqual([
      ["2026-12-30", 80_000],
      ["2027-01-01", -80_000],
    ]);
    expect(await agrees({ ...winter, by: "service" }, 42 * DAY)).toEqual({ bookings: 0, guests: 0, revenue: 0 });
  });

  test("follows a departure to another date", async () => {
    const { db } = database.services;
    const departure = await addDeparture(db, crawlId, { date: "2027-03-03" });
    await sells(departure, {}, 41);
    const march = { from: "2027-03-01", to: "2027-03-31", by: "service" };
    expect((await report(march)).bars.at(2)).toMatchObject({ bookings: 1 });
    await countSales(database.services);
    await db.updateTable("scheduled_crawls").set({ date: "2027-03-09" }).where("id", "=", departure).execute();
    const changes = JSON.stringify({ date: { old: "2027-03-03", new: "2027-03-09" } });
    const entry = {
      actor_kind: "user",
      action: "departure.changed",
      subject_type: "departure",
      subject_id: departure,
      changes,
    };
    await db.insertInto("audit_log").values(entry).execute();
    await agrees(march);
    const { bars } = await report(march);
    expect(bars.filter(({ bookings }) => bookings > 0).map(({ from }) => from)).toEqual(["2027-03-09"]);
  });

  test("is told apart by city, and by coupon with what it took off", async () => {
    const { db } = database.services;
    const elsewhere = await addCrawl(db, { title: "Oaxaca Centro" });
    await db.updateTable("pub_crawls").set({ city_id: "oaxaca" }).where("id", "=", elsewhere).execute();
    await addCoupon(db, { code: "BIENVENIDA" });
    await sells(await addDeparture(db, elsewhere, { date: "2027-02-10" }), { coupon_code: "bienvenida" }, 60 * DAY);
    const there = { city: "oaxaca", from: "2027-01-15", to: "2027-01-25" };
    expect(await agrees(there, 60 * DAY)).toEqual({ bookings: 1, guests: 2, revenue: 72_000 });
    expect((await report(there, 60 * DAY)).coupons).toEqual([
      {
        code: "BIENVENIDA",
        uses: 1,
        discounts: [{ currency: "MXN", amount: 8_000 }],
        revenue: [{ currency: "MXN", amount: 72_000 }],
      },
    ]);
    expect(await totals({ ...there, city: "mexico-city" }, 60 * DAY)).toMatchObject({ bookings: 0 });
  });

  test("of add-ons is told piece by piece: what was sold, handed out and given back, and what it brought in", async () => {
    const { db } = database.services;
    const [at, departure] = [290 * DAY, await addDeparture(db, crawlId, { date: "2027-09-20", seats: 60 })];
    const [shirt, ride] = [
      await addAddOn(db, { name: "Shirt", most: 9 }),
      await addAddOn(db, { name: "Ride", price: 10_000 }),
    ];
    forgetAddOns({ db });
    const buys = (add_ons: { id: string; quantity: number }[]) => sells(departure, { add_ons }, at);
    const first = await buys([
      { id: shirt, quantity: 2 },
      { id: ride, quantity: 2 },
    ]);
    const period = { from: "2027-09-01", to: "2027-09-30" };
    const rows = async (wish: ReportWish = {}) =>
      (await report({ ...period, ...wish }, at + 3 * DAY)).addOns.map(({ name, sold, redeemed, back, revenue }) => [
        name,
        sold,
        redeemed,
        back,
        ...revenue.map(({ amount }) => amount),
      ]);
    expect(await rows()).toEqual([
      ["Ride", 2, 0, 0, 20_000],
      ["Shirt", 2, 0, 0, 50_000],
    ]);

    // staff take a shirt back, one of two leaves, and the other gets their shirt
    await changesBooking(first, { kind: "add_ons", add_ons: [{ id: shirt, quantity: 1 }] }, at + DAY);
    await changesBooking(first, { kind: "remove", positions: [2] }, at + DAY);
    const piece = { departureId: departure, bookingId: first, addOnId: shirt, id: randomUUID(), deviceAt: null };
    expect(await redeemAddOn(admin(at + DAY), piece)).toMatchObject({ ok: true });
    // two are cancelled, one of them without a refund
    const [refunded, unrefunded] = [await buys([{ id: shirt, quantity: 1 }]), await buys([{ id: shirt, quantity: 1 }])];
    for (const [id, choice, refund_minor] of [
      [refunded, "operator", 105_000],
      [unrefunded, "none", 0],
    ] as const) {
      const expected = { version: 1, refund_minor, currency: "MXN" } as const;
      expect(await cancelAsAdmin(admin(at + DAY), { booking_id: id, choice, expected })).toMatchObject({ ok: true });
    }
    const all = [
      ["Shirt", 4, 1, 3, 50_000],
      ["Ride", 2, 0, 1, 10_000],
    ];
    expect(await rows()).toEqual(all);
    expect(await rows({ by: "service" })).toEqual(all);
    const file = await writeChart(admin(at + 3 * DAY), "addOns", period);
    if (!file.ok) throw new Error(file.reason);
    expect([...file.sheet.parts].flat()).toMatchObject([
      ["Shirt", 4, 1, 3, { money: 50_000 }],
      ["Ride", 2, 0, 1, { money: 10_000 }],
    ]);
    // on the day after they were sold
    const since = new Date(stage.at(at + DAY).now).toISOString().slice(0, 10);
    expect(await rows({ from: since, to: since })).toEqual([
      ["Ride", 0, 0, 1, -10_000],
      ["Shirt", 0, 1, 3, -50_000],
    ]);
    expect(await rows({ city: "oaxaca" })).toEqual([]);
    expect(await rows({ partner: await addPartner(db, { name: "Nobody's" }) })).toEqual([]);
  });

  test("is told apart by partner and campaign, with who came, and narrowed to one partner", async () => {
    const { db } = database.services;
    const [hostel, bar] = [
      await addPartner(db, { name: "Hostel Sol", code: "SOL" }),
      await addPartner(db, { name: "Bar Luna" }),
    ];
    const departure = await addDeparture(db, crawlId, { date: "2027-06-20", seats: 60 });
    const at = 210 * DAY;
    const inJune = { from: "2027-06-15", to: "2027-06-25" };
    const sent = async (partner: string | null, over: Parameters<typeof credit>[3] = {}) => {
      const id = await sells(departure, { number_of_people: 3 }, at);
      if (partner) await credit(db, id, partner, over);
      else
        await db
          .updateTable("bookings")
          .set({ campaign: null, ...over })
          .where("id", "=", id)
          .execute();
      return id;
    };
    const first = await sent(hostel, { campaign: "Winter" });
    await sent(hostel);
    await sent(bar, { campaign: "Winter" });
    await sent(null, { campaign: "Own posters" });
    await sent(null);
    const sums = (report_: Awaited<ReturnType<typeof report>>) => ({
      partners: report_.partners.map(({ name, bookings, guests, came }) => [name, bookings, guests, came]),
      campaigns: report_.campaigns.map(({ name, bookings }) => [name, bookings]),
      revenue: report_.partners.map(({ revenue }) => revenue),
    });
    const view = {
      partners: [
        ["Hostel Sol", 2, 6, 0],
        ["Bar Luna", 1, 3, 0],
      ],
      campaigns: [
        ["Winter", 2],
        ["Own posters", 1],
      ],
      revenue: [[{ currency: "MXN", amount: 240_000 }], [{ currency: "MXN", amount: 120_000 }]],
    };
    const all = { bookings: 5, guests: 15, revenue: 600_000 };
    for (const by of ["sale", "service"]) {
      expect(await agrees({ ...inJune, by }, at)).toEqual(all);
      expect(sums(await report({ ...inJune, by }, at)), by).toEqual(view);
      const theirs = { ...inJune, by, partner: hostel };
      expect(await agrees(theirs, at)).toEqual({ bookings: 2, guests: 6, revenue: 240_000 });
      expect((await report(theirs, at)).partner).toEqual({ id: hostel, name: "Hostel Sol" });
    }

    // the page has the first of them, also where some brought as many
    const few = await salesReport(admin(at), inJune, 1);
    if (!few.ok) throw new Error(few.reason);
    expect(few.report.partners.map(({ name }) => name)).toEqual(["Hostel Sol"]);
    expect(few.report.campaigns.map(({ name }) => name)).toEqual(["Winter"]);

    // who came is in the sums after the next count
    const guests = await db.selectFrom("tickets").select("id").where("booking_id", "=", first).limit(2).execute();
    const now = await databaseTime(db);
    for (const { id: ticket_id } of guests) {
      const id = randomUUID();
      const event = {
        id,
        ticket_id,
        departure_id: departure,
        kind: "in",
        way: "list",
        device_at: now,
        happened_at: now,
      };
      await db
        .insertInto("checkin_events")
        .values({ ...event, received_at: now })
        .execute();
      await db
        .insertInto("entries")
        .values({ id, ticket_id, departure_id: departure, happened_at: now, changed_at: now, standing: "open" })
        .execute();
    }
    const tonight = { starts_at: now, ends_at: new Date(+now + 14_400_000), sales_close_at: now };
    await db.updateTable("scheduled_crawls").set(tonight).where("id", "=", departure).execute();
    const touched = { sale: ["2027-06-18"], service: ["2027-06-20"] };
    expect(await cameSince(db, now)).toEqual(touched);
    expect(await cameSince(db, new Date(+now + 60_000))).toEqual({ sale: [], service: [] });
    await countSales(database.services);
    for (const by of ["sale", "service"])
      expect(
        (await report({ ...inJune, by }, at)).partners.map(({ came }) => came),
        by,
      ).toEqual([2, 0]);

    // a booking that changes hands takes its sums along
    const staff = { ...admin(at), actor: { ...admin(at).actor, role: "manager" } };
    await changePartner(staff, { booking_id: first, partner_id: bar, expected: hostel });
    expect((await report(inJune, at)).partners.map(({ name, bookings }) => [name, bookings])).toEqual([
      ["Bar Luna", 2],
      ["Hostel Sol", 1],
    ]);
    await agrees(inJune, at);
  });

  test("of a partner leads to the visits by their links and QR codes alone", async () => {
    const { db } = database.services;
    const partner = await addPartner(db, { name: "Casa 77", code: "Casa-77" });
    const qr = { id: "door-77", partner_id: partner, target: "/", created_at: new Date() };
    await db.insertInto("qr_codes").values(qr).execute();
    const when = { site_tag: "cdmx", at: new Date("2027-08-01T18:00:00Z") };
    const visit = (affiliate_code: string, visitor: string) => ({
      affiliate_code,
      visitor,
      user_agent: "",
      referrer: "",
      ...when,
    });
    await db
      .insertInto("affiliate_visits")
      .values([visit("casa-77", "a"), visit("other", "b")])
      .execute();
    await db
      .insertInto("qr_scans")
      .values([
        { qr_code_id: "door-77", visitor: "a", ...when },
        { qr_code_id: "x", visitor: "b", ...when },
      ])
      .execute();
    const { sources } = await report({ from: "2027-07-30", to: "2027-08-02", partner }, 260 * DAY);
    expect(sources).toEqual([
      { kind: "link", code: "casa-77", name: "Casa 77", visits: 1 },
      { kind: "qr", code: "door-77", name: "Casa 77", visits: 1 },
    ]);
  });

  test("of practice counts where the server practises, with or without the demo's data, and nowhere else", async () => {
    const bookings = async (settings: Partial<Settings>) => {
      const ctx = { ...admin(), settings: { ...database.services.settings, ...settings } };
      const snapshot = await salesReport(ctx, { from: "2026-11-01", to: "2026-11-30" });
      if (!snapshot.ok) throw new Error(snapshot.reason);
      return snapshot.report.totals.now.bookings;
    };
    const output = await bookings({});
    expect(output).toBeGreaterThan(0);
    expect(await bookings({ RONDA_SEED: "empty" })).toBe(output);
    expect(await bookings({ PAYMENTS_MODE: "live" })).toBe(0);
    expect(await bookings({ PAYMENTS_MODE: "live", RONDA_SEED: "empty" })).toBe(0);
  });

  test("is told to whoever may read reports", async () => {
    for (const [role, ok] of [
      ["marketing", true],
      ["manager", true],
      ["support", false],
      ["guide", false],
      ["customer", false],
    ] as const)
      expect((await salesReport(stage.at(0, { kind: "user", role, secondFactor: true }), {})).ok, role).toBe(ok);
  });
});
