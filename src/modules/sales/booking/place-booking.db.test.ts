import { beforeAll, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking, quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { openPool } from "#src/platform/db.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const browser = (name: string) => database.ctx({ actor: { browser: name } });
let keys = 0;
const key = () => `key-${keys++}`;
const placed = async (ctx = database.ctx(), input: Parameters<typeof placeBooking>[1], k = key()) => {
  const result = await placeBooking(ctx, input, k);
  if (!result.ok) throw new Error(result.reason);
  return result.booking;
};

test("a booking takes its seats, is priced by the server and holds for 31 minutes", async () => {
  const id = await newDeparture({ sale_price: 1600 });
  const booking = await placed(database.ctx(), bookingInput(id));
  expect(booking).toMatchObject({ status: "pending", total: { amount_minor: 64000, currency: "MXN" } });
  expect(booking.reference).toMatch(/^RND-[2-9A-Z]{6}$/);
  expect(booking.hold_expires_at).toBe(later(31).toISOString());
  expect(await seats(id)).toEqual({ total: 40, available: 38, overbooked: 0, held: 2, confirmed: 0 });
});

test.each([
  ["without anything else", {}, 2],
  // first by what counts a wrong code
  ["with a coupon", { coupon_code: "PLANNED" }, 3],
  ["with a partner's code", { partner_code: "P-77" }, 2],
])("what a booking %s reads and writes is planned five times, and never again", async (_, over, statements) => {
  const pool = openPool(database.url, 1);
  await pool.query(`insert into partners (name, code, email, created_at)
    select n, 'P-' || n, n || '@partner.test', now() from generate_series(1, 2000) n on conflict do nothing`);
  await pool.query(
    "insert into coupons (code, discount_type, value) values ('PLANNED', 'percentage', 10) on conflict do nothing",
  );
  await pool.query("analyze partners");
  const id = await newDeparture({ seats: 100 });
  const ctx = { ...browser("planned"), pool };
  for (let n = 0; n < 12; n++) await placed(ctx, bookingInput(id, { number_of_people: 1, ...over }));
  const { rows } = await pool.query<{ name: string; planned: number }>(
    "select name, custom_plans::int as planned from pg_prepared_statements where name like 'read-offer%' or name = 'take-hold'",
  );
  await pool.end();
  expect(rows.filter(({ planned }) => planned > 5)).toEqual([]);
  expect(rows).toHaveLength(statements);
});

describe("a retried request", () => {
  test("gives the first answer and takes nothing more, even when the departure is full by then", async () => {
    const id = await newDeparture({ seats: 2 });
    const first = await placed(database.ctx(), bookingInput(id), "again");
    expect(await placed(database.ctx(), bookingInput(id), "again")).toEqual(first);
    expect(await seats(id)).toMatchObject({ available: 0, held: 2 });
  });

  test("with other contents is a conflict", async () => {
    const id = await newDeparture();
    await placed(database.ctx(), bookingInput(id), "mixed");
    const second = await placeBooking(database.ctx(), bookingInput(id, { number_of_people: 3 }), "mixed");
    expect(second).toMatchObject({ ok: false, reason: "idempotency_conflict" });
  });

  test("sent twice at once is one booking", async () => {
    const id = await newDeparture();
    const twice = await Promise.all([1, 2].map(() => placed(browser("race"), bookingInput(id), "twin")));
    expect(twice[0]).toEqual(twice[1]);
    expect(await seats(id)).toMatchObject({ available: 38, held: 2 });
  });
});

describe("the last seats", () => {
  test("asked for twice at once with one key are one booking, and both are told so", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await newDeparture({ seats: 2 });
      const k = key();
      const ask = (name: string) => placeBooking(browser(name), bookingInput(id), k);
      const answers = await Promise.all([ask("left"), ask("right"), ask("third")]);
      expect(answers.map((a) => a.ok)).toEqual([true, true, true]);
      expect(answers[1]).toEqual(answers[0]);
      expect(await seats(id)).toMatchObject({ available: 0, held: 2 });
    }
  });

  test("of a coupon asked for twice at once with one key are one booking as well", async () => {
    const id = await newDeparture({ seats: 200 });
    for (let round = 0; round < 10; round++) {
      const [k, code] = [key(), `TWIN${round}`];
      await addCoupon(database.services.db, { code, usage_limit: 1 });
      const ask = (name: string) => placeBooking(browser(name), bookingInput(id, { coupon_code: code }), k);
      const answers = await Promise.all([ask("left"), ask("right")]);
      expect(answers.map((a) => a.ok)).toEqual([true, true]);
      expect(answers[1]).toEqual(answers[0]);
    }
  });
});

test("a reference that another booking has is drawn again", async () => {
  const id = await newDeparture();
  const { reference } = await placed(browser("first"), bookingInput(id));
  const { pool } = database.services;
  await pool.query(`create sequence draws; create function same_reference() returns trigger language plpgsql as
    $$ begin if nextval('draws') <= 2 then new.reference := '${reference}'; end if; return new; end $$;
    create trigger same_reference before insert on bookings for each row execute function same_reference()`);
  const second = await placed(browser("second"), bookingInput(id)).finally(() =>
    pool.query("drop trigger same_reference on bookings"),
  );
  expect(second.reference).not.toBe(reference);
  expect(await seats(id)).toMatchObject({ available: 36, held: 4 });
});

describe("refused", () => {
  test.each([
    ["departure_past", { date: "2026-11-19" }],
    ["departure_cancelled", { status: "cancelled" }],
    ["bookings_disabled", { bookings_disabled: true }],
    ["external_booking", { external_booking_link: "https://partner.example/book" }],
    ["sold_out", { seats: 1 }],
  ])("as %s on a departure with %o, and nothing changes", async (reason, over) => {
    const id = await newDeparture(over);
    const before = await seats(id);
    expect(await placeBooking(database.ctx(), bookingInput(id), key())).toMatchObject({ ok: false, reason });
    expect(await seats(id)).toEqual(before);
  });

  test("says how many seats are left", async () => {
    const id = await newDeparture({ seats: 1 });
    expect(await placeBooking(database.ctx(), bookingInput(id), key())).toMatchObject({ reason: "sold_out", left: 1 });
  });

  test("as price_changed with the new quote when another total was shown", async () => {
    const id = await newDeparture();
    const displayed_total = { amount_minor: 70000, currency: "MXN" as const };
    const result = await placeBooking(database.ctx(), bookingInput(id, { displayed_total }), key());
    expect(result).toMatchObject({ reason: "price_changed", quote: { total: { amount_minor: 80000 } } });
  });

  test("as a departure that another site sells", async () => {
    const hidden = await addCrawl(database.services.db, { title: "Ronda San Cristóbal" });
    const id = await addDeparture(database.services.db, hidden);
    expect(await placeBooking(database.ctx(), bookingInput(id), key())).toMatchObject({ reason: "crawl_not_found" });
    expect(await placeBooking(database.ctx({ site: "oaxaca" }), bookingInput(id), key())).toMatchObject({ ok: true });
  });
});

test("a departure of a crawl that is not active is sold as the default crawl", async () => {
  const gone = await addCrawl(database.services.db, { is_active: false, price: 9900 });
  const id = await addDeparture(database.services.db, gone);
  const booking = await placed(database.ctx(), bookingInput(id));
  expect(booking.total).toEqual({ amount_minor: 80000, currency: "MXN" });
});

describe("holds", () => {
  test("that have lapsed are no reason to say sold out, swept or not", async () => {
    const id = await newDeparture({ seats: 2 });
    await placed(browser("a"), bookingInput(id));
    const after = { ...browser("b"), now: later(32) };
    await placed(after, bookingInput(id));
    expect(await seats(id)).toEqual({ total: 2, available: 0, overbooked: 0, held: 2, confirmed: 0 });
  });

  test("end with the sweeper, which frees their seats and their coupon", async () => {
    const id = await newDeparture();
    const couponId = await addCoupon(database.services.db, { code: "SWEEP", usage_limit: 1 });
    await placed(browser("a"), bookingInput(id, { coupon_code: "sweep" }));
    await freeLapsedHolds({ ...database.ctx(), now: later(32) }, id);
    expect(await seats(id)).toMatchObject({ available: 40, held: 0 });
    const redemption = await database.services.db
      .selectFrom("coupon_redemptions")
      .selectAll()
      .where("coupon_id", "=", couponId)
      .execute();
    expect(redemption.map((r) => r.state)).toEqual(["released"]);
  });

  test("of the same browser for the same departure are replaced, not added", async () => {
    const id = await newDeparture({ seats: 4 });
    await placed(browser("mine"), bookingInput(id, { number_of_people: 3 }));
    await placed(browser("mine"), bookingInput(id, { number_of_people: 4 }));
    expect(await seats(id)).toMatchObject({ available: 0, held: 4 });
  });

  test("that are replaced leave a trail, like every hold that ends", async () => {
    const { db } = database.services;
    const first = await placed(browser("trail"), bookingInput(await newDeparture()));
    const row = await db.selectFrom("bookings").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
    await placed(browser("trail"), bookingInput(row.scheduled_crawl_id, { number_of_people: 3 }));
    const auditLog = await db
      .selectFrom("audit_log")
      .selectAll()
      .where("subject_id", "=", first.id)
      .orderBy("id")
      .execute();
    expect(auditLog.map((entry) => entry.action)).toEqual(["booking.held", "booking.cancelled"]);
    expect(auditLog[1]).toMatchObject({
      actor_kind: "guest",
      changes: { status: { old: "pending", new: "cancelled" }, cancel_reason: { old: null, new: "replaced" } },
    });
  });

  test("stay when the provider that would have to let go of them doesn't answer", async () => {
    const id = await newDeparture();
    const { at, provider, goesToPay } = payingStage(database);
    const stuck = at(0, { browser: "stuck" });
    await goesToPay((await placed(stuck, bookingInput(id))).id);
    const silent = { ...provider, expire: () => Promise.reject(new Error("no answer")) };
    const providers = { ...stuck.providers, sandbox: silent };
    const again = await placeBooking({ ...stuck, providers }, bookingInput(id), key());
    expect(again).toMatchObject({ ok: false, reason: "provider_unavailable" });
    expect(await seats(id)).toMatchObject({ available: 38, held: 2 });
  });

  test("are replaced while they are paid for, and neither waits for the other crosswise over a coupon without a limit", async () => {
    const { pool, db } = database.services;
    const coupon = await addCoupon(db, { code: "ENDLESS" });
    const mine = await placed(browser("both"), bookingInput(await newDeparture(), { coupon_code: "ENDLESS" }));
    const client = await pool.connect();
    await client.query("begin");
    await client.query("set local deadlock_timeout = '10s'"); // makes the other side detect the deadlock
    await client.query("update bookings set cancelled_at = null where id = $1", [mine.id]); // as its replacement does first
    const paying = retakeHold(database.ctx(), mine.id).catch((error: Error) => error);
    await database.someoneWaits();
    await client.query("select from coupons where id = $1 for key share", [coupon]); // as the new booking's foreign key does next
    await client.query("commit");
    client.release();
    expect(await paying).toMatchObject({ ok: true });
  });

  test("survive when their replacement finds no seats", async () => {
    const id = await newDeparture({ seats: 4 });
    await placed(browser("theirs"), bookingInput(id, { number_of_people: 2 }));
    await placed(browser("mine"), bookingInput(id, { number_of_people: 2 }));
    const more = await placeBooking(browser("mine"), bookingInput(id, { number_of_people: 3 }), key());
    expect(more).toMatchObject({ reason: "sold_out" });
    expect(await seats(id)).toMatchObject({ available: 0, held: 4 });
  });
});

describe("coupons", () => {
  test("that are deleted while they are used take nothing with them", async () => {
    const { pool, db } = database.services;
    const coupon = await addCoupon(db, { code: "FLEETING" });
    const id = await newDeparture();
    const client = await pool.connect();
    await client.query("begin");
    await client.query("delete from coupons where id = $1", [coupon]);
    const placing = placeBooking(browser("late"), bookingInput(id, { coupon_code: "FLEETING" }), key());
    await database.someoneWaits();
    await client.query("commit");
    client.release();
    expect(await placing).toMatchObject({ ok: false, reason: "coupon_invalid" });
    expect(await seats(id)).toMatchObject({ available: 40, held: 0 });
  });

  test("discount the total and are reserved", async () => {
    await addCoupon(database.services.db, { code: "TENOFF" });
    const booking = await placed(database.ctx(), bookingInput(await newDeparture(), { coupon_code: "  tenoff " }));
    expect(booking.total.amount_minor).toBe(72000);
  });

  test.each([
    ["coupon_invalid", { code: "OFF", is_active: false }],
    ["coupon_invalid", { code: "SOON", start_date: later(1) }],
    ["coupon_expired", { code: "GONE", expiry_date: NOON }],
    ["coupon_minimum", { code: "BIG", minimum_purchase: 100_00 }],
  ])("are refused as %s with %o", async (reason, coupon) => {
    await addCoupon(database.services.db, coupon);
    const input = bookingInput(await newDeparture(), { coupon_code: coupon.code });
    const ctx = database.ctx({ actor: { address: `198.51.100.${keys}`, browser: key() } });
    expect(await placeBooking(ctx, input, key())).toMatchObject({ ok: false, reason });
  });

  test("of a city or a crawl are refused elsewhere, and discount there", async () => {
    const { db } = database.services;
    await db
      .insertInto("cities")
      .values({ id: "of-coupons", name: "Oaxaca", time_zone: "America/Mexico_City" })
      .execute();
    const other = await addCrawl(db, { title: "Ronda Other" });
    const there = await addDeparture(db, other);
    const here = await newDeparture();
    const codes = [
      { code: "CITYHERE", city_id: "mexico-city" },
      { code: "CITYAWAY", city_id: "of-coupons" },
      { code: "CRAWLTHERE", crawl_id: other },
    ];
    for (const coupon of codes) await addCoupon(db, coupon);
    const answer = async (id: string, coupon_code: string) => {
      const ctx = database.ctx({ actor: { address: `198.51.100.${keys}`, browser: key() } });
      const booking = await placeBooking(ctx, bookingInput(id, { coupon_code }), key());
      return booking.ok ? booking.booking.total.amount_minor : booking.reason;
    };
    const answers = async (id: string) => [
      await answer(id, "CITYHERE"),
      await answer(id, "CITYAWAY"),
      await answer(id, "CRAWLTHERE"),
    ];
    expect(await answers(here)).toEqual([72000, "coupon_elsewhere", "coupon_elsewhere"]);
    expect(await answers(there)).toEqual([72000, "coupon_elsewhere", 72000]);
  });

  test("with a limit of one serve one of many at once", async () => {
    await addCoupon(database.services.db, { code: "ONLYONE", usage_limit: 1 });
    const id = await newDeparture({ seats: 200 });
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        placeBooking(browser(`b${i}`), bookingInput(id, { coupon_code: "ONLYONE" }), key()),
      ),
    );
    expect(tries.filter((r) => r.ok)).toHaveLength(1);
    expect(tries.filter((r) => !r.ok && r.reason === "coupon_used_up")).toHaveLength(49);
    expect(await seats(id)).toMatchObject({ available: 198, held: 2 });
  });

  test("can't be guessed more often by guessing all at once", async () => {
    const id = await newDeparture();
    const ask = (coupon_code: string) =>
      quoteBooking(database.ctx({ actor: { address: "198.51.100.201", browser: null } }), {
        scheduled_crawl_id: id,
        number_of_people: 2,
        currency: "MXN",
        coupon_code,
      });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(`burst-${i}`)));
    const message = answers.filter((a) => !a.ok && a.reason === "coupon_invalid").length;
    expect(message).toBeGreaterThan(0);
    expect(message).toBeLessThanOrEqual(10);
    expect(await ask("TENOFF")).toMatchObject({ reason: "too_many_attempts" });
  });

  test("can be guessed ten times from one address", async () => {
    const id = await newDeparture();
    const ctx = database.ctx({ actor: { address: "198.51.100.200", browser: null } });
    const ask = (coupon_code: string) =>
      quoteBooking(ctx, { scheduled_crawl_id: id, number_of_people: 2, currency: "MXN", coupon_code });
    for (let i = 0; i < 10; i++) expect(await ask(`guess-${i}`)).toMatchObject({ reason: "coupon_invalid" });
    expect(await ask("guess-again")).toMatchObject({ reason: "too_many_attempts" });
    expect(await ask("TENOFF")).toMatchObject({ reason: "too_many_attempts" });
  });
});

describe("a currency", () => {
  // a provider without the sandbox, charging only the configured currencies
  const ctx = () => {
    const { sandbox, free } = database.services.providers;
    return database.ctx({ providers: { stripe: sandbox!, paypal: sandbox!, free: free! } });
  };
  const charging = async (value: string) => {
    const { db } = database.services;
    await db
      .insertInto("app_settings")
      .values({ key: "provider_currencies", value })
      .onConflict((c) => c.column("key").doUpdateSet({ value }))
      .execute();
    forgetSettings({ db });
  };
  const request = (scheduled_crawl_id: string, currency: "EUR" | "USD", coupon_code?: string) =>
    quoteBooking(ctx(), { scheduled_crawl_id, number_of_people: 2, currency, coupon_code });

  test("that nobody charges is neither quoted nor booked, and takes no seat", async () => {
    await charging("stripe: MXN,USD; paypal: MXN");
    const id = await newDeparture();
    expect(await request(id, "EUR")).toMatchObject({ ok: false, reason: "currency_not_offered" });
    const booked = await placeBooking(ctx(), bookingInput(id, { currency: "EUR" }), key());
    expect(booked).toMatchObject({ ok: false, reason: "currency_not_offered" });
    expect(await seats(id)).toMatchObject({ available: 40, held: 0 });
    expect(await request(id, "USD")).toMatchObject({ ok: true });
  });

  test("doesn't matter where nothing is to be paid", async () => {
    await charging("stripe: MXN; paypal: MXN");
    await addCoupon(database.services.db, { code: "GIFT", value: 100 });
    const id = await newDeparture();
    expect(await request(id, "EUR", "GIFT")).toMatchObject({ ok: true, quote: { total: { amount_minor: 0 } } });
    const input = bookingInput(id, { currency: "EUR", coupon_code: "GIFT" });
    expect((await placed(ctx(), input)).total).toEqual({ amount_minor: 0, currency: "EUR" });
  });
});

describe("a price that is set for a currency", () => {
  const quoted = async (id: string, currency: "MXN" | "USD" | "EUR") => {
    const ctx = database.ctx({ actor: { browser: null } });
    const answer = await quoteBooking(ctx, { scheduled_crawl_id: id, number_of_people: 2, currency });
    if (!answer.ok) throw new Error(answer.reason);
    const { subtotal, regular_price_per_person: regular, in_pesos } = answer.quote;
    return [subtotal.amount_minor, regular.amount_minor, in_pesos?.amount_minor ?? null];
  };

  test("is what is charged, and the pesos beside another one are what would be paid in pesos", async () => {
    const set = await addCrawl(database.services.db, { prices: { MXN: 38_000 } });
    const id = await addDeparture(database.services.db, set, {});
    expect(await quoted(id, "MXN")).toEqual([76_000, 38_000, null]);
    expect(await quoted(id, "USD")).toEqual([4000, 2000, 76_000]);
    expect(await quoted(id, "EUR")).toEqual([3680, 1840, 76_000]);
    const sale = await addDeparture(database.services.db, set, { sale_price: 1600, sale_prices: { MXN: 30_000 } });
    expect(await quoted(sale, "MXN")).toEqual([60_000, 38_000, null]);
    expect(await quoted(sale, "USD")).toEqual([3200, 2000, 60_000]);
  });

  test("that a sale reduces is booked with what it would have been, for the saving to be said on the way", async () => {
    const id = await addDeparture(database.services.db, crawlId, { sale_price: 1600 });
    const reduced = await findBooking(browser("sale"), (await placed(browser("sale"), bookingInput(id))).id, null);
    expect(reduced!.private).toMatchObject({ unit_price: 32_000, regular_unit_price: 40_000, early_bird: false });
    const plain = await addDeparture(database.services.db, crawlId, {});
    const whole = await findBooking(browser("full"), (await placed(browser("full"), bookingInput(plain))).id, null);
    expect(whole!.private).toMatchObject({ regular_unit_price: null });
  });

  test("is booked with the rate of the day and its pesos, which don't drift with later rates", async () => {
    const { db } = database.services;
    const set = await addCrawl(db, { prices: { MXN: 38_000, USD: 2000 } });
    const id = await addDeparture(db, set, {});
    const booking = await placed(database.ctx(), bookingInput(id, { currency: "USD" }));
    const row = await db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ unit_price: 2000, base_currency: "USD", rate: 1, peso_rate: 19 });
    const pesos = await placed(browser("pesos"), bookingInput(id));
    const other = await db.selectFrom("bookings").selectAll().where("id", "=", pesos.id).executeTakeFirstOrThrow();
    expect(other).toMatchObject({ unit_price: 38_000, rate: 20, peso_rate: null });
    const rate = (per_usd: number) =>
      db.updateTable("currency_rates").set({ per_usd }).where("currency", "=", "MXN").execute();
    await rate(25);
    forgetSettings({ db });
    const view = await findBooking(database.ctx(), booking.id, null);
    expect(view).toMatchObject({ total: { amount_minor: 4000 }, in_pesos: { amount_minor: 76_000, currency: "MXN" } });
    await rate(20);
    forgetSettings({ db });
  });

  test.each([[{ MXN: -1 }], [{ MXN: 1.5 }], [{ MXN: "400" }], [{ XYZ: 1 }], [[]], [40_000]])(
    "can't be stored as %j",
    async (prices) => {
      const { db } = database.services;
      const stored = db
        .updateTable("pub_crawls")
        .set({ prices: JSON.stringify(prices) })
        .where("id", "=", crawlId);
      await expect(stored.execute()).rejects.toThrow("prices_check");
    },
  );
});
