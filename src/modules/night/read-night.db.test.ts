import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { cancelBooking } from "#src/modules/payments/cancel-booking.server.ts";
import { readNight } from "#src/modules/night/queries.server.ts";
import type { Night } from "#src/modules/night/schema.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ RONDA_SEED: "demo" });
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const as = (role: string, minutes = 0) => stage.at(minutes, { kind: "user", role, secondFactor: true });
async function seen(id: string, { role = "manager", minutes = 5 } = {}): Promise<Night> {
  const result = await readNight(as(role, minutes), id);
  if (!result.ok) throw new Error(result.reason);
  return result.night;
}

const guest = (first_name: string) => ({
  ...bookingInput("").customer,
  first_name,
  last_name: "Núñez",
  email: `${first_name.toLowerCase()}@secret-address.test`,
  phone: "+52 55 9876 5432",
});
async function sells(departure: string, name: string, over: object = {}) {
  const booking = await stage.books(departure, { customer: guest(name), number_of_people: 2, ...over });
  const { externalId } = await stage.goesToPay(booking);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
  return booking;
}

/** What a device's `in` event leaves behind. */
async function enters(departure: string, booking: string, position = 1, over: object = {}) {
  const { db } = database.services;
  const { id: ticket } = await db
    .selectFrom("tickets")
    .select("id")
    .where("booking_id", "=", booking)
    .where("position", "=", position)
    .executeTakeFirstOrThrow();
  const [id, at] = [randomUUID(), new Date("2026-11-21T02:04:00Z")];
  const event = {
    id,
    kind: "in",
    departure_id: departure,
    ticket_id: ticket,
    device_at: at,
    happened_at: at,
    received_at: at,
  };
  await db
    .insertInto("checkin_events")
    .values({ ...event, way: "list", ...over })
    .execute();
  const entry = { id, ticket_id: ticket, departure_id: departure, standing: "open", happened_at: at, changed_at: at };
  const open = await db.selectFrom("entries").select("id").where("ticket_id", "=", ticket).execute();
  await db
    .insertInto("entries")
    .values({ ...entry, standing: open.length > 0 ? "double" : "open" })
    .execute();
}

test("a night has its guests, seats, what they owe, its money and emails", async () => {
  const { db } = database.services;
  const before = await addDeparture(db, crawlId, { date: "2026-11-18" });
  const departure = await addDeparture(db, crawlId, { date: "2026-11-20", seats: 10 });
  const after = await addDeparture(db, crawlId, { date: "2026-11-23" });
  const ana = await sells(departure, "Ana", { special_requests: "Dos vegetarianas" });
  await sells(departure, "Óscar", { currency: "USD", language: "en" });
  const gone = await sells(departure, "Gone");
  await cancelBooking(as("admin", 3), { booking_id: gone, rule: "full" } as never);
  await stage.books(departure, { customer: guest("Late"), number_of_people: 3 });
  await enters(departure, ana);

  const night = await seen(departure);
  expect(night).toMatchObject({
    phase: { is: "before", days: 0, hours: 7, minutes: 55 },
    previous: { id: before, date: "2026-11-18" },
    next: { id: after },
  });
  expect(night.parties.map(({ name, state, people, guests }) => [name, state, people, guests.length])).toEqual(
    expect.arrayContaining([
      ["Ana Núñez", "confirmed", 2, 2],
      ["Óscar Núñez", "confirmed", 2, 2],
      ["Late Núñez", "hold", 3, 0],
    ]),
  );
  const [first] = night.parties.filter(({ id }) => id === ana);
  expect(first).toMatchObject({ note: "Dos vegetarianas", booking: { owes: null } });
  expect(first!.guests.map(({ entry }) => entry?.at ?? null)).toEqual(["2026-11-21T02:04:00.000Z", null]);
  expect(night.parties.find(({ state }) => state === "hold")!.booking!.owes).toEqual({
    amount: 120_000,
    currency: "MXN",
  });
  expect(night.seats).toMatchObject({ total: 10, inside: 1, held: 3 });
  expect(night.money!.map(({ currency, paid, owed }) => [currency, paid, owed])).toEqual(
    expect.arrayContaining([["USD", 4000, 0]]),
  );
  expect(night.emails!.find(({ kind }) => kind === "booking_confirmation")).toMatchObject({ states: [{ count: 3 }] });
});
