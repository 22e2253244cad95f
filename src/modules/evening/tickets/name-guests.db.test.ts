import { expect, test } from "vitest";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const staff = (now?: Date) => database.ctx({ actor: { kind: "user", role: "support" }, ...(now ? { now } : {}) });

async function bookedForThree(): Promise<string> {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 3, additional_names: ["Marta"] });
  await ctx.db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId: id }));
  return id;
}

const name = (id: string, version: number, names: Record<number, string>, ctx = staff()) =>
  nameGuests(ctx, {
    booking_id: id,
    token: null,
    version,
    names: Object.entries(names).map(([position, input]) => ({ position: Number(position), name: input })),
  });
const namesOf = async (id: string) => (await ticketsOf(staff(), id)).map(({ guest_name }) => guest_name);
const rowOf = (id: string) =>
  database.services.db
    .selectFrom("bookings")
    .select(["version", "additional_names"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("names stand on tickets and booking; the same again is no change, and codes stay", async () => {
  const id = await bookedForThree();
  const codes = (await ticketsOf(staff(), id)).map(({ code }) => code);
  for (const _ of [1, 2]) expect(await name(id, 1, { 1: "Sofía Núñez", 2: "Inés", 3: "Ana" })).toEqual({ ok: true });
  expect(await namesOf(id)).toEqual(["Sofía Núñez", "Inés", "Ana"]);
  expect(await rowOf(id)).toEqual({ version: 2, additional_names: ["Inés", "Ana"] });
  expect((await ticketsOf(staff(), id)).map(({ code }) => code)).toEqual(codes);
});

test("a form that is older than another change is told so, and writes nothing", async () => {
  const id = await bookedForThree();
  await name(id, 1, { 3: "Ana" });
  expect(await name(id, 1, { 2: "Olga" })).toMatchObject({ reason: "booking_changed" });
  expect(await namesOf(id)).toEqual(["Sofía Núñez", "Marta", "Ana"]);
});

test("names are in no log", async () => {
  const id = await bookedForThree();
  await name(id, 1, { 3: "Wilhelmina" });
  const rows = await database.services.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute();
  expect(rows.map(({ action }) => action)).toEqual(["booking.guests_named"]);
  expect(JSON.stringify(rows)).not.toContain("Wilhelmina");
});

test("not a guest of this booking, not one's booking, not after the start", async () => {
  const id = await bookedForThree();
  expect(await name(id, 1, { 4: "X" })).toMatchObject({ reason: "guest_not_found" });
  expect(await name(id, 1, { 2: "X" }, database.ctx({ actor: { browser: "another" } }))).toMatchObject({
    reason: "booking_not_found",
  });
  const departure = await database.services.db
    .selectFrom("bookings as b")
    .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
    .select("d.starts_at")
    .where("b.id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await name(id, 1, { 2: "X" }, staff(departure.starts_at))).toMatchObject({ reason: "departure_past" });
});
