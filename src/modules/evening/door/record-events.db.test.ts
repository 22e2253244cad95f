import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { entryStates } from "#src/modules/evening/door/rules/entry.ts";
import type { DoorEvent } from "#src/modules/evening/door/schema.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import { voidTickets } from "#src/modules/evening/tickets/void-tickets.server.ts";
import { doorEvent, type Party, partyTonight, partyWith } from "#tests/at-the-door.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";

const database = freshDatabase();
const NOBODY = { deviceId: null, userId: null, revokedAt: null };
const send = (events: Parameters<typeof recordEvents>[2]["events"], { now = later(600), aheadMs = 0 } = {}) =>
  recordEvents(database.ctx({ now }), NOBODY, { events, aheadMs });
const entriesOf = async ({ tickets }: Party) =>
  database.services.db
    .selectFrom("entries")
    .select(["id", "standing", "happened_at", "id_seen"])
    .where("ticket_id", "in", tickets)
    .orderBy("happened_at")
    .orderBy("id")
    .execute();
const reportOf = (party: Party, minute: number, over: Partial<DoorEvent> = {}) =>
  doorEvent(party, { offline: true, device_at: later(minute).toISOString(), ...over });

test("what a phone tells late of somebody who was erased keeps no words about them", async () => {
  const party = await partyTonight(database);
  await database.services.db.transaction().execute((tx) => forgetBookings(tx, [party.booking], later(600)));
  const event = reportOf(party, 480, { kind: "deny", reason: "Ana Flores, by her passport" });
  expect((await send([event]))[0]).toMatchObject({ result: "stored" });
  const stored = database.services.db
    .selectFrom("checkin_events")
    .select(["kind", "reason"])
    .where("id", "=", event.id);
  expect(await stored.executeTakeFirst()).toEqual({ kind: "deny", reason: "" });
});

describe("an entry that asks", () => {
  const CASES: [string, (party: Party) => Promise<unknown>, [string | null, string | null]][] = [
    ["is let in", async () => {}, [null, null]],
    [
      "of a booking that isn't paid",
      (party) => set(party, { status: "pending", hold_expires_at: later(700) }),
      ["no_place", "unpaid"],
    ],
    [
      "of a hold that lapsed",
      (party) => set(party, { status: "pending", hold_expires_at: later(599) }),
      ["no_place", "lapsed"],
    ],
    [
      "of a booking that was never paid",
      (party) => set(party, { status: "cancelled", cancel_reason: "expired" }),
      ["no_place", "lapsed"],
    ],
    [
      "of a cancelled booking",
      (party) => set(party, { status: "cancelled", cancel_reason: "customer" }),
      ["no_place", "cancelled"],
    ],
    ["of a guest who was removed", (party) => voided(party), ["no_place", "removed"]],
    ["of a cancelled night", (party) => cancelled(party), ["no_place", "night_cancelled"]],
    ["of a guest who is in", (party) => send([reportOf(party, 480)]), ["already_in", "inside"]],
  ];
  test.each(CASES)("%s", async (_, prepare, [verdict, reason]) => {
    const party = await partyTonight(database);
    await prepare(party);
    const [answer] = await send([doorEvent(party)]);
    expect(answer).toMatchObject({ result: verdict === null ? "stored" : "refused", verdict, reason });
    expect(answer!.entry === null, "the entry that counts").toBe(verdict !== null && verdict !== "already_in");
  });

  test.each([
    ["sandbox", { result: "stored" }],
    ["live", { result: "refused", verdict: "not_genuine", reason: "practice" }],
  ] as const)("of a practice booking, in %s mode", async (PAYMENTS_MODE, expected) => {
    const party = await partyTonight(database, { test: true });
    const ctx = database.ctx();
    const input = { events: [doorEvent(party)], aheadMs: 0 };
    const [answer] = await recordEvents({ ...ctx, settings: { ...ctx.settings, PAYMENTS_MODE } }, NOBODY, input);
    expect(answer).toMatchObject(expected);
  });

  test.each([
    [-1, "earlier_night"],
    [0, "same_night"],
    [1, "later_night"],
  ])("at another door, %i days away", async (days, reason) => {
    const [party, other] = [await partyTonight(database, { days }), await partyTonight(database)];
    const [answer] = await send([doorEvent(party, { departure_id: other.departure })]);
    expect(answer).toMatchObject({ result: "refused", verdict: "wrong_night", reason, entry: null });
    const night = { id: party.departure, title: "Ronda Mexico City", title_es: "Ronda Ciudad de México" };
    expect(answer!.night).toEqual({ ...night, date: `2026-11-${20 + days}`, start: "20:00" });
  });

  test("isn't stored where it is refused, and may be told after all", async () => {
    const party = await partyTonight(database);
    await set(party, { status: "cancelled", cancel_reason: "customer" });
    const request = doorEvent(party);
    expect(await send([request])).toMatchObject([{ result: "refused" }]);
    expect(await send([{ ...request, offline: true }])).toMatchObject([
      { result: "stored", entry: { event: request.id } },
    ]);
    const [row] = await database.services.db
      .selectFrom("checkin_events")
      .selectAll()
      .where("id", "=", request.id)
      .execute();
    expect(row).toMatchObject({ concern: "cancelled", offline: true });
  });
});

test.each<[string, (party: Party) => Promise<unknown>, string | null]>([
  ["that agrees", async () => {}, null],
  ["without payment", (party) => set(party, { status: "pending", hold_expires_at: later(700) }), "unpaid"],
  ["with a void ticket", (party) => voided(party), "void"],
])("an entry that tells is stored with what it differs in: %s", async (_, prepare, concern) => {
  const party = await partyTonight(database);
  await prepare(party);
  const event = reportOf(party, 480);
  expect(await send([event])).toMatchObject([{ result: "stored", entry: { event: event.id } }]);
  const row = await database.services.db
    .selectFrom("checkin_events")
    .select("concern")
    .where("id", "=", event.id)
    .executeTakeFirstOrThrow();
  expect(row.concern).toBe(concern);
});

const set = ({ booking }: Party, values: object) =>
  database.services.db.updateTable("bookings").set(values).where("id", "=", booking).execute();
const voided = ({ booking }: Party) =>
  database.services.db.updateTable("tickets").set({ status: "void" }).where("booking_id", "=", booking).execute();
const cancelled = ({ departure }: Party) =>
  database.services.db
    .updateTable("scheduled_crawls")
    .set({ status: "cancelled" })
    .where("id", "=", departure)
    .execute();

test("what can't be stored is refused by itself, in its place", async () => {
  const party = await partyTonight(database, { number_of_people: 2 });
  const [first, second] = party.tickets;
  const entry = doorEvent(party);
  const answers = await send([
    { id: randomUUID(), unreadable: true },
    doorEvent(party, { ticket_id: randomUUID() }),
    doorEvent(party, { departure_id: randomUUID() }),
    doorEvent(party, { kind: "undo", ticket_id: null, of_event: entry.id }),
    entry,
    entry,
    doorEvent(party, { ticket_id: second!, reason: "a\u0000b", device_at: "0000-01-01T00:00:00Z", offline: true }),
    doorEvent(party, { kind: "deny", ticket_id: null, reason: "drunk" }),
  ]);
  expect(answers.map(({ result }) => result)).toEqual([
    "refused",
    "refused",
    "refused",
    "refused",
    "stored",
    "known",
    "stored",
    "stored",
  ]);
  expect(answers[1]).toMatchObject({ verdict: "not_genuine", reason: "unknown_ticket" });
  expect(await entriesOf({ ...party, tickets: [first!] })).toMatchObject([{ id: entry.id, standing: "open" }]);
});

test("every event is told in the audit log, once, and without what was typed, which may name people", async () => {
  const party = await partyTonight(database);
  const entry = doorEvent(party);
  const events = [entry, doorEvent(party, { kind: "undo", of_event: entry.id, reason: "wrong person" })];
  await send(events);
  await send(events);
  const rows = await database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", party.booking)
    .orderBy("id")
    .execute();
  expect(rows).toMatchObject([
    { action: "checkin.entered", changes: { guest: { new: 1 } } },
    { action: "checkin.undone", changes: { guest: { new: 1 } } },
  ]);
  expect(JSON.stringify(rows)).not.toContain("wrong person");
});

test("who was turned away without a ticket is told with the reason and the phone, and nothing that was typed", async () => {
  const party = await partyTonight(database);
  const denied = { kind: "deny", offline: true, ticket_id: null } as const;
  const events = ["forged", "Ana of Roma"].map((reason) => doorEvent(party, { ...denied, reason }));
  await recordEvents(database.ctx(), { ...NOBODY, phone: "Door 1" }, { events, aheadMs: 0 });
  const rows = await database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", party.departure)
    .orderBy("id")
    .execute();
  expect(rows).toMatchObject([
    { action: "checkin.denied", changes: { reason: { new: "forged" }, device: { new: "Door 1" } } },
    { action: "checkin.denied", changes: { device: { new: "Door 1" } } },
  ]);
  expect(JSON.stringify(rows)).not.toContain("Ana");
});

test("any order, any repetition and any clock give one state", async () => {
  let seed = 11;
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 6; round += 1) {
    const party = await partyTonight(database, { number_of_people: 3 });
    const ids: { event: DoorEvent; at: number }[] = [];
    for (const ticket_id of party.tickets)
      for (let count = 0; count < 4; count += 1) {
        const entry = reportOf(party, random(120), { ticket_id });
        ids.push({ event: entry, at: Date.parse(entry.device_at) });
        const marked = (kind: "undo" | "id_seen") => reportOf(party, 130, { kind, ticket_id, of_event: entry.id });
        if (random(3) === 0) ids.push({ event: marked("undo"), at: +later(130) });
        if (random(3) === 0) ids.push({ event: marked("id_seen"), at: +later(130) });
      }
    const expected = party.tickets.flatMap((ticket) =>
      entryStates(
        ids
          .filter(({ event }) => event.ticket_id === ticket)
          .map(({ event, at }) => ({ ...event, happened_at: new Date(at) })),
      ),
    );
    const shuffled = [...ids, ...ids.filter(() => random(3) === 0)]
      .map((one) => ({ ...one, by: random(1000) }))
      .toSorted((a, b) => a.by - b.by);
    while (shuffled.length > 0) {
      const aheadMs = [-180, 0, 180][random(3)]! * 60_000;
      const batch = shuffled.splice(0, 1 + random(9));
      await send(
        batch.map(({ event, at }) => ({ ...event, device_at: new Date(at + aheadMs).toISOString() })),
        { aheadMs },
      );
    }
    const order = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect((await entriesOf(party)).toSorted(order)).toEqual(expected.toSorted(order));
  }
});

test("500 events of which 30 % are known are taken in one call", async () => {
  const party = await partyTonight(database, { number_of_people: 100 });
  const events = Array.from({ length: 500 }, (_, at) => reportOf(party, at, { ticket_id: party.tickets[at % 100]! }));
  await send(
    events.filter((_, at) => at % 10 < 3),
    { now: later(1200) },
  );
  const answers = await send(events, { now: later(1200) });
  const counts = Object.groupBy(answers, ({ result }) => result);
  expect([counts.known?.length, (counts.stored?.length ?? 0) + (counts.double?.length ?? 0)]).toEqual([150, 350]);
  expect(answers.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect((await entriesOf(party)).filter(({ standing }) => standing === "open")).toHaveLength(100);
});

/** Starts all uploads of a night at the same moment: they wait for its departure, which is let go once all do. */
async function atOnce<T>({ departure }: Party, uploads: (() => Promise<T>)[]): Promise<T[]> {
  const { pool } = database.services;
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from scheduled_crawls where id = $1 for update", [departure]);
  const answers = Promise.all(uploads.map((start) => start()));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const allWait = async () => (await pool.query(waiting)).rowCount === uploads.length;
  await Promise.race([answers, vi.waitUntil(allWait, { timeout: 20_000, interval: 5 })]);
  await client.query("commit");
  client.release();
  return answers;
}

test("whoever cancels a booking takes its tickets' locks in the door's order", async () => {
  const { pool, db } = database.services;
  const { booking, tickets } = await partyTonight(database, { number_of_people: 2 });
  const [low, high] = tickets.toSorted();
  // written last, the lower id is found last
  for (const [id, position] of [
    [low, 9],
    [high, 1],
    [low, 2],
  ] as const)
    await pool.query("update tickets set position = $2 where id = $1", [id, position]);
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from tickets where id = $1 for no key update", [low]);
  const voiding = db.transaction().execute((tx) => voidTickets(database.ctx(), tx, { bookingId: booking }));
  await database.someoneWaits();
  const free = await pool.query("select from tickets where id = $1 for no key update skip locked", [high]);
  await client.query("commit");
  client.release();
  await voiding;
  expect(free.rowCount, "it holds nothing that the door may hold already").toBe(1);
});

describe("two phones that upload the same tickets at once", () => {
  const people = 30;
  /** What each has on its own for every ticket, and one event of the other's for half of them, in opposite orders. */
  const batchesOf = (party: Party) => {
    const [a, b] = [5, 4].map((minute) => party.tickets.map((ticket_id) => reportOf(party, minute, { ticket_id })));
    return [[...a!, ...b!.slice(15)], [...b!, ...a!.slice(15)].toReversed()] as const;
  };

  test("wait for one another, whoever is first", async () => {
    const party = await partyTonight(database, { number_of_people: people });
    for (let round = 0; round < 4; round += 1) {
      const batches = batchesOf(party);
      await atOnce(
        party,
        [...batches, ...batches].map((batch) => () => send(batch)),
      );
    }
    const open = (await entriesOf(party)).filter(({ standing }) => standing === "open");
    expect(open.map(({ happened_at }) => happened_at)).toEqual(Array.from({ length: people }, () => later(4)));
    expect(await entriesOf(party)).toHaveLength(people * 8);
  });

  test("without the lock both would let everybody in", async () => {
    const party = await partyTonight(database);
    const { pool } = database.services;
    const [one, two] = [await pool.connect(), await pool.connect()];
    const { storeEvents, ticketFacts } = await import("#src/modules/evening/door/store/events.server.ts");
    const ticket_id = party.tickets[0]!;
    const enters = async (on: typeof one, minute: number) => {
      const event = { ...reportOf(party, minute), happened_at: later(minute), concern: null };
      await on.query("begin");
      expect((await ticketFacts(on, [ticket_id], [])).facts[0]?.events).toEqual([]);
      const states = entryStates([event]).map((state) => ({ ...state, ticket_id, departure_id: party.departure }));
      const author = { kind: "system", userId: null, address: "" };
      return () =>
        storeEvents(on, { events: [event], states, notes: [] }, { deviceId: null, userId: null, now: NOON, author });
    };
    try {
      const [first, second] = [await enters(one, 4), await enters(two, 5)];
      await first();
      await one.query("commit");
      await expect(second()).rejects.toThrow("one_open_entry");
    } finally {
      await two.query("rollback");
      one.release();
      two.release();
    }
  });

  test("a ticket that is voided meanwhile admits nobody", async () => {
    const party = await partyTonight(database);
    const { pool } = database.services;
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("update tickets set status = 'void' where id = $1", [party.tickets[0]]);
      const answered = send([doorEvent(party)]);
      await database.someoneWaits();
      await client.query("commit");
      expect(await answered).toMatchObject([{ result: "refused", reason: "removed" }]);
    } finally {
      client.release();
    }
  });

  test("two that ask for one ticket: one lets in, the other hears who did", async () => {
    const party = await partyWith(database, await partyTonight(database));
    const answers = await atOnce(
      party,
      Array.from({ length: 6 }, () => () => send([doorEvent(party)])),
    );
    const stored = answers.flat().filter(({ result }) => result === "stored");
    expect(stored).toHaveLength(1);
    for (const answer of answers.flat()) expect(answer.entry?.event, answer.result).toBe(stored[0]!.id);
  });
});
