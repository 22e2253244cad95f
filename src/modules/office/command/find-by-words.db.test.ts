import { beforeAll, describe, expect, test } from "vitest";
import { findByWords } from "#src/modules/office/command/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { at, books } = payingStage(database);
let booking: string;
let departure: string;
let title: string;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
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
  const nothing = { bookings: [], departures: [], crawls: [], customers: [], partners: [], similar: false };
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

test.each([
  ["azotea", "marketing", 1],
  ["la-azo", "admin", 1],
  ["azotea", "support", 0],
])("a partner is found by %s for %s", async (typed, role, count) => {
  const name = "Hostel Azotea";
  await database.services.db
    .insertInto("partners")
    .values({ name, code: "la-azotea", created_at: new Date("2026-11-01T12:00:00Z") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  expect((await found(typed, role)).partners.map(({ title: called }) => called)).toEqual(count === 0 ? [] : [name]);
});

describe("a guest is found by", () => {
  const called = async (input: string, role?: string) => {
    const { bookings, similar } = await found(input, role);
    return { names: bookings.map(({ title: name }) => name), similar };
  };
  const ids = async (input: string) => (await found(input)).bookings.map(({ id }) => id);
  const onSaturday = { early: "", late: "" };
  let onSunday: string;
  let reference: string;
  beforeAll(async () => {
    const { db } = database.services;
    const night = (date: string) => addDeparture(db, crawlId, { date, seats: 40 });
    const guest = async (date: string, first_name: string, last_name: string) =>
      books(await night(date), {
        customer: { ...bookingInput("").customer, first_name, last_name, email: `guest-${date}@command.test` },
      });
    onSunday = await guest("2026-11-29", "Sofía", "González");
    onSaturday.late = await guest("2026-12-05", "Sofía", "González");
    onSaturday.early = await guest("2026-11-28", "Sofía", "Hernández");
    await guest("2026-11-30", "Wilson", "Okafor");
    const booked = db.selectFrom("bookings").select("reference").where("id", "=", onSunday);
    ({ reference } = await booked.executeTakeFirstOrThrow());
  });

  test("name and day, in either language, the nearest night first", async () => {
    for (const input of ["sofia sat", "sofía sáb", "SÁBADO Sofía", "sofia this saturday"])
      expect(await ids(input), input).toEqual([onSaturday.early, onSaturday.late]);
    for (const input of ["sofia 28", "sofía 28 nov", "sofia 28/11", "sofía el 28 de noviembre"])
      expect(await ids(input), input).toEqual([onSaturday.early]);
    expect(await ids("gonzalez dom")).toEqual([onSunday]);
    expect(await ids("sofia fri")).toEqual([]);
    expect(await ids("sofia tonight")).toEqual([]);
  });

  test("a name that is a day as well", async () => {
    const wednesday = await addDeparture(database.services.db, crawlId, { date: "2026-12-02", seats: 40 });
    const dominguez = await books(wednesday, {
      customer: {
        ...bookingInput("").customer,
        first_name: "Sofía",
        last_name: "Domínguez",
        email: "dominguez@command.test",
      },
    });
    expect(await ids("sofia dom")).toEqual([dominguez, onSunday]);
  });

  test.each([
    ["gonzales", ["Sofía González × 2", "Sofía González × 2"]],
    ["sofai gonzales", ["Sofía González × 2", "Sofía González × 2"]],
    ["wislon", ["Wilson Okafor × 2"]],
    ["okafro mon", ["Wilson Okafor × 2"]],
    ["navaro zoe", ["Zoë Navarro × 2"]],
  ])("a misspelt name: %s", async (input, names) => expect(await called(input)).toEqual({ names, similar: true }));

  test("and by none that is another's, on a night when they aren't there, or when somebody is called so", async () => {
    for (const input of ["ramirez", "sofai ramirez", "okafro sun"])
      expect(await called(input), input).toEqual({ names: [], similar: true });
    expect(await called("wilson")).toEqual({ names: ["Wilson Okafor × 2"], similar: false });
    expect(await called("wislon", "marketing")).toMatchObject({ names: [] });
  });

  test("any part of a reference, with its dash or without", async () => {
    const code = reference.slice(4);
    for (const input of [
      reference,
      reference.toLowerCase(),
      reference.replace("-", ""),
      reference.replace("-", " ").toLowerCase(),
      code,
      code.slice(1, 5).toLowerCase(),
      `${code.slice(0, 3)}-${code.slice(3)}`,
      `rnd${code.slice(0, 4)}`,
    ])
      expect(await ids(input), input).toContain(onSunday);
    expect(await ids("RND222222X")).toEqual([]);
  });

  test("a crawl whose title is misspelt", async () => {
    const word = title.split(" ")[0]!;
    const { crawls, similar } = await found(`${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`);
    expect({ titles: crawls.map((hit) => hit.title), similar }).toEqual({ titles: [title], similar: true });
  });
});
