import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { canOpenBooking, myBookings } from "#src/modules/sales/booking/queries.server.ts";
import { NOON, freshDatabase } from "#tests/database.ts";
import { bookDeparture } from "#tests/booked-departure.ts";

const database = freshDatabase();
const DAY = 24 * 3_600_000;
const before = (days: number) => ({ db: database.services.db, now: new Date(NOON.getTime() - days * DAY) });

type Person = { id: string; email: string };
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  owner = await account("sofia@guest.test");
  stranger = await account("somebody@else.test");
});

async function account(email: string): Promise<Person> {
  const id = randomUUID();
  await database.services.db.insertInto("user").values({ id, name: "Somebody", email, email_verified: true }).execute();
  return { id, email };
}

const as = ({ id, email }: Person, emailVerified = true) =>
  database.ctx({ actor: { kind: "user", userId: id, email, emailVerified, browser: null } });

const listed = async (ctx: ReturnType<typeof as>) => {
  const { upcoming, past } = await myBookings(ctx);
  return [...upcoming, ...past].map(({ id }) => id);
};

describe("whose bookings are listed", () => {
  const all: Record<string, string> = {};
  beforeAll(async () => {
    const ctx = before(0);
    all["own"] = await bookDeparture(ctx, { email: "another@address.test", user_id: owner.id });
    all["by address"] = await bookDeparture(ctx, { email: "SOFIA@Guest.test" });
    all["by address, with another's account"] = await bookDeparture(ctx, { user_id: stranger.id });
    all["another's"] = await bookDeparture(ctx, { email: "somebody@else.test" });
    all["of nobody known"] = await bookDeparture(ctx, { email: "not-sofia@guest.test" });
  });
  const named = (ids: string[]) =>
    Object.keys(all)
      .filter((name) => ids.includes(all[name]!))
      .toSorted();

  test("the account's own, and those without an account of an address that is known to be theirs", async () => {
    expect(named(await listed(as(owner)))).toEqual(["by address", "own"]);
  });

  test("none of the address before it is verified", async () => {
    expect(named(await listed(as(owner, false)))).toEqual(["own"]);
  });

  test("another's never, and none to nobody", async () => {
    expect(named(await listed(as(stranger)))).toEqual(["another's", "by address, with another's account"]);
    const nobody = database.ctx({ actor: { browser: "browser-one" } });
    expect(await myBookings(nobody)).toEqual({ upcoming: [], past: [], older: false });
  });

  test.each([
    ["owner", true],
    ["owner", false],
    ["stranger", true],
    ["stranger", false],
  ])("just those that the %s (verified: %s) may open", async (who, verified) => {
    const ctx = as(who === "owner" ? owner : stranger, verified);
    const open = await Promise.all(Object.values(all).map((id) => canOpenBooking(ctx, id, null)));
    const may = Object.values(all).filter((_, index) => open[index]);
    expect((await listed(ctx)).toSorted()).toEqual(may.toSorted());
  });
});

describe("how they are listed", () => {
  let guest: Person;
  beforeAll(async () => (guest = await account("many@guest.test")));
  const books = (days: number, over: Parameters<typeof bookDeparture>[1] = {}) =>
    bookDeparture(before(days), { user_id: guest.id, ...over });

  test("departures to come first and the next one on top, cancelled ones after them, replaced baskets not at all", async () => {
    const inTwo = await books(-1);
    const tomorrow = await books(0);
    const cancelled = await books(0, { status: "cancelled", cancel_reason: "customer" });
    await books(0, { status: "cancelled", cancel_reason: "replaced" });
    const { upcoming, past } = await myBookings(as(guest));
    expect(upcoming.map(({ id }) => id)).toEqual([tomorrow, inTwo, cancelled]);
    expect(upcoming.map(({ over, on_sale }) => [over, on_sale])).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect(past).toEqual([]);
  });

  test("a booking leads to its crawl's page while this site shows that", async () => {
    const id = await books(0);
    const { db } = database.services;
    const leads = async () => (await myBookings(as(guest))).upcoming.find((booking) => booking.id === id)?.crawl_path;
    const set = (to: object) => db.updateTable("pub_crawls").set(to).execute();
    expect(await leads()).toMatch(/^\/crawls\//);
    await set({ title: "Puerto Vallarta" });
    expect(await leads()).toBeNull();
    await set({ on_every_site: true });
    expect(await leads()).toMatch(/^\/crawls\//);
    await set({ title: "Ronda Test", on_every_site: false });
  });

  test("a departure belongs to the past when it has ended, not when it has begun", async () => {
    const id = await books(0);
    const during = new Date("2026-11-22T05:00:00Z"); // 23:00 in the city
    const over = new Date("2026-11-22T07:00:00Z");
    const at = async (now: Date) => {
      const { upcoming, past } = await myBookings({ ...as(guest), now });
      return [upcoming, past].map((list) => list.find((booking) => booking.id === id));
    };
    expect(await at(during)).toMatchObject([{ over: false, on_sale: false }, undefined]);
    expect(await at(over)).toMatchObject([undefined, { over: true, on_sale: false }]);
  });

  test("past departures come twenty at a time, the latest first, without a gap or a double", async () => {
    const frequent = await account("frequent@guest.test");
    const ids: string[] = [];
    for (let days = 2; days < 47; days++) ids.push(await bookDeparture(before(days), { user_id: frequent.id }));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => myBookings(as(frequent), page)));
    expect(pages.map(({ past, older }) => [past.length, older])).toEqual([
      [20, true],
      [20, true],
      [5, false],
      [0, false],
    ]);
    expect(pages.flatMap(({ past }) => past.map(({ id }) => id))).toEqual(ids);
  });

  test("departures to come stand on the first page only", async () => {
    expect((await myBookings(as(guest), 2)).upcoming).toEqual([]);
  });

  test("a hold that has run out lives no more, whether or not it was swept", async () => {
    const id = await books(0, { status: "pending" });
    const { upcoming } = await myBookings(as(guest));
    expect(upcoming.find((booking) => booking.id === id)).toMatchObject({ status: "pending", hold_lives: false });
  });

  test("a change that keeps seats until it is paid is told, and no longer than that", async () => {
    const { db } = database.services;
    const id = await books(0);
    const { scheduled_crawl_id: departure } = await db
      .selectFrom("bookings")
      .select("scheduled_crawl_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const amounts = { unit_price: 64_000, subtotal: 128_000, add_ons: 0, discount: 0, total_price: 128_000 };
    await db
      .insertInto("booking_changes")
      .values({
        ...amounts,
        id: randomUUID(),
        booking_id: id,
        booking_version: 1,
        kind: "add",
        status: "pending",
        from_departure_id: departure,
        to_departure_id: departure,
        people_before: 1,
        people_after: 2,
        held_people: 1,
        currency: "MXN",
        difference: 64_000,
        hold_expires_at: new Date(NOON.getTime() + 60_000),
        request_hash: "-",
        created_at: NOON,
      })
      .execute();
    const waits = async (now: Date) =>
      (await myBookings({ ...as(guest), now })).upcoming.find((booking) => booking.id === id)?.change_waits;
    expect(await waits(NOON)).toBe(true);
    expect(await waits(new Date(NOON.getTime() + 60_000))).toBe(false);
  });
});
