import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeTable, closeTables } from "#src/modules/sales/booking/close-table.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { startTable } from "#src/modules/sales/booking/start-table.server.ts";
import { seatDifferences } from "#src/modules/sales/booking/store/seat-check.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

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

describe("starting a table", () => {
  test("reserves its places, once for each paid booking", async () => {
    const owner = await organiser();
    const answers = await Promise.all([1, 2, 3].map(() => startTable(at(0), { ...owner, places: 7 })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers).toContainEqual({ ok: false, reason: "table_exists" });
    expect(await seats()).toMatchObject({ available: 32, held: 7, confirmed: 1 });
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

test("negative control: who reads first and writes then gives out more places than a table counts", async () => {
  const { code } = await tableOf(2);
  const { pool } = database.services;
  const everybody = Array.from({ length: 4 });
  const reads = await Promise.all(
    everybody.map(() => pool.query<{ taken: number }>("select taken from friend_tables where code = $1", [code])),
  );
  const fitting = reads.map(({ rows }) => rows[0]!.taken).filter((count) => count + 1 <= 2);
  for (const count of fitting)
    await pool.query("update friend_tables set taken = $2 where code = $1", [code, count + 1]);
  expect(fitting).toHaveLength(4);
  expect(await row(code)).toMatchObject({ taken: 1 });
});
