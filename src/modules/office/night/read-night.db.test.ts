import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enterGuest } from "#src/modules/evening/door/enter-guest.server.ts";
import { tonightsNights } from "#src/modules/evening/door/queries.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { registerDevice } from "#src/modules/evening/door/register-device.server.ts";
import { undoEntry } from "#src/modules/evening/door/undo-entry.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import type { Night } from "#src/modules/office/night/schema.ts";
import { revealPhone } from "#src/modules/office/night/reveal-phone.server.ts";
import { printList, writeList } from "#src/modules/office/night/write-list.server.ts";
import { cancelAsAdmin, priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase({ RONDA_SEED: "demo" });
const stage = payingStage(database);
let crawlId: string;
let departure: string;
beforeAll(async () => void (await seedMinimal(database.services.db)));
const nightOn = (date: string) => addDeparture(database.services.db, crawlId, { date, seats: 20 });
beforeEach(async () => {
  crawlId = await addCrawl(database.services.db, {});
  departure = await nightOn("2026-11-20");
});

const as = (role: string, minutes = 5): Context => stage.at(minutes, { kind: "user", role, secondFactor: true });
async function view(ctx: Context = as("manager"), id = departure): Promise<Night> {
  const result = await readNight(ctx, id);
  if (!result.ok) throw new Error(result.reason);
  return result.night;
}
const guest = (first_name: string) => ({
  ...bookingInput("").customer,
  first_name,
  last_name: "Núñez",
  email: `${first_name.toLowerCase()}@secret-address.test`,
  phone: "+52 55 9876 5432",
});
async function sells(name: string, over: object = {}): Promise<string> {
  const booking = await stage.books(departure, { customer: guest(name), number_of_people: 2, ...over });
  const { externalId } = await stage.goesToPay(booking);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
  return booking;
}
const ticketsOf = async (booking: string) => {
  const tickets = database.services.db.selectFrom("tickets").select("id").where("booking_id", "=", booking);
  return (await tickets.orderBy("position").execute()).map(({ id }) => id);
};
const partyIn = (night: Night, id: string) => night.parties.find((party) => party.id === id)!;

/** Somebody with an account, who is named as the one who let guests in. */
async function mateo(minutes = 5): Promise<Context> {
  const { id } = await addAccount(database.services.db, {
    email: `${randomUUID()}@ronda.test`,
    role: "guide",
    secondFactor: true,
  });
  await database.services.pool.query(`update "user" set name = 'Mateo Ruiz' where id = $1`, [id]);
  return stage.at(minutes, { kind: "user", role: "guide", secondFactor: true, userId: id });
}

describe("a night", () => {
  test("has its guests, seats, neighbours, what is owed, its money and emails", async () => {
    const { db } = database.services;
    const date = (await view()).date;
    const beside = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
    const before = await addDeparture(db, crawlId, { date: beside(-1) });
    const after = await addDeparture(db, crawlId, { date: beside(1) });
    const ana = await sells("Ana", { special_requests: "Dos vegetarianas" });
    await sells("Óscar", { currency: "USD", language: "en" });
    const gone = await sells("Gone");
    const priced = await priceAdminCancellation(as("admin"), gone);
    if (!priced.ok) throw new Error(priced.reason);
    const { version, currency, choices } = priced;
    const expected = { version, currency, refund_minor: choices.operator.refund };
    expect(await cancelAsAdmin(as("admin"), { booking_id: gone, choice: "operator", expected })).toMatchObject({
      ok: true,
    });
    await stage.books(departure, { customer: guest("Late"), number_of_people: 3 });

    const night = await view();
    expect(night).toMatchObject({
      phase: { is: "before" },
      previous: { id: before },
      next: { id: after },
      seats: { total: 20, inside: 0, booked: 4, held: 3, free: 13 },
      sales: { bookings: 2, people: 4, lately: 4 },
    });
    expect(night.parties.map(({ name, state, people, guests }) => [name, state, people, guests.length])).toEqual([
      ["Ana Núñez", "confirmed", 2, 2],
      ["Gone Núñez", "cancelled", 2, 0],
      ["Late Núñez", "hold", 3, 0],
      ["Óscar Núñez", "confirmed", 2, 2],
    ]);
    expect(partyIn(night, ana)).toMatchObject({ note: "Dos vegetarianas", language: "es", booking: { owes: null } });
    expect(night.parties[2]!.booking!.owes).toEqual({ amount: 120_000, currency: "MXN" });
    expect(night.money).toEqual([
      {
        currency: "MXN",
        sold: 80_000,
        paid: 160_000,
        refunded: 0,
        disputed: 0,
        refundDue: 80_000,
        owed: 0,
        shares: [{ provider: "sandbox", amount: 160_000 }],
      },
      {
        currency: "USD",
        sold: 4000,
        paid: 4000,
        refunded: 0,
        disputed: 0,
        refundDue: 0,
        owed: 0,
        shares: [{ provider: "sandbox", amount: 4000 }],
      },
    ]);
    expect(night.emails!.find(({ kind }) => kind === "booking_confirmation")).toEqual({
      kind: "booking_confirmation",
      states: [{ state: "waiting", count: 3 }],
    });
    // a basket that has lapsed isn't on the list, swept or not
    expect((await view(as("manager", 60))).parties.map(({ state }) => state)).not.toContain("hold");
  });

  test("keeps the places that a phone may sell without a line", async () => {
    const guide = await mateo();
    const phone = await registerDevice(guide, { name: "Door" });
    if (!phone.ok) throw new Error(phone.reason);
    const held = { device_id: phone.device.id, departure_id: departure, places: 3, sold: 1, granted_at: guide.now };
    await database.services.db.insertInto("offline_places").values(held).execute();
    expect((await view()).seats).toMatchObject({ total: 20, booked: 0, held: 2, free: 18 });
    expect((await tonightsNights(guide)).find(({ id }) => id === departure)).toMatchObject({ free: 18 });
  });

  test("says who let a guest in, and forgets it when that is taken back", async () => {
    const [first, second] = await ticketsOf(await sells("Ana"));
    const guide = await mateo();
    const input = { key: randomUUID(), ticket_id: first!, departure_id: departure };
    expect(await enterGuest(guide, input)).toMatchObject({ ok: true });
    const night = await view();
    expect(night.seats).toMatchObject({ inside: 1, booked: 2 });
    expect(night.parties[0]!.guests).toMatchObject([
      { id: first, entry: { id: input.key, by: "Mateo", at: "2026-11-20T18:05:00.000Z" } },
      { id: second, entry: null },
    ]);
    expect(await undoEntry(guide, { key: randomUUID(), entry: input.key, reason: "wrong one" })).toMatchObject({
      ok: true,
    });
    expect((await view()).seats.inside).toBe(0);
  });

  test("names a ticket that was let in twice, and for a guide without its booking", async () => {
    const booking = await sells("Ana");
    const [ticket_id] = await ticketsOf(booking);
    const guide = await mateo();
    const by = { deviceId: null, userId: guide.actor.userId, revokedAt: null };
    const enters = (minutes: number) => ({
      id: randomUUID(),
      kind: "in" as const,
      departure_id: departure,
      ticket_id: ticket_id!,
      of_event: null,
      device_at: new Date(+guide.now - minutes * 60_000).toISOString(),
      offline: true,
      way: "scan" as const,
      reason: "",
    });
    await recordEvents(guide, by, { events: [enters(3), enters(2)], aheadMs: 0 });
    expect((await view()).alerts).toMatchObject([{ kind: "double", by: "Mateo", looked: false, bookingId: booking }]);
    expect((await view(guide)).alerts).toMatchObject([{ kind: "double", bookingId: null }]);
    expect((await view()).seats.inside).toBe(1);
  });

  test("isn't there for an id that is none", async () => {
    for (const id of ["nope", randomUUID()])
      expect(await readNight(as("admin"), id)).toEqual({ ok: false, reason: "departure_not_found" });
  });
});

describe("who may see what", () => {
  const SECRETS = ["secret-address", "9876", "RND-", "80000", "MXN"];

  test("a guide gets names, sizes, languages, notes and codes, and nothing else, in no form", async () => {
    const booking = await sells("Ana", { special_requests: "Dos vegetarianas" });
    await stage.books(departure, { customer: guest("Late"), number_of_people: 3 });
    const guide = as("guide");
    const texts = [JSON.stringify(await view(guide)), (await csv(guide)).text];
    expect((await view(guide)).parties.map(({ name }) => name)).toEqual(["Ana Núñez"]);
    for (const text of texts) {
      expect(text).toContain("Ana Núñez");
      expect(text).toContain("Dos vegetarianas");
      // a booking's id opens its public page
      for (const secret of [...SECRETS, booking]) expect(text, secret).not.toContain(secret);
    }
    expect(await view(guide)).toMatchObject({ money: null, emails: null, may: { checkIn: true, readBookings: false } });
    // the negative control: whoever may read bookings has all of it
    const manager = [JSON.stringify(await view()), (await csv(as("manager"))).text].join("");
    for (const secret of ["9876", "RND-", "secret-address", "800.00", "MXN", booking])
      expect(manager, secret).toContain(secret);
  });

  test.each([
    ["admin", true, true, true, true],
    ["manager", true, true, true, true],
    ["support", true, true, true, false],
    ["guide", false, false, false, true],
  ])("%s", async (role, bookings, money, emails, checkIn) => {
    await sells("Ana");
    const night = await view(as(role));
    expect([
      night.parties[0]!.booking !== null,
      night.money !== null,
      night.emails !== null,
      night.may.checkIn,
    ]).toEqual([bookings, money, emails, checkIn]);
  });

  test("a guide who has said yes to the night sees one phone at a time while it is time to call, and each look is logged", async () => {
    const { db } = database.services;
    const [ana, guide] = [await sells("Ana"), await mateo()];
    const [party] = await ticketsOf(ana);
    const request = { night: departure, party: party! };
    const shift = { departure_id: departure, user_id: guide.actor.userId, part: "guide", request_id: randomUUID() };
    const when = { created_at: guide.now, asked_at: guide.now };
    const no = { ok: false, reason: "not_own" };
    expect(await revealPhone(guide, request), "of a night of others").toEqual(no);
    await db
      .insertInto("shifts")
      .values({ ...shift, ...when, state: "asked" })
      .execute();
    expect(await revealPhone(guide, request), "not answered yet").toEqual(no);
    expect((await view(guide)).may.call).toBe(false);
    await db
      .updateTable("shifts")
      .set({ state: "accepted", answered_at: guide.now })
      .where("departure_id", "=", departure)
      .execute();
    expect((await view(guide)).may.call).toBe(true);
    expect(JSON.stringify(await view(guide)), "not before it is asked for").not.toContain("9876");
    const looks = () =>
      db
        .selectFrom("access_log")
        .select(["kind", "outcome", "subject"])
        .where("user_id", "=", guide.actor.userId)
        .execute();
    expect(await looks()).toEqual([]);
    expect(await revealPhone(guide, request)).toEqual({ ok: true, phone: "+52 55 9876 5432" });
    const { reference } = await stage.bookingRow(ana);
    const look = { kind: "download", outcome: "done", subject: `/admin/nights/${departure}/phones/${reference}` };
    expect(await looks()).toEqual([look]);
    const others = await nightOn("2026-11-21");
    expect(await revealPhone(guide, { ...request, night: others })).toEqual(no);
    expect(await revealPhone(guide, { ...request, party: randomUUID() })).toEqual({
      ok: false,
      reason: "party_not_found",
    });
    const after = { ...guide, now: new Date(+guide.now + 86_400_000) };
    expect(await revealPhone(after, request), "once it is over").toEqual(no);
    expect((await view(after)).may.call).toBe(false);
    expect(await looks(), "a refusal shows nothing").toEqual([look]);
  });

  test("a guide opens tonight, the nights beside it and those they said yes to; no other, also no file, and lets nobody in", async () => {
    const guide = await mateo();
    const userId = guide.actor.userId!;
    const far = await nightOn("2026-11-24");
    const shift = {
      departure_id: far,
      user_id: userId,
      part: "guide",
      request_id: randomUUID(),
      created_at: guide.now,
    };
    const request = { ...shift, state: "asked", times_asked: 1, asked_at: guide.now };
    await database.services.db.insertInto("shifts").values(request).execute();
    const ticket_id = (await ticketsOf(await sells("Ana")))[0]!;
    const enters = (ctx: Context, departure_id: string) =>
      enterGuest(ctx, { key: randomUUID(), ticket_id, departure_id });
    const opens = async (ctx: Context, id: string) =>
      Promise.all([readNight, printList, writeList].map(async (ask) => (await ask(ctx, id)).ok));

    const all = [true, true, true];
    for (const date of ["2026-11-19", "2026-11-21"]) expect(await opens(guide, await nightOn(date)), date).toEqual(all);
    for (const id of [await nightOn("2026-11-18"), await nightOn("2026-11-22"), far]) {
      expect(await opens(guide, id)).toEqual([false, false, false]);
      expect(await readNight(guide, id)).toMatchObject({ reason: "forbidden", missing: "schedule.read" });
      expect(await enters(guide, id)).toEqual({ ok: false, reason: "not_tonight" });
      expect(await opens(as("support"), id)).toEqual(all);
    }
    await database.services.db
      .updateTable("shifts")
      .set({ state: "accepted", answered_at: guide.now })
      .where("user_id", "=", userId)
      .execute();
    expect(await opens(guide, far)).toEqual(all);
    expect(await enters(guide, far)).toMatchObject({ verdict: "wrong_night" });
    // the negative control: tonight the same ticket goes in, and only on a night that is open its entry is taken back
    const entered = await enters(guide, departure);
    if (!entered.ok) throw new Error(entered.reason);
    const undo = { key: randomUUID(), entry: entered.entry.event, reason: "wrong one" };
    const later = { ...guide, now: new Date(+guide.now + 5 * 86_400_000) };
    expect(await undoEntry(later, undo)).toEqual({ ok: false, reason: "not_tonight" });
    expect(await undoEntry(guide, undo)).toEqual({ ok: true });
  });

  test.each(["marketing", "customer"])("%s gets nothing, also no file", async (role) => {
    const refused = { ok: false, reason: "forbidden", missing: "manifest.read" };
    for (const ask of [readNight, printList, writeList]) expect(await ask(as(role), departure)).toEqual(refused);
  });
});

async function csv(ctx: Context) {
  const list = await writeList(ctx, departure);
  if (!list.ok) throw new Error(list.reason);
  return { text: await csvText(list.sheet), name: list.name };
}

test("the file has a line per guest and evaluates nothing", async () => {
  await sells("=HYPERLINK", { special_requests: "+1, ; =2" });
  const { text, name } = await csv(as("manager"));
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^Party,Guest,Code,People,Language,Note,State,Came in,Let in by,Reference,/);
  expect(lines[1]).toMatch(
    /^'=HYPERLINK Núñez,'=HYPERLINK Núñez,\w{3} \w{3},2,Spanish,"'\+1, ;' =2",To come,,,RND-\w+,'=hyper/,
  );
  expect(lines[2]).toContain("Guest 2");
  expect(name).toMatch(/^night-2\d{3}-\d\d-\d\d-2000-\w{4}\.csv$/);
});

test("the list on paper is a PDF", async () => {
  await sells("Ana");
  const result = await printList({ ...as("guide"), locale: "es" }, departure);
  expect(result.ok && result.content.subarray(0, 5).toString()).toBe("%PDF-");
});
