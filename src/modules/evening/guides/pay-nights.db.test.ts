import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { payNights, unpayNights } from "#src/modules/evening/guides/pay-nights.server.ts";
import { guidesPage, ownShifts } from "#src/modules/evening/guides/queries.server.ts";
import { setPay } from "#src/modules/evening/guides/set-pay.server.ts";
import { nightsToPay, writePaid } from "#src/modules/evening/guides/store/months.server.ts";
import { writeMonth } from "#src/modules/evening/guides/write-month.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { addCrawl, addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const { guide, shiftsOn } = guidingStage(database);
beforeAll(async () => void (await seedMinimal(database.services.db)));

const as = (role: Role, over = {}) => database.ctx({ actor: { kind: "user", role }, ...over });
const night = async (date: string) => {
  const { db } = database.services;
  return addDeparture(db, await addCrawl(db, { title: "Roma" }), { date });
};
const BEFORE = { now: new Date("2026-11-01T18:00:00Z") };
/** Puts a guide on a night before it was. */
async function led(userId: string, date: string, over: { part?: "guide" | "backup" } = {}) {
  const departure_id = await night(date);
  const wish = { user_id: userId, part: "guide", series: false, agreed: true, note: "", ...over } as const;
  const done = await assignGuide(as("manager", BEFORE), { departure_id, ...wish });
  if (!done.ok) throw new Error(done.reason);
  return { departureId: departure_id, shiftId: done.shiftIds[0]! };
}
const pays = (userId: string, amount: number | null) =>
  setPay(as("manager", BEFORE), { user_id: userId, amount, currency: "MXN" });
async function pageOf(userId: string, role: Role = "manager") {
  const page = await guidesPage(as(role), "2026-11");
  if (!page.ok) throw new Error(page.reason);
  return page.guides.find(({ id }) => id === userId)!;
}
/** Reviews of a departure with so many stars each. Returns their bookings' ids. */
async function rated(departure: string, stars: readonly number[]) {
  const { db } = database.services;
  const { crawl_id } = await db
    .selectFrom("scheduled_crawls")
    .select("crawl_id")
    .where("id", "=", departure)
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (const star of stars) {
    const booking = await db
      .insertInto("bookings")
      .values({
        crawl_id,
        scheduled_crawl_id: departure,
        reference: randomUUID().slice(0, 12),
        site_tag: "cdmx",
        language: "en",
        status: "confirmed",
        hold_expires_at: NOON,
        first_name: "Sofía",
        last_name: "Núñez",
        email: "sofia@guest.test",
        phone: "+525500000000",
        country: "MX",
        number_of_people: 4,
        currency: "MXN",
        unit_price: 1,
        subtotal: 1,
        total_price: 1,
        base_currency: "USD",
        rate: 20,
        rate_date: "2026-11-20",
        refund_rule: "full_until_24h",
        refund_rule_version: "1",
        confirmed_at: NOON,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("ratings")
      .values({ booking_id: booking.id, crawl_id, stars: star, language: "en", created_at: NOON })
      .execute();
    ids.push(booking.id);
  }
  return ids;
}

describe("a guide's month", () => {
  test("has what they worked, how it was rated and what it comes to; a backup who stayed at home hasn't worked", async () => {
    const mateo = await guide("Mateo");
    await pays(mateo.id, 80_000);
    const [first, second] = [await led(mateo.id, "2026-11-05"), await led(mateo.id, "2026-11-06")];
    await led(mateo.id, "2026-11-07", { part: "backup" });
    await led(mateo.id, "2026-11-27");
    await led(mateo.id, "2026-12-04");
    await rated(first.departureId, [5, 5, 4]);
    await rated(second.departureId, [2]);
    const page = await pageOf(mateo.id);
    expect(page.nights.map(({ date, worked, guests, pay }) => [date, worked, guests, pay?.amount])).toEqual([
      ["2026-11-05", true, 12, 80_000],
      ["2026-11-06", true, 4, 80_000],
      ["2026-11-07", false, 0, undefined],
      ["2026-11-27", false, 0, 80_000],
    ]);
    expect(page).toMatchObject({
      rating: { average: 4, count: 4 },
      due: { shiftIds: [first.shiftId, second.shiftId], sums: [{ amount: 160_000, currency: "MXN" }] },
      paid: null,
      pay: { amount: 80_000, currency: "MXN" },
    });
    expect(page.next.map(({ date }) => date)).toEqual(["2026-11-27", "2026-12-04"]);
  });

  test("shows pay to nobody who may not see money, on the page and in the file", async () => {
    const itzel = await guide("Itzel");
    await pays(itzel.id, 80_000);
    await led(itzel.id, "2026-11-08");
    const page = await pageOf(itzel.id, "marketing");
    expect([page.pay, page.due, page.nights[0]!.pay]).toEqual([null, null, null]);
    const file = async (role: Role) => {
      const month = await writeMonth(as(role), "2026-11");
      return month.ok ? (await csvText(month.sheet)).split("\r\n") : month.reason;
    };
    const [head, ...lines] = (await file("manager")) as string[];
    expect(head).toBe(
      "Guide,Date,Start,Crawl,City,As,State,Worked,Guests,Guests who came,Rating,Reviews,Pay,Currency,Paid on",
    );
    expect(lines.filter((line) => line.startsWith("Itzel"))).toEqual([
      "Itzel,2026-11-08,20:00,Roma,Mexico City,Guide,Coming,yes,0,,,0,800.00,MXN,",
    ]);
    expect(((await file("marketing")) as string[]).join()).not.toContain("800.00");
    expect(await file("guide")).toBe("forbidden");
    expect(await guidesPage(as("guide"), "2026-11")).toMatchObject({ reason: "forbidden" });
  });

  test("says how many guests came, of nights at which anybody was checked in", async () => {
    const { db } = database.services;
    const eva = await guide("Eva");
    const { departureId } = await led(eva.id, "2026-11-04");
    const bookings = await rated(departureId, [5]);
    const ctx = database.ctx();
    await db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId: bookings[0]! }));
    const tickets = await ticketsOf(ctx, bookings[0]!);
    const at = { happened_at: NOON };
    for (const [index, standing] of ["open", "undone", "open"].entries()) {
      const entry = { id: randomUUID(), ticket_id: tickets[index]!.id, departure_id: departureId };
      const view = { kind: "in", way: "scan", device_at: NOON, received_at: NOON };
      await db
        .insertInto("checkin_events")
        .values({ ...entry, ...view, ...at })
        .execute();
      await db
        .insertInto("entries")
        .values({ ...entry, ...at, standing, changed_at: NOON })
        .execute();
    }
    await led(eva.id, "2026-11-27");
    expect((await pageOf(eva.id)).nights).toMatchObject([
      { guests: 4, came: 2 },
      { guests: 0, came: null },
    ]);
    const month = await writeMonth(as("manager"), "2026-11");
    expect(month.ok && (await csvText(month.sheet)).split("\r\n").find((line) => line.startsWith("Eva"))).toMatch(
      /,yes,4,2,5,1,/,
    );
  });

  test("a new pay counts for nights to come and for those that had none, never for what was agreed before", async () => {
    const diego = await guide("Diego");
    const { departureId: without } = await led(diego.id, "2026-11-09");
    await pays(diego.id, 70_000);
    const { departureId: agreed } = await led(diego.id, "2026-11-10");
    const { departureId: coming } = await led(diego.id, "2026-11-28");
    await setPay(as("manager"), { user_id: diego.id, amount: 90_000, currency: "USD" });
    const pay = async (id: string) => {
      const [shift] = await shiftsOn(id);
      return [shift!.pay_amount, shift!.pay_currency];
    };
    expect([await pay(without), await pay(agreed), await pay(coming)]).toEqual([
      [70_000, "MXN"],
      [70_000, "MXN"],
      [90_000, "USD"],
    ]);
  });
});

describe("paying a month", () => {
  const paying = (userId: string, ids: string[]) => ({ user_id: userId, month: "2026-11", shift_ids: ids });

  test("is in the books: an expense when it is paid, nothing once that is taken back, and again when it is paid again", async () => {
    const eve = await guide("Evelia");
    await pays(eve.id, 65_000);
    const worked = await led(eve.id, "2026-11-05");
    const posted = async () => {
      const { rows } = await database.services.pool.query<{ account: string; amount: number; entries: number }>(
        `select account, sum(amount)::int as amount, count(*)::int as entries from ledger_entries where posting like $1
           group by 1 order by 1`,
        [`shift:${worked.shiftId}:%`],
      );
      return rows.map(({ account, amount, entries }) => [account, amount, entries]);
    };
    const request = paying(eve.id, [worked.shiftId]);
    await Promise.all([payNights(as("manager"), request), payNights(as("manager"), request)]);
    expect(await posted()).toEqual([
      ["guide_paid", -65_000, 1],
      ["guide_pay", 65_000, 1],
    ]);
    expect(await unpayNights(as("manager"), request)).toMatchObject({ ok: true });
    expect((await posted()).map(([, amount]) => amount)).toEqual([0, 0]);
    expect(await payNights({ ...as("manager"), now: later(1) }, request)).toMatchObject({ nights: 1 });
    expect(await posted()).toEqual([
      ["guide_paid", -65_000, 3],
      ["guide_pay", 65_000, 3],
    ]);
  });

  test("marks what was on the screen, once, and can be taken back", async () => {
    const luz = await guide("Luz");
    await pays(luz.id, 80_000);
    const nights = [await led(luz.id, "2026-11-11"), await led(luz.id, "2026-11-12")];
    const ids = nights.map(({ shiftId }) => shiftId);
    const pay = () => payNights(as("manager"), paying(luz.id, ids));
    const both = await Promise.all([pay(), pay()]);
    expect(both.map((one) => (one.ok ? one.nights : -1)).toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(await pageOf(luz.id)).toMatchObject({
      due: { shiftIds: [] },
      paid: { shiftIds: ids, sums: [{ amount: 160_000, currency: "MXN" }], at: NOON.toISOString() },
    });
    // what is worked later is due by itself
    const third = await led(luz.id, "2026-11-13");
    expect(await pageOf(luz.id)).toMatchObject({ due: { shiftIds: [third.shiftId] } });
    expect(await unpayNights(as("manager"), paying(luz.id, ids))).toMatchObject({ ok: true, nights: 2 });
    expect(await unpayNights(as("manager"), paying(luz.id, ids))).toMatchObject({ ok: true, nights: 0 });
    expect((await pageOf(luz.id)).paid).toBeNull();
  });

  test("does nothing where a night changed, is another's or of another month", async () => {
    const [omar, other] = [await guide("Omar"), await guide("Otro")];
    await pays(omar.id, 80_000);
    await pays(other.id, 80_000);
    const [night1, coming] = [await led(omar.id, "2026-11-14"), await led(omar.id, "2026-11-29")];
    const theirs = await led(other.id, "2026-11-15");
    const refused = [[night1.shiftId, coming.shiftId], [night1.shiftId, theirs.shiftId], [randomUUID()]];
    for (const ids of refused)
      expect(await payNights(as("manager"), paying(omar.id, ids))).toMatchObject({ reason: "nights_changed" });
    const wrong = { ...paying(omar.id, [night1.shiftId]), month: "2026-10" };
    expect(await payNights(as("manager"), wrong)).toMatchObject({ reason: "nights_changed" });
    expect((await pageOf(omar.id)).due!.shiftIds).toEqual([night1.shiftId]);
  });

  test("leaves out nights that have no pay: they are due once it is set", async () => {
    const teo = await guide("Teo");
    const { shiftId } = await led(teo.id, "2026-11-02");
    expect((await pageOf(teo.id)).due).toEqual({ shiftIds: [], sums: [], unpriced: 1 });
    expect(await payNights(as("manager"), paying(teo.id, [shiftId]))).toMatchObject({ reason: "nights_changed" });
    await pays(teo.id, 60_000);
    expect((await pageOf(teo.id)).due).toMatchObject({ shiftIds: [shiftId], unpriced: 0 });
    expect(await payNights(as("manager"), paying(teo.id, [shiftId]))).toMatchObject({ ok: true, nights: 1 });
  });

  test("shows and pays what a deleted account is owed", async () => {
    const { db } = database.services;
    const ida = await guide("Ida");
    await pays(ida.id, 50_000);
    const { shiftId } = await led(ida.id, "2026-11-03");
    await db.deleteFrom("user").where("id", "=", ida.id).execute();
    const gone = async () => {
      const page = await guidesPage(as("manager"), "2026-11");
      return page.ok ? page.guides.at(-1) : page.reason;
    };
    const sums = [{ amount: 50_000, currency: "MXN" }];
    expect(await gone()).toMatchObject({ id: null, name: null, due: { shiftIds: [shiftId], sums } });
    const pay = { ...paying("", [shiftId]), user_id: null };
    expect(await payNights(as("manager"), pay)).toMatchObject({ ok: true, nights: 1 });
    expect(await gone()).toMatchObject({ due: { shiftIds: [] }, paid: { shiftIds: [shiftId], sums } });
    expect(await unpayNights(as("manager"), pay)).toMatchObject({ ok: true, nights: 1 });
  });

  // the negative control: without the lock both find the night unpaid
  test.each([
    ["with the lock the second finds it paid", true, 1],
    ["without it both pay", false, 2],
  ])("two at once: %s", async (_, locks, expected) => {
    const { db } = database.services;
    const who = await guide("Pau");
    const { shiftId } = await led(who.id, locks ? "2026-11-16" : "2026-11-17");
    const [looked, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let paid = 0;
    const pay = (before: Promise<void> | null) =>
      db.transaction().execute(async (tx) => {
        const read = tx.selectFrom("shifts").select("paid_at").where("id", "=", shiftId);
        const [row] = locks ? await nightsToPay(tx, database.services, who.id, [shiftId]) : await read.execute();
        looked.resolve();
        await before;
        if (row!.paid_at !== null) return;
        paid++;
        await writePaid(tx, [shiftId], NOON);
      });
    const first = pay(mayWrite.promise);
    await looked.promise;
    const second = pay(null);
    await (locks ? database.someoneWaits() : second);
    mayWrite.resolve();
    await Promise.all([first, second]);
    expect(paid).toBe(expected);
  });
});

test("a guide sees their own nights and nobody else's", async () => {
  const [ana, beto] = [await guide("Ana"), await guide("Beto")];
  await led(ana.id, "2026-11-18");
  const coming = await led(ana.id, "2026-11-30");
  await led(beto.id, "2026-11-30");
  const snapshot = await ownShifts(
    database.ctx({ now: later(0), actor: { kind: "user", role: "guide", userId: ana.id } }),
  );
  expect(snapshot).toMatchObject({
    ok: true,
    coming: [{ shiftId: coming.shiftId, state: "accepted", mayDecline: false }],
    before: [{ date: "2026-11-18" }],
    calendar: { version: 1 },
  });
  expect(JSON.stringify(snapshot)).not.toContain("pay");
});
