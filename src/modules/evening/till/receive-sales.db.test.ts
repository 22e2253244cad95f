import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { attentionCounts } from "#src/modules/office/reports/queries.server.ts";
import { MOST_HANDED_OVER } from "#src/modules/evening/door/rules/device.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { lendPlaces } from "#src/modules/evening/till/lend-places.server.ts";
import { refusedSales } from "#src/modules/evening/till/queries.server.ts";
import { receiveSales } from "#src/modules/evening/till/receive-sales.server.ts";
import { type HandedSale, SalesInput } from "#src/modules/evening/till/schema.ts";
import { settleRefusal } from "#src/modules/evening/till/settle-refusal.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { guideWithPhone, offlineSale, RUNNING } from "#tests/offline-phone.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
beforeAll(async () => {
  const { db } = database.services;
  await seedMinimal(db);
  await db.insertInto("app_settings").values({ key: "offline_places", value: "4" }).execute();
  forgetSettings(database.services);
});

const tonight = async (seats = 20) =>
  addDeparture(database.services.db, await addCrawl(database.services.db, {}), { date: "2026-11-20", seats });
/** A call of a phone: nobody is signed in. */
const phone = (minutes = RUNNING) => stage.at(minutes);
const office = (role = "manager") => stage.at(RUNNING, { kind: "user", role, secondFactor: true });

const guide = (opens: { till?: boolean } = {}) =>
  guideWithPhone(
    database.services.db,
    (userId) => stage.at(RUNNING, { kind: "user", role: "guide", userId, secondFactor: true }),
    opens,
  );
const sale = (departure: string, over: object = {}) => offlineSale(departure, { people: 2, expected: 80_000, ...over });
const read = (...sales: object[]) => SalesInput.parse({ sales });
async function send(secret: string, sales: object[], minutes = RUNNING) {
  const got = await receiveSales(phone(minutes), secret, read(...sales));
  if (!got.ok) throw new Error(got.reason);
  return got.answer.answers.map(({ result, reason }) => [result, reason]);
}
const hold = (secret: string, departure_id: string, give_back: string[] = []) =>
  lendPlaces(phone(), secret, { departure_id, give_back });
const seats = (id: string) => seatsOf(database.services.db, id);
const rowsOf = (key: string) =>
  database.services.db.selectFrom("refused_sales").selectAll().where("sale_id", "=", key).execute();

test("a phone holds places by its secret, fills them up, and gives those of another night back", async () => {
  const { secret } = await guide();
  const [one, two] = [await tonight(), await tonight()];
  const places = { left: 4, prices: { MXN: 40_000, USD: 2000 }, step: 100, most: 20 };
  expect(await hold(secret, one)).toMatchObject({ ok: true, answer: { places, reason: null } });
  await send(secret, [sale(one)]);
  expect(await hold(secret, one)).toMatchObject({ answer: { places } });
  expect(await seats(one)).toMatchObject({ held: 4, confirmed: 2 });
  await hold(secret, two, [one]);
  expect([await seats(one), await seats(two)]).toMatchObject([{ held: 0, confirmed: 2 }, { held: 4 }]);
  expect(await lendPlaces(phone(), "another", { departure_id: one, give_back: [] })).toEqual({
    ok: false,
    reason: "device_unknown",
  });
});

test("a sale that is sent twenty times at once counts once, in the till and in the books", async () => {
  const { secret, userId } = await guide();
  const departure = await tonight();
  await hold(secret, departure);
  const sold = sale(departure);
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(secret, [sold])));
  // those that met the first one at work are sent again
  expect(new Set(sent.flat().map(([result]) => result)).has("refused")).toBe(false);
  expect(await send(secret, [sold])).toEqual([["sold", null]]);
  expect(await seats(departure)).toMatchObject({ held: 2, confirmed: 2 });
  const { rows } = await database.services.pool.query(
    "select sum(l.amount)::int as cash from till_lines l join tills t on t.id = l.till_id where t.user_id = $1",
    [userId],
  );
  expect(rows).toEqual([{ cash: 80_000 }]);
  expect(await checkLedger(phone())).toBe(0);
});

test("a sale by card or transfer that is sent again keeps its way and its reference, and moves no cash", async () => {
  const { secret, userId } = await guide();
  const departure = await tonight();
  await hold(secret, departure);
  const byCard = sale(departure, { way: "terminal", reference: " 0047\n11 " });
  const byTransfer = sale(departure, { way: "transfer", reference: 4711 });
  for (const _ of ["once", "twice"]) {
    const sent = await Promise.all([send(secret, [byCard, byTransfer]), send(secret, [byCard])]);
    expect(new Set(sent.flat().map(([result]) => result)).has("refused")).toBe(false);
  }
  expect(await send(secret, [byCard, byTransfer])).toEqual([
    ["sold", null],
    ["sold", null],
  ]);
  const { rows } = await database.services.pool.query(
    `select l.way, l.amount, p.method, p.hand_reference from till_lines l join tills t on t.id = l.till_id
      join payments p on p.id = l.payment_id where t.user_id = $1 order by l.way`,
    [userId],
  );
  expect(rows).toEqual([
    { way: "terminal", amount: 80_000, method: "terminal", hand_reference: "0047 11" },
    // unreadable references hold up no sale
    { way: "transfer", amount: 80_000, method: "transfer", hand_reference: null },
  ]);
  expect(await checkLedger(phone())).toBe(0);
});

test("what was refused says how it was paid, and coins are for cash alone", async () => {
  const { secret } = await guide();
  const departure = await tonight();
  const sold = sale(departure, { expected: 80_050, way: "terminal", reference: "7" });
  expect(await send(secret, [sold])).toEqual([["refused", "price_changed"]]);
  expect(await rowsOf(sold.key)).toMatchObject([{ way: "terminal", reference: "7" }]);
  const mine = (await refusedSales(office())).find(({ id }) => id === sold.key);
  expect(mine).toMatchObject({ money: { amount: 80_050, currency: "MXN" }, way: "terminal", reference: "7" });
});

test("without an open till a sale waits, and is taken once there is one", async () => {
  const { secret, opens } = await guide({ till: false });
  const departure = await tonight();
  await hold(secret, departure);
  const sold = sale(departure);
  expect(await send(secret, [sold])).toEqual([["waits", "till_needed"]]);
  expect(await rowsOf(sold.key)).toEqual([]);
  await opens();
  expect(await send(secret, [sold])).toEqual([["sold", null]]);
});

test("what is refused for good is kept once with its money, however often it is sent, and holds up nothing", async () => {
  const { id, secret, userId } = await guide();
  const [gone, full, other] = [await tonight(), await tonight(2), await tonight()];
  const { db } = database.services;
  for (const one of [gone, full, other]) await hold(secret, one);
  await hold(secret, other, [full]);
  await db.updateTable("scheduled_crawls").set({ status: "cancelled" }).where("id", "=", gone).execute();
  await db.updateTable("scheduled_crawls").set({ available_spots: 1 }).where("id", "=", full).execute();
  const sales = [
    sale(gone),
    sale(full),
    sale(other, { expected: 70_000 }),
    sale(randomUUID()),
    sale(other, { people: "two", name: "Ana" }),
    sale(other),
  ];
  const message = [
    ["refused", "departure_cancelled"],
    ["refused", "sold_out"],
    ["refused", "price_changed"],
    ["refused", "departure_not_found"],
    ["refused", "unreadable"],
    ["sold", null],
  ];
  expect(await send(secret, sales)).toEqual(message);
  await Promise.all([1, 2, 3].map(() => send(secret, sales)));
  // one that would be taken now stays refused: the office may have given the money back
  await db.updateTable("scheduled_crawls").set({ available_spots: 2 }).where("id", "=", full).execute();
  expect(await send(secret, sales)).toEqual(message);
  const [row, ...more] = await rowsOf(sales[0]!.key);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    device_id: id,
    user_id: userId,
    departure_id: gone,
    people: 2,
    amount: 80_000,
    currency: "MXN",
    reason: "departure_cancelled",
    sold_at: later(RUNNING),
    settled_at: null,
  });
  expect(await rowsOf(sales[4]!.key)).toMatchObject([{ people: null, amount: 80_000, departure_id: other }]);
  expect(JSON.stringify(await rowsOf(sales[4]!.key))).not.toContain("Ana");
  await db.updateTable("scheduled_crawls").set({ available_spots: 0 }).where("id", "=", full).execute();
});

test("refused at once by many uploads, one row and one entry are kept", async () => {
  const { secret } = await guide();
  const sold = sale(randomUUID());
  await Promise.all(Array.from({ length: 8 }, () => send(secret, [sold])));
  expect(await rowsOf(sold.key)).toHaveLength(1);
  const entries = () =>
    database.services.db.selectFrom("audit_log").select("action").where("subject_id", "=", sold.key).execute();
  expect(await entries()).toEqual([{ action: "refused_sale.kept" }]);
});

test("control: a refusal that is looked for first and kept later is kept twice", async () => {
  const key = randomUUID();
  const naive = async () => (await rowsOf(key)).length === 0;
  expect((await Promise.all(Array.from({ length: 8 }, naive))).filter(Boolean)).toHaveLength(8);
});

test("a revoked phone hands over, a seller who lost the right doesn't sell any more but loses no money", async () => {
  const [one, two] = [await guide(), await guide()];
  const departure = await tonight();
  for (const { secret } of [one, two]) await hold(secret, departure);
  const { db } = database.services;
  await db
    .updateTable("door_devices")
    .set({ revoked_at: later(RUNNING) })
    .where("id", "=", one.id)
    .execute();
  await db.updateTable("user").set({ role: "customer" }).where("id", "=", two.userId).execute();
  expect(await send(one.secret, [sale(departure)])).toEqual([["sold", null]]);
  expect(await hold(one.secret, departure)).toMatchObject({ answer: { places: null, reason: "device_unknown" } });
  const sold = sale(departure);
  expect(await send(two.secret, [sold])).toEqual([["refused", "forbidden"]]);
  expect(await hold(two.secret, departure)).toMatchObject({ answer: { places: null, reason: "forbidden" } });
  expect(await rowsOf(sold.key)).toMatchObject([{ user_id: two.userId, amount: 80_000 }]);
});

test("a sale that is in a till is answered as sold, whatever its seller may do by now", async () => {
  const { secret, userId } = await guide();
  const departure = await tonight();
  await hold(secret, departure);
  const sold = sale(departure);
  await send(secret, [sold]);
  const { db } = database.services;
  await db.updateTable("user").set({ role: "customer" }).where("id", "=", userId).execute();
  expect(await send(secret, [sold])).toEqual([["sold", null]]);
  expect(await rowsOf(sold.key)).toEqual([]);
});

test("a sale whose till was counted under way keeps its places until there is another, also the day after", async () => {
  const { secret, userId } = await guide();
  const departure = await tonight(6);
  await hold(secret, departure);
  await changeCapacity(stage.at(RUNNING, { kind: "system" }), { departure_id: departure, total_spots: 2 });
  const { db } = database.services;
  const sold = sale(departure);
  // its places are taken in one transaction, its cash in the next one, which finds the till counted
  const counts = sql`create function count_now() returns trigger language plpgsql as $$ begin
    update tills set state = 'counted', counted_at = now() where user_id = new.user_id; return new; end $$`;
  await counts.execute(db);
  await sql`create trigger count_now after insert on door_sales for each row execute function count_now()`.execute(db);
  const first = await send(secret, [sold]);
  await sql`drop trigger count_now on door_sales`.execute(db);
  expect(first).toEqual([["waits", "till_counted"]]);
  expect(await send(secret, [sold], RUNNING + 40)).toEqual([["waits", "till_counted"]]);
  await freeLapsedHolds(phone(RUNNING + 40), departure);
  expect(await seats(departure)).toMatchObject({ available: 0, held: 2 });
  await sql`update tills set state = 'open', counted_at = null where user_id = ${userId}`.execute(db);
  // with another name than it was sent with first, too: it is the same sale
  expect(await send(secret, [{ ...sold, name: "Ana" }], RUNNING + 20 * 60)).toEqual([["sold", null]]);
  expect(await seats(departure)).toMatchObject({ available: 0, held: 0, confirmed: 2 });
});

test("a revoked phone sells what it was lent and nothing else", async () => {
  const { id, secret } = await guide();
  const departure = await tonight();
  await hold(secret, departure);
  const { db } = database.services;
  await db
    .updateTable("door_devices")
    .set({ revoked_at: later(RUNNING) })
    .where("id", "=", id)
    .execute();
  const sales = [1, 2, 3].map(() => sale(departure));
  expect(await send(secret, sales)).toEqual([
    ["sold", null],
    ["sold", null],
    ["refused", "device_revoked"],
  ]);
  expect(await rowsOf(sales[2]!.key)).toMatchObject([{ amount: 80_000 }]);
  expect(await seats(departure)).toMatchObject({ available: 16, held: 0, confirmed: 4 });
});

test("a night without a price in pesos lends nothing, and a name with marks that no email takes is sold all the same", async () => {
  const { secret } = await guide();
  const [free, departure] = [await tonight(), await tonight()];
  const { db } = database.services;
  await db
    .updateTable("scheduled_crawls")
    .set({ prices: JSON.stringify({ MXN: 0 }) as never })
    .where("id", "=", free)
    .execute();
  expect(await hold(secret, free)).toMatchObject({ answer: { places: null, reason: "free_not_here" } });
  await hold(secret, departure);
  const sold = sale(departure, { name: "\u2068Ana\u2069 👩\u200D👧" });
  expect(await send(secret, [sold])).toEqual([["sold", null]]);
});

test("refused sales need somebody until they are settled, and their money is shown to who sees payments", async () => {
  const before = (await attentionCounts(office())).sales!.count;
  const { secret } = await guide();
  const sold = sale(randomUUID(), { expected: 80_050 });
  await send(secret, [sold]);
  expect((await attentionCounts(office())).sales!.count).toBe(before + 1);
  expect((await attentionCounts(office("guide"))).sales).toBeNull();
  const mine = (await refusedSales(office())).find(({ id }) => id === sold.key);
  expect(mine).toMatchObject({ people: 2, money: { amount: 80_100, currency: "MXN" }, by: "Gil", device: "Door 1" });
  expect(await refusedSales(office("guide"))).toEqual([]);
  expect(await settleRefusal(office("support"), { id: sold.key })).toMatchObject({ reason: "forbidden" });
  expect(await settleRefusal(office(), { id: sold.key })).toEqual({ ok: true });
  expect(await settleRefusal(office(), { id: sold.key })).toEqual({ ok: true });
  expect((await attentionCounts(office())).sales!.count).toBe(before);
  expect(await send(secret, [sold])).toEqual([["refused", "departure_not_found"]]);
  expect((await attentionCounts(office())).sales!.count).toBe(before);
});

test("what a revoked phone may not have any more is kept for two days, and as much as a night makes", async () => {
  const { id, secret } = await guide();
  const { db } = database.services;
  await db
    .updateTable("door_devices")
    .set({ revoked_at: later(0) })
    .where("id", "=", id)
    .execute();
  const refusedAt = async (minutes: number) => {
    const sold = sale(randomUUID());
    expect((await send(secret, [sold], minutes))[0]![0]).toBe("refused");
    return (await rowsOf(sold.key)).length;
  };
  expect(await refusedAt(2 * 1440)).toBe(1);
  expect(await refusedAt(2 * 1440 + 1)).toBe(0);
  await db
    .updateTable("door_devices")
    .set({ handed_over: MOST_HANDED_OVER - 1 })
    .where("id", "=", id)
    .execute();
  const rows = await Promise.all([RUNNING, RUNNING, RUNNING].map(refusedAt));
  expect(rows.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
});

test("a night of three hundred sales is handed over at once", async () => {
  const { secret } = await guide();
  // whatever becomes of them: a phone isn't stopped by counting its uploads
  const many: HandedSale[][] = Array.from({ length: 30 }, () => []);
  const answers = await Promise.all(many.map((sales) => receiveSales(phone(), secret, { sales })));
  expect(answers.every(({ ok }) => ok)).toBe(true);
});
