import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { openPool } from "#src/platform/db.server.ts";
import { inTransaction } from "#src/platform/transaction.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCoupon, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Guests who book at the same moment share statements (docs/decisions/202); each is told, and gets, what they would alone.

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const night = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
let guests = 0;
/** A guest with an address, a mailbox and a phone of their own. */
const guest = () => {
  const n = guests++;
  const ctx = database.ctx({ actor: { browser: `together-${n}`, address: `10.${n >> 8}.${n & 255}.1` } });
  const customer = { ...bookingInput("").customer, email: `guest${n}@example.test`, phone: `+52 55 ${20_000_000 + n}` };
  return { ctx, customer };
};
const book = (id: string, over = {}, { ctx, customer } = guest(), key: string = randomUUID()) =>
  placeBooking(ctx, bookingInput(id, { customer, ...over }), key);

/** A pool that does something before each statement. */
const through = <Pool extends object>(pool: Pool, before: (request: { name?: string }) => unknown): Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      const own = Reflect.get(target, name) as unknown;
      if (name !== "query") return typeof own === "function" ? (own as () => unknown).bind(target) : own;
      return async (request: { name?: string }) => {
        await before(request);
        return (own as (request: object) => unknown).call(target, request);
      };
    },
  });

/** A pool that counts what is sent, by the statement's name. */
function counted() {
  const sent: (string | undefined)[] = [];
  const pool = through(database.services.pool, ({ name }) => sent.push(name));
  return { pool, count: (name: string) => sent.filter((one) => one === name).length };
}

test("forty at once are a handful of statements, and each has what they asked for", async () => {
  const nights = await Promise.all(Array.from({ length: 5 }, () => night()));
  const { pool, count } = counted();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => {
      const { ctx, customer } = guest();
      return book(nights[n % 5]!, { number_of_people: 1 + (n % 3) }, { ctx: { ...ctx, pool }, customer });
    }),
  );
  expect(answers.map(({ ok }) => ok)).toEqual(Array.from({ length: 40 }, () => true));
  expect(count("take-hold")).toBeLessThan(10);
  expect(count("take-holds")).toBeLessThan(15);
  expect(count("read-offer") + count("read-offers")).toBeLessThan(15);
  for (const [n, id] of nights.entries()) {
    const people = Array.from({ length: 8 }, (_, m) => 1 + ((n + 5 * m) % 3)).reduce((sum, one) => sum + one, 0);
    expect(await seats(id)).toMatchObject({ available: 40 - people, held: people, overbooked: 0 });
  }
});

test("what is written for many is what is written for one", async () => {
  const { pool } = database.services;
  await pool.query(
    "insert into partners (name, code, email, created_at) values ('Hostal', 'TOGETHER', 'h@partner.test', now())",
  );
  await addCoupon(database.services.db, { code: "TOGETHER10" });
  const id = await night({ sale_price: 1600 });
  const wish = {
    number_of_people: 2,
    additional_names: ["Zoë Müller"],
    special_requests: 'Sin alcohol, "por favor" \\ {}',
    coupon_code: "together10",
    partner_code: "together",
    language: "es",
  };
  const alone = await book(id, wish);
  const many = await Promise.all(Array.from({ length: 6 }, () => book(id, wish)));
  const ids = [alone, ...many].map((answer) => (answer.ok ? answer.booking.id : answer.reason));
  const written = async (what: string) =>
    (await pool.query<{ id: string; row: object }>(what, [ids])).rows.map(
      ({ id: of, row }) => [ids.indexOf(of), row] as const,
    );
  const all = [
    `select id, to_jsonb(b) - '{id,reference,browser,email,phone,found_by,held_network,held_home,held_email,held_phone}'::text[]
      || jsonb_build_object('given', jsonb_build_array(browser is null, held_network is null, held_home is null, held_email is null, held_phone is null)) as row
      from bookings b where id = any($1)`,
    "select booking_id as id, to_jsonb(r) - '{booking_id,updated_at}'::text[] as row from coupon_redemptions r where booking_id = any($1)",
    "select subject_id as id, to_jsonb(a) - '{id,at,subject_id,source}'::text[] as row from audit_log a where subject_id = any($1)",
    "select answer ->> 'id' as id, to_jsonb(k) - '{key,answer,request_hash,created_at}'::text[] as row from idempotency_keys k where answer ->> 'id' = any($1)",
    `select unnest(bookings)::text as id, jsonb_build_object('kind', split_part(identity, ':', 1), 'people', people) as row
      from unpaid_places where bookings && $1::uuid[] and identity not like 'domain:%' order by identity`,
  ];
  for (const what of all) {
    const rows = await written(what);
    const of = (n: number) => rows.filter(([m]) => m === n).map(([, row]) => row);
    expect(of(0).length, what).toBeGreaterThan(0);
    for (let n = 1; n < ids.length; n++) expect(of(n), what).toEqual(of(0));
  }
});

test("a night isn't oversold, and nobody is refused who fits", async () => {
  for (let round = 0; round < 5; round++) {
    const id = await night({ seats: 17 });
    const sizes = Array.from({ length: 30 }, (_, n) => 1 + ((n * 7 + round) % 4));
    const answers = await Promise.all(sizes.map((people) => book(id, { number_of_people: people })));
    const sold = sizes.filter((_, n) => answers[n]!.ok).reduce((sum, one) => sum + one, 0);
    expect(await seats(id)).toMatchObject({ available: 17 - sold, held: sold, overbooked: 0 });
    const refused = sizes.filter((_, n) => !answers[n]!.ok);
    expect(Math.min(...refused)).toBeGreaterThan(17 - sold);
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]))).toEqual(refused.map(() => "sold_out"));
  }
});

test("somebody else's lock of one night keeps nobody from another", async () => {
  const [locked, free] = [await night(), await night()];
  const { pool, count } = counted();
  const one = (id: string) => {
    const { ctx, customer } = guest();
    return book(id, { number_of_people: 1 }, { ctx: { ...ctx, pool }, customer });
  };
  const waiting = await inTransaction(database.services.pool, async (on) => {
    await on.query("select from scheduled_crawls where id = $1 for update", [locked]);
    const all = Promise.all(Array.from({ length: 3 }, () => one(locked)));
    const others = await Promise.all(Array.from({ length: 12 }, () => one(free)));
    expect(others.every(({ ok }) => ok)).toBe(true);
    expect((await seats(locked)).available).toBe(40);
    // those of the locked night alone are left to a statement for one, which waits
    expect(count("take-hold")).toBeLessThan(9);
    return { all };
  });
  expect((await waiting.all).every(({ ok }) => ok)).toBe(true);
  expect(await seats(locked)).toMatchObject({ available: 37, held: 3 });
});

test("a night that was locked for a moment is sold to many in few statements", async () => {
  const id = await night();
  const { pool, count } = counted();
  const all = await inTransaction(database.services.pool, async (on) => {
    await on.query("select from scheduled_crawls where id = $1 for update", [id]);
    const crowd = Array.from({ length: 20 }, () => {
      const { ctx, customer } = guest();
      return book(id, { number_of_people: 1 }, { ctx: { ...ctx, pool }, customer });
    });
    await expect.poll(() => count("take-locked-holds")).toBeGreaterThan(0);
    return { answers: Promise.all(crowd) };
  });
  expect((await all.answers).every(({ ok }) => ok)).toBe(true);
  expect(count("take-hold")).toBeLessThan(10);
  expect(await seats(id)).toMatchObject({ available: 20, held: 20 });
});

test("what one of them can't do fails for nobody else", async () => {
  const id = await night({ seats: 100 });
  const { pool } = database.services;
  await pool.query(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.first_name = 'Trouble' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_one before insert on bookings for each row execute function refuse_one()`);
  const trouble = guest();
  const [bad, ...good] = await Promise.allSettled([
    ...Array.from({ length: 3 }, () => book(id, { number_of_people: 1 })),
    book(id, {}, { ...trouble, customer: { ...trouble.customer, first_name: "Trouble" } }),
    ...Array.from({ length: 8 }, () => book(id, { number_of_people: 1 })),
  ])
    .then((all) => [all[3]!, ...all.slice(0, 3), ...all.slice(4)])
    .finally(() => pool.query("drop trigger refuse_one on bookings; drop function refuse_one"));
  expect(bad).toMatchObject({ status: "rejected", reason: { message: "refused" } });
  expect(good.map((one) => one.status === "fulfilled" && one.value.ok)).toEqual(good.map(() => true));
  expect(await seats(id)).toMatchObject({ available: 89, held: 11 });
});

test("a code that was right counts as a guess once it is switched off", async () => {
  const { pool } = database.services;
  const id = await night({ seats: 100 });
  await addCoupon(database.services.db, { code: "WASRIGHT" });
  const reasons = async (n: number) => {
    const answers = await Promise.all(
      Array.from({ length: n }, () => book(id, { coupon_code: "wasright", number_of_people: 1 })),
    );
    return answers.map((answer) => (answer.ok ? "ok" : answer.reason));
  };
  expect(await reasons(12)).toEqual(Array.from({ length: 12 }, () => "ok"));
  await pool.query("update coupons set is_active = false where code = 'WASRIGHT'");
  await pool.query("delete from rate_counters");
  expect(await reasons(4)).toEqual(Array.from({ length: 4 }, () => "coupon_invalid"));
  const { rows } = await pool.query<{ count: number }>(
    "select max(count)::int as count from rate_counters where key like 'coupon%'",
  );
  expect(rows[0]!.count).toBe(4);
});

test("what they share is planned five times, and never again", async () => {
  const pool = openPool(database.url, 1);
  const id = await night({ seats: 1000 });
  const wave = () => {
    const all = Array.from({ length: 6 }, () => guest());
    return Promise.all(
      all.map(({ ctx, customer }) => book(id, { number_of_people: 1 }, { ctx: { ...ctx, pool }, customer })),
    );
  };
  for (let n = 0; n < 14; n++) expect((await wave()).every(({ ok }) => ok)).toBe(true);
  const { rows } = await pool.query<{ name: string; planned: number; reused: number }>(
    "select name, custom_plans::int as planned, generic_plans::int as reused from pg_prepared_statements where name in ('read-offers', 'take-holds')",
  );
  await pool.end();
  expect(rows).toHaveLength(2);
  expect(rows.filter(({ planned, reused }) => planned > 5 || reused === 0)).toEqual([]);
});

test.each([
  ["cancelled", "update scheduled_crawls set status = 'cancelled' where id = $1"],
  ["closed", "update scheduled_crawls set bookings_disabled = true where id = $1"],
  [
    "sold elsewhere",
    "update scheduled_crawls set external_booking_link = 'https://partner.example/book' where id = $1",
  ],
  ["over", "update scheduled_crawls set sales_close_at = '2026-01-01' where id = $1"],
  [
    "sold to somebody else",
    "update scheduled_crawls set available_spots = 0, overbooked_spots = 0, total_spots = 1 where id = $1",
  ],
  ["of a closed city", "update cities set is_active = $1::uuid is null"],
  [
    "of a closed site",
    "insert into app_settings (key, value) select 'open_for_sale', 'false' where $1::uuid is not null",
  ],
])("a night that is %s between reading and writing is sold to none of many", async (_, change) => {
  const id = await night();
  const { pool } = database.services;
  let isChanged: Promise<unknown> | null = null;
  const late = through(pool, async (request) => {
    if (request.name?.startsWith("take-hold")) await (isChanged ??= pool.query(change, [id]));
  });
  const all = Array.from({ length: 8 }, () => guest());
  const answers = await Promise.all(
    all.map(({ ctx, customer }) => book(id, {}, { ctx: { ...ctx, pool: late }, customer })),
  ).finally(() =>
    pool.query("update cities set is_active = true; delete from app_settings where key = 'open_for_sale'"),
  );
  expect(isChanged).not.toBeNull();
  expect(answers.map(({ ok }) => ok)).toEqual(all.map(() => false));
  const { rows } = await pool.query("select id from bookings where scheduled_crawl_id = $1", [id]);
  expect(rows).toEqual([]);
});
