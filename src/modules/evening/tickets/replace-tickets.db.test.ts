import { expect, test } from "vitest";
import { contactCorrected } from "#src/modules/sales/booking/events.ts";
import { renewLink } from "#src/modules/sales/booking/renew-link.server.ts";
import { guestList } from "#src/modules/evening/door/queries.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { findParty } from "#src/modules/evening/door/rules/verdict.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { storedTickets, ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { voidTickets } from "#src/modules/evening/tickets/void-tickets.server.ts";
import { changeTickets } from "#src/modules/evening/tickets/change-tickets.server.ts";
import { doorEvent, type Party, partyTonight, somebody } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";

// Whoever reads a mistyped address has its tickets. Nights are of 20 November 2026, 20:00 in Mexico City.

const database = freshDatabase();
const db = () => database.services.db;
const ctxAt = (minute: number) => database.ctx({ now: later(minute) });

/** The booking's email is another one now; `reached`: something came to the one before. */
const corrected = (
  { booking }: Party,
  { reached = true, now = "Ana Ruiz" }: { reached?: boolean; now?: string } = {},
  ctx = ctxAt(0),
) =>
  db()
    .transaction()
    .execute((tx) =>
      ctx.publish(
        ctx,
        tx,
        contactCorrected({
          bookingId: booking,
          key: crypto.randomUUID(),
          from: "wrong@guest.test",
          reached,
          names: { was: "Sofía Núñez", now },
          byGuest: false,
        }),
      ),
    );
const tx = <T>(work: (t: Parameters<typeof issueTickets>[1]) => Promise<T>) => db().transaction().execute(work);
const asks = (party: Party, ticket_id: string | undefined) =>
  recordEvents(
    ctxAt(480),
    { deviceId: null, userId: null, revokedAt: null },
    { events: [doorEvent(party, { ticket_id: ticket_id ?? null })], aheadMs: 0 },
  );
const valid = async ({ booking }: Party) =>
  (await ticketsOf(ctxAt(0), booking)).filter(({ status }) => status === "valid");

test("new tickets stand where the old ones did, and the door lets in the new ones alone", async () => {
  const party = await partyTonight(database, { number_of_people: 2, additional_names: ["Leo Paz"] });
  const before = await ticketsOf(ctxAt(0), party.booking);
  await corrected(party, { now: "Ana Ruiz" });
  const after = await ticketsOf(ctxAt(0), party.booking);
  // what the old mailbox has isn't told the corrected name
  expect(after.map(({ position, guest_name, status }) => [position % 1000, guest_name, status])).toEqual([
    [1, "Ana Ruiz", "valid"],
    [2, "Leo Paz", "valid"],
    [1, "Sofía Núñez", "void"],
    [2, "Leo Paz", "void"],
  ]);
  expect(after.slice(2).map(({ id, code }) => [id, code])).toEqual(before.map(({ id, code }) => [id, code]));
  expect(new Set(after.map(({ code }) => code)).size).toBe(4);
  for (const { id } of before)
    expect(await asks(party, id)).toMatchObject([{ result: "refused", verdict: "no_place", reason: "replaced" }]);
  for (const { id } of after.slice(0, 2)) expect(await asks(party, id)).toMatchObject([{ result: "stored" }]);
});

test("phones hear that the list is another one, which names the ticket as replaced and not as of who left", async () => {
  const party = await partyTonight(database, { number_of_people: 3 });
  const guide = await somebody(database, "guide");
  const view = async () => {
    const read = await guestList(guide.ctx());
    if (!read.ok) throw new Error(read.reason);
    return read.list;
  };
  const change = {
    bookingId: party.booking,
    version: 2,
    kind: "remove" as const,
    names: [],
    positions: [3],
    back: 0,
    before: 0,
  };
  await tx((t) => changeTickets(ctxAt(0), t, change));
  const before = await view();
  // another address ends the earlier links
  await tx((t) => renewLink(ctxAt(0), t, party.booking));
  await corrected(party);
  await tx((t) => changeTickets(ctxAt(0), t, { ...change, positions: [2] }));
  const after = await view();
  expect(after.version).not.toBe(before.version);
  const { tickets } = findParty(after, party.booking)!.guest;
  const marks = tickets.map((ticket) => (ticket.replaced ? "replaced" : ticket.void ? "void" : "valid"));
  expect(marks).toEqual(["valid", "void", "replaced", "replaced", "replaced"]);
});

test("they stay where nothing came to the address before", async () => {
  const party = await partyTonight(database, { number_of_people: 2 });
  await corrected(party, { reached: false });
  expect((await valid(party)).map(({ id }) => id)).toEqual(party.tickets);
});

test("they stay once a guest of the booking is in, and after the night", async () => {
  const inside = await partyTonight(database, { number_of_people: 2 });
  await asks(inside, inside.tickets[1]);
  await corrected(inside, {}, ctxAt(485));
  expect((await valid(inside)).map(({ id }) => id)).toEqual(inside.tickets);
  const over = await partyTonight(database);
  await corrected(over, {}, ctxAt(1440));
  expect((await valid(over)).map(({ id }) => id)).toEqual(over.tickets);
});

test("who was in and taken out again gets a new one", async () => {
  const party = await partyTonight(database);
  const entered = doorEvent(party);
  const send = (event: ReturnType<typeof doorEvent>) =>
    recordEvents(ctxAt(480), { deviceId: null, userId: null, revokedAt: null }, { events: [event], aheadMs: 0 });
  await send(entered);
  await send(doorEvent(party, { kind: "undo", of_event: entered.id }));
  await corrected(party, {}, ctxAt(485));
  const [ticket, ...more] = await valid(party);
  expect(more).toEqual([]);
  expect(ticket!.id).not.toBe(party.tickets[0]);
});

test("no ticket of before comes back: corrected twice, guests removed and added, cancelled and confirmed anew", async () => {
  const party = await partyTonight(database, { number_of_people: 3 });
  const ctx = ctxAt(0);
  const { booking } = party;
  const change = {
    bookingId: booking,
    version: 2,
    kind: "remove",
    names: [],
    positions: [2],
    back: 0,
    before: 0,
  } as const;
  await tx((t) => changeTickets(ctx, t, { ...change, names: [], positions: [2] }));
  await corrected(party);
  await tx((t) => changeTickets(ctx, t, { ...change, kind: "add", names: ["Zoe"], positions: [] }));
  const second = (await valid(party)).map(({ id }) => id);
  expect((await valid(party)).map(({ position }) => position)).toEqual([1, 3, 4]);
  await corrected(party);
  await tx((t) => voidTickets(ctx, t, { bookingId: booking }));
  // while it is cancelled, too
  await corrected(party);
  const read = await ticketsOf(ctx, booking);
  await tx((t) => issueTickets(ctx, t, { bookingId: booking }));
  const now = await valid(party);
  expect(now.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(now.filter(({ id }) => [...party.tickets, ...second, ...read.map((one) => one.id)].includes(id))).toEqual([]);
  expect(await storedTickets(ctx, [booking])).toHaveLength(read.length + 3);
});

test("one that comes in meanwhile is seen: either the entry counts or the ticket does not", async () => {
  const party = await partyTonight(database);
  const client = await database.services.pool.connect();
  try {
    await client.query("begin");
    await client.query("select id from tickets where id = any($1) for no key update", [party.tickets]);
    const both = Promise.all([asks(party, party.tickets[0]), corrected(party)]);
    await database.someoneWaits();
    await client.query("commit");
    const [[answer]] = await both;
    const isIn = answer!.result === "stored";
    expect((await valid(party)).map(({ id }) => id === party.tickets[0])).toEqual([isIn]);
  } finally {
    client.release();
  }
});
