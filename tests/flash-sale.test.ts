import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { addCoupon, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { measured, sized, soak } from "#tests/tier.ts";

// A scarce departure over HTTP: two server processes on one database, hundreds of buyers at once.

const database = freshDatabase();
const servers: RunningServer[] = [];
const caller = callerOf(100);
let crawlId: string;

beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  const environment = { DATABASE_URL: database.url, RONDA_SEED: "empty" };
  servers.push(...(await Promise.all([startServer(environment), startServer(environment)])));
}, 30_000);
afterAll(async () => {
  caller.close();
  await Promise.all(servers.map((server) => server.stop()));
});

const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const dayAfter = new Date(Date.now() + 32 * 86_400_000).toISOString().slice(0, 10);
const book = (buyer: number, departureId: string, over: object = {}) =>
  caller.call(
    "POST",
    `${servers[buyer % servers.length]!.origin}/api/bookings`,
    { ...bookingInput(departureId, { number_of_people: 1 }), ...over },
    { "idempotency-key": randomUUID() },
  );
const crowd = <T>(size: number, one: (buyer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: size }, (_, i) => one(i)));

const BUYERS = sized(400, 400, 2000);
const SEATS = sized(40, 40, 50);
/** In the full size buyers come within two seconds, and how long each waits is measured. */
const COME_WITHIN_MS = soak ? 2000 : 0;

test(`${BUYERS} buyers for ${SEATS} seats through two servers: ${SEATS} are sold, the others are told sold_out`, async () => {
  const { db } = database.services;
  // what is measured are servers in service, not their start: they have sold before, and their jobs have come up
  const before = await addDeparture(db, crawlId, { date: dayAfter, seats: 400 });
  if (soak) await crowd(400, (buyer) => book(buyer, before));
  const departure = await addDeparture(db, crawlId, { date, seats: SEATS });
  const times: number[] = [];
  const answers = await crowd(BUYERS, async (buyer) => {
    await new Promise((resolve) => setTimeout(resolve, (buyer / BUYERS) * COME_WITHIN_MS)); // sleeps: buyers come one after the other
    const began = performance.now();
    const answer = await book(buyer, departure);
    times.push(performance.now() - began);
    return answer;
  });
  const count = (status: number, code?: string) =>
    answers.filter((a) => a.status === status && a.body["code"] === code).length;
  expect({ sold: count(201), soldOut: count(409, "sold_out") }).toEqual({ sold: SEATS, soldOut: BUYERS - SEATS });
  expect(answers.filter((a) => a.body["code"] === "sold_out").every((a) => a.body["left"] === 0)).toBe(true);
  expect(await seatsOf(db, departure)).toEqual({
    total: SEATS,
    available: 0,
    overbooked: 0,
    held: SEATS,
    confirmed: 0,
  });
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
  measured(`${SEATS} of ${SEATS} sold, ${BUYERS - SEATS} told sold_out, p95 ${p95.toFixed()} ms`);
  if (soak) expect(p95).toBeLessThan(1000);
}, 20_000);

test("the same crowd oversells when seats are read first and written then: the test above can fail", async () => {
  const { pool } = database.services;
  await pool.query("create table naive_nights (id int primary key, available_spots int not null)");
  await pool.query("create table naive_bookings (buyer int not null)");
  await pool.query("insert into naive_nights values (1, 40)");
  const sold = await crowd(400, async (buyer) => {
    const { rows } = await pool.query<{ available_spots: number }>("select available_spots from naive_nights");
    const available = rows[0]!.available_spots;
    if (available < 1) return false;
    await pool.query("update naive_nights set available_spots = $1", [available - 1]);
    await pool.query("insert into naive_bookings values ($1)", [buyer]);
    return true;
  });
  expect(sold.filter(Boolean).length).toBeGreaterThan(40);
}, 20_000);

test("a coupon for one, used by fifty at once through two servers, serves one", async () => {
  const { db } = database.services;
  await addCoupon(db, { code: "FLASHONE", usage_limit: 1 });
  const day = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 10);
  const departure = await addDeparture(db, crawlId, { date: day, seats: 200 });
  const answers = await crowd(50, (buyer) => book(buyer, departure, { coupon_code: "flashone" }));
  expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
  expect(answers.filter((a) => a.body["code"] === "coupon_used_up")).toHaveLength(49);
  expect(await seatsOf(db, departure)).toMatchObject({ available: 199, held: 1 });
}, 20_000);
