import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const admin = () => database.ctx({ actor: { kind: "user", userId: randomUUID(), role: "admin" } });
const set = (departure_id: string, total_spots: number) => changeCapacity(admin(), { departure_id, total_spots });

test("more or fewer seats change what is left, and what is taken stays taken", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { seats: 10 });
  await placeBooking(database.ctx(), bookingInput(id, { number_of_people: 6 }), "six");
  expect(await set(id, 12)).toMatchObject({ ok: true, available: 6, overbooked: 0 });
  expect(await set(id, 4)).toMatchObject({ ok: true, available: 0, overbooked: 2 });
  expect(await seatsOf(db, id)).toEqual({ total: 4, available: 0, overbooked: 2, held: 6, confirmed: 0 });
  expect(await set(id, 7)).toMatchObject({ ok: true, available: 1, overbooked: 0 });
  const auditLog = await db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute();
  expect(auditLog.map((entry) => entry.changes)).toEqual([
    { total_spots: { old: 10, new: 12 } },
    { total_spots: { old: 12, new: 4 } },
    { total_spots: { old: 4, new: 7 } },
  ]);
});

test("of two who set it at once, each is said to have changed what the other left", async () => {
  const { db } = database.services;
  for (let round = 0; round < 5; round++) {
    const id = await addDeparture(db, crawlId, { seats: 10 });
    await Promise.all([set(id, 12), set(id, 15), set(id, 12)]);
    const auditLog = await db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute();
    const steps = auditLog.map(({ changes }) => (changes as { total_spots: { old: number; new: number } }).total_spots);
    let total = 10;
    for (const step of steps) {
      expect(step.old).toBe(total);
      expect(step.new).not.toBe(total);
      total = step.new;
    }
    expect(await seatsOf(db, id)).toMatchObject({ total, available: total });
  }
});

test("guests change nothing, nor do totals that are none or departures that aren't there", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { seats: 10 });
  expect(await changeCapacity(database.ctx(), { departure_id: id, total_spots: 50 })).toMatchObject({
    reason: "forbidden",
  });
  for (const total of [-1, 1.5, Number.NaN, 1e9])
    expect(await set(id, total)).toMatchObject({ reason: "invalid_total" });
  expect(await set(randomUUID(), 5)).toMatchObject({ reason: "departure_not_found" });
  expect(await seatsOf(db, id)).toMatchObject({ total: 10, available: 10 });
});
