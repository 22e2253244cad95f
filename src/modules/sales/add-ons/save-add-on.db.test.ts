import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addOnsForStaff, addOnsOfCrawl, addOnToEdit } from "#src/modules/sales/add-ons/queries.server.ts";
import {
  createAddOn,
  deleteAddOn,
  raiseAddOn,
  switchAddOn,
  updateAddOn,
} from "#src/modules/sales/add-ons/save-add-on.server.ts";
import { lockStocks } from "#src/modules/sales/add-ons/lock-stocks.server.ts";
import { ADD_ON_FIELDS, AddOnFields } from "#src/modules/sales/add-ons/schema.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const db = () => database.services.db;
const staff = () => database.ctx({ actor: { kind: "user", role: "manager" } });
let crawlId = "";
beforeAll(async () => void ({ crawlId } = await seedMinimal(db())));

const typed = (over: Record<string, string> = {}) => ({
  ...Object.fromEntries(ADD_ON_FIELDS.map((field) => [field, ""])),
  name: "T-shirt",
  price: "250",
  currency: "MXN",
  stock_per: "night",
  ...over,
});
const added = async (over: Record<string, string> = {}) => {
  const id = randomUUID();
  const result = await createAddOn(staff(), { id, addOn: AddOnFields.parse(typed(over)) });
  if (!result.ok) throw new Error(result.reason);
  return id;
};
const names = async () => {
  const page = await addOnsForStaff(staff());
  return page.ok ? page.addOns.map(({ name }) => name) : [];
};
const offered = async (date = "2026-12-31") =>
  (await addOnsOfCrawl(database.ctx(), crawlId, date)).map(({ name }) => name);

test("a form is kept as it was typed, and guests are offered what is on at once", async () => {
  const id = await added({
    name: "Cena",
    scope: `crawl:${crawlId}`,
    only_on: "2026-12-31",
    price_USD: "12.50",
    price_MXN: "1",
    most: "3",
    stock: "20",
  });
  const page = await addOnToEdit(staff(), id);
  expect(page).toMatchObject({
    ok: true,
    addOn: {
      version: 1,
      isActive: true,
      values: { scope: `crawl:${crawlId}`, only_on: "2026-12-31", price_USD: "12.50", price_MXN: "", most: "3" },
    },
  });
  expect([await offered(), await offered("2027-01-01")]).toEqual([["Cena"], []]);
  expect(await switchAddOn(staff(), { id, isActive: false })).toMatchObject({ ok: true });
  expect(await offered()).toEqual([]);
});

test("an older form saves over nobody's, and a place that doesn't exist is refused", async () => {
  const id = await added({ name: "Taxi" });
  const save = (version: number, over: Record<string, string>) =>
    updateAddOn(staff(), { id, version, addOn: AddOnFields.parse(typed({ name: "Taxi", ...over })) });
  expect(await save(1, { price: "90" })).toMatchObject({ ok: true, version: 2 });
  expect(await save(1, { price: "80" })).toMatchObject({ ok: false, reason: "changed_meanwhile", version: 2 });
  expect(await save(2, { scope: "city:atlantis" })).toMatchObject({ ok: false, reason: "scope_not_found" });
});

test("saved as it is, it isn't changed", async () => {
  const prices = Object.fromEntries(CURRENCIES.map((currency, n) => [`price_${currency}`, `${n + 10}`]));
  const id = await added(prices);
  const again = { id, version: 1, addOn: AddOnFields.parse(typed(prices)) };
  expect(await updateAddOn(staff(), again)).toEqual({ ok: true, version: 1 });
});

test("the list keeps the order that it is given", async () => {
  await db().deleteFrom("add_ons").execute();
  const [a, , c] = [await added({ name: "A" }), await added({ name: "B" }), await added({ name: "C" })];
  expect(await names()).toEqual(["A", "B", "C"]);
  for (const _ of [1, 2]) await raiseAddOn(staff(), { id: c, above: a });
  expect(await names()).toEqual(["C", "A", "B"]);
});

test("they are put in another order while a booking takes stock of them, whatever their order", async () => {
  await db().deleteFrom("add_ons").execute();
  // the order of their ids is the other one than that of the list
  const [low, high] = [await added({ stock: "5" }), await added({ stock: "5" })].toSorted() as [string, string];
  const place = (id: string, position: number) =>
    db().updateTable("add_ons").set({ position }).where("id", "=", id).execute();
  await Promise.all([place(high, 1), place(low, 2)]);
  const { pool } = database.services;
  const [holder, booking] = [await pool.connect(), await pool.connect()];
  const waiting = async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  try {
    for (const client of [holder, booking]) await client.query("begin");
    await lockStocks(holder, [high]);
    const moved = raiseAddOn(staff(), { id: low, above: high });
    await expect.poll(waiting).toBe(1);
    const stocks = lockStocks(booking, [low, high]);
    await expect.poll(waiting).toBe(2);
    await holder.query("commit");
    // whoever comes second waits for the other to end
    const ends = stocks.then(() => booking.query("commit"));
    expect(await Promise.all([moved, ends])).toMatchObject([{ ok: true }, {}]);
  } finally {
    for (const client of [holder, booking]) client.release(true);
  }
});

test("what a booking has can't be deleted", async () => {
  const id = await added({ name: "Hat" });
  const booking_id = await bookDeparture(database.ctx());
  const line = { booking_id, add_on_id: id, quantity: 1, amount: 25_000, per_person: true };
  await db().insertInto("booking_add_ons").values(line).execute();
  expect(await deleteAddOn(staff(), { id })).toMatchObject({ ok: false, reason: "add_on_in_use" });
  await db().deleteFrom("booking_add_ons").execute();
  expect(await deleteAddOn(staff(), { id })).toMatchObject({ ok: true, name: "Hat" });
});

test.each([
  ["a price of nothing", { price: "0" }, "price"],
  ["no price", { price: "" }, "price"],
  ["more pieces than a booking may have", { most: "51" }, "most"],
  ["none at all", { most: "0" }, "most"],
  ["a stock that is no number", { stock: "many" }, "stock"],
  ["a place that is none", { scope: "crawl:1" }, "scope"],
  ["a date that is none", { only_on: "2026-02-30" }, "only_on"],
  ["no name", { name: " " }, "name"],
])("a form with %s is refused at its field", (_, over, field) => {
  const read = AddOnFields.safeParse(typed(over));
  expect(read.success ? [] : read.error.issues.map(({ path }) => path[0])).toContain(field);
});
