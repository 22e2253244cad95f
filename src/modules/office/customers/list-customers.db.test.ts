import { beforeAll, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { customerList, findCustomers } from "#src/modules/office/customers/queries.server.ts";
import { CUSTOMER_LIST } from "#src/modules/office/customers/rules/customer-list.ts";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { importPage } from "#src/modules/office/importing/queries.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { undoImport } from "#src/modules/office/importing/undo-import.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { at, books, goesToPay, webhook, provider } = payingStage(database);
const customer = (email: string, first_name = "Sofía") => ({
  customer: { ...bookingInput("").customer, email, first_name },
});
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { seats: 400 });
});

const support = () => at(5, { kind: "user", role: "support" });
async function list(query: Record<string, string> = {}) {
  const snapshot = await customerList(support(), CUSTOMER_LIST.read(new URLSearchParams(query)));
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
}

test("whoever booked is there once, with what they booked, spent in each currency and wrote", async () => {
  const first = await books(departure, customer("Ana@guest.test", "Ana"));
  const { externalId } = await goesToPay(first);
  provider.pays(externalId);
  await webhook(externalId, 1);
  await books(departure, customer("bea@guest.test", "Bea"), 2);
  const dollars = await books(departure, { ...customer("ana@guest.test", "Ana"), currency: "USD" }, 3);
  const paid = await goesToPay(dollars, 3);
  provider.pays(paid.externalId);
  await webhook(paid.externalId, 4);
  await database.services.db
    .insertInto("contact_messages")
    .values({
      form_key: crypto.randomUUID(),
      request_hash: "",
      name: "Ana",
      email: "ANA@guest.test",
      subject: "A question",
      message: "How late?",
      language: "en",
      site_tag: "cdmx",
      created_at: at(3).now,
    })
    .execute();
  const { customers, next } = await list();
  expect(next).toBeNull();
  expect(customers.map(({ name, bookings, confirmed, spent }) => ({ name, bookings, confirmed, spent }))).toEqual([
    {
      name: "Ana Navarro",
      bookings: 2,
      confirmed: 2,
      spent: [
        { amount: 80_000, currency: "MXN" },
        { amount: 4000, currency: "USD" },
      ],
    },
    { name: "Bea Navarro", bookings: 1, confirmed: 0, spent: [] },
  ]);
  // what a bank has taken wasn't spent, until it comes back
  for (const [minutes, state, pesos] of [[5, "open", 0] as const, [6, "won", 80_000] as const]) {
    const money = { amount: 80_000, currency: "MXN" } as const;
    provider.disputes.set(externalId, { state, money, reason: "fraudulent" });
    await webhook(externalId, minutes, { type: "dispute.updated" });
    expect((await list()).customers[0]!.spent).toContainEqual({ amount: pesos, currency: "MXN" });
  }
  const { details } = await list({ open: first });
  expect(details).toMatchObject({
    customer: { name: "Ana Navarro", id: dollars },
    bookings: [{ id: dollars }, { id: first }],
    messages: [{ subject: "A question", done: false }],
  });
});

test("is searched by any part of a name or address, and nothing typed stands for something else", async () => {
  expect((await list({ q: "BEA@" })).customers.map(({ name }) => name)).toEqual(["Bea Navarro"]);
  expect((await list({ q: "ana nav" })).customers.map(({ name }) => name)).toEqual(["Ana Navarro"]);
  expect((await list({ q: "%" })).customers).toEqual([]);
  expect((await list({ open: crypto.randomUUID() })).details).toBeNull();
  expect(CUSTOMER_LIST.read(new URLSearchParams("before=nope&open=nope"))).toEqual({ q: "", before: null, open: null });
});

test("goes on page by page without leaving out or repeating anybody", async () => {
  for (let i = 0; i < 55; i++) await books(departure, { ...customer(`guest-${i}@page.test`), number_of_people: 1 });
  const first = await list({ q: "@page.test" });
  expect(first.customers).toHaveLength(50);
  const second = await list({ q: "@page.test", before: first.next! });
  expect(second.next).toBeNull();
  const all = [...first.customers, ...second.customers].map(({ contact }) => contact);
  expect(new Set(all).size).toBe(55);
});

test.each(["marketing", "guide", "customer", null])("is not for %s", async (role) => {
  const refused = await customerList(at(5, { kind: "user", role }), CUSTOMER_LIST.values());
  expect(refused).toMatchObject({ reason: "forbidden", missing: "users.read" });
});

test("who left no email is known by their phone number, however it was typed, and nobody else is", async () => {
  const { db } = database.services;
  let minutes = 20;
  const desk = () => at(minutes++, { kind: "user", role: "admin", secondFactor: true });
  const guest = (first_name: string, phone: string) => ({
    ...bookingInput(departure),
    customer: { ...bookingInput(departure).customer, first_name, email: "", phone },
  });
  const book = async (first_name: string, phone: string) => {
    const placed = await placeBooking(desk(), guest(first_name, phone), crypto.randomUUID(), {
      seller: { kind: "staff", total: null },
    });
    if (!placed.ok) throw new Error(placed.reason);
    return placed.booking.id;
  };
  const first = await book("Rosa", "+52 55 1234 9876");
  const second = await book("Rosa", "+525512349876");
  await book("Luis", "+52 951 000 1111");
  const forgotten = await book("Gone", "+52 55 1234 9876");
  await db
    .updateTable("bookings")
    .set({ first_name: "", last_name: "", phone: "" })
    .where("id", "=", forgotten)
    .execute();
  const { customers } = await list();
  const unmailed = customers.filter(({ contact }) => contact.startsWith("+52"));
  expect(unmailed.map(({ name, contact, bookings }) => [name, contact, bookings])).toEqual([
    ["Luis Navarro", "+52 951 000 1111", 1],
    ["Rosa Navarro", "+525512349876", 2],
  ]);
  const { details } = await list({ open: first });
  expect(details).toMatchObject({ customer: { id: second }, bookings: [{}, {}], messages: [] });
  expect((await list({ open: forgotten })).details).toBeNull();
  expect(await findCustomers(desk(), "Rosa", 3)).toMatchObject([{ id: second, contact: "+525512349876" }]);
});

test("a search that is misspelt offers the customers' spelling, and none for another name", async () => {
  expect(await list({ q: "navaro" })).toMatchObject({ customers: [], near: ["Navarro"] });
  expect(await list({ q: "ramirez" })).toMatchObject({ customers: [], near: [] });
  expect(await list({ q: "navarro" })).toMatchObject({ near: [] });
});

describe("whoever was imported", () => {
  const stored = async (rows: string, minutes = 60) => {
    const admin = at(minutes, { kind: "user", role: "admin", secondFactor: true });
    const key = crypto.randomUUID();
    const file = new File([`Name,Email,Phone,Tags\n${rows}`], "customers.csv");
    const draft = await startImport(admin, { key, kind: "customers", source: "FareBoat", file });
    if (!draft.ok) throw new Error(draft.reason);
    const page = await importPage(admin, key, 0);
    if (!page.ok || page.view.state !== "draft") throw new Error("no draft");
    const result = await makeImport(admin, key, { seen: page.view.plan!.seen });
    if (!result.ok) throw new Error(result.reason);
    return key;
  };

  test("is listed, searched and opened like whoever booked, and once where they book later", async () => {
    await stored("Imelda Traída,imelda@brought.test,,vip; regular\nIván Traído,,+52 33 1111 2222,");
    const { customers } = await list({ q: "traíd" });
    expect(customers.map(({ name, contact, bookings, spent }) => [name, contact, bookings, spent])).toEqual([
      ["Iván Traído", "+52 33 1111 2222", 0, []],
      ["Imelda Traída", "imelda@brought.test", 0, []],
    ]);
    expect((await list({ q: "brought.test" })).customers).toHaveLength(1);
    const imelda = customers[1]!.id;
    expect((await list({ open: imelda })).details).toMatchObject({
      customer: { id: imelda, name: "Imelda Traída" },
      imported: { source: "FareBoat", tags: ["vip", "regular"] },
      bookings: [],
    });
    expect(await findCustomers(support(), "Imelda", 3)).toMatchObject([{ id: imelda }]);
    const booking = await books(departure, { ...customer("IMELDA@brought.test", "Imelda"), number_of_people: 1 }, 61);
    const after = await list({ q: "imelda" });
    expect(after.customers.map(({ id, bookings }) => [id, bookings])).toEqual([[booking, 1]]);
    expect(after.customers).toHaveLength(1);
    expect((await list({ open: booking })).details).toMatchObject({ imported: { source: "FareBoat" }, bookings: [{}] });
  });

  test("is paged with the others, and gone where the import is undone", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `Paula Paginada,paula-${n}@many.test,,`);
    const id = await stored(rows.join("\n"));
    const first = await list({ q: "paginada" });
    const second = await list({ q: "paginada", before: first.next! });
    const contacts = [...first.customers, ...second.customers].map(({ contact }) => contact);
    expect([contacts.length, new Set(contacts).size, second.next]).toEqual([60, 60, null]);
    expect(await undoImport(at(62, { kind: "user", role: "admin", secondFactor: true }), id)).toMatchObject({
      ok: true,
    });
    expect((await list({ q: "paginada" })).customers).toEqual([]);
  });

  test("with bookings whose import is undone has none of them, as though they had never been sold", async () => {
    const admin = (minutes: number) => at(minutes, { kind: "user", role: "admin", secondFactor: true });
    const night = await database.services.db
      .selectFrom("night_facts")
      .select((e) => e.cast<string>("date", "text").as("date"))
      .where("id", "=", departure)
      .executeTakeFirstOrThrow();
    const own = await books(departure, { ...customer("rita@undone.test", "Rita"), number_of_people: 1 }, 63);
    const rows = ["Ulises Traspié,ulises@undone.test", "Rita Traspié,rita@undone.test"].map(
      (who, n) => `U-${n},${night.date},1,${who},400,MXN,yes`,
    );
    const file = new File([["Booking ID,Date,People,Name,Email,Total,Currency,Paid", ...rows].join("\n")], "b.csv");
    const key = crypto.randomUUID();
    expect(await startImport(admin(64), { key, kind: "bookings", source: "FareBoat", file })).toMatchObject({
      ok: true,
    });
    const page = await importPage(admin(64), key, 0);
    if (!page.ok || page.view.state !== "draft") throw new Error("no draft");
    expect(await makeImport(admin(64), key, { seen: page.view.plan!.seen })).toMatchObject({ ok: true });
    const listed = async () =>
      (await list({ q: "undone.test" })).customers.map(({ id, contact, bookings }) => ({ id, contact, bookings }));
    const before = await listed();
    expect(await list({ q: "traspei" })).toMatchObject({ customers: [], near: ["Traspié"] });
    expect(before.map(({ bookings }) => bookings).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await undoImport(admin(65), key)).toMatchObject({ ok: true });
    expect(await listed()).toEqual([{ id: own, contact: "rita@undone.test", bookings: 1 }]);
    expect(await list({ q: "traspei" })).toMatchObject({ customers: [], near: [] });
    expect((await list({ open: own })).details).toMatchObject({
      customer: { id: own },
      anchor: "booking",
      bookings: [{ id: own }],
    });
    // whoever opens one of those bookings still finds whose it was
    const { id: other } = before.find(({ contact }) => contact === "ulises@undone.test")!;
    const undone = { customer: { id: other, bookings: 0 }, anchor: "booking", bookings: [] };
    expect((await list({ open: other })).details).toMatchObject(undone);
    // once they were brought as a customer too, that is what is listed, opened and erased
    await stored("Ulises Traspié,ulises@undone.test,,", 66);
    const listedNow = (await list({ q: "ulises@undone.test" })).customers;
    for (const open of [listedNow[0]!.id, other])
      expect((await list({ open })).details).toMatchObject({
        customer: { id: listedNow[0]!.id, bookings: 0 },
        anchor: "imported",
        imported: { source: "FareBoat" },
      });
  });
});
