import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { countBookings, forgetSteps } from "#src/modules/sales/funnel/count-bookings.server.ts";
import { noteChoice, noteVisit, writeNoted } from "#src/modules/sales/funnel/note-step.server.ts";
import { stepsBetween } from "#src/modules/sales/funnel/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ PAYMENTS_MODE: "sandbox" });
const stage = payingStage(database);
const PHONE = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const DAY = "2026-11-20";
let departure: string;

beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { date: "2026-11-25" });
});
beforeEach(async () => {
  await database.services.pool.query("truncate funnel_days, funnel_bookings");
});

async function books(actor: Partial<Context["actor"]> = { userAgent: PHONE }, over: Partial<Context> = {}) {
  const placed = await placeBooking({ ...stage.at(0, actor), ...over }, bookingInput(departure), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking.id;
}

async function counted() {
  await writeNoted(database.services);
  await countBookings(database.services);
  const rows = await stepsBetween(database.services, { from: DAY, to: DAY });
  return Object.fromEntries(rows.map(({ step, device, source, count }) => [`${step} ${device} ${source}`, count]));
}

async function pays(bookingId: string) {
  const { externalId } = await stage.goesToPay(bookingId);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
}

test("visits are added up across processes, and to what was written before", async () => {
  const other = { ...database.services, pool: Object.create(database.services.pool) as typeof database.services.pool };
  const headers = { "user-agent": PHONE, referer: "https://www.google.com/" };
  for (const services of [database.services, other, other]) noteVisit(services, "/es", headers, ["ronda.test"]);
  await Promise.all([writeNoted(database.services), writeNoted(other)]);
  noteVisit(database.services, "/es", headers, ["ronda.test"]);
  expect(await counted()).toEqual({ "saw phone search": 4 });
});

test("a booking counts once when it is placed, when its payment starts and when it is paid, however often it is asked", async () => {
  const booking = await books();
  expect(await counted()).toEqual({ "proceeded phone unknown": 1 });
  await stage.goesToPay(booking);
  await stage.goesToPay(booking);
  expect(await counted()).toEqual({ "proceeded phone unknown": 1, "started phone unknown": 1 });
  await pays(booking);
  const all = { "proceeded phone unknown": 1, "started phone unknown": 1, "paid phone unknown": 1 };
  expect(await counted()).toEqual(all);
  expect(await counted()).toEqual(all);
});

test("by what a booking came is forgotten once it is paid or over", async () => {
  const [paid, over] = [await books(), await books()];
  await writeNoted(database.services);
  const open = async () =>
    (await database.services.db.selectFrom("funnel_bookings").select("booking_id").execute()).length;
  expect(await open()).toBe(2);
  await pays(paid);
  await freeLapsedHolds(stage.at(60), null);
  expect((await stage.bookingRow(over)).status).toBe("cancelled");
  expect(await counted()).toMatchObject({ "proceeded phone unknown": 2, "paid phone unknown": 1 });
  expect(await open()).toBe(0);
});

test("a night that a page tells of is counted, from one network at most so often", async () => {
  const guest = (over: Partial<Context> = {}, userAgent = PHONE) => ({
    ...stage.at(0, { userAgent, address: "198.51.100.9" }),
    ...over,
  });
  expect(await noteChoice(guest({ uncounted: true }), "es")).toEqual({ ok: true, counted: false });
  expect(await noteChoice(guest({}, "curl/8"), "es")).toEqual({ ok: true, counted: false });
  for (let times = 0; times < 60; times++) await noteChoice(guest(), "es");
  expect(await noteChoice(guest(), "es")).toMatchObject({ ok: false, reason: "too_many_attempts" });
  expect(await counted()).toEqual({ "chose phone unknown": 60 });
});

test("programs, and guests who don't want to be followed, aren't counted", async () => {
  await books({ userAgent: "" });
  await books({ userAgent: "curl/8" });
  await books({ userAgent: PHONE }, { uncounted: true });
  expect(await counted()).toEqual({});
});

test("the counts of old days end", async () => {
  await books();
  expect(await counted()).not.toEqual({});
  await forgetSteps(database.services, new Date(NOON.getTime() + 86_400_000));
  expect(await counted()).toEqual({});
});
