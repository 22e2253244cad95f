import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { createDepartures } from "#src/modules/sales/schedule/create-departures.server.ts";
import { deleteDeparture } from "#src/modules/sales/schedule/delete-departure.server.ts";
import { editDeparture, type EditInput } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { editSelection } from "#src/modules/sales/schedule/edit-selection.server.ts";
import { departureToEdit, adminSchedule } from "#src/modules/sales/schedule/queries.server.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";
import { doorEvent, partyTonight } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));

const as = (role: string) => database.ctx({ actor: { kind: "user", userId: randomUUID(), role } });
const admin = () => as("admin");

async function opened(id: string) {
  const departure = await departureToEdit(admin(), id);
  if (!departure.ok) throw new Error(departure.reason);
  return departure;
}
/** Opens a departure, changes some of its terms and saves. */
async function edit(id: string, over: Partial<DepartureTerms>, more: Partial<EditInput> = {}) {
  const { terms, version } = await opened(id);
  return editDeparture(admin(), { id, version, terms: { ...terms, ...over }, scope: "one", consent: "", ...more });
}
const row = (id: string) =>
  database.services.db.selectFrom("scheduled_crawls").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const auditLog = (id: string) =>
  database.services.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute();
const consentOf = (answer: object) => (answer as { consent: string }).consent;

test("what was changed is saved with its instants and one entry that names only that", async () => {
  const id = await addDeparture(database.services.db, crawlId, { date: "2026-12-01", price: 2500 });
  const over = { start_time: "21:00", price: null, prices: { MXN: 45_000 }, bookings_disabled: true };
  expect(await edit(id, over)).toEqual({ ok: true, changed: 1 });
  expect(await row(id)).toMatchObject({
    ...over,
    starts_at: new Date("2026-12-02T03:00:00Z"),
    sales_close_at: new Date("2026-12-02T03:00:00Z"),
    version: 2,
  });
  const [entry, ...others] = await auditLog(id);
  expect(others).toEqual([]);
  expect(new Set(Object.keys(entry!.changes as object))).toEqual(
    new Set(["bookings_disabled", "price", "prices", "start_time"]),
  );
  expect(await edit(id, {})).toEqual({ ok: true, changed: 0 });
  expect(await auditLog(id)).toHaveLength(1);
});

test("fewer seats than are taken are set once the number was agreed to, and nobody loses theirs", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { date: "2026-12-02", seats: 10 });
  await placeBooking(database.ctx(), bookingInput(id, { number_of_people: 6 }), "six");
  const result = await edit(id, { total_spots: 4 });
  expect(result).toMatchObject({
    reason: "needs_consent",
    effect: { overbooked: [{ date: "2026-12-02", taken: 6 }] },
  });
  expect(await row(id)).toMatchObject({ total_spots: 10, version: 1 });
  await placeBooking(
    database.ctx({ actor: { browser: "another" } }),
    bookingInput(id, { number_of_people: 2 }),
    "two more",
  );
  const stale = await edit(id, { total_spots: 4 }, { consent: consentOf(result) });
  expect(stale).toMatchObject({ reason: "needs_consent", effect: { overbooked: [{ taken: 8 }] } });
  expect(await edit(id, { total_spots: 4 }, { consent: consentOf(stale) })).toMatchObject({ ok: true });
  expect(await seatsOf(db, id)).toEqual({ total: 4, available: 0, overbooked: 4, held: 8, confirmed: 0 });
});

test("a sale in between is no conflict, an edit in between is, and it is shown", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { date: "2026-12-03", seats: 10 });
  const { version, terms } = await opened(id);
  await placeBooking(database.ctx(), bookingInput(id), "in between");
  const input = { id, version, terms: { ...terms, price: 2600 }, scope: "one" as const, consent: "" };
  expect(await editDeparture(admin(), input)).toMatchObject({ ok: true });
  expect(await editDeparture(admin(), { ...input, terms: { ...terms, price: 2700 } })).toMatchObject({
    reason: "changed_meanwhile",
    current: { version: version + 1, price: 2600 },
  });
  const now = await opened(id);
  const both = await Promise.all(
    [2800, 2900].map((price) =>
      editDeparture(admin(), { ...input, version: now.version, terms: { ...now.terms, price } }),
    ),
  );
  expect(both.filter((answer) => answer.ok)).toHaveLength(1);
});

test("moving a departure that people booked says how many, writes to them and leaves them their seats", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { date: "2026-12-10" });
  const booked = await placeBooking(database.ctx(), bookingInput(id, { number_of_people: 3 }), "three");
  if (!booked.ok) throw new Error(booked.reason);
  await db.updateTable("bookings").set({ status: "confirmed", confirmed_at: database.ctx().now }).execute();
  const result = await edit(id, { date: "2026-12-11" });
  expect(result).toMatchObject({ reason: "needs_consent", effect: { moved: { guests: 3, bookings: 1 } } });
  expect(await edit(id, { date: "2026-12-11" }, { consent: consentOf(result) })).toMatchObject({ ok: true });
  expect(await row(id)).toMatchObject({ date: "2026-12-11", starts_at: new Date("2026-12-12T02:00:00Z") });
  expect(await seatsOf(db, id)).toMatchObject({ confirmed: 3, available: 37 });
  const emails = await db.selectFrom("emails").select(["kind", "language", "recipient"]).execute();
  expect(emails).toEqual([{ kind: "booking_confirmation", language: "es", recipient: "sofia@example.test" }]);
});

test("a departure can't be moved to where its crawl goes already, to the past, nor once it is over or cancelled", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { date: "2026-12-12" });
  await addDeparture(db, crawlId, { date: "2026-12-13" });
  expect(await edit(id, { date: "2026-12-13" })).toMatchObject({ reason: "already_scheduled" });
  expect(await edit(id, { date: "2026-11-20", start_time: "09:00", end_time: "11:00" })).toMatchObject({
    reason: "in_the_past",
  });
  const over = await addDeparture(db, crawlId, { date: "2026-11-18" });
  expect(await edit(over, { price: 1 })).toMatchObject({ reason: "departure_over" });
  const gone = await addDeparture(db, crawlId, { date: "2026-12-14", status: "cancelled" });
  expect(await edit(gone, { price: 1 })).toMatchObject({ reason: "departure_cancelled" });
  const { terms, version } = await opened(id);
  const input: EditInput = { id, version, terms, scope: "one", consent: "" };
  expect(await editDeparture(as("marketing"), input)).toMatchObject({ reason: "forbidden" });
  expect(await editDeparture(admin(), { ...input, id: randomUUID() })).toMatchObject({ reason: "departure_not_found" });
});

async function series() {
  const own = await addCrawl(database.services.db, {});
  const terms = { ...(await opened(await addDeparture(database.services.db, own, { date: "2027-01-31" }))).terms };
  const recurrence = { type: "daily", every: 1, weekdays: [], first: "2027-01-01", ends: { count: 4 } } as const;
  const result = await createDepartures(
    admin(),
    { crawl_id: own, terms: { ...terms, date: "2027-01-01" }, recurrence, skip: [] },
    { key: randomUUID(), expected: 4 },
  );
  if (!result.ok) throw new Error(result.reason);
  const rows = await database.services.db
    .selectFrom("scheduled_crawls")
    .select(["id", "date"])
    .where("series_id", "=", result.series_id)
    .orderBy("date")
    .execute();
  return rows.map(({ id }) => id);
}

test("this and following changes what was changed here and leaves what others have of their own", async () => {
  const [first, second, third, fourth] = (await series()) as [string, string, string, string];
  await edit(third, { price: 3000 });
  expect((await opened(second)).following).toBe(2);
  expect(await edit(second, { end_time: "01:00", total_spots: 30 }, { scope: "following" })).toEqual({
    ok: true,
    changed: 3,
  });
  expect(await row(first)).toMatchObject({ end_time: "00:30", total_spots: 40 });
  for (const id of [second, third, fourth])
    expect(await row(id)).toMatchObject({ end_time: "01:00", total_spots: 30, available_spots: 30 });
  expect(await row(third)).toMatchObject({ price: 3000, ends_at: new Date("2027-01-04T07:00:00Z") });
  expect(await edit(second, { date: "2027-01-20" }, { scope: "following" })).toMatchObject({
    reason: "date_of_series",
  });
});

test("several departures are edited after their effect was shown", async () => {
  const ids = await series();
  const request = { ids, patch: { price: 2200, prices: { MXN: 44_000 }, hide_total_spots: true } };
  const result = await editSelection(admin(), { ...request, consent: "" });
  expect(result).toMatchObject({ reason: "needs_consent", effect: { departures: 4 } });
  expect(await row(ids[0]!)).toMatchObject({ price: null, version: 1 });
  await edit(ids[3]!, { bookings_disabled: true });
  expect(await editSelection(admin(), { ...request, consent: consentOf(result) })).toMatchObject({
    reason: "needs_consent",
  });
  const again = await editSelection(admin(), { ...request, consent: "" });
  expect(await editSelection(admin(), { ...request, consent: consentOf(again) })).toEqual({ ok: true, changed: 4 });
  for (const id of ids) {
    expect(await row(id)).toMatchObject({ price: 2200, prices: { MXN: 44_000 }, hide_total_spots: true });
    expect((await auditLog(id)).at(-1)).toMatchObject({ action: "departure.updated" });
  }
  expect(await editSelection(as("support"), { ...request, consent: "" })).toMatchObject({ reason: "forbidden" });
});

test("only what no booking ever named is deleted for good", async () => {
  const { db } = database.services;
  const unsold = await addDeparture(db, crawlId, { date: "2027-02-01" });
  const sold = await addDeparture(db, crawlId, { date: "2027-02-02" });
  await placeBooking(database.ctx(), bookingInput(sold), "a basket that lapses");
  await db.updateTable("bookings").set({ status: "cancelled", cancel_reason: "expired" }).execute();
  expect(await deleteDeparture(admin(), sold)).toMatchObject({ reason: "was_booked", bookings: 1 });
  expect(await deleteDeparture(as("support"), unsold)).toMatchObject({ reason: "forbidden" });
  expect(await deleteDeparture(admin(), unsold)).toMatchObject({ ok: true, date: "2027-02-01" });
  expect(await deleteDeparture(admin(), unsold)).toMatchObject({ reason: "departure_not_found" });
  expect(await auditLog(unsold)).toMatchObject([{ action: "departure.deleted" }]);
});

test("a night at whose door guests of another were let in is kept with their check-ins", async () => {
  const { db } = database.services;
  const id = await addDeparture(db, crawlId, { date: "2027-02-03" });
  const event = doorEvent({ ...(await partyTonight(database)), departure: id }, { offline: true });
  await recordEvents(admin(), { deviceId: null, userId: null, revokedAt: null }, { events: [event], aheadMs: 0 });
  expect(await deleteDeparture(admin(), id)).toMatchObject({ reason: "was_open" });
  expect(await db.selectFrom("entries").select("standing").where("id", "=", event.id).execute()).toHaveLength(1);
});

test("of a deletion and a booking at once one wins, and no booking is left without its departure", async () => {
  const { db } = database.services;
  for (let round = 0; round < 5; round++) {
    const id = await addDeparture(db, crawlId, { date: `2027-03-0${round + 1}` });
    const [booked, deleted] = await Promise.all([
      placeBooking(database.ctx(), bookingInput(id), `race ${round}`),
      deleteDeparture(admin(), id),
    ]);
    expect([booked.ok, deleted.ok].filter(Boolean)).toHaveLength(1);
  }
});

test("staff see what is sold and held, by crawl and city, and only those who may", async () => {
  const { db } = database.services;
  const own = await addCrawl(db, { title: "Ronda Seen" });
  const id = await addDeparture(db, own, { date: "2027-04-01", seats: 5 });
  await addDeparture(db, own, { date: "2027-04-02", status: "cancelled" });
  await placeBooking(database.ctx(), bookingInput(id, { number_of_people: 2 }), "seen");
  const filter = (city: string) => new URLSearchParams({ date: "2027-04-01", crawl: own, city });
  const snapshot = await adminSchedule(as("support"), filter("mexico-city"));
  expect(snapshot).toMatchObject({
    ok: true,
    may: false,
    departures: [
      { id, confirmed: 0, held: 2, free: 3, state: "open" },
      { date: "2027-04-02", state: "cancelled" },
    ],
  });
  expect(await adminSchedule(admin(), filter("oaxaca"))).toMatchObject({ departures: [] });
  expect(await adminSchedule(as("guide"), filter("mexico-city"))).toEqual({
    ok: false,
    reason: "forbidden",
    missing: "schedule.read",
  });
});
