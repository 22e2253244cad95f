import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { listMoney } from "#src/modules/books/reconciliation/queries.server.ts";
import { MONEY_LIST } from "#src/modules/books/reconciliation/rules/money-list.ts";
import { writeMoneyList } from "#src/modules/books/reconciliation/write-money-list.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText, readCsv } from "#tests/sheets.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { at, books, goesToPay, provider, webhook } = stage;
const names: Record<string, string> = {};
const staff = (role: "admin" | "guide" = "admin") => at(60, { role, kind: "user" });

async function booked(name: string, minutes: number, pays: boolean) {
  const { db } = database.services;
  const booking = await books(departure);
  await db.updateTable("bookings").set({ first_name: name, last_name: "" }).where("id", "=", booking).execute();
  const { paymentId, externalId } = await goesToPay(booking);
  await db
    .updateTable("payments")
    .set({ created_at: later(minutes) })
    .where("id", "=", paymentId)
    .execute();
  names[paymentId] = name;
  if (!pays) return booking;
  provider.pays(externalId);
  await webhook(externalId);
  return booking;
}

let departure = "";
beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  departure = await addDeparture(db, crawlId);
  await booked("waits", 1, false);
  await booked("paid", 2, true);
  const back = await booked("back", 3, true);
  const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
  await cancelBooking(staff(), { booking_id: back, token: null, expected_refund });
  const [refund] = await stage.refunds(back);
  await db
    .updateTable("refunds")
    .set({ created_at: later(4) })
    .where("id", "=", refund!.id)
    .execute();
  names[refund!.id] = "refund";
  await submitRefund(at(60), refund!.id);
});

async function listed(query = "") {
  const params = new URLSearchParams(query);
  const filter = MONEY_LIST.read(params);
  const money = await listMoney(staff(), filter, filter);
  if (!money.ok) throw new Error(money.reason);
  return money.list;
}
const namesOf = async (query: string) => (await listed(query)).entries.map(({ id }) => names[id]);

test.each([
  ["nothing", "", ["refund", "back", "paid", "waits"]],
  ["payments", "kind=payment", ["back", "paid", "waits"]],
  ["refunds", "kind=refund", ["refund"]],
  ["what is done", "state=done&kind=payment", ["back", "paid"]],
  ["what is open", "state=open&kind=payment", ["waits"]],
  ["a provider", "provider=paypal", []],
  ["a currency", "currency=USD", []],
  ["the name of a guest", "q=PAID", ["paid"]],
  ["a day", `from=${later(0).toISOString().slice(0, 10)}`, ["refund", "back", "paid", "waits"]],
  ["days that are over", "to=2026-01-01", []],
])("the list is narrowed by %s", async (_, query, expected) => expect(await namesOf(query)).toEqual(expected));

test("the provider's id of a payment finds it and its refund", async () => {
  const { external_id } = await database.services.db
    .selectFrom("payments")
    .select("external_id")
    .where(
      "id",
      "=",
      Object.keys(names).find((id) => names[id] === "back")!,
    )
    .executeTakeFirstOrThrow();
  expect(await namesOf(`q=${external_id}`)).toEqual(["refund", "back"]);
});

test("it goes on from any entry, either way, and each entry says what it is", async () => {
  const [refund, back, paid, waits] = (await listed()).entries;
  expect([refund?.kind, paid?.word, waits?.word]).toEqual(["refund", "paid", "waits"]);
  expect(await namesOf(`older=${back!.id}`)).toEqual(["paid", "waits"]);
  expect(await namesOf(`newer=${paid!.id}`)).toEqual(["refund", "back"]);
});

test("a filter survives its address; an invalid one is none", () => {
  const filter = MONEY_LIST.read(
    new URLSearchParams("kind=refund&state=by_hand&from=2026-02-31&to=2026-03-01&currency=XXX"),
  );
  expect(filter).toMatchObject({ kind: "refund", state: "by_hand", from: null, to: "2026-03-01", currency: null });
  expect(MONEY_LIST.read(new URLSearchParams(MONEY_LIST.pairs(filter)))).toEqual(filter);
});

test("the file holds what the filter holds, money out in a column of its own", async () => {
  const written = await writeMoneyList(
    { ...staff(), locale: "es" },
    MONEY_LIST.read(new URLSearchParams("state=done")),
  );
  if (!written.ok) throw new Error(written.reason);
  const lines = (await csvText(written.sheet)).trimEnd().split("\r\n");
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines[0]).toContain("Fecha,Cuándo se movió,Tipo,Referencia");
  expect(lines.at(-1)).toContain(",Pagado,800.00,MXN,800.00,,,,,800.00,");
  expect(await writeMoneyList(staff("guide"), MONEY_LIST.values())).toMatchObject({
    reason: "forbidden",
  });
});

test("a dispute is said wherever its payment is listed, and what the bank has is taken off", async () => {
  const { db } = database.services;
  const booking = await booked("disputed", 5, true);
  const [payment] = await stage.payments(booking);
  const line = async () => {
    const written = await writeMoneyList(staff(), MONEY_LIST.read(new URLSearchParams("kind=payment&state=done")));
    if (!written.ok) throw new Error(written.reason);
    const [head, ...rows] = readCsv(await csvText(written.sheet));
    const row = rows.find((cells) => cells.includes("disputed"))!;
    return Object.fromEntries(
      ["City", "Crawl", "Method", "State", "Paid in", "Dispute", "Taken by the bank", "Provider’s fee", "Net"].map(
        (name) => [name, row[head!.indexOf(name)]],
      ),
    );
  };
  await db
    .updateTable("payments")
    .set({ fee_amount: 3_200, fee_currency: "MXN" })
    .where("id", "=", payment!.id)
    .execute();
  const paid = {
    City: "Mexico City",
    Crawl: "Ronda Test",
    Method: "Card",
    "Paid in": "800.00",
    "Provider’s fee": "32.00",
  };
  expect(await line()).toEqual({ ...paid, State: "Paid", Dispute: "", "Taken by the bank": "", Net: "768.00" });
  for (const [state, message, word, result, net] of [
    ["open", "With the bank", "Disputed", "800.00", "-32.00"],
    ["lost", "Lost", "Taken by the bank", "800.00", "-32.00"],
  ] as const) {
    provider.disputes.set(payment!.external_id!, {
      state,
      money: { amount: 80_000, currency: "MXN" },
      reason: "fraudulent",
    });
    await webhook(payment!.external_id!, 10, { type: "dispute.updated" });
    expect(await line()).toEqual({ ...paid, State: word, Dispute: message, "Taken by the bank": result, Net: net });
    expect((await listed("kind=payment&state=done")).entries.find(({ guest }) => guest === "disputed")?.word).toBe(
      state === "open" ? "disputed" : "lost",
    );
  }
});

test("it is for whoever may see payments", async () => {
  expect(await listMoney(staff("guide"), MONEY_LIST.values())).toMatchObject({ reason: "forbidden" });
});

test.each([
  ["piad", ["paid"]],
  ["piad&kind=refund", []],
  ["ramirez", []],
])("a search for %s offers %j", async (query, near) => {
  const money = await listMoney(staff(), MONEY_LIST.read(new URLSearchParams(`q=${query}`)));
  expect(money).toMatchObject({ list: { entries: [] }, near });
});

test("what staff took by terminal is found by the beginning of its reference, which its file says", async () => {
  const booking = await books(departure);
  const wish = {
    of: bookingRef(booking),
    way: "terminal",
    reference: "AUT004711",
    expected: { amount_minor: 80_000, currency: "MXN" },
  } as const;
  expect(await takePayment(staff(), wish, randomUUID())).toMatchObject({ ok: true });
  const found = await listed("q=aut0047");
  expect(found.entries).toMatchObject([{ kind: "payment", word: "paid" }]);
  const file = await writeMoneyList(staff(), MONEY_LIST.read(new URLSearchParams("q=AUT004711")));
  if (!file.ok) throw new Error(file.reason);
  const [head, row] = readCsv(await csvText(file.sheet));
  expect(row![head!.indexOf("Reference of terminal or transfer")]).toBe("AUT004711");
});
