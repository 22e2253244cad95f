import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { NO_CAPS } from "#src/modules/sales/booking/rules/unpaid.ts";
import { freshDatabase } from "#tests/database.ts";
import { holdingStage } from "#tests/holding.ts";
import { addCoupon, later } from "#tests/seeds.ts";
import { randomUUID } from "node:crypto";

// What `guard_places` counts, for each of the kinds that it knows: a party that would overshoot a cap is refused, one that meets it isn't.

const database = freshDatabase();
const stage = holdingStage(database);
const { night, guest, settings } = stage;

const OFF = Object.fromEntries(
  ["network", "home", "browser", "email", "phone", "domain"].map((kind) => [`unpaid_per_${kind}`, 0]),
);
beforeEach(() => settings({ ...OFF, unpaid_night_share: 0, unpaid_alarm_places: 0 }));

/** Where each kind stands in a booking, whether one night's share is capped for it, and which cap on a limited coupon's uses is its. */
const KINDS = [
  { kind: "network", column: "held_network", isShared: true, uses: "network_uses" },
  { kind: "home", column: "held_home", isShared: true, uses: "network_uses" },
  { kind: "browser", column: "browser", isShared: false, uses: "uses" },
  { kind: "email", column: "held_email", isShared: false, uses: "uses" },
  { kind: "phone", column: "held_phone", isShared: true, uses: "network_uses" },
  { kind: "domain", column: "held_domain", isShared: false, uses: "network_uses" },
] as const;
type Kind = (typeof KINDS)[number];

/** Bookings of so many people that have nothing in common but this one identity, which is returned. */
async function build({ column }: Kind, departure: string, parties: readonly number[]) {
  const who = randomUUID();
  const ids = [];
  for (const people of parties) {
    const placed = await guest().asks(departure, people);
    if (!placed.ok) throw new Error(placed.reason);
    ids.push(placed.booking.id);
  }
  const others = KINDS.map((one) => `${one.column} = ${one.column === column ? "$2" : "null"}`).join(", ");
  await database.services.pool.query(`update bookings set ${others} where id = any($1)`, [ids, who]);
  return { who, ids };
}

type HoldInput = { departure: string; people: number; caps: object; coupon?: string; minutes?: number };
/** Whose cap stops somebody who has only this identity; null where none does. */
async function stops({ kind }: Kind, who: string, { departure, people, caps, coupon, minutes = 0 }: HoldInput) {
  const identities = KINDS.map((one) => (one.kind === kind ? who : null));
  const request = [randomUUID(), departure, coupon ?? null, people, later(minutes), { ...NO_CAPS, ...caps }];
  return database.services.pool
    .query("select guard_places($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)", [...identities, ...request])
    .then(
      () => null,
      ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
    );
}

describe.each(KINDS)("the unpaid places of a $kind", (of) => {
  const met = `RH001 ${of.kind}`;

  test("are counted on all nights: 35 and 5 are 40, 35 and 6 are too many", async () => {
    const [one, other] = [await night(), await night()];
    const { who } = await build(of, one, [20, 15]);
    const asks = (people: number) => stops(of, who, { departure: other, people, caps: { [of.kind]: 40 } });
    expect(await asks(5)).toBeNull();
    expect(await asks(6)).toBe(met);
  });

  test("are nobody else's, and nobody's once they have lapsed", async () => {
    const departure = await night();
    const { who } = await build(of, departure, [20, 15]);
    const caps = { [of.kind]: 40 };
    expect(await stops(of, randomUUID(), { departure, people: 20, caps })).toBeNull();
    expect(await stops(of, who, { departure, people: 20, caps, minutes: 32 })).toBeNull();
  });

  test("are those of changes too that wait to be paid", async () => {
    const [departure, other] = [await night(), await night()];
    const { who, ids } = await build(of, departure, [1]);
    await waits(ids[0]!, departure, 19);
    const asks = (people: number) => stops(of, who, { departure: other, people, caps: { [of.kind]: 25 } });
    expect(await asks(5)).toBeNull();
    expect(await asks(6)).toBe(met);
  });

  test(`are${of.isShared ? "" : "n't"} capped on one night beside its changes`, async () => {
    const [departure, other] = [await night(), await night()];
    const { who, ids } = await build(of, departure, [20]);
    await waits(ids[0]!, departure, 15);
    const caps = { [of.kind]: 1000, night: 40 };
    const asks = (on: string, people: number) => stops(of, who, { departure: on, people, caps });
    expect(await asks(departure, 5)).toBeNull();
    expect(await asks(departure, 6)).toBe(of.isShared ? met : null);
    expect(await asks(other, 6)).toBeNull();
  });

  test("aren't those that are paid, nor those that staff keep", async () => {
    const departure = await night();
    const { who, ids } = await build(of, departure, [20, 15, 1]);
    const [paid, staffs] = ids;
    await database.services.pool.query("update bookings set status = 'confirmed' where id = $1", [paid]);
    await database.services.pool.query("update bookings set source = 'admin' where id = $1", [staffs]);
    await waits(paid!, departure, 4);
    await waits(staffs!, departure, 30);
    const asks = (people: number) => stops(of, who, { departure, people, caps: { [of.kind]: 10 } });
    expect(await asks(5)).toBeNull();
    expect(await asks(6)).toBe(met);
  });

  test("are counted for one after the other", async () => {
    const departure = await night();
    const who = randomUUID();
    const request = { departure, people: 1, caps: { [of.kind]: 40 } };
    const waiting = await database.services.db.transaction().execute(async (tx) => {
      const names = KINDS.map(({ kind }) => sql`${kind === of.kind ? who : null}::text`);
      const caps = JSON.stringify({ ...NO_CAPS, ...request.caps });
      await sql`select guard_places(${sql.join(names)}, ${randomUUID()}, ${departure}, null, 1, ${later(0)}, ${caps}::jsonb)`.execute(
        tx,
      );
      expect(await stops(of, randomUUID(), request), "nobody else waits").toBeNull();
      const same = stops(of, who, request);
      await database.someoneWaits();
      return { same };
    });
    expect(await waiting.same).toBeNull();
  });

  test("use a limited coupon so often and no more", async () => {
    const departure = await night();
    const coupon = await addCoupon(database.services.db, { code: `C${randomUUID().slice(0, 8)}`, usage_limit: 30 });
    const { who, ids } = await build(of, departure, [1, 1]);
    await database.services.pool.query("update bookings set coupon_id = $2 where id = any($1)", [ids, coupon]);
    const asks = (uses: number) =>
      stops(of, who, { departure, people: 1, coupon, caps: { [of.kind]: 1000, [of.uses]: uses } });
    expect(await asks(3)).toBeNull();
    expect(await asks(2)).toBe(met);
  });
});

/** A change of a booking that holds so many places more. */
async function waits(booking: string, departure: string, people: number): Promise<void> {
  await database.services.pool.query(
    `insert into booking_changes (id, booking_id, booking_version, kind, status, from_departure_id, to_departure_id, to_crawl_id,
       people_before, people_after, held_people, currency, unit_price, subtotal, add_ons, discount, total_price, difference, kept,
       hold_expires_at, held_since, request_hash, created_at)
     select gen_random_uuid(), id, version, 'add', 'pending', scheduled_crawl_id, $2, crawl_id, number_of_people, number_of_people + $3, $3, currency,
       unit_price, unit_price * (number_of_people + $3), 0, 0, unit_price * (number_of_people + $3), unit_price * $3, 0, $4, $5, 'x', $5
     from bookings where id = $1`,
    [booking, departure, people, later(31), later(0)],
  );
}
