import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { returnDeadReserves } from "#src/modules/sales/booking/reserve-places.server.ts";
import { placesToLend } from "#src/modules/sales/booking/rules/lent-places.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { doorDevices } from "#src/modules/evening/door/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { giveBackOffline, holdOffline, releaseOffline } from "#src/modules/evening/till/hold-offline.server.ts";
import { letInSold } from "#src/modules/evening/till/let-in-sold.server.ts";
import type { OfflineSale } from "#src/modules/evening/till/schema.ts";
import { releasePlaces } from "#src/modules/evening/till/release-places.server.ts";
import { sellOffline } from "#src/modules/evening/till/sell-offline.server.ts";
import { seatDifferences } from "#src/modules/sales/booking/store/seat-check.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { guideWithPhone, offlineSale, RUNNING } from "#tests/offline-phone.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
beforeAll(() => seedMinimal(database.services.db));
beforeEach(() => allowed(4));

const revoke = (phone: string) =>
  database.services.db
    .updateTable("door_devices")
    .set({ revoked_at: later(1) })
    .where("id", "=", phone)
    .execute();
async function allowed(places: number) {
  const row = { key: "offline_places", value: String(places) };
  await database.services.db
    .insertInto("app_settings")
    .values(row)
    .onConflict((c) => c.column("key").doUpdateSet(row))
    .execute();
  forgetSettings(database.services);
}
const tonight = async (seats: number) =>
  addDeparture(database.services.db, await addCrawl(database.services.db, {}), { date: "2026-11-20", seats });
const as = (userId: string, minutes = RUNNING) =>
  stage.at(minutes, { kind: "user", role: "guide", userId, secondFactor: true });

/** A guide with an open till and a phone. */
async function withPhone() {
  const { id: phone, userId: guide } = await guideWithPhone(database.services.db, as);
  return { guide, phone };
}
/** Another phone of a guide. */
const another = async (user_id: string) => {
  const result = { created_at: later(0), seen_at: later(0), token_hash: randomBytes(32).toString("base64url") };
  const row = { id: randomUUID(), user_id, name: "Door 2", ...result };
  await database.services.db.insertInto("door_devices").values(row).execute();
  return row.id;
};
const sale = (device_id: string, departure: string, over: Partial<OfflineSale> = {}): OfflineSale => ({
  ...offlineSale(departure, over),
  device_id,
});
const PRICES = { MXN: 40_000, USD: 2000 };
const seats = (id: string) => seatsOf(database.services.db, id);
/** total = available + held + confirmed, on every departure and by the product's own check. */
async function seatsAddUp(departure: string) {
  const { total, available, overbooked, held, confirmed } = await seats(departure);
  expect(available + held + confirmed - overbooked).toBe(total);
  expect(await seatDifferences(database.services.db)).toEqual([]);
}

describe("a device's reserve", () => {
  test("is held like any place, filled up when asked again, and given back once", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(20);
    const request = { device_id: phone, departure_id: departure };
    expect(await holdOffline(as(guide), request)).toMatchObject({ ok: true, left: 4 });
    expect(await Promise.all([1, 2, 3].map(() => holdOffline(as(guide), request)))).toContainEqual({
      ok: true,
      left: 4,
      prices: PRICES,
    });
    expect(await seats(departure)).toMatchObject({ available: 16, held: 4 });
    expect(await doorDevices(as(guide))).toMatchObject({ devices: [{ places: 4 }] });
    expect(await sellOffline(as(guide), sale(phone, departure, { people: 3, expected: 120_000 }))).toMatchObject({
      ok: true,
    });
    expect(await seats(departure)).toMatchObject({ available: 16, held: 1, confirmed: 3 });
    expect(await holdOffline(as(guide), request)).toMatchObject({ ok: true, left: 4 });
    expect(await seats(departure)).toMatchObject({ available: 13, held: 4, confirmed: 3 });
    const back = await Promise.all([1, 2].map(() => giveBackOffline(as(guide), request)));
    expect(back).toContainEqual({ ok: true, returned: 4 });
    expect(back).toContainEqual({ ok: true, returned: 0 });
    expect(await seats(departure)).toMatchObject({ available: 17, held: 0, confirmed: 3 });
    await seatsAddUp(departure);
  });

  test("has its share of what is free, nothing by default, and belongs to its owner's phone", async () => {
    const { guide, phone } = await withPhone();
    const [few, full] = [await tonight(9), await tonight(3)];
    expect(await holdOffline(as(guide), { device_id: phone, departure_id: few })).toMatchObject({ ok: true, left: 3 });
    await allowed(0);
    expect(await holdOffline(as(guide), { device_id: phone, departure_id: full })).toMatchObject({ ok: true, left: 0 });
    const other = await withPhone();
    const request = { device_id: phone, departure_id: few };
    expect(await holdOffline(as(other.guide), request)).toMatchObject({ reason: "device_unknown" });
    expect(await sellOffline(as(other.guide), sale(phone, few))).toMatchObject({ reason: "device_unknown" });
    expect(await seats(full)).toMatchObject({ available: 3, held: 0 });
  });

  // a guide's phones ask at once, each more than once, while the site sells
  test("leaves a night on sale, however many phones of one person ask", async () => {
    await allowed(20);
    const departure = await tonight(30);
    const { guide, phone } = await withPhone();
    const phones = [phone, ...(await Promise.all(Array.from({ length: 18 }, () => another(guide))))];
    const request = [...phones, ...phones].map((device_id) =>
      holdOffline(as(guide), { device_id, departure_id: departure }),
    );
    const left = (await Promise.all(request)).map((held) => (held.ok ? held.left : -1));
    expect(left).not.toContain(-1);
    expect(await seats(departure)).toMatchObject({ available: 20, held: 10 });
    // another person's come on top, up to half of the night
    const others = await Promise.all([withPhone(), withPhone()]);
    for (const other of others) await holdOffline(as(other.guide), { device_id: other.phone, departure_id: departure });
    expect(await seats(departure)).toMatchObject({ available: 15, held: 15 });
    await seatsAddUp(departure);
  });

  test("control: phones that read first and take later have the whole night", async () => {
    const departure = await tonight(6);
    const { pool } = database.services;
    const read = async () => {
      const { rows } = await pool.query<{ free: number; lent: number }>(
        `select available_spots as free, coalesce((select sum(places - sold) from offline_places o
          where o.departure_id = d.id and returned_at is null), 0)::int as lent from scheduled_crawls d where d.id = $1`,
        [departure],
      );
      return placesToLend(2, { ...rows[0]!, own: rows[0]!.lent, here: 0 });
    };
    const naive = await Promise.all(Array.from({ length: 3 }, read));
    expect(naive).toEqual([2, 2, 2]);
    const { guide, phone } = await withPhone();
    await allowed(2);
    for (const device_id of [phone, await another(guide), await another(guide)])
      await holdOffline(as(guide), { device_id, departure_id: departure });
    expect(await seats(departure)).toMatchObject({ available: 4, held: 2 });
  });

  test("is put back by the job a day after the night, not when its phone is revoked, and lowers what was overbooked first", async () => {
    const [one, two] = [await withPhone(), await withPhone()];
    const departure = await tonight(16);
    for (const { guide, phone } of [one, two])
      await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    await changeCapacity(stage.at(RUNNING, { kind: "system" }), { departure_id: departure, total_spots: 6 });
    await revoke(one.phone);
    await returnDeadReserves(as(one.guide, 20 * 60));
    expect(await seats(departure)).toMatchObject({ available: 0, held: 8, overbooked: 2 });
    await returnDeadReserves(as(one.guide, 44 * 60));
    await returnDeadReserves(as(one.guide, 44 * 60));
    expect(await seats(departure)).toMatchObject({ available: 6, held: 0, overbooked: 0 });
    await seatsAddUp(departure);
  });
});

describe("places that somebody puts back on sale", () => {
  test("on the phone stay away from it until they are asked for on it again", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(20);
    const request = { device_id: phone, departure_id: departure };
    await holdOffline(as(guide), request);
    expect(await Promise.all([1, 2].map(() => releaseOffline(as(guide), request)))).toContainEqual({
      ok: true,
      returned: 4,
    });
    expect(await holdOffline(as(guide), request)).toEqual({ ok: false, reason: "released" });
    expect(await seats(departure)).toMatchObject({ available: 20, held: 0 });
    expect(await holdOffline(as(guide), { ...request, departure_id: await tonight(20) })).toMatchObject({ left: 4 });
    expect(await holdOffline(as(guide), { ...request, again: true })).toMatchObject({ ok: true, left: 4 });
    expect(await holdOffline(as(guide), request)).toMatchObject({ ok: true, left: 4 });
    await seatsAddUp(departure);
  });

  test("by staff, of a lost phone too, are free at once, and what it had sold takes what is free", async () => {
    const { guide, phone } = await withPhone();
    const [departure, other] = [await tonight(20), await tonight(20)];
    for (const departure_id of [departure, other]) await holdOffline(as(guide), { device_id: phone, departure_id });
    const manager = stage.at(RUNNING, { kind: "user", role: "manager", userId: randomUUID(), secondFactor: true });
    const stranger = as((await withPhone()).guide);
    expect(await releasePlaces(stranger, { id: phone })).toEqual({ ok: false, reason: "device_not_found" });
    expect(await seats(departure)).toMatchObject({ held: 4 });
    expect(await releasePlaces(manager, { id: phone })).toEqual({ ok: true, name: "Door 1", places: 8 });
    expect(await releasePlaces(manager, { id: phone }), "again").toMatchObject({ ok: true, places: 0 });
    expect([await seats(departure), await seats(other)]).toMatchObject([{ held: 0 }, { held: 0 }]);
    expect(await holdOffline(as(guide), { device_id: phone, departure_id: departure })).toMatchObject({
      reason: "released",
    });
    const sold = sale(phone, departure, { people: 3, expected: 120_000 });
    expect(await sellOffline(as(guide), sold)).toMatchObject({ ok: true });
    expect(await seats(departure)).toMatchObject({ available: 17, held: 0, confirmed: 3 });
    await seatsAddUp(departure);
  });

  test("aren't lent anew by a phone that asks while they are put back", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(20);
    const request = { device_id: phone, departure_id: departure };
    await holdOffline(as(guide), request);
    const both = [releasePlaces(as(guide), { id: phone }), ...[1, 2, 3, 4].map(() => holdOffline(as(guide), request))];
    await Promise.all(both);
    expect(await seats(departure)).toMatchObject({ available: 20, held: 0 });
    await seatsAddUp(departure);
  });
});

describe("a sale made offline", () => {
  test("counts once however often it is sent, at once too, also after the reserve went back", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(10);
    await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    const sold = sale(phone, departure, { people: 2, expected: 80_000 });
    const both = await Promise.all([1, 2].map(() => sellOffline(as(guide), sold)));
    const again = await sellOffline(as(guide), sold);
    expect(again).toMatchObject({ ok: true });
    expect(both).toContainEqual(again);
    await giveBackOffline(as(guide), { device_id: phone, departure_id: departure });
    expect(await sellOffline(as(guide), sold)).toEqual(again);
    // what was sold meanwhile comes out of what is free
    expect(await sellOffline(as(guide), sale(phone, departure))).toMatchObject({ ok: true });
    expect(await seats(departure)).toMatchObject({ available: 7, held: 0, confirmed: 3 });
    expect(await checkLedger(as(guide))).toBe(0);
    await seatsAddUp(departure);
  });

  test("of a night without signal is taken the day after, from a revoked phone, at the price it was given", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(12);
    const held = await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    expect(held).toEqual({ ok: true, left: 4, prices: PRICES });
    const { db } = database.services;
    await db
      .updateTable("scheduled_crawls")
      .set({ prices: JSON.stringify({ MXN: 55_000 }) as never })
      .where("id", "=", departure)
      .execute();
    await revoke(phone);
    const dayAfter = as(guide, 30 * 60);
    await returnDeadReserves(dayAfter);
    const sold = await sellOffline(dayAfter, sale(phone, departure, { people: 2, expected: 80_000 }));
    if (!sold.ok) throw new Error(sold.reason);
    expect(await stage.bookingRow(sold.booking_id)).toMatchObject({ status: "confirmed", total_price: 80_000 });
    // neither at a price that it was never given, nor after the night's end
    expect(await sellOffline(dayAfter, sale(phone, departure, { expected: 30_000 }))).toMatchObject({
      reason: "price_changed",
    });
    const late = sale(phone, departure, { sold_at: later(20 * 60).toISOString() });
    expect(await sellOffline(dayAfter, late)).toMatchObject({ reason: "not_tonight" });
    expect(await seats(departure)).toMatchObject({ available: 8, held: 2, confirmed: 2 });
    await seatsAddUp(departure);
  });

  test("of a night that is overbooked takes its reserve and nothing else", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(10);
    await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    await changeCapacity(stage.at(RUNNING, { kind: "system" }), { departure_id: departure, total_spots: 2 });
    expect(await sellOffline(as(guide), sale(phone, departure))).toMatchObject({ ok: true });
    expect(await seats(departure)).toMatchObject({ available: 0, held: 3, confirmed: 1, overbooked: 2 });
    await seatsAddUp(departure);
  });

  test("of a party that is more than is left of its reserve takes nothing of it, one that is as many takes it all", async () => {
    await allowed(4);
    const { guide, phone } = await withPhone();
    const departure = await tonight(12);
    await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    await changeCapacity(stage.at(RUNNING, { kind: "system" }), { departure_id: departure, total_spots: 4 });
    const sells = (people: number) =>
      sellOffline(as(guide), sale(phone, departure, { people, expected: people * PRICES.MXN }));
    expect(await sells(3)).toMatchObject({ ok: true });
    expect(await sells(2)).toMatchObject({ reason: "sold_out" });
    expect(await sells(1)).toMatchObject({ ok: true });
    expect(await seats(departure)).toMatchObject({ available: 0, held: 0, confirmed: 4, overbooked: 0 });
    await seatsAddUp(departure);
  });

  test("checks its guests in, once, in their seller's name", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(10);
    await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    const sold = await sellOffline(as(guide), sale(phone, departure, { people: 2, expected: 80_000 }));
    if (!sold.ok) throw new Error(sold.reason);
    const system = stage.at(RUNNING + 1, { kind: "system" });
    for (let n = 0; n < 2; n += 1) await letInSold(system, { bookingId: sold.booking_id });
    const { rows } = await database.services.pool.query(
      `select e.kind, e.way, e.user_id, n.standing, n.id_seen from checkin_events e left join entries n on n.id = e.id
       where e.ticket_id in (select id from tickets where booking_id = $1) order by e.kind, e.id`,
      [sold.booking_id],
    );
    const entry = { kind: "in", way: "sale", user_id: guide, standing: "open", id_seen: true };
    expect(rows.filter(({ kind }) => kind === "in")).toEqual([entry, entry]);
    expect(rows).toHaveLength(4);
  });

  // three phones with four places each sell five single places at once, while ten guests book on the site
  test("never oversells, whatever is sold elsewhere at the same time", async () => {
    const departure = await tonight(24);
    const phones = await Promise.all(Array.from({ length: 3 }, withPhone));
    for (const { guide, phone } of phones) await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    const offline = phones.flatMap(({ guide, phone }) =>
      // as early as the site sells, so that none of its holds has lapsed
      Array.from({ length: 5 }, () => sellOffline(as(guide, 1), sale(phone, departure))),
    );
    const online = Array.from({ length: 10 }, () =>
      placeBooking(stage.at(0), bookingInput(departure, { number_of_people: 1 }), randomUUID()),
    );
    const [sold, booked] = await Promise.all([Promise.all(offline), Promise.all(online)]);
    const [offlineSold, onlineSold] = [sold, booked].map((results) => results.filter(({ ok }) => ok).length);
    // twelve places are the phones', and the rest is whose who comes first
    expect(offlineSold).toBeGreaterThanOrEqual(12);
    expect(offlineSold! + onlineSold!).toBe(24);
    expect(await seats(departure)).toMatchObject({ available: 0, held: onlineSold, confirmed: offlineSold });
    await seatsAddUp(departure);
  }, 60_000);

  test("control: a reserve that is read first and spent later sells more than it has", async () => {
    const { guide, phone } = await withPhone();
    const departure = await tonight(4);
    await holdOffline(as(guide), { device_id: phone, departure_id: departure });
    const { pool } = database.services;
    const own = "from offline_places where device_id = $1 and departure_id = $2";
    const naive = async () => {
      const { rows } = await pool.query<{ left: number }>(`select places - sold as left ${own}`, [phone, departure]);
      return rows[0]!.left >= 1;
    };
    expect((await Promise.all(Array.from({ length: 6 }, naive))).filter(Boolean)).toHaveLength(6);
    const real = await Promise.all(Array.from({ length: 6 }, () => sellOffline(as(guide), sale(phone, departure))));
    expect(real.filter(({ ok }) => ok)).toHaveLength(4);
  });
});
