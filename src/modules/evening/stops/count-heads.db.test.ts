import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { countHeads } from "#src/modules/evening/stops/count-heads.server.ts";
import { headcountOf, nightOnTheWay } from "#src/modules/evening/stops/queries.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import type { Tap } from "#src/modules/evening/stops/schema.ts";
import { takeTaps } from "#src/modules/evening/stops/take-taps.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
/** An hour into the night after `NOON`. */
const EVENING = new Date(NOON.getTime() + 33 * 3_600_000);
const as = (role: string) => database.ctx({ now: EVENING, actor: { kind: "user", role } });

/** Two of a booking of three are checked in, on a night of one stop. */
async function evening() {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx, { number_of_people: 3, additional_names: ["Inés"] });
  await db()
    .transaction()
    .execute((tx) => issueTickets(ctx, tx, { bookingId }));
  const { crawl_id, scheduled_crawl_id: departureId } = await db()
    .selectFrom("bookings")
    .select(["crawl_id", "scheduled_crawl_id"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const bar = { name: "La Palma", city_id: "mexico-city", map_url: null };
  const { id: bar_id } = await db().insertInto("bars").values(bar).returning("id").executeTakeFirstOrThrow();
  await db().insertInto("crawl_stops").values({ crawl_id, position: 1, bar_id, at: "20:00" }).execute();
  const tickets = await ticketsOf(ctx, bookingId);
  for (const { id } of tickets.slice(0, 2)) await enter(departureId, id);
  return { departureId, tickets: tickets.map(({ id }) => id), stopId: (await view(departureId)).stops[0]!.id };
}

async function enter(departureId: string, ticket_id: string) {
  const event = { id: randomUUID(), kind: "in", departure_id: departureId, ticket_id, way: "scan" };
  const times = { device_at: EVENING, happened_at: EVENING, received_at: EVENING };
  await db()
    .insertInto("checkin_events")
    .values({ ...event, ...times })
    .execute();
  const entry = { id: event.id, ticket_id, departure_id: departureId, standing: "open" };
  await db()
    .insertInto("entries")
    .values({ ...entry, happened_at: EVENING, changed_at: EVENING })
    .execute();
}

async function view(departureId: string, role = "guide") {
  const answer = await headcountOf(as(role), departureId);
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}

test("those who are checked in are counted, once per tap, and who is missing has a name", async () => {
  const { departureId, stopId, tickets } = await evening();
  expect((await view(departureId)).guests.map(({ name }) => name)).toEqual(["Sofía Núñez", "Inés"]);
  // the third guest never came: ticking somebody else's ticket counts nobody
  const count = { departureId, stopId, kind: "out" as const, id: randomUUID(), deviceAt: null };
  const ticked = { ...count, present: [tickets[1]!, tickets[2]!, randomUUID()] };
  const twice = await Promise.all([countHeads(as("guide"), ticked), countHeads(as("guide"), ticked)]);
  expect(twice).toEqual([1, 2].map(() => ({ ok: true, present: 1, missing: 1 })));
  const everybody = { ...count, kind: "in" as const, id: randomUUID(), present: "all" as const };
  expect(await countHeads(as("guide"), everybody)).toMatchObject({ present: 2, missing: 0 });
  expect((await view(departureId)).counts).toMatchObject([
    { kind: "in", stop: "La Palma", present: 2, missing: [] },
    { kind: "out", present: 1, missing: [{ name: "Sofía Núñez" }] },
  ]);
  const wrong = { ...count, id: randomUUID(), stopId: randomUUID(), present: [] };
  expect(await countHeads(as("guide"), wrong)).toMatchObject({ reason: "stop_not_found" });
});

test("a guest without a name is read in the guide's language, with their number", async () => {
  const { departureId, tickets } = await evening();
  const walkIn = { first_name: "Walk-in", last_name: "3" };
  const of = (ctx: ReturnType<typeof as>) => headcountOf(ctx, departureId);
  await db().updateTable("bookings").set(walkIn).where("scheduled_crawl_id", "=", departureId).execute();
  await db().updateTable("tickets").set({ guest_name: "Walk-in 3" }).where("id", "=", tickets[0]!).execute();
  await db().updateTable("tickets").set({ guest_name: "" }).where("id", "=", tickets[1]!).execute();
  expect(await of(as("guide"))).toMatchObject({ guests: [{ name: "Walk-in 3" }, { name: "", booker: "Walk-in 3" }] });
  expect(await of({ ...as("guide"), locale: "es" })).toMatchObject({
    guests: [{ name: "Sin reserva 3" }, { name: "", booker: "Sin reserva 3" }],
  });
});

test("an id that another night has had is refused, not swallowed", async () => {
  const [one, other] = [await evening(), await evening()];
  const count = { kind: "out", id: randomUUID(), present: "all", deviceAt: null } as const;
  const first = { ...count, departureId: one.departureId, stopId: one.stopId };
  expect(await countHeads(as("guide"), first)).toMatchObject({ ok: true });
  const second = { ...count, departureId: other.departureId, stopId: other.stopId };
  expect(await countHeads(as("guide"), second)).toMatchObject({ reason: "id_taken" });
  const step = { kind: "arrived", id: count.id, deviceAt: null } as const;
  const at = ({ departureId, stopId }: typeof one) => recordStep(as("guide"), { ...step, departureId, stopId });
  expect(await at(one)).toMatchObject({ ok: true });
  expect(await at(one)).toMatchObject({ ok: true });
  expect(await at(other)).toMatchObject({ reason: "id_taken" });
});

test("what a phone kept counts once, at the time of its clock put right, of those who were on its list", async () => {
  const { departureId, stopId, tickets } = await evening();
  const [first = "", second = "", third = ""] = tickets;
  // the phone is an hour ahead, and was without a line for twenty minutes
  const byPhone = (minutesAgo: number) => new Date(EVENING.getTime() + (60 - minutesAgo) * 60_000);
  const at = (minutesAgo: number) => byPhone(minutesAgo).toISOString();
  await enter(departureId, third);
  const arrived = { kind: "arrived", id: randomUUID(), stop: stopId, at: at(20) } as const;
  const out = {
    kind: "out",
    id: randomUUID(),
    stop: stopId,
    at: at(10),
    present: [first],
    of: [first, second],
  } as const;
  const strange = { ...arrived, id: randomUUID(), stop: randomUUID() };
  const taps: Tap[] = [arrived, strange, { ...out, present: [...out.present], of: [...out.of] }];
  const guide = as("guide");
  const sent = { taps, sentAt: byPhone(0), userId: guide.actor.userId };
  // their session ended, and a colleague signed in on the same phone
  const theirs = { ...sent, userId: randomUUID() };
  expect(await takeTaps(guide, departureId, theirs)).toMatchObject({ reason: "somebody_elses" });
  expect((await view(departureId)).steps).toEqual([]);
  const both = await Promise.all([1, 2].map(() => takeTaps(guide, departureId, sent)));
  for (const answer of both)
    expect(answer).toEqual({
      ok: true,
      results: [
        { id: arrived.id, refused: null, bar: "La Palma", missing: 0 },
        { id: strange.id, refused: "stop_not_found", bar: "", missing: 0 },
        { id: out.id, refused: null, bar: "", missing: 1 },
      ],
    });
  const { reached, counts } = await view(departureId);
  const ago = (minutes: number) => new Date(EVENING.getTime() - minutes * 60_000).toISOString();
  expect(reached).toEqual([{ id: stopId, at: ago(20) }]);
  // who came in since the phone had its list is neither there nor missing
  expect(counts).toMatchObject([{ at: ago(10), present: 1, missing: [{ ticketId: second }] }]);
  expect(await takeTaps(as("support"), departureId, sent)).toMatchObject({ reason: "forbidden" });
});

test("where a moved night's group was doesn't keep it from being there again", async () => {
  const { departureId, stopId } = await evening();
  const arrived = { departureId, stopId, kind: "arrived", deviceAt: null } as const;
  await recordStep(as("guide"), { ...arrived, id: randomUUID() });
  const days = 3 * 86_400_000;
  const { starts_at, ends_at } = await db()
    .selectFrom("scheduled_crawls")
    .select(["starts_at", "ends_at"])
    .where("id", "=", departureId)
    .executeTakeFirstOrThrow();
  const later = { starts_at: new Date(+starts_at + days), ends_at: new Date(+ends_at + days), date: "2026-11-24" };
  await db().updateTable("scheduled_crawls").set(later).where("id", "=", departureId).execute();
  const ctx = database.ctx({ now: new Date(+EVENING + days), actor: { kind: "user", role: "admin" } });
  expect(await nightOnTheWay(ctx, departureId)).toMatchObject({ reached: [], steps: [] });
  await recordStep(ctx, { ...arrived, id: randomUUID() });
  expect(await nightOnTheWay(ctx, departureId)).toMatchObject({ reached: [{ id: stopId }], where: { state: "at" } });
});

test("phone numbers are for the operator, never for a guide", async () => {
  const { departureId, stopId } = await evening();
  await countHeads(as("guide"), { departureId, stopId, kind: "out", id: randomUUID(), present: [], deviceAt: null });
  expect(JSON.stringify(await view(departureId))).not.toContain("+5255");
  const { counts } = await view(departureId, "manager");
  expect(counts[0]!.missing.map(({ phone }) => phone)).toEqual(["+525500000000", "+525500000000"]);
  expect(JSON.stringify(await headcountOf(as("manager"), departureId, { isKept: true }))).not.toContain("+5255");
  for (const role of ["support", "marketing", "customer"])
    expect(await headcountOf(as(role), departureId), role).toMatchObject({ reason: "forbidden" });
});
