import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { enterGuest } from "#src/modules/evening/door/enter-guest.server.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { markAbsent } from "#src/modules/evening/door/mark-absent.server.ts";
import { mayMoveToTonight, moveToTonight } from "#src/modules/evening/door/move-to-tonight.server.ts";
import { doorAlerts, findGuest, payLink } from "#src/modules/evening/door/queries.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { undoAbsence } from "#src/modules/evening/door/undo-absence.server.ts";
import { undoEntry } from "#src/modules/evening/door/undo-entry.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { editDeparture } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { departureToEdit } from "#src/modules/sales/schedule/queries.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { doorEvent, type Party, partyTonight, partyWith, phoneOf, somebody } from "#tests/at-the-door.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { payingStage } from "#tests/paying.ts";

const database = freshDatabase();
const paying = payingStage(database);
const db = () => database.services.db;
const BY = { deviceId: null, userId: null, revokedAt: null };
const reportOf = (party: Party, minute: number, ticket = 0) =>
  doorEvent(party, { offline: true, ticket_id: party.tickets[ticket]!, device_at: later(minute).toISOString() });
const send = (events: Parameters<typeof recordEvents>[2]["events"], now = later(900)) =>
  recordEvents(database.ctx({ now }), BY, { events, aheadMs: 0 });

let guide: Awaited<ReturnType<typeof somebody>>;
let admin: typeof guide;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  guide = await somebody(database, "guide");
  admin = await somebody(database, "admin", "Rosa Admin");
});

test("staff let somebody in and take it back, and the guest's ticket says so", async () => {
  const party = await partyTonight(database);
  const [ticket_id] = party.tickets;
  const input = { key: randomUUID(), ticket_id: ticket_id!, departure_id: party.departure };
  const done = await enterGuest(guide.ctx(later(120)), input);
  expect(done).toMatchObject({ ok: true, entry: { event: input.key, by: "Dani", device: "" } });
  expect(await ticketsOf(database.ctx(), party.booking)).toMatchObject([{ entered_at: later(120).toISOString() }]);
  const again = await enterGuest(guide.ctx(later(130)), { ...input, key: randomUUID() });
  expect(again).toMatchObject({
    reason: "not_admitted",
    verdict: "already_in",
    why: "inside",
    entry: { event: input.key },
  });
  const undo = { key: randomUUID(), entry: input.key, reason: "Wrong party" };
  expect(await enterGuest(guide.ctx(later(135)), input), "sent again").toMatchObject({ ok: true });
  expect(await undoEntry(guide.ctx(later(140)), undo)).toEqual({ ok: true });
  expect(await undoEntry(guide.ctx(later(140)), undo), "sent again").toEqual({ ok: true });
  expect(await enterGuest(guide.ctx(later(140)), input), "taken back since").toMatchObject({ reason: "not_admitted" });
  expect(await undoEntry(guide.ctx(later(141)), { ...undo, key: randomUUID() })).toMatchObject({ reason: "not_in" });
  expect(await ticketsOf(database.ctx(), party.booking)).toMatchObject([{ entered_at: null }]);
});

test("a double entry and one against its booking wait to be looked at, with who, when and where", async () => {
  const party = await partyTonight(database, { number_of_people: 2 });
  const [door, bar] = [await phoneOf(database, "Door"), await phoneOf(database, "Bar", admin)];
  const at = (phone: typeof door, event: ReturnType<typeof reportOf>) =>
    recordEvents(
      database.ctx({ now: later(500) }),
      { ...BY, deviceId: phone.id, userId: phone.owner.id },
      { events: [event], aheadMs: 0 },
    );
  const [second, first] = [reportOf(party, 490), reportOf(party, 480)];
  await at(bar, second);
  await at(door, first);
  const result = await doorAlerts(admin.ctx());
  expect(result).toMatchObject({
    alerts: [
      {
        id: second.id,
        concern: null,
        guest: "Sofía Núñez",
        by: "Rosa Admin",
        device: "Bar",
        at: later(490).toISOString(),
        first: { at: later(480).toISOString(), by: "Dani Ortega", device: "Door" },
      },
    ],
  });
  expect(await doorAlerts(guide.ctx())).toMatchObject({ reason: "forbidden", missing: "bookings.read" });
});

test("what was looked at for its booking waits again once it is a double entry", async () => {
  const party = await partyTonight(database);
  const booked = (over: object) => db().updateTable("bookings").set(over).where("id", "=", party.booking).execute();
  await booked({ status: "cancelled", cancel_reason: "customer" });
  const [late, early] = [reportOf(party, 490), reportOf(party, 480)];
  await send([late]);
  const mine = async () => {
    const result = await doorAlerts(admin.ctx(later(900)));
    if (!result.ok) throw new Error(result.reason);
    return result.alerts
      .filter(({ booking_id }) => booking_id === party.booking)
      .map(({ id, concern }) => [id, concern]);
  };
  expect(await mine()).toEqual([[late.id, "cancelled"]]);
  await lookAtDouble(admin.ctx(later(900)), { id: late.id });
  expect(await mine()).toEqual([]);
  await booked({ status: "confirmed", cancel_reason: null });
  await send([early]);
  expect(await mine()).toEqual([[late.id, null]]);
});

describe("after the end", () => {
  const ENDED = later(13 * 60); // 01:00, half an hour after it
  const stateOf = async ({ booking }: Party) =>
    (await db().selectFrom("bookings").select("no_show_at").where("id", "=", booking).executeTakeFirstOrThrow())
      .no_show_at !== null;
  const run = (now = ENDED) => markAbsent(database.ctx({ now }));

  const CASES: [string, (party: Party) => Promise<unknown>, boolean][] = [
    ["nobody of the party came", async () => {}, true],
    ["all came", (party) => send([reportOf(party, 480), reportOf(party, 480, 1)]), false],
    ["one of them came", (party) => send([reportOf(party, 480, 1)]), false],
    ["an entry was taken back", (party) => undone(party), true],
    [
      "it was cancelled",
      (party) =>
        db()
          .updateTable("bookings")
          .set({ status: "cancelled", cancel_reason: "customer" })
          .where("id", "=", party.booking)
          .execute(),
      false,
    ],
  ];
  const undone = async (party: Party) => {
    const entry = reportOf(party, 480);
    await send([entry, doorEvent(party, { kind: "undo", of_event: entry.id, reason: "Wrong" })]);
  };
  test.each(CASES)("%s: a no-show is %s", async (_, prepare, expected) => {
    const other = await partyTonight(database, { number_of_people: 2 });
    await send([reportOf(other, 470), reportOf(other, 470, 1)]);
    const party = await partyWith(database, other, { number_of_people: 2 });
    await prepare(party);
    await Promise.all([run(), run()]);
    await run();
    expect(await stateOf(party)).toBe(expected);
    const noted = await db()
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "booking.no_show")
      .where("subject_id", "=", party.booking)
      .execute();
    expect(noted).toHaveLength(expected ? 1 : 0);
  });

  test.each([
    ["half of the people are in", ENDED, 2, true],
    ["half an hour hasn't passed", new Date(+ENDED - 1), 2, false],
    ["fewer than half are in: the scanner wasn't used for all", ENDED, 1, false],
    ["nobody was checked in at all", ENDED, 0, false],
  ])("where %s, who is missing is a no-show: %s", async (_, now, inside, expected) => {
    const party = await partyTonight(database, { number_of_people: 2 });
    const other = await partyWith(database, party, { number_of_people: 2 });
    if (inside > 0) await send(other.tickets.slice(0, inside).map((__, index) => reportOf(other, 480, index)));
    await run(now);
    expect(await stateOf(party)).toBe(expected);
  });

  test("who is in with a ticket that is void by now is none of the half", async () => {
    const party = await partyTonight(database, { number_of_people: 2 });
    const other = await partyWith(database, party, { number_of_people: 2 });
    await send([reportOf(other, 480, 0), reportOf(other, 480, 1)]);
    await db().updateTable("tickets").set({ status: "void" }).where("id", "=", other.tickets[0]!).execute();
    await run();
    expect(await stateOf(party)).toBe(false);
  });

  const marked = async () => {
    const other = await partyTonight(database);
    await send([reportOf(other, 470)]);
    const party = await partyWith(database, other);
    await run();
    return party;
  };

  test("an entry that arrives later says that they came", async () => {
    const party = await marked();
    await Promise.all([send([reportOf(party, 500)]), send([reportOf(party, 501)])]);
    expect(await stateOf(party)).toBe(false);
    const message = db().selectFrom("audit_log").select("id").where("action", "=", "booking.there");
    expect(await message.where("subject_id", "=", party.booking).execute()).toHaveLength(1);
    await run();
    expect(await stateOf(party)).toBe(false);
  });

  test("the job takes a mark back that an entry left, and says since when it stood", async () => {
    const party = await partyTonight(database);
    await send([reportOf(party, 480)]);
    const no_show_at = later(13 * 60 - 5);
    await db().updateTable("bookings").set({ no_show_at }).where("id", "=", party.booking).execute();
    await Promise.all([run(), run()]);
    expect(await stateOf(party)).toBe(false);
    const noted = db().selectFrom("audit_log").select("changes").where("action", "=", "booking.there");
    expect(await noted.where("subject_id", "=", party.booking).execute()).toEqual([
      { changes: { no_show_at: { old: no_show_at.toISOString(), new: null } } },
    ]);
  });

  test("what staff said isn't marked again", async () => {
    const party = await marked();
    expect(await undoAbsence(admin.ctx(), { booking_id: party.booking })).toEqual({ ok: true });
    await run();
    expect(await stateOf(party)).toBe(false);
  });

  const wasThere = async ({ booking }: Party) => {
    const night = await readNight(admin.ctx(later(900)), (await departureOf(booking))!);
    return night.ok && night.night.parties.find(({ id }) => id === booking)?.wasThere;
  };
  const departureOf = async (id: string) =>
    (await db().selectFrom("bookings").select("scheduled_crawl_id as night").where("id", "=", id).executeTakeFirst())
      ?.night;

  test("it stays said when the account of whoever said it is deleted", async () => {
    const party = await marked();
    const { id, ctx } = await somebody(database, "support", "Leaves Soon");
    expect(await undoAbsence(ctx(), { booking_id: party.booking })).toEqual({ ok: true });
    await db().deleteFrom("user").where("id", "=", id).execute();
    await run();
    expect(await stateOf(party)).toBe(false);
    expect(await wasThere(party)).toBe(true);
  });
});

describe("moving to tonight", () => {
  const at = () => guide.ctx(later(480));
  const seats = async (id: string) =>
    (await db().selectFrom("scheduled_crawls").select("available_spots").where("id", "=", id).executeTakeFirstOrThrow())
      .available_spots;
  let other: string;
  let tonight: string;
  beforeAll(async () => {
    other = await addDeparture(db(), crawlId, { date: "2026-11-21" });
    tonight = await addDeparture(db(), crawlId, { date: "2026-11-20", seats: 5 });
  });
  const booked = async (departure = other) => {
    const id = await paying.books(departure);
    const { externalId } = await paying.goesToPay(id);
    paying.provider.pays(externalId);
    await paying.webhook(externalId, 1);
    return id;
  };

  test("a booking of tomorrow is moved once, at its price, and its tickets stay", async () => {
    const booking_id = await booked();
    const before = await ticketsOf(database.ctx(), booking_id);
    const free = await seats(tonight);
    const wish = { booking_id, departure_id: tonight, people: 2 };
    expect(await Promise.all([moveToTonight(at(), wish), moveToTonight(at(), wish)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await moveToTonight(at(), wish)).toEqual({ ok: true });
    expect([await seats(tonight), await seats(other)]).toEqual([free - 2, 40]);
    expect((await ticketsOf(database.ctx(), booking_id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test("it is refused where there is no room, it costs more, its night is over, or it isn't tonight", async () => {
    const refused = async (over: Partial<Parameters<typeof moveToTonight>[1]>, ctx = at()) => {
      const booking_id = over.booking_id ?? (await booked());
      const wish = { booking_id, departure_id: tonight, people: 2, ...over };
      const foretold = await mayMoveToTonight(ctx, wish);
      const moved = await moveToTonight(ctx, wish);
      expect(foretold).toMatchObject(moved);
      return moved;
    };
    expect(await refused({ people: 3 })).toMatchObject({ reason: "booking_changed" });
    expect(await refused({ departure_id: other })).toMatchObject({ reason: "not_tonight" });
    const ofGroup = (is_private: boolean) =>
      db().updateTable("scheduled_crawls").set({ is_private }).where("id", "=", tonight).execute();
    await ofGroup(true);
    expect(await refused({})).toMatchObject({ reason: "not_tonight" });
    await ofGroup(false);
    expect(await refused({ booking_id: randomUUID() })).toMatchObject({ reason: "booking_not_found" });
    expect(
      await refused({}, database.ctx({ now: later(480), actor: { kind: "user", role: "support" } })),
    ).toMatchObject({ reason: "forbidden" });
    await db().updateTable("scheduled_crawls").set({ price: 3000 }).where("id", "=", tonight).execute();
    expect(await refused({})).toMatchObject({ reason: "price_differs" });
    await db()
      .updateTable("scheduled_crawls")
      .set({ price: null, available_spots: 1 })
      .where("id", "=", tonight)
      .execute();
    expect(await refused({})).toMatchObject({ reason: "sold_out", left: 1 });
    const past = await booked();
    await db()
      .updateTable("scheduled_crawls")
      .set({ date: "2026-11-19", sales_close_at: later(-900), starts_at: later(-900), ends_at: later(-660) })
      .where("id", "=", other)
      .execute();
    expect(await refused({ booking_id: past })).toMatchObject({ reason: "over" });
  });
});

describe("a check-in is for its night", () => {
  const EVENING = later(470); // 19:50
  const boss = (now = EVENING) => admin.ctx(now);
  const openAt = async ({ tickets }: Party) =>
    (
      await db()
        .selectFrom("entries")
        .select("ticket_id")
        .where("ticket_id", "in", tickets)
        .where("standing", "=", "open")
        .execute()
    ).length;
  const movesTo = async ({ booking: booking_id }: Party, departure_id: string) => {
    const change = { kind: "date" as const, departure_id };
    const request = { booking_id, token: null, change, mayAlready: true as const };
    const priced = await priceChange(boss(), { ...request, admin: { keeps: true } });
    if (!priced.ok) throw new Error(priced.reason);
    const { version, difference } = priced.quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
    expect(await changeBooking(boss(), { ...request, admin: { keeps: true }, expected }, randomUUID())).toMatchObject({
      ok: true,
    });
  };
  const shifts = async ({ departure: id }: Party, over: object) => {
    const departure = await departureToEdit(boss(), id);
    if (!departure.ok) throw new Error(departure.reason);
    const { version } = departure;
    const input = { id, version, terms: { ...departure.terms, ...over }, scope: "one" as const, consent: "" };
    const result = await editDeparture(boss(), input);
    const { consent } = result as unknown as { consent: string };
    expect(await editDeparture(boss(), { ...input, consent })).toMatchObject({ ok: true, changed: 1 });
  };

  test("a party that is moved goes in anew at its new night, and stays in where it went in there", async () => {
    const party = await partyTonight(database, { number_of_people: 2 });
    const friday = (await partyTonight(database, { days: 7 })).departure;
    const there = { ...reportOf(party, 462, 1), departure_id: friday };
    await send([reportOf(party, 460), reportOf(party, 461), there], EVENING);
    await movesTo(party, friday);
    const [first, second] = party.tickets;
    const asks = (ticket_id: string) => doorEvent({ ...party, departure: friday }, { ticket_id });
    expect(await send([asks(first!), asks(second!)])).toMatchObject([
      { result: "stored" },
      { verdict: "already_in", entry: { event: there.id } },
    ]);
    const noted = db()
      .selectFrom("audit_log")
      .select(["actor_kind", "actor_id"])
      .where("subject_id", "=", party.booking);
    expect(await noted.where("action", "=", "checkin.undone").execute()).toEqual(
      Array.from({ length: 2 }, () => ({ actor_kind: "user", actor_id: admin.id })),
    );
  });

  test("who came in before the move, as a phone tells after it, isn't in at the new night, and the office hears of it", async () => {
    const party = await partyTonight(database, { number_of_people: 2 });
    const friday = (await partyTonight(database, { days: 7 })).departure;
    await movesTo(party, friday);
    // the second one came to the old door although the booking had left it: that counts as it did
    const [before, after] = [reportOf(party, 460, 0), reportOf(party, 480, 1)];
    for (const _ of [1, 2]) await send([before, after]);
    const asks = (ticket_id: string) => doorEvent({ ...party, departure: friday }, { ticket_id });
    expect(await send([asks(party.tickets[0]!), asks(party.tickets[1]!)])).toMatchObject([
      { result: "stored" },
      { verdict: "already_in", entry: { event: after.id } },
    ]);
    // nobody at the door took it back
    const log = db().selectFrom("audit_log").select("action").where("subject_id", "=", party.booking);
    const acts = (await log.where("action", "like", "checkin.%").execute()).map(({ action }) => action);
    expect(acts.filter((action) => action !== "checkin.entered")).toEqual([]);
    const alerts = await doorAlerts(boss(later(901)));
    if (!alerts.ok) throw new Error(alerts.reason);
    const own = alerts.alerts.filter(({ booking_id }) => booking_id === party.booking);
    expect(own.map(({ id, concern, at }) => [id, concern, at])).toEqual([
      [after.id, "other_night", later(480).toISOString()],
      [before.id, "moved_since", later(460).toISOString()],
    ]);
    const night = await readNight(boss(later(901)), party.departure);
    expect(night).toMatchObject({ night: { alerts: [{ kind: "moved_since" }, { kind: "other_night" }] } });
  });

  test("a night that is moved to another day has nobody inside, one that starts an hour later keeps who is", async () => {
    const party = await partyTonight(database);
    await send([reportOf(party, 0), reportOf(party, 465)], EVENING);
    await shifts(party, { start_time: "21:00" });
    expect(await openAt(party)).toBe(1);
    await shifts(party, { date: "2026-11-21" });
    expect(await openAt(party)).toBe(0);
    // what a phone without a line tells only now is of the old night, too
    await send([reportOf(party, 470)]);
    expect(await openAt(party)).toBe(0);
    expect(await send([doorEvent(party)])).toMatchObject([{ result: "stored" }]);
    // and what is told of the night of now counts
    const other = await partyTonight(database);
    await shifts(other, { date: "2026-11-21" });
    await send([reportOf(other, 480 + 24 * 60)], later(30 * 60 + 480));
    expect(await openAt(other)).toBe(1);
  });
});

describe("finding a booking", () => {
  const referenceOf = async ({ booking }: Party) =>
    (await db().selectFrom("bookings").select("reference").where("id", "=", booking).executeTakeFirstOrThrow())
      .reference;

  test("by its reference, a ticket’s code, its whole address or number, which aren't told; its note only for a night near", async () => {
    const over = { email: "whole.address@guest.test", special_requests: "Silla de ruedas" };
    const party = await partyTonight(database, { days: 9, ...over });
    const tomorrow = await partyTonight(database, { days: 1, special_requests: "Silla de ruedas" });
    const phone = "+44 20 7946 0958 ext. 12";
    await db().updateTable("bookings").set({ phone }).where("id", "=", party.booking).execute();
    const reference = await referenceOf(party);
    const { code } = await db()
      .selectFrom("tickets")
      .select("code")
      .where("id", "=", party.tickets[0]!)
      .executeTakeFirstOrThrow();
    const numbers = ["+44 (0)20 7946–0958", "020 7946 0958", "004420/79460958"];
    for (const words of [reference, reference.slice(4).toLowerCase(), code, " Whole.Address@guest.test ", ...numbers]) {
      const found = await findGuest(guide.ctx(), words);
      expect(found, words).toMatchObject({
        found: [{ id: party.booking, name: "Sofía Núñez", state: "confirmed", note: "" }],
      });
      expect(JSON.stringify(found)).not.toMatch(/guest\.test|\+52|7946/);
    }
    expect(await findGuest(guide.ctx(), await referenceOf(tomorrow))).toMatchObject({
      found: [{ note: "Silla de ruedas" }],
    });
    for (const words of ["", "whole.address", "Sofía", "@", "%", "7946 0958", "020 7946 0959", "020 7946 095%"])
      expect(await findGuest(guide.ctx(), words), words).toEqual({ ok: true, found: [] });
  });

  test.each([
    [-3, 0],
    [-1, 1],
    [27, 1],
    [29, 0],
  ])("of a night %i days from now: %i", async (days, count) => {
    const words = await referenceOf(await partyTonight(database, { days }));
    const found = await findGuest(guide.ctx(), words);
    expect(found).toHaveProperty("found.length", count);
    // it is told that there is one, so that nobody is taken for a cheat
    expect(found).toEqual(
      count === 0 ? { ok: true, found: [], elsewhere: true } : expect.not.objectContaining({ elsewhere: true }),
    );
  });

  test("isn't for walking through addresses", async () => {
    const other = await somebody(database, "guide");
    for (let tried = 0; tried < 60; tried += 1) expect(await findGuest(other.ctx(), "x")).toMatchObject({ ok: true });
    expect(await findGuest(other.ctx(), "x")).toEqual({ ok: false, reason: "too_many_attempts", retry_after: 600 });
    expect(await findGuest(guide.ctx(), "x")).toMatchObject({ ok: true });
  });
});

test("an unpaid guest is led to what is to be paid, without the booking's token", async () => {
  const id = await paying.books(await addDeparture(db(), crawlId));
  const link = (booking: string, now = NOON) => payLink(guide.ctx(now), { booking, departure: null });
  expect(await link(id)).toEqual({ ok: true, url: `http://ronda.test/es/booking-confirmation/${id}` });
  const lapsed = await link(id, later(400));
  expect(lapsed).toMatchObject({ ok: true });
  expect((lapsed as { url: string }).url).toMatch(/^http:\/\/ronda\.test\/es\/checkout\?departure=/);
  const { booking, departure } = await partyTonight(database);
  const here = (minutes = 400) => payLink(guide.ctx(later(minutes)), { booking: id, departure });
  expect(await here()).toMatchObject({ url: `http://ronda.test/es/checkout?departure=${departure}` });
  expect(await here(481), "guests can't book it any more").toMatchObject({ reason: "nothing_to_pay" });
  await db()
    .updateTable("scheduled_crawls")
    .set({ total_spots: 1, available_spots: 0 })
    .where("id", "=", departure)
    .execute();
  expect(await here(), "sold out").toMatchObject({ reason: "nothing_to_pay" });
  expect(await link(randomUUID())).toMatchObject({ reason: "booking_not_found" });
  expect(await link(booking)).toMatchObject({ reason: "nothing_to_pay" });
});
