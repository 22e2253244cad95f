import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds, release } from "#src/modules/sales/booking/release-hold.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { offerPlaces } from "#src/modules/sales/waiting/offer-places.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { diceFrom } from "#tests/dice.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Places of one night that come free in any order and in every way, while parties of any size ask, pay, let their offers lapse, and
// the public tries to be faster. After each operation: no place is given twice, and nobody got one whom somebody before them fits.
// A failure prints its seed: SEED=… npx vitest run --project database tests/waiting-model.db.test.ts

const database = freshDatabase();
const { at } = payingStage(database);
const system = (minutes: number) => at(minutes, { kind: "system" });
let crawlId: string;
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));

const SEATS = 8;
let requests = 0;

/** A night that is full, and what can be done to it. */
async function fullNight(date: string) {
  const { db, pool } = database.services;
  const night = await addDeparture(db, crawlId, { date, seats: SEATS });
  let clock = 0;
  const rows = () =>
    db
      .selectFrom("waiting_entries")
      .selectAll()
      .where("departure_id", "=", night)
      .orderBy("asked_at")
      .orderBy("id")
      .execute();
  const bookings = (status: "pending" | "confirmed") =>
    db
      .selectFrom("bookings")
      .select("id")
      .where("scheduled_crawl_id", "=", night)
      .where("status", "=", status)
      .execute();
  const it = {
    night,
    rows,
    tick: (minutes: number) => (clock += minutes),
    book: (people: number) => placeBooking(at(clock), bookingInput(night, { number_of_people: people }), randomUUID()),
    ask: (people: number) => {
      requests += 1;
      const who = { first_name: "Ana", email: `model${requests}@mail${requests}.test`, language: "es" as const };
      const ctx = at(clock, { address: `10.${requests % 200}.${Math.floor(requests / 200)}.1` });
      return joinList(
        { ...ctx, now: new Date(ctx.now.getTime() + requests) },
        { departure_ids: [night], people, ...who },
      );
    },
    offer: () => offerPlaces(system(clock)),
    free: async (index: number) => {
      const all = await bookings("pending");
      const one = all[index % Math.max(1, all.length)];
      if (!one) return;
      await db
        .transaction()
        .execute((tx) => release(system(clock), tx, { id: one.id, reason: "customer", from: ["pending"] }));
    },
    sweep: () => freeLapsedHolds(system(clock), night),
    resize: (total_spots: number) => changeCapacity(system(clock), { departure_id: night, total_spots }),
    addsUp: async () => {
      const { total, available, overbooked, held, confirmed } = await seatsOf(db, night);
      expect(available - overbooked).toBe(total - held - confirmed);
      expect(available).toBeGreaterThanOrEqual(0);
      // an offer is one hold, and a hold is one offer's
      const offers = (await rows()).filter(({ state }) => state === "offered");
      expect(new Set(offers.map(({ booking_id: id }) => id)).size).toBe(offers.length);
      const { rows: wrong } = await pool.query(
        `select from waiting_entries w join bookings b on b.id = w.booking_id
         where w.departure_id = $1 and w.state = 'offered' and (b.status <> 'pending' or b.number_of_people <> w.people)`,
        [night],
      );
      expect(wrong).toEqual([]);
    },
    /** Who waits and fits what is free. */
    fitting: async () => {
      const { available } = await seatsOf(db, night);
      return (await rows()).filter(({ state, people }) => state === "waiting" && people <= available);
    },
  };
  while ((await it.book(2)).ok);
  return it;
}
type Night = Awaited<ReturnType<typeof fullNight>>;

/** A round offers what is free from the first who asked to the last, to whoever fits what is left. */
async function inTurn(night: Night, round: () => Promise<unknown>) {
  let { available: free } = await seatsOf(database.services.db, night.night);
  const waited = (await night.rows()).filter(({ state }) => state === "waiting");
  const expected: string[] = [];
  for (const { id, people } of waited) {
    if (people > free) continue;
    expected.push(id);
    free -= people;
  }
  await round();
  const now = new Map((await night.rows()).map((row) => [row.id, row.state]));
  expect(waited.filter(({ id }) => now.get(id) === "offered").map(({ id }) => id)).toEqual(expected);
}

const SEED = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1_000_000));
const OPERATIONS = 120;

describe(`places of a night with a waiting list (SEED=${SEED})`, () => {
  test("are never given twice, nor past somebody who waits and fits", async () => {
    const dice = diceFrom(SEED);
    const night = await fullNight("2027-02-01");
    let offers = 0;
    for (let n = 0; n < OPERATIONS; n += 1) {
      const what = dice.below(10);
      if (what < 3) await night.ask(1 + dice.below(4));
      else if (what < 5) await night.free(dice.below(20));
      else if (what === 5) night.tick(5 + dice.below(20));
      else if (what === 6) await night.sweep();
      else if (what === 7) await night.resize(SEATS - 2 + dice.below(5));
      else if (what === 8) {
        const fitting = await night.fitting();
        const booked = await night.book(1 + dice.below(3));
        if (fitting.length > 0) expect(booked.ok, "the public was faster").toBe(false);
      } else {
        await night.sweep();
        await inTurn(night, night.offer);
        offers += 1;
        expect(await night.fitting(), "somebody who fits was offered nothing").toEqual([]);
      }
      await night.addsUp();
    }
    expect(offers).toBeGreaterThan(0);
  });

  test("go to one party each, however many rounds run at once and the public with them", async () => {
    const night = await fullNight("2027-02-02");
    for (const people of [3, 2, 2, 1, 4, 1]) expect((await night.ask(people)).ok).toBe(true);
    await night.free(0);
    await night.free(0);
    const rush = () => Array.from({ length: 4 }, () => night.book(1));
    const [, , , ...public_] = await Promise.all([night.offer(), night.offer(), night.offer(), ...rush()]);
    expect(public_.filter((one) => (one as { ok: boolean }).ok)).toEqual([]);
    const states = (await night.rows()).map(({ state, people }) => [people, state]);
    // of four places three and one: the parties of two no longer fit
    expect(states).toEqual([
      [3, "offered"],
      [2, "waiting"],
      [2, "waiting"],
      [1, "offered"],
      [4, "waiting"],
      [1, "waiting"],
    ]);
    await night.addsUp();
  });

  // the negative control: without entries that wait, as a sale sees it that doesn't ask for them, the same rush gets the places
  test("would go to the public if its sale didn't ask who waits", async () => {
    const night = await fullNight("2027-02-03");
    for (const people of [2, 2]) expect((await night.ask(people)).ok).toBe(true);
    await night.free(0);
    await database.services.db
      .updateTable("waiting_entries")
      .set({ state: "left", ended_at: new Date() })
      .where("departure_id", "=", night.night)
      .execute();
    const rush = await Promise.all(Array.from({ length: 4 }, () => night.book(1)));
    expect(rush.filter(({ ok }) => ok)).toHaveLength(2);
  });
});
