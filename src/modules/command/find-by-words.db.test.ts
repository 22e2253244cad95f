import { beforeAll, expect, test } from "vitest";
import { findByWords } from "#src/modules/command/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { at, books } = payingStage(database);
let booking: string;
let departure: string;
let title: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { seats: 40 });
  const crawls = database.services.db.selectFrom("pub_crawls").select("title").where("id", "=", crawlId);
  ({ title } = await crawls.executeTakeFirstOrThrow());
  const { customer } = bookingInput("");
  booking = await books(departure, { customer: { ...customer, first_name: "Zoë", email: "zoe@command.test" } });
});

const found = (input: string, role = "admin") => findByWords(at(5, { kind: "user", role }), input);

test("words in any order and without accents find a booking and the customer who made it", async () => {
  const { bookings, customers } = await found("navarro zoe");
  expect(bookings).toMatchObject([{ id: booking, path: `/admin/bookings/${booking}` }]);
  expect(customers).toMatchObject([
    { id: booking, title: "Zoë Navarro", detail: "zoe@command.test", path: `/admin/customers?open=${booking}` },
  ]);
});

test("a crawl and its departures are found by its title", async () => {
  const { crawls, departures } = await found(title.toUpperCase());
  expect(crawls).toMatchObject([{ title }]);
  expect(departures.map(({ id }) => id)).toContain(departure);
});

test("nothing typed finds nothing, nor does a sign that would stand for everything", async () => {
  const nothing = { bookings: [], departures: [], crawls: [], customers: [] };
  expect(await found("  ")).toEqual(nothing);
  expect((await found("%%%")).customers).toEqual([]);
  expect((await found("zo")).customers).toEqual([]);
});

test.each([
  ["marketing", []],
  ["support", ["Zoë Navarro"]],
])("%s finds whom they may see", async (role, names) => {
  const { customers, bookings } = await found("zoe", role);
  expect(customers.map(({ title: name }) => name)).toEqual(names);
  expect(bookings).toHaveLength(names.length);
});
