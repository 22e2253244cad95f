import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeTable, closeTables } from "#src/modules/sales/booking/close-table.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findOffer } from "#src/modules/sales/booking/queries.server.ts";
import { ownTable, tableToJoin } from "#src/modules/sales/booking/read-table.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { resizeTable, resizeTableAsStaff } from "#src/modules/sales/booking/resize-table.server.ts";
import { startTable } from "#src/modules/sales/booking/start-table.server.ts";
import { seatDifferences } from "#src/modules/sales/booking/store/seat-check.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { offerPlaces } from "#src/modules/sales/waiting/offer-places.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { at, provider } = stage;
let night: string;
let days = 0;

beforeAll(() => seedMinimal(database.services.db));
beforeEach(async () => {
  const date = new Date(Date.UTC(2027, 0, 1 + days++)).toISOString().slice(0, 10);
  night = await addDeparture(database.services.db, await addCrawl(database.services.db, {}), { date, seats: 40 });
});

const CLOSED = 24 * 60;

async function paid(booking: string, minutes = 0) {
  const { externalId } = await stage.goesToPay(booking, minutes);
  provider.pays(externalId);
  await stage.webhook(externalId, minutes);
}
async function organiser(people = 1) {
  const booking = await stage.books(night, { number_of_people: people });
  await paid(booking);
  return { booking_id: booking, token: accessToken(at(0).secret, booking) };
}
async function tableOf(places: number) {
  const owner = await organiser();
  const started = await startTable(at(0), { ...owner, places });
  if (!started.ok) throw new Error(started.reason);
  return { ...owner, code: started.code };
}
const joins = (table: string, { people = 1, minutes = 0, browser = randomUUID() } = {}) =>
  placeBooking(at(minutes, { browser }), bookingInput(night, { number_of_people: people }), randomUUID(), {
    seller: { kind: "friend", table },
  });
async function share(table: string, minutes = 0) {
  const placed = await joins(table, { minutes });
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking.id;
}
const row = (code: string) =>
  database.services.db.selectFrom("friend_tables").selectAll().where("code", "=", code).executeTakeFirstOrThrow();
const seats = () => seatsOf(database.services.db, night);
async function addsUp() {
  const { total, available, overbooked, held, confirmed } = await seats();
  expect(available + held + confirmed - overbooked).toBe(total);
  expect(await seatDifferences(database.services.db)).toEqual([]);
}

const WISH = { people: 2, first_name: "Ana", email: "ana@example.test", language: "es" as const };
/** The offers of a night's waiting list. */
const offeredTo = async (departure: string) =>
  (
    await database.services.pool.query<{ number_of_people: number }>(
      "select b.number_of_people from waiting_entries w join bookings b on b.id = w.booking_id where w.departure_id = $1",
      [departure],
    )
  ).rows;

describe("starting a table", () => {
  test("reserves its places, once for each paid booking", async () => {
    const owner = await organiser();
    const answers = await Promise.all([1, 2, 3].map(() => startTable(at(0), { ...owner, places: 7 })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers).toContainEqual({ ok: false, reason: "table_exists" });
    expect(await seats()).toMatchObject({ available: 32, held: 7, confirmed: 1 });
    await addsUp();
  });

  test("isn't for a night that friends can't book here", async () => {
    const owner = await organiser();
    const change = (values: { bookings_disabled?: boolean; external_booking_link?: string | null }) =>
      database.services.db.updateTable("scheduled_crawls").set(values).where("id", "=", night).execute();
    for (const off of [{ bookings_disabled: true }, { external_booking_link: "https://elsewhere.example/" }]) {
      await change({ bookings_disabled: false, external_booking_link: null, ...off });
      expect(await startTable(at(0), { ...owner, places: 3 })).toEqual({ ok: false, reason: "bookings_disabled" });
    }
    await addsUp();
  });

  test("isn't for a booking of the other mode, practice or real", async () => {
    const owner = await organiser();
    await database.services.db
      .updateTable("bookings")
      .set({ test: false })
      .where("id", "=", owner.booking_id)
      .execute();
    expect(await startTable(at(0), { ...owner, places: 3 })).toEqual({ ok: false, reason: "not_confirmed" });
    await addsUp();
  });

  test("has as many places and hours as the operator says", async () => {
    const owner = await organiser();
    const { db } = database.services;
    const keys = { table_places: "2", table_hours: "48" };
    for (const [key, value] of Object.entries(keys))
      await db.insertInto("app_settings").values({ key, value }).execute();
    forgetSettings(database.services);
    expect(await startTable(at(0), { ...owner, places: 3 })).toEqual({ ok: false, reason: "table_places", max: 2 });
    expect(await startTable(at(0), { ...owner, places: 2 })).toMatchObject({ ok: true, deadline: later(48 * 60) });
    await db.deleteFrom("app_settings").where("key", "in", Object.keys(keys)).execute();
    forgetSettings(database.services);
    await addsUp();
  });

  test("is for the guest of a paid booking, while the places are free", async () => {
    const booking = await stage.books(night, { number_of_people: 1 });
    const owner = { booking_id: booking, token: accessToken(at(0).secret, booking) };
    expect(await startTable(at(0), { ...owner, places: 7 })).toEqual({ ok: false, reason: "not_confirmed" });
    await paid(booking);
    const stranger = { ...owner, token: null, places: 7 };
    expect(await startTable(at(0), stranger)).toEqual({ ok: false, reason: "booking_not_found" });
    expect(await startTable(at(0), { ...owner, places: 20 })).toMatchObject({ ok: false, reason: "table_places" });
    for (let n = 0; n < 4; n += 1) await stage.books(night, { number_of_people: 8 });
    expect(await startTable(at(0), { ...owner, places: 8 })).toEqual({ ok: false, reason: "sold_out", left: 7 });
    await addsUp();
  });
});

describe("a friend's share", () => {
  test("twenty-five at once get the nineteen places, each pays, and nobody else loses one", async () => {
    const { code } = await tableOf(19);
    const answers = await Promise.all(Array.from({ length: 25 }, () => joins(code)));
    const placed = answers.flatMap((answer) => (answer.ok ? [answer.booking.id] : []));
    expect(placed).toHaveLength(19);
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 6 }, () => ({ ok: false, reason: "sold_out", left: 0 })),
    );
    await Promise.all(placed.map((id) => paid(id)));
    expect(await seats()).toMatchObject({ available: 20, held: 0, confirmed: 20 });
    await addsUp();
  });

  test("takes a place of a night that is full for everybody else", async () => {
    const { code } = await tableOf(19);
    await stage.books(night, { number_of_people: 8 });
    await stage.books(night, { number_of_people: 8 });
    await stage.books(night, { number_of_people: 4 });
    expect(await placeBooking(at(0), bookingInput(night), randomUUID())).toMatchObject({ reason: "sold_out" });
    expect(await joins(code)).toMatchObject({ ok: true });
    await addsUp();
  });

  test("that lapses goes back to the table, and one that is replaced does before it takes others", async () => {
    const { code } = await tableOf(3);
    const browser = randomUUID();
    expect(await joins(code, { people: 3, browser })).toMatchObject({ ok: true });
    expect(await joins(code)).toMatchObject({ reason: "sold_out" });
    expect(await joins(code, { people: 2, browser })).toMatchObject({ ok: true });
    expect(await row(code)).toMatchObject({ taken: 2 });
    await freeLapsedHolds(at(32), night);
    expect(await row(code)).toMatchObject({ taken: 0 });
    expect(await seats()).toMatchObject({ available: 36, held: 3, confirmed: 1 });
    await addsUp();
  });

  test("is swapped by friends of two tables at the same moment", async () => {
    const [one, two] = [(await tableOf(9)).code, (await tableOf(9)).code];
    const friends = Array.from({ length: 8 }, (_, n) => ({
      browser: randomUUID(),
      codes: n % 2 ? [one, two] : [two, one],
    }));
    for (const { browser, codes } of friends) expect(await joins(codes[0]!, { browser })).toMatchObject({ ok: true });
    const swapped = await Promise.all(friends.map(({ browser, codes }) => joins(codes[1]!, { browser })));
    expect(swapped.map((answer) => answer.ok || answer.reason)).toEqual(Array(8).fill(true));
    expect([await row(one), await row(two)]).toMatchObject([{ taken: 4 }, { taken: 4 }]);
    await addsUp();
  });

  test("paid late follows the late rules and leaves the table alone", async () => {
    const { code } = await tableOf(3);
    const booking = await share(code);
    const { externalId } = await stage.goesToPay(booking);
    await freeLapsedHolds(at(32), night);
    provider.pays(externalId);
    await stage.webhook(externalId, 40);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await row(code)).toMatchObject({ taken: 0 });
    expect(await seats()).toMatchObject({ available: 35, held: 3, confirmed: 2 });
    await addsUp();
  });

  test("is of its own night only, and of an open table", async () => {
    const { code, ...owner } = await tableOf(3);
    const other = await addDeparture(database.services.db, await addCrawl(database.services.db, {}), { seats: 9 });
    const sale = { seller: { kind: "friend", table: code } } as const;
    expect(await placeBooking(at(0), bookingInput(other), randomUUID(), sale)).toMatchObject({ reason: "sold_out" });
    expect(await joins(code, { minutes: CLOSED })).toMatchObject({ reason: "sold_out" });
    expect(await closeTable(at(1), owner)).toEqual({ ok: true, places: 3 });
    expect(await joins(code)).toMatchObject({ reason: "sold_out" });
    await addsUp();
  });
});

describe("closing a table", () => {
  test("at its deadline frees what nobody has taken, and keeps what is being paid", async () => {
    const { code, ...owner } = await tableOf(5);
    await paid(await share(code));
    const paying = await share(code, CLOSED - 5);
    await closeTables(at(CLOSED - 1));
    expect(await row(code)).toMatchObject({ closed_at: null });
    await Promise.all([closeTables(at(CLOSED)), closeTables(at(CLOSED)), closeTable(at(CLOSED), owner)]);
    expect(await seats()).toMatchObject({ available: 37, held: 1, confirmed: 2 });
    await addsUp();
    await freeLapsedHolds(at(CLOSED + 30), night);
    expect(await stage.bookingRow(paying)).toMatchObject({ status: "cancelled" });
    expect(await seats()).toMatchObject({ available: 38, held: 0, confirmed: 2 });
    await addsUp();
  });

  test("beside friends who join and pay loses no place", async () => {
    const { code, ...owner } = await tableOf(10);
    const joining = Array.from({ length: 10 }, async () => {
      const placed = await joins(code);
      if (placed.ok) await paid(placed.booking.id);
    });
    await Promise.all([...joining, closeTable(at(0), owner)]);
    expect((await seats()).held).toBe(0);
    await addsUp();
  });
});

describe("more friends, or fewer", () => {
  const resized = (owner: { booking_id: string; token: string | null }, places: number, minutes = 1) =>
    resizeTable(at(minutes), { booking_id: owner.booking_id, token: owner.token, places });

  test("frees what is given up, but nothing that is paid or being booked", async () => {
    const { code, ...owner } = await tableOf(7);
    await paid(await share(code));
    await share(code);
    expect(await resized(owner, 1)).toEqual({ ok: false, reason: "table_taken", least: 2 });
    expect(await resized(owner, 5)).toEqual({ ok: true, places: 5 });
    expect(await seats()).toMatchObject({ available: 34, held: 4, confirmed: 2 });
    // the hold of whoever was booking has ended
    expect(await resized(owner, 1, 32)).toEqual({ ok: true, places: 1 });
    expect(await seats()).toMatchObject({ available: 38, held: 0, confirmed: 2 });
    await closeTables(at(33));
    expect(await emailsTo(owner.booking_id)).toEqual(["table_started", "table_paid"]);
    expect(await resized(owner, 3, 34)).toEqual({ ok: false, reason: "no_table" });
    await addsUp();
  });

  test("takes more while the night has them free, up to the most", async () => {
    const { code, ...owner } = await tableOf(7);
    expect(await resized(owner, 19)).toEqual({ ok: true, places: 19 });
    expect(await resized(owner, 20)).toEqual({ ok: false, reason: "table_places", max: 19 });
    expect(await resized(owner, 1.5)).toMatchObject({ reason: "table_places" });
    expect(await resized(owner, 3)).toEqual({ ok: true, places: 3 });
    for (const number_of_people of [18, 16]) await stage.books(night, { number_of_people });
    expect(await resized(owner, 7)).toEqual({ ok: false, reason: "sold_out", left: 2 });
    expect(await row(code)).toMatchObject({ places: 3 });
    expect(await resized(owner, 5)).toEqual({ ok: true, places: 5 });
    await addsUp();
  });

  test("is for whoever started it and for staff who may, while it is open", async () => {
    const { code, ...owner } = await tableOf(7);
    expect(await resized({ ...owner, token: null }, 5)).toEqual({ ok: false, reason: "booking_not_found" });
    const staff = (role: "admin" | "guide") => at(1, { kind: "user", role, userId: randomUUID(), secondFactor: true });
    expect(await resizeTableAsStaff(staff("guide"), owner.booking_id, 5)).toMatchObject({ reason: "forbidden" });
    expect(await resized(owner, 5, CLOSED)).toEqual({ ok: false, reason: "no_table" });
    expect(await row(code)).toMatchObject({ places: 7 });
    await addsUp();
  });

  test("gives what is given up to the waiting list before anybody else", async () => {
    const { code: _, ...owner } = await tableOf(4);
    for (const number_of_people of [19, 16]) await paid(await stage.books(night, { number_of_people }));
    expect(await joinList(at(1), { ...WISH, departure_ids: [night] })).toMatchObject({ ok: true });
    expect(await resized(owner, 2)).toEqual({ ok: true, places: 2 });
    expect(await placeBooking(at(1), bookingInput(night), randomUUID())).toMatchObject({ reason: "sold_out" });
    // nor back to the table
    expect(await resized(owner, 4)).toEqual({ ok: false, reason: "sold_out", left: 0 });
    await offerPlaces(at(2, { kind: "system" }));
    expect(await offeredTo(night)).toEqual([{ number_of_people: 2 }]);
    await addsUp();
  });

  test("beside friends who book at the same moment neither cuts off a share nor loses a place", async () => {
    const { code, ...owner } = await tableOf(12);
    const [friends, sizes] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => joins(code))),
      Promise.all([10, 8, 6, 9, 4].map((places) => resized(owner, places))),
    ]);
    const { places, ...table } = await row(code);
    expect(table.taken).toBe(friends.filter(({ ok }) => ok).length);
    expect(table.taken).toBeLessThanOrEqual(places);
    expect([12, ...sizes.flatMap((size) => (size.ok ? [size.places] : []))]).toContain(places);
    expect((await seats()).held).toBe(places);
    await addsUp();
  });

  test("negative control: who reads what is taken and writes afterward would cut off a share; the table refuses it", async () => {
    const { code } = await tableOf(4);
    const table = await row(code);
    for (let n = 0; n < 3; n += 1) await share(code);
    const places = Math.max(1, table.taken);
    const { pool } = database.services;
    const update = pool.query("update friend_tables set places = $2 where id = $1", [table.id, places]);
    await expect(update).rejects.toThrow("never_more_than_places");
    await addsUp();
  });
});

const emailsTo = async (booking: string) =>
  (
    await database.services.db
      .selectFrom("emails")
      .select("kind")
      .where("booking_id", "=", booking)
      .where("kind", "like", "table%")
      .orderBy("created_at")
      .execute()
  ).map(({ kind }) => kind);

describe("whoever started a table", () => {
  test("is told of its start, once of the deadline, and of its end", async () => {
    const { code, booking_id: booking } = await tableOf(3);
    await paid(await share(code));
    await closeTables(at(CLOSED - 181));
    expect(await emailsTo(booking)).toEqual(["table_started"]);
    await Promise.all([closeTables(at(CLOSED - 179)), closeTables(at(CLOSED - 178))]);
    await closeTables(at(CLOSED));
    await closeTables(at(CLOSED + 1));
    expect(await emailsTo(booking)).toEqual(["table_started", "table_due", "table_closed"]);
  });

  test("is told of each change of its places by staff, and not of their own", async () => {
    const { code: _, ...owner } = await tableOf(7);
    const staff = (minutes: number) =>
      at(minutes, { kind: "user", role: "admin", userId: randomUUID(), secondFactor: true });
    expect(await resizeTable(at(1), { ...owner, places: 6 })).toMatchObject({ ok: true });
    expect(await resizeTableAsStaff(staff(2), owner.booking_id, 6)).toMatchObject({ ok: true });
    expect(await emailsTo(owner.booking_id)).toEqual(["table_started"]);
    expect(await resizeTableAsStaff(staff(3), owner.booking_id, 3)).toMatchObject({ ok: true });
    expect(await resizeTableAsStaff(staff(4), owner.booking_id, 5)).toMatchObject({ ok: true });
    expect(await resizeTableAsStaff(staff(5), owner.booking_id, 20)).toMatchObject({ reason: "table_places" });
    expect(await emailsTo(owner.booking_id)).toEqual(["table_started", "table_resized", "table_resized"]);
    await addsUp();
  });

  test("is told at once when everybody has paid, and then nothing is reserved or reminded of", async () => {
    const { code, booking_id: booking } = await tableOf(2);
    const [first, second] = [await share(code), await share(code)];
    await paid(first);
    await closeTables(at(1));
    expect(await row(code)).toMatchObject({ closed_at: null });
    await paid(second);
    await closeTables(at(2));
    await closeTables(at(CLOSED - 100));
    expect(await emailsTo(booking)).toEqual(["table_started", "table_paid"]);
    expect(await row(code)).toMatchObject({ closed_at: later(2) });
    await addsUp();
  });

  test("sees who has paid by first name, who is paying, and how many are missing", async () => {
    const { code, booking_id: booking } = await tableOf(5);
    await paid(await share(code));
    await share(code, 10);
    await share(code);
    // the last one's hold has ended by then
    expect(await ownTable(at(35), booking)).toMatchObject({
      is_open: true,
      friends: [{ name: "Sofía", people: 1 }],
      paid: 1,
      paying: 1,
      missing: 3,
    });
  });
});

describe("the link", () => {
  const joinedAt = async (code: string, minutes = 0) => {
    const found = await tableToJoin(at(minutes), code);
    return found.ok ? { state: found.table.state, left: found.table.left, on_sale: found.table.on_sale } : found.reason;
  };

  test("says what is left of the table, and what can be booked without it", async () => {
    const { code, ...owner } = await tableOf(2);
    expect(await joinedAt(code)).toEqual({ state: "open", left: 2, on_sale: 37 - 17 });
    await share(code);
    await share(code);
    expect(await joinedAt(code, 1)).toMatchObject({ state: "full", left: 0 });
    expect(await joinedAt(code, 32)).toMatchObject({ state: "open", left: 2 });
    await closeTable(at(33), owner);
    expect(await joinedAt(code, 33)).toMatchObject({ state: "over", left: 0 });
    await database.services.db
      .updateTable("scheduled_crawls")
      .set({ status: "cancelled" })
      .where("id", "=", night)
      .execute();
    expect(await joinedAt(code, 34)).toMatchObject({ state: "off", on_sale: 0 });
    expect(await joinedAt("7K2M4P7K2M4P7K2M")).toBe("no_table");
  });

  test("of a practice table opens nothing where bookings are real", async () => {
    const { code, booking_id: booking } = await tableOf(2);
    await database.services.db.updateTable("bookings").set({ test: false }).where("id", "=", booking).execute();
    expect(await joinedAt(code)).toBe("no_table");
    expect(await joins(code)).toMatchObject({ reason: "sold_out" });
  });

  test("offers a friend who goes back what they have and what is left", async () => {
    const { code } = await tableOf(3);
    const browser = randomUUID();
    await joins(code, { people: 2, browser });
    const offered = async (ctx = at(1)) => {
      const found = await findOffer(ctx, night, code);
      return found.ok ? found.offer.left : found.reason;
    };
    expect(await offered(at(1, { browser }))).toBe(3);
    expect(await offered()).toBe(1);
  });
});

test("a share whose hold has ended is its table's, not everybody's: a friend gets it at once, nobody else does", async () => {
  const { code } = await tableOf(1);
  for (const number_of_people of [19, 19]) await stage.books(night, { number_of_people }, 20);
  await share(code);
  const free = async (minutes: number) => {
    const found = await findOffer(at(minutes), night);
    return found.ok ? found.offer.left : found.reason;
  };
  expect(await free(32)).toBe("sold_out");
  expect(await placeBooking(at(32), bookingInput(night), randomUUID())).toMatchObject({ reason: "sold_out" });
  expect(await joins(code, { minutes: 32 })).toMatchObject({ ok: true });
  await addsUp();
});

test("places of a closed table go to the waiting list before anybody else", async () => {
  const { code } = await tableOf(4);
  await paid(await share(code));
  for (const number_of_people of [19, 16]) await paid(await stage.books(night, { number_of_people }));
  expect(await joinList(at(1), { ...WISH, departure_ids: [night] })).toMatchObject({ ok: true });
  await closeTables(at(CLOSED));
  expect(await placeBooking(at(CLOSED), bookingInput(night), randomUUID())).toMatchObject({ reason: "sold_out" });
  await offerPlaces(at(CLOSED, { kind: "system" }));
  expect(await offeredTo(night)).toEqual([{ number_of_people: 2 }]);
  // who isn't waited for by anybody gets the rest
  expect(await placeBooking(at(CLOSED), bookingInput(night, { number_of_people: 1 }), randomUUID())).toMatchObject({
    ok: true,
  });
  await addsUp();
});

test("negative control: friends who read first and write then take more places than there are, and the check sees it", async () => {
  const { code } = await tableOf(2);
  const { db, pool } = database.services;
  const { id, places } = await row(code);
  let readers = 0;
  let open!: () => void;
  const everybodyHasRead = new Promise<void>((resolve) => (open = resolve));
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { rows } = await pool.query<{ taken: number }>("select taken from friend_tables where id = $1", [id]);
      if (++readers === 4) open();
      await everybodyHasRead;
      const count = rows[0]!.taken + 1;
      if (count > places) return;
      const booking = await stage.books(night, { number_of_people: 1 });
      // a share leaves the departure's counters alone
      await pool.query("update scheduled_crawls set available_spots = available_spots + 1 where id = $1", [night]);
      await pool.query("insert into friend_shares (booking_id, table_id, people) values ($1, $2, 1)", [booking, id]);
      await pool.query("update friend_tables set taken = $2 where id = $1", [id, count]);
    }),
  );
  const { rows } = await pool.query<{ people: number }>(
    "select sum(people)::int as people from friend_shares where table_id = $1",
    [id],
  );
  expect(rows[0]!.people).toBeGreaterThan(places);
  expect((await seatDifferences(db)).map((difference) => difference.id)).toEqual([night]);
});
