import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addOnsToHandOut } from "#src/modules/evening/stops/queries.server.ts";
import { takeTaps } from "#src/modules/evening/stops/take-taps.server.ts";
import type { Tap } from "#src/modules/evening/stops/schema.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
const guide = () => database.ctx({ actor: { kind: "user", role: "manager", userId: null } });
let [departureId, booking, add_on] = ["", "", ""];
beforeAll(async () => {
  booking = await bookDeparture(database.ctx());
  add_on = await addAddOn(db(), { name_es: null });
  ({ id: departureId } = await db()
    .selectFrom("bookings")
    .select("scheduled_crawl_id as id")
    .where("id", "=", booking)
    .executeTakeFirstOrThrow());
  const line = { booking_id: booking, add_on_id: add_on, quantity: 2, amount: 50_000, per_person: false };
  await db().insertInto("booking_add_ons").values(line).execute();
});

const tap = (kind: "handed_out" | "taken_back"): Tap => ({
  kind,
  id: randomUUID(),
  at: new Date(NOON.getTime() - 60_000).toISOString(),
  booking,
  add_on,
});
const sends = (taps: readonly Tap[]) => takeTaps(guide(), departureId, { taps, sentAt: NOON, userId: null });
const counts = async () => {
  const page = await addOnsToHandOut(guide(), departureId);
  return page.ok ? page.addOns.map(({ sold, redeemed }) => [sold, redeemed]) : page.reason;
};

const answerOf = (answer: Awaited<ReturnType<typeof sends>>) =>
  answer.ok ? answer.results.map(({ refused }) => refused) : answer.reason;

test("what a phone kept counts once, in its order, and it learns what came too late", async () => {
  expect(await counts()).toEqual([[2, 0]]);
  const [first, second, third, back] = [tap("handed_out"), tap("handed_out"), tap("handed_out"), tap("taken_back")];
  expect(answerOf(await sends([first, second, third, back]))).toEqual([null, null, "add_on_all_out", null]);
  expect(await counts()).toEqual([[2, 1]]);
  // the answer was lost on its way: what was done isn't done again
  expect(answerOf(await sends([first, second, back]))).toEqual([null, null, null]);
  expect(await counts()).toEqual([[2, 1]]);
  expect(answerOf(await sends([tap("taken_back"), tap("taken_back")]))).toEqual([null, "add_on_none_out"]);
  expect(await counts()).toEqual([[2, 0]]);
});

test("of another night's booking nothing is handed out", async () => {
  const other = await bookDeparture(database.ctx());
  const piece = { ...tap("handed_out"), booking: other };
  expect(answerOf(await sends([piece]))).toEqual(["add_on_not_found"]);
});
