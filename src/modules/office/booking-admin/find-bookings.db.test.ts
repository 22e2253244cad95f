import { beforeAll, expect, test } from "vitest";
import { findForCommand } from "#src/modules/office/booking-admin/find-bookings.server.ts";
import { listBookings } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const staff = () => database.ctx({ actor: { kind: "user", role: "support" } });
let departure: string;

beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId);
});

const GUESTS: readonly (readonly [first: string, last: string, phone: string, others: string[]])[] = [
  ["Łukasz", "Żółć", "+44 (0)20 7946 0958", ["Siobhán O’Brien", "Jean‑Luc Đorđević"]],
  ["Zoë", "Straße", "55 1234 5678", []],
  ["Ñandú", "Ruiz", "+52 55 0000 0001", []],
];

async function book([first_name, last_name, phone, additional_names]: (typeof GUESTS)[number], n: number) {
  const input = bookingInput(departure);
  const email = `guest${n}@people.test`;
  const customer = { ...input.customer, first_name, last_name, phone, email };
  const of = { ...input, customer, additional_names, number_of_people: additional_names.length + 1 };
  const placed = await placeBooking(database.ctx({ actor: { browser: `browser ${n}` } }), of, `a key of its own ${n}`);
  if (!placed.ok) throw new Error(placed.reason);
}

const namesFor = async (query: string) => {
  const found = await listBookings(staff(), bookingQueryIn(query));
  if (!found.ok) throw new Error(found.reason);
  return found.list.bookings.map(({ name }) => name.split(" ")[0]);
};

const SEARCHES: readonly (readonly [search: string, first: string])[] = [
  ["lukasz zolc", "Łukasz"],
  ["siobhan", "Łukasz"],
  ["o'brien", "Łukasz"],
  ["OʼBrien", "Łukasz"],
  ["jean-luc dordevic", "Łukasz"],
  ["+44 20 7946 0958", "Łukasz"],
  ["(020) 7946-0958", "Łukasz"],
  ["strasse", "Zoë"],
  ["+52 1 55 1234-5678", "Zoë"],
  ["1234 5678", "Zoë"],
];

test("bookings are found by any guest, in any spelling", async () => {
  for (const [n, guest] of GUESTS.entries()) await book(guest, n);
  for (const [search, first] of SEARCHES) {
    expect([search, await namesFor(`q=${encodeURIComponent(search)}`)]).toEqual([search, [first]]);
    const called = await findForCommand(staff(), { search, night: null });
    expect([search, called.map(({ name }) => name.split(" ")[0])]).toEqual([search, [first]]);
  }
});

test("a name that is erased or corrected is found no more", async () => {
  const { db } = database.services;
  await db.updateTable("bookings").set({ additional_names: [] }).where("first_name", "=", "Łukasz").execute();
  expect(await namesFor("q=siobhan")).toEqual([]);
  expect(await namesFor("q=lukasz")).toEqual(["Łukasz"]);
});

test("sorted by name, Łukasz stands at L", async () => {
  expect(await namesFor("sort=name")).toEqual(["Łukasz", "Ñandú", "Zoë"]);
});
