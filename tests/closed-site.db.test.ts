import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findOffer, quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { enterBooking } from "#src/modules/office/booking-admin/enter-booking.server.ts";
import { sellableDepartures } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { HandBooking } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { bookingStart } from "#src/modules/sales/schedule/rules/booking-start.ts";
import { bookingData, listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { aKey, apiOn } from "#tests/api-client.ts";
import { freshDatabase } from "#tests/database.ts";
import { addKey } from "#tests/keys.ts";
import { addCoupon, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

// A site that isn't open for sale: guests see its nights and can't book them, wherever they ask; staff can.

const database = freshDatabase();
const db = () => database.services.db;
const call = apiOn(database);
const staff = (role = "admin") => database.ctx({ actor: { kind: "user", userId: null, role } });
let crawlId = "";
let night = "";

async function set(value: "true" | "false") {
  await db().updateTable("app_settings").set({ value }).where("key", "=", "open_for_sale").execute();
  forgetSettings({ db: db() });
}
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
});
beforeEach(async () => {
  night = await addDeparture(db(), crawlId);
  await set("false");
});

describe("guests of a closed site", () => {
  test("see its nights as ones that can't be booked", async () => {
    const [output] = (await listDepartures(database.ctx())).filter(({ id }) => id === night);
    expect(output).toMatchObject({ bookings_disabled: true, is_available: false, availability_level: "none" });
    const data = await bookingData(database.ctx(), new URLSearchParams(), null);
    expect(bookingStart({ ...data, chosen: night })).toEqual({ ok: false, reason: "bookings_disabled" });
  });

  test("are refused in the checkout, in a quote and when they book, and no seat is taken", async () => {
    const refused = { ok: false, reason: "bookings_disabled" };
    const request = { scheduled_crawl_id: night, number_of_people: 2, currency: "MXN" as const };
    expect(await findOffer(database.ctx(), night)).toEqual(refused);
    expect(await quoteBooking(database.ctx(), request)).toEqual(refused);
    expect(await placeBooking(database.ctx(), bookingInput(night), randomUUID())).toEqual(refused);
    expect(await seatsOf(db(), night)).toMatchObject({ held: 0, available: 40 });
  });

  test("are refused by the API with the sentence of a night whose bookings are disabled", async () => {
    const listed = await call("/api/scheduled-crawls");
    expect(JSON.stringify(listed.json)).not.toContain('"is_available":true');
    const { status, json } = await call("/api/bookings", { body: bookingInput(night), headers: aKey() });
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: "bookings_disabled" });
  });

  test("are also refused under a key that may change bookings", async () => {
    const { headers } = await addKey(database, ["bookings:write"]);
    const { json } = await call("/api/bookings", { body: bookingInput(night), headers: { ...headers, ...aKey() } });
    expect(json).toMatchObject({ code: "bookings_disabled" });
  });

  test.each(["customer", "guide", "marketing"])("are also those signed in as %s", async (role) =>
    expect(await placeBooking(staff(role), bookingInput(night), randomUUID())).toMatchObject({
      reason: "bookings_disabled",
    }),
  );

  test("can book as soon as it is open", async () => {
    await set("true");
    expect(await placeBooking(database.ctx(), bookingInput(night), randomUUID())).toMatchObject({ ok: true });
  });

  test("are refused by the statement that takes the seats, where it is closed after the price was read", async () => {
    await set("true");
    // the coupon is locked between the read of the price and that statement
    const couponId = await addCoupon(db(), { code: "FEW", usage_limit: 5 });
    const client = await database.services.pool.connect();
    let placing: ReturnType<typeof placeBooking>;
    try {
      await client.query("begin");
      await client.query("select from coupons where id = $1 for update", [couponId]);
      placing = placeBooking(database.ctx(), bookingInput(night, { coupon_code: "FEW" }), randomUUID());
      await database.someoneWaits();
      await set("false");
      await client.query("commit");
    } finally {
      client.release();
    }
    expect(await placing).toEqual({ ok: false, reason: "bookings_disabled" });
    expect(await seatsOf(db(), night)).toMatchObject({ held: 0, available: 40 });
  });
});

describe("staff of a closed site", () => {
  test("book as a guest would, to try it out", async () => {
    expect(await findOffer(staff(), night)).toMatchObject({ ok: true });
    expect(await placeBooking(staff(), bookingInput(night), randomUUID())).toMatchObject({ ok: true });
    expect(await seatsOf(db(), night)).toMatchObject({ held: 2 });
  });

  test("book by hand", async () => {
    const { departures } = (await sellableDepartures(staff())) as Extract<
      Awaited<ReturnType<typeof sellableDepartures>>,
      { ok: true }
    >;
    expect(departures.map(({ id }) => id)).toContain(night);
    const input = HandBooking.parse({
      departure_id: night,
      people: "2",
      first_name: "Sofía",
      last_name: "Navarro",
      email: "sofia@example.test",
      phone: "",
      country: "MX",
      requests: "",
      currency: "MXN",
      coupon_code: "",
      language: "es",
      way: "cash",
      total: "",
      expected: "",
      key: randomUUID(),
      names: [],
    });
    expect(await enterBooking(staff(), input)).toMatchObject({ ok: true });
  });

  test("need their second factor for it", async () => {
    const half = database.ctx({ actor: { kind: "user", role: "admin", secondFactor: false } });
    expect(await findOffer(half, night)).toMatchObject({ reason: "bookings_disabled" });
  });
});
