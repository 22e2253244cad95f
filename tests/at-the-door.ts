import { randomUUID } from "node:crypto";
import { registerDevice } from "#src/modules/evening/door/register-device.server.ts";
import type { DoorEvent, SyncInput } from "#src/modules/evening/door/schema.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { NOON, type TestDatabase } from "#tests/database.ts";

/** A booking with tickets for tonight, which starts at 20:00 on the day of `NOON`. */
export type Party = { booking: string; departure: string; tickets: string[] };

export async function partyTonight(
  database: TestDatabase,
  { days = 0, ...over }: Parameters<typeof bookDeparture>[1] & { days?: number } = {},
): Promise<Party> {
  const { db } = database.services;
  const now = new Date(+NOON + (days - 1) * 86_400_000);
  const booking = await bookDeparture({ db, now }, over);
  return partyOf(database, booking);
}

/** A further party for the night of another. */
export async function partyWith(
  database: TestDatabase,
  { departure }: Party,
  over: Parameters<typeof bookDeparture>[1] = {},
): Promise<Party> {
  const { db } = database.services;
  const booking = await bookDeparture({ db, now: NOON }, over);
  const { crawl_id } = await db
    .selectFrom("scheduled_crawls")
    .select("crawl_id")
    .where("id", "=", departure)
    .executeTakeFirstOrThrow();
  await db.updateTable("bookings").set({ scheduled_crawl_id: departure, crawl_id }).where("id", "=", booking).execute();
  return partyOf(database, booking);
}

async function partyOf(database: TestDatabase, booking: string): Promise<Party> {
  const { db } = database.services;
  await db.transaction().execute((tx) => issueTickets(database.ctx(), tx, { bookingId: booking }));
  const { scheduled_crawl_id: departure } = await db
    .selectFrom("bookings")
    .select("scheduled_crawl_id")
    .where("id", "=", booking)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("tickets")
    .select("id")
    .where("booking_id", "=", booking)
    .orderBy("position")
    .execute();
  return { booking, departure, tickets: rows.map(({ id }) => id) };
}

/** Somebody with a role and a second factor, as the actor of a context. */
export async function somebody(database: TestDatabase, role: string, name = "Dani Ortega") {
  const { id } = await database.services.db
    .insertInto("user")
    .values({ name, email: `${randomUUID()}@people.test`, email_verified: true, role, two_factor_enabled: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, ctx: (now = NOON) => database.ctx({ now, actor: { kind: "user", role, userId: id } }) };
}

/** Signs somebody in: the phone of who isn't hears nothing. */
export const signedIn = (database: TestDatabase, userId: string, token: string = randomUUID()) =>
  database.services.db
    .insertInto("session")
    .values({
      user_id: userId,
      token: hashToken(token),
      updated_at: NOON,
      expires_at: new Date(+NOON + 7 * 86_400_000),
    })
    .execute();

/** A registered phone of a new guide, who is signed in. */
export async function phoneOf(database: TestDatabase, name: string, guide?: Awaited<ReturnType<typeof somebody>>) {
  const owner = guide ?? (await somebody(database, "guide"));
  await signedIn(database, owner.id);
  const result = await registerDevice(owner.ctx(), { name });
  if (!result.ok) throw new Error(result.reason);
  return { ...result.device, owner };
}

/** Somebody goes in, by a scan that asks, at `NOON`; or whatever else `over` says. */
export const doorEvent = ({ departure, tickets }: Party, over: Partial<DoorEvent> = {}): DoorEvent => ({
  id: randomUUID(),
  kind: "in",
  departure_id: departure,
  ticket_id: tickets[0] ?? null,
  of_event: null,
  device_at: NOON.toISOString(),
  offline: false,
  way: "scan",
  reason: "",
  ...over,
});

/** An upload of some events by a phone with the right time. */
export const upload = (events: SyncInput["events"], over: Partial<SyncInput> = {}): SyncInput => ({
  sent_at: NOON.toISOString(),
  departure_ids: [],
  since: null,
  events,
  ...over,
});
