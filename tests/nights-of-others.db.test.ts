import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enterGuest } from "#src/modules/evening/door/enter-guest.server.ts";
import { mayMoveToTonight, moveToTonight } from "#src/modules/evening/door/move-to-tonight.server.ts";
import { doorAlerts, findGuest, guestList, payLink, tonightsNights } from "#src/modules/evening/door/queries.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import type { SyncInput } from "#src/modules/evening/door/schema.ts";
import { syncDevice } from "#src/modules/evening/door/sync-device.server.ts";
import { undoEntry } from "#src/modules/evening/door/undo-entry.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { tonight } from "#src/modules/office/reports/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { changeRoute } from "#src/modules/evening/stops/change-route.server.ts";
import { countHeads } from "#src/modules/evening/stops/count-heads.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import { takeTaps } from "#src/modules/evening/stops/take-taps.server.ts";
import { giveBackOffline, holdOffline } from "#src/modules/evening/till/hold-offline.server.ts";
import { doorOffer } from "#src/modules/evening/till/queries.server.ts";
import { lendPlaces } from "#src/modules/evening/till/lend-places.server.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { sellOffline } from "#src/modules/evening/till/sell-offline.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { doorEvent, type Party, partyTonight, phoneOf, somebody, upload } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { offlineSale, RUNNING } from "#tests/offline-phone.ts";
import { later } from "#tests/seeds.ts";

const database = freshDatabase();
const DAY = 1440;
const NOW = later(RUNNING);
const NOBODY = { deviceId: null, userId: null, revokedAt: null };

type Phone = Awaited<ReturnType<typeof phoneOf>>;
let phone: Phone;
beforeAll(async () => {
  const row = { key: "offline_places", value: "4" };
  await database.services.db.insertInto("app_settings").values(row).execute();
  forgetSettings(database.services);
  phone = await phoneOf(database, "Door");
});

const send = async (
  { secret }: Phone,
  events: SyncInput["events"],
  { now = NOW, ...over }: Partial<SyncInput> & { now?: Date } = {},
) => {
  const sent = await syncDevice(database.ctx({ now }), secret, upload(events, { sent_at: now.toISOString(), ...over }));
  if (!sent.ok) throw new Error(sent.reason);
  return sent.answer;
};
/** Who is let in by whoever was there. */
async function inside(party: Party, at = NOW) {
  const event = doorEvent(party, { device_at: at.toISOString() });
  await recordEvents(database.ctx({ now: at }), NOBODY, { events: [event], aheadMs: 0 });
  return event;
}
const concernOf = async (id: string) =>
  (await database.services.db.selectFrom("checkin_events").select("concern").where("id", "=", id).executeTakeFirst())
    ?.concern;

type Act = (night: Party, guide: Context) => Promise<unknown>;
const stopId = randomUUID();
const sale = { intent: "sell", people: 1, currency: "MXN", way: "cash", name: "", email: "", language: "en" } as const;

// what each says of a night that isn't the guide's; tonight it says something else
const ACTS: [string, Act, unknown][] = [
  [
    "a phone asks to let somebody in",
    async (night) => (await send(phone, [doorEvent(night, { device_at: NOW.toISOString() })])).answers[0]!.result,
    "refused",
  ],
  [
    "a phone tells that somebody is in",
    async (night) => {
      const event = doorEvent(night, { offline: true, device_at: NOW.toISOString() });
      const { answers } = await send(phone, [event]);
      return [answers[0]!.result, await concernOf(event.id)];
    },
    ["stored", "out_of_hours"],
  ],
  [
    "a phone takes an entry back",
    async (night) => {
      const { id } = await inside(night);
      const undo = doorEvent(night, { kind: "undo", of_event: id, device_at: NOW.toISOString() });
      const { answers } = await send(phone, [undo]);
      return [answers[0]!.result, await concernOf(undo.id)];
    },
    ["stored", "out_of_hours"],
  ],
  [
    "a phone takes an entry back as if it were of tonight",
    async (night) => {
      const { id } = await inside(night);
      const { departure: departure_id } = await partyTonight(database);
      const undo = doorEvent(night, { kind: "undo", of_event: id, departure_id, device_at: NOW.toISOString() });
      await send(phone, [undo]);
      return concernOf(undo.id);
    },
    "out_of_hours",
  ],
  [
    "a phone hears who came in",
    async (night) => {
      await inside(night);
      return (await send(phone, [], { departure_ids: [night.departure] })).changes.length;
    },
    0,
  ],
  [
    "the admin's page lets somebody in",
    (night, guide) =>
      enterGuest(guide, { key: randomUUID(), ticket_id: night.tickets[0]!, departure_id: night.departure }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "the admin's page takes an entry back",
    async (night, guide) => undoEntry(guide, { key: randomUUID(), entry: (await inside(night)).id, reason: "wrong" }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "somebody is moved there",
    async (night, guide) => {
      const { booking: booking_id } = await partyTonight(database, { days: 1 });
      return moveToTonight(guide, { booking_id, departure_id: night.departure, people: 1 });
    },
    { ok: false, reason: "not_tonight" },
  ],
  [
    "its page is opened",
    (night, guide) => readNight(guide, night.departure),
    { ok: false, reason: "forbidden", missing: "schedule.read" },
  ],
  [
    "places are sold",
    (night, guide) =>
      sellAtDoor(guide, {
        ...sale,
        key: randomUUID(),
        departure_id: night.departure,
        expected: null,
        id_seen: true,
        let_in: true,
      }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "places sold without a line are handed over",
    (night, guide) => sellOffline(guide, { ...offlineSale(night.departure), device_id: phone.id }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "places are held for a phone",
    (night, guide) => holdOffline(guide, { device_id: phone.id, departure_id: night.departure }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "a phone asks for places",
    async (night) => {
      const lent = await lendPlaces(database.ctx({ now: NOW }), phone.secret, {
        departure_id: night.departure,
        give_back: [],
      });
      return lent.ok && lent.answer.reason;
    },
    "not_tonight",
  ],
  [
    "the group is said to be at a stop",
    (night, guide) =>
      recordStep(guide, { departureId: night.departure, stopId, kind: "arrived", id: randomUUID(), deviceAt: NOW }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "heads are counted",
    (night, guide) =>
      countHeads(guide, {
        departureId: night.departure,
        stopId,
        kind: "out",
        id: randomUUID(),
        present: "all",
        deviceAt: NOW,
      }),
    { ok: false, reason: "not_tonight" },
  ],
  [
    "a phone hands its taps over",
    async (night, guide) => {
      const taps = [{ id: randomUUID(), stop: stopId, kind: "arrived" as const, at: NOW.toISOString() }];
      const done = await takeTaps(guide, night.departure, { taps, sentAt: NOW, userId: guide.actor.userId });
      return done.ok && done.results[0]!.refused;
    },
    "not_tonight",
  ],
  [
    "its stops are changed",
    (night, guide) => changeRoute(guide, { departureId: night.departure, version: 0, stops: [], tell: false }),
    { ok: false, reason: "not_tonight" },
  ],
];

const accepts = (departure_id: string, user_id: string) =>
  database.services.db
    .insertInto("shifts")
    .values({
      departure_id,
      user_id,
      part: "guide",
      state: "accepted",
      request_id: randomUUID(),
      created_at: NOW,
      asked_at: NOW,
      answered_at: NOW,
    })
    .execute();

describe("by a guide who isn't at that night's door,", () => {
  test.each(ACTS)("%s", async (_, act, refused) => {
    for (const days of [30, -50])
      expect(await act(await partyTonight(database, { days }), phone.owner.ctx(NOW)), `${days} days away`).toEqual(
        refused,
      );
    // control: the same act is another thing on a night that is on
    expect(await act(await partyTonight(database), phone.owner.ctx(NOW))).not.toEqual(refused);
  });

  test("places of another night may still be given back", async () => {
    const { departure } = await partyTonight(database);
    const [guide, request] = [phone.owner, { device_id: phone.id, departure_id: departure }];
    expect(await holdOffline(guide.ctx(NOW), request)).toMatchObject({ ok: true });
    expect(await giveBackOffline(guide.ctx(later(RUNNING + 3 * DAY)), request)).toMatchObject({ ok: true });
  });
});

describe("by a guide of another city,", () => {
  const worksIn = async (cities: string[] | null) => {
    const { db } = database.services;
    await db.updateTable("user").set({ city_ids: cities }).where("id", "=", phone.owner.id).execute();
    const ctx = phone.owner.ctx(NOW);
    return { ...ctx, actor: { ...ctx.actor, cities } };
  };
  const cityOf = async ({ departure }: Party) =>
    (
      await database.services.db
        .selectFrom("scheduled_crawls as d")
        .innerJoin("pub_crawls as c", "c.id", "d.crawl_id")
        .select("c.city_id")
        .where("d.id", "=", departure)
        .executeTakeFirstOrThrow()
    ).city_id;
  afterAll(() => worksIn(null));

  // on its night nothing is out of hours: what is told is not theirs
  const here = (refused: unknown) => (Array.isArray(refused) ? [refused[0], "not_theirs"] : refused);
  test.each(ACTS)("%s", async (_, act, refused) => {
    const expected = refused === "out_of_hours" ? "not_theirs" : here(refused);
    for (const cities of [["elsewhere"], []])
      expect(await act(await partyTonight(database), await worksIn(cities)), JSON.stringify(cities)).toEqual(expected);
    // control: the same act in their own city
    const party = await partyTonight(database);
    expect(await act(party, await worksIn([await cityOf(party)]))).not.toEqual(expected);
  });

  type ReadNight = (night: Party, guide: Context) => Promise<unknown>;
  const READS: [string, ReadNight][] = [
    ["the scanner's lists", async (_, guide) => guestList(guide)],
    ["a search at the door", async ({ booking }, guide) => findGuest(guide, await referenceOf(booking))],
    ["what is sold at the door", (_, guide) => doorOffer(guide)],
    ["the night on the dashboard", (_, guide) => tonight(guide)],
    ["whose departures are tonight", (_, guide) => tonightsNights(guide)],
  ];
  const referenceOf = async (id: string) =>
    (
      await database.services.db
        .selectFrom("bookings")
        .select("reference")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).reference;
  test.each(READS)("by %s it isn't told", async (_, read) => {
    const party = await partyTonight(database);
    const tells = async (cities: string[] | null) =>
      JSON.stringify(await read(party, await worksIn(cities))).includes(party.departure);
    expect(await tells(["elsewhere"])).toBe(false);
    expect([await tells([await cityOf(party)]), await tells(null)]).toEqual([true, true]);
  });

  test("nobody is moved from there to tonight, nor led to pay", async () => {
    const [mine, theirs] = [await partyTonight(database), await partyTonight(database, { days: 1 })];
    const { db } = database.services;
    const city = await cityOf(mine);
    await db
      .insertInto("cities")
      .columns(["id", "name", "time_zone"])
      .expression((e) =>
        e
          .selectFrom("cities")
          .select([sql<string>`'far'`.as("id"), sql<string>`'Far'`.as("name"), "time_zone"])
          .where("id", "=", city),
      )
      .onConflict((c) => c.doNothing())
      .execute();
    const crawl = db.selectFrom("scheduled_crawls").select("crawl_id").where("id", "=", theirs.departure);
    const wish = { booking_id: theirs.booking, departure_id: mine.departure, people: 2 };
    const guide = await worksIn([city]);
    expect(await mayMoveToTonight(guide, wish)).not.toMatchObject({ reason: "booking_not_found" });
    await db.updateTable("pub_crawls").set({ city_id: "far" }).where("id", "=", crawl).execute();
    expect(await mayMoveToTonight(guide, wish)).toMatchObject({ reason: "booking_not_found" });
    expect(await moveToTonight(guide, wish)).toMatchObject({ reason: "booking_not_found" });
    expect(await payLink(guide, { booking: theirs.booking, departure: null })).toMatchObject({
      reason: "booking_not_found",
    });
    expect(await payLink(await worksIn(["far"]), { booking: theirs.booking, departure: null })).toMatchObject({
      reason: "nothing_to_pay",
    });
  });

  test("a night that they have accepted is theirs", async () => {
    const party = await partyTonight(database);
    const guide = await worksIn(["elsewhere"]);
    expect(await readNight(guide, party.departure)).toMatchObject({ ok: false });
    await accepts(party.departure, phone.owner.id);
    expect(await readNight(guide, party.departure)).toMatchObject({ ok: true });
    expect(JSON.stringify(await guestList(guide))).toContain(party.departure);
  });
});

describe("what a phone without a line hands over the day after", () => {
  const handsOver = async (party: Party, days: number) => {
    const event = doorEvent(party, { offline: true, device_at: NOW.toISOString() });
    const answer = await send(phone, [event], { now: later(RUNNING + days * DAY) });
    expect(answer.answers).toMatchObject([{ result: "stored" }]);
    return concernOf(event.id);
  };

  test.each([
    ["its guide", true, 1, null],
    ["somebody else", false, 1, "not_theirs"],
    ["its guide, later than two days", true, 2.1, "told_late"],
  ])("of a night with guides, by %s", async (_, isTheirs, days, concern) => {
    const party = await partyTonight(database);
    await accepts(party.departure, isTheirs ? phone.owner.id : (await somebody(database, "guide")).id);
    expect(await handsOver(party, days)).toBe(concern);
  });

  test("counts of a night for which nobody keeps shifts", async () => {
    expect(await handsOver(await partyTonight(database), 1)).toBeNull();
  });
});

test("who may change bookings lets in and takes back at any time, and nothing is doubted", async () => {
  const office = await somebody(database, "manager");
  for (const days of [30, -50]) {
    const party = await partyTonight(database, { days });
    const [enter, undo] = [randomUUID(), randomUUID()];
    const entering = { key: enter, ticket_id: party.tickets[0]!, departure_id: party.departure };
    expect(await enterGuest(office.ctx(NOW), entering)).toMatchObject({ ok: true });
    expect(await undoEntry(office.ctx(NOW), { key: undo, entry: enter, reason: "wrong" })).toEqual({ ok: true });
    expect([await concernOf(enter), await concernOf(undo)]).toEqual([null, null]);
  }
});

test("what is doubted is listed with its reason, until somebody looked", async () => {
  const office = await somebody(database, "manager");
  const party = await partyTonight(database, { days: 30 });
  await send(phone, [doorEvent(party, { offline: true, device_at: NOW.toISOString() })]);
  const [all, night] = [await doorAlerts(office.ctx(NOW)), await readNight(office.ctx(NOW), party.departure)];
  if (!all.ok || !night.ok) throw new Error("no alerts");
  expect(all.alerts.filter(({ booking_id }) => booking_id === party.booking)).toMatchObject([
    { concern: "out_of_hours" },
  ]);
  expect(night.night.alerts).toMatchObject([{ kind: "out_of_hours", looked: false }]);
});
