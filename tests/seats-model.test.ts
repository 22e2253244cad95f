import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { closeTable, closeTables } from "#src/modules/sales/booking/close-table.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { resizeTable } from "#src/modules/sales/booking/resize-table.server.ts";
import { startTable } from "#src/modules/sales/booking/start-table.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { MAX_REFUND_DECLINES } from "#src/modules/money/payments/rules/payment.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { measured, sized } from "#tests/tier.ts";
import { addCoupon, addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

// Random operations on three departures, thousands at night; after each the seats must add up. A failure prints its seed:
// SEED=… npx vitest run tests/seats-model.test.ts replays the same operations.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at } = stage;
const departures: string[] = [];
const COUPON_LIMIT = 3;
let clock = 0;

beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // logged when a provider can't be reached
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  for (const [date, seats, late_tolerance, price] of [
    ["2026-12-20", 12, 0, 1800],
    ["2026-12-21", 20, 1, 2000],
    ["2026-12-22", 30, 2, 2300],
  ] as const)
    departures.push(await addDeparture(db, crawlId, { date, seats, late_tolerance, price }));
  await addCoupon(db, { code: "THREE", usage_limit: COUPON_LIMIT });
  await addCoupon(db, { code: "GRATIS", value: 100 });
});

type Dice = { below: (n: number) => number; of: <T>(list: readonly T[]) => T; chance: (p: number) => boolean };

/** Random numbers from a seed (mulberry32). */
function diceFrom(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, of: (list) => list[below(list.length)]!, chance: (p) => next() < p };
}

const bookings: string[] = [];
const attempts: { booking: string; externalId: string }[] = [];
const paid = new Set<string>();
const tables: { code: string; night: string; booking: string }[] = [];
const held: { booking: string; change_id: string }[] = [];
const recent = <T>(dice: Dice, list: T[]): T | undefined => (list.length ? dice.of(list.slice(-40)) : undefined);
const system = () => at(clock, { kind: "system" });

/** Anything thrown is a bug, unless the test has disconnected the provider. */
type Operation = { name: string; weight: number; run: (dice: Dice) => Promise<unknown> };
const operations: Operation[] = [
  {
    name: "book",
    weight: 30,
    run: async (dice) => {
      const input = bookingInput(dice.of(departures), {
        number_of_people: 1 + dice.below(8),
        currency: dice.of(["MXN", "USD", "EUR"]),
        coupon_code: dice.of([null, null, null, "THREE", "THREE", "GRATIS"]),
      });
      const browser = `browser-${dice.below(12)}`;
      const placed = await placeBooking(at(clock, { browser }), input, randomUUID());
      if (placed.ok) bookings.push(placed.booking.id);
    },
  },
  {
    name: "go to pay",
    weight: 25,
    run: async (dice) => {
      const booking = recent(dice, bookings);
      if (!booking) return;
      const isFree = (await stage.bookingRow(booking)).total_price === 0;
      const way = isFree
        ? ({ provider: "free", method: "free" } as const)
        : ({ provider: "sandbox", method: "card" } as const);
      const started = await startPayment(at(clock), { of: bookingRef(booking), ...way }, randomUUID());
      if (started.ok && !isFree) attempts.push({ booking, externalId: `sandbox_${started.payment_id}` });
    },
  },
  {
    name: "pay, whether or not the hold lives",
    weight: 25,
    run: async (dice) => {
      const attempt = recent(dice, attempts);
      if (attempt) await paysAt(attempt, dice);
    },
  },
  {
    name: "be declined",
    weight: 4,
    run: async (dice) => {
      const attempt = recent(dice, attempts);
      if (!attempt || paid.has(attempt.externalId)) return;
      provider.says(attempt.externalId, { status: "failed", reason: "card_declined" });
      await stage.comesBack(attempt.booking, clock);
    },
  },
  { name: "sweep", weight: 6, run: () => freeLapsedHolds(system(), null) },
  { name: "poll", weight: 4, run: () => stage.poller(clock) },
  {
    name: "cancel",
    weight: 12,
    run: async (dice) => {
      const booking = recent(dice, bookings);
      if (!booking) return;
      const ask = (over: object) => cancelBooking(system(), { booking_id: booking, token: null, ...over });
      const quoted = await ask({});
      if (!quoted.ok && "refund" in quoted) await ask({ expected_refund: quoted.refund });
    },
  },
  {
    name: "move to another departure",
    weight: 8,
    run: (dice) => changes(dice, () => ({ kind: "date", departure_id: dice.of(departures) })),
  },
  {
    name: "bring more people",
    weight: 6,
    run: (dice) => changes(dice, () => ({ kind: "add", names: Array<string>(1 + dice.below(3)).fill("") })),
  },
  {
    name: "come with fewer",
    weight: 6,
    run: (dice) => changes(dice, (positions) => ({ kind: "remove", positions: positions.slice(0, 1 + dice.below(2)) })),
  },
  {
    name: "pay for a change",
    weight: 12,
    run: async (dice) => {
      // mostly the latest ones: seats are held for minutes, and most older ones have lapsed
      const wished = dice.chance(0.8) ? held.at(-1) : recent(dice, held);
      if (!wished) return;
      const { booking, change_id } = wished;
      const wish = { of: changeRef(booking, change_id), provider: "sandbox", method: "card" } as const;
      const started = await startPayment(at(clock), wish, randomUUID());
      if (!started.ok) return;
      const attempt = { booking, externalId: `sandbox_${started.payment_id}` };
      attempts.push(attempt);
      if (dice.chance(0.5)) await paysAt(attempt, dice);
    },
  },
  {
    name: "think better of a change",
    weight: 2,
    run: async (dice) => {
      const wished = recent(dice, held);
      if (wished) await dropChange(system(), { booking_id: wished.booking, token: null, change_id: wished.change_id });
    },
  },
  {
    name: "name a guest",
    weight: 4,
    run: async (dice) => {
      const wished = recent(dice, held);
      if (!wished) return;
      const booking = await findBooking(system(), wished.booking, null);
      const { rows } = await database.services.pool.query<{ position: number }>(
        "select position from tickets where booking_id = $1 and status = 'valid' order by position limit 1",
        [wished.booking],
      );
      const names = rows.map(({ position }) => ({ position, name: `Guest ${dice.below(1000)}` }));
      if (booking) await nameGuests(system(), { booking_id: booking.id, token: null, version: booking.version, names });
    },
  },
  {
    name: "change capacity",
    weight: 5,
    run: (dice) => changeCapacity(system(), { departure_id: dice.of(departures), total_spots: 4 + dice.below(36) }),
  },
  {
    name: "start a friends' table",
    weight: 6,
    run: async (dice) => {
      const booking = recent(dice, await confirmedOnes());
      const token = booking ? accessToken(at(clock).secret, booking) : null;
      const started =
        booking && (await startTable(at(clock), { booking_id: booking, token, places: 1 + dice.below(6) }));
      if (started && started.ok)
        tables.push({ code: started.code, night: (await stage.bookingRow(booking)).scheduled_crawl_id, booking });
    },
  },
  {
    name: "take a share of a friends' table",
    weight: 12,
    run: async (dice) => {
      const table = tables.length > 0 && dice.of(tables.slice(-6));
      if (!table) return;
      const input = bookingInput(table.night, { number_of_people: 1 + dice.below(3) });
      const seller = { kind: "friend", table: table.code } as const;
      const browser = `browser-${dice.below(12)}`;
      const placed = await placeBooking(at(clock, { browser }), input, randomUUID(), { seller });
      if (!placed.ok) return;
      const { id: booking } = placed.booking;
      bookings.push(booking);
      if (dice.chance(0.3)) return;
      const way = { of: bookingRef(booking), provider: "sandbox", method: "card" } as const;
      const started = await startPayment(at(clock), way, randomUUID());
      if (!started.ok) return;
      const attempt = { booking, externalId: `sandbox_${started.payment_id}` };
      attempts.push(attempt);
      await paysAt(attempt, dice);
    },
  },
  { name: "close friends' tables", weight: 4, run: () => closeTables(system()) },
  {
    name: "resize a friends' table",
    weight: 4,
    run: async (dice) => {
      const table = tables.length > 0 && dice.of(tables.slice(-6));
      if (!table) return;
      const token = accessToken(at(clock).secret, table.booking);
      await resizeTable(at(clock), { booking_id: table.booking, token, places: 1 + dice.below(8) });
    },
  },
  {
    name: "close a friends' table early",
    weight: 1,
    run: async (dice) => {
      const booking = recent(dice, bookings);
      const token = booking ? accessToken(at(clock).secret, booking) : null;
      if (booking) await closeTable(at(clock), { booking_id: booking, token });
    },
  },
  { name: "send refunds", weight: 5, run: (dice) => sendRefunds(dice) },
];
async function paysAt(attempt: (typeof attempts)[number], dice: Dice): Promise<void> {
  if (paid.has(attempt.externalId)) return;
  paid.add(attempt.externalId);
  provider.pays(attempt.externalId);
  const news = [
    () => stage.webhook(attempt.externalId, clock),
    () => stage.comesBack(attempt.booking, clock),
    () => Promise.resolve(), // the message is lost and nobody returns: poller or sweeper will find it
  ];
  await dice.of(news)();
  if (dice.chance(0.3)) await dice.of(news)();
}

async function confirmedOnes(): Promise<string[]> {
  const { rows } = await database.services.pool.query<{ id: string }>(
    "select id from bookings where status = 'confirmed' and id = any($1) order by array_position($1, id)",
    [bookings],
  );
  return rows.map(({ id }) => id);
}

/** Changes some confirmed booking at its current quote. */
async function changes(dice: Dice, wish: (positions: number[]) => Change): Promise<void> {
  const booking = recent(dice, await confirmedOnes());
  if (!booking) return;
  const { rows } = await database.services.pool.query<{ position: number }>(
    "select position from tickets where booking_id = $1 and status = 'valid' order by position",
    [booking],
  );
  const change = wish(rows.map(({ position }) => position));
  const priced = await priceChange(system(), { booking_id: booking, token: null, change });
  if (!priced.ok) return;
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const changed = await changeBooking(system(), { booking_id: booking, token: null, change, expected }, randomUUID());
  if (changed.ok && changed.state === "to_pay") held.push({ booking, change_id: changed.change_id });
}

const drawn = operations.flatMap((operation) => Array.from({ length: operation.weight }, () => operation));

async function sendRefunds(dice: Dice): Promise<void> {
  const { rows } = await database.services.pool.query<{ id: string }>(
    "select id from refunds where status in ('requested', 'failed', 'submitted') and due_at <= $1",
    [later(clock)],
  );
  if (dice.chance(0.3)) provider.answersRefunds(dice.of(["failed", "submitted"]));
  for (const { id } of rows) await submitRefund(system(), id);
}

const BOOKS = `
  select d.id, d.total_spots as total, d.available_spots as available, d.overbooked_spots as overbooked, d.late_tolerance as tolerance,
    coalesce((select sum(number_of_people) from bookings b where b.scheduled_crawl_id = d.id and b.status = 'pending'), 0)::int
      + coalesce((select sum(held_people) from booking_changes w where w.to_departure_id = d.id and w.status = 'pending'), 0)::int
      + coalesce((select sum(places - sold) from offline_places o where o.departure_id = d.id and o.returned_at is null), 0)::int
      + coalesce((select sum(places - taken) from friend_tables t where t.departure_id = d.id and t.closed_at is null), 0)::int as held,
    coalesce((select sum(number_of_people) from bookings b where b.scheduled_crawl_id = d.id and b.status = 'confirmed'), 0)::int as confirmed
  from scheduled_crawls d order by d.date`;

// late uses: by money that arrived after the hold's end, when the promised price is kept beyond the limit
const MONEY = `
  select
    (select count(*)::int from (select p.id from payments p join refunds r on r.payment_id = p.id
      group by p.id having sum(r.amount) > p.amount or bool_or(p.status <> 'succeeded')) x) as over_refunded,
    (select count(*)::int from (select purchase_id from payments where placement in ('in_time', 'seats_free', 'tolerance')
      group by 1 having count(*) > 1) x) as placed_twice,
    (select count(*)::int from booking_changes w join bookings b on b.id = w.booking_id
      where w.status = 'pending' and (b.status <> 'confirmed' or b.version <> w.booking_version)) as waiting_in_vain,
    (select count(*)::int from bookings b where b.status = 'confirmed' and not exists (select from payments p
      where p.purchase_id = b.id and p.placement in ('in_time', 'seats_free', 'tolerance'))) as confirmed_for_nothing,
    (select count(*)::int from coupon_redemptions r join bookings b on b.id = r.booking_id join coupons c on c.id = r.coupon_id
      where c.usage_limit is not null and (r.state = 'reserved' and b.hold_expires_at > $1 or r.state = 'used' and not exists (
        select from payments p where p.purchase_id = b.id and (p.placement in ('seats_free', 'tolerance')
          or p.placement = 'in_time' and p.settled_at >= b.hold_expires_at)))) as coupon_uses`;

type Departure = {
  id: string;
  total: number;
  available: number;
  overbooked: number;
  tolerance: number;
  held: number;
  confirmed: number;
};
let before: Departure[] = [];

async function booksBalance(capacityChanged: boolean): Promise<void> {
  const { rows } = await database.services.pool.query<Departure>({ name: "books", text: BOOKS });
  for (const [i, n] of rows.entries()) {
    expect(n.total, "total = available + held + confirmed − overbooked").toBe(
      n.available + n.held + n.confirmed - n.overbooked,
    );
    expect(n.available).toBeGreaterThanOrEqual(0);
    if (!capacityChanged) expect(n.overbooked).toBeLessThanOrEqual(Math.max(before[i]?.overbooked ?? 0, n.tolerance));
  }
  before = rows;
  const money = await database.services.pool.query({ name: "money", text: MONEY, values: [later(clock)] });
  const { coupon_uses, ...never } = money.rows[0] as Record<string, number>;
  expect(never).toEqual({ over_refunded: 0, placed_twice: 0, waiting_in_vain: 0, confirmed_for_nothing: 0 });
  expect(coupon_uses).toBeLessThanOrEqual(COUPON_LIMIT);
}

/**
 * Once all messages have arrived, every payment bought a confirmed booking, was refunded, or waits for a person after its
 * last decline.
 */
async function everythingSettles(): Promise<void> {
  for (const { externalId } of attempts) if (paid.has(externalId)) await stage.webhook(externalId, clock);
  await freeLapsedHolds(system(), null);
  const dice = diceFrom(1);
  for (clock += 2 * 24 * 60; await owes(); clock += 60) await sendRefunds(dice);
  await booksBalance(false);
  const returned = new Map<string, number>();
  for (const { externalId, money, state } of provider.refunds.values())
    if (state.status !== "failed") returned.set(externalId, (returned.get(externalId) ?? 0) + money.amount);
  for (const booking of new Set(attempts.filter((a) => paid.has(a.externalId)).map((a) => a.booking))) {
    const [row, payments, refunds] = [
      await stage.bookingRow(booking),
      await stage.payments(booking),
      await stage.refunds(booking),
    ];
    const came = payments.filter((p) => p.external_id !== null && paid.has(p.external_id));
    const waits = refunds.filter((refund) => refund.status === "manual");
    for (const refund of waits) expect(refund.attempts).toBe(MAX_REFUND_DECLINES);
    const gone =
      sumOf(came.map((p) => returned.get(p.external_id!) ?? 0)) + sumOf(waits.map((refund) => refund.amount));
    const record = row.status === "confirmed" ? row.total_price : 0;
    expect(gone + record, JSON.stringify({ row, payments, refunds })).toBe(sumOf(came.map((p) => p.amount)));
  }
  for (const booking of bookings)
    expect(stage.factsOf(booking).filter((f) => f === "booking.confirmed").length).toBeLessThanOrEqual(1);
  expect(await checkLedger(system())).toBe(0);
}

/** Counts changes, so that a model in which none happens can't pass. */
async function kindsOfChanges(): Promise<string[]> {
  const { rows } = await database.services.pool.query<{ kind: string }>(
    "select distinct kind || ' ' || status as kind from booking_changes order by 1",
  );
  return rows.map(({ kind }) => kind);
}

/** Whether a friend paid, so that a model without tables can't pass, and how many tables gave more places than they have. */
async function friends() {
  const { rows } = await database.services.pool.query<{ paid: boolean; over: number }>(`
    select exists (select from friend_shares s join bookings b on b.id = s.booking_id where b.confirmed_at is not null) as paid,
      (select count(*)::int from friend_tables t where t.places < (select sum(people) from friend_shares s where s.table_id = t.id)) as over`);
  return rows[0];
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

async function owes(): Promise<boolean> {
  const { rows } = await database.services.pool.query(
    "select from refunds where status in ('requested', 'failed') limit 1",
  );
  return rows.length > 0;
}

const ONE_BY_ONE = sized(700, 2000, 13_000);
const TOGETHER = sized(350, 1000, 7000);
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1e9));

test(
  `the books balance after each of ${ONE_BY_ONE} operations, and after ${TOGETHER} more that come up to six at a time`,
  async () => {
    const dice = diceFrom(seed);
    const auditLog: string[] = [];
    try {
      for (let done = 0; done < ONE_BY_ONE + TOGETHER;) {
        const batch = Array.from({ length: done < ONE_BY_ONE ? 1 : 1 + dice.below(6) }, () => dice.of(drawn));
        auditLog.push(`${clock}: ${batch.map((o) => o.name).join(" | ")}`);
        const cut = dice.chance(0.02);
        if (cut) provider.fails();
        await Promise.all(batch.map((o) => (cut ? o.run(dice).catch(() => undefined) : o.run(dice))));
        provider.wakes();
        await booksBalance(batch.some((o) => o.name === "change capacity"));
        clock += dice.chance(0.03) ? 35 : dice.below(3);
        done += batch.length;
      }
      await everythingSettles();
      const kinds = ["add dropped", "add made", "date dropped", "date made", "remove made"];
      expect(await friends()).toMatchObject({ paid: true, over: 0 });
      expect(await kindsOfChanges()).toEqual(expect.arrayContaining(kinds));
      measured(`${ONE_BY_ONE + TOGETHER} operations, seed ${seed}`);
    } catch (error) {
      throw new Error(`SEED=${seed} after:\n${auditLog.slice(-12).join("\n")}\n${(error as Error).message}`, {
        cause: error,
      });
    }
  },
  sized(300_000, 300_000, 4 * 3_600_000),
);
