import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { doorOffer, doorSale, tillsPage } from "#src/modules/evening/till/queries.server.ts";
import type { DoorSale } from "#src/modules/evening/till/schema.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { undoSale } from "#src/modules/evening/till/undo-sale.server.ts";
import { checkCredit } from "#src/modules/evening/till/check-credit.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

// What is sold beside places at the door, at a partner's desk and by hand: priced, taken and given back as in the checkout.

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let boss = "";
beforeAll(async () => {
  await seedMinimal(db());
  boss = (await addAccount(db(), { role: "manager" })).id;
});
beforeEach(async () => {
  await db().updateTable("add_ons").set({ is_active: false }).execute();
  forgetAddOns({ db: db() });
});

// noon of the tests is in Mexico City's morning; its night runs ten hours later
const RUNNING = 10 * 60;
/** when the site sells it too */
const BEFORE = 60;
const tonight = async () => addDeparture(db(), await addCrawl(db(), {}), { date: "2026-11-20" });
const offer = async (over: Parameters<typeof addAddOn>[1] = {}) => {
  const id = await addAddOn(db(), over);
  forgetAddOns({ db: db() });
  return id;
};
const as = (userId: string, minutes = RUNNING, role = "guide") =>
  stage.at(minutes, { kind: "user", role, userId, secondFactor: true });
const manager = () => as(boss, RUNNING, "manager");
async function guideWithTill(): Promise<string> {
  const guide = (await addAccount(db(), { role: "guide" })).id;
  const input = { intent: "open", key: randomUUID(), city_id: "mexico-city", float_MXN: 50_000, float_USD: 0 } as const;
  const opened = await openTill(as(guide), input);
  if (!opened.ok) throw new Error(opened.reason);
  return guide;
}
const sale = (departure_id: string, over: Partial<DoorSale> = {}): DoorSale => ({
  intent: "sell",
  key: randomUUID(),
  departure_id,
  people: 2,
  currency: "MXN",
  way: "cash",
  expected: null,
  name: "",
  email: "",
  language: "es",
  id_seen: true,
  let_in: true,
  ...over,
});
const of = (id: string, quantity = 1) => ({ add_ons: [{ id, quantity }] });
const sold = async (guide: string, input: DoorSale): Promise<string> => {
  const result = await sellAtDoor(as(guide), input);
  if (!result.ok) throw new Error(result.reason);
  return result.booking_id;
};
const linesOf = (booking: string) =>
  db()
    .selectFrom("booking_add_ons")
    .select(["add_on_id as id", "quantity", "amount"])
    .where("booking_id", "=", booking)
    .execute();
const leftAtDoor = async (guide: string, departure: string, addOn: string) => {
  const page = await doorOffer(as(guide));
  const night = page.ok ? page.departures.find(({ id }) => id === departure) : undefined;
  return night?.addOns.find(({ id }) => id === addOn)?.left;
};
const tillOf = async (guide: string) => {
  const page = await tillsPage(manager(), { night: null, state: "open" }, null);
  const { id } = await db().selectFrom("tills").select("id").where("user_id", "=", guide).executeTakeFirstOrThrow();
  return page.ok ? page.tills.find((till) => till.id === id)?.sums[0]?.expected : undefined;
};
const takenOut = async (booking: string) => {
  const rows = db().selectFrom("add_on_uses").select(["undone_at"]).where("booking_id", "=", booking);
  return (await rows.execute()).map(({ undone_at: undone }) => undone === null);
};

describe("at the door", () => {
  test("are offered with their price and what is left, sold with the places, and in the till", async () => {
    const [guide, departure] = [await guideWithTill(), await tonight()];
    const shirt = await offer({ most: 5, stock: 3, prices: JSON.stringify({ USD: 1400 }) });
    const page = await doorOffer(as(guide));
    const listed = page.ok ? page.departures.find(({ id }) => id === departure)?.addOns : undefined;
    expect(listed).toEqual([{ id: shirt, name: "T-shirt", prices: { MXN: 25_000, USD: 1400 }, most: 5, left: 3 }]);
    const id = await sold(guide, sale(departure, { ...of(shirt, 2), expected: 130_000 }));
    expect(await stage.bookingRow(id)).toMatchObject({ status: "confirmed", add_ons: 50_000, total_price: 130_000 });
    expect(await linesOf(id)).toEqual([{ id: shirt, quantity: 2, amount: 50_000 }]);
    expect([await tillOf(guide), await leftAtDoor(guide, departure, shirt)]).toEqual([180_000, 1]);
    expect(await doorSale(as(guide), id)).toMatchObject({
      ok: true,
      sale: { amount: 130_000, addOns: [{ id: shirt, name: "T-shirt", quantity: 2, out: 0 }] },
    });
    expect(await checkLedger(manager())).toBe(0);
  });

  test.each([
    ["that are sold out", { stock: 1 }, 2, "add_on_sold_out"],
    ["beyond one for each person", {}, 3, "add_on_too_many"],
    ["that aren't offered any more", { is_active: false }, 1, "add_on_unknown"],
  ])("%s are refused, and nothing is sold", async (_, over, quantity, reason) => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer(over)];
    const result = await sellAtDoor(as(guide), sale(departure, of(shirt, quantity)));
    expect(result).toMatchObject({ ok: false, reason });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, held: 0, confirmed: 0 });
    expect(await tillOf(guide)).toBe(50_000);
  });

  test("are sold once, however often a sale is sent; with others it is another sale", async () => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer({ stock: 5, most: 5 })];
    const input = sale(departure, { ...of(shirt, 2), hand_out: "on" });
    const id = await sold(guide, input);
    expect([await sold(guide, input), await leftAtDoor(guide, departure, shirt)]).toEqual([id, 3]);
    expect(await takenOut(id)).toEqual([true, true]);
    expect(await sellAtDoor(as(guide), { ...input, ...of(shirt, 1) })).toMatchObject({
      ok: false,
      reason: "idempotency_conflict",
    });
    const { add_ons: _, ...without } = input;
    expect(await sellAtDoor(as(guide), without)).toMatchObject({ ok: false, reason: "idempotency_conflict" });
    expect(await tillOf(guide)).toBe(50_000 + 130_000);
  });

  test.each([["on"], [undefined]] as const)(
    "undone, they and their money come back; handed out: %s",
    async (hand_out) => {
      const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer({ stock: 2 })];
      const id = await sold(guide, sale(departure, { ...of(shirt, 2), ...(hand_out && { hand_out }) }));
      expect(await leftAtDoor(guide, departure, shirt)).toBe(0);
      for (const _ of [1, 2]) expect(await undoSale(as(guide), { booking_id: id })).toMatchObject({ ok: true });
      expect(await leftAtDoor(guide, departure, shirt)).toBe(2);
      expect(await takenOut(id)).toEqual(hand_out ? [false, false] : []);
      expect(await tillOf(guide)).toBe(50_000);
      expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, confirmed: 0 });
      expect(await checkLedger(manager())).toBe(0);
    },
  );

  test("aren't handed out before the guest has paid on their own phone", async () => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer({ stock: 2 })];
    const id = await sold(guide, sale(departure, { ...of(shirt), way: "link", hand_out: "on" }));
    expect([await takenOut(id), await leftAtDoor(guide, departure, shirt)]).toEqual([[], 1]);
  });

  test("are paid by a code like the places", async () => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer()];
    const gesture = {
      of: bookingRef(await stage.books(await tonight())),
      paymentId: null,
      money: { amount: 90_000, currency: "MXN" as const },
      test: true,
    };
    const creditId = await db()
      .transaction()
      .execute((tx) => giveCredit(stage.at(0), tx, gesture));
    const credit = db().selectFrom("credits").select("code").where("id", "=", creditId);
    const { code } = await credit.executeTakeFirstOrThrow();
    const wish = { departure_id: departure, people: 2, currency: "MXN", ...of(shirt), credit_code: code } as const;
    expect(await checkCredit(as(guide), wish)).toMatchObject({ ok: true, pays: 90_000 });
    const input = sale(departure, { ...of(shirt), expected: 105_000, credit_code: code, credit_pays: 90_000 });
    const id = await sold(guide, input);
    expect(await doorSale(as(guide), id)).toMatchObject({ sale: { state: "paid", amount: 15_000, credit: 90_000 } });
  });
});

describe("the last one", () => {
  test("wanted at once at two doors and in the checkout is sold once", async () => {
    const departure = await tonight();
    const guides = await Promise.all([guideWithTill(), guideWithTill()]);
    const shirt = await offer({ stock: 1 });
    const atDoors = guides.map((guide) => sellAtDoor(as(guide, BEFORE), sale(departure, { people: 1, ...of(shirt) })));
    const online = placeBooking(stage.at(BEFORE, { browser: "b" }), bookingInput(departure, of(shirt)), randomUUID());
    const answers = await Promise.all([...atDoors, online]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.reason === "add_on_sold_out")).toHaveLength(2);
  });
});
